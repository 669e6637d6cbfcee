// How promising a lead is, in numbers: for no trumps and for trumps.
//
// They were not thought out but found: bench/tune.cpp changes a few at random, solves the same
// random deals (150 of 12 cards, later 600 of 11), and keeps the change if the search tried fewer
// cards. A few thousand rounds.
#pragma once

#include <array>

namespace oddtrick::whist {

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
     -3, -4, 2, -8, -40, -8, -62,
     {{{0, 19, 39, -3, 77},
       {-15, -51, 5, -31, -21},
       {39, 45, 33, 2, 88},
       {9, -21, 11, -49, 85}}},
     {-3, -18, 2, -24, 8},
     {{{6, -196, -30, 6},
       {87, 29, 28, -127},
       {64, -24, -7, -62},
       {-29, 4, -6, 14}}},
     2, 59, 111, 19, 6, -94, -63, 133, -123, -40, -55, -45, 21,
    },
    {
     -1, -2, 0, -6, -31, 28, -70,
     {{{15, 38, 63, 2, 21},
       {-12, -59, 29, -35, -96},
       {64, 61, 69, 15, 11},
       {-36, -21, -29, -81, 118}}},
     {-5, -10, -2, -12, -18},
     {{{20, -12, -21, -5},
       {5, 61, 25, -14},
       {181, -25, 19, -50},
       {-35, 42, 41, -40}}},
     29, 126, 53, 8, 11, -27, -3, -71, 31, -91, -2, -92, -1,
    },
}};
// clang-format on

}  // namespace oddtrick::whist
