#include "lead_ordering.hpp"

#include <algorithm>

#include "lead_ordering_weights.hpp"

namespace oddtrick::whist {

namespace {

constexpr int NOBODY = 4;

inline int owner(const SearchNode &node, Lanes card) {
    if (!(node.all & card)) return NOBODY;
    const int low = (node.hand[1] | node.hand[3]) & card ? 1 : 0;
    return low + ((node.hand[2] | node.hand[3]) & card ? 2 : 0);
}

struct Suit {
    Lanes lane;
    int first, second, third;  // the holders of the three highest cards
    int left, partner, right;  // the number of cards that the other hands hold
};

inline Suit suit_of(const SearchNode &node, Lanes lane) {
    const Lanes top = TOPS & lane;
    const auto cards = [&](int seat) { return size(node.hand[seat] & lane); };
    return {lane,     owner(node, top), owner(node, top << 1), owner(node, top << 2), cards(1),
            cards(2), cards(3)};
}

template <bool TRUMPS>
inline int trump_score(const LeadWeights &w, const SearchNode &node, const Suit &suit) {
    const Lanes trumps = lane(TRUMP);
    const auto has = [&](int seat) { return (node.hand[seat] & trumps) != 0; };
    if (suit.lane == trumps) {
        const int theirs = std::max(suit.left, suit.right);
        const bool more = size(node.hand[0] & trumps) > theirs;
        return w.trump + (more ? w.more_trumps : 0) + w.their_trumps * theirs;
    }
    return (!suit.left && has(1) ? w.left_ruffs : 0) +
           (!suit.partner && has(2) ? w.partner_ruffs : 0) +
           (!suit.right && has(3) ? w.right_ruffs : 0);
}

inline int suit_score(const LeadWeights &w, const SearchNode &node, const Suit &suit) {
    const int theirs = std::max(suit.left, suit.right);
    const Lanes run = top_run((node.hand[0] | node.hand[2]) & suit.lane) & suit.lane;
    return w.mine * size(node.hand[0] & suit.lane) + w.left * suit.left + w.partner * suit.partner +
           w.right * suit.right + (suit.left ? 0 : w.left_void) +
           (suit.partner ? 0 : w.partner_void) + (suit.right ? 0 : w.right_void) +
           w.tops[suit.first][suit.second] + w.third[suit.third] +
           (!theirs                      ? w.only_ours
            : run && size(run) >= theirs ? w.outlasts
                                         : 0);
}

inline int hint_score(const LeadWeights &w, Lanes card, const LeadHints &hints) {
    return (card == hints.proved ? w.proved : 0) + (card == hints.killer ? w.killer : 0) +
           (card == hints.sibling ? w.sibling : 0);
}

}  // namespace

template <bool TRUMPS>
void score_leads(const SearchNode &node, Lanes choice, const LeadHints &hints, LeadList &leads) {
    const LeadWeights &w = lead_weights[TRUMPS];
    for (Lanes left = choice; left;) {
        const Suit suit = suit_of(node, lane_of(left));
        Lanes cards = left & suit.lane;
        left &= ~suit.lane;
        const Lanes highest_mine = top_card(cards), lowest_mine = bottom_card(cards);
        int score = suit_score(w, node, suit);
        if constexpr (TRUMPS) score += trump_score<TRUMPS>(w, node, suit);
        if (hints.sibling & suit.lane) score += w.siblings_suit;
        score += (*hints.history)[suit_at(suit.lane)] / 16;
        if (highest_mine == lowest_mine) score += w.single;
        for (; cards; cards &= cards - 1) {
            const Lanes card = top_card(cards);
            const int kind = card & TOPS            ? 0
                             : card == lowest_mine  ? 2
                             : card == highest_mine ? 1
                                                    : 3;
            leads.add(card, score + w.kind[suit.first][kind] + hint_score(w, card, hints));
        }
    }
}

template void score_leads<false>(const SearchNode &, Lanes, const LeadHints &, LeadList &);
template void score_leads<true>(const SearchNode &, Lanes, const LeadHints &, LeadList &);

}  // namespace oddtrick::whist
