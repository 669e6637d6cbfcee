// Features of games without partners in which cards score for the side that takes them: the holders
// of the bonus cards, and the value of the trick to the players concerned. They are added to the
// features of features.hpp.
#pragma once

#include <algorithm>

#include "policy/feature_context.hpp"

namespace oddtrick {

// The part that is the same for all cards of a decision.
struct ScoringContext {
    explicit ScoringContext(const FeatureContext &context)
        : here(context.relabelled.bonus_mask && !context.partners) {
        if (!here) return;
        const RelabelledDeal &relabelled = context.relabelled;
        find_bonus_cards(context);
        find_turn_up(context);
        trick_value = relabelled.next_trick_value[at(context.deal.tricks[context.seat])];
        const std::size_t best = context.deal.best & 0xf;
        if (context.deal.played)
            winner_trick_value = relabelled.next_trick_value[at(context.deal.tricks[best])];
        left = std::min(9, context.left) - 1;
        others = count(context.opponents) - 1;
        later = std::min(7, count(context.later & context.opponents));
    }

    // The kind of a card: 0 a plain card that nothing beats, 1 to 5 a bonus card, 6 another trump,
    // 7 another plain card.
    static int kind(const FeatureContext &context, int card) {
        const int bonus_number = context.relabelled.bonus_number[at(card)];
        if (bonus_number) return std::min(bonus_number, 5);
        if (context.relabelled.trumps & bit(card)) return 6;
        return context.stronger(card) ? 7 : 0;
    }

    bool here;
    int bonus_mask = 0;  // one base-3 digit a bonus card, weakest first: held, out, played
    int guard =
        0;  // of the weakest and the two strongest bonus cards, with own trumps and trumps out
    int trick_value = 0;         // of the next trick to this seat, as `next_trick_value`
    int winner_trick_value = 0;  // and to the seat that is winning this trick
    int left = 0;                // tricks to be completed, less one; 8 is nine or more
    int others = 0;              // opponents, less one
    int later = 0;               // opponents still to play to this trick
    int turn_up = 0;             // the number of a turn-up that the dealer still holds; 6: no bonus
    int turn_up_later = 0;       // 1 if it may still be played to this trick, 2 if not

  private:
    void find_bonus_cards(const FeatureContext &context) {
        int number = 0;
        for (Cards rest = context.relabelled.bonus_mask; rest && number < 5; ++number) {
            const Cards card = bit(take_lowest(rest));
            bonus_mask = bonus_mask * 3 + (context.hand & card ? 0 : context.out & card ? 1 : 2);
        }
        guard = (bonus_mask / 81 * 9 + bonus_mask % 9) * 35 + std::min(4, context.own_trumps) * 7 +
                std::min(6, context.out_trumps);
    }
    void find_turn_up(const FeatureContext &context) {
        const DealState &deal = context.deal;
        const DealPlan &plan = context.relabelled.tables.plan;
        const bool in_play = at(deal.hand) + 1 == plan.sizes.size();
        if (deal.turn_up == NO_CARD || !in_play || !(context.out & bit(deal.turn_up))) return;
        const int bonus_number = context.relabelled.bonus_number[at(deal.turn_up)];
        turn_up = bonus_number ? std::min(bonus_number, 5) : 6;
        turn_up_later = context.later >> plan.dealer & 1 ? 1 : 2;
    }
};

namespace feature {
inline constexpr int KINDS = 8, BONUS_HOLDERS = 243, GUARDS = 27 * 5 * 7;
inline constexpr int LEAD_BONUS_CARDS = SCORING;                                   // 243 8
inline constexpr int LEAD_TRICK_VALUE = LEAD_BONUS_CARDS + BONUS_HOLDERS * KINDS;  // 4 9 8
inline constexpr int LEAD_DEPTH = LEAD_TRICK_VALUE + 4 * 9 * KINDS;                // 2 8 4 4 4
inline constexpr int REPLY_BONUS_CARDS = LEAD_DEPTH + 2 * 8 * 4 * 4 * 4;           // 243 8 2
inline constexpr int REPLY_TRICK_VALUE =
    REPLY_BONUS_CARDS + BONUS_HOLDERS * KINDS * 2;                          // 6 4 4 2 5
inline constexpr int REPLY_BEHIND = REPLY_TRICK_VALUE + 6 * 4 * 4 * 2 * 5;  // 5 3 2 4 3 2
inline constexpr int REPLY_LEFT = REPLY_BEHIND + 5 * 3 * 2 * 4 * 3 * 2;     // 9 8 2 4
inline constexpr int LEAD_TURN_UP = REPLY_LEFT + 9 * KINDS * 2 * 4;         // 7 2 8 4
inline constexpr int LEAD_GUARD = LEAD_TURN_UP + 7 * 2 * KINDS * 4;         // 945 8
inline constexpr int LEAD_OTHERS = LEAD_GUARD + GUARDS * KINDS;             // 7 9 8
inline constexpr int REPLY_TURN_UP = LEAD_OTHERS + 7 * 9 * KINDS;           // 7 3 8 2
inline constexpr int REPLY_GUARD = REPLY_TURN_UP + 7 * 3 * KINDS * 2;       // 945 8 2
inline constexpr int REPLY_OTHERS = REPLY_GUARD + GUARDS * KINDS * 2;       // 7 8 8 2
inline constexpr int SIZE = REPLY_OTHERS + 7 * 8 * KINDS * 2;
}  // namespace feature

// Features of a lead from a suit with `out` cards out and `length` in hand.
template <class Sink>
void scoring_lead_features(const FeatureContext &s, const ScoringContext &scoring, int out,
                           int length, int card, Sink &sink) {
    const int kind = ScoringContext::kind(s, card), stronger = s.stronger(card);
    const int trump = (s.relabelled.trumps & bit(card)) != 0;
    sink(feature::LEAD_BONUS_CARDS,
         FeatureIndex{}(scoring.bonus_mask, feature::BONUS_HOLDERS)(kind, feature::KINDS));
    sink(feature::LEAD_TRICK_VALUE,
         FeatureIndex{}(scoring.trick_value, 4)(scoring.left, 9)(kind, feature::KINDS));
    sink(feature::LEAD_TURN_UP,
         FeatureIndex{}(scoring.turn_up, 7)(trump, 2)(kind, feature::KINDS)(stronger, 4));
    sink(feature::LEAD_GUARD, FeatureIndex{}(scoring.guard, feature::GUARDS)(kind, feature::KINDS));
    sink(feature::LEAD_OTHERS,
         FeatureIndex{}(scoring.others, 7)(scoring.left, 9)(kind, feature::KINDS));
    sink(feature::LEAD_DEPTH,
         FeatureIndex{}(trump, 2)(out, 8)(stronger, 4)(std::min(4, length) - 1, 4)(
             std::min(3, (s.out_trumps + 1) / 2), 4));
}

enum class ReplyKind { following, ruffing, discarded };

// Features of a reply; `threat` is the number of seats still to play that may ruff.
template <class Sink>
void scoring_reply_features(const FeatureContext &s, const ScoringContext &scoring, int threat,
                            bool wins, ReplyKind as, int card, Sink &sink) {
    const int kind = ScoringContext::kind(s, card), behind = std::min(4, scoring.later);
    sink(feature::REPLY_BONUS_CARDS,
         FeatureIndex{}(scoring.bonus_mask, feature::BONUS_HOLDERS)(kind, feature::KINDS)(wins, 2));
    sink(feature::REPLY_TRICK_VALUE, FeatureIndex{}(s.prize, 6)(scoring.trick_value, 4)(
                                         scoring.winner_trick_value, 4)(wins, 2)(behind, 5));
    sink(feature::REPLY_BEHIND, FeatureIndex{}(behind, 5)(threat, 3)(wins, 2)(s.stronger(card), 4)(
                                    static_cast<int>(as), 3)(s.prize > 0, 2));
    sink(feature::REPLY_TURN_UP, FeatureIndex{}(scoring.turn_up, 7)(scoring.turn_up_later, 3)(
                                     kind, feature::KINDS)(wins, 2));
    sink(feature::REPLY_GUARD,
         FeatureIndex{}(scoring.guard, feature::GUARDS)(kind, feature::KINDS)(wins, 2));
    sink(feature::REPLY_OTHERS,
         FeatureIndex{}(scoring.others, 7)(scoring.later, 8)(kind, feature::KINDS)(wins, 2));
    sink(feature::REPLY_LEFT,
         FeatureIndex{}(scoring.left, 9)(kind, feature::KINDS)(wins, 2)(scoring.trick_value, 4));
}

}  // namespace oddtrick
