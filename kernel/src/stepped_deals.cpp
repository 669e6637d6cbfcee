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

SteppedDeals::SteppedDeals(const DealPlan &plan, std::size_t envs)
    : tables_(plan),
      row_(at(tables_.actions())),
      states_(envs),
      numbers_(envs),
      taken_(envs),
      actions_(envs * row_) {
    reset(0, 0);
}

void SteppedDeals::open(std::size_t env, std::uint64_t number) {
    Random random(seed_, number);
    deal_out(tables_, states_[env], random);
    numbers_[env] = number;
    taken_[env] = 0;
    std::fill_n(actions_.begin() + static_cast<std::ptrdiff_t>(env * row_), row_,
                static_cast<std::int8_t>(NO_CARD));
}

void SteppedDeals::take(std::size_t env, int action) {
    actions_[env * row_ + at(taken_[env]++)] = static_cast<std::int8_t>(action);
    act(tables_, states_[env], action);
}

void SteppedDeals::check_action(std::size_t env, std::int64_t action) const {
    const DealState &state = states_[env];
    const Cards legal = legal_actions(state);
    if (action >= 0 && action < ACTIONS && legal >> action & 1) return;
    const std::string where = "env " + std::to_string(env) + ": ";
    const std::string could = state.to_act == NOBODY ? "its deal is over"
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
    const std::size_t sides = at(tables_.plan.sides);
    for (std::size_t env = 0; env < size(); ++env, points += sides) {
        DealState &state = states_[env];
        const bool under_way = acts(env);
        if (under_way) take(env, static_cast<int>(actions[env]));
        ended[env] = under_way && state.to_act == NOBODY;
        if (ended[env])
            count_points(tables_, state, points);
        else
            std::fill_n(points, sides, std::int16_t{0});
        if (again && state.to_act == NOBODY) open(env, numbers_[env] + size());
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

void SteppedDeals::observe(std::uint8_t *into) const {
    for (const DealState &state : states_) {
        oddtrick::observe(tables_, state, state.to_act, into);
        into += observed::SIZE;
    }
}

void SteppedDeals::observe(int seat, std::uint8_t *into) const {
    if (seat < 0 || seat >= tables_.plan.seats) {
        throw std::invalid_argument("there is no seat " + std::to_string(seat) +
                                    ": the seats are 0 to " +
                                    std::to_string(tables_.plan.seats - 1));
    }
    for (const DealState &state : states_) {
        oddtrick::observe(tables_, state, seat, into);
        into += observed::SIZE;
    }
}

void SteppedDeals::save(std::uint64_t *numbers, std::int16_t *taken, std::int8_t *actions) const {
    std::copy(numbers_.begin(), numbers_.end(), numbers);
    std::copy(taken_.begin(), taken_.end(), taken);
    std::copy(actions_.begin(), actions_.end(), actions);
}

void SteppedDeals::restore(std::uint64_t seed, const std::uint64_t *numbers,
                           const std::int16_t *taken, const std::int8_t *actions) {
    SteppedDeals restored(tables_.plan, size());  // a copy, so that an error changes nothing
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
            restored.take(env, action);
        }
    }
    *this = std::move(restored);
}

}  // namespace oddtrick
