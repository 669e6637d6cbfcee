// UInt256 deals that are played out of habit, and what can be learnt from them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "oddtrick/policy.hpp"

namespace oddtrick {

// Plays whole deals out of habit: deal i is dealt and played by Random(seed, first + i). Each seat has
// policy of its own. Where a seat chooses trumps it takes its longest suit. Writes the points of each
// side and the tricks of each seat.
void play_deals_by_policy(const DealPlan &plan, const std::vector<const Policy *> &policy, int temperature,
                     std::uint64_t seed, std::uint64_t first, std::size_t deals,
                     std::span<std::int16_t> points, std::span<std::int8_t> tricks);

// Choices that came up in deals, one after another, each with a row for each of its cards.
struct TrainingData {
    std::vector<std::int32_t> features;  // rows * MAX_FEATURES, as of `list_features`
    std::vector<std::int16_t> points;  // rows * sides, what the deal comes to after the card
    std::vector<std::int8_t> tricks;   // rows * seats
    std::vector<std::int8_t> seats;    // for each choice: whose it is,
    std::vector<std::int8_t> sizes;    // and how many cards it has
};

// Plays the same deals, and at each choice of a seat whose bit is set in `learners` plays every card
// to the end of that very deal as well. What one deal tells of a card is nearly all luck. But hidden
// cards come up as often as they are held by those who have played so far as they did, and so the
// mean over many deals is what a card is worth to whoever can see what its features say.
TrainingData collect_training_data(const DealPlan &plan, const std::vector<const Policy *> &policy, int temperature,
                         unsigned learners, std::uint64_t seed, std::uint64_t first,
                         std::size_t deals);

}  // namespace oddtrick
