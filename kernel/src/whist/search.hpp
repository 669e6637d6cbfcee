// The search: can the leader's side take so many tricks? Asked again and again with another number
// it gives the value (MTD: A. Plaat et al., 1996).
#pragma once

#include <array>
#include <cstdint>

#include "killer_table.hpp"
#include "node_limit.hpp"
#include "search_node.hpp"
#include "pattern_table.hpp"

namespace oddtrick::whist {

template <bool TRUMPS>
class Search {
  public:
    Search(PatternTable &table, KillerTable &killers, NodeLimit &node_limit)
        : table_(table), killers_(killers), node_limit_(node_limit) {}

    // Whether the leader's side can take `need` of the tricks that are left.
    Outcome leader_takes(const SearchNode &node, int need);
    // The same in the middle of a trick, when `seat` (counted from the leader) is to play.
    Outcome continue_trick(const Trick &trick, int seat);

  private:
    Outcome search_leads(const SearchNode &node, int need, Lanes &best);
    template <int SEAT>
    Outcome reply(const Trick &trick);
    template <int SEAT>
    Outcome search_replies(const Trick &trick, Lanes hand, Lanes choice);
    template <int SEAT>
    Outcome try_card(const Trick &trick, Lanes card);
    Outcome finish_trick(const Trick &trick);
    static Outcome last_trick(const SearchNode &node);

    PatternTable &table_;
    KillerTable &killers_;
    NodeLimit &node_limit_;
    // By tricks left and seat: what was led last and decided. By seat and suit: how often it did
    // lately (J. Schaeffer's history, 1983), of 1024.
    std::array<std::array<Lanes, 4>, 14> siblings_{};
    std::array<std::array<int, 4>, 4> history_{};
};

}  // namespace oddtrick::whist
