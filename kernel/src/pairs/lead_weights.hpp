// How promising a lead is, in numbers: for no trumps and for trumps.
//
// They were not thought out but found: bench/tune.cpp changes a few at random, solves 150
// random deals of 12 cards, and keeps the change if the search took fewer nodes. A few thousand
// rounds.
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
    // Of a card, by who holds the highest of the suit: whether it is that one, the highest of its
    // hand, the lowest of its hand, or another.
    std::array<std::array<int, 4>, 4> kind;
    int single;  // the only one to choose from in the suit
    // What earlier searches suggest.
    int proved, killer, sibling, siblings_suit;
    // With trumps: a trump; more trumps than each opponent; who can ruff; for each trump of theirs.
    int trump, more_trumps, left_ruffs, partner_ruffs, right_ruffs, their_trumps;
    // Opponents have none of the suit; our top run is longer than their cards.
    int only_ours, outlasts;
};

// clang-format off
#if defined(ODDTRICK_TUNE)
inline std::array<LeadWeights, 2> lead_weights
#else
inline constexpr std::array<LeadWeights, 2> lead_weights
#endif
{{
    {
     -3, -4, 2, -8, -42, -6, -62,
     {{{15, 15, 29, 7, 97},
       {-15, -51, 7, -16, -47},
       {39, 45, 33, 11, 103},
       {9, -21, 11, -35, 85}}},
     {2, -18, 2, -25, 11},
     {{{8, -166, -31, 6},
       {39, 29, 28, -96},
       {63, -23, 3, -44},
       {-10, 4, -6, 14}}},
     2, 81, 109, 19, 9, -108, -62, 141, -148, -1, -43, -43, 3,
    },
    {
     0, -2, 0, -6, -30, 3, -40,
     {{{13, 38, 63, 3, 42},
       {-12, -68, 29, -35, -96},
       {52, 26, 70, 34, 25},
       {-36, -16, -32, -81, 135}}},
     {-5, -10, -2, -10, -21},
     {{{10, 7, -6, -4},
       {-12, 35, 26, -14},
       {216, -26, 21, -74},
       {-39, 42, 42, -28}}},
     30, 128, 44, 8, 42, -27, -11, -71, 31, -91, -2, -91, -1,
    },
}};
// clang-format on

}  // namespace oddtrick::pairs
