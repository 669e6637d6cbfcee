#include "oddtrick/observation.hpp"

#include <cstring>

namespace oddtrick {

namespace {

void mark(Cards cards, std::uint8_t *into) {
    while (cards) into[take_lowest(cards)] = 1;
}

// The observer's way of counting seats.
struct Seen {
    const DealTables &tables;
    const DealState &state;
    int seat;
    std::uint8_t *into;

    int from_here(int other) const {
        return other >= seat ? other - seat : other - seat + tables.plan.seats;
    }
    void mark_seat(int part, int other) const {
        if (other != NOBODY) into[part + from_here(other)] = 1;
    }
};

void observe_cards(const Seen &seen) {
    const DealState &state = seen.state;
    std::uint8_t *into = seen.into;
    if (state.trump != UNKNOWN || !seen.tables.plan.blind) {
        mark(state.hands[at(seen.seat)], into + observed::HAND);
    }
    mark(state.table, into + observed::TABLE);
    for (int hand = 0; hand < state.hand; ++hand) {
        for (const Cards cards : state.dealt[at(hand)]) mark(cards, into + observed::EARLIER);
    }
    if (state.turn_up != NO_CARD) into[observed::TURN_UP + state.turn_up] = 1;
    if (state.table) into[observed::LED + suit_of(lowest(state.wanted))] = 1;
    if (state.trump != UNKNOWN) {
        into[observed::TRUMP + (state.trump == NO_TRUMP ? SUITS : state.trump)] = 1;
    }
}

void observe_seats(const Seen &seen) {
    const DealState &state = seen.state;
    const DealPlan &plan = seen.tables.plan;
    std::uint8_t *into = seen.into;
    for (int seat = 0; seat < plan.seats; ++seat) {
        const int place = seen.from_here(seat);
        const Cards held = state.hands[at(seat)], shown = state.void_in[at(seat)];
        mark(state.dealt[at(state.hand)][at(seat)] & ~held,
             into + observed::PLAYED + place * CARDS);
        for (int suit = 0; suit < SUITS; ++suit) {
            into[observed::VOIDS + place * SUITS + suit] = (shown & suit_mask(suit)) != 0;
        }
        into[observed::IN + place] = plan.in >> seat & 1;
        into[observed::SIDE + place] = plan.side_of[at(seat)] == plan.side_of[at(seen.seat)];
        into[observed::HELD + place] = static_cast<std::uint8_t>(count(held));
        into[observed::TRICKS + place] = state.tricks[at(seat)];
    }
}

void observe_turns(const Seen &seen) {
    const DealState &state = seen.state;
    const DealPlan &plan = seen.tables.plan;
    const bool choosing = state.trump == UNKNOWN;
    seen.mark_seat(observed::TO_ACT, state.to_act);
    seen.mark_seat(observed::LEADER, state.leader);
    seen.mark_seat(observed::DEALER, plan.dealer);
    if (plan.source == TrumpSource::chosen) seen.mark_seat(observed::CHOOSER, plan.chooser);
    if (plan.source == TrumpSource::last_dealt) {
        const bool last = state.hand + 1 == static_cast<int>(plan.sizes.size());
        const bool held = state.hands[at(plan.dealer)] & bit(state.turn_up);
        if (held || !last) seen.mark_seat(observed::TURN_UP_HOLDER, plan.dealer);
    }
    std::uint8_t *into = seen.into;
    into[observed::CHOOSING] = choosing;
    into[observed::TRUMPS_LED] = !plan.trumps_held_back || (!choosing && state.lead_from == PACK);
    into[observed::HAND_NUMBER] = static_cast<std::uint8_t>(state.hand);
    into[observed::HANDS] = static_cast<std::uint8_t>(plan.sizes.size());
    const int left = choosing ? plan.sizes[0] : state.left;
    into[observed::TRICK_NUMBER] = static_cast<std::uint8_t>(plan.sizes[at(state.hand)] - left);
}

}  // namespace

void observe(const DealTables &tables, const DealState &state, int seat, std::uint8_t *into) {
    std::memset(into, 0, observed::SIZE);
    if (state.to_act == NOBODY) return;
    const Seen seen{tables, state, seat, into};
    observe_cards(seen);
    observe_seats(seen);
    observe_turns(seen);
}

}  // namespace oddtrick
