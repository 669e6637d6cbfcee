#include "meter.hpp"

#include <algorithm>

namespace oddtrick {

void Meter::start(const Limit &limit) {
    limit_ = limit;
    last_ = nodes_ + std::min(limit.nodes, UINT64_MAX - nodes_);
    next_look_ = nodes_;
}

void Meter::look() {
    if (nodes_ >= last_) throw Stopped("the search has tried as many cards as it may");
    if (limit_.cancelled && limit_.cancelled->load(std::memory_order_relaxed))
        throw Stopped("the search was cancelled");
    if (limit_.asks && limit_.asks()) throw Stopped("the search was interrupted");
    using Clock = std::chrono::steady_clock;
    if (limit_.deadline != Clock::time_point::max() && Clock::now() >= limit_.deadline)
        throw Stopped("the search has taken as much time as it may");
    next_look_ = std::min(last_, nodes_ + BETWEEN_LOOKS);
}

}  // namespace oddtrick
