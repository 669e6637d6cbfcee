// Alpha-beta with null windows over open hands, for any number of seats on two sides, with a
// transposition table between tricks. `Scoring` defines the value (see scoring.hpp).
#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "move_ordering.hpp"
#include "node_limit.hpp"
#include "oddtrick/solver.hpp"
#include "quick_tricks.hpp"
#include "scoring.hpp"
#include "search_state.hpp"
#include "transposition_table.hpp"

namespace oddtrick::general {

// The search of one position. Values are points for "us" from the position onwards. Each
// null-window call returns a bound: an upper one if it is below `need`, else a lower one
// (fail-soft).
template <class Scoring>
class Search {
  public:
    Search(const SearchState &state, const Scoring &scoring, TranspositionTable &table,
           NodeLimit &node_limit)
        : state_(state), scoring_(scoring), table_(table), node_limit_(node_limit) {}

    // The exact value with `seat` to play to a trick. Null-window calls narrow the range from an
    // estimate until it is a single value (MTD(f): A. Plaat et al., 1996).
    int value(int seat, const Trick &trick, int guess) {
        Range range = scoring_.everything(rounds());
        int need = std::clamp(guess, range.low, range.high);
        while (range.low < range.high) {
            need = std::clamp(need, range.low + 1, range.high);
            const int found =
                (trick.played ? search_reply(seat, trick, need) : search_lead(seat, need)).value;
            if (found >= need)
                range.low = found, need = found + 1;
            else
                range.high = found, need = found;
        }
        return range.low;
    }

    // The exact value after one more card.
    int value_after(int seat, const Trick &trick, int card, int guess) {
        const Trick more =
            state_.extended_trick(trick, seat, card, scoring_.worth(state_.kind[card]));
        const std::uint64_t row = state_.row(card);
        state_.remove_card(seat, card);
        int found;
        if (more.played < state_.players) {
            found = value(state_.next[seat], more, guess);
        } else {
            const Scoring before = scoring_;
            const bool held_back = state_.held_back;
            const int gain = collect_trick(more);
            found = gain + value(more.winner, {}, guess - gain);
            scoring_ = before;
            state_.held_back = held_back;
        }
        state_.restore_card(seat, card, row);
        return found;
    }

    // The principal variation: cards from here to the end that keep the value for both sides. Plays
    // them on the state.
    std::vector<int> line(int seat, Trick trick, int guess) {
        std::vector<int> cards;
        int value_now = value(seat, trick, guess);
        while (state_.hands[seat]) {
            const int card = value_preserving_card(seat, trick, value_now);
            cards.push_back(card);
            trick = state_.extended_trick(trick, seat, card, scoring_.worth(state_.kind[card]));
            state_.remove_card(seat, card);
            seat = state_.next[seat];
            if (trick.played < state_.players) continue;
            value_now -= collect_trick(trick);
            seat = trick.winner;
            trick = {};
        }
        return cards;
    }

    const SearchState &state() const { return state_; }

  private:
    struct Result {
        int value;
        Cards relevant;  // the value does not depend on the holders of lower cards
        int card;
    };

    int rounds() const {
        int most = 0;
        for (const Cards hand : state_.hands) most = std::max(most, count(hand));
        return most;
    }

    int value_preserving_card(int seat, const Trick &trick, int value_now) {
        MoveList moves;
        generate_moves(state_, seat, trick, moves);
        order_moves(state_, scoring_, seat, trick, NO_PLACE, moves);
        int at = 0;
        const auto loses = [&](int card) {
            return value_after(seat, trick, card, value_now) != value_now;
        };
        while (at + 1 < moves.size && loses(moves.cards[at])) ++at;
        return moves.cards[at];
    }

    int collect_trick(const Trick &trick) {
        const int gain = scoring_.take(state_.ours(trick.winner), trick, state_);
        if (trick.broken) state_.held_back = false;
        return gain;
    }

    // Searches from the lead to a trick.
    Result search_lead(int leader, int need) {
        const int tricks = count(state_.hands[leader]);
        if (tricks == 0) return {scoring_.end(), 0, NO_PLACE};
        if (tricks == 1) return last_trick(leader);
        const QuickTricksBySide quick = quick_tricks(state_, scoring_, leader);
        const Range range = scoring_.range(tricks, quick, state_);
        // A bound rests on the quick tricks of both sides, so that the cards of both are relevant.
        if (range.low >= need)
            return {range.low, quick.us_at_will.relevant | quick.them.relevant, 0};
        if (range.high < need)
            return {range.high, quick.them_at_will.relevant | quick.us.relevant, 0};
        return remembered(leader, tricks, need);
    }

    Result remembered(int leader, int tricks, int need) {
        TableKey key{state_.shape, 0, state_.rows};
        key.terms = static_cast<std::uint64_t>(leader + 8 * (state_.held_back ? 1 : 0));
        scoring_.add_to_key(key);
        int best = NO_PLACE;
        // Bounds in the table are of the remaining tricks alone, whatever was won before.
        if (const TableEntry *known = table_.find(key, need)) {
            if (known->lower >= need) return {known->lower, relevant(known->ignored), NO_PLACE};
            if (known->upper < need) return {known->upper, relevant(known->ignored), NO_PLACE};
            best = known->best;
        }
        const Result found = search_reply(leader, {}, need, best);
        const auto value = static_cast<std::int16_t>(found.value);
        constexpr std::int16_t least = std::numeric_limits<std::int16_t>::min();
        constexpr std::int16_t most = std::numeric_limits<std::int16_t>::max();
        table_.store(key,
                     {value >= need ? value : least, value >= need ? most : value,
                      ignored(found.relevant), static_cast<std::uint8_t>(found.card)},
                     tricks);
        return found;
    }

    Cards relevant(const IgnoredRanks &ignored) const {
        Cards cards = 0;
        for (int suit = 0; suit < SUITS; ++suit) cards |= state_.threshold(suit, ignored[suit]);
        return cards;
    }

    IgnoredRanks ignored(Cards relevant) const {
        IgnoredRanks low{};
        for (int suit = 0; suit < SUITS; ++suit) {
            const Cards live = state_.live & suit_mask(suit);
            if (!live) continue;
            const int highest_place = state_.place(highest(live));
            low[suit] = static_cast<std::uint8_t>(
                std::min(state_.ignorable_ranks(suit, relevant), highest_place));
        }
        return low;
    }

    // Searches with `seat` to play to the trick. The best card is given by suit and place in its
    // row.
    Result search_reply(int seat, const Trick &trick, int need, int first = NO_PLACE) {
        MoveList moves;
        generate_moves(state_, seat, trick, moves);
        if (moves.size > 1) order_moves(state_, scoring_, seat, trick, first, moves);
        const bool ours = state_.ours(seat);
        constexpr int far = std::numeric_limits<int>::max() / 2;
        Result best{ours ? -far : far, 0, NO_PLACE};
        for (int at = 0; at < moves.size; ++at) {
            const int card = moves.cards[at];
            const int place = RANKS * suit_of(card) + state_.place(card);
            const Result found = try_card(seat, trick, card, need);
            // A card that settles the question is its own proof. That none does rests on them all.
            if ((found.value >= need) == ours) return {found.value, found.relevant, place};
            if (ours ? found.value > best.value : found.value < best.value)
                best.value = found.value, best.card = place;
            best.relevant |= found.relevant;
        }
        if (moves.merged) best.relevant = with_equivalent_cards(seat, trick, best.relevant);
        return best;
    }

    // Equivalent cards were tried as one because they are adjacent here. Elsewhere the lower ones
    // may not be adjacent, so that if one of them is relevant, all of them are.
    Cards with_equivalent_cards(int seat, const Trick &trick, Cards relevant) const {
        const Cards legal = state_.legal(seat, trick);
        for (int suit = 0; suit < SUITS; ++suit) {
            const Cards low = relevant & suit_mask(suit);
            const Cards mine = legal & suit_mask(suit);
            if (!low || !mine) continue;
            const Cards others =
                (state_.live & ~state_.hands[seat]) | (trick.played ? bit(trick.best) : Cards{0});
            Cards below = mine & (bit(lowest(low)) - 1);
            const Cards above = mine & ~(bit(lowest(low)) - 1);
            if (!above) continue;
            int last = lowest(above);
            while (below) {
                const int card = highest(below);
                if (others & (bit(last) - 1) & ~(bit(card) - 1)) break;
                relevant |= bit(card);
                below ^= bit(card);
                last = card;
            }
        }
        return relevant;
    }

    Result try_card(int seat, const Trick &trick, int card, int need) {
        node_limit_.count();
        const Trick more =
            state_.extended_trick(trick, seat, card, scoring_.worth(state_.kind[card]));
        const std::uint64_t row = state_.row(card);
        state_.remove_card(seat, card);
        const Result found = more.played < state_.players
                                 ? search_reply(state_.next[seat], more, need)
                                 : next_trick(more, need);
        state_.restore_card(seat, card, row);
        return found;
    }

    Result next_trick(const Trick &trick, int need) {
        // A few numbers: they are copied, not undone.
        const Scoring before = scoring_;
        const bool held_back = state_.held_back;
        const int gain = collect_trick(trick);
        Result found = search_lead(trick.winner, need - gain);
        scoring_ = before;
        state_.held_back = held_back;
        return {found.value + gain, found.relevant | decisive(trick), found.card};
    }

    // The winning card, if it won by its rank.
    static Cards decisive(const Trick &trick) {
        return trick.beaten >> suit_of(trick.best) & 1 ? bit(trick.best) : Cards{0};
    }

    // Plays the last trick, in which nobody has a choice.
    Result last_trick(int leader) {
        Trick trick;
        for (int seat = leader; trick.played < state_.players; seat = state_.next[seat]) {
            const int card = lowest(state_.hands[seat]);
            trick = state_.extended_trick(trick, seat, card, scoring_.worth(state_.kind[card]));
        }
        Scoring end = scoring_;
        const int gain = end.take(state_.ours(trick.winner), trick, state_);
        return {gain + end.end(), decisive(trick), NO_PLACE};
    }

    SearchState state_;
    Scoring scoring_;
    TranspositionTable &table_;
    NodeLimit &node_limit_;
};

}  // namespace oddtrick::general
