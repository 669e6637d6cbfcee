#include "oddtrick/observation.hpp"

#include <cstring>

namespace oddtrick {

namespace {

void set_flags(Cards cards, std::uint8_t *into) {
    while (cards) into[take_lowest(cards)] = 1;
}

// Writes an observation with seats counted from the observer.
struct ObservationWriter {
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

void observe_cards(const ObservationWriter &writer) {
    const DealState &state = writer.state;
    std::uint8_t *into = writer.into;
    if (state.trump != UNKNOWN || !writer.tables.plan.blind) {
        set_flags(state.hands[at(writer.seat)], into + observed::HAND);
    }
    set_flags(state.table, into + observed::TABLE);
    for (int hand = 0; hand < state.hand; ++hand) {
        for (const Cards cards : state.dealt[at(hand)]) set_flags(cards, into + observed::EARLIER);
    }
    if (state.turn_up != NO_CARD) into[observed::TURN_UP + state.turn_up] = 1;
    if (state.table) into[observed::LED + suit_of(lowest(state.wanted))] = 1;
    if (state.trump != UNKNOWN) {
        into[observed::TRUMP + (state.trump == NO_TRUMP ? SUITS : state.trump)] = 1;
    }
}

void observe_seats(const ObservationWriter &writer) {
    const DealState &state = writer.state;
    const DealPlan &plan = writer.tables.plan;
    std::uint8_t *into = writer.into;
    for (int seat = 0; seat < plan.seats; ++seat) {
        const int place = writer.from_here(seat);
        const Cards held = state.hands[at(seat)], shown = state.void_in[at(seat)];
        set_flags(state.dealt[at(state.hand)][at(seat)] & ~held,
                  into + observed::PLAYED + place * CARDS);
        for (int suit = 0; suit < SUITS; ++suit) {
            into[observed::VOIDS + place * SUITS + suit] = (shown & suit_mask(suit)) != 0;
        }
        into[observed::IN + place] = plan.in >> seat & 1;
        into[observed::SIDE + place] = plan.side_of[at(seat)] == plan.side_of[at(writer.seat)];
        into[observed::HELD + place] = static_cast<std::uint8_t>(count(held));
        into[observed::TRICKS + place] = state.tricks[at(seat)];
    }
}

void observe_turns(const ObservationWriter &writer) {
    const DealState &state = writer.state;
    const DealPlan &plan = writer.tables.plan;
    const bool choosing = state.trump == UNKNOWN;
    writer.mark_seat(observed::TO_ACT, state.to_act);
    writer.mark_seat(observed::LEADER, state.leader);
    writer.mark_seat(observed::DEALER, plan.dealer);
    if (plan.source == TrumpSource::chosen) writer.mark_seat(observed::CHOOSER, plan.chooser);
    if (plan.source == TrumpSource::last_dealt) {
        const bool last = state.hand + 1 == static_cast<int>(plan.sizes.size());
        const bool held = state.hands[at(plan.dealer)] & bit(state.turn_up);
        if (held || !last) writer.mark_seat(observed::TURN_UP_HOLDER, plan.dealer);
    }
    std::uint8_t *into = writer.into;
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
    const ObservationWriter writer{tables, state, seat, into};
    observe_cards(writer);
    observe_seats(writer);
    observe_turns(writer);
}

}  // namespace oddtrick
