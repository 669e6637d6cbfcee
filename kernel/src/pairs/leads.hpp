// Which card to lead first.
#pragma once

#include <algorithm>
#include <array>

#include "node.hpp"

namespace oddtrick::pairs {

// What earlier searches suggest, 0 where there is nothing.
struct LeadHints {
    Lanes proved;  // decided the same shape before
    Lanes killer;  // decided with the same hand before
    Lanes sibling; // decided last at this depth, by this seat
};

struct LeadWeights {
    // of a suit: cards of each hand in it
    int mine, left, partner, right;
    int left_void, partner_void, right_void;
    // who holds the highest and the second card; the third
    int tops[5][5];
    int third[5];
    // of a card: whether it is the highest of the suit or only of the hand, the lowest, or between,
    // by who holds the highest
    int kind[5][4];
    int single;
    // hints
    int proved, killer, sibling, sibling_suit;
    // with trumps
    int trump, trump_more, left_ruffs, partner_ruffs, right_ruffs;
    int trump_theirs, only_ours, outlasts;
};

// The cards to lead, each with its promise.
class Leads {
  public:

    void add(Lanes card, int promise) {
        cards_[size_] = card;
        promise_[size_++] = promise;
    }
    void drop(Lanes cards) { left_ &= ~cards; }
    // The most promising, 0 when there is none left.
    Lanes next();

  private:
    std::array<Lanes, 13> cards_;
    std::array<int, 13> promise_;
    int size_ = 0;
    Lanes left_ = ~Lanes{0};
};

template <bool TRUMPS>
void weigh_leads(const Node &node, Lanes choice, const LeadHints &hints, Leads &leads);

}  // namespace oddtrick::pairs
