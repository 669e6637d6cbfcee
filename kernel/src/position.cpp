#include <algorithm>
#include <stdexcept>
#include <string>

#include "oddtrick/solver.hpp"

namespace oddtrick {

namespace {

[[noreturn]] void refuse(const std::string &what) {
    throw std::invalid_argument(what);
}

std::string name_of(int card) {
    return {"23456789TJQKA"[rank_of(card)], "CDHS"[suit_of(card)]};
}

std::string seat_name(int seat) {
    return "seat " + std::to_string(seat);
}

bool holds(unsigned seats, int seat) {
    return (seats >> seat & 1) != 0;
}

int longest_hand(const Position &position) {
    int longest = 0;
    for (int seat = 0; seat < position.seats; ++seat)
        longest = std::max(longest, count(position.hands[seat]));
    return longest;
}

// The seats whose cards make the trick under way, in order, padded with -1. Before the last trick
// an empty hand means a seat that is out; in the last trick it may have played its only card.
std::array<int, MAX_SEATS> trick_seats(const Position &position) {
    std::array<int, MAX_SEATS> seats;
    seats.fill(-1);
    const bool last = longest_hand(position) <= 1;
    int found = 0;
    for (int step = 0; step < position.seats && found < position.played; ++step) {
        const int seat = (position.leader + step) % position.seats;
        if (holds(position.out, seat) || (!last && !position.hands[seat])) continue;
        seats[found++] = seat;
    }
    return seats;
}

void check_table(const Position &position) {
    if (position.seats < 2 || position.seats > MAX_SEATS)
        refuse("a table has 2 to 8 seats, not " + std::to_string(position.seats));
    if (position.trump < NO_TRUMP || position.trump >= SUITS)
        refuse("trump is -1 (none) or 0 to 3, not " + std::to_string(position.trump));
    if (position.leader < 0 || position.leader >= position.seats)
        refuse("leader is " + std::to_string(position.leader) + ", the seats are 0 to " +
               std::to_string(position.seats - 1));
    if (position.played < 0 || position.played >= position.seats)
        refuse("a trick under way has 0 to " + std::to_string(position.seats - 1) + " cards, not " +
               std::to_string(position.played));
    if ((position.us | position.out) >> position.seats)
        refuse("a side, or those out, name a seat beyond the " + std::to_string(position.seats) +
               " at the table");
    if (position.trick_worth < 0 || position.trick_worth > 255)
        refuse("a trick is worth 0 to 255, not " + std::to_string(position.trick_worth));
}

void check_cards(const Position &position) {
    Cards seen = 0;
    for (int seat = 0; seat < MAX_SEATS; ++seat) {
        const Cards hand = position.hands[seat];
        if (hand & ~PACK) refuse(seat_name(seat) + " holds something that is not a card");
        if (hand && seat >= position.seats) refuse(seat_name(seat) + " is not at the table");
        if (hand && holds(position.out, seat)) refuse(seat_name(seat) + " is out but holds cards");
        if (hand & seen)
            refuse(name_of(lowest(hand & seen)) + " is held twice, the second time by " +
                   seat_name(seat));
        seen |= hand;
    }
    for (int place = 0; place < position.played; ++place) {
        const int card = position.trick[place];
        if (card < 0 || card >= CARDS) refuse("the trick holds something that is not a card");
        if (seen & bit(card))
            refuse(name_of(card) + " in the trick is also in a hand or stands there twice");
        seen |= bit(card);
    }
}

void check_counts(const Position &position) {
    const int longest = longest_hand(position);
    const auto players = trick_seats(position);
    unsigned played = 0;
    for (int place = 0; place < position.played; ++place) {
        if (players[place] < 0) refuse("the trick has more cards than there are seats to play");
        played |= 1U << players[place];
    }
    if (position.played && !holds(played, position.leader))
        refuse(seat_name(position.leader) + " leads the trick but is out");
    if (longest == 0 && position.played) refuse("every seat has played: the trick is complete");
    if (longest && !position.played && !position.hands[position.leader])
        refuse(seat_name(position.leader) + " is to lead but holds no card");
    for (int seat = 0; seat < position.seats; ++seat) {
        const int held = count(position.hands[seat]);
        if (held == 0 && !holds(played, seat)) continue;
        const int due = longest - (holds(played, seat) ? 1 : 0);
        if (held != due)
            refuse(seat_name(seat) + " holds " + std::to_string(held) + " cards and should hold " +
                   std::to_string(due) + ", as the longest hand has " + std::to_string(longest));
    }
}

// Rejects an ambiguous last trick: a seat without cards may have played, or be out.
void check_doubt(const Position &position) {
    if (position.played < 2 || longest_hand(position) != 1) return;
    int without = 0;
    for (int step = 0; step < position.seats; ++step) {
        const int seat = (position.leader + step) % position.seats;
        if (position.hands[seat]) break;
        if (!holds(position.out, seat)) ++without;
    }
    if (without > position.played)
        refuse(std::to_string(without) + " seats without cards may have played the " +
               std::to_string(position.played) + " of the trick: name those that are out");
}

void check_legality(const Position &position) {
    if (!position.played) return;
    const auto players = trick_seats(position);
    const int led = suit_of(position.trick[0]);
    for (int place = 1; place < position.played; ++place) {
        if (suit_of(position.trick[place]) != led &&
            position.hands[players[place]] & suit_mask(led))
            refuse(seat_name(players[place]) + " played " + name_of(position.trick[place]) +
                   " to " + name_of(position.trick[0]) + " but holds " +
                   name_of(highest(position.hands[players[place]] & suit_mask(led))) +
                   " of the suit led");
    }
    if (position.trumps_held_back && led == position.trump &&
        position.hands[position.leader] & ~suit_mask(led))
        refuse(seat_name(position.leader) + " led " + name_of(position.trick[0]) +
               " while trumps are held back, but holds another suit");
}

// Rejects lists of cards in an objective that are too long, or name a card twice.
void check_watched(const std::vector<std::int8_t> &cards, int most, const std::string &how) {
    if (std::ssize(cards) > most)
        refuse("an objective has more than " + std::to_string(most) + " cards that are " + how);
    Cards seen = 0;
    for (const int card : cards) {
        if (card < 0 || card >= CARDS || seen & bit(card))
            refuse("the cards of an objective that are " + how + " are different cards of the pack");
        seen |= bit(card);
    }
}

}  // namespace

void check(const Position &position) {
    check_table(position);
    check_cards(position);
    check_counts(position);
    check_doubt(position);
    check_legality(position);
}

void check(const Position &position, const Objective &objective) {
    check(position);
    if (position.fewest) refuse("the fewest points are wanted of tricks and cards, not of an objective");
    if (objective.honours & ~PACK) refuse("the honours of an objective are not cards");
    check_watched(objective.captured, MAX_CAPTURED, "captured");
    check_watched(objective.catchers, MAX_CATCHERS, "won with");
    const int honours = count(objective.honours);
    if (objective.tricks < 0 || objective.tricks > CARDS ||
        objective.utility.size() != objective.size())
        refuse(
            "an objective has a utility for each number of tricks, of honours, each set of "
            "captured cards, and each holder");
    if (objective.utility.size() > MAX_UTILITIES)
        refuse("an objective has more than " + std::to_string(MAX_UTILITIES) + " utilities");
    if (objective.captured_won >> objective.captured.size())
        refuse("more captured cards are won than the objective has");
    if (objective.tricks_won < 0 || objective.honours_won < 0)
        refuse("tricks and honours won before are not negative");
    Cards live = 0;
    for (const Cards hand : position.hands) live |= hand;
    for (int place = 0; place < position.played; ++place) live |= bit(position.trick[place]);
    const int left = longest_hand(position);
    if (objective.tricks_won + left > objective.tricks)
        refuse("the objective knows at most " + std::to_string(objective.tricks) + " tricks, " +
               std::to_string(objective.tricks_won + left) + " may be won");
    if (objective.honours_won + count(objective.honours & live) > honours)
        refuse("more honours are won or left than the objective has");
    for (std::size_t at = 0; at < objective.catchers.size(); ++at)
        if (objective.caught[at] != Holder::nobody && live & bit(objective.catchers[at]))
            refuse(name_of(objective.catchers[at]) +
                   " cannot have won a trick: it has not been played out");
    for (std::size_t at = 0; at < objective.captured.size(); ++at)
        if (objective.captured_won >> at & 1 && live & bit(objective.captured[at]))
            refuse(name_of(objective.captured[at]) +
                   " cannot have been taken: it has not been played out");
    for (const std::int16_t utility : objective.utility)
        if (utility < -30000 || utility > 30000) refuse("a utility is -30000 to 30000");
}

unsigned seats_in(const Position &position) {
    unsigned seats = 0;
    for (int seat = 0; seat < position.seats; ++seat)
        if (position.hands[seat]) seats |= 1U << seat;
    for (const int seat : trick_seats(position))
        if (seat >= 0) seats |= 1U << seat;
    return seats;
}

int seat_to_play(const Position &position) {
    if (!position.played) return position.leader;
    const unsigned seats = seats_in(position);
    int seat = trick_seats(position)[position.played - 1];
    do seat = (seat + 1) % position.seats;
    while (!holds(seats, seat));
    return seat;
}

Cards legal_cards(const Position &position) {
    const Cards hand = position.hands[seat_to_play(position)];
    if (position.played) {
        const Cards following = hand & suit_mask(suit_of(position.trick[0]));
        return following ? following : hand;
    }
    if (!position.trumps_held_back || position.trump == NO_TRUMP) return hand;
    const Cards plain = hand & ~suit_mask(position.trump);
    return plain ? plain : hand;
}

namespace {

bool beats(const Position &position, int card, int best) {
    if (suit_of(card) != suit_of(best)) return suit_of(card) == position.trump;
    const int stronger = position.strength[card] - position.strength[best];
    return stronger > 0 || (stronger == 0 && card > best);
}

}  // namespace

Position after(const Position &position, int card) {
    Position next = position;
    const int seat = seat_to_play(position);
    const unsigned in = seats_in(position);
    next.hands[seat] &= ~bit(card);
    next.trick[next.played++] = static_cast<std::int8_t>(card);
    for (int other = 0; other < position.seats; ++other)
        if (!holds(in, other)) next.out |= 1U << other;
    if (next.played < count(in)) return next;
    int best = next.trick[0], place = 0, winner = position.leader;
    for (int other = position.leader; place < next.played; other = (other + 1) % position.seats) {
        if (!holds(in, other)) continue;
        const int played = next.trick[place++];
        if (beats(position, played, best)) best = played, winner = other;
        if (suit_of(played) == position.trump && suit_of(next.trick[0]) != position.trump)
            next.trumps_held_back = false;
    }
    next.leader = winner;
    next.played = 0;
    return next;
}

int points_left(const Position &position) {
    int points = position.trick_worth * longest_hand(position);
    for (Cards hand : position.hands)
        while (hand) points += position.card_worth[take_lowest(hand)];
    for (int place = 0; place < position.played; ++place)
        points += position.card_worth[position.trick[place]];
    return points;
}

}  // namespace oddtrick
