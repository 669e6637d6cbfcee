#include "oddtrick/sampler.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>
#include <string>
#include <utility>

#include "register.hpp"

namespace oddtrick::bindings {

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using Rows = nb::ndarray<Cards, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

void make_layouts(Layouts *into, const std::vector<int> &sizes,
                  const std::vector<std::pair<Cards, unsigned>> &kinds) {
    std::vector<Kind> made;
    for (const auto &[cards, cells] : kinds) made.push_back({cards, cells});
    new (into) Layouts(sizes, made);
}

std::span<Cards> cells_of(const Layouts &layouts, const Rows &rows) {
    if (rows.shape(1) != static_cast<std::size_t>(layouts.cells()))
        throw std::invalid_argument("the rows have " + std::to_string(rows.shape(1)) +
                                    " cells, not " + std::to_string(layouts.cells()));
    if (rows.shape(0) && layouts.count() == 0) throw std::invalid_argument("no layout fits");
    return {rows.data(), rows.size()};
}

void draw_rows(const Layouts &layouts, std::uint64_t seed, std::uint64_t first, const Rows &rows) {
    const std::span<Cards> cells = cells_of(layouts, rows);
    const nb::gil_scoped_release released;
    layouts.draw_rows(seed, first, cells);
}

void list_rows(const Layouts &layouts, const UInt256::Words &first, const Rows &rows) {
    const std::span<Cards> cells = cells_of(layouts, rows);
    UInt256 end(first);
    if (rows.shape(0) && (end > layouts.count() || (end += rows.shape(0)) > layouts.count()))
        throw std::invalid_argument("the numbers go beyond the last layout");
    const nb::gil_scoped_release released;
    layouts.list_rows(UInt256(first), cells);
}

}  // namespace

void register_sampler(nb::module_ &module) {
    nb::class_<Layouts>(module, "Layouts",
                        "The layouts of hidden cards: their number, and uniform draws.")
        .def("__init__", &make_layouts, "sizes"_a, "kinds"_a)
        .def_prop_ro(
            "count", [](const Layouts &layouts) { return layouts.count().words(); },
            "The number of layouts, as 64-bit words, the lowest first.")
        .def("draw_rows", &draw_rows, "seed"_a, "first"_a, "rows"_a,
             "Fills each row with a layout drawn uniformly.")
        .def("list_rows", &list_rows, "first"_a, "rows"_a,
             "Fills the rows with the layouts from a number on, given as 64-bit words.");
}

}  // namespace oddtrick::bindings
