// Perfect-information Monte Carlo (PIMC): the double-dummy value of each legal card of one seat, in
// each of many sampled worlds.
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
    // The position in an arbitrary world. Of its hands only two things count: the seats that play,
    // and the cards of the seat to play, which are the same in every world.
    Position position;
    std::optional<Objective> objective;
    // The cards that each seat is known to hold, besides those that are drawn. Cell i of the
    // layouts is the hand of seat i; further cells are not hands.
    std::array<Cards, MAX_SEATS> known{};
    std::uint64_t seed = 0;  // world i is drawn by Random(seed, first + i)
    std::uint64_t first = 0;
    // The hands of each world, if they are given and not drawn: rows * seats.
    std::span<const Cards> given{};
};

// The output arrays, one row for each world to solve.
struct PimcResults {
    std::span<std::int16_t> values;  // rows * legal cards, ascending by card; or MISSING
    std::span<Cards> hands;          // rows * seats
    std::span<bool> solved;          // rows
    std::span<std::uint64_t> nodes;  // rows
};

// Any number of threads may call `work` at once: they take the worlds in turn. Each world has a
// solver of its own, so that the result of a row depends on the query, the row and the node limit
// alone, on any number of threads.
class PimcEvaluation {
  public:
    // The node limit is for each world; a world that needs more stays unsolved. At the deadline, or
    // once cancelled, work ends after the current world. The layouts have to outlive the
    // evaluation. Throws std::invalid_argument if the query is invalid.
    PimcEvaluation(const Layouts &layouts, const PimcQuery &query, const Limit &limit,
                   std::size_t table_bytes, const PimcResults &results);

    void work() noexcept;

    // After all threads have returned: the number of rows done, from the first without a gap.
    // Rethrows the first exception of a thread.
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
