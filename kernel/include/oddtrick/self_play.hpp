// Self-play: whole deals played by policy, and training data collected from them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "oddtrick/policy.hpp"

namespace oddtrick {

// Deals and plays whole deals, with one policy for each seat. Deal i uses Random(seed, first + i).
// A seat that chooses trumps chooses its longest suit. Writes the points of each side and the
// tricks of each seat.
void play_deals_by_policy(const DealPlan &plan, const std::vector<const Policy *> &policies,
                          int temperature, std::uint64_t seed, std::uint64_t first,
                          std::size_t deals, std::span<std::int16_t> points,
                          std::span<std::int8_t> tricks);

// Choices of the learning seats, one after another, each with a row for each of its cards.
struct TrainingData {
    std::vector<std::int32_t> features;  // rows * MAX_FEATURES, as of `list_features`
    std::vector<std::int16_t> points;    // rows * sides, the outcome of the deal after the card
    std::vector<std::int8_t> tricks;     // rows * seats
    std::vector<std::int8_t> seats;      // the seat of each choice,
    std::vector<std::int8_t> sizes;      // and the number of its cards
};

// Plays the same deals. At each choice of a seat whose bit is set in `learners` it also plays every
// card to the end of that very deal, hidden cards included. The outcome of one deal is nearly all
// luck. But hidden cards lie in these deals as often as they do given the plays so far, since the
// same policies made those plays. The mean outcome over many deals is therefore an unbiased
// estimate of the value of a card given its features, without sampling worlds.
TrainingData collect_training_data(const DealPlan &plan,
                                   const std::vector<const Policy *> &policies, int temperature,
                                   unsigned learners, std::uint64_t seed, std::uint64_t first,
                                   std::size_t deals);

}  // namespace oddtrick
