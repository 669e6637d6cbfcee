#include <algorithm>
#include <set>

#include "check.hpp"
#include "random_endings.hpp"

using namespace oddtrick;
using namespace oddtrick::tests;

namespace {

// Positions of a few deals, each from its beginning to a random card, in random order.
std::vector<std::pair<int, Position>> shuffled_deals(Random &random, int deals) {
    std::vector<std::pair<int, Position>> all;
    for (int deal = 0; deal < deals; ++deal) {
        Position position = an_ending(random, 2 + drawn(random, 4), 2 + drawn(random, 5));
        for (int cards = 1 + drawn(random, 12); cards > 0; --cards) {
            all.emplace_back(deal, position);
            if (!legal_cards(position)) break;
            position = after(position, lowest(legal_cards(position)));
        }
    }
    shuffle(random, all.begin(), all.end());
    return all;
}

int cards_in(const Position &position) {
    int cards = 0;
    for (const Cards hand : position.hands) cards += count(hand);
    return cards;
}

std::vector<const Position *> pointers(const std::vector<std::pair<int, Position>> &all) {
    std::vector<const Position *> found;
    for (const auto &each : all) found.push_back(&each.second);
    return found;
}

}  // namespace

TEST("runs hold each position once, and those of a deal together, most cards first") {
    Random random(1);
    for (int round = 0; round < 300; ++round) {
        // More deals than a word has bits, now and then.
        const auto all = shuffled_deals(random, round % 20 ? 1 + round % 8 : 150);
        const auto runs = deal_runs(pointers(all), all.size());
        std::set<std::size_t> seen;
        std::set<int> done;
        std::pair longest(99, all.size());
        for (const auto &run : runs) {
            const std::pair length(cards_in(all[run[0]].second), run.size());
            CHECK(length <= longest);
            longest = length;
            for (std::size_t i = 0; i < run.size(); ++i) {
                CHECK(seen.insert(run[i]).second);
                if (i) CHECK(cards_in(all[run[i]].second) <= cards_in(all[run[i - 1]].second));
                for (std::size_t seat = 0; seat < MAX_SEATS; ++seat)
                    CHECK((all[run[i]].second.hands[seat] & ~all[run[0]].second.hands[seat]) == 0);
            }
            // Small endings of two deals may be alike; the first position of each run is of a deal
            // that has not begun another run.
            CHECK(done.insert(all[run[0]].first).second);
        }
        CHECK(seen.size() == all.size());
    }
}

TEST("a deal is cut into runs of the length that each thread should have") {
    Random random(2);
    for (std::size_t most = 1; most < 6; ++most) {
        const auto all = shuffled_deals(random, 1);
        const auto runs = deal_runs(pointers(all), most);
        CHECK(runs.size() == (all.size() + most - 1) / most);
        for (const auto &run : runs) CHECK(run.size() <= most);
    }
}

TEST("deals with other trumps or another order of the cards share no run") {
    Random random(3);
    Position one = an_ending(random, 4, 5), trumps = one, order = one;
    trumps.trump = one.trump == 0 ? 1 : 0;
    std::swap(order.strength[0], order.strength[51]);
    CHECK(deal_runs({&one, &trumps, &order, &one}, 4).size() == 3);
    CHECK(deal_runs({}, 1).empty());
}
