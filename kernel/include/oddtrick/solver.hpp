// The double-dummy solver: the value of best play when all hands are known.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <vector>

#include "oddtrick/objective.hpp"
#include "oddtrick/position.hpp"

namespace oddtrick {

// Limits of a search, which ends by throwing `Stopped` when it reaches one.
struct Limit {
    std::uint64_t nodes = UINT64_MAX;
    std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
    const std::atomic<bool> *cancelled = nullptr;
    std::function<bool()> interrupted;  // called every few thousand nodes; true ends the search
};

struct Stopped : std::runtime_error {
    using std::runtime_error::runtime_error;
};

inline constexpr std::int16_t NO_VALUE = -1;
using CardValues = std::array<std::int16_t, CARDS>;  // NO_VALUE for a card that is not legal

// Solves positions one after another. It keeps its transposition table, which helps with later
// positions of the same deal. Values do not depend on earlier calls; node counts may, on those of
// the same deal. Not thread-safe: use one solver for each thread.
class Solver {
  public:
    explicit Solver(std::size_t table_bytes = std::size_t{256} << 20);
    ~Solver();
    Solver(Solver &&) noexcept;
    Solver &operator=(Solver &&) noexcept;

    // The points that the side of the seat to play takes from here, with the trick under way.
    int solve(const Position &position, const Limit &limit = {});
    // The same after each legal card.
    CardValues solve_cards(const Position &position, const Limit &limit = {});
    // Cards from here to the end, best play by both sides.
    std::vector<std::int8_t> principal_line(const Position &position, const Limit &limit = {});

    // The same for an objective that is not a sum over tricks. A value is the utility for the side
    // of the seat to play: it may be negative, so that NO_VALUE does not mark illegal cards here.
    int solve(const Position &position, const Objective &objective, const Limit &limit = {});
    CardValues solve_cards(const Position &position, const Objective &objective,
                           const Limit &limit = {});
    std::vector<std::int8_t> principal_line(const Position &position, const Objective &objective,
                                            const Limit &limit = {});

    std::uint64_t nodes() const;      // cards tried since construction
    std::size_t table_bytes() const;  // memory of the tables
    void clear();                     // empties the tables

  private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

// Divides positions, by their indices, into runs of one deal each, in whatever order they come: one
// solver then proves what is common to a run once. A run begins with the most cards and has at most
// `most` positions; the longest runs come first.
std::vector<std::vector<std::size_t>> deal_runs(const std::vector<const Position *> &positions,
                                                std::size_t most);

// Throws std::invalid_argument with a message that names the error and its place.
void check(const Position &position);
void check(const Position &position, const Objective &objective);
unsigned seats_in(const Position &position);  // that play to this trick
int seat_to_play(const Position &position);
Cards legal_cards(const Position &position);
Position after(const Position &position, int card);  // the card has to be legal
int points_left(const Position &position);           // of all tricks, the one under way included

}  // namespace oddtrick
