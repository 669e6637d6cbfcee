// The features of a card. Each is a cell of a small table over a few discretised quantities, so
// that a linear policy can learn any interaction within a table. A sink receives the index of each
// feature.
#pragma once

#include <algorithm>
#include <tuple>
#include <utility>

#include "oddtrick/policy.hpp"
#include "policy/aim_features.hpp"
#include "policy/feature_context.hpp"
#include "policy/scoring_features.hpp"

namespace oddtrick {

// The player that led a suit first: 0 nobody, 1 the seat itself, 2 a partner, 3 an opponent.
inline int first_leader(const FeatureContext &context, std::size_t suit) {
    const int who = context.history.first_led_by[suit];
    if (who == NOBODY) return 0;
    if (at(who) == context.seat) return 1;
    return context.partners >> who & 1 ? 2 : 3;
}

// The number of the given seats that are known to be out of the suit and may ruff; at most 2.
inline int ruffers(const FeatureContext &context, unsigned seats, std::size_t suit) {
    if (context.relabelled.trump == NO_TRUMP || !context.out_trumps) return 0;
    const unsigned may = seats & context.history.void_seats[suit] &
                         ~unsigned{context.history.void_seats[at(context.relabelled.trump)]};
    return std::min(2, count(may));
}

// 1 or 0: the suit is the longest, and the shortest, of the plain suits in hand.
inline std::pair<int, int> extremes(const FeatureContext &context, int length) {
    int longest = 1, shortest = 1;
    for (int suit = 0; suit < SUITS; ++suit) {
        if (suit == context.relabelled.trump) continue;
        const int other = count(context.hand & suit_mask(suit));
        longest &= other <= length;
        shortest &= other == 0 || other >= length;
    }
    return {longest, shortest};
}

// The part that is the same for all cards of a suit.
struct SuitContext {
    SuitContext(const FeatureContext &context, int suit)
        : length(count(context.hand & suit_mask(suit))),
          tops(context.tops(suit_mask(suit))),
          out(std::min(7, count(context.out & suit_mask(suit)))),
          past(first_leader(context, at(suit))),
          repeats(std::min<int>(2, context.history.times_led[at(suit)])),
          trump(suit == context.relabelled.trump) {
        const unsigned voids = context.history.void_seats[at(suit)];
        threat = trump ? std::min(2, count(voids & context.opponents))
                       : ruffers(context, context.opponents, at(suit));
        help = !(voids & context.partners)                              ? 0
               : trump || !ruffers(context, context.partners, at(suit)) ? 1
                                                                        : 2;
        if (!trump) std::tie(longest, shortest) = extremes(context, length);
    }
    int length, tops, out, past, repeats, trump;
    int threat, help, longest = 0, shortest = 0;
};

template <class Sink>
void lead_features(const FeatureContext &s, const ScoringContext &scoring, const SuitContext &suit,
                   int card, Sink &sink) {
    const int stronger = s.stronger(card), master = stronger == 0, place = s.place(card);
    const int own = std::min(5, s.own_trumps), out = std::min(7, s.out_trumps);
    const int bonus_number = s.relabelled.bonus_number[at(card)], trump = suit.trump;
    sink(feature::LEAD_SHAPE,
         FeatureIndex{}(trump, 2)(std::min(7, suit.length) - 1, 7)(stronger, 4)(place % 5, 5));
    sink(feature::LEAD_TOPS, FeatureIndex{}(trump, 2)(suit.tops, 16)(place, 10));
    sink(feature::LEAD_OUT,
         FeatureIndex{}(trump, 2)(suit.out, 8)(stronger, 4)(std::min(4, suit.length) - 1, 4));
    sink(feature::LEAD_PAST,
         FeatureIndex{}(trump, 2)(suit.past, 4)(std::min(2, stronger), 3)(suit.repeats, 3));
    sink(feature::LEAD_RUFFS,
         FeatureIndex{}(trump, 2)(suit.threat, 3)(suit.help, 3)(master, 2)(s.partners != 0, 2));
    sink(feature::LEAD_TRUMPS, FeatureIndex{}(trump, 2)(own, 6)(out, 8)(master, 2));
    sink(feature::LEAD_TIME,
         FeatureIndex{}(std::min(13, s.left) - 1, 13)(master, 2)(trump, 2)(suit.length == 1, 2));
    sink(feature::LEAD_LENGTH, FeatureIndex{}(suit.longest, 2)(suit.shortest, 2)(
                                   std::min(3, own), 4)(s.left_few, 4)(trump, 2));
    sink(feature::LEAD_NEED, FeatureIndex{}(s.won, 2)(stronger, 4)(trump, 2)(s.left_few, 4));
    if (s.relabelled.bonus_mask)
        sink(feature::LEAD_BONUS,
             FeatureIndex{}(bonus_number, 7)(stronger, 4)(
                 std::min(3, count(s.out & s.relabelled.bonus_mask)), 4)(std::min(3, own), 4));
    if (scoring.here) scoring_lead_features(s, scoring, suit.out, suit.length, card, sink);
}

// The part that is the same for all replies to a trick.
struct TrickContext {
    explicit TrickContext(const FeatureContext &context) {
        const int best = static_cast<int>(context.deal.best >> 4 & 0xff);
        led = suit_of(lowest(context.deal.wanted));
        ruffed = SUIT_OF_CARD[at(best)] != context.deal.wanted;
        best_stronger = context.stronger(best);
        threat = ruffers(context, context.later & context.opponents, at(led));
        behind = std::min(2, context.behind);
        trumps_led = led == context.relabelled.trump;
        repeats = std::min<int>(3, context.history.times_led[at(led)]) - 1;
    }
    int led, ruffed, best_stronger, threat, behind, trumps_led, repeats;
};

inline bool beats(const FeatureContext &s, int card) {
    return s.deal.winning & bit(card) &&
           s.relabelled.tables.power[under(s.relabelled.trump)][at(card)] > s.deal.best;
}

template <class Sink>
void follow_features(const FeatureContext &s, const TrickContext &t, int tops, Cards winners,
                     int card, Sink &sink) {
    const int stronger = s.stronger(card), master = stronger == 0, place = s.place(card),
              p = s.partner;
    const int wins = (winners & bit(card)) != 0;
    const int rank = wins ? (winners & (bit(card) - 1) ? (winners >> card > 1 ? 2 : 1) : 0)
                          : (place >= 5 ? 3 : 4);
    sink(feature::FOLLOW_WIN, FeatureIndex{}(s.behind, 4)(p, 4)(rank, 5)(stronger, 4));
    sink(feature::FOLLOW_SUIT,
         FeatureIndex{}(t.trumps_led, 2)(t.repeats, 3)(wins, 2)(stronger, 4)(t.behind, 3)(p, 4));
    sink(feature::FOLLOW_TOPS, FeatureIndex{}(tops, 16)(place, 10)(s.behind > 0, 2)(p, 4)(wins, 2));
    sink(feature::FOLLOW_RUFFS, FeatureIndex{}(t.threat, 3)(wins, 2)(master, 2)(t.ruffed, 2)(p, 4));
    sink(feature::FOLLOW_BEST, FeatureIndex{}(t.best_stronger, 4)(wins, 2)(p, 4)(t.behind, 3)(
                                   std::min(3, count(s.hand & s.deal.wanted)) - 1, 3));
    sink(feature::FOLLOW_TIME,
         FeatureIndex{}(std::min(13, s.left) - 1, 13)(wins, 2)(master, 2)(p, 4));
    sink(feature::FOLLOW_NEED,
         FeatureIndex{}(s.won, 2)(wins, 2)(stronger, 4)(t.behind, 3)(s.left_few, 4));
    if (!s.relabelled.bonus_mask) return;
    const int bonus_number = s.relabelled.bonus_number[at(card)];
    sink(feature::FOLLOW_BONUS,
         FeatureIndex{}(bonus_number, 7)(wins, 2)(p, 4)(t.behind, 3)(t.best_stronger, 4));
    sink(feature::FOLLOW_PRIZE,
         FeatureIndex{}(s.prize, 6)(wins, 2)(p, 4)(stronger, 4)(t.behind, 3));
}

template <class Sink>
void ruff_features(const FeatureContext &s, const TrickContext &t, int tops, Cards winners,
                   int card, Sink &sink) {
    const int stronger = s.stronger(card), master = stronger == 0, p = s.partner;
    const int wins = (winners & bit(card)) != 0;
    const int cheapest = wins && !(winners & (bit(card) - 1));
    const int own = std::min(5, s.own_trumps), out = std::min(7, s.out_trumps);
    sink(feature::RUFF_WIN, FeatureIndex{}(s.behind, 4)(p, 4)(wins, 2)(stronger, 4)(cheapest, 2));
    sink(feature::RUFF_TRUMPS, FeatureIndex{}(own, 6)(out, 8)(wins, 2)(p, 4));
    sink(feature::RUFF_BEST,
         FeatureIndex{}(t.best_stronger, 4)(p, 4)(t.behind, 3)(wins, 2)(t.threat, 3));
    sink(feature::RUFF_TOPS, FeatureIndex{}(tops, 16)(s.place(card), 10)(p, 4));
    sink(feature::RUFF_TIME,
         FeatureIndex{}(std::min(13, s.left) - 1, 13)(wins, 2)(master, 2)(p, 4));
    sink(feature::RUFF_NEED,
         FeatureIndex{}(s.won, 2)(wins, 2)(stronger, 4)(t.behind, 3)(s.left_few, 4));
    if (!s.relabelled.bonus_mask) return;
    const int bonus_number = s.relabelled.bonus_number[at(card)];
    sink(feature::RUFF_BONUS,
         FeatureIndex{}(bonus_number, 7)(wins, 2)(p, 4)(t.behind, 3)(t.best_stronger, 4));
    sink(feature::RUFF_PRIZE, FeatureIndex{}(s.prize, 6)(wins, 2)(p, 4)(stronger, 4)(t.behind, 3));
}

template <class Sink>
void discard_features(const FeatureContext &s, const TrickContext &t, const SuitContext &suit,
                      int card, Sink &sink) {
    const int place = s.place(card), length = std::min(6, suit.length) - 1;
    const int own = std::min(3, s.own_trumps),
              top = s.stronger(highest(s.hand & SUIT_OF_CARD[at(card)]));
    const int out = suit.out == 0 ? 0 : suit.out < 4 ? 1 : 2;
    sink(feature::DISCARD_TOPS, FeatureIndex{}(length, 6)(suit.tops, 16)(place, 10));
    sink(feature::DISCARD_SHAPE, FeatureIndex{}(length, 6)(own, 4)(s.out_trumps > 0, 2)(out, 3));
    sink(feature::DISCARD_PAST, FeatureIndex{}(suit.past, 4)(top, 4)(std::min(2, length), 3));
    sink(feature::DISCARD_LENGTH,
         FeatureIndex{}(suit.longest, 2)(suit.shortest, 2)(top, 4)(s.left_few, 4));
    sink(feature::DISCARD_BEST,
         FeatureIndex{}(t.best_stronger, 4)(s.partner, 4)(t.behind, 3)(own, 4));
}

// Calls `sink.card()` for each choice, ascending, and then a sink for each feature of it: `tables`
// for those of this file, of which each aim has a copy.
template <class Sink, class Tables>
void visit_cards(const FeatureContext &context, const AimContext &aims, Cards choices, Sink &sink,
                 Tables &tables) {
    const RelabelledDeal &relabelled = context.relabelled;
    const ScoringContext scoring(context);
    const DealState &deal = context.deal;
    if (deal.played == 0) {
        for (int suit = 0; suit < SUITS; ++suit) {
            Cards cards = choices & suit_mask(suit);
            if (!cards) continue;
            const SuitContext led(context, suit);
            while (cards) {
                const int card = take_lowest(cards);
                sink.card();
                lead_features(context, scoring, led, card, tables);
                if (aims.here) aim_lead_features(context, aims, card, sink);
            }
        }
        return;
    }
    const TrickContext trick(context);
    Cards winners = 0;
    for (Cards rest = choices & deal.winning; rest;) {
        const int card = take_lowest(rest);
        if (beats(context, card)) winners |= bit(card);
    }
    for (int suit = 0; suit < SUITS; ++suit) {
        Cards cards = choices & suit_mask(suit);
        if (!cards) continue;
        const bool follows = suit == trick.led, ruffs = suit == relabelled.trump;
        if (follows || ruffs) {
            const int tops = context.tops(suit_mask(suit));
            const ReplyKind as = follows ? ReplyKind::following : ReplyKind::ruffing;
            while (cards) {
                const int card = take_lowest(cards);
                sink.card();
                if (follows)
                    follow_features(context, trick, tops, winners, card, tables);
                else
                    ruff_features(context, trick, tops, winners, card, tables);
                if (scoring.here)
                    scoring_reply_features(context, scoring, trick.threat, winners >> card & 1, as,
                                           card, sink);
                if (aims.here)
                    aim_reply_features(context, aims, winners >> card & 1, as, card, sink);
            }
        } else {
            const SuitContext discarded(context, suit);
            while (cards) {
                const int card = take_lowest(cards);
                sink.card();
                discard_features(context, trick, discarded, card, tables);
                if (scoring.here)
                    scoring_reply_features(context, scoring, trick.threat, false,
                                           ReplyKind::discarded, card, sink);
                if (aims.here)
                    aim_reply_features(context, aims, false, ReplyKind::discarded, card, sink);
            }
        }
    }
}

// Visits the features of each choice, ascending.
template <class Sink>
void visit_features(const RelabelledDeal &relabelled, const PlayState &state, Cards choices,
                    Sink &sink) {
    const FeatureContext context(relabelled, state);
    const AimContext aims(context);
    if (!aims.aim) return visit_cards(context, aims, choices, sink, sink);
    ShiftedSink<Sink> shifted{sink, aims.aim * feature::SCORING};
    visit_cards(context, aims, choices, sink, shifted);
}

}  // namespace oddtrick
