// Tricks that a side is sure of, seen without search.
#pragma once

#include "search_node.hpp"

namespace oddtrick::whist {

// Whether the side on lead can take `need` tricks before it loses one, or as good as that.
// If so `relevant` is set to the cards which that rests on.
template <bool TRUMPS>
bool quick_tricks_on_lead(const SearchNode &node, int need, Lanes &relevant);

// Whether the side that is not on lead will have `need` tricks in the end.
template <bool TRUMPS>
bool certain_tricks_off_lead(const SearchNode &node, int need, Lanes &relevant);

// Whether the second hand's side, to play, can win this trick and have `need` tricks with it before
// it loses one.
template <bool TRUMPS>
bool quick_tricks_second_hand(const Trick &trick, int need, Lanes &relevant);

}  // namespace oddtrick::whist
