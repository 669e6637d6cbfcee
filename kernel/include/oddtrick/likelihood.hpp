// How well worlds explain what was played: under each of a few policies of policy, seat by seat.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "oddtrick/rollout.hpp"

namespace oddtrick {

// The logarithms of how likely the plays of each seat of the hand under way are in each row, none of
// them counted below `log_floor`; nought for the observer. What a seat plays depends on its own cards and
// on what all have seen, so that a hand which comes again is not looked at again.
class Likelihoods : public ParallelRows {
  public:
    // Throws std::invalid_argument if there are no policies, or more than `MAX_PLAYER_TYPES`.
    Likelihoods(const DecisionWorlds &worlds, std::vector<const Policy *> policies, double log_floor,
             const Limit &limit, std::span<double> logs);  // policies * rows * seats

  private:
    std::function<void(std::size_t)> worker() const override;

    const DecisionWorlds &worlds_;
    std::vector<const Policy *> policies_;
    double log_floor_;
    std::span<double> logs_;
};

}  // namespace oddtrick
