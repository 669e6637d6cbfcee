#include "oddtrick/cards.hpp"

namespace oddtrick {

static_assert(suit_of(51) == 3 && rank_of(51) == 12, "the ace of spades is the last card");
static_assert((suit_mask(0) | suit_mask(1) | suit_mask(2) | suit_mask(3)) == PACK);

}  // namespace oddtrick
