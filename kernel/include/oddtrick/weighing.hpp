// How well worlds explain what was played: under each of a few sorts of habits, seat by seat.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "oddtrick/imagine.hpp"

namespace oddtrick {

// The logarithms of how likely the plays of each seat of the hand under way are in each row, none of
// them counted below `least`; nought for the observer. What a seat plays depends on its own cards and
// on what all have seen, so that a hand which comes again is not looked at again.
class Weighing : public RowWork {
  public:
    // Throws std::invalid_argument if there are no sorts, or more than `MOST_SORTS`.
    Weighing(const Imagined &imagined, std::vector<const Habits *> sorts, double least,
             const Limit &limit, std::span<double> logs);  // sorts * rows * seats

  private:
    std::function<void(std::size_t)> worker() const override;

    const Imagined &imagined_;
    std::vector<const Habits *> sorts_;
    double least_;
    std::span<double> logs_;
};

}  // namespace oddtrick
