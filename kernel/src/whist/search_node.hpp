// A position at the lead of a trick, and the trick under way.
#pragma once

#include <array>
#include <cstdint>

#include "suit_lanes.hpp"

namespace oddtrick::whist {

// The lane of the trump suit, if there is one. It is the lowest lane, so that of the cards that can
// win the lowest bit does.
inline constexpr int TRUMP = 0;

// The four hands when a trick is led: leader, left-hand opponent, partner, right-hand opponent.
struct SearchNode {
    std::array<Lanes, 4> hand;
    std::array<Lanes, 4> length;  // of each suit, unary
    Lanes all;
    std::uint64_t shape;  // the lengths as numbers of 4 bits
    int tricks;           // left to play
    int seat;             // of the leader, counted from the leader of the first trick
};

SearchNode node_of(const std::array<Lanes, 4> &hands);

// The trick under way.
struct Trick {
    const SearchNode *node;
    int need;       // tricks that the leader's side has to take, with this one
    Lanes led;      // the lane of the suit led
    Lanes beating;  // the lanes whose cards can win
    std::array<Lanes, 4> card;
    Lanes best;  // the winning card so far,
    int winner;  // and its seat
    Lanes played;
};

template <bool TRUMPS>
inline Trick lead(const SearchNode &node, int need, Lanes card) {
    const Lanes led = lane_of(card);
    return {&node, need, led, TRUMPS ? led | lane(TRUMP) : led, {card}, card, 0, card};
}

inline Trick follow(const Trick &trick, int seat, Lanes card) {
    Trick next = trick;
    next.card[seat] = card;
    next.played |= card;
    if ((card & trick.beating) && card < trick.best) {
        next.best = card;
        next.winner = seat;
    }
    return next;
}

// The distinct cards of `hand`: the highest of each run of neighbours. Cards that are `gone`,
// played to this trick without winning it, no longer separate neighbours.
constexpr Lanes distinct(Lanes hand, Lanes gone = 0) {
    Lanes covered = hand << 1;
    covered |= (covered & gone) << 1;
    covered |= (covered & gone) << 1;
    return hand & ~covered;
}

// The answer of the search: `holds` if the leader's side takes what it needs. The proof depends on
// the length of each suit in each hand, and on the holders of the cards down to the lowest
// `relevant` card of each suit, but on nothing else. This is what makes it reusable.
struct Outcome {
    bool holds;
    Lanes relevant;
};

// The cards that a proof about playing `card` decides alike: those of its suit whose ranks it does
// not depend on, higher ones included. None if it depends on the rank of `card`.
constexpr Lanes alike(Lanes card, Lanes relevant) {
    const Lanes unnamed = lane_of(card) & ~down_to_lowest(relevant);
    return unnamed & card ? unnamed : 0;
}

}  // namespace oddtrick::whist
