// Quick tricks: tricks that a side is certain of, found without search. They cut off more than half
// of all nodes, and give relevant cards for the pattern table.
#pragma once

#include "search_node.hpp"

namespace oddtrick::whist {

// True if the side on lead can take `need` tricks without losing the lead, or as good as that. If
// so, `relevant` is set to the cards that the proof rests on.
template <bool TRUMPS>
bool quick_tricks_on_lead(const SearchNode &node, int need, Lanes &relevant);

// True if the side that is not on lead is certain of `need` tricks by the end.
template <bool TRUMPS>
bool certain_tricks_off_lead(const SearchNode &node, int need, Lanes &relevant);

// True if the side of the second hand, which is to play, can win this trick and take `need` tricks
// with it before it loses one.
template <bool TRUMPS>
bool quick_tricks_second_hand(const Trick &trick, int need, Lanes &relevant);

}  // namespace oddtrick::whist
