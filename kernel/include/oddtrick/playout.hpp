// UInt256 deals in batches, and deals that are stepped side by side.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "oddtrick/deal.hpp"
#include "oddtrick/observation.hpp"
#include "oddtrick/simple_policy.hpp"

namespace oddtrick {

// Where deals are written down, row by row, one row for each deal; what is null is left out.
// A deal has A = tables.actions() actions, P seats, S sides and H separate hands.
struct DealRows {
    Cards *dealt = nullptr;                // H * P masks
    std::int8_t *turn_up = nullptr;        // a card, or NO_CARD
    std::int8_t *trump = nullptr;          // a suit, or NO_TRUMP
    std::int8_t *tricks = nullptr;         // P, won by each seat
    std::int16_t *points = nullptr;        // S, scored by each side
    std::int8_t *actions = nullptr;        // A
    std::int8_t *seats = nullptr;          // A, who acted
    Cards *legal = nullptr;                // A masks, before each action
    std::uint8_t *observations = nullptr;  // A * observed::SIZE, before each action, of who acts
};

// Plays the deals first … first + deals - 1 of a seed. Deal i is a function of the tables, the
// seed, the policy and i alone: however deals are split into calls and threads, they are the same.
void play_deals(const DealTables &tables, std::uint64_t seed, std::uint64_t first,
                std::size_t deals, SimplePolicy policy, unsigned threads, const DealRows &rows);

// Deals side by side, one action each at a step. Env i begins with the deal first + i of the seed.
class SteppedDeals {
  public:
    SteppedDeals(const DealPlan &plan, std::size_t envs);

    const DealTables &tables() const { return tables_; }
    std::size_t size() const { return states_.size(); }

    void reset(std::uint64_t seed, std::uint64_t first);
    // Each env takes its action; where the deal is over its action is ignored. With `again` a deal
    // that ends makes way for the next one of that env: `size()` further on in the seed's deals.
    // Writes for each env the points of the sides, nought unless its deal ended now, and whether it
    // did. Throws std::invalid_argument, before anything has changed, if an action is not legal.
    void step(const std::int64_t *actions, bool again, std::int16_t *points, bool *ended);

    // Who is to act in each env (NOBODY where the deal is over), and what that seat may do.
    void to_act(std::int8_t *seats, Cards *legal) const;
    // What that seat may know; with `seat` what a given one may.
    void observe(std::uint8_t *into) const;
    void observe(int seat, std::uint8_t *into) const;

    // The place of each env: the number of its deal, how many actions it has taken, and these, with
    // NO_CARD after the last. Restoring deals the cards again and plays them.
    std::uint64_t seed() const { return seed_; }
    void save(std::uint64_t *numbers, std::int16_t *taken, std::int8_t *actions) const;
    void restore(std::uint64_t seed, const std::uint64_t *numbers, const std::int16_t *taken,
                 const std::int8_t *actions);

  private:
    void open(std::size_t env, std::uint64_t number);
    void take(std::size_t env, int action);
    void check_action(std::size_t env, std::int64_t action) const;

    DealTables tables_;
    std::size_t row_;  // actions of a deal
    std::uint64_t seed_ = 0;
    std::vector<DealState> states_;
    std::vector<std::uint64_t> numbers_;
    std::vector<std::int16_t> taken_;
    std::vector<std::int8_t> actions_;
};

}  // namespace oddtrick
