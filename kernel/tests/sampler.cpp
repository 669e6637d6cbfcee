#include "oddtrick/sampler.hpp"

#include <array>
#include <set>
#include <stdexcept>
#include <vector>

#include "check.hpp"

using namespace oddtrick;

namespace {

// Three hands of thirteen, the first two void in one suit each.
Layouts three_hands() {
    return Layouts({13, 13, 13}, {{suit_mask(0), 0b110}, {suit_mask(1), 0b101}, {suit_mask(2), 7}});
}

bool fits(const std::array<Cards, 3> &hands) {
    Cards all = 0;
    for (const Cards hand : hands) all += hand;
    return all == (PACK & ~suit_mask(3)) && count(hands[0]) == 13 && count(hands[1]) == 13 &&
           !(hands[0] & suit_mask(0)) && !(hands[1] & suit_mask(1));
}

}  // namespace

TEST("a draw fills every hand and respects every void") {
    const Layouts layouts = three_hands();
    for (std::uint64_t index = 0; index < 2000; ++index) {
        Random random(1, index);
        std::array<Cards, 3> hands{};
        layouts.draw(random, hands);
        CHECK(fits(hands));
    }
}

TEST("each row is drawn by its own index") {
    const Layouts layouts = three_hands();
    std::vector<Cards> rows(30);
    layouts.draw_rows(5, 100, rows);
    Random random(5, 107);
    std::array<Cards, 3> hands{};
    layouts.draw(random, hands);
    for (std::size_t hand = 0; hand < 3; ++hand) CHECK(rows[3 * 7 + hand] == hands[hand]);
}

TEST("distant numbers give different layouts") {
    const Layouts layouts = three_hands();
    UInt256 number = layouts.count(), step = layouts.count();
    step.divide(1000);
    std::set<std::array<Cards, 3>> seen;
    number -= 1;
    for (int taken = 0; taken < 1000; ++taken) {
        std::array<Cards, 3> hands{};
        layouts.at(number, hands);
        CHECK(fits(hands));
        seen.insert(hands);
        number -= step;
    }
    CHECK(seen.size() == 1000);
}

TEST("the count is zero if no layout fits") {
    CHECK(Layouts({1, 1}, {{0b11, 0b01}}).count() == 0);
    CHECK(Layouts({1, 1}, {{0b11, 0}}).count() == 0);
    CHECK(Layouts({0, 0}, {}).count() == 1);
}

TEST("cells that do not fit the number of cards are rejected") {
    CHECK_THROWS(std::invalid_argument, Layouts({2}, {{0b1, 1}}));
    CHECK_THROWS(std::invalid_argument, Layouts({}, {}));
}
