// Policies without weights, for playouts in bulk.
#pragma once

#include <cstdint>

#include "oddtrick/deal.hpp"

namespace oddtrick {

enum class SimplePolicy : std::uint8_t {
    // Each legal action with equal probability.
    uniform,
    // High if it wins, else low. Leads the highest card by its place in its suit. Otherwise plays
    // the strongest legal card that beats the trick so far; if none does, the lowest by place, and
    // a trump only if there is nothing else. Ties go to the lower suit. Chooses as trumps the
    // longest suit, ties to the lower one; or any, if the chooser has not seen its cards.
    greedy,
};

// The n-th card of a set of more than n cards, ascending from 0.
int nth_card(Cards cards, int n);
int choose_uniform(Cards legal, Random &random);
int choose_greedy(const DealTables &tables, const DealState &state, Cards legal, Random &random);

}  // namespace oddtrick
