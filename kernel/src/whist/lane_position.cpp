#include "lane_position.hpp"

#include <algorithm>
#include <utility>

namespace oddtrick::whist {

std::array<Cards, 4> hands_at_lead(const Position &position) {
    std::array<Cards, 4> hands{};
    std::copy_n(position.hands.begin(), 4, hands.begin());
    for (int i = 0; i < position.played; ++i)
        hands[(position.leader + i) & 3] |= bit(position.trick[i]);
    return hands;
}

LanePosition::LanePosition(const Position &position)
    : trumps(position.trump != NO_TRUMP), played(position.played), seat(position.played) {
    const std::array<Cards, 4> hands = hands_at_lead(position);
    const Cards all = hands[0] | hands[1] | hands[2] | hands[3];
    std::array<Lanes, 4> lanes{};
    for (int suit = 0; suit < SUITS; ++suit) {
        // The trump suit takes the first lane; the others follow in order.
        int to = suit;
        if (trumps) to = suit == position.trump ? TRUMP : suit + (suit < position.trump);
        std::array<int, RANKS> order;
        int length = 0;
        for (Cards left = all & suit_mask(suit); left;) order[length++] = take_lowest(left);
        std::sort(order.begin(), order.begin() + length, [&](int a, int b) {
            return std::pair(position.strength[a], a) > std::pair(position.strength[b], b);
        });
        for (int rank = 0; rank < length; ++rank) {
            const int at = WIDTH * to + rank, card = order[rank];
            cards[at] = static_cast<std::uint8_t>(card);
            bits[card] = static_cast<std::uint8_t>(at);
            for (int i = 0; i < 4; ++i)
                if (hands[(position.leader + i) & 3] & bit(card)) lanes[i] |= Lanes{1} << at;
        }
    }
    node = node_of(lanes);
    for (int i = 0; i < played; ++i) trick[i] = bit_of(position.trick[i]);
}

}  // namespace oddtrick::whist
