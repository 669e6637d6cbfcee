// Which card to try first in answer to a lead.
#pragma once

#include "moves.hpp"
#include "node.hpp"

namespace oddtrick::pairs {

// `choice`: the cards that differ in effect.
template <bool TRUMPS, int SEAT>
void order_replies(const Trick &trick, Lanes choice, Moves &moves);

}  // namespace oddtrick::pairs
