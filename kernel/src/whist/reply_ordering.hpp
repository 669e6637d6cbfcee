// The ordering of replies to a lead.
#pragma once

#include "move_list.hpp"
#include "search_node.hpp"

namespace oddtrick::whist {

// `choice` holds the distinct cards of the seat.
template <bool TRUMPS, int SEAT>
void order_replies(const Trick &trick, Lanes choice, MoveList &moves);

}  // namespace oddtrick::whist
