// Counter-style random streams: a stream is a function of a seed and an index alone. Sample `index`
// is the same in any order of drawing, on any thread, on any machine.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <limits>

namespace oddtrick {

// The stream of a seed and an index: xoshiro256++ (Blackman and Vigna, 2019), its state filled as
// in SplitMix64 (Steele, Lea and Flood, 2014). Each step of the seeding is a bijection, so that
// different pairs get different states and no two streams are the same. Not for cryptography.
class Random {
  public:
    using result_type = std::uint64_t;  // with min, max and (): a generator for <random>
    static constexpr result_type min() { return 0; }
    static constexpr result_type max() { return std::numeric_limits<result_type>::max(); }

    constexpr explicit Random(std::uint64_t seed, std::uint64_t index = 0) {
        const std::uint64_t first = mix(seed + STEP);
        std::uint64_t both = mix(index ^ first);
        for (std::uint64_t &word : state_) word = mix(both += STEP);
        state_[3] ^= first;
    }

    constexpr std::uint64_t next() {
        auto &[a, b, c, d] = state_;
        const std::uint64_t result = std::rotl(a + d, 23) + a;
        const std::uint64_t shifted = b << 17;
        c ^= a;
        d ^= b;
        b ^= c;
        a ^= d;
        c ^= shifted;
        d = std::rotl(d, 45);
        return result;
    }
    constexpr std::uint64_t operator()() { return next(); }

    // A uniform number of 0 … n - 1, without bias; n is at least 1.
    constexpr std::uint64_t below(std::uint64_t n) {
        if (n <= std::numeric_limits<std::uint32_t>::max())
            return below_small(static_cast<std::uint32_t>(n));
        const std::uint64_t mask = max() >> std::countl_zero(n - 1);
        std::uint64_t drawn = next() & mask;
        while (drawn >= n) drawn = next() & mask;
        return drawn;
    }

  private:
    static constexpr std::uint64_t STEP = 0x9E3779B97F4A7C15;  // 2^64 by the golden ratio

    static constexpr std::uint64_t mix(std::uint64_t word) {
        word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9;
        word = (word ^ word >> 27) * 0x94D049BB133111EB;
        return word ^ word >> 31;
    }

    // A multiplication instead of a division (Lemire, 2019). The draws of the incomplete last
    // interval, which would favour some results, are rejected.
    constexpr std::uint64_t below_small(std::uint32_t n) {
        std::uint64_t product = (next() >> 32) * n;
        if (static_cast<std::uint32_t>(product) < n) {
            const std::uint32_t unfair = static_cast<std::uint32_t>(0 - n) % n;
            while (static_cast<std::uint32_t>(product) < unfair) product = (next() >> 32) * n;
        }
        return product >> 32;
    }

    std::array<std::uint64_t, 4> state_{};
};

}  // namespace oddtrick
