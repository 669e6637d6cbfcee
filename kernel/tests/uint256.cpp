#include "oddtrick/uint256.hpp"

#include <algorithm>
#include <array>

#include "check.hpp"

using namespace oddtrick;

namespace {

UInt256 factorial(std::uint64_t n) {
    UInt256 product = 1;
    for (std::uint64_t factor = 2; factor <= n; ++factor) product *= factor;
    return product;
}

UInt256 drawn(Random &random, std::size_t words) {
    UInt256::Words made{};
    for (std::size_t place = 0; place < words; ++place) made[place] = random.next();
    return UInt256(made);
}

}  // namespace

TEST("52! has the known words") {
    const UInt256 orders(
        UInt256::Words{0x8ab2000000000000, 0xadb5cb9602a9e063, 0x274c649cfeb4b180, 0x2fde529a3});
    CHECK(factorial(52) == orders);
    CHECK(orders.width() == 226);
}

TEST("52! divided by each of its factors is one, without remainder") {
    UInt256 number = factorial(52);
    for (std::uint64_t factor = 2; factor <= 52; ++factor) CHECK(number.divide(factor) == 0);
    CHECK(number == 1);
}

TEST("quotient times divisor plus remainder is the number") {
    Random random(1);
    for (int round = 0; round < 10'000; ++round) {
        const UInt256 number = drawn(random, 1 + random.below(4));
        const std::uint64_t divisor = random.next() >> random.below(60) | 1;
        UInt256 quotient = number;
        const UInt256 rest = quotient.divide(divisor);
        CHECK(rest < divisor);
        UInt256 again = quotient * divisor;
        CHECK((again += rest) == number);
        CHECK((again -= rest) == quotient * divisor);
    }
}

TEST("a product divided by a wide factor gives the other factor") {
    Random random(2);
    for (int round = 0; round < 10'000; ++round) {
        const UInt256 divisor = drawn(random, 1 + random.below(3));
        const std::uint64_t factor = random.next();
        UInt256 number = divisor * factor;
        const UInt256 rest = below(random, divisor);
        number += rest;
        CHECK(number.divide(divisor) == rest);
        CHECK(number == factor);
    }
}

TEST("the highest different word decides the order") {
    const UInt256 low(UInt256::Words{9, 9, 0, 1}), high(UInt256::Words{0, 0, 1, 1});
    CHECK(low < high);
    CHECK(high > low);
    CHECK(low <= low);
    CHECK(UInt256(3) < low);
}

TEST("draws below a wide bound are uniform over its upper words") {
    Random random(4);
    UInt256 n(UInt256::Words{12345, 0, 5, 0});
    std::array<int, 5> counts{};
    for (int number = 0; number < 100'000; ++number) {
        const UInt256 one = below(random, n);
        CHECK(one < n);
        ++counts[std::min<std::uint64_t>(one.words()[2], 4)];
    }
    for (const int count : counts) CHECK(count > 19'500 && count < 20'500);
}
