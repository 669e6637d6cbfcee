// What is seen in a card, as places in a table. Each trait joins a few things that a player looks at;
// a sink is told each of them.
#pragma once

#include <algorithm>
#include <tuple>
#include <utility>

#include "habits/sight.hpp"
#include "habits/stake.hpp"
#include "oddtrick/habits.hpp"

namespace oddtrick {

// Who led a suit first, as the seat sees it: nobody, itself, a partner, an opponent.
inline int first_leader(const Sight &sight, std::size_t suit) {
    const int who = sight.memory.first_led_by[suit];
    if (who == NOBODY) return 0;
    if (at(who) == sight.seat) return 1;
    return sight.partners >> who & 1 ? 2 : 3;
}

// Of these seats those that are out of the suit and may trump it; 2 is two or more.
inline int ruffers(const Sight &sight, unsigned seats, std::size_t suit) {
    if (sight.setting.trump == NO_TRUMP || !sight.out_trumps) return 0;
    const unsigned may = seats & sight.memory.void_seats[suit] &
                         ~unsigned{sight.memory.void_seats[at(sight.setting.trump)]};
    return std::min(2, count(may));
}

// Whether the suit is the longest, and the shortest, of the plain suits in hand.
inline std::pair<int, int> extremes(const Sight &sight, int length) {
    int longest = 1, shortest = 1;
    for (int suit = 0; suit < SUITS; ++suit) {
        if (suit == sight.setting.trump) continue;
        const int other = count(sight.hand & suit_mask(suit));
        longest &= other <= length;
        shortest &= other == 0 || other >= length;
    }
    return {longest, shortest};
}

// What is the same for all cards of a suit when it is led.
struct LeadSuit {
    LeadSuit(const Sight &sight, int suit)
        : length(count(sight.hand & suit_mask(suit))),
          tops(sight.tops(suit_mask(suit))),
          out(std::min(7, count(sight.out & suit_mask(suit)))),
          past(first_leader(sight, at(suit))),
          times(std::min<int>(2, sight.memory.times_led[at(suit)])),
          trump(suit == sight.setting.trump) {
        const unsigned voids = sight.memory.void_seats[at(suit)];
        threat = trump ? std::min(2, count(voids & sight.opponents))
                       : ruffers(sight, sight.opponents, at(suit));
        help = !(voids & sight.partners)                        ? 0
               : trump || !ruffers(sight, sight.partners, at(suit)) ? 1
                                                                : 2;
        if (!trump) std::tie(longest, shortest) = extremes(sight, length);
    }
    int length, tops, out, past, times, trump;
    int threat, help, longest = 0, shortest = 0;
};

template <class Sink>
void lead_traits(const Sight &s, const Stake &stake, const LeadSuit &suit, int card, Sink &sink) {
    const int over = s.over(card), master = over == 0, place = s.place(card);
    const int own = std::min(5, s.own_trumps), out = std::min(7, s.out_trumps);
    const int mark = s.setting.mark[at(card)], trump = suit.trump;
    sink(trait::LEAD_SHAPE,
         Spot{}(trump, 2)(std::min(7, suit.length) - 1, 7)(over, 4)(place % 5, 5));
    sink(trait::LEAD_TOPS, Spot{}(trump, 2)(suit.tops, 16)(place, 10));
    sink(trait::LEAD_OUT,
         Spot{}(trump, 2)(suit.out, 8)(over, 4)(std::min(4, suit.length) - 1, 4));
    sink(trait::LEAD_PAST, Spot{}(trump, 2)(suit.past, 4)(std::min(2, over), 3)(suit.times, 3));
    sink(trait::LEAD_RUFFS,
         Spot{}(trump, 2)(suit.threat, 3)(suit.help, 3)(master, 2)(s.partners != 0, 2));
    sink(trait::LEAD_TRUMPS, Spot{}(trump, 2)(own, 6)(out, 8)(master, 2));
    sink(trait::LEAD_TIME,
         Spot{}(std::min(13, s.left) - 1, 13)(master, 2)(trump, 2)(suit.length == 1, 2));
    sink(trait::LEAD_LENGTH, Spot{}(suit.longest, 2)(suit.shortest, 2)(std::min(3, own), 4)(
                                 s.left_few, 4)(trump, 2));
    sink(trait::LEAD_NEED, Spot{}(s.won, 2)(over, 4)(trump, 2)(s.left_few, 4));
    if (s.setting.marked)
        sink(trait::LEAD_MARK,
             Spot{}(mark, 7)(over, 4)(std::min(3, count(s.out & s.setting.marked)), 4)(
                 std::min(3, own), 4));
    if (stake.here) stake_lead_traits(s, stake, suit.out, suit.length, card, sink);
}

// What is the same for all cards that are played to this trick.
struct Lying {
    explicit Lying(const Sight &sight) {
        const int best = static_cast<int>(sight.deal.best >> 4 & 0xff);
        led = suit_of(lowest(sight.deal.wanted));
        ruffed = SUIT_OF_CARD[at(best)] != sight.deal.wanted;
        best_over = sight.over(best);
        threat = ruffers(sight, sight.later & sight.opponents, at(led));
        behind = std::min(2, sight.behind);
        trumps_led = led == sight.setting.trump;
        times = std::min<int>(3, sight.memory.times_led[at(led)]) - 1;
    }
    int led, ruffed, best_over, threat, behind, trumps_led, times;
};

inline bool beats(const Sight &s, int card) {
    return s.deal.winning & bit(card) &&
           s.setting.tables.power[under(s.setting.trump)][at(card)] > s.deal.best;
}

template <class Sink>
void follow_traits(const Sight &s, const Lying &t, int tops, Cards winners, int card, Sink &sink) {
    const int over = s.over(card), master = over == 0, place = s.place(card), p = s.partner;
    const int wins = (winners & bit(card)) != 0;
    const int rank = wins ? (winners & (bit(card) - 1) ? (winners >> card > 1 ? 2 : 1) : 0)
                          : (place >= 5 ? 3 : 4);
    sink(trait::FOLLOW_WIN, Spot{}(s.behind, 4)(p, 4)(rank, 5)(over, 4));
    sink(trait::FOLLOW_SUIT,
         Spot{}(t.trumps_led, 2)(t.times, 3)(wins, 2)(over, 4)(t.behind, 3)(p, 4));
    sink(trait::FOLLOW_TOPS, Spot{}(tops, 16)(place, 10)(s.behind > 0, 2)(p, 4)(wins, 2));
    sink(trait::FOLLOW_RUFFS, Spot{}(t.threat, 3)(wins, 2)(master, 2)(t.ruffed, 2)(p, 4));
    sink(trait::FOLLOW_BEST, Spot{}(t.best_over, 4)(wins, 2)(p, 4)(t.behind, 3)(
                                 std::min(3, count(s.hand & s.deal.wanted)) - 1, 3));
    sink(trait::FOLLOW_TIME, Spot{}(std::min(13, s.left) - 1, 13)(wins, 2)(master, 2)(p, 4));
    sink(trait::FOLLOW_NEED, Spot{}(s.won, 2)(wins, 2)(over, 4)(t.behind, 3)(s.left_few, 4));
    if (!s.setting.marked) return;
    const int mark = s.setting.mark[at(card)];
    sink(trait::FOLLOW_MARK, Spot{}(mark, 7)(wins, 2)(p, 4)(t.behind, 3)(t.best_over, 4));
    sink(trait::FOLLOW_PRIZE, Spot{}(s.prize, 6)(wins, 2)(p, 4)(over, 4)(t.behind, 3));
}

template <class Sink>
void ruff_traits(const Sight &s, const Lying &t, int tops, Cards winners, int card, Sink &sink) {
    const int over = s.over(card), master = over == 0, p = s.partner;
    const int wins = (winners & bit(card)) != 0;
    const int cheapest = wins && !(winners & (bit(card) - 1));
    const int own = std::min(5, s.own_trumps), out = std::min(7, s.out_trumps);
    sink(trait::RUFF_WIN, Spot{}(s.behind, 4)(p, 4)(wins, 2)(over, 4)(cheapest, 2));
    sink(trait::RUFF_TRUMPS, Spot{}(own, 6)(out, 8)(wins, 2)(p, 4));
    sink(trait::RUFF_BEST, Spot{}(t.best_over, 4)(p, 4)(t.behind, 3)(wins, 2)(t.threat, 3));
    sink(trait::RUFF_TOPS, Spot{}(tops, 16)(s.place(card), 10)(p, 4));
    sink(trait::RUFF_TIME, Spot{}(std::min(13, s.left) - 1, 13)(wins, 2)(master, 2)(p, 4));
    sink(trait::RUFF_NEED, Spot{}(s.won, 2)(wins, 2)(over, 4)(t.behind, 3)(s.left_few, 4));
    if (!s.setting.marked) return;
    const int mark = s.setting.mark[at(card)];
    sink(trait::RUFF_MARK, Spot{}(mark, 7)(wins, 2)(p, 4)(t.behind, 3)(t.best_over, 4));
    sink(trait::RUFF_PRIZE, Spot{}(s.prize, 6)(wins, 2)(p, 4)(over, 4)(t.behind, 3));
}

template <class Sink>
void throw_traits(const Sight &s, const Lying &t, const LeadSuit &suit, int card, Sink &sink) {
    const int place = s.place(card), length = std::min(6, suit.length) - 1;
    const int own = std::min(3, s.own_trumps), top = s.over(highest(s.hand & SUIT_OF_CARD[at(card)]));
    const int out = suit.out == 0 ? 0 : suit.out < 4 ? 1 : 2;
    sink(trait::THROW_TOPS, Spot{}(length, 6)(suit.tops, 16)(place, 10));
    sink(trait::THROW_SHAPE, Spot{}(length, 6)(own, 4)(s.out_trumps > 0, 2)(out, 3));
    sink(trait::THROW_PAST, Spot{}(suit.past, 4)(top, 4)(std::min(2, length), 3));
    sink(trait::THROW_LENGTH, Spot{}(suit.longest, 2)(suit.shortest, 2)(top, 4)(s.left_few, 4));
    sink(trait::THROW_BEST, Spot{}(t.best_over, 4)(s.partner, 4)(t.behind, 3)(own, 4));
}

// Tells `sink.card(number, card)` of each choice, and then the sink its traits.
template <class Sink>
void look_at(const Setting &setting, const Scene &scene, Cards choices, Sink &sink) {
    const Sight sight(setting, scene);
    const Stake stake(sight);
    const DealState &deal = scene.deal;
    if (deal.played == 0) {
        for (int suit = 0; suit < SUITS; ++suit) {
            Cards cards = choices & suit_mask(suit);
            if (!cards) continue;
            const LeadSuit led(sight, suit);
            while (cards) {
                const int card = take_lowest(cards);
                sink.card();
                lead_traits(sight, stake, led, card, sink);
            }
        }
        return;
    }
    const Lying trick(sight);
    Cards winners = 0;
    for (Cards rest = choices & deal.winning; rest;) {
        const int card = take_lowest(rest);
        if (beats(sight, card)) winners |= bit(card);
    }
    for (int suit = 0; suit < SUITS; ++suit) {
        Cards cards = choices & suit_mask(suit);
        if (!cards) continue;
        const bool follows = suit == trick.led, ruffs = suit == setting.trump;
        if (follows || ruffs) {
            const int tops = sight.tops(suit_mask(suit));
            const Played as = follows ? Played::following : Played::ruffing;
            while (cards) {
                const int card = take_lowest(cards);
                sink.card();
                if (follows) follow_traits(sight, trick, tops, winners, card, sink);
                else ruff_traits(sight, trick, tops, winners, card, sink);
                if (stake.here)
                    stake_table_traits(sight, stake, trick.threat, winners >> card & 1, as, card,
                                       sink);
            }
        } else {
            const LeadSuit thrown(sight, suit);
            while (cards) {
                const int card = take_lowest(cards);
                sink.card();
                throw_traits(sight, trick, thrown, card, sink);
                if (stake.here)
                    stake_table_traits(sight, stake, trick.threat, false, Played::thrown, card,
                                       sink);
            }
        }
    }
}

}  // namespace oddtrick
