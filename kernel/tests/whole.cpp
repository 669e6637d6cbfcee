#include "oddtrick/whole.hpp"

#include <algorithm>
#include <array>

#include "check.hpp"

using namespace oddtrick;

namespace {

Whole factorial(std::uint64_t n) {
    Whole product = 1;
    for (std::uint64_t factor = 2; factor <= n; ++factor) product *= factor;
    return product;
}

Whole drawn(Random &random, std::size_t words) {
    Whole::Words made{};
    for (std::size_t place = 0; place < words; ++place) made[place] = random.next();
    return Whole(made);
}

}  // namespace

TEST("52! has the words that it has on paper") {
    const Whole orders(Whole::Words{0x8ab2000000000000, 0xadb5cb9602a9e063, 0x274c649cfeb4b180,
                                    0x2fde529a3});
    CHECK(factorial(52) == orders);
    CHECK(orders.width() == 226);
}

TEST("dividing 52! by each of its factors leaves one, and nothing over") {
    Whole number = factorial(52);
    for (std::uint64_t factor = 2; factor <= 52; ++factor) CHECK(number.divide(factor) == 0);
    CHECK(number == 1);
}

TEST("quotient times divisor and rest give the number back") {
    Random random(1);
    for (int round = 0; round < 10'000; ++round) {
        const Whole number = drawn(random, 1 + random.below(4));
        const std::uint64_t divisor = random.next() >> random.below(60) | 1;
        Whole quotient = number;
        const Whole rest = quotient.divide(divisor);
        CHECK(rest < divisor);
        Whole again = quotient * divisor;
        CHECK((again += rest) == number);
        CHECK((again -= rest) == quotient * divisor);
    }
}

TEST("a wide divisor is found again in its products") {
    Random random(2);
    for (int round = 0; round < 10'000; ++round) {
        const Whole divisor = drawn(random, 1 + random.below(3));
        const std::uint64_t factor = random.next();
        Whole number = divisor * factor;
        const Whole rest = below(random, divisor);
        number += rest;
        CHECK(number.divide(divisor) == rest);
        CHECK(number == factor);
    }
}

TEST("order goes by the highest word that differs") {
    const Whole low(Whole::Words{9, 9, 0, 1}), high(Whole::Words{0, 0, 1, 1});
    CHECK(low < high);
    CHECK(high > low);
    CHECK(low <= low);
    CHECK(Whole(3) < low);
}

TEST("numbers drawn below a wide one come from its lower and upper parts alike") {
    Random random(4);
    Whole n(Whole::Words{12345, 0, 5, 0});
    std::array<int, 5> counts{};
    for (int number = 0; number < 100'000; ++number) {
        const Whole one = below(random, n);
        CHECK(one < n);
        ++counts[std::min<std::uint64_t>(one.words()[2], 4)];
    }
    for (const int count : counts) CHECK(count > 19'500 && count < 20'500);
}
