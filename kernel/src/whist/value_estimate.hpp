// A first estimate_value of the value. It decides nothing; a good one saves a tenth of the search.
#pragma once

#include "search_node.hpp"

namespace oddtrick::whist {

// Tricks of the leader's side: half of them, more for high cards (ranks among the cards in play)
// and, with trumps, for each trump more. The weights are fitted to solved random deals of 6 to 13
// cards.
int estimate_value(const SearchNode &node, bool trumps);

}  // namespace oddtrick::whist
