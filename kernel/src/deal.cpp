#include "oddtrick/deal.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include "nth_card.hpp"

namespace oddtrick {

namespace {

int draw_below(Random &random, int n) {
    return static_cast<int>(random.below(static_cast<std::uint32_t>(n)));
}

// Deals one separate hand from the pack, seat by seat from the eldest hand to the dealer.
int deal_hand(const DealTables &tables, DealState &state, int hand, int from,
              std::array<std::uint8_t, CARDS> &pack, Random &random) {
    const int size = tables.plan.sizes[at(hand)];
    int seat = tables.eldest;
    state.dealt[at(hand)].fill(0);
    for (int place = 0; place < tables.players; ++place, seat = tables.next[at(seat)]) {
        Cards cards = 0;
        for (const int end = from + size; from < end; ++from) {
            // The last seat takes what is left if the pack is used up: no draw is needed.
            const int rest = tables.pack_size - from;
            const int drawn = from + (rest == end - from ? 0 : draw_below(random, rest));
            cards |= bit(pack[at(drawn)]);
            pack[at(drawn)] = pack[at(from)];
        }
        state.dealt[at(hand)][at(seat)] = cards;
    }
    return from;
}

// Turns up a card for trumps; one that nobody holds goes to the place after the cards dealt.
void turn_up(const DealTables &tables, DealState &state, int dealt,
             std::array<std::uint8_t, CARDS> &pack, Random &random) {
    const DealPlan &plan = tables.plan;
    if (plan.source == TrumpSource::last_dealt) {
        // A hand is a set without an order: any of its cards may have been the last.
        const IndexedCards own(state.dealt[plan.sizes.size() - 1][at(plan.dealer)]);
        state.turn_up = static_cast<std::int8_t>(own.nth(draw_below(random, own.size())));
    } else {
        const int drawn = dealt + draw_below(random, tables.pack_size - dealt);
        state.turn_up = static_cast<std::int8_t>(pack[at(drawn)]);
        std::swap(pack[at(drawn)], pack[at(dealt)]);
    }
    state.trump = static_cast<std::int8_t>(suit_of(state.turn_up));
}

// Puts the cards that are left into the stock, in a random order after the card turned up.
void lay_stock(const DealTables &tables, DealState &state, int dealt,
               std::array<std::uint8_t, CARDS> &pack, Random &random) {
    const int size = tables.pack_size - dealt;
    for (int place = 0; place < size; ++place) {
        const int from = dealt + place;
        const bool shown = place == 0 && state.turn_up != NO_CARD;
        const int drawn = shown ? from : from + draw_below(random, size - place);
        std::swap(pack[at(from)], pack[at(drawn)]);
        state.stock[at(place)] = static_cast<std::int8_t>(pack[at(from)]);
    }
    state.stock_left = static_cast<std::int8_t>(size);
}

// The key of a side: a bit for each bonus card that counts for it.
std::size_t key_of(const DealTables &tables, const DealState &state, Cards taken, Cards dealt) {
    if (state.trump < 0) return 0;
    std::size_t key = 0;
    for (std::size_t number = 0; number < tables.plan.bonus_cards.size(); ++number) {
        const BonusCard &bonus = tables.plan.bonus_cards[number];
        const Cards card = bit(bonus.card[at(state.trump)]);
        const Cards cards = bonus.condition == BonusCondition::dealt      ? dealt
                            : bonus.condition == BonusCondition::won_with ? taken & state.won_with
                                                                          : taken;
        key |= std::size_t{(cards & card) != 0} << number;
    }
    return key;
}

// The row of each side in the points table of a stage.
struct SideRows {
    std::array<std::size_t, MAX_SEATS> place{};  // in the table of a stage
};

SideRows rows_of_sides(const DealTables &tables, const DealState &state) {
    const DealPlan &plan = tables.plan;
    std::array<Cards, MAX_SEATS> taken{}, dealt{};
    std::array<std::size_t, MAX_SEATS> tricks{};
    for (int seat = 0; seat < plan.seats; ++seat) {
        const std::size_t side = at(plan.side_of[at(seat)]);
        taken[side] |= state.taken[at(seat)];
        tricks[side] += state.tricks[at(seat)];
        for (std::size_t hand = 0; hand < plan.sizes.size(); ++hand) {
            dealt[side] |= state.dealt[hand][at(seat)];
        }
    }
    SideRows rows_by_side;
    const std::size_t rows = at(tables.tricks()) + 1, keys = at(tables.keys());
    for (std::size_t side = 0; side < at(plan.sides); ++side) {
        const std::size_t key = key_of(tables, state, taken[side], dealt[side]);
        rows_by_side.place[side] = (side * rows + tricks[side]) * keys + key;
    }
    return rows_by_side;
}

void draw_cards(const DealTables &tables, DealState &state) {
    const DealPlan &plan = tables.plan;
    const int size = tables.players * tables.draws, from = size - state.stock_left;
    if (!plan.stock_tricks_count) {
        state.taken.fill(0);
        state.tricks.fill(0);
        state.won_with = 0;
    }
    state.drawn_first_by[at(from / tables.players)] = state.leader;
    std::size_t seat = at(state.leader);
    for (int place = 0; place < tables.players; ++place, seat = tables.next[seat]) {
        const int card = state.stock[at(from + place)];
        state.hands[seat] |= bit(card);
        state.dealt[0][seat] |= bit(card);
        // A card drawn face down may be of any suit.
        const bool shown = place == 0 && (plan.stock_open || card == state.turn_up);
        state.void_in[seat] &= shown ? ~SUIT_OF_CARD[at(card)] : 0;
    }
    state.stock_left = static_cast<std::int8_t>(state.stock_left - tables.players);
}

}  // namespace

void deal_out(const DealTables &tables, DealState &state, Random &random) {
    std::array<std::uint8_t, CARDS> pack = tables.pack;
    const DealPlan &plan = tables.plan;
    int dealt = 0;
    for (int hand = 0; hand < static_cast<int>(plan.sizes.size()); ++hand) {
        dealt = deal_hand(tables, state, hand, dealt, pack, random);
    }
    state.hands = state.dealt[0];
    state.void_in.fill(0);
    state.taken.fill(0);
    state.tricks.fill(0);
    state.won_with = state.table = 0;
    state.wanted = state.lead_from = state.winning = PACK;
    state.best = 0;
    state.hand = state.played = state.left = state.stock_left = 0;
    state.exchanged = false;
    state.turn_up = NO_CARD;
    state.leader = static_cast<std::int8_t>(tables.eldest);
    if (plan.source == TrumpSource::chosen) {
        state.trump = UNKNOWN;
        state.to_act = static_cast<std::int8_t>(plan.chooser);
        return;
    }
    if (plan.source == TrumpSource::fixed)
        state.trump = static_cast<std::int8_t>(plan.trump);
    else
        turn_up(tables, state, dealt, pack, random);
    if (plan.stock) lay_stock(tables, state, dealt, pack, random);
    if (plan.trump_called) state.trump = static_cast<std::int8_t>(plan.trump);
    open_hand(tables, state, 0);
}

void open_play(const DealTables &tables, DealState &state, const Cards *held) {
    const DealPlan &plan = tables.plan;
    if (plan.trump_called) state.trump = static_cast<std::int8_t>(plan.trump);
    if (held) {
        Cards seen = 0;
        for (int seat = 0; seat < plan.seats; ++seat) {
            const Cards hand = held[seat];
            if (hand & seen || hand & ~plan.pack ||
                count(hand) != (plan.in >> seat & 1 ? plan.sizes[0] : 0))
                throw std::invalid_argument("seat " + std::to_string(seat) +
                                            " does not hold as many cards as the deal has tricks");
            seen |= hand;
            state.dealt[0][at(seat)] = hand;
        }
        state.exchanged = true;
    }
    open_hand(tables, state, 0);
}

void choose_trumps(const DealTables &tables, DealState &state, int suit) {
    state.trump = static_cast<std::int8_t>(suit);
    open_hand(tables, state, 0);
}

void open_hand(const DealTables &tables, DealState &state, int hand) {
    if (hand == static_cast<int>(tables.plan.sizes.size())) {
        state.to_act = NOBODY;
        return;
    }
    state.hand = static_cast<std::int8_t>(hand);
    state.hands = state.dealt[at(hand)];
    state.void_in.fill(0);
    state.left = static_cast<std::int8_t>(state.stock_left ? 1 : tables.plan.sizes[at(hand)]);
    state.lead_from = tables.plan.trumps_held_back ? PACK & ~trumps_of(state.trump) : PACK;
    state.wanted = state.lead_from;
    state.leader = state.to_act = static_cast<std::int8_t>(tables.leader);
}

void go_on(const DealTables &tables, DealState &state) {
    if (!state.stock_left) return open_hand(tables, state, state.hand + 1);
    draw_cards(tables, state);
    state.left = static_cast<std::int8_t>(state.stock_left ? 1 : tables.plan.sizes[0]);
}

int complete_tricks(const DealTables &tables, const DealState &state) {
    const int drawn = tables.draws - state.stock_left / tables.players;
    return state.stock_left ? drawn : drawn + tables.plan.sizes[at(state.hand)] - state.left;
}

void count_points(const DealTables &tables, const DealState &state, std::int16_t *points) {
    const DealPlan &plan = tables.plan;
    const SideRows rows_by_side = rows_of_sides(tables, state);
    const std::size_t stage_size = at(plan.sides) * (at(tables.tricks()) + 1) * at(tables.keys());
    std::fill_n(points, plan.sides, std::int16_t{0});
    for (std::size_t stage = 0; stage < at(plan.stages); ++stage) {
        const std::int16_t *worth = plan.worth.data() + stage * stage_size;
        bool reached = false;
        for (std::size_t side = 0; side < at(plan.sides); ++side) {
            int scored = worth[rows_by_side.place[side]];
            if (plan.net) scored = std::max(0, scored - worth[rows_by_side.place[1 - side]]);
            points[side] = static_cast<std::int16_t>(points[side] + scored);
            reached |= points[side] >= plan.points_needed[side];
        }
        if (reached) return;  // a later stage no longer counts
    }
}

}  // namespace oddtrick
