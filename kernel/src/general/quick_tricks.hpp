// Quick tricks before a lead: tricks that a side is certain of, without search.
#pragma once

#include <algorithm>

#include "scoring.hpp"
#include "search_state.hpp"

namespace oddtrick::general {

// The unbroken run of the highest live cards of a suit that `hand` holds.
inline Cards top_run(Cards suit_live, Cards hand) {
    const Cards others = suit_live & ~hand;
    return others ? suit_live & hand & ~(bit(highest(others) + 1) - 1) : suit_live;
}

// The cards of a run whose rank is relevant: none if nobody else has the suit.
inline Cards rank_relevant(Cards suit_live, Cards run) {
    return run == suit_live ? Cards{0} : run;
}

template <class Scoring>
int worth_of(const SearchState &state, const Scoring &scoring, Cards cards) {
    int worth = 0;
    while (cards) worth += scoring.worth(state.kind[take_lowest(cards)]);
    return worth;
}

// The top trumps of a side win the tricks they are played to, on any lead. Two partners' top trumps
// may fall in one trick, so that only the longer holding counts.
template <class Scoring>
QuickTricks quick_trumps(const SearchState &state, const Scoring &scoring, bool us) {
    Cards held = 0;
    const Cards trumps = state.live & state.trumps;
    if (!trumps) return {};
    for (int seat = 0; seat < MAX_SEATS; ++seat)
        if (state.ours(seat) == us) held |= state.hands[seat];
    const Cards run = top_run(trumps, held);
    QuickTricks quick{0, worth_of(state, scoring, run), rank_relevant(trumps, run)};
    if (run)
        for (const Cards hand : state.hands)
            quick.tricks = std::max(quick.tricks, count(hand & run));
    return quick;
}

// The number of rounds of a plain suit that no seat can ruff: as long as all that hold trumps
// follow.
inline int unruffed_rounds(const SearchState &state, int leader, int suit) {
    int rounds = RANKS;
    for (int seat = state.next[leader]; seat != leader; seat = state.next[seat])
        if (state.hands[seat] & state.trumps)
            rounds = std::min(rounds, count(state.hands[seat] & suit_mask(suit)));
    return rounds;
}

// The tricks that the leader can cash at once: top cards of plain suits as long as they cannot be
// ruffed, and top trumps. If those draw all other trumps, every top card of a plain suit wins.
template <class Scoring>
QuickTricks leader_quick_tricks(const SearchState &state, const Scoring &scoring, int leader) {
    const Cards hand = state.hands[leader];
    const Cards tops = top_run(state.live & state.trumps, hand);
    int trumps_out = 0;
    for (int seat = state.next[leader]; seat != leader; seat = state.next[seat])
        trumps_out = std::max(trumps_out, count(state.hands[seat] & state.trumps));
    const bool draws = !state.held_back && count(tops) >= trumps_out;
    QuickTricks quick{count(tops), worth_of(state, scoring, tops),
                      rank_relevant(state.live & state.trumps, tops)};
    for (int suit = 0; suit < SUITS; ++suit) {
        if (suit == state.trump || !(hand & suit_mask(suit))) continue;
        const Cards suit_live = state.live & suit_mask(suit);
        Cards run = top_run(suit_live, hand & suit_mask(suit));
        const bool alone = run == suit_live;
        const int rounds = draws ? RANKS : unruffed_rounds(state, leader, suit);
        while (count(run) > rounds) run &= run - 1;
        quick.tricks += count(run);
        quick.worth += worth_of(state, scoring, run);
        quick.relevant |= alone ? Cards{0} : run;
    }
    return quick;
}

template <class Scoring>
QuickTricksBySide quick_tricks(const SearchState &state, const Scoring &scoring, int leader) {
    QuickTricksBySide quick;
    quick.us = quick.us_at_will = quick_trumps(state, scoring, true);
    quick.them = quick.them_at_will = quick_trumps(state, scoring, false);
    if constexpr (AVOIDS_TRICKS<Scoring>) return quick;  // nobody cashes
    const QuickTricks plan = leader_quick_tricks(state, scoring, leader);
    QuickTricks &most = state.ours(leader) ? quick.us_at_will : quick.them_at_will;
    most = {std::max(most.tricks, plan.tricks), std::max(most.worth, plan.worth),
            most.relevant | plan.relevant};
    return quick;
}

}  // namespace oddtrick::general
