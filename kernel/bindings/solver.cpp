#include "oddtrick/solver.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "interruptible.hpp"
#include "register.hpp"

namespace nb = nanobind;

namespace oddtrick::bindings {

namespace {

using Values = std::vector<std::pair<int, int>>;

Values values_of(const Position &position, const CardValues &values) {
    Values found;
    for (Cards cards = legal_cards(position); cards;) {
        const int card = take_lowest(cards);
        found.emplace_back(card, values[card]);
    }
    return found;
}

int solve(Solver &solver, const Position &position, const Objective *objective,
          const Limit &limit) {
    return objective ? solver.solve(position, *objective, limit) : solver.solve(position, limit);
}

Values solve_cards(Solver &solver, const Position &position, const Objective *objective,
                   const Limit &limit) {
    return values_of(position, objective ? solver.solve_cards(position, *objective, limit)
                                         : solver.solve_cards(position, limit));
}

// A solver that threads may share, one call at a time.
class Shared {
  public:
    explicit Shared(std::size_t table_bytes) : solver_(table_bytes) {}

    template <class Ask>
    auto ask(std::optional<std::uint64_t> nodes, std::optional<double> seconds,
             const Ask &question) {
        Limit limit = limit_of(nodes, seconds);
        Signals signals;
        limit.interrupted = [&signals] { return signals.pending(); };
        try {
            const nb::gil_scoped_release released;
            const std::lock_guard turn(busy_);
            return question(solver_, limit);
        } catch (const Stopped &) {
            if (signals.raised()) throw nb::python_error();
            throw;
        }
    }

    template <class Ask>
    auto look(const Ask &question) {
        const nb::gil_scoped_release released;
        const std::lock_guard turn(busy_);
        return question(solver_);
    }

  private:
    std::mutex busy_;
    Solver solver_;
};

using Queries = std::vector<std::pair<const Position *, const Objective *>>;

// Solves positions on several threads, each with a solver of its own. A thread takes whole deals,
// unless there are fewer deals than threads.
template <class Answer, class Ask>
std::vector<Answer> solve_batch(const Queries &queries, int threads, std::size_t table_bytes,
                                std::optional<std::uint64_t> nodes, std::optional<double> seconds,
                                const Ask &question) {
    std::vector<const Position *> positions;
    for (const auto &pair : queries) {
        if (!pair.first) throw std::invalid_argument("None is not a position");
        positions.push_back(pair.first);
    }
    const auto share = static_cast<std::size_t>(threads);
    const auto runs = deal_runs(positions, (queries.size() + share - 1) / share);
    std::atomic<bool> cancelled = false;
    Limit limit = limit_of(nodes, seconds);
    limit.cancelled = &cancelled;
    std::vector<Answer> answers(queries.size());
    std::exception_ptr failure;  // the first one, which stops the other threads
    std::atomic<std::size_t> next = 0;
    const auto work = [&] {
        try {
            Solver solver(table_bytes);
            for (std::size_t run; !cancelled && (run = next++) < runs.size();)
                for (std::size_t i = 0; !cancelled && i < runs[run].size(); ++i) {
                    const auto &[position, objective] = queries[runs[run][i]];
                    answers[runs[run][i]] = question(solver, *position, objective, limit);
                }
        } catch (...) {
            if (!cancelled.exchange(true)) failure = std::current_exception();
        }
    };
    run_interruptibly(threads, cancelled, work);
    if (failure) std::rethrow_exception(failure);
    return answers;
}

void register_shared_solver(nb::module_ &module) {
    nb::class_<Shared>(module, "Solver")
        .def(nb::init<std::size_t>(), nb::arg("table_bytes"))
        .def(
            "solve",
            [](Shared &self, const Position &position, const Objective *objective,
               std::optional<std::uint64_t> nodes, std::optional<double> seconds) {
                return self.ask(nodes, seconds, [&](Solver &solver, const Limit &limit) {
                    return solve(solver, position, objective, limit);
                });
            },
            nb::arg("position"), nb::arg("objective").none(), nb::arg("nodes").none(),
            nb::arg("seconds").none())
        .def(
            "solve_cards",
            [](Shared &self, const Position &position, const Objective *objective,
               std::optional<std::uint64_t> nodes, std::optional<double> seconds) {
                return self.ask(nodes, seconds, [&](Solver &solver, const Limit &limit) {
                    return solve_cards(solver, position, objective, limit);
                });
            },
            nb::arg("position"), nb::arg("objective").none(), nb::arg("nodes").none(),
            nb::arg("seconds").none())
        .def(
            "principal_line",
            [](Shared &self, const Position &position, const Objective *objective,
               std::optional<std::uint64_t> nodes, std::optional<double> seconds) {
                return self.ask(nodes, seconds, [&](Solver &solver, const Limit &limit) {
                    const auto line = objective ? solver.principal_line(position, *objective, limit)
                                                : solver.principal_line(position, limit);
                    return std::vector<int>(line.begin(), line.end());
                });
            },
            nb::arg("position"), nb::arg("objective").none(), nb::arg("nodes").none(),
            nb::arg("seconds").none())
        .def("nodes", [](Shared &self) { return self.look([](Solver &s) { return s.nodes(); }); })
        .def("table_bytes",
             [](Shared &self) { return self.look([](Solver &s) { return s.table_bytes(); }); })
        .def("clear", [](Shared &self) {
            self.look([](Solver &s) {
                s.clear();
                return 0;
            });
        });
}

}  // namespace

void register_solver(nb::module_ &module) {
    nb::exception<Stopped>(module, "Stopped", PyExc_RuntimeError);
    register_shared_solver(module);
    module.def(
        "solve_many",
        [](const Queries &queries, int threads, std::size_t table_bytes,
           std::optional<std::uint64_t> nodes, std::optional<double> seconds) {
            return solve_batch<int>(queries, threads, table_bytes, nodes, seconds, solve);
        },
        // nanobind would drop `None` from the type of the objective.
        nb::sig(
            "def solve_many(queries: Sequence[tuple[Position, Objective | None]], threads: int, "
            "table_bytes: int, nodes: int | None, seconds: float | None) -> list[int]"),
        nb::arg("queries"), nb::arg("threads"), nb::arg("table_bytes"), nb::arg("nodes").none(),
        nb::arg("seconds").none());
    module.def(
        "solve_cards_many",
        [](const Queries &queries, int threads, std::size_t table_bytes,
           std::optional<std::uint64_t> nodes, std::optional<double> seconds) {
            return solve_batch<Values>(queries, threads, table_bytes, nodes, seconds, solve_cards);
        },
        nb::sig("def solve_cards_many(queries: Sequence[tuple[Position, Objective | None]], "
                "threads: int, table_bytes: int, nodes: int | None, seconds: float | None) "
                "-> list[list[tuple[int, int]]]"),
        nb::arg("queries"), nb::arg("threads"), nb::arg("table_bytes"), nb::arg("nodes").none(),
        nb::arg("seconds").none());
}

}  // namespace oddtrick::bindings
