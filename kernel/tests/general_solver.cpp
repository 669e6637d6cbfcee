#include "general/general_solver.hpp"

#include "brute_force.hpp"
#include "check.hpp"
#include "random_endings.hpp"

using namespace oddtrick;
using namespace oddtrick::tests;

namespace {

constexpr std::size_t TABLE = std::size_t{1} << 20;
constexpr int SIZES[] = {0, 0, 4, 3,
                         3, 2, 2};  // by seats: the cards of each hand that brute force can solve

// Two to six seats on any sides, cards of any worth, some of equal strength.
Position random_position(Random &random) {
    const int seats = 2 + drawn(random, 5);
    Position position = an_ending(random, seats, 1 + drawn(random, SIZES[seats]));
    position.us = static_cast<unsigned>(drawn(random, 1 << seats));
    position.trick_worth = drawn(random, 3);
    if (drawn(random, 2))
        for (auto &worth : position.card_worth) worth = static_cast<std::uint8_t>(drawn(random, 4));
    position.trumps_held_back = position.played == 0 && drawn(random, 2);
    position.fewest = drawn(random, 3) == 0;
    return position;
}

}  // namespace

TEST("the general search agrees with brute force on small endings") {
    general::GeneralSolver solver(TABLE);
    Random random(4);
    for (int number = 0; number < 1500; ++number) {
        const Position position = random_position(random);
        check(position);
        const BruteForce every(position);
        CHECK(solver.value(position, nullptr, {}) == every.value());
        CHECK(solver.cards(position, nullptr, {}) == every.cards());
    }
}

TEST("the higher rank wins among cards of equal strength") {
    general::GeneralSolver solver(TABLE);
    Random random(5);
    for (int number = 0; number < 200; ++number) {
        Position position = an_ending(random, 3, 2);
        for (auto &strength : position.strength) strength /= 4;
        CHECK(solver.cards(position, nullptr, {}) == BruteForce(position).cards());
    }
}

TEST("each card of a principal line keeps the value in the general search") {
    general::GeneralSolver solver(0);
    Random random(6);
    for (int number = 0; number < 150; ++number) {
        Position now = random_position(random);
        for (const int card : solver.line(now, nullptr, {})) {
            const BruteForce every(now);
            CHECK((legal_cards(now) & bit(card)) != 0);
            CHECK(every.cards()[std::size_t(card)] == every.value());
            now = after(now, card);
        }
    }
}

TEST("an objective that counts tricks has the value of the tricks") {
    general::GeneralSolver one(TABLE), other(TABLE);
    Random random(7);
    Objective tricks;
    tricks.tricks = 4;
    for (std::int16_t won = 0; won <= 4; ++won) tricks.utility.push_back(won);
    for (int number = 0; number < 300; ++number) {
        Position position = random_position(random);
        position.card_worth.fill(0);
        position.trick_worth = 1;
        position.fewest = false;
        CHECK(one.value(position, &tricks, {}) == other.value(position, nullptr, {}));
    }
}
