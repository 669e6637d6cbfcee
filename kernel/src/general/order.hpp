// Which cards are worth trying, and in which order.
#pragma once

#include <algorithm>
#include <array>

#include "deal.hpp"

namespace oddtrick::general {

inline constexpr int NO_PLACE = 255;

struct Moves {
    int size = 0;
    bool merged = false;  // cards that stand for others as well
    std::array<std::uint8_t, CARDS> cards;
    std::array<int, CARDS> merit;
};

// One card for each stretch of legal cards that nothing tells apart: same kind, and between them no
// card that another seat holds or that is winning the trick.
inline void candidates(const Deal &deal, int seat, const Trick &trick, Moves &moves) {
    Cards left = deal.legal(seat, trick);
    const Cards others =
        (deal.live & ~deal.hands[seat]) | (trick.played ? bit(trick.best) : Cards{0});
    int above = -1;  // the last card taken up
    while (left) {
        const int card = highest(left);
        left ^= bit(card);
        const bool same = above >= 0 && suit_of(above) == suit_of(card) &&
                          deal.kind[above] == deal.kind[card] &&
                          !(others & (bit(above) - 1) & ~(bit(card) - 1));
        above = card;
        moves.merged |= same;
        if (same)
            moves.cards[moves.size - 1] = static_cast<std::uint8_t>(card);
        else
            moves.cards[moves.size++] = static_cast<std::uint8_t>(card);
    }
}

// How high a card stands in a trick to which `led` was led; a discard below all.
inline int standing(const Deal &deal, int card, int led) {
    if (suit_of(card) == deal.trump) return 2 * RANKS + rank_of(card);
    return suit_of(card) == led ? RANKS + rank_of(card) : 0;
}

// The highest that a seat may still play to the trick.
inline int reach(const Deal &deal, int seat, int led) {
    const Cards following = deal.hands[seat] & suit_mask(led);
    if (following) return standing(deal, highest(following), led);
    const Cards trumps = deal.hands[seat] & deal.trumps;
    return trumps ? standing(deal, highest(trumps), led) : 0;
}

// Of those still to play after the seat to play: its side, the others.
struct Reach {
    int ours = 0, theirs = 0;
};

inline Reach reach_after(const Deal &deal, int seat, const Trick &trick, int led) {
    Reach most;
    int other = deal.next[seat];
    for (int left = deal.players - trick.played - 1; left > 0; --left, other = deal.next[other]) {
        int &side = deal.ours(other) == deal.ours(seat) ? most.ours : most.theirs;
        side = std::max(side, reach(deal, other, led));
    }
    return most;
}

// A card is good if it, or a partner, looks like winning what lies in the trick: then it should be
// low and bring worth; if not it should be low and bring none.
template <class Account>
int merit(const Deal &deal, const Account &account, int seat, const Trick &trick, int card,
          const Reach &most) {
    const int led = trick.played ? trick.led : suit_of(card);
    const int own = standing(deal, card, led);
    const bool partner = trick.played && deal.ours(trick.winner) == deal.ours(seat);
    const int best = trick.played ? standing(deal, trick.best, led) : 0;
    const int ours = std::max({own, most.ours, partner ? best : 0});
    const int theirs = std::max(most.theirs, partner ? 0 : best);
    const int worth = account.worth(deal.kind[card]);
    const int stake = 16 * (account.trick_worth() + trick.worth + worth);
    const int cost = rank_of(card) + (suit_of(card) == deal.trump ? RANKS : 0);
    return (ours > theirs ? stake : -stake) - cost;
}

template <class Account>
void arrange(const Deal &deal, const Account &account, int seat, const Trick &trick, int first,
             Moves &moves) {
    std::array<Reach, SUITS> reaches;
    std::array<bool, SUITS> seen{};
    for (int at = 0; at < moves.size; ++at) {
        const int card = moves.cards[at], led = trick.played ? trick.led : suit_of(card);
        if (!seen[led]) reaches[led] = reach_after(deal, seat, trick, led), seen[led] = true;
        const bool known = first == RANKS * suit_of(card) + deal.place(card);
        moves.merit[at] =
            known ? 1 << 20 : merit(deal, account, seat, trick, card, reaches[led]);
    }
    for (int at = 1; at < moves.size; ++at)
        for (int to = at; to > 0 && moves.merit[to] > moves.merit[to - 1]; --to) {
            std::swap(moves.merit[to], moves.merit[to - 1]);
            std::swap(moves.cards[to], moves.cards[to - 1]);
        }
}

}  // namespace oddtrick::general
