#include "value_estimate.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace oddtrick::whist {

int estimate_value(const SearchNode &node, bool trumps) {
    constexpr std::array<double, 3> WITH_TRUMPS{0.75, 0.42, 0.2}, WITHOUT{1.0, 0.55, 0.25};
    const Lanes ours = node.hand[0] | node.hand[2], theirs = node.hand[1] | node.hand[3];
    const auto &worth = trumps ? WITH_TRUMPS : WITHOUT;
    double tricks = node.tricks / 2.0 + (trumps ? 0.25 : 0.5);
    for (int rank = 0; rank < 3; ++rank)
        tricks += worth[rank] * (size(ours & TOPS << rank) - size(theirs & TOPS << rank));
    if (trumps) {
        const Lanes suit = lane(TRUMP);
        tricks += 0.48 * (size(ours & suit) - size(theirs & suit));
    }
    return std::clamp(static_cast<int>(std::lround(tricks)), 0, node.tricks);
}

}  // namespace oddtrick::whist
