// Minimax by brute force, from the rules alone: the reference for the searches.
#pragma once

#include <algorithm>
#include <array>
#include <limits>

#include "oddtrick/solver.hpp"

namespace oddtrick::tests {

class BruteForce {
  public:
    explicit BruteForce(const Position &position) : position_(position), in_(seats_in(position)) {
        start_.hands = position.hands;
        start_.trick = position.trick;
        start_.played = position.played;
        start_.leader = position.leader;
        start_.held_back = position.trumps_held_back;
    }

    // The value of the remaining tricks for us.
    int value() const { return best(start_); }
    // The same after each legal card; NO_VALUE for the others.
    CardValues cards() const {
        CardValues values;
        values.fill(NO_VALUE);
        for (Cards left = legal(start_); left;) {
            const int card = take_lowest(left);
            values[std::size_t(card)] = static_cast<std::int16_t>(play(start_, card));
        }
        return values;
    }

  private:
    struct State {
        std::array<Cards, MAX_SEATS> hands{};
        std::array<std::int8_t, MAX_SEATS> trick{};
        int played = 0;
        int leader = 0;
        bool held_back = false;
    };

    bool plays(int seat) const { return (in_ >> seat & 1) != 0; }
    bool ours(int seat) const { return (position_.us >> seat & 1) != 0; }

    int seat_after(int leader, int cards) const {
        int seat = leader;
        for (int left = cards; left > 0; left -= plays(seat)) seat = (seat + 1) % position_.seats;
        return seat;
    }

    Cards legal(const State &now) const {
        const Cards hand = now.hands[std::size_t(seat_after(now.leader, now.played))];
        Cards wanted = 0;
        if (now.played > 0)
            wanted = hand & suit_mask(suit_of(now.trick[0]));
        else if (now.held_back && position_.trump != NO_TRUMP)
            wanted = hand & ~suit_mask(position_.trump);
        return wanted ? wanted : hand;
    }

    int best(const State &now) const {
        Cards left = legal(now);
        if (!left) return 0;
        const bool most = ours(seat_after(now.leader, now.played)) != position_.fewest;
        int found = most ? std::numeric_limits<int>::min() : std::numeric_limits<int>::max();
        while (left) {
            const int value = play(now, take_lowest(left));
            found = most ? std::max(found, value) : std::min(found, value);
        }
        return found;
    }

    int play(const State &now, int card) const {
        State then = now;
        then.hands[std::size_t(seat_after(now.leader, now.played))] ^= bit(card);
        then.trick[std::size_t(then.played++)] = static_cast<std::int8_t>(card);
        return then.played < std::popcount(in_) ? best(then) : gather(then);
    }

    int gather(State &now) const {
        int worth = position_.trick_worth, winning = 0;
        bool broken = false;
        for (int place = 0; place < now.played; ++place) {
            const int card = now.trick[std::size_t(place)];
            worth += position_.card_worth[std::size_t(card)];
            if (beats(card, now.trick[std::size_t(winning)])) winning = place;
            broken |= suit_of(card) == position_.trump && suit_of(now.trick[0]) != position_.trump;
        }
        now.leader = seat_after(now.leader, winning);
        now.played = 0;
        now.held_back &= !broken;
        return (ours(now.leader) ? worth : 0) + best(now);
    }

    bool beats(int card, int other) const {
        if (suit_of(card) != suit_of(other)) return suit_of(card) == position_.trump;
        const int one = position_.strength[std::size_t(card)];
        const int two = position_.strength[std::size_t(other)];
        return one != two ? one > two : card > other;
    }

    Position position_;
    unsigned in_;
    State start_;
};

}  // namespace oddtrick::tests
