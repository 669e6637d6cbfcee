#include "oddtrick/pimc.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <optional>
#include <span>
#include <stdexcept>
#include <vector>

#include "interruptible.hpp"
#include "register.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace oddtrick::bindings {

namespace {

template <class Number, int DIMENSIONS>
using Array = nb::ndarray<Number, nb::ndim<DIMENSIONS>, nb::c_contig, nb::device::cpu>;

template <class Number, class... Shape>
std::span<Number> numbers_of(const nb::ndarray<Number, Shape...> &array) {
    return {array.data(), array.size()};
}

PimcQuery query_of(const Position &position, const Objective *objective,
                   const std::vector<Cards> &known, std::uint64_t seed, std::uint64_t first) {
    PimcQuery query{position, {}, {}, seed, first};
    if (objective) query.objective = *objective;
    if (known.size() != static_cast<std::size_t>(position.seats))
        throw std::invalid_argument("known has one card set for each seat");
    std::copy(known.begin(), known.end(), query.known.begin());
    return query;
}

// `nodes` limits each world, `seconds` all of them together; `stop` is polled.
std::size_t evaluate(const Layouts &layouts, const Position &position, const Objective *objective,
                     const std::vector<Cards> &known, std::uint64_t seed, std::uint64_t first,
                     int threads, std::size_t table_bytes, std::optional<std::uint64_t> nodes,
                     std::optional<double> seconds,
                     const std::optional<nb::typed<nb::callable, bool()>> &stop,
                     const Array<std::int16_t, 2> &values, const Array<Cards, 2> &hands,
                     const Array<bool, 1> &solved, const Array<std::uint64_t, 1> &tried,
                     const std::optional<Array<const Cards, 2>> &given) {
    std::atomic<bool> cancelled = false;
    Limit limit = limit_of(nodes, seconds);
    limit.cancelled = &cancelled;
    PimcQuery query = query_of(position, objective, known, seed, first);
    if (given) query.given = numbers_of(*given);
    PimcEvaluation evaluation(
        layouts, query, limit, table_bytes,
        {numbers_of(values), numbers_of(hands), numbers_of(solved), numbers_of(tried)});
    std::function<bool()> poll;
    if (stop) poll = [&] { return nb::cast<bool>((*stop)()); };
    if (poll && poll()) return 0;
    run_interruptibly(threads, cancelled, [&] { evaluation.work(); }, poll);
    return evaluation.done();
}

}  // namespace

void register_pimc(nb::module_ &module) {
    module.def("evaluate", &evaluate,
               "Solves each world double dummy and writes a row for it. Returns the number of rows "
               "done, counted from the first without a gap.",
               "layouts"_a, "position"_a, "objective"_a.none(), "known"_a, "seed"_a, "first"_a,
               "threads"_a, "table_bytes"_a, "nodes"_a.none(), "seconds"_a.none(), "stop"_a.none(),
               "values"_a, "hands"_a, "solved"_a, "tried"_a, "given"_a.none() = nb::none());
    module.attr("MISSING") = MISSING;
}

}  // namespace oddtrick::bindings
