// Worlds of one decision: their likelihood given the plays, and their rollouts to the end of the
// deal.
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

// The public state of a deal at which the observer considers a card.
struct DecisionPoint {
    DealPlan plan;
    int trump = NO_TRUMP;
    int turn_up = NO_CARD;
    std::vector<std::int8_t> played;  // the cards of the deal, hand after hand, in order
    int observer = 0;
};

// Sampled worlds, one a row: the cards that each seat holds, and those that it will be dealt in
// each of the separate hands still to come.
struct WorldRows {
    std::span<const Cards> hands;  // rows * seats
    std::span<const Cards> later;  // rows * hands to come * seats
    std::size_t count = 0;
};

// A play in the hand under way by a seat other than the observer.
struct ObservedPlay {
    PlayState state;  // before the play; its hands are those of an arbitrary world
    int card;
    Cards before;  // the cards that the seat had played in this hand
};

// A decision point together with sampled worlds. Immutable, and shared by threads.
class DecisionWorlds {
  public:
    // Throws std::invalid_argument if the plays or the worlds do not fit the plan.
    DecisionWorlds(const DecisionPoint &decision, const WorldRows &rows);

    const RelabelledDeal &relabelled() const { return relabelled_; }
    std::size_t rows() const { return rows_.count; }
    unsigned observer() const { return observer_; }
    // The deal at the decision point, in the world of a row.
    PlayState state(std::size_t row) const;
    // The cards that a seat was dealt for the hand under way, in the world of a row.
    Cards dealt_to(std::size_t row, std::size_t seat) const { return held(row, at(hand_), seat); }
    // The plays of the hand under way by all seats but the observer. There has to be a row.
    std::vector<ObservedPlay> observed_plays() const;
    // For each seat the log-likelihood of its plays in the hand under way, each play counted as at
    // least `log_floor`; 0 for the observer, whose cards are known. The straightforward form, to
    // which `Likelihoods` is held by the tests.
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
    std::size_t hand_begins_ = 0;  // the index of the first play of the hand under way
    int hand_ = 0;                 // the number of that hand
    unsigned observer_;
    std::vector<std::array<Cards, MAX_SEATS>> played_by_;  // in each hand, by each seat
};

// Work on rows by any number of threads, which take the rows in turn. The result of a row depends
// on the row alone, so that the number of threads does not change it.
class ParallelRows {
  public:
    ParallelRows(std::size_t rows, const Limit &limit)
        : rows_(rows), limit_(limit), first_undone_(rows) {}
    virtual ~ParallelRows() = default;

    void work() noexcept;
    // After all threads have returned: the number of rows done, from the first without a gap.
    // Rethrows the first exception of a thread.
    std::size_t done() const;

  protected:
    // The function that works on a row. Each thread asks for one, so that it may keep a cache.
    virtual std::function<void(std::size_t)> worker() const = 0;

  private:
    bool stopped() const;

    std::size_t rows_;
    Limit limit_;
    std::atomic<std::size_t> next_ = 0, first_undone_;
    std::atomic<bool> failed_ = false;
    std::exception_ptr failure_;
};

struct RolloutSettings {
    int temperature = 0;  // of `choose_card`
    // Row i, repeat j plays with Random(seed, i * repeats + j), the same for every choice. Common
    // random numbers: they cancel out of the differences between choices.
    std::uint64_t seed = 0;
    int repeats = 1;  // rollouts of each choice in each row
};

// A bit for each choice of the observer, by its index in ascending order.
inline constexpr std::uint64_t ALL_CHOICES = ~std::uint64_t{0};

// The results, for each row, selected choice (ascending) and repeat.
struct Outcomes {
    std::span<std::int16_t> points;  // of each side
    std::span<std::int8_t> tricks;   // of each seat
};

// Plays each selected choice of the observer in each row, and then the rest of the deal by policy:
// the observer and its partners by one, the other seats by another. If it is not the observer's
// turn, there is a single column and the deal is played on as it stands.
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
