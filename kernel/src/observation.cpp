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
        into[observed::SIDE + place] = plan.seen_side_of[at(seat)] == plan.seen_side_of[at(writer.seat)];
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
        if (!state.exchanged && (held || !last))
            writer.mark_seat(observed::TURN_UP_HOLDER, plan.dealer);
    }
    if (plan.stock && state.turn_up != NO_CARD) {
        for (int seat = 0; seat < plan.seats; ++seat) {
            if (state.hands[at(seat)] & bit(state.turn_up))
                writer.mark_seat(observed::TURN_UP_HOLDER, seat);
        }
    }
    std::uint8_t *into = writer.into;
    into[observed::CHOOSING] = choosing;
    into[observed::TRUMPS_LED] = !plan.trumps_held_back || (!choosing && state.lead_from == PACK);
    into[observed::HAND_NUMBER] = static_cast<std::uint8_t>(state.hand);
    into[observed::HANDS] = static_cast<std::uint8_t>(plan.sizes.size());
    const int tricks = choosing ? 0 : complete_tricks(writer.tables, state);
    into[observed::TRICK_NUMBER] = static_cast<std::uint8_t>(tricks);
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

void observe_stock(const DealTables &tables, const DealState &state, int seat, std::uint8_t *into) {
    std::memset(into, 0, stock_observed::SIZE);
    const DealPlan &plan = tables.plan;
    if (state.to_act == NOBODY || !plan.stock) return;
    const ObservationWriter writer{tables, state, seat, into};
    const int players = tables.players, gone = tables.draws * players - state.stock_left;
    const auto shown = [&](int card) { return plan.stock_open || card == state.turn_up; };
    into[stock_observed::LEFT] = static_cast<std::uint8_t>(state.stock_left);
    if (state.stock_left && shown(state.stock[at(gone)]))
        into[stock_observed::TOP + state.stock[at(gone)]] = 1;
    for (int trick = 0; trick < gone / players; ++trick) {
        int drawer = state.drawn_first_by[at(trick)];
        for (int place = 0; place < players; ++place, drawer = tables.next[at(drawer)]) {
            const int card = state.stock[at(trick * players + place)];
            if (drawer != seat && (place || !shown(card))) continue;
            into[stock_observed::DRAWN + writer.from_here(drawer) * CARDS + card] =
                static_cast<std::uint8_t>(trick + 1);
        }
    }
}

void observe_order(const DealTables &tables, const DealState &state, int seat,
                   const std::int8_t *actions, int taken, std::uint8_t *into) {
    std::memset(into, 0, order_observed::SIZE);
    if (state.to_act == NOBODY || state.trump == UNKNOWN) return;
    const ObservationWriter writer{tables, state, seat, into};
    const int players = tables.players;
    const int plays = complete_tricks(tables, state) * players + state.played;
    const std::int8_t *played = actions + taken - plays;
    const auto &power = tables.power[under(state.trump)];
    const auto number = [&](int other) {
        return static_cast<std::uint8_t>(writer.from_here(other) + 1);
    };
    int leader = tables.leader;
    for (int trick = 0; played < actions + taken; ++trick) {
        into[order_observed::LED_BY + trick] = number(leader);
        const Cards counting = SUIT_OF_CARD[at(*played)] | trumps_of(state.trump);
        int player = leader, best = leader, place = 0;
        std::uint32_t most = 0;
        for (; place < players && played < actions + taken; ++place, ++played) {
            into[order_observed::PLAYED_IN + writer.from_here(player) * CARDS + *played] =
                static_cast<std::uint8_t>(trick + 1);
            if (counting >> *played & 1 && power[at(*played)] > most)
                most = power[at(*played)], best = player;
            player = tables.next[at(player)];
        }
        if (place == players) into[order_observed::WON_BY + trick] = number(best);
        leader = best;
    }
}

}  // namespace oddtrick
