#include "node_limit.hpp"

#include <algorithm>

namespace oddtrick {

void NodeLimit::start(const Limit &limit) {
    limit_ = limit;
    max_nodes_ = nodes_ + std::min(limit.nodes, UINT64_MAX - nodes_);
    next_check_ = nodes_;
}

void NodeLimit::check() {
    if (nodes_ >= max_nodes_) throw Stopped("the search has tried as many cards as it may");
    if (limit_.cancelled && limit_.cancelled->load(std::memory_order_relaxed))
        throw Stopped("the search was cancelled");
    if (limit_.interrupted && limit_.interrupted()) throw Stopped("the search was interrupted");
    using Clock = std::chrono::steady_clock;
    if (limit_.deadline != Clock::time_point::max() && Clock::now() >= limit_.deadline)
        throw Stopped("the search has taken as much time as it may");
    next_check_ = std::min(max_nodes_, nodes_ + CHECK_INTERVAL);
}

}  // namespace oddtrick
