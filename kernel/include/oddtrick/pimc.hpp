// What each card of one seat is worth, in world after world of the cards that it can't see.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <optional>
#include <span>

#include "oddtrick/sampler.hpp"
#include "oddtrick/solver.hpp"

namespace oddtrick {

inline constexpr std::int16_t MISSING = INT16_MIN;  // the value of a card in a world not solved

struct PimcQuery {
    // The position in any one of the worlds. Its hands only say who is in, and what the seat to
    // play holds, which is the same in every world.
    Position position;
    std::optional<Objective> objective;
    // For each seat the cards that it is known to hold, besides those that are drawn: the cells 0,
    // 1 … of the layouts are the hands of the seats 0, 1 …; other cells lie elsewhere.
    std::array<Cards, MAX_SEATS> known{};
    std::uint64_t seed = 0;  // world i is drawn by Random(seed, first + i)
    std::uint64_t first = 0;
    // The hands of each world, seat by seat, where they are given and not drawn: a row for each.
    std::span<const Cards> given{};
};

// Where the worlds are written down, one row for each: as many rows as there are to solve.
struct PimcResults {
    std::span<std::int16_t> values;  // rows * legal cards, ascending by card; or MISSING
    std::span<Cards> hands;          // rows * seats
    std::span<bool> solved;          // rows
    std::span<std::uint64_t> nodes;  // rows
};

// Any number of threads may `work` on it at once: they take the worlds in turn. What they find in a
// world depends on nothing but the question, the world's number and the limit of nodes, so that it
// is the same for any number of threads: each world has a solver of its own.
class PimcEvaluation {
  public:
    // The limit of nodes is for each world: one that needs more is left unsolved. At the deadline,
    // or once cancelled, the work ends with the world that it has come to. The layouts have to
    // outlive the evaluation. Throws std::invalid_argument if the question makes no sense.
    PimcEvaluation(const Layouts &layouts, const PimcQuery &question, const Limit &limit,
               std::size_t table_bytes, const PimcResults &answers);

    void work() noexcept;

    // To be asked for when all work has ended: how many worlds are done, from the first one on
    // without a gap. Throws what went wrong in a thread.
    std::size_t done() const;

  private:
    bool stopped() const;
    void solve_row(std::size_t row);
    Position world(std::size_t row) const;
    void write(std::size_t row, const CardValues &values) const;

    const Layouts &layouts_;
    PimcQuery query_;
    Limit limit_;
    std::size_t table_bytes_;
    PimcResults results_;
    Cards legal_;
    std::atomic<std::size_t> next_ = 0;
    std::atomic<std::size_t> first_undone_;
    std::atomic<bool> failed_ = false;
    std::exception_ptr failure_;  // the first
};

}  // namespace oddtrick
