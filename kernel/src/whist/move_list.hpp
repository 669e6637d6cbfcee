// A list of moves, the most promising first.
#pragma once

#include <array>

#include "suit_lanes.hpp"

namespace oddtrick::whist {

// Groups of cards, each traversed from its highest or from its lowest card. A card in several
// groups comes once.
class MoveList {
  public:
    void from_highest(Lanes cards) { add(cards, false); }
    void from_lowest(Lanes cards) { add(cards, true); }
    void drop(Lanes cards) { left_ &= ~cards; }

    // The next card; 0 if there is none.
    Lanes next() {
        for (; at_ < size_; ++at_) {
            const Lanes group = groups_[at_].cards & left_;
            if (!group) continue;
            const Lanes card = groups_[at_].lowest_first ? bottom_card(group) : top_card(group);
            left_ &= ~card;
            return card;
        }
        return 0;
    }

  private:
    struct Group {
        Lanes cards;
        bool lowest_first;
    };

    void add(Lanes cards, bool lowest_first) {
        if (cards) groups_[size_++] = {cards, lowest_first};
    }

    std::array<Group, 12> groups_;
    int size_ = 0;
    int at_ = 0;
    Lanes left_ = ~Lanes{0};
};

}  // namespace oddtrick::whist
