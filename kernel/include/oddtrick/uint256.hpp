// Unsigned integers of 256 bits, for exact counts: even 52!, the orders of a pack, has 226.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>

#include "oddtrick/random.hpp"

namespace oddtrick {

// Without overflow checks: counts stay below 2^226.
class UInt256 {
  public:
    using Words = std::array<std::uint64_t, 4>;  // the lowest first

    constexpr UInt256(std::uint64_t word = 0) : words_{word, 0, 0, 0} {}
    constexpr explicit UInt256(const Words &words) : words_(words) {}

    constexpr const Words &words() const { return words_; }
    constexpr std::uint64_t low() const { return words_[0]; }
    constexpr bool fits_word() const { return (words_[1] | words_[2] | words_[3]) == 0; }
    constexpr int width() const {
        std::size_t top = words_.size() - 1;
        while (top && !words_[top]) --top;
        return static_cast<int>(64 * (top + 1)) - std::countl_zero(words_[top]);
    }

    constexpr bool operator==(const UInt256 &) const = default;
    constexpr std::strong_ordering operator<=>(const UInt256 &other) const {
        for (std::size_t place = words_.size(); place-- > 1;)
            if (words_[place] != other.words_[place]) return words_[place] <=> other.words_[place];
        return words_[0] <=> other.words_[0];
    }

    constexpr UInt256 &operator+=(const UInt256 &other) {
        std::uint64_t carry = 0;
        for (std::size_t place = 0; place < words_.size(); ++place) {
            const std::uint64_t sum = words_[place] + other.words_[place];
            const std::uint64_t over = sum < words_[place];
            words_[place] = sum + carry;
            carry = over | (words_[place] < sum);
        }
        return *this;
    }

    constexpr UInt256 &operator-=(const UInt256 &other) {
        std::uint64_t borrow = 0;
        for (std::size_t place = 0; place < words_.size(); ++place) {
            const std::uint64_t word = words_[place], less = word - other.words_[place];
            words_[place] = less - borrow;
            borrow = (word < other.words_[place]) | (less < borrow);
        }
        return *this;
    }

    constexpr UInt256 &operator*=(std::uint64_t factor) {
        UInt256 upper = *this;
        upper.times(static_cast<std::uint32_t>(factor >> 32));
        times(static_cast<std::uint32_t>(factor));
        return *this += upper.shifted(32);
    }
    friend constexpr UInt256 operator*(UInt256 number, std::uint64_t factor) {
        return number *= factor;
    }

    // Divides in place and returns the remainder. The divisor may not be 0.
    constexpr UInt256 divide(const UInt256 &divisor) {
        if (fits_word() && divisor.fits_word()) {
            const UInt256 rest = low() % divisor.low();
            words_[0] /= divisor.low();
            return rest;
        }
        UInt256 rest = *this, quotient;
        for (int by = width() - divisor.width(); by >= 0; --by) {
            const UInt256 part = divisor.shifted(by);
            if (rest < part) continue;
            rest -= part;
            quotient.words_[std::size_t(by / 64)] |= std::uint64_t{1} << by % 64;
        }
        *this = quotient;
        return rest;
    }

  private:
    constexpr UInt256 shifted(int by) const {
        UInt256 result;
        const std::size_t whole = std::size_t(by / 64);
        for (std::size_t place = whole; place < words_.size(); ++place) {
            result.words_[place] = words_[place - whole] << by % 64;
            if (by % 64 && place > whole)
                result.words_[place] |= words_[place - whole - 1] >> (64 - by % 64);
        }
        return result;
    }

    constexpr void times(std::uint32_t factor) {
        std::uint64_t carry = 0;
        for (std::uint64_t &word : words_) {
            const std::uint64_t low = (word & UINT32_MAX) * factor + carry;
            const std::uint64_t high = (word >> 32) * factor + (low >> 32);
            word = high << 32 | (low & UINT32_MAX);
            carry = high >> 32;
        }
    }

    Words words_;
};

// A uniform number of 0 … n - 1, by rejection; n is at least 1.
constexpr UInt256 below(Random &random, const UInt256 &n) {
    if (n.fits_word()) return random.below(n.low());
    const int width = n.width();
    UInt256::Words words{};
    do {
        for (int bits = width, place = 0; bits > 0; bits -= 64, ++place)
            words[std::size_t(place)] = random.next() >> std::max(0, 64 - bits);
    } while (UInt256(words) >= n);
    return UInt256(words);
}

}  // namespace oddtrick
