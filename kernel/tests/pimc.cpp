#include "oddtrick/pimc.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <stdexcept>
#include <thread>
#include <vector>

#include "check.hpp"

using namespace oddtrick;

namespace {

constexpr std::size_t ROWS = 60;

// Four seats with two cards of each suit, from the eight highest of each. Seat 0 leads and sees its
// own cards.
struct Scenario {
    Scenario() : layouts({0, 8, 8, 8}, {{hidden, 0b1110}}) {
        query.position.hands = {own};
        int seat = 0;
        for (Cards rest = hidden; rest; seat = (seat + 1) % 3)
            query.position.hands[static_cast<std::size_t>(seat + 1)] |= bit(take_lowest(rest));
        query.position.trump = 3;
        query.known[0] = own;
        query.seed = 11;
    }

    static Cards of_each_suit(Cards ranks) {
        return ranks << 5 | ranks << (RANKS + 5) | ranks << (2 * RANKS + 5) |
               ranks << (3 * RANKS + 5);
    }
    Cards own = of_each_suit(0b10010000);
    Cards hidden = of_each_suit(0b01101111);
    Layouts layouts;
    PimcQuery query;
};

struct Table {
    std::vector<std::int16_t> values = std::vector<std::int16_t>(8 * ROWS);
    std::vector<Cards> hands = std::vector<Cards>(4 * ROWS);
    std::unique_ptr<bool[]> solved = std::make_unique<bool[]>(ROWS);
    std::vector<std::uint64_t> nodes = std::vector<std::uint64_t>(ROWS);
    std::size_t done = 0;

    PimcResults answers() { return {values, hands, {solved.get(), ROWS}, nodes}; }
};

Table evaluated(const Scenario &scenario, const Limit &limit, int threads) {
    Table table;
    PimcEvaluation evaluation(scenario.layouts, scenario.query, limit, 1 << 20, table.answers());
    std::vector<std::thread> pool;
    for (int thread = 0; thread < threads; ++thread) pool.emplace_back([&] { evaluation.work(); });
    for (std::thread &thread : pool) thread.join();
    table.done = evaluation.done();
    return table;
}

}  // namespace

TEST("a row has the solver's values of the world drawn") {
    const Scenario scenario;
    const Table table = evaluated(scenario, {}, 2);
    CHECK(table.done == ROWS);
    for (std::size_t row = 0; row < ROWS; ++row) {
        std::array<Cards, 4> cells{};
        Random random(11, row);
        scenario.layouts.draw(random, cells);
        Position world = scenario.query.position;
        for (std::size_t seat = 1; seat < 4; ++seat) world.hands[seat] = cells[seat];
        const CardValues values = Solver().solve_cards(world);
        std::size_t at = 8 * row;
        for (Cards cards = scenario.own; cards; ++at)
            CHECK(table.values[at] == values[static_cast<std::size_t>(take_lowest(cards))]);
        for (std::size_t seat = 0; seat < 4; ++seat)
            CHECK(table.hands[4 * row + seat] == world.hands[seat]);
        CHECK(table.solved[row]);
    }
}

TEST("the worlds beyond the node limit do not depend on the number of threads") {
    const Scenario scenario;
    Limit limit;
    auto tried = evaluated(scenario, {}, 1).nodes;
    std::sort(tried.begin(), tried.end());
    limit.nodes = tried[ROWS / 2];
    const Table one = evaluated(scenario, limit, 1);
    std::size_t solved = 0;
    for (std::size_t row = 0; row < ROWS; ++row) solved += one.solved[row];
    CHECK(solved > 0 && solved < ROWS);
    for (const int threads : {2, 7}) {
        const Table other = evaluated(scenario, limit, threads);
        CHECK(other.done == ROWS);
        CHECK(other.values == one.values);
        CHECK(other.hands == one.hands);
        CHECK(other.nodes == one.nodes);
    }
}

TEST("a cancelled evaluation does no rows") {
    const Scenario scenario;
    const std::atomic<bool> cancelled = true;
    Limit stop;
    stop.cancelled = &cancelled;
    CHECK(evaluated(scenario, stop, 2).done == 0);
    Limit late;
    late.deadline = std::chrono::steady_clock::now();
    CHECK(evaluated(scenario, late, 2).done == 0);
}

TEST("an invalid query is rejected, before or while worlds are solved") {
    Scenario scenario;
    scenario.query.known[0] = 0;
    CHECK_THROWS(std::invalid_argument, evaluated(scenario, {}, 2));
    Scenario twice;
    twice.query.known[1] = twice.own;
    CHECK_THROWS(std::invalid_argument, evaluated(twice, {}, 2));
    Table narrow;
    narrow.hands.pop_back();
    const Scenario good;
    CHECK_THROWS(std::invalid_argument,
                 PimcEvaluation(good.layouts, good.query, {}, 0, narrow.answers()));
}
