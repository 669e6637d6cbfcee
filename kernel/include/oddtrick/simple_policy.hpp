// Simple ways to play.
#pragma once

#include <cstdint>

#include "oddtrick/deal.hpp"

namespace oddtrick {

enum class SimplePolicy : std::uint8_t {
    // Each legal action is as likely as any other.
    uniform,
    // High if it wins, else low. A lead is the highest card by its place in its suit. Who follows
    // plays the strongest of the legal cards that beat what lies on the table; if none does, the
    // lowest by place, trumps only if there is nothing else. Of equal places the lower suit.
    // Trumps are the chooser's longest suit, of equal ones the lower; or any, if it has not seen
    // its cards.
    greedy,
};

// The n-th of the cards, ascending from 0; there are more than n.
int nth_card(Cards cards, int n);
int choose_uniform(Cards legal, Random &random);
int choose_greedy(const DealTables &tables, const DealState &state, Cards legal, Random &random);

}  // namespace oddtrick
