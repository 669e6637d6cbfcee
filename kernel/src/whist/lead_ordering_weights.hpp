// The weights of lead ordering, without and with trumps.
//
// They are tuned by bench/tune_lead_ordering.cpp over a few thousand rounds of hill climbing on 150
// random deals of 12 cards, later on 600 of 11. They have no meaning one by one.
#pragma once

#include <array>

namespace oddtrick::whist {

// Seats are counted from the leader; 4 stands for nobody, if the suit has no such card left.
struct LeadWeights {
    // Of a suit: for each card of a hand in it, and for a void.
    int mine, left, partner, right;
    int left_void, partner_void, right_void;
    // Of a suit: by the holders of the highest and the second card; by the holder of the third.
    std::array<std::array<int, 5>, 4> tops;
    std::array<int, 5> third;
    // Of a card, by the holder of the highest of the suit: the highest itself, the highest of its
    // hand, the lowest of its hand, another one.
    std::array<std::array<int, 4>, 4> kind;
    int single;  // the only choice in the suit
    // Of a card that earlier searches suggest.
    int proved, killer, sibling, siblings_suit;
    // With trumps: a trump lead; more trumps than each opponent; who can ruff; for each opposing
    // trump.
    int trump, more_trumps, left_ruffs, partner_ruffs, right_ruffs, their_trumps;
    // The opponents are void; our top run is longer than their length.
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
