// What may become of a deal: worlds, judged by what was played, and played to the end out of habit.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <span>
#include <vector>

#include "oddtrick/policy.hpp"
#include "oddtrick/solver.hpp"

namespace oddtrick {

// A decision of the play, as everybody saw it.
struct DecisionPoint {
    DealPlan plan;
    int trump = NO_TRUMP;
    int turn_up = NO_CARD;
    std::vector<std::int8_t> played;  // the cards of the deal, hand after hand, in order
    int observer = 0;                 // the seat that looks
};

// Layouts of the cards that the observer doesn't see, one a row: what each seat holds, and then what
// each seat will hold in each of the hands to come.
struct WorldRows {
    std::span<const Cards> hands;  // rows * seats
    std::span<const Cards> later;  // rows * hands to come * seats
    std::size_t count = 0;
};

// A play of the hand under way by one of those whose cards are hidden, as everybody saw it.
struct ObservedPlay {
    PlayState state;  // before the play; of the hands in it only the size is known
    int card;
    Cards before;  // that the seat had played in this hand
};

// A decision, ready to be looked at in any world.
class DecisionWorlds {
  public:
    // Throws std::invalid_argument if this is no decision of the deal.
    DecisionWorlds(const DecisionPoint &decision, const WorldRows &rows);

    const RelabelledDeal &relabelled() const { return relabelled_; }
    std::size_t rows() const { return rows_.count; }
    unsigned observer() const { return observer_; }
    // The deal at the decision, in the world of a row.
    PlayState state(std::size_t row) const;
    // The cards that a seat was dealt for the hand under way, in the world of a row.
    Cards dealt_to(std::size_t row, std::size_t seat) const { return held(row, at(hand_), seat); }
    // The plays of the hand under way by all but the observer. There has to be a row.
    std::vector<ObservedPlay> observed_plays() const;
    // For each seat the logarithm of how likely its plays of the hand under way are in the world of a
    // row, none of them counted below `log_floor`; nought for the observer, whose cards are known.
    void log_likelihood(std::size_t row, const Policy &policy, double log_floor,
                        std::span<double> by_seat) const;

  private:
    void replay(const std::vector<std::int8_t> &played);
    void check_sizes() const;
    void check_rows() const;
    Cards held(std::size_t row, std::size_t hand, std::size_t seat) const;
    PlayState dealt(std::size_t row) const;

    RelabelledDeal relabelled_;
    int turn_up_;
    std::vector<std::int8_t> played_;
    WorldRows rows_;
    std::size_t hand_begins_ = 0;  // with this play the hand under way
    int hand_ = 0;            // its number
    unsigned observer_;
    std::vector<std::array<Cards, MAX_SEATS>> played_by_;  // played by each seat, hand by hand
};

// Work on rows, by any number of threads: they take the rows in turn. What is found in a row depends
// on the row alone.
class ParallelRows {
  public:
    ParallelRows(std::size_t rows, const Limit &limit) : rows_(rows), limit_(limit), first_undone_(rows) {}
    virtual ~ParallelRows() = default;

    void work() noexcept;
    // When all work has ended: how many rows are done, from the first one on without a gap.
    std::size_t done() const;

  protected:
    // What a thread does with a row. Each thread interrupted for one, so that it may remember things.
    virtual std::function<void(std::size_t)> worker() const = 0;

  private:
    bool stopped() const;

    std::size_t rows_;
    Limit limit_;
    std::atomic<std::size_t> next_ = 0, first_undone_;
    std::atomic<bool> failed_ = false;
    std::exception_ptr failure_;
};

// How a deal is played on.
struct RolloutSettings {
    int temperature = 0;             // of `choose_card`
    std::uint64_t seed = 0;   // row i, repeats j: Random(seed, i * repeats + j), for every card the same
    int repeats = 1;            // how often each card is played out in each row
};

// All choices of the observer, as bits by their number in ascending order.
inline constexpr std::uint64_t ALL_CHOICES = ~std::uint64_t{0};

// What the deals come to, for each row, each choice that is selected, ascending, and each time.
struct Outcomes {
    std::span<std::int16_t> points;  // of each side
    std::span<std::int8_t> tricks;   // of each seat
};

// Plays choices of the observer in each row, and then to the end of the deal; where it is not the
// observer's turn, the deal as it stands, as if there were one choice. The observer and its partners
// have one set of policy, the others another.
class Rollouts : public ParallelRows {
  public:
    Rollouts(const DecisionWorlds &worlds, const Policy &ours, const Policy &theirs,
               const RolloutSettings &settings, const Limit &limit, const Outcomes &outcomes,
               std::uint64_t selected = ALL_CHOICES);

  private:
    std::function<void(std::size_t)> worker() const override;
    void roll_out_row(std::size_t row) const;
    std::size_t columns() const;
    void finish_deal(const PlayState &begun, std::size_t row, std::size_t end) const;

    const DecisionWorlds &worlds_;
    const Policy &ours_, &theirs_;
    RolloutSettings settings_;
    Outcomes outcomes_;
    Cards choices_, selected_;
    unsigned us_;
};

}  // namespace oddtrick
