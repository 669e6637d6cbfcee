// The null-window search: can the leader's side take a given number of tricks? The solver calls it
// with one number after another until the value is settled (MTD(f): A. Plaat, J. Schaeffer, W.
// Pijls and A. de Bruin, "Best-first fixed-depth minimax algorithms", 1996).
#pragma once

#include <array>
#include <cstdint>

#include "killer_table.hpp"
#include "node_limit.hpp"
#include "pattern_table.hpp"
#include "search_node.hpp"

namespace oddtrick::whist {

template <bool TRUMPS>
class Search {
  public:
    Search(PatternTable &table, KillerTable &killers, NodeLimit &node_limit)
        : table_(table), killers_(killers), node_limit_(node_limit) {}

    // Can the leader's side take `need` of the tricks left?
    Outcome leader_takes(const SearchNode &node, int need);
    // The same in the middle of a trick, with `seat`, counted from the leader, to play.
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
    // By tricks left and seat: the last lead that decided. By seat and suit: how often the suit
    // decided lately, of 1024 (history heuristic: J. Schaeffer, 1983).
    std::array<std::array<Lanes, 4>, 14> siblings_{};
    std::array<std::array<int, 4>, 4> history_{};
};

}  // namespace oddtrick::whist
