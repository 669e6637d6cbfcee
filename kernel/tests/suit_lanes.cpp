#include "whist/suit_lanes.hpp"

#include <vector>

#include "check.hpp"
#include "oddtrick/random.hpp"
#include "whist/search_node.hpp"

using namespace oddtrick;
using namespace oddtrick::whist;

namespace {

constexpr int CARDS_OF_A_LANE = 13;
constexpr Lanes PLACES = 0x1FFF'1FFF'1FFF'1FFF;

bool has(Lanes cards, int suit, int place) {
    return (cards >> (WIDTH * suit + place) & 1) != 0;
}
Lanes card_at(int suit, int place) {
    return Lanes{1} << (WIDTH * suit + place);
}

// Sets of every density, and sets with full or empty lanes.
template <class Use>
void for_many_sets(const Use &use) {
    Random random(1);
    for (int number = 0; number < 3000; ++number) {
        const Lanes one = random.next(), two = random.next();
        Lanes whole = 0;
        for (int suit = 0; suit < 4; ++suit)
            if (random.below(3) == 0) whole |= lane(suit);
        for (const Lanes cards : {one, one & two, one | two, one & ~whole, one | whole})
            use(cards & PLACES);
    }
    use(0);
    use(PLACES);
    for (int at = 0; at < 64; ++at) use(Lanes{1} << at & PLACES);
}

template <class Keep>
Lanes those(const Keep &keep) {
    Lanes cards = 0;
    for (int suit = 0; suit < 4; ++suit)
        for (int place = 0; place < WIDTH; ++place)
            if (keep(suit, place)) cards |= card_at(suit, place);
    return cards;
}

Lanes unary(const std::vector<int> &lengths) {
    return those([&](int suit, int place) { return place < lengths[std::size_t(suit)]; });
}

}  // namespace

TEST("a card of a lane is its suit and its place") {
    for (int suit = 0; suit < 4; ++suit)
        for (int place = 0; place < CARDS_OF_A_LANE; ++place) {
            const Lanes card = card_at(suit, place);
            CHECK(suit_at(card) == suit && lane_of(card) == lane(suit));
            CHECK(cards_of(card, suit) == 1 << place);
            CHECK(top_card(card) == card && bottom_card(card) == card);
            CHECK((above(card) & lane(suit)) == ((card - 1) & lane(suit)));
            CHECK((below(card) & lane(suit) & (above(card) | card)) == 0);
            CHECK(((below(card) | above(card) | card) & lane(suit)) == lane(suit));
        }
}

TEST("the run from the top ends at the first missing card") {
    for_many_sets([](Lanes cards) {
        CHECK(top_run(cards) == those([&](int suit, int place) {
                  for (int at = 0; at <= place; ++at)
                      if (!has(cards, suit, at)) return false;
                  return true;
              }));
    });
}

TEST("lanes that hold a card are filled, and no others") {
    for_many_sets([](Lanes cards) {
        CHECK(filled(cards) == those([&](int suit, int) { return (cards & lane(suit)) != 0; }));
    });
}

TEST("down to the lowest card covers all places above it") {
    for_many_sets([](Lanes cards) {
        CHECK(down_to_lowest(cards) == those([&](int suit, int place) {
                  for (int at = place; at < CARDS_OF_A_LANE; ++at)
                      if (has(cards, suit, at)) return true;
                  return false;
              }));
    });
}

TEST("only one lane gets shorter") {
    Random random(2);
    for (int number = 0; number < 2000; ++number) {
        std::vector<int> lengths;
        for (int suit = 0; suit < 4; ++suit)
            lengths.push_back(static_cast<int>(random.below(CARDS_OF_A_LANE + 1)));
        for (int suit = 0; suit < 4; ++suit) {
            std::vector<int> less = lengths;
            less[std::size_t(suit)] = std::max(less[std::size_t(suit)] - 1, 0);
            CHECK(shorter(unary(lengths), lane(suit)) == unary(less));
        }
    }
}

TEST("unpacking inverts packing") {
    Random random(3);
    for_many_sets([&](Lanes mask) {
        const Lanes cards = random.next();
        Lanes packed = 0, back = 0;
        int to = 0;
        for (int at = 0; at < 64; ++at) {
            if (!(mask >> at & 1)) continue;
            packed |= (cards >> at & 1) << to;
            back |= (cards >> to++ & 1) << at;
        }
        CHECK(pack(cards, mask) == packed);
        CHECK(unpack(cards, mask) == back);
        CHECK(unpack(pack(cards, mask), mask) == (cards & mask));
    });
}

TEST("the highest card stands for neighbours that only gone cards separate") {
    Random random(4);
    for_many_sets([&](Lanes hand) {
        Lanes others = ~hand & PLACES, gone = 0;
        for (std::uint64_t left = random.below(3); left > 0 && others; --left) {
            Lanes card = others;
            for (std::uint64_t skip = random.below(8); skip > 0 && card & (card - 1); --skip)
                card &= card - 1;
            gone |= top_card(card);
            others &= ~gone;
        }
        CHECK(distinct(hand, gone) == those([&](int suit, int place) {
                  if (!has(hand, suit, place)) return false;
                  int at = place - 1;
                  while (at >= 0 && has(gone, suit, at)) --at;
                  return at < 0 || !has(hand, suit, at);
              }));
    });
}

TEST("a node counts the cards of its hands by seat and suit") {
    Random random(5);
    for (int number = 0; number < 500; ++number) {
        std::array<Lanes, 4> hands{};
        for (int suit = 0; suit < 4; ++suit)
            for (int place = 0; place < CARDS_OF_A_LANE; ++place)
                if (const auto seat = random.below(5); seat < 4)
                    hands[seat] |= card_at(suit, place);
        const SearchNode node = node_of(hands);
        for (int seat = 0; seat < 4; ++seat)
            for (int suit = 0; suit < 4; ++suit) {
                const int cards = size(hands[std::size_t(seat)] & lane(suit));
                CHECK(cards_of(node.length[std::size_t(seat)], suit) == (1 << cards) - 1);
                CHECK(static_cast<int>(node.shape >> (16 * seat + 4 * suit) & 15) == cards);
            }
        CHECK(node.all == (hands[0] | hands[1] | hands[2] | hands[3]));
    }
}
