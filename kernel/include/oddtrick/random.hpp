// Chance that can be repeated: a stream of random bits for each (seed, index).
#pragma once

#include <cstdint>

namespace oddtrick {

// xoshiro256++ (Blackman & Vigna 2019), filled by SplitMix64 from the seed and the index.
class Random {
  public:
    explicit Random(std::uint64_t seed, std::uint64_t index = 0) {
        std::uint64_t at = mix(seed) + 0x9e3779b97f4a7c15 * index;
        for (auto &word : words_) word = mix(at += 0x9e3779b97f4a7c15);
    }

    std::uint64_t next() {
        const std::uint64_t drawn = rotl(words_[0] + words_[3], 23) + words_[0];
        const std::uint64_t shifted = words_[1] << 17;
        words_[2] ^= words_[0];
        words_[3] ^= words_[1];
        words_[1] ^= words_[2];
        words_[0] ^= words_[3];
        words_[2] ^= shifted;
        words_[3] = rotl(words_[3], 45);
        return drawn;
    }

    // Uniform in 0 … n - 1, exactly (Lemire 2019). n may not be 0.
    std::uint32_t below(std::uint32_t n) {
        std::uint64_t product = (next() >> 32) * n;
        if (static_cast<std::uint32_t>(product) < n) {
            const std::uint32_t least = -n % n;
            while (static_cast<std::uint32_t>(product) < least) product = (next() >> 32) * n;
        }
        return static_cast<std::uint32_t>(product >> 32);
    }

  private:
    static std::uint64_t rotl(std::uint64_t word, int by) { return word << by | word >> (64 - by); }
    static std::uint64_t mix(std::uint64_t word) {
        word = (word ^ word >> 30) * 0xbf58476d1ce4e5b9;
        word = (word ^ word >> 27) * 0x94d049bb133111eb;
        return word ^ word >> 31;
    }

    std::uint64_t words_[4];
};

}  // namespace oddtrick
