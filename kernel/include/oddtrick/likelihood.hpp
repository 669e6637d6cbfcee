// The likelihood of worlds: how probable the plays of each seat are, under each of a few policies.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "oddtrick/rollout.hpp"

namespace oddtrick {

// The log-likelihood of each seat's plays in the hand under way, for each policy and row, each play
// counted as at least `log_floor`; 0 for the observer. A seat's likelihood depends on its own cards
// and public information alone, so that a hand which recurs in another row is not computed again.
class Likelihoods : public ParallelRows {
  public:
    // Throws std::invalid_argument if there are no policies, or more than `MAX_PLAYER_TYPES`.
    Likelihoods(const DecisionWorlds &worlds, std::vector<const Policy *> policies,
                double log_floor, const Limit &limit,
                std::span<double> logs);  // policies * rows * seats

  private:
    std::function<void(std::size_t)> worker() const override;

    const DecisionWorlds &worlds_;
    std::vector<const Policy *> policies_;
    double log_floor_;
    std::span<double> logs_;
};

}  // namespace oddtrick
