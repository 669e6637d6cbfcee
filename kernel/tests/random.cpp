#include "oddtrick/random.hpp"

#include <array>
#include <cstdint>
#include <set>

#include "check.hpp"

using namespace oddtrick;

namespace {

// Chi-square statistic of the counts against a uniform distribution, less its mean.
template <std::size_t N>
double unevenness(const std::array<int, N> &counts, double expected) {
    double sum = 0;
    for (const int count : counts) sum += (count - expected) * (count - expected) / expected;
    return sum - static_cast<double>(N - 1);
}

}  // namespace

TEST("a stream is a function of seed and index") {
    Random one(1, 2), same(1, 2);
    for (int number = 0; number < 100; ++number) CHECK(one.next() == same.next());
    CHECK(Random(0, 0).next() == 0x1a390694bba3b19f);
}

TEST("streams of different seeds and indices differ") {
    std::set<std::uint64_t> firsts;
    for (std::uint64_t seed = 0; seed < 300; ++seed)
        for (std::uint64_t index = 0; index < 300; ++index)
            firsts.insert(Random(seed, index).next());
    CHECK(firsts.size() == 300 * 300);
}

TEST("numbers below six are uniform") {
    std::array<int, 6> counts{};
    Random random(3);
    for (int number = 0; number < 600'000; ++number) ++counts[random.below(6)];
    CHECK(unevenness(counts, 100'000) < 20);
}

TEST("first numbers of neighbouring indices are uniform") {
    std::array<int, 256> counts{};
    for (std::uint64_t index = 0; index < 256'000; ++index) ++counts[Random(7, index).next() >> 56];
    CHECK(unevenness(counts, 1000) < 100);
    CHECK(unevenness(counts, 1000) > -100);
}

TEST("numbers below a bound of more than 32 bits are uniform") {
    const std::uint64_t third = UINT64_MAX / 3, n = 3 * third;
    std::array<int, 3> counts{};
    Random random(9);
    for (int number = 0; number < 300'000; ++number) {
        const std::uint64_t drawn = random.below(n);
        CHECK(drawn < n);
        ++counts[drawn / third];
    }
    CHECK(unevenness(counts, 100'000) < 20);
    CHECK(random.below(1) == 0);
    CHECK(random.below((std::uint64_t{1} << 32) + 1) <= std::uint64_t{1} << 32);
}
