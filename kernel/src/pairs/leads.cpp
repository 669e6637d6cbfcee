#include "leads.hpp"

namespace oddtrick::pairs {

LeadWeights lead_weights[2] = {
    {-3, -4, 2, -7, -39, -20, -62,
     {{28, 15, 31, 5, 35}, {2, -27, 8, -41, 1}, {39, 45, 44, 10, 142}, {5, -27, 7, -38, 36}, {-1, 65, -49, -7, 26}},
     {2, -19, 2, -21, 2},
     {{8, -99, -13, 6}, {79, 16, 28, -73}, {-1, 1, 3, -30}, {20, 8, -6, 13}, {99, 14, -41, -118}},
     5, 129, 110, 13, 5, -27, -30, 63, -48, -17, -26, -7, 9},
    {0, -2, 0, -5, -30, 3, -39,
     {{13, 40, 65, 9, 24}, {-13, -70, 45, -39, -79}, {62, 26, 43, 34, 20}, {-22, -21, -32, -67, 127}, {40, 59, 20, -56, -8}},
     {-4, -10, -2, -15, -25},
     {{10, 10, -4, -4}, {-15, 29, 24, -14}, {126, -29, 23, -36}, {37, 34, 42, -2}, {19, 21, -76, 61}},
     37, 138, 45, 8, 21, -27, -12, -71, 31, -93, 0, -40, 0},
};

Lanes Leads::next() {
    int best = -1;
    for (int i = 0; i < size_; ++i)
        if ((cards_[i] & left_) && (best < 0 || promise_[i] > promise_[best])) best = i;
    if (best < 0) return 0;
    left_ &= ~cards_[best];
    return cards_[best];
}

namespace {

inline int owner(const Node &node, Lanes card) {
    const int low = (node.hand[1] | node.hand[3]) & card ? 1 : 0;
    const int high = (node.hand[2] | node.hand[3]) & card ? 2 : 0;
    return low + high;
}

}  // namespace

template <bool TRUMPS>
void weigh_leads(const Node &node, Lanes choice, const LeadHints &hints, Leads &leads) {
    const LeadWeights &w = lead_weights[TRUMPS];
    const auto &hand = node.hand;
    const int my_trumps = size(hand[0] & lane(TRUMP));
    const int their_trumps = std::max(size(hand[1] & lane(TRUMP)), size(hand[3] & lane(TRUMP)));
    for (Lanes left = choice; left;) {
        const Lanes suit = lane_of(left);
        Lanes cards = left & suit;
        left &= ~suit;
        const Lanes top = TOPS & suit;
        const int count = size(node.all & suit);
        const int first = owner(node, top), second = count > 1 ? owner(node, top << 1) : 4,
                  third = count > 2 ? owner(node, top << 2) : 4;
        const int l = size(hand[1] & suit), p = size(hand[2] & suit), r = size(hand[3] & suit);
        int base = w.mine * size(hand[0] & suit) + w.left * l + w.partner * p + w.right * r +
                   w.tops[first][second] + w.third[third];
        if (!l) base += w.left_void;
        if (!p) base += w.partner_void;
        if (!r) base += w.right_void;
        if (hints.sibling & suit) base += w.sibling_suit;
        if constexpr (TRUMPS) {
            if (suit == lane(TRUMP)) {
                base += w.trump + (my_trumps > their_trumps ? w.trump_more : 0) + w.trump_theirs * their_trumps;
            } else {
                if (!l && (hand[1] & lane(TRUMP))) base += w.left_ruffs;
                if (!p && (hand[2] & lane(TRUMP))) base += w.partner_ruffs;
                if (!r && (hand[3] & lane(TRUMP))) base += w.right_ruffs;
            }
        }
        const Lanes our_top = (hand[0] | hand[2]) & suit, their_top = (hand[1] | hand[3]) & suit;
        if (!their_top) base += w.only_ours;
        else if (our_top && size(top_run(our_top) & suit) >= std::max(l, r)) base += w.outlasts;
        const Lanes highest_mine = top_card(cards), lowest_mine = bottom_card(cards);
        if (highest_mine == lowest_mine) base += w.single;
        for (; cards; cards &= cards - 1) {
            const Lanes card = top_card(cards);
            const int kind = card == top ? 0 : card == lowest_mine ? 2 : card == highest_mine ? 1 : 3;
            int promise = base + w.kind[first][kind];
            if (card == hints.proved) promise += w.proved;
            if (card == hints.killer) promise += w.killer;
            if (card == hints.sibling) promise += w.sibling;
            leads.add(card, promise);
        }
    }
}

template void weigh_leads<false>(const Node &, Lanes, const LeadHints &, Leads &);
template void weigh_leads<true>(const Node &, Lanes, const LeadHints &, Leads &);

}  // namespace oddtrick::pairs
