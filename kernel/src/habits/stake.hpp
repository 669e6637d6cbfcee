// What is seen besides where everybody plays for himself and cards count, as in Scotch whist: where
// the cards that count are, and what a trick is worth to whom.
#pragma once

#include <algorithm>

#include "habits/sight.hpp"

namespace oddtrick {

// What is the same for all cards that the seat may play.
struct Stake {
    explicit Stake(const Sight &sight) : here(sight.setting.marked && !sight.partners) {
        if (!here) return;
        const Setting &setting = sight.setting;
        look_for_marked(sight);
        look_for_turn_up(sight);
        step = setting.step[at(sight.deal.tricks[sight.seat])];
        const std::size_t best = sight.deal.best & 0xf;
        if (sight.deal.played) best_step = setting.step[at(sight.deal.tricks[best])];
        left = std::min(9, sight.left) - 1;
        others = count(sight.opponents) - 1;
        later = std::min(7, count(sight.later & sight.opponents));
    }

    // 0 a plain master, 1 to 5 a card that counts, 6 another trump, 7 another plain card.
    static int kind(const Sight &sight, int card) {
        const int mark = sight.setting.mark[at(card)];
        if (mark) return std::min(mark, 5);
        if (sight.setting.trumps & bit(card)) return 6;
        return sight.over(card) ? 7 : 0;
    }

    bool here;
    int marked = 0;        // for each card that counts, weakest first: own, out, gone
    int guard = 0;         // the same of the weakest and the two strongest; own trumps, those out
    int step = 0;          // what one more trick is worth, as `Setting::step`
    int best_step = 0;     // and to whoever is winning this one
    int left = 0;          // tricks to be completed, 8 is nine or more
    int others = 0;        // opponents, less one
    int later = 0;         // of those still to play
    int turned = 0;        // the mark of a turn-up that the dealer still holds, 6 for none
    int turned_later = 0;  // 1 if it may still be played to this trick, 2 if not

  private:
    void look_for_marked(const Sight &sight) {
        int number = 0;
        for (Cards rest = sight.setting.marked; rest && number < 5; ++number) {
            const Cards card = bit(take_lowest(rest));
            marked = marked * 3 + (sight.hand & card ? 0 : sight.out & card ? 1 : 2);
        }
        guard = (marked / 81 * 9 + marked % 9) * 35 + std::min(4, sight.own_trumps) * 7 +
                std::min(6, sight.out_trumps);
    }
    void look_for_turn_up(const Sight &sight) {
        const DealState &deal = sight.deal;
        const DealPlan &plan = sight.setting.tables.plan;
        const bool in_play = at(deal.hand) + 1 == plan.sizes.size();
        if (deal.turn_up == NO_CARD || !in_play || !(sight.out & bit(deal.turn_up))) return;
        const int mark = sight.setting.mark[at(deal.turn_up)];
        turned = mark ? std::min(mark, 5) : 6;
        turned_later = sight.later >> plan.dealer & 1 ? 1 : 2;
    }
};

namespace trait {
inline constexpr int KINDS = 8, MARKED = 243, GUARDS = 27 * 5 * 7;
inline constexpr int LEAD_MARKED = STAKE;                                // 243 8
inline constexpr int LEAD_STEP = LEAD_MARKED + MARKED * KINDS;           // 4 9 8
inline constexpr int LEAD_DEPTH = LEAD_STEP + 4 * 9 * KINDS;             // 2 8 4 4 4
inline constexpr int TABLE_MARKED = LEAD_DEPTH + 2 * 8 * 4 * 4 * 4;      // 243 8 2
inline constexpr int TABLE_STEP = TABLE_MARKED + MARKED * KINDS * 2;     // 6 4 4 2 5
inline constexpr int TABLE_BEHIND = TABLE_STEP + 6 * 4 * 4 * 2 * 5;      // 5 3 2 4 3 2
inline constexpr int TABLE_LEFT = TABLE_BEHIND + 5 * 3 * 2 * 4 * 3 * 2;  // 9 8 2 4
inline constexpr int LEAD_TURNED = TABLE_LEFT + 9 * KINDS * 2 * 4;       // 7 2 8 4
inline constexpr int LEAD_GUARD = LEAD_TURNED + 7 * 2 * KINDS * 4;       // 945 8
inline constexpr int LEAD_OTHERS = LEAD_GUARD + GUARDS * KINDS;          // 7 9 8
inline constexpr int TABLE_TURNED = LEAD_OTHERS + 7 * 9 * KINDS;         // 7 3 8 2
inline constexpr int TABLE_GUARD = TABLE_TURNED + 7 * 3 * KINDS * 2;     // 945 8 2
inline constexpr int TABLE_OTHERS = TABLE_GUARD + GUARDS * KINDS * 2;    // 7 8 8 2
inline constexpr int SIZE = TABLE_OTHERS + 7 * 8 * KINDS * 2;
}  // namespace trait

// Of a card that is led from a suit of which so many cards are out, and so many in the hand.
template <class Sink>
void stake_lead_traits(const Sight &s, const Stake &stake, int out, int length, int card,
                       Sink &sink) {
    const int kind = Stake::kind(s, card), over = s.over(card);
    const int trump = (s.setting.trumps & bit(card)) != 0;
    sink(trait::LEAD_MARKED, Spot{}(stake.marked, trait::MARKED)(kind, trait::KINDS));
    sink(trait::LEAD_STEP, Spot{}(stake.step, 4)(stake.left, 9)(kind, trait::KINDS));
    sink(trait::LEAD_TURNED, Spot{}(stake.turned, 7)(trump, 2)(kind, trait::KINDS)(over, 4));
    sink(trait::LEAD_GUARD, Spot{}(stake.guard, trait::GUARDS)(kind, trait::KINDS));
    sink(trait::LEAD_OTHERS, Spot{}(stake.others, 7)(stake.left, 9)(kind, trait::KINDS));
    sink(trait::LEAD_DEPTH, Spot{}(trump, 2)(out, 8)(over, 4)(std::min(4, length) - 1, 4)(
                                std::min(3, (s.out_trumps + 1) / 2), 4));
}

enum class Played { following, ruffing, thrown };

// Of a card that is played to a trick; `threat` is how many still to play may trump it.
template <class Sink>
void stake_table_traits(const Sight &s, const Stake &stake, int threat, bool wins, Played as,
                        int card, Sink &sink) {
    const int kind = Stake::kind(s, card), behind = std::min(4, stake.later);
    sink(trait::TABLE_MARKED,
         Spot{}(stake.marked, trait::MARKED)(kind, trait::KINDS)(wins, 2));
    sink(trait::TABLE_STEP,
         Spot{}(s.prize, 6)(stake.step, 4)(stake.best_step, 4)(wins, 2)(behind, 5));
    sink(trait::TABLE_BEHIND, Spot{}(behind, 5)(threat, 3)(wins, 2)(s.over(card), 4)(
                                  static_cast<int>(as), 3)(s.prize > 0, 2));
    sink(trait::TABLE_TURNED,
         Spot{}(stake.turned, 7)(stake.turned_later, 3)(kind, trait::KINDS)(wins, 2));
    sink(trait::TABLE_GUARD, Spot{}(stake.guard, trait::GUARDS)(kind, trait::KINDS)(wins, 2));
    sink(trait::TABLE_OTHERS,
         Spot{}(stake.others, 7)(stake.later, 8)(kind, trait::KINDS)(wins, 2));
    sink(trait::TABLE_LEFT, Spot{}(stake.left, 9)(kind, trait::KINDS)(wins, 2)(stake.step, 4));
}

}  // namespace oddtrick
