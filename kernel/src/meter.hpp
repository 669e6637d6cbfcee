// Counts the cards that a search tries, and ends it when a limit is reached.
#pragma once

#include <cstdint>

#include "oddtrick/solver.hpp"

namespace oddtrick {

class Meter {
  public:
    void start(const Limit &limit);

    // One card more. Throws `Stopped` at a limit; of time and signals it takes notice once in a
    // while.
    void count() {
        if (nodes_ >= next_look_) look();
        ++nodes_;
    }
    std::uint64_t nodes() const { return nodes_; }  // since the meter was made

  private:
    static constexpr std::uint64_t BETWEEN_LOOKS = 1 << 12;
    void look();

    std::uint64_t nodes_ = 0, next_look_ = 0, last_ = UINT64_MAX;
    Limit limit_;
};

}  // namespace oddtrick
