// Whole deals that are played out of habit, and what can be learnt from them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "oddtrick/habits.hpp"

namespace oddtrick {

// Plays whole deals out of habit: deal i is dealt and played by Random(seed, first + i). Each seat has
// habits of its own. Where a seat chooses trumps it takes its longest suit. Writes the points of each
// side and the tricks of each seat.
void play_habitually(const DealPlan &plan, const std::vector<const Habits *> &habits, int mood,
                     std::uint64_t seed, std::uint64_t first, std::size_t deals,
                     std::span<std::int16_t> points, std::span<std::int8_t> tricks);

// Choices that came up in deals, one after another, each with a row for each of its cards.
struct Lessons {
    std::vector<std::int32_t> traits;  // rows * MOST_TRAITS, as of `see_choices`
    std::vector<std::int16_t> points;  // rows * sides, what the deal comes to after the card
    std::vector<std::int8_t> tricks;   // rows * seats
    std::vector<std::int8_t> seats;    // for each choice: whose it is,
    std::vector<std::int8_t> sizes;    // and how many cards it has
};

// Plays the same deals, and at each choice of a seat whose bit is set in `learners` plays every card
// to the end of that very deal as well. What one deal tells of a card is nearly all luck. But hidden
// cards come up as often as they are held by those who have played so far as they did, and so the
// mean over many deals is what a card is worth to whoever can see what its traits say.
Lessons learn_from_deals(const DealPlan &plan, const std::vector<const Habits *> &habits, int mood,
                         unsigned learners, std::uint64_t seed, std::uint64_t first,
                         std::size_t deals);

}  // namespace oddtrick
