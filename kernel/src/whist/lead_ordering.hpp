// Which card to lead first. In most positions that one lead can decide the first one tried does, so
// a good order saves most of the search.
#pragma once

#include <array>

#include "search_node.hpp"

namespace oddtrick::whist {

// What earlier searches suggest, 0 where there is nothing.
struct LeadHints {
    Lanes proved;   // decided for the same shape
    Lanes killer;   // decided for the same hand
    Lanes sibling;  // decided last with as many tricks left and the same seat on lead
    const std::array<int, 4>
        *history;  // how often each suit decided when this seat led it, of 1024
};

// The cards to lead, each with its score.
class LeadList {
  public:
    void add(Lanes card, int score) {
        cards_[size_] = card;
        score_[size_++] = score;
    }
    void drop(Lanes cards) { left_ &= ~cards; }

    // The most promising one, 0 when there is none left.
    Lanes next() {
        int best = -1;
        for (int i = 0; i < size_; ++i)
            if ((cards_[i] & left_) && (best < 0 || score_[i] > score_[best])) best = i;
        if (best < 0) return 0;
        left_ &= ~cards_[best];
        return cards_[best];
    }

  private:
    std::array<Lanes, 13> cards_;
    std::array<int, 13> score_;
    int size_ = 0;
    Lanes left_ = ~Lanes{0};
};

// `choice`: the leader's cards that differ in effect.
template <bool TRUMPS>
void score_leads(const SearchNode &node, Lanes choice, const LeadHints &hints, LeadList &leads);

}  // namespace oddtrick::whist
