// Random small endings of every shape.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "oddtrick/random.hpp"
#include "oddtrick/solver.hpp"

namespace oddtrick::tests {

inline int drawn(Random &random, int n) {
    return static_cast<int>(random.below(static_cast<std::uint64_t>(n)));
}

template <class T>
void shuffle(Random &random, T begin, T end) {
    for (auto left = end - begin; left > 1; --left)
        std::swap(begin[left - 1], begin[drawn(random, static_cast<int>(left))]);
}

// Random cards of one to four suits, of few ranks or all.
inline std::vector<int> some_cards(Random &random, int number) {
    std::vector<int> cards;
    const int suits = 1 + drawn(random, (1 << SUITS) - 1), lowest_rank = drawn(random, RANKS);
    for (int card = 0; card < CARDS; ++card)
        if (suits >> suit_of(card) & 1 && rank_of(card) >= lowest_rank) cards.push_back(card);
    if (static_cast<int>(cards.size()) < number) {
        cards.clear();
        for (int card = 0; card < CARDS; ++card) cards.push_back(card);
    }
    shuffle(random, cards.begin(), cards.end());
    cards.resize(static_cast<std::size_t>(number));
    return cards;
}

// A random ending with `size` cards for each seat, with some cards played to the first trick.
// Trumps, leader and the strength of cards are random; sides and worths are the defaults.
inline Position an_ending(Random &random, int seats, int size) {
    Position position;
    position.seats = seats;
    position.trump = drawn(random, SUITS + 1) - 1;
    position.leader = drawn(random, seats);
    const std::vector<int> cards = some_cards(random, seats * size);
    for (std::size_t at = 0; at < cards.size(); ++at)
        position.hands[at % static_cast<std::size_t>(seats)] |= bit(cards[at]);
    for (std::size_t card = 0; card < CARDS; ++card)
        position.strength[card] = static_cast<std::uint8_t>(card);
    if (drawn(random, 2)) shuffle(random, position.strength.begin(), position.strength.end());
    for (int left = drawn(random, seats); left > 0; --left) {
        Cards legal = legal_cards(position);
        for (int skip = drawn(random, count(legal)); skip > 0; --skip) legal &= legal - 1;
        position = after(position, lowest(legal));
    }
    return position;
}

}  // namespace oddtrick::tests
