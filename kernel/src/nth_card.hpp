// The n-th card of a set, without a loop. Include it only in sources compiled for one level of the
// processor: the class differs with the instruction set, and mixing the two would break the
// one-definition rule.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "oddtrick/cards.hpp"
#include "oddtrick/random.hpp"

#if defined(__BMI2__) || (defined(_MSC_VER) && defined(__AVX2__))
#include <immintrin.h>
#define ODDTRICK_HAS_PDEP 1
#endif

namespace oddtrick {

// A card set with access by index, ascending from 0.
#ifdef ODDTRICK_HAS_PDEP

class IndexedCards {
  public:
    explicit IndexedCards(Cards cards) : cards_(cards) {}
    int size() const { return count(cards_); }
    int nth(int n) const { return lowest(_pdep_u64(bit(n), cards_)); }

  private:
    Cards cards_;
};

#else

// For each byte and n, the place of its n-th set bit.
inline constexpr auto PLACE_IN_BYTE = [] {
    std::array<std::array<std::uint8_t, 8>, 256> places{};
    for (unsigned byte = 0; byte < places.size(); ++byte) {
        std::size_t n = 0;
        for (unsigned place = 0; place < 8; ++place) {
            if (byte >> place & 1) places[byte][n++] = static_cast<std::uint8_t>(place);
        }
    }
    return places;
}();

// Select by broadword sums (S. Vigna, "Broadword implementation of rank/select queries", 2008):
// byte i of `sums_` counts the bits of bytes 0 … i.
class IndexedCards {
  public:
    explicit IndexedCards(Cards cards) : cards_(cards) {
        std::uint64_t sums = cards - (cards >> 1 & 0x5555555555555555);
        sums = (sums & 0x3333333333333333) + (sums >> 2 & 0x3333333333333333);
        sums_ = ((sums + (sums >> 4)) & 0x0f0f0f0f0f0f0f0f) * ONES;
    }
    int size() const { return static_cast<int>(sums_ >> 56); }
    int nth(int n) const {
        // The top bit of a byte is set if the byte's sum is greater than n.
        const std::uint64_t steps = (sums_ | TOPS) - (static_cast<std::uint64_t>(n) + 1) * ONES;
        const int byte = lowest(steps & TOPS) & ~7;
        const int before = static_cast<int>((sums_ << 8) >> byte & 0xff);
        return byte + PLACE_IN_BYTE[cards_ >> byte & 0xff][static_cast<std::size_t>(n - before)];
    }

  private:
    static constexpr std::uint64_t ONES = 0x0101010101010101;
    static constexpr std::uint64_t TOPS = 0x8080808080808080;
    Cards cards_;
    std::uint64_t sums_;
};

#endif

inline int draw_uniform(Cards legal, Random &random) {
    const IndexedCards cards(legal);
    return cards.nth(static_cast<int>(random.below(static_cast<std::uint32_t>(cards.size()))));
}

}  // namespace oddtrick
