#include "reply_ordering.hpp"

#include <algorithm>

namespace oddtrick::whist {

namespace {

template <int SEAT>
void order_following(const Trick &trick, Lanes choice, MoveList &moves) {
    const auto &hand = trick.node->hand;
    const Lanes next = SEAT == 3 ? 0 : hand[(SEAT + 1) & 3] & trick.led;
    const bool partner_wins = SEAT >= 2 && trick.winner == SEAT - 2;
    const Lanes best = trick.best, top = top_card(choice);
    if (!(best & trick.led) || top > best) return moves.from_lowest(choice);
    // Playing above a partner who wins anyway, or whom the next hand beats either way, gains
    // nothing.
    if (partner_wins &&
        (SEAT == 3 || !next || best < top_card(next) || !(next & above(best) & below(top))))
        return moves.from_lowest(choice);
    if constexpr (SEAT == 1) {
        const Lanes partner = hand[3] & trick.led, partners_top = top_card(partner);
        if (partner && partners_top < best) {
            if (!next || partners_top < top_card(next)) return moves.from_lowest(choice);
            const Lanes between =
                above(std::max(top, partners_top)) & below(std::min(top, partners_top));
            if (top_card(next) < top && !(next & between)) return moves.from_lowest(choice);
        }
    }
    const Lanes higher = choice & above(best);
    if (SEAT == 3 || !next || bottom_card(higher) < top_card(next))
        moves.from_lowest(higher);
    else
        moves.from_highest(higher);
    moves.from_lowest(choice);
}

template <int SEAT>
void order_ruffs(const Trick &trick, Lanes trumps, MoveList &moves) {
    const Lanes next = SEAT == 3 ? 0 : trick.node->hand[(SEAT + 1) & 3];
    const bool partner_wins = SEAT >= 2 && trick.winner == SEAT - 2;
    const Lanes best = trick.best;
    if (partner_wins && (SEAT == 3 || ((next & trick.led) && best < top_card(next & trick.led))))
        return;
    if (best & lane(TRUMP)) {
        if (!partner_wins) moves.from_lowest(trumps & above(best));
    } else if (SEAT == 3 || (next & trick.led) || !(next & lane(TRUMP))) {
        moves.from_lowest(bottom_card(trumps));
    } else {
        moves.from_lowest(trumps);
    }
}

}  // namespace

template <bool TRUMPS, int SEAT>
void order_replies(const Trick &trick, Lanes choice, MoveList &moves) {
    if (choice & trick.led) return order_following<SEAT>(trick, choice, moves);
    if (TRUMPS && (choice & lane(TRUMP))) order_ruffs<SEAT>(trick, choice & lane(TRUMP), moves);
    // Discards: the lowest card of each suit, the longest suit first.
    const Lanes plain = TRUMPS ? choice & ~lane(TRUMP) : choice;
    const Lanes own = trick.node->hand[SEAT];
    std::array<Lanes, 4> suits;
    int count = 0;
    for (Lanes left = plain; left; left &= ~lane_of(left)) {
        const Lanes suit = lane_of(left);
        int i = count++;
        for (; i > 0 && size(own & suit) > size(own & suits[i - 1]); --i) suits[i] = suits[i - 1];
        suits[i] = suit;
    }
    for (int i = 0; i < count; ++i) moves.from_lowest(bottom_card(plain & suits[i]));
    moves.from_highest(choice);
}

template void order_replies<false, 1>(const Trick &, Lanes, MoveList &);
template void order_replies<false, 2>(const Trick &, Lanes, MoveList &);
template void order_replies<false, 3>(const Trick &, Lanes, MoveList &);
template void order_replies<true, 1>(const Trick &, Lanes, MoveList &);
template void order_replies<true, 2>(const Trick &, Lanes, MoveList &);
template void order_replies<true, 3>(const Trick &, Lanes, MoveList &);

}  // namespace oddtrick::whist
