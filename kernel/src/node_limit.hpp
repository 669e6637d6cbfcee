// Counts the cards that a search tries, and ends it when a limit is reached.
#pragma once

#include <cstdint>

#include "oddtrick/solver.hpp"

namespace oddtrick {

class NodeLimit {
  public:
    void start(const Limit &limit);

    // One card more. Throws `Stopped` at a limit; of time and signals it takes notice once in a
    // while.
    void count() {
        if (nodes_ >= next_check_) check();
        ++nodes_;
    }
    std::uint64_t nodes() const { return nodes_; }  // since the node_limit was made

  private:
    static constexpr std::uint64_t CHECK_INTERVAL = 1 << 12;
    void check();

    std::uint64_t nodes_ = 0, next_check_ = 0, max_nodes_ = UINT64_MAX;
    Limit limit_;
};

}  // namespace oddtrick
