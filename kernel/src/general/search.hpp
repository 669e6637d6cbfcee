// Alpha-beta with null windows over open hands, any number of seats on two sides, remembering what
// it proved between tricks. `Account` says what counts (see account.hpp).
#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "account.hpp"
#include "deal.hpp"
#include "order.hpp"
#include "sure.hpp"
#include "table.hpp"
#include "meter.hpp"
#include "oddtrick/solver.hpp"

namespace oddtrick::general {

// One position being searched. Values are what "us" takes from the moment asked about on, and are
// bounds: below `need` an upper one, else a lower one.
template <class Account>
class Search {
  public:
    Search(const Deal &deal, const Account &account, Table &table, Meter &meter)
        : deal_(deal), account_(account), table_(table), meter_(meter) {}

    // Exactly what us takes, with `seat` to play to a trick.
    int value(int seat, const Trick &trick, int guess) {
        Range range = account_.everything(rounds());
        int need = std::clamp(guess, range.low, range.high);
        while (range.low < range.high) {
            need = std::clamp(need, range.low + 1, range.high);
            const int found = (trick.played ? turn(seat, trick, need) : lead(seat, need)).value;
            if (found >= need)
                range.low = found, need = found + 1;
            else
                range.high = found, need = found;
        }
        return range.low;
    }

    // The same after one more card.
    int value_after(int seat, const Trick &trick, int card, int guess) {
        const Trick more = deal_.with(trick, seat, card, account_.worth(deal_.kind[card]));
        const std::uint64_t row = deal_.row(card);
        deal_.lift(seat, card);
        int found;
        if (more.played < deal_.players) {
            found = value(deal_.next[seat], more, guess);
        } else {
            const Account before = account_;
            const bool held_back = deal_.held_back;
            const int gain = gather(more);
            found = gain + value(more.winner, {}, guess - gain);
            account_ = before;
            deal_.held_back = held_back;
        }
        deal_.put_back(seat, card, row);
        return found;
    }

    // Cards from here to the end that keep the value for both sides. Plays them out.
    std::vector<int> line(int seat, Trick trick, int guess) {
        std::vector<int> cards;
        int value_now = value(seat, trick, guess);
        while (deal_.hands[seat]) {
            const int card = keeps(seat, trick, value_now);
            cards.push_back(card);
            trick = deal_.with(trick, seat, card, account_.worth(deal_.kind[card]));
            deal_.lift(seat, card);
            seat = deal_.next[seat];
            if (trick.played < deal_.players) continue;
            value_now -= gather(trick);
            seat = trick.winner;
            trick = {};
        }
        return cards;
    }

    const Deal &deal() const { return deal_; }

  private:
    struct Found {
        int value;
        Cards relevant;  // the value holds whoever has the cards below these in their suits
        int card;
    };

    int rounds() const {
        int most = 0;
        for (const Cards hand : deal_.hands) most = std::max(most, count(hand));
        return most;
    }

    int keeps(int seat, const Trick &trick, int value_now) {
        Moves moves;
        candidates(deal_, seat, trick, moves);
        arrange(deal_, account_, seat, trick, NO_PLACE, moves);
        int at = 0;
        const auto loses = [&](int card) {
            return value_after(seat, trick, card, value_now) != value_now;
        };
        while (at + 1 < moves.size && loses(moves.cards[at])) ++at;
        return moves.cards[at];
    }

    int gather(const Trick &trick) {
        const int gain = account_.take(deal_.ours(trick.winner), trick, deal_);
        if (trick.broken) deal_.held_back = false;
        return gain;
    }

    // Before a trick that `leader` leads.
    Found lead(int leader, int need) {
        const int tricks = count(deal_.hands[leader]);
        if (tricks == 0) return {account_.end(), 0, NO_PLACE};
        if (tricks == 1) return last_trick(leader);
        const Outlook sure = outlook(deal_, account_, leader);
        const Range range = account_.range(tricks, sure, deal_);
        // In a bound the certain tricks of one side may lessen the choice of the other.
        if (range.low >= need) return {range.low, sure.us_at_will.relevant | sure.them.relevant, 0};
        if (range.high < need)
            return {range.high, sure.them_at_will.relevant | sure.us.relevant, 0};
        return remembered(leader, tricks, need);
    }

    Found remembered(int leader, int tricks, int need) {
        Key key{deal_.shape, 0, deal_.rows};
        key.terms = static_cast<std::uint64_t>(leader + 8 * (deal_.held_back ? 1 : 0));
        account_.mark(key);
        int best = NO_PLACE;
        // Bounds in the table are of the rest alone: nothing won before is in them.
        if (const Entry *known = table_.find(key, need)) {
            if (known->lower >= need) return {known->lower, relevant(known->forgotten), NO_PLACE};
            if (known->upper < need) return {known->upper, relevant(known->forgotten), NO_PLACE};
            best = known->best;
        }
        const Found found = turn(leader, {}, need, best);
        const auto value = static_cast<std::int16_t>(found.value);
        constexpr std::int16_t least = std::numeric_limits<std::int16_t>::min();
        constexpr std::int16_t most = std::numeric_limits<std::int16_t>::max();
        table_.store(key,
                     {value >= need ? value : least, value >= need ? most : value,
                      forgotten(found.relevant), static_cast<std::uint8_t>(found.card)},
                     tricks);
        return found;
    }

    Cards relevant(const Forgotten &forgotten) const {
        Cards cards = 0;
        for (int suit = 0; suit < SUITS; ++suit) cards |= deal_.threshold(suit, forgotten[suit]);
        return cards;
    }

    Forgotten forgotten(Cards relevant) const {
        Forgotten low{};
        for (int suit = 0; suit < SUITS; ++suit) {
            const Cards live = deal_.live & suit_mask(suit);
            if (!live) continue;
            const int highest_place = deal_.place(highest(live));
            low[suit] = static_cast<std::uint8_t>(
                std::min(deal_.forgettable(suit, relevant), highest_place));
        }
        return low;
    }

    // `seat` has to play to the trick. The card found is told by its suit and place in the row.
    Found turn(int seat, const Trick &trick, int need, int first = NO_PLACE) {
        Moves moves;
        candidates(deal_, seat, trick, moves);
        if (moves.size > 1) arrange(deal_, account_, seat, trick, first, moves);
        const bool ours = deal_.ours(seat);
        constexpr int far = std::numeric_limits<int>::max() / 2;
        Found best{ours ? -far : far, 0, NO_PLACE};
        for (int at = 0; at < moves.size; ++at) {
            const int card = moves.cards[at];
            const int place = RANKS * suit_of(card) + deal_.place(card);
            const Found found = play(seat, trick, card, need);
            if ((found.value >= need) == ours) return {found.value, found.relevant, place};
            if (ours ? found.value > best.value : found.value < best.value)
                best.value = found.value, best.card = place;
            best.relevant |= found.relevant;
        }
        if (moves.merged) best.relevant = with_equals(seat, trick, best.relevant);
        return best;
    }

    // Of cards that were tried as one because they are adjacent here, either none or all may be
    // told by rank: elsewhere the lower ones may not be adjacent.
    Cards with_equals(int seat, const Trick &trick, Cards relevant) const {
        const Cards legal = deal_.legal(seat, trick);
        for (int suit = 0; suit < SUITS; ++suit) {
            const Cards low = relevant & suit_mask(suit);
            const Cards mine = legal & suit_mask(suit);
            if (!low || !mine) continue;
            const Cards others = (deal_.live & ~deal_.hands[seat]) |
                                 (trick.played ? bit(trick.best) : Cards{0});
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

    Found play(int seat, const Trick &trick, int card, int need) {
        meter_.count();
        const Trick more = deal_.with(trick, seat, card, account_.worth(deal_.kind[card]));
        const std::uint64_t row = deal_.row(card);
        deal_.lift(seat, card);
        const Found found = more.played < deal_.players ? turn(deal_.next[seat], more, need)
                                                        : next_trick(more, need);
        deal_.put_back(seat, card, row);
        return found;
    }

    Found next_trick(const Trick &trick, int need) {
        const Account before = account_;
        const bool held_back = deal_.held_back;
        const int gain = gather(trick);
        Found found = lead(trick.winner, need - gain);
        account_ = before;
        deal_.held_back = held_back;
        return {found.value + gain, found.relevant | decisive(trick), found.card};
    }

    // The winning card, if it won by its rank.
    static Cards decisive(const Trick &trick) {
        return trick.beaten >> suit_of(trick.best) & 1 ? bit(trick.best) : Cards{0};
    }

    // Everybody has one card: there is nothing to choose.
    Found last_trick(int leader) {
        Trick trick;
        for (int seat = leader; trick.played < deal_.players; seat = deal_.next[seat]) {
            const int card = lowest(deal_.hands[seat]);
            trick = deal_.with(trick, seat, card, account_.worth(deal_.kind[card]));
        }
        Account end = account_;
        const int gain = end.take(deal_.ours(trick.winner), trick, deal_);
        return {gain + end.end(), decisive(trick), NO_PLACE};
    }

    Deal deal_;
    Account account_;
    Table &table_;
    Meter &meter_;
};

}  // namespace oddtrick::general
