// A position at the lead of a trick, and the trick as it is played.
#pragma once

#include <array>
#include <cstdint>

#include "suit_lanes.hpp"

namespace oddtrick::whist {

// The lane of the trump suit, if there is one: trumps have lower bits than all other cards, so that
// among the cards that can win the lowest bit does.
inline constexpr int TRUMP = 0;

// The hands when a trick is led: the leader's, the left-hand opponent's, the partner's, the
// right-hand opponent's.
struct SearchNode {
    std::array<Lanes, 4> hand;
    std::array<Lanes, 4> length;  // of each suit, unary
    Lanes all;
    std::uint64_t shape;  // the lengths once more, in 4 bits each
    int tricks;           // left to play
    int seat;             // of the leader, counted from the leader of the first trick
};

SearchNode node_of(const std::array<Lanes, 4> &hands);

// The trick under way.
struct Trick {
    const SearchNode *node;
    int need;       // tricks that the leader's side has to take, this one included
    Lanes led;      // the lane of the suit led
    Lanes beating;  // the lanes whose cards can win
    std::array<Lanes, 4> card;
    Lanes best;  // the card that wins so far,
    int winner;  // and whose it is
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

// Cards of `hand` that differ in effect: the highest of each run of neighbours. Cards that are
// `gone`, played to this trick and not winning it, no longer part neighbours.
constexpr Lanes distinct(Lanes hand, Lanes gone = 0) {
    Lanes covered = hand << 1;
    covered |= (covered & gone) << 1;
    covered |= (covered & gone) << 1;
    return hand & ~covered;
}

// `holds`: whether the leader's side takes what it needs. That depends on the lengths of the suits,
// and on who holds the cards down to the lowest `relevant` one of each suit, but on nothing else.
struct Outcome {
    bool holds;
    Lanes relevant;
};

}  // namespace oddtrick::whist
