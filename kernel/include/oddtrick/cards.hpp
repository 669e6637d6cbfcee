// Cards as bits. A card is the index 13 * suit + rank (clubs, diamonds, hearts, spades; the two is
// rank 0), here as in Python and in arrays. A set of cards is a mask of 52 bits.
#pragma once

#include <bit>
#include <cstdint>

namespace oddtrick {

using Cards = std::uint64_t;

inline constexpr int SUITS = 4;
inline constexpr int RANKS = 13;
inline constexpr int CARDS = 52;
inline constexpr int MAX_SEATS = 8;
inline constexpr int NO_TRUMP = -1;
inline constexpr Cards SUIT = (Cards{1} << RANKS) - 1;
inline constexpr Cards PACK = (Cards{1} << CARDS) - 1;

constexpr Cards bit(int card) {
    return Cards{1} << card;
}
constexpr Cards suit_mask(int suit) {
    return SUIT << (RANKS * suit);
}
constexpr int suit_of(int card) {
    return card / RANKS;
}
constexpr int rank_of(int card) {
    return card % RANKS;
}
constexpr int count(Cards cards) {
    return std::popcount(cards);
}
constexpr int lowest(Cards cards) {
    return std::countr_zero(cards);
}
constexpr int highest(Cards cards) {
    return 63 - std::countl_zero(cards);
}

// Removes and returns the lowest card of a set that is not empty.
constexpr int take_lowest(Cards &cards) {
    const int card = lowest(cards);
    cards &= cards - 1;
    return card;
}

}  // namespace oddtrick
