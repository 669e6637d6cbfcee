#include "oddtrick/self_play.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace oddtrick {

namespace {

int longest_suit(Cards hand) {
    int longest = 0;
    for (int suit = 1; suit < SUITS; ++suit)
        if (count(hand & suit_mask(suit)) >= count(hand & suit_mask(longest))) longest = suit;
    return longest;
}

// Deals played by a policy at each seat.
class SelfPlay {
  public:
    SelfPlay(const DealPlan &plan, const std::vector<const Policy *> &policy, int temperature)
        : plan_(plan), dealing_(plan), policy_(policy), temperature_(temperature) {
        for (int trump = NO_TRUMP; trump < SUITS; ++trump) by_trump_.emplace_back(plan, trump);
        if (policy.size() != at(plan.seats))
            throw std::invalid_argument("each seat needs a policy");
        for (const Policy *one : policy) check_policy(*one);
    }

    const RelabelledDeal &relabelled(const PlayState &state) const {
        return by_trump_[at(state.deal.trump + 1)];
    }

    PlayState deal(Random &random) const {
        PlayState state{};
        deal_out(dealing_, state.deal, random);
        if (state.deal.trump == UNKNOWN)
            choose_trumps(dealing_, state.deal, longest_suit(state.deal.hands[at(plan_.chooser)]));
        const RelabelledDeal &here = relabelled(state);
        for (auto &hand : state.deal.dealt)
            for (Cards &cards : hand) cards = here.to_label(cards);
        if (int turn_up = state.deal.turn_up; turn_up != NO_CARD)
            state.deal.turn_up = static_cast<std::int8_t>(here.to_label(turn_up));
        open_hand(here.tables, state.deal, 0);
        return state;
    }

    int card(const PlayState &state, Random &random) const {
        return choose_card(relabelled(state), *policy_[at(state.deal.to_act)], state, temperature_,
                           random);
    }

    void finish_deal(PlayState &state, Random &random) const {
        const RelabelledDeal &here = relabelled(state);
        while (state.deal.to_act != NOBODY) play(here, state, card(state, random));
    }

    void count_up(const PlayState &state, std::int16_t *points, std::int8_t *tricks) const {
        count_points(relabelled(state).tables, state.deal, points);
        std::copy_n(state.deal.tricks.begin(), plan_.seats, tricks);
    }

  private:
    const DealPlan &plan_;
    DealTables dealing_;
    const std::vector<const Policy *> &policy_;
    int temperature_;
    std::vector<RelabelledDeal> by_trump_;
};

// Rolls out each of these cards. All of them share one random stream, so that the difference of two
// outcomes is due to the cards and not to luck.
void add_choice(const SelfPlay &table, const DealPlan &plan, const PlayState &before, Cards cards,
                const Random &rollouts, TrainingData &data) {
    const std::size_t row = data.features.size();
    const auto size = at(count(cards));
    data.features.resize(row + size * MAX_FEATURES);
    list_features(table.relabelled(before), before, cards, data.features.data() + row);
    data.seats.push_back(before.deal.to_act);
    data.sizes.push_back(static_cast<std::int8_t>(size));
    while (cards) {
        PlayState state = before;
        Random same = rollouts;
        play(table.relabelled(state), state, take_lowest(cards));
        table.finish_deal(state, same);
        data.points.resize(data.points.size() + at(plan.sides));
        data.tricks.resize(data.tricks.size() + at(plan.seats));
        table.count_up(state, &data.points.back() + 1 - plan.sides,
                       &data.tricks.back() + 1 - plan.seats);
    }
}

}  // namespace

void play_deals_by_policy(const DealPlan &plan, const std::vector<const Policy *> &policy,
                          int temperature, std::uint64_t seed, std::uint64_t first,
                          std::size_t deals, std::span<std::int16_t> points,
                          std::span<std::int8_t> tricks) {
    const SelfPlay table(plan, policy, temperature);
    if (points.size() != deals * at(plan.sides) || tricks.size() != deals * at(plan.seats))
        throw std::invalid_argument("points and tricks need a row for each deal");
    for (std::size_t deal = 0; deal < deals; ++deal) {
        Random random(seed, first + deal);
        PlayState state = table.deal(random);
        table.finish_deal(state, random);
        table.count_up(state, points.data() + deal * at(plan.sides),
                       tricks.data() + deal * at(plan.seats));
    }
}

TrainingData collect_training_data(const DealPlan &plan, const std::vector<const Policy *> &policy,
                                   int temperature, unsigned learners, std::uint64_t seed,
                                   std::uint64_t first, std::size_t deals) {
    const SelfPlay table(plan, policy, temperature);
    TrainingData data;
    for (std::size_t deal = 0; deal < deals; ++deal) {
        Random random(seed, first + deal);
        PlayState state = table.deal(random);
        while (state.deal.to_act != NOBODY) {
            const RelabelledDeal &relabelled = table.relabelled(state);
            const Cards cards = choices(relabelled, state);
            if (learners >> state.deal.to_act & 1 && cards & (cards - 1)) {
                // A stream of its own: the rollouts must not advance the stream of the deal.
                const Random rollouts(random.next());
                add_choice(table, plan, state, cards, rollouts, data);
            }
            play(relabelled, state, table.card(state, random));
        }
    }
    return data;
}

}  // namespace oddtrick
