#include "oddtrick/simple_policy.hpp"

#include "nth_card.hpp"

namespace oddtrick {

namespace {

int longest_suit(Cards hand) {
    int longest = 0;
    for (int suit = 1; suit < SUITS; ++suit) {
        if (count(hand & suit_mask(suit)) > count(hand & suit_mask(longest))) longest = suit;
    }
    return longest;
}

}  // namespace

int nth_card(Cards cards, int n) {
    return IndexedCards(cards).nth(n);
}

int choose_uniform(Cards legal, Random &random) {
    return draw_uniform(legal, random);
}

int choose_greedy(const DealTables &tables, const DealState &state, Cards legal, Random &random) {
    if (state.trump == UNKNOWN) {
        if (tables.plan.blind) return draw_uniform(legal, random);
        return CARDS + longest_suit(state.hands[at(state.to_act)]);
    }
    const auto &power = tables.power[under(state.trump)];
    const auto &places = tables.plan.places[under(state.trump)];
    const Cards trumps = trumps_of(state.trump);
    int high = NO_CARD, low = NO_CARD, low_place = 2 * RANKS;
    for (Cards rest = legal; rest;) {
        const int card = take_lowest(rest);
        const int place = places[at(card)];
        const bool wins =
            state.played == 0 || (state.winning & bit(card) && power[at(card)] > state.best);
        if (wins && (high == NO_CARD || place > places[at(high)])) high = card;
        const int cost = place + (trumps & bit(card) ? RANKS : 0);
        if (cost < low_place) low = card, low_place = cost;
    }
    return high == NO_CARD ? low : high;
}

}  // namespace oddtrick
