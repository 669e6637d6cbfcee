#include <algorithm>
#include <stdexcept>

#include "oddtrick/policy.hpp"

namespace oddtrick {

namespace {

using Labels = std::array<std::uint8_t, CARDS>;

Cards map_cards(const Labels &labels, Cards cards) {
    Cards mapped = 0;
    while (cards) mapped |= bit(labels[at(take_lowest(cards))]);
    return mapped;
}

Labels labels_of(const DealPlan &plan, int trump) {
    check(plan);
    if (trump < NO_TRUMP || trump >= SUITS)
        throw std::invalid_argument("trumps are a suit 0 to 3, or -1 for none");
    Labels labels;
    for (int card = 0; card < CARDS; ++card) {
        const int place = plan.places[under(trump)][at(card)];
        labels[at(card)] = static_cast<std::uint8_t>(RANKS * suit_of(card) + place);
    }
    return labels;
}

// The plan in terms of labels.
DealPlan relabelled(DealPlan plan, int trump) {
    const Labels labels = labels_of(plan, trump);
    plan.pack = map_cards(labels, plan.pack);
    for (BonusCard &bonus_number : plan.bonus_cards)
        for (std::int8_t &card : bonus_number.card)
            card = static_cast<std::int8_t>(labels[at(card)]);
    for (auto &places : plan.places)
        for (int card = 0; card < CARDS; ++card)
            places[at(card)] = static_cast<std::uint8_t>(rank_of(card));
    return plan;
}

// The class of the first side's next trick, as `RelabelledDeal::next_trick_value` has it.
int trick_value_class(const DealTables &tables, int tricks) {
    const auto worth = [&](int taken) {
        return taken < tables.tricks() ? tables.plan.worth[at(taken + 1) * at(tables.keys())] -
                                             tables.plan.worth[at(taken) * at(tables.keys())]
                                       : 0;
    };
    const int next = worth(tricks);
    if (next > 0) return next < count(tables.plan.in) ? 2 : 3;
    return worth(tricks + 1) > 0;
}

}  // namespace

RelabelledDeal::RelabelledDeal(const DealPlan &plan, int trump_suit)
    : tables(relabelled(plan, trump_suit)),
      trump(trump_suit),
      trumps(trumps_of(trump_suit)),
      label_(labels_of(plan, trump_suit)) {
    for (int card = 0; card < CARDS; ++card) {
        card_[label_[at(card)]] = static_cast<std::uint8_t>(card);
        identity_ &= label_[at(card)] == card;
    }
    for (int seat = 0; seat < plan.seats; ++seat) {
        if (!(plan.in >> seat & 1)) continue;
        for (int other = 0; other < plan.seats; ++other) {
            if (other == seat || !(plan.in >> other & 1)) continue;
            auto &group = plan.side_of[at(seat)] == plan.side_of[at(other)] ? partners : opponents;
            group[at(seat)] |= 1u << other;
        }
        for (int end = 0; end < plan.seats; ++end) {
            if (!(plan.in >> end & 1)) continue;
            for (int on = tables.next[at(seat)]; on != end && on != seat; on = tables.next[at(on)])
                seats_between[at(seat)][at(end)] |= 1u << on;
        }
    }
    for (int tricks = 0; tricks <= CARDS / 2; ++tricks)
        next_trick_value[at(tricks)] = static_cast<std::uint8_t>(trick_value_class(tables, tricks));
    find_aims();
    if (trump == NO_TRUMP) return;
    for (std::size_t number = 0; number < tables.plan.bonus_cards.size(); ++number) {
        const BonusCard &given = tables.plan.bonus_cards[number];
        if (given.condition == BonusCondition::dealt) continue;
        const int card = given.card[at(trump)];
        bonus_mask |= bit(card);
        bonus_number[at(card)] = static_cast<std::uint8_t>(number + 1);
        if (static_cast<int>(number) == plan.special_bonus) special_card = bit(card);
    }
}

void RelabelledDeal::find_aims() {
    const DealPlan &plan = tables.plan;
    const int most = tables.tricks();
    const auto worth = [&](int side, int tricks) {
        return plan.worth[at(side * (most + 1) + tricks) * at(tables.keys())];
    };
    if (tables.keys() > 1) return;
    for (int side = 0; side < plan.sides; ++side)
        for (int tricks = 0; tricks < most; ++tricks)
            has_aims |= worth(side, tricks + 1) < worth(side, tricks);
    if (!has_aims) return;
    for (int side = 0; side < plan.sides; ++side) {
        for (int won = 0; won <= most; ++won) {
            for (int left = 0; left <= most; ++left) {
                const int last = std::min(most, won + left);
                int best = won, worst = won;
                for (int tricks = won + 1; tricks <= last; ++tricks) {
                    if (worth(side, tricks) > worth(side, best)) best = tricks;
                    if (worth(side, tricks) < worth(side, worst)) worst = tricks;
                }
                const bool same = worth(side, best) == worth(side, worst);
                wanted_.push_back(static_cast<std::int8_t>(same ? -1 : best - won));
            }
        }
    }
}

int RelabelledDeal::tricks_wanted(const DealState &deal, std::size_t seat) const {
    const DealPlan &plan = tables.plan;
    const int most = tables.tricks(), side = plan.side_of[seat];
    int won = 0, left = most;
    for (int other = 0; other < plan.seats; ++other) {
        left -= deal.tricks[at(other)];
        won += plan.side_of[at(other)] == side ? deal.tricks[at(other)] : 0;
    }
    return wanted_[at((side * (most + 1) + won) * (most + 1) + left)];
}

Cards RelabelledDeal::to_label(Cards cards) const {
    return identity_ ? cards : map_cards(label_, cards);
}

void play(const RelabelledDeal &relabelled, PlayState &state, int card) {
    DealState &deal = state.deal;
    PublicHistory &history = state.history;
    const std::size_t suit = at(suit_of(card));
    const int seat = deal.to_act, hand = deal.hand;
    history.played |= bit(card);
    if (deal.played == 0) {
        ++history.times_led[suit];
        if (history.first_led_by[suit] == NOBODY)
            history.first_led_by[suit] = static_cast<std::int8_t>(seat);
    } else if (!(deal.wanted & bit(card))) {
        history.void_seats[at(suit_of(lowest(deal.wanted)))] |=
            static_cast<std::uint8_t>(1u << seat);
    }
    play_card(relabelled.tables, deal, card);
    if (deal.hand == hand) return;
    const Cards played = history.played;
    history = {};
    history.played = played;
}

}  // namespace oddtrick
