// How promising a lead is, in numbers: for no trumps and for trumps.
//
// They were not thought out but found: kernel/bench/tune.cpp changes a few at random, solves 150 random
// deals of 12 cards, and keeps the change if the search took fewer nodes. A few thousand rounds.
#pragma once

#include <array>

namespace oddtrick::pairs {

// Seats are counted from the leader; 4 stands for nobody, where a suit has no such card left.
struct LeadWeights {
    // Of a suit: for each card that a hand holds in it, and if a hand holds none.
    int mine, left, partner, right;
    int left_void, partner_void, right_void;
    // Who holds the highest card, and who the second; who the third.
    std::array<std::array<int, 5>, 4> tops;
    std::array<int, 5> third;
    // Of a card, by who holds the highest of the suit: whether it is that one, the highest of its hand,
    // the lowest of its hand, or another.
    std::array<std::array<int, 4>, 4> kind;
    int single;  // the only one to choose from in the suit
    // What earlier searches suggest.
    int proved, killer, sibling, siblings_suit;
    // With trumps: a trump; more trumps than each opponent; who can ruff; for each trump of theirs.
    int trump, more_trumps, left_ruffs, partner_ruffs, right_ruffs, their_trumps;
    int only_ours, outlasts;  // opponents have none of the suit; our top run is longer than their cards
};

#if defined(ODDTRICK_TUNE)
inline std::array<LeadWeights, 2> lead_weights
#else
inline constexpr std::array<LeadWeights, 2> lead_weights
#endif
{{
    {
     -3, -4, 2, -7, -39, -18, -62,
     {{{17, 15, 31, 5, -4},
       {2, -25, 8, -46, -29},
       {39, 45, 44, 10, 124},
       {5, -24, 7, -39, 52}}},
     {2, -19, 2, -21, 23},
     {{{8, -133, -18, 6},
       {15, 29, 28, -96},
       {13, 1, 3, -21},
       {-11, 8, -6, 13}}},
     5, 129, 115, 19, 5, -93, -59, 94, -87, 5, -23, -16, 9,
    },
    {
     0, -2, 0, -5, -30, 3, -39,
     {{{13, 38, 63, 9, 31},
       {-13, -68, 45, -35, -65},
       {62, 26, 43, 34, 19},
       {-24, -21, -32, -80, 132}}},
     {-4, -10, -2, -13, -25},
     {{{10, 39, -6, -4},
       {-20, 29, 24, -13},
       {133, -26, 23, -66},
       {1, 43, 42, -7}}},
     37, 140, 45, 8, 21, -27, -12, -71, 31, -91, 0, -49, 0,
    },
}};

}  // namespace oddtrick::pairs
