// Whole deals in batches, and deals stepped side by side as environments.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "oddtrick/deal.hpp"
#include "oddtrick/observation.hpp"
#include "oddtrick/simple_policy.hpp"

namespace oddtrick {

// The output arrays, one row for each deal; a null array is not written.
// A deal has A = tables.actions() actions, P seats, S sides and H separate hands.
struct DealRows {
    Cards *dealt = nullptr;          // H * P masks
    std::int8_t *turn_up = nullptr;  // a card, or NO_CARD
    std::int8_t *stock = nullptr;    // as many cards as are drawn, the top one first
    std::int8_t *trump = nullptr;    // a suit, or NO_TRUMP
    std::int8_t *tricks = nullptr;   // P, won by each seat
    std::int16_t *points = nullptr;  // S, scored by each side
    std::int8_t *actions = nullptr;  // A
    std::int8_t *seats = nullptr;    // A, the acting seats
    Cards *legal = nullptr;          // A masks, before each action
    std::uint8_t *observations =
        nullptr;  // A * observed::SIZE, of the acting seat before each action
    std::uint8_t *order = nullptr;  // A * order_observed::SIZE, likewise; needs `actions`
};

// The plan of the contract of each deal, an index, or UNPLAYED for a deal that is thrown in; and the
// cards that each seat holds as its play begins, or null if they are those dealt.
inline constexpr std::int32_t UNPLAYED = -1;
struct Contracts {
    const std::vector<DealTables> &tables;
    const std::int32_t *plans;
    const Cards *held;
};

// Throws std::invalid_argument if a deal that was dealt by one plan can't be played by another.
void check_fit(const DealTables &dealt, const DealTables &played);

// Deals the cards of the deals first … first + deals - 1 of a seed, and plays none: rows other than
// the cards stay as they are.
void deal_cards(const DealTables &tables, std::uint64_t seed, std::uint64_t first,
                std::size_t deals, const DealRows &rows);

// Plays the deals first … first + deals - 1 of a seed. Deal i is a function of the tables, the
// seed, the policy, its contract and i alone, however the deals are split into calls and threads.
void play_deals(const DealTables &tables, std::uint64_t seed, std::uint64_t first,
                std::size_t deals, SimplePolicy policy, unsigned threads, const DealRows &rows,
                const Contracts *contracts = nullptr);

// Deals side by side, each taking one action at a step. Env i starts with deal first + i of the
// seed. With calls a deal waits, once its cards are dealt, until its play is begun or it is thrown
// in: meanwhile no seat is to act.
class SteppedDeals {
  public:
    SteppedDeals(const DealPlan &plan, std::size_t envs, bool calls = false);

    const DealTables &tables() const { return plans_[0]; }
    std::size_t size() const { return states_.size(); }

    void reset(std::uint64_t seed, std::uint64_t first);
    // Takes the action of each chosen env, or of all if `chosen` is null; the action of an env whose
    // deal is over is ignored. With `again` an env whose deal ends goes on to its next deal, `size()` further on in the seed.
    // Writes the points of each side, 0 unless the deal of the env ended now, and whether it ended.
    // Throws std::invalid_argument, before any change, if an action is illegal.
    void step(const std::int64_t *actions, const bool *chosen, bool again, std::int16_t *points,
              bool *ended);
    // Goes on to the next deal in each chosen env.
    void renew(const bool *chosen);

    // Adds the plan of a contract, and returns its number.
    int add_plan(const DealPlan &plan);
    // Begins the play of a deal that waits, by the number of its plan; with these cards of each
    // seat, if some have been exchanged.
    void begin(std::size_t env, int plan, const Cards *held);
    // Ends a deal that waits, without play.
    void throw_in(std::size_t env);
    // The number of the deal of each env, and whether it waits.
    void waiting(std::uint64_t *numbers, bool *waits) const;
    // The cards of a deal that waits, as `deal_cards` writes them.
    void dealt(std::size_t env, Cards *hands, std::int8_t *turn_up, std::int8_t *stock) const;
    // The cards that each seat holds in each env.
    void hands(Cards *into) const;

    // The seat to act in each env (NOBODY once the deal is over), and its legal actions.
    void to_act(std::int8_t *seats, Cards *legal) const;
    // The observation of the seat to act in each env, or of a given seat.
    void observe(std::uint8_t *into) const;
    void observe(int seat, std::uint8_t *into) const;
    // The same of the stock and of the order of tricks; for NOBODY of the seat to act. A null array
    // is not written.
    void observe_more(int seat, std::uint8_t *stock, std::uint8_t *order) const;

    // The state of each env: the number of its deal, the number of actions taken, and the actions,
    // padded with NO_CARD. Restoring deals the cards again and replays the actions.
    std::uint64_t seed() const { return seed_; }
    void save(std::uint64_t *numbers, std::int16_t *taken, std::int8_t *actions) const;
    void restore(std::uint64_t seed, const std::uint64_t *numbers, const std::int16_t *taken,
                 const std::int8_t *actions);

  private:
    void open(std::size_t env, std::uint64_t number);
    void take(std::size_t env, const DealTables &tables, int action);
    void check_action(std::size_t env, std::int64_t action) const;
    void check_waits(std::size_t env) const;
    void check_seat(int seat) const;
    const DealTables &tables_of(std::size_t env) const {
        return plans_[calls_ ? plan_of_[env] : 0];
    }

    std::vector<DealTables> plans_;  // that of the game, then those of contracts
    bool calls_;
    std::vector<std::uint32_t> plan_of_;
    std::vector<std::uint8_t> waits_;
    std::size_t row_;  // actions of a deal
    std::uint64_t seed_ = 0;
    std::vector<DealState> states_;
    std::vector<std::uint64_t> numbers_;
    std::vector<std::int16_t> taken_;
    std::vector<std::int8_t> actions_;
};

}  // namespace oddtrick
