// The killer table: the card that caused the last cutoff in a similar situation is tried first.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "suit_lanes.hpp"

namespace oddtrick::whist {

// A hint only: a wrong one costs time, never correctness. Entries are therefore small (8 bits of
// the key, 8 of the card), and a new one always replaces the old.
class KillerTable {
  public:
    using Slot = std::uint16_t;

    struct Place {
        Slot *slot;
        std::uint8_t tag;
    };

    // Small positions use few slots, which stay in the first-level cache.
    void serve(int tricks) { bits_ = tricks <= 6 ? 9 : tricks <= 9 ? 12 : MAX_BITS; }
    // Empties the slots in use.
    void clear() { std::fill_n(slots_.begin(), std::size_t{1} << bits_, Slot{0}); }

    Place place(std::uint64_t key) {
        const std::uint64_t hash = key * 0x9E37'79B9'7F4A'7C15;
        return {&slots_[hash >> (64 - bits_)], static_cast<std::uint8_t>(hash >> (56 - MAX_BITS))};
    }
    static Lanes card(Place place) {
        const Slot slot = *place.slot;
        return (slot >> 8) == place.tag ? Lanes{1} << (slot & 63) : 0;
    }
    static void remember(Place place, Lanes card) {
        *place.slot = static_cast<Slot>((place.tag << 8) | std::countr_zero(card));
    }

  private:
    static constexpr int MAX_BITS = 15;

    int bits_ = MAX_BITS;
    std::array<Slot, 1 << MAX_BITS> slots_{};
};

}  // namespace oddtrick::whist
