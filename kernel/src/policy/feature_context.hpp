// The quantities of a decision from which the features of its cards are made.
#pragma once

#include <algorithm>

#include "oddtrick/policy.hpp"

namespace oddtrick {

// The part that is the same for all cards of a decision. It uses the seat's own cards and public
// information only: the hands of the other seats are never read.
struct FeatureContext {
    FeatureContext(const RelabelledDeal &relabelled, const PlayState &state);

    // The number of stronger cards of the suit that other seats may hold, at most 3.
    int stronger(int card) const {
        const Cards above = SUIT_OF_CARD[at(card)] & ~(bit(card) | (bit(card) - 1));
        return std::min(3, count(out & above));
    }
    // A bit for each of the four strongest live cards of the suit: set if it is in hand.
    int tops(Cards suit) const;
    // The card's place in the hand, from the top: 0 … 4, and 5 more if it is the lowest.
    int place(int card) const {
        const Cards own = hand & SUIT_OF_CARD[at(card)];
        const int stronger = std::min(4, count(own & ~(bit(card) | (bit(card) - 1))));
        return stronger + (own & (bit(card) - 1) ? 0 : 5);
    }

    const RelabelledDeal &relabelled;
    const DealState &deal;
    const PublicHistory &history;
    Cards hand, out;  // own cards; cards that other seats may hold
    unsigned partners, opponents, later;
    std::size_t seat;
    int own_trumps, out_trumps;
    int left;      // tricks of the hand still to be completed
    int left_few;  // the same in four classes: 1, 2 to 3, 4 to 5, 6 or more
    int behind;    // opponents still to play to this trick, at most 3
    int partner;   // 0 none, 1 still to play, 2 winning, 3 losing
    int won;       // 1 if the seat has won a trick in this deal
    int prize;     // bonus cards on the table, at most 2; 3 more with the special card
};

inline FeatureContext::FeatureContext(const RelabelledDeal &at_table, const PlayState &state)
    : relabelled(at_table), deal(state.deal), history(state.history), seat(at(state.deal.to_act)) {
    hand = deal.hands[seat];
    out = relabelled.tables.plan.pack & ~history.played & ~hand;
    partners = relabelled.partners[seat];
    opponents = relabelled.opponents[seat];
    own_trumps = count(hand & relabelled.trumps);
    out_trumps = count(out & relabelled.trumps);
    left = deal.left;
    left_few = left <= 1 ? 0 : left <= 3 ? 1 : left <= 5 ? 2 : 3;
    later = relabelled.seats_between[seat][at(deal.leader)];
    behind = std::min(3, count(later & opponents));
    if (!partners)
        partner = 0;
    else if (deal.played && partners >> (deal.best & 0xf) & 1)
        partner = 2;
    else
        partner = partners & later ? 1 : 3;
    won = deal.tricks[seat] > 0;
    prize = std::min(2, count(deal.table & relabelled.bonus_mask)) +
            (deal.table & relabelled.special_card ? 3 : 0);
}

inline int FeatureContext::tops(Cards suit) const {
    Cards live = (hand | out | deal.table) & suit;
    int tops = 0;
    for (int rank = 0; rank < 4 && live; ++rank) {
        const Cards top = bit(highest(live));
        tops |= (hand & top ? 1 : 0) << rank;
        live ^= top;
    }
    return tops;
}

// A row-major index into a table of several dimensions.
struct FeatureIndex {
    int index = 0;
    constexpr FeatureIndex &operator()(int number, int size) {
        index = index * size + number;
        return *this;
    }
};

// The offset of each feature table, with its dimensions. The tables after `SCORING` are in
// scoring_features.hpp. The order is that of the learnt weights: new tables go at the end.
namespace feature {
inline constexpr int LEAD_SHAPE = 0;                                // 2 7 4 5
inline constexpr int LEAD_TOPS = LEAD_SHAPE + 2 * 7 * 4 * 5;        // 2 16 10
inline constexpr int LEAD_OUT = LEAD_TOPS + 2 * 16 * 10;            // 2 8 4 4
inline constexpr int LEAD_PAST = LEAD_OUT + 2 * 8 * 4 * 4;          // 2 4 3 3
inline constexpr int LEAD_RUFFS = LEAD_PAST + 2 * 4 * 3 * 3;        // 2 3 3 2 2
inline constexpr int LEAD_TRUMPS = LEAD_RUFFS + 2 * 3 * 3 * 2 * 2;  // 2 6 8 2
inline constexpr int LEAD_TIME = LEAD_TRUMPS + 2 * 6 * 8 * 2;       // 13 2 2 2
inline constexpr int LEAD_LENGTH = LEAD_TIME + 13 * 2 * 2 * 2;      // 2 2 4 4 2
inline constexpr int LEAD_NEED = LEAD_LENGTH + 2 * 2 * 4 * 4 * 2;   // 2 4 2 4
inline constexpr int LEAD_BONUS = LEAD_NEED + 2 * 4 * 2 * 4;        // 7 4 4 4

inline constexpr int FOLLOW_WIN = LEAD_BONUS + 7 * 4 * 4 * 4;            // 4 4 5 4
inline constexpr int FOLLOW_SUIT = FOLLOW_WIN + 4 * 4 * 5 * 4;           // 2 3 2 4 3 4
inline constexpr int FOLLOW_TOPS = FOLLOW_SUIT + 2 * 3 * 2 * 4 * 3 * 4;  // 16 10 2 4 2
inline constexpr int FOLLOW_RUFFS = FOLLOW_TOPS + 16 * 10 * 2 * 4 * 2;   // 3 2 2 2 4
inline constexpr int FOLLOW_BEST = FOLLOW_RUFFS + 3 * 2 * 2 * 2 * 4;     // 4 2 4 3 3
inline constexpr int FOLLOW_TIME = FOLLOW_BEST + 4 * 2 * 4 * 3 * 3;      // 13 2 2 4
inline constexpr int FOLLOW_NEED = FOLLOW_TIME + 13 * 2 * 2 * 4;         // 2 2 4 3 4
inline constexpr int FOLLOW_BONUS = FOLLOW_NEED + 2 * 2 * 4 * 3 * 4;     // 7 2 4 3 4
inline constexpr int FOLLOW_PRIZE = FOLLOW_BONUS + 7 * 2 * 4 * 3 * 4;    // 6 2 4 4 3

inline constexpr int RUFF_WIN = FOLLOW_PRIZE + 6 * 2 * 4 * 4 * 3;  // 4 4 2 4 2
inline constexpr int RUFF_TRUMPS = RUFF_WIN + 4 * 4 * 2 * 4 * 2;   // 6 8 2 4
inline constexpr int RUFF_BEST = RUFF_TRUMPS + 6 * 8 * 2 * 4;      // 4 4 3 2 3
inline constexpr int RUFF_TOPS = RUFF_BEST + 4 * 4 * 3 * 2 * 3;    // 16 10 4
inline constexpr int RUFF_TIME = RUFF_TOPS + 16 * 10 * 4;          // 13 2 2 4
inline constexpr int RUFF_NEED = RUFF_TIME + 13 * 2 * 2 * 4;       // 2 2 4 3 4
inline constexpr int RUFF_BONUS = RUFF_NEED + 2 * 2 * 4 * 3 * 4;   // 7 2 4 3 4
inline constexpr int RUFF_PRIZE = RUFF_BONUS + 7 * 2 * 4 * 3 * 4;  // 6 2 4 4 3

inline constexpr int DISCARD_TOPS = RUFF_PRIZE + 6 * 2 * 4 * 4 * 3;  // 6 16 10
inline constexpr int DISCARD_SHAPE = DISCARD_TOPS + 6 * 16 * 10;     // 6 4 2 3
inline constexpr int DISCARD_PAST = DISCARD_SHAPE + 6 * 4 * 2 * 3;   // 4 4 3
inline constexpr int DISCARD_LENGTH = DISCARD_PAST + 4 * 4 * 3;      // 2 2 4 4
inline constexpr int DISCARD_BEST = DISCARD_LENGTH + 2 * 2 * 4 * 4;  // 4 4 3 4
inline constexpr int SCORING = DISCARD_BEST + 4 * 4 * 3 * 4;
}  // namespace feature

}  // namespace oddtrick
