// Tricks that a side cannot be kept from, seen at a glance before a lead.
#pragma once

#include <algorithm>

#include "account.hpp"
#include "deal.hpp"

namespace oddtrick::general {

// The highest live cards of a suit as long as `hand` holds them.
inline Cards top_run(Cards suit_live, Cards hand) {
    const Cards others = suit_live & ~hand;
    return others ? suit_live & hand & ~(bit(highest(others) + 1) - 1) : suit_live;
}

// The cards of a run whose rank matters: none if nobody else has the suit.
inline Cards matters(Cards suit_live, Cards run) { return run == suit_live ? Cards{0} : run; }

template <class Account>
int worth_of(const Deal &deal, const Account &account, Cards cards) {
    int worth = 0;
    while (cards) worth += account.worth(deal.kind[take_lowest(cards)]);
    return worth;
}

// Top trumps of one side win the tricks that they are played to, whoever leads. Two of partners may
// fall together: the longest holding counts.
template <class Account>
Sure sure_trumps(const Deal &deal, const Account &account, bool us) {
    Cards held = 0;
    const Cards trumps = deal.live & deal.trumps;
    if (!trumps) return {};
    for (int seat = 0; seat < MAX_SEATS; ++seat)
        if (deal.ours(seat) == us) held |= deal.hands[seat];
    const Cards run = top_run(trumps, held);
    Sure sure{0, worth_of(deal, account, run), matters(trumps, run)};
    if (run)
        for (const Cards hand : deal.hands) sure.tricks = std::max(sure.tricks, count(hand & run));
    return sure;
}

// How many top cards of a plain suit the leader can cash: as often as all who have trumps follow.
inline int safe_rounds(const Deal &deal, int leader, int suit) {
    int rounds = RANKS;
    for (int seat = deal.next[leader]; seat != leader; seat = deal.next[seat])
        if (deal.hands[seat] & deal.trumps)
            rounds = std::min(rounds, count(deal.hands[seat] & suit_mask(suit)));
    return rounds;
}

// The leader cashes top cards of the plain suits; its top trumps win as well, and if they draw all
// that the others have, it can cash every plain top card.
template <class Account>
Sure sure_of_leader(const Deal &deal, const Account &account, int leader) {
    const Cards hand = deal.hands[leader];
    const Cards tops = top_run(deal.live & deal.trumps, hand);
    int trumps_out = 0;
    for (int seat = deal.next[leader]; seat != leader; seat = deal.next[seat])
        trumps_out = std::max(trumps_out, count(deal.hands[seat] & deal.trumps));
    const bool draws = !deal.held_back && count(tops) >= trumps_out;
    Sure sure{count(tops), worth_of(deal, account, tops),
              matters(deal.live & deal.trumps, tops)};
    for (int suit = 0; suit < SUITS; ++suit) {
        if (suit == deal.trump || !(hand & suit_mask(suit))) continue;
        const Cards suit_live = deal.live & suit_mask(suit);
        Cards run = top_run(suit_live, hand & suit_mask(suit));
        const bool alone = run == suit_live;
        const int rounds = draws ? RANKS : safe_rounds(deal, leader, suit);
        while (count(run) > rounds) run &= run - 1;
        sure.tricks += count(run);
        sure.worth += worth_of(deal, account, run);
        sure.relevant |= alone ? Cards{0} : run;
    }
    return sure;
}

template <class Account>
Outlook outlook(const Deal &deal, const Account &account, int leader) {
    Outlook sure;
    sure.us = sure.us_at_will = sure_trumps(deal, account, true);
    sure.them = sure.them_at_will = sure_trumps(deal, account, false);
    const Sure plan = sure_of_leader(deal, account, leader);
    Sure &most = deal.ours(leader) ? sure.us_at_will : sure.them_at_will;
    most = {std::max(most.tricks, plan.tricks), std::max(most.worth, plan.worth),
            most.relevant | plan.relevant};
    return sure;
}

}  // namespace oddtrick::general
