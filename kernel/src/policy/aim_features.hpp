// Features of deals in which a trick may be worth less than none: how many tricks a seat still
// wants, and who else wants them. The tables of features.hpp have a copy of their own for a seat
// that wants no more tricks, and for one to which all ends are the same. All of them lie where
// those of scoring_features.hpp lie, of which no deal without bonus cards has need.
#pragma once

#include <algorithm>
#include <bit>

#include "policy/feature_context.hpp"
#include "policy/scoring_features.hpp"

namespace oddtrick {

namespace feature {
inline constexpr int AIMS = 3;                       // more, no more, and all the same
inline constexpr int LEAD_AIM = SCORING * AIMS;      // 3 5 4 4 2
inline constexpr int LEAD_RIVALS = LEAD_AIM + 3 * 5 * 4 * 4 * 2;      // 3 4 4 4 2
inline constexpr int REPLY_AIM = LEAD_RIVALS + 3 * 4 * 4 * 4 * 2;     // 3 5 4 2 4 3
inline constexpr int REPLY_RIVALS = REPLY_AIM + 3 * 5 * 4 * 2 * 4 * 3;  // 3 3 4 2 4 3
static_assert(REPLY_RIVALS + 3 * 3 * 4 * 2 * 4 * 3 <= SIZE);
}  // namespace feature

// 0: more tricks are wanted, 1: no more, 2: all ends are the same.
inline int aim_of(int wanted) {
    return wanted > 0 ? 0 : wanted == 0 ? 1 : 2;
}

// The part that is the same for all cards of a decision.
struct AimContext {
    explicit AimContext(const FeatureContext &context)
        : here(context.relabelled.has_aims && !context.relabelled.bonus_mask) {
        if (!here) return;
        const RelabelledDeal &relabelled = context.relabelled;
        const DealState &deal = context.deal;
        const int wanted = relabelled.tricks_wanted(deal, context.seat);
        aim = aim_of(wanted);
        need = std::clamp(wanted, 0, 4);
        for (unsigned rest = context.opponents; rest; rest &= rest - 1) {
            const auto seat = static_cast<std::size_t>(std::countr_zero(rest));
            const int other = aim_of(relabelled.tricks_wanted(deal, seat));
            if (other == 0) ++takers, later_takers += context.later >> seat & 1;
            if (other == 1) ++duckers;
            if (deal.played && (deal.best & 0xf) == seat) winner_aim = other;
        }
        takers = std::min(3, takers);
        duckers = std::min(3, duckers);
        later_takers = std::min(3, later_takers);
    }

    bool here;
    int aim = 0, need = 0;           // of the seat; the tricks it still wants, at most 4
    int takers = 0, duckers = 0;     // opponents that want more tricks, and no more; at most 3
    int later_takers = 0;            // those of the first still to play to this trick, at most 3
    int winner_aim = 0;              // of the seat that is winning this trick
};

template <class Sink>
void aim_lead_features(const FeatureContext &s, const AimContext &aims, int card, Sink &sink) {
    const int trump = (s.relabelled.trumps & bit(card)) != 0, stronger = s.stronger(card);
    sink(feature::LEAD_AIM,
         FeatureIndex{}(aims.aim, 3)(aims.need, 5)(s.left_few, 4)(stronger, 4)(trump, 2));
    sink(feature::LEAD_RIVALS,
         FeatureIndex{}(aims.aim, 3)(aims.takers, 4)(aims.duckers, 4)(stronger, 4)(trump, 2));
}

template <class Sink>
void aim_reply_features(const FeatureContext &s, const AimContext &aims, bool wins, ReplyKind as,
                        int card, Sink &sink) {
    const int stronger = s.stronger(card);
    sink(feature::REPLY_AIM, FeatureIndex{}(aims.aim, 3)(aims.need, 5)(s.left_few, 4)(wins, 2)(
                                 stronger, 4)(static_cast<int>(as), 3));
    sink(feature::REPLY_RIVALS,
         FeatureIndex{}(aims.aim, 3)(aims.winner_aim, 3)(aims.later_takers, 4)(wins, 2)(
             stronger, 4)(std::min(2, s.behind), 3));
}

// Shifts the tables of features.hpp to the copy for an aim.
template <class Sink>
struct ShiftedSink {
    Sink &sink;
    int shift;
    void card() { sink.card(); }
    void operator()(int begin, const FeatureIndex &offset) { sink(begin + shift, offset); }
};

}  // namespace oddtrick
