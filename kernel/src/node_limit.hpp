// Counts the nodes of a search and stops it at a limit.
#pragma once

#include <cstdint>

#include "oddtrick/solver.hpp"

namespace oddtrick {

class NodeLimit {
  public:
    void start(const Limit &limit);

    // Counts one node. Throws `Stopped` at a limit. Time and signals are checked only once every
    // few thousand nodes, since reading the clock costs more than a node.
    void count() {
        if (nodes_ >= next_check_) check();
        ++nodes_;
    }
    std::uint64_t nodes() const { return nodes_; }  // since construction

  private:
    static constexpr std::uint64_t CHECK_INTERVAL = 1 << 12;
    void check();

    std::uint64_t nodes_ = 0, next_check_ = 0, max_nodes_ = UINT64_MAX;
    Limit limit_;
};

}  // namespace oddtrick
