#include <algorithm>
#include <stdexcept>
#include <string>

#include "oddtrick/playout.hpp"

namespace oddtrick {

namespace {

std::string name_of(int action) {
    const int suit = action < CARDS ? suit_of(action) : action - CARDS;
    std::string name;
    if (action < CARDS) name += "23456789TJQKA"[at(rank_of(action))];
    name += "CDHS"[at(suit)];
    if (action >= CARDS) name += " for trumps";
    return name;
}

std::string names_of(Cards actions) {
    std::string names;
    while (actions) {
        if (!names.empty()) names += ' ';
        names += name_of(take_lowest(actions));
    }
    return names;
}

}  // namespace

SteppedDeals::SteppedDeals(const DealPlan &plan, std::size_t envs, bool calls)
    : plans_{DealTables(plan)},
      calls_(calls),
      plan_of_(envs),
      waits_(envs),
      row_(at(plans_[0].actions())),
      states_(envs),
      numbers_(envs),
      taken_(envs),
      actions_(envs * row_) {
    reset(0, 0);
}

void SteppedDeals::open(std::size_t env, std::uint64_t number) {
    Random random(seed_, number);
    deal_out(plans_[0], states_[env], random);
    plan_of_[env] = 0;
    waits_[env] = calls_;
    if (calls_) states_[env].to_act = NOBODY;
    numbers_[env] = number;
    taken_[env] = 0;
    std::fill_n(actions_.begin() + static_cast<std::ptrdiff_t>(env * row_), row_,
                static_cast<std::int8_t>(NO_CARD));
}

void SteppedDeals::take(std::size_t env, const DealTables &tables, int action) {
    actions_[env * row_ + at(taken_[env]++)] = static_cast<std::int8_t>(action);
    act(tables, states_[env], action);
}

void SteppedDeals::check_action(std::size_t env, std::int64_t action) const {
    const DealState &state = states_[env];
    const Cards legal = legal_actions(state);
    if (action >= 0 && action < ACTIONS && legal >> action & 1) return;
    const std::string where = "env " + std::to_string(env) + ": ";
    const std::string could = waits_[env]              ? "its calls are not over"
                              : state.to_act == NOBODY ? "its deal is over"
                                                     : "seat " + std::to_string(state.to_act) +
                                                           " may play " + names_of(legal);
    if (action < 0 || action >= ACTIONS) {
        throw std::invalid_argument(where + std::to_string(action) +
                                    " is not an action, these are 0 to 55; " + could);
    }
    throw std::invalid_argument(where + name_of(static_cast<int>(action)) + " (" +
                                std::to_string(action) + ") is not legal, " + could);
}

void SteppedDeals::reset(std::uint64_t seed, std::uint64_t first) {
    seed_ = seed;
    for (std::size_t env = 0; env < size(); ++env) open(env, first + env);
}

void SteppedDeals::step(const std::int64_t *actions, const bool *chosen, bool again,
                        std::int16_t *points, bool *ended) {
    const auto acts = [&](std::size_t env) {
        return states_[env].to_act != NOBODY && (!chosen || chosen[env]);
    };
    // All are checked before one is taken: an error leaves every deal as it was.
    for (std::size_t env = 0; env < size(); ++env) {
        if (acts(env)) check_action(env, actions[env]);
    }
    const std::size_t sides = at(plans_[0].plan.sides);
    const DealTables *plans = plans_.data();
    const bool calls = calls_;
    for (std::size_t env = 0; env < size(); ++env, points += sides) {
        DealState &state = states_[env];
        const bool under_way = acts(env);
        const DealTables &tables = plans[calls ? plan_of_[env] : 0];
        if (under_way) take(env, tables, static_cast<int>(actions[env]));
        ended[env] = under_way && state.to_act == NOBODY;
        std::fill_n(points, sides, std::int16_t{0});  // a contract may have fewer sides
        if (ended[env]) count_points(tables, state, points);
        if (again && state.to_act == NOBODY && !waits_[env]) open(env, numbers_[env] + size());
    }
}

void SteppedDeals::renew(const bool *chosen) {
    for (std::size_t env = 0; env < size(); ++env) {
        if (chosen[env]) open(env, numbers_[env] + size());
    }
}

void SteppedDeals::to_act(std::int8_t *seats, Cards *legal) const {
    for (std::size_t env = 0; env < size(); ++env) {
        seats[env] = states_[env].to_act;
        legal[env] = legal_actions(states_[env]);
    }
}

int SteppedDeals::add_plan(const DealPlan &plan) {
    DealTables tables(plan);
    check_fit(plans_[0], tables);
    plans_.push_back(std::move(tables));
    return static_cast<int>(plans_.size()) - 1;
}

void SteppedDeals::check_waits(std::size_t env) const {
    if (env >= size() || !waits_[env])
        throw std::invalid_argument("env " + std::to_string(env) + " waits for no calls");
}

void SteppedDeals::begin(std::size_t env, int plan, const Cards *held) {
    check_waits(env);
    if (plan < 0 || at(plan) >= plans_.size())
        throw std::invalid_argument("there is no plan " + std::to_string(plan));
    open_play(plans_[at(plan)], states_[env], held);
    plan_of_[env] = static_cast<std::uint32_t>(plan);
    waits_[env] = false;
}

void SteppedDeals::throw_in(std::size_t env) {
    check_waits(env);
    waits_[env] = false;
}

void SteppedDeals::waiting(std::uint64_t *numbers, bool *waits) const {
    std::copy(numbers_.begin(), numbers_.end(), numbers);
    for (std::size_t env = 0; env < size(); ++env) waits[env] = waits_[env] != 0;
}

void SteppedDeals::dealt(std::size_t env, Cards *hands, std::int8_t *turn_up,
                         std::int8_t *stock) const {
    check_waits(env);
    const DealState &state = states_[env];
    const DealPlan &plan = plans_[0].plan;
    for (std::size_t hand = 0; hand < plan.sizes.size(); ++hand, hands += plan.seats)
        std::copy_n(state.dealt[hand].begin(), plan.seats, hands);
    *turn_up = state.turn_up;
    std::copy_n(state.stock.begin(), state.stock_left, stock);
}

void SteppedDeals::hands(Cards *into) const {
    for (const DealState &state : states_) {
        std::copy_n(state.hands.begin(), plans_[0].plan.seats, into);
        into += plans_[0].plan.seats;
    }
}

void SteppedDeals::observe(std::uint8_t *into) const {
    for (std::size_t env = 0; env < size(); ++env, into += observed::SIZE)
        oddtrick::observe(tables_of(env), states_[env], states_[env].to_act, into);
}

void SteppedDeals::check_seat(int seat) const {
    const int seats = plans_[0].plan.seats;
    if (seat >= 0 && seat < seats) return;
    throw std::invalid_argument("there is no seat " + std::to_string(seat) +
                                ": the seats are 0 to " + std::to_string(seats - 1));
}

void SteppedDeals::observe(int seat, std::uint8_t *into) const {
    check_seat(seat);
    for (std::size_t env = 0; env < size(); ++env, into += observed::SIZE)
        oddtrick::observe(tables_of(env), states_[env], seat, into);
}

void SteppedDeals::observe_more(int seat, std::uint8_t *stock, std::uint8_t *order) const {
    if (seat != NOBODY) check_seat(seat);
    for (std::size_t env = 0; env < size(); ++env) {
        const DealState &state = states_[env];
        const int from = seat == NOBODY ? state.to_act : seat;
        if (stock) {
            observe_stock(tables_of(env), state, from, stock);
            stock += stock_observed::SIZE;
        }
        if (order) {
            observe_order(tables_of(env), state, from, actions_.data() + env * row_, taken_[env],
                          order);
            order += order_observed::SIZE;
        }
    }
}

void SteppedDeals::save(std::uint64_t *numbers, std::int16_t *taken, std::int8_t *actions) const {
    std::copy(numbers_.begin(), numbers_.end(), numbers);
    std::copy(taken_.begin(), taken_.end(), taken);
    std::copy(actions_.begin(), actions_.end(), actions);
}

void SteppedDeals::restore(std::uint64_t seed, const std::uint64_t *numbers,
                           const std::int16_t *taken, const std::int8_t *actions) {
    SteppedDeals restored(*this);  // a copy, so that an error changes nothing
    restored.seed_ = seed;
    for (std::size_t env = 0; env < size(); ++env) {
        if (taken[env] < 0 || at(taken[env]) > row_) {
            throw std::invalid_argument("env " + std::to_string(env) + ": " +
                                        std::to_string(taken[env]) +
                                        " actions are taken, not 0 to " + std::to_string(row_));
        }
        restored.open(env, numbers[env]);
        for (std::size_t number = 0; number < at(taken[env]); ++number) {
            const int action = actions[env * row_ + number];
            restored.check_action(env, action);
            restored.take(env, restored.tables_of(env), action);
        }
    }
    *this = std::move(restored);
}

}  // namespace oddtrick
