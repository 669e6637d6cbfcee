#include "general/general_solver.hpp"

#include "check.hpp"
#include "random_endings.hpp"
#include "brute_force.hpp"

using namespace oddtrick;
using namespace oddtrick::tests;

namespace {

constexpr std::size_t TABLE = std::size_t{1} << 20;
constexpr int SIZES[] = {0, 0, 4, 3, 3, 2, 2};  // by seats: cards that every play is tried of

// Two to six seats on any sides, cards of any worth, some of equal strength.
Position of_any_kind(Random &random) {
    const int seats = 2 + drawn(random, 5);
    Position position = an_ending(random, seats, 1 + drawn(random, SIZES[seats]));
    position.us = static_cast<unsigned>(drawn(random, 1 << seats));
    position.trick_worth = drawn(random, 3);
    if (drawn(random, 2))
        for (auto &worth : position.card_worth) worth = static_cast<std::uint8_t>(drawn(random, 4));
    position.trumps_held_back = position.played == 0 && drawn(random, 2);
    return position;
}

}  // namespace

TEST("the general search finds what every play of small endings comes to") {
    general::GeneralSolver solver(TABLE);
    Random random(4);
    for (int number = 0; number < 1500; ++number) {
        const Position position = of_any_kind(random);
        check(position);
        const BruteForce every(position);
        CHECK(solver.value(position, nullptr, {}) == every.value());
        CHECK(solver.cards(position, nullptr, {}) == every.cards());
    }
}

TEST("of cards that are equally strong the one of higher rank wins in the general search") {
    general::GeneralSolver solver(TABLE);
    Random random(5);
    for (int number = 0; number < 200; ++number) {
        Position position = an_ending(random, 3, 2);
        for (auto &strength : position.strength) strength /= 4;
        CHECK(solver.cards(position, nullptr, {}) == BruteForce(position).cards());
    }
}

TEST("each card of a line of the general search keeps the value") {
    general::GeneralSolver solver(0);
    Random random(6);
    for (int number = 0; number < 150; ++number) {
        Position now = of_any_kind(random);
        for (const int card : solver.line(now, nullptr, {})) {
            const BruteForce every(now);
            CHECK((legal_cards(now) & bit(card)) != 0);
            CHECK(every.cards()[std::size_t(card)] == every.value());
            now = after(now, card);
        }
    }
}

TEST("an objective that counts tricks is worth what the tricks are worth") {
    general::GeneralSolver one(TABLE), other(TABLE);
    Random random(7);
    Objective tricks;
    tricks.tricks = 4;
    for (std::int16_t won = 0; won <= 4; ++won) tricks.utility.insert(tricks.utility.end(), 3, won);
    for (int number = 0; number < 300; ++number) {
        Position position = of_any_kind(random);
        position.card_worth.fill(0);
        position.trick_worth = 1;
        CHECK(one.value(position, &tricks, {}) == other.value(position, nullptr, {}));
    }
}
