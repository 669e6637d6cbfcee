// The ordering of leads. In most positions that a lead can decide, the first lead tried does, so
// that a good order saves most of the search.
#pragma once

#include <array>

#include "search_node.hpp"

namespace oddtrick::whist {

// Suggestions of earlier searches; 0: none.
struct LeadHints {
    Lanes proved;                       // decided for the same shape
    Lanes killer;                       // decided for the same hand
    Lanes sibling;                      // decided last with as many tricks left and the same leader
    const std::array<int, 4> *history;  // how often each suit decided for this leader, of 1024
};

// The candidate leads with their scores.
class LeadList {
  public:
    void add(Lanes card, int score) {
        cards_[size_] = card;
        score_[size_++] = score;
    }
    void drop(Lanes cards) { left_ &= ~cards; }

    // The lead with the highest score; 0 if there is none left.
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

// `choice` holds the distinct cards of the leader.
template <bool TRUMPS>
void score_leads(const SearchNode &node, Lanes choice, const LeadHints &hints, LeadList &leads);

}  // namespace oddtrick::whist
