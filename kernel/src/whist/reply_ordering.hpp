// Which card to try first in answer to a lead.
#pragma once

#include "move_list.hpp"
#include "search_node.hpp"

namespace oddtrick::whist {

// `choice`: the cards that differ in effect.
template <bool TRUMPS, int SEAT>
void order_replies(const Trick &trick, Lanes choice, MoveList &moves);

}  // namespace oddtrick::whist
