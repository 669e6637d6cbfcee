// Card sets in lanes of 16 bits, one for each suit. The live cards of a suit stand in order without
// gaps: bit 0 is the highest, bit 1 the next. Ranks are therefore relative, and positions that
// differ only in which cards are gone have the same lanes.
//
// Lengths are *unary*: n cards are the n lowest bits of a lane. The longer of two lengths is then
// their union, the shorter their intersection, and the sum over the suits a population count, so
// that most questions are answered for all four suits at once (SIMD within a register).
#pragma once

#include <bit>
#include <cstdint>

#if defined(__BMI2__)
#include <immintrin.h>
#endif

namespace oddtrick::whist {

using Lanes = std::uint64_t;

inline constexpr int WIDTH = 16;
inline constexpr Lanes TOPS = 0x0001'0001'0001'0001;   // the highest card of each suit
inline constexpr Lanes SIGNS = 0x8000'8000'8000'8000;  // a bit of each lane that no card uses
inline constexpr Lanes LANE = 0xFFFF;

constexpr Lanes lane(int suit) {
    return LANE << (WIDTH * suit);
}
constexpr int suit_at(Lanes card) {
    return std::countr_zero(card) / WIDTH;
}
constexpr Lanes lane_of(Lanes card) {
    return LANE << (std::countr_zero(card) & (3 * WIDTH));
}
constexpr std::uint16_t cards_of(Lanes cards, int suit) {
    return static_cast<std::uint16_t>(cards >> (WIDTH * suit));
}
constexpr int size(Lanes cards) {
    return std::popcount(cards);
}

constexpr Lanes top_card(Lanes cards) {
    return cards & (0 - cards);
}
constexpr Lanes bottom_card(Lanes cards) {
    return std::bit_floor(cards);
}
// The cards below a card in its lane (and all cards of later lanes); the cards above it in its lane
// (and all cards of earlier lanes).
constexpr Lanes below(Lanes card) {
    return ~(card | (card - 1));
}
constexpr Lanes above(Lanes card) {
    return card - 1;
}

// The unbroken run from the top of each lane.
constexpr Lanes top_run(Lanes cards) {
    return cards & ~(cards + TOPS);
}

// All bits of each lane that holds a card.
constexpr Lanes filled(Lanes cards) {
    const Lanes signs = (cards + (SIGNS - TOPS)) & SIGNS;
    return signs | (signs - (signs >> (WIDTH - 1)));
}

// All bits of each lane from the top down to its lowest card.
constexpr Lanes down_to_lowest(Lanes cards) {
    cards |= (cards >> 1) & 0x7FFF'7FFF'7FFF'7FFF;
    cards |= (cards >> 2) & 0x3FFF'3FFF'3FFF'3FFF;
    cards |= (cards >> 4) & 0x0FFF'0FFF'0FFF'0FFF;
    return cards | ((cards >> 8) & 0x00FF'00FF'00FF'00FF);
}

// A unary length in one lane, reduced by one.
constexpr Lanes shorter(Lanes length, Lanes lane) {
    return length & ((length >> 1) | ~lane);
}

// Compresses the bits of `cards` that `mask` selects towards bit 0; `unpack` is the inverse.
inline Lanes pack(Lanes cards, Lanes mask) {
#if defined(__BMI2__)
    return _pext_u64(cards, mask);
#else
    Lanes packed = 0;
    for (Lanes to = 1; mask; to <<= 1, mask &= mask - 1)
        if (cards & top_card(mask)) packed |= to;
    return packed;
#endif
}

inline Lanes unpack(Lanes packed, Lanes mask) {
#if defined(__BMI2__)
    return _pdep_u64(packed, mask);
#else
    Lanes cards = 0;
    for (; packed; packed >>= 1, mask &= mask - 1)
        if (packed & 1) cards |= top_card(mask);
    return cards;
#endif
}

}  // namespace oddtrick::whist
