#include <algorithm>
#include <stdexcept>

#include "oddtrick/habits.hpp"

namespace oddtrick {

namespace {

constexpr int TEN = 8;

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

// The plan in which the labels are the cards.
DealPlan relabelled(DealPlan plan, int trump) {
    const Labels labels = labels_of(plan, trump);
    plan.pack = map_cards(labels, plan.pack);
    for (Mark &mark : plan.marks)
        for (std::int8_t &card : mark.card) card = static_cast<std::int8_t>(labels[at(card)]);
    for (auto &places : plan.places)
        for (int card = 0; card < CARDS; ++card)
            places[at(card)] = static_cast<std::uint8_t>(rank_of(card));
    return plan;
}

// What the first side's trick after so many is worth, as `Setting::step` has it.
int step_of(const DealTables &tables, int tricks) {
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

Setting::Setting(const DealPlan &plan, int trump_suit)
    : tables(relabelled(plan, trump_suit)),
      trump(trump_suit),
      trumps(trumps_of(trump_suit)),
      label_(labels_of(plan, trump_suit)) {
    for (int card = 0; card < CARDS; ++card) {
        printed_[label_[at(card)]] = static_cast<std::uint8_t>(card);
        plain_ &= label_[at(card)] == card;
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
                between[at(seat)][at(end)] |= 1u << on;
        }
    }
    for (int tricks = 0; tricks <= CARDS / 2; ++tricks)
        step[at(tricks)] = static_cast<std::uint8_t>(step_of(tables, tricks));
    if (trump == NO_TRUMP) return;
    for (std::size_t number = 0; number < tables.plan.marks.size(); ++number) {
        const Mark &given = tables.plan.marks[number];
        if (given.kind == MarkKind::dealt) continue;
        const int card = given.card[at(trump)];
        marked |= bit(card);
        mark[at(card)] = static_cast<std::uint8_t>(number + 1);
        if (rank_of(printed_[at(card)]) == TEN) ten = bit(card);
    }
}

Cards Setting::labelled(Cards cards) const { return plain_ ? cards : map_cards(label_, cards); }

void play(const Setting &setting, Scene &scene, int card) {
    DealState &deal = scene.deal;
    Memory &memory = scene.memory;
    const std::size_t suit = at(suit_of(card));
    const int seat = deal.to_act, hand = deal.hand;
    memory.gone |= bit(card);
    if (deal.played == 0) {
        ++memory.times_led[suit];
        if (memory.first_led_by[suit] == NOBODY)
            memory.first_led_by[suit] = static_cast<std::int8_t>(seat);
    } else if (!(deal.wanted & bit(card))) {
        memory.void_seats[at(suit_of(lowest(deal.wanted)))] |= static_cast<std::uint8_t>(1u << seat);
    }
    play_card(setting.tables, deal, card);
    if (deal.hand == hand) return;
    const Cards gone = memory.gone;
    memory = {};
    memory.gone = gone;
}

}  // namespace oddtrick
