#include "whist/whist_solver.hpp"

#include <atomic>
#include <memory>

#include "brute_force.hpp"
#include "check.hpp"
#include "general/general_solver.hpp"
#include "node_limit.hpp"
#include "random_endings.hpp"
#include "whist/lane_position.hpp"
#include "whist/search.hpp"

using namespace oddtrick;
using namespace oddtrick::tests;

namespace {

constexpr std::size_t TABLE = std::size_t{1} << 20;
constexpr int ENDINGS[] = {0, 400, 1500, 800, 25};  // endings by cards in each hand

Position whist_ending(Random &random, int size) {
    Position position = an_ending(random, 4, size);
    position.us = drawn(random, 2) ? 0b0101 : 0b1010;
    position.trick_worth = drawn(random, 3);
    position.card_worth.fill(static_cast<std::uint8_t>(drawn(random, 3)));
    return position;
}

// Thirteen cards each, dealt by a fixed congruence: hard enough to run into a limit.
Position a_whole_deal() {
    Position position;
    position.trump = 2;
    for (int at = 0; at < CARDS; ++at)
        position.hands[std::size_t(at % 4)] |= bit((at * 17 + at / 4 * 5) % CARDS);
    for (int card = 0; card < CARDS; ++card)
        position.strength[std::size_t(card)] = static_cast<std::uint8_t>(card);
    return position;
}

template <class Use>
void for_many_endings(std::uint64_t seed, const Use &use) {
    Random random(seed);
    for (int size = 1; size <= 4; ++size)
        for (int number = 0; number < ENDINGS[size]; ++number) use(whist_ending(random, size));
}

// Compares the whist search with the general one on many deals that share one table, so that proofs
// of one deal are used for others.
template <bool TRUMPS>
class Agreement {
  public:
    // The number of questions on which the two searches differ.
    int differences(const Position &position) {
        const whist::LanePosition lanes(position);
        whist::Search<TRUMPS> search(table_, *killers_, node_limit_);
        const int value = general_.value(position, nullptr, {});
        int differ = 0;
        for (int need = 1; need <= lanes.node.tricks; ++need)
            differ += search.leader_takes(lanes.node, need).holds != (value >= need);
        return differ;
    }
    std::uint64_t nodes() const { return node_limit_.nodes(); }

  private:
    whist::PatternTable table_{16 * TABLE};
    std::unique_ptr<whist::KillerTable> killers_ = std::make_unique<whist::KillerTable>();
    NodeLimit node_limit_;
    general::GeneralSolver general_{TABLE};
};

// Four hands at a lead, played for tricks.
Position a_lead(Random &random, int size) {
    Position position;
    do position = an_ending(random, 4, size);
    while (position.played > 0);
    position.us = position.leader % 2 ? 0b1010 : 0b0101;
    return position;
}

// Leads each card for each number of tricks, and compares the answer with the value of every card
// that is alike. The number of cards compared.
template <bool TRUMPS>
int check_alike(const Position &position, general::GeneralSolver &general) {
    whist::PatternTable table{TABLE};
    const auto killers = std::make_unique<whist::KillerTable>();
    NodeLimit node_limit;
    whist::Search<TRUMPS> search(table, *killers, node_limit);
    const whist::LanePosition lanes(position);
    const CardValues values = general.cards(position, nullptr, {});
    const whist::Lanes hand = lanes.node.hand[0];
    int compared = 0;
    for (whist::Lanes left = hand; left; left &= left - 1)
        for (int need = 1; need <= lanes.node.tricks; ++need) {
            const whist::Lanes card = whist::top_card(left);
            const auto [holds, relevant] =
                search.continue_trick(whist::lead<TRUMPS>(lanes.node, need, card), 1);
            whist::Lanes cards = (card | whist::alike(card, relevant)) & hand;
            for (; cards; cards &= cards - 1, ++compared)
                CHECK(holds == (values[lanes.card_of(whist::top_card(cards))] >= need));
        }
    return compared;
}

}  // namespace

TEST("the whist search agrees with brute force on small endings") {
    whist::WhistSolver solver(TABLE);
    for_many_endings(1, [&](const Position &position) {
        CHECK(whist::is_whist(position));
        const BruteForce every(position);
        CHECK(solver.value(position, {}) == every.value());
        CHECK(solver.cards(position, {}) == every.cards());
    });
}

TEST("a proof of one deal holds for every deal that matches its pattern") {
    Random random(8);
    Agreement<true> with_trumps;
    Agreement<false> without;
    for (int number = 0; number < 40'000; ++number) {
        const Position position = a_lead(random, 3 + number % 4);
        const int differences = position.trump == NO_TRUMP ? without.differences(position)
                                                           : with_trumps.differences(position);
        CHECK(differences == 0);
    }
    CHECK(without.nodes() > 1000 && with_trumps.nodes() > 1000);
}

TEST("a proof about one card decides the cards that it takes for alike") {
    Random random(10);
    general::GeneralSolver general(TABLE);
    int compared = 0;
    for (int number = 0; number < 4000; ++number) {
        const Position position = a_lead(random, 3 + number % 4);
        compared += position.trump == NO_TRUMP ? check_alike<false>(position, general)
                                               : check_alike<true>(position, general);
    }
    CHECK(compared > 100'000);
}

TEST("on larger deals the two searches agree card by card") {
    Random random(9);
    for (int number = 0; number < 60; ++number) {
        whist::WhistSolver one(TABLE);
        general::GeneralSolver other(TABLE);
        Position now = whist_ending(random, 5 + number % 4);
        for (int card = 0; card < 12; ++card) {
            CHECK(one.cards(now, {}) == other.cards(now, nullptr, {}));
            Cards legal = legal_cards(now);
            for (int skip = drawn(random, count(legal)); skip > 0; --skip) legal &= legal - 1;
            now = after(now, lowest(legal));
        }
    }
}

TEST("each card of a principal line keeps the value in the whist search") {
    whist::WhistSolver solver(0);
    Random random(2);
    for (int number = 0; number < 200; ++number) {
        Position now = whist_ending(random, 1 + number % 3);
        for (const int card : solver.line(now, {})) {
            CHECK((legal_cards(now) & bit(card)) != 0);
            const BruteForce every(now);
            CHECK(every.cards()[std::size_t(card)] == every.value());
            now = after(now, card);
        }
        for (const Cards hand : now.hands) CHECK(hand == 0);
    }
}

TEST("the whist search takes only four seats in two pairs with tricks of one worth") {
    Random random(3);
    const Position good = whist_ending(random, 3);
    const auto is_whist = [&](auto spoil) {
        Position position = good;
        spoil(position);
        return whist::is_whist(position);
    };
    CHECK(is_whist([](Position &) {}));
    CHECK(!is_whist([](Position &position) { position.us = 0b0011; }));
    CHECK(!is_whist([](Position &position) { position.us = 0b0001; }));
    CHECK(!is_whist([](Position &position) { position.trumps_held_back = true; }));
    CHECK(!is_whist([](Position &position) { position.fewest = true; }));
    CHECK(!is_whist([](Position &position) {
        position.hands = {};
        position.played = 0;
    }));
    Cards all = good.hands[0] | good.hands[1] | good.hands[2] | good.hands[3];
    for (int place = 0; place < good.played; ++place) all |= bit(good.trick[std::size_t(place)]);
    for (int card = 0; card < CARDS; ++card) {
        const bool counts = (all & bit(card)) != 0;
        CHECK(is_whist([&](Position &position) { ++position.card_worth[std::size_t(card)]; }) !=
              counts);
    }
    CHECK(!whist::is_whist(an_ending(random, 5, 2)));
    CHECK(!whist::is_whist(an_ending(random, 3, 2)));
}

TEST("a stopped whist search can be resumed") {
    const Position position = a_whole_deal();
    const int value = whist::WhistSolver(TABLE).value(position, {});
    whist::WhistSolver solver(TABLE);
    Limit few;
    few.nodes = 500;
    int stopped = 0;
    for (bool found = false; !found;) {
        try {
            CHECK(solver.value(position, few) == value);
            found = true;
        } catch (const Stopped &) {
            few.nodes += few.nodes / 2;
            ++stopped;
        }
    }
    CHECK(stopped > 1);
}

TEST("a cancelled whist search stops, and is right afterwards") {
    const Position position = a_whole_deal();
    const CardValues values = whist::WhistSolver(TABLE).cards(position, {});
    whist::WhistSolver solver(TABLE);
    const std::atomic<bool> cancelled = true;
    CHECK_THROWS(Stopped, solver.value(position, {.cancelled = &cancelled}));
    CHECK_THROWS(Stopped, solver.line(position, {.cancelled = &cancelled}));
    const auto now = std::chrono::steady_clock::now();
    CHECK_THROWS(Stopped, solver.cards(position, {.deadline = now}));
    CHECK(solver.cards(position, {}) == values);
}

TEST("the whist search finds the same value with a table of any size") {
    const Position position = a_whole_deal();
    const int value = whist::WhistSolver(TABLE).value(position, {});
    for (const std::size_t kib : {0, 256, 1024}) {
        whist::WhistSolver solver(kib << 10);
        CHECK(solver.value(position, {}) == value);
        CHECK(solver.table_bytes() <= (kib + 128) << 10);
    }
}
