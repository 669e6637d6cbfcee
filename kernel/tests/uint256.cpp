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

TEST("52! has the words that it has on paper") {
    const UInt256 orders(UInt256::Words{0x8ab2000000000000, 0xadb5cb9602a9e063, 0x274c649cfeb4b180,
                                    0x2fde529a3});
    CHECK(factorial(52) == orders);
    CHECK(orders.width() == 226);
}

TEST("dividing 52! by each of its factors leaves one, and nothing over") {
    UInt256 number = factorial(52);
    for (std::uint64_t factor = 2; factor <= 52; ++factor) CHECK(number.divide(factor) == 0);
    CHECK(number == 1);
}

TEST("quotient times divisor and rest give the number back") {
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

TEST("a wide divisor is found again in its products") {
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

TEST("order goes by the highest word that differs") {
    const UInt256 low(UInt256::Words{9, 9, 0, 1}), high(UInt256::Words{0, 0, 1, 1});
    CHECK(low < high);
    CHECK(high > low);
    CHECK(low <= low);
    CHECK(UInt256(3) < low);
}

TEST("numbers drawn below a wide one come from its lower and upper parts alike") {
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
