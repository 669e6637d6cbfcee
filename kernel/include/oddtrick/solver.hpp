// What best play takes from a position with open cards.
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

// How far a search may go. Reaching a limit ends the search by throwing `Stopped`.
struct Limit {
    std::uint64_t nodes = UINT64_MAX;
    std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
    const std::atomic<bool> *cancelled = nullptr;
    std::function<bool()> interrupted;  // asked every few thousand cards; true ends the search
};

struct Stopped : std::runtime_error {
    using std::runtime_error::runtime_error;
};

inline constexpr std::int16_t NO_VALUE = -1;
using CardValues = std::array<std::int16_t, CARDS>;  // NO_VALUE for a card that may not be played

// Solves positions one after another and owns the table of what it has proved, which serves again
// where it can (other leaders, cards played since). Not for several threads at once: each takes its
// own. What it finds does not depend on what it solved before; the number of nodes may.
class Solver {
  public:
    explicit Solver(std::size_t table_bytes = std::size_t{256} << 20);
    ~Solver();
    Solver(Solver &&) noexcept;
    Solver &operator=(Solver &&) noexcept;

    // What the side of the seat to play takes from here, the trick under way included.
    int solve(const Position &position, const Limit &limit = {});
    // The same after each card that the seat to play may play.
    CardValues solve_cards(const Position &position, const Limit &limit = {});
    // Cards from here to the end, best play by both sides.
    std::vector<std::int8_t> principal_line(const Position &position, const Limit &limit = {});

    // The same where what counts is not a sum over tricks. A value is the utility for the side of
    // the seat to play: negative for the other side what it is for this one. So among `CardValues`
    // only those of legal cards mean anything.
    int solve(const Position &position, const Objective &objective, const Limit &limit = {});
    CardValues solve_cards(const Position &position, const Objective &objective,
                           const Limit &limit = {});
    std::vector<std::int8_t> principal_line(const Position &position, const Objective &objective,
                                            const Limit &limit = {});

    std::uint64_t nodes() const;        // cards tried since the solver was made
    std::size_t table_bytes() const;    // memory that the table takes now
    void clear();                      // empties the table

  private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

// Throws std::invalid_argument, with a sentence that says what is wrong and where.
void check(const Position &position);
void check(const Position &position, const Objective &objective);
unsigned seats_in(const Position &position);  // those that play to this trick
int seat_to_play(const Position &position);
Cards legal_cards(const Position &position);
Position after(const Position &position, int card);  // the card has to be legal
int points_left(const Position &position);           // worth of all tricks, this one included

}  // namespace oddtrick
