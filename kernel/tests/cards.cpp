#include "oddtrick/cards.hpp"

#include <set>

#include "check.hpp"

using namespace oddtrick;

namespace {

// Sets of every size, from a linear congruential generator.
template <class Use>
void for_many_sets(Use use) {
    std::uint64_t state = 1;
    for (int i = 0; i < 1000; ++i) {
        state = state * 6364136223846793005U + 1442695040888963407U;
        const Cards dense = (state >> 12) & PACK;
        state = state * 6364136223846793005U + 1442695040888963407U;
        const Cards other = (state >> 12) & PACK;
        for (const Cards cards : {dense, dense & other, dense | other}) use(cards);
    }
    for (int card = 0; card < CARDS; ++card) use(bit(card));
    use(PACK);
}

}  // namespace

TEST("a card is its suit and its rank") {
    std::set<int> seen;
    for (int suit = 0; suit < SUITS; ++suit) {
        for (int rank = 0; rank < RANKS; ++rank) {
            const int card = RANKS * suit + rank;
            CHECK(suit_of(card) == suit && rank_of(card) == rank);
            CHECK((bit(card) & suit_mask(suit)) != 0);
            seen.insert(card);
        }
    }
    CHECK(seen.size() == CARDS);
}

TEST("the four suits partition the pack") {
    Cards together = 0;
    for (int suit = 0; suit < SUITS; ++suit) {
        CHECK((together & suit_mask(suit)) == 0);
        CHECK(count(suit_mask(suit)) == RANKS);
        together |= suit_mask(suit);
    }
    CHECK(together == PACK);
    CHECK(count(PACK) == CARDS);
}

TEST("taking the lowest card visits each card of a set once, in order") {
    for_many_sets([](const Cards cards) {
        Cards left = cards;
        Cards taken = 0;
        int previous = -1;
        for (int n = count(cards); n > 0; --n) {
            CHECK(lowest(left) > previous);
            previous = take_lowest(left);
            taken |= bit(previous);
        }
        CHECK(left == 0);
        CHECK(taken == cards);
        CHECK(cards == 0 || previous == highest(cards));
    });
}

TEST("no card of a set is below its lowest or above its highest") {
    for_many_sets([](const Cards cards) {
        if (cards == 0) return;
        CHECK((cards & (bit(lowest(cards)) - 1)) == 0);
        CHECK((cards >> highest(cards)) == 1);
    });
}

TEST("the size of a set is the sum over its suits") {
    for_many_sets([](const Cards cards) {
        int total = 0;
        for (int suit = 0; suit < SUITS; ++suit) total += count(cards & suit_mask(suit));
        CHECK(total == count(cards));
    });
}
