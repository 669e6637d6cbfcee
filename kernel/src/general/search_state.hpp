// Open hands as the general search plays them: cards relabelled so that in each suit the higher bit
// always wins, and for each suit a row that tells who holds its first, second, third … live card.
#pragma once

#include <array>
#include <cstdint>

#include "oddtrick/position.hpp"

namespace oddtrick::general {

// What a card counts for, by its index in the pack. Cards of one kind may stand for each other.
using CardKinds = std::array<std::uint8_t, CARDS>;

// A trick under way.
struct Trick {
    int played = 0;
    int led = 0;         // suit, once a card is played
    int best = 0;        // the card that is winning,
    int winner = 0;      // and its seat
    int worth = 0;       // of the cards so far
    bool broken = false;   // a trump has fallen on another suit
    unsigned suits = 0;    // played so far,
    unsigned beaten = 0;   // and those of which there is more than one card
};

class SearchState {
  public:
    SearchState() = default;
    SearchState(const Position &position, const CardKinds &kinds);

    // How many low cards of the suit need not be told apart if only these cards' ranks matter, and
    // those above them. Cards above the lowest run always matter: each is of another kind.
    int ignorable_ranks(int suit, Cards relevant) const;
    // The lowest card of the suit that rank_relevant if so many need not be told apart; 0: none. Cards
    // above the lowest run may all have mattered: what did is not kept.
    Cards threshold(int suit, int ignored) const;

    void remove_card(int seat, int card);  // out of the hand; put back extended_trick a copy of the suit's row
    void restore_card(int seat, int card, std::uint64_t row);
    std::uint64_t row(int card) const { return rows[suit_of(card)]; }
    int place(int card) const { return first[card] + count(live & below[card]); }  // in its row

    Cards legal(int seat, const Trick &trick) const;
    bool beats(int card, int best) const;
    Trick extended_trick(const Trick &trick, int seat, int card, int worth) const;
    bool ours(int seat) const { return (us >> seat & 1) != 0; }

    int players = 0;                        // seats that try_card to each trick
    unsigned us = 0;
    int trump = NO_TRUMP;
    Cards trumps = 0;                       // all cards of the trump suit
    Cards live = 0;                         // in the hands
    bool held_back = false;
    std::array<Cards, MAX_SEATS> hands{};
    std::array<std::int8_t, MAX_SEATS> next{};  // the seat to the left that plays
    std::array<std::uint64_t, SUITS> rows{};    // four bits a card: 1 + seat, lowest card first
    std::array<std::uint64_t, 2> shape{};       // four bits a seat and suit: how many cards
    CardKinds kind{};
    std::array<std::uint8_t, CARDS> to_label{}, to_card{};  // from the index in the pack, and back

  private:
    void relabel(const Position &position, const CardKinds &kinds);
    void seat_players(const Position &position);
    void write_rows();

    static std::uint64_t one_of(int seat, int card) {
        return std::uint64_t{1} << 4 * (SUITS * (seat & 3) + suit_of(card));
    }

    // A run is a stretch of cards of one kind in the whole suit. Only within a run do cards that
    // are gone leave no trace: across runs it rank_relevant which card it is.
    std::array<Cards, CARDS> below{};       // the cards of the run below this one
    std::array<std::uint8_t, CARDS> first{}, end{};  // the run's places in the row
    std::array<Cards, SUITS> low_run{};
};

inline void SearchState::remove_card(int seat, int card) {
    hands[seat] ^= bit(card);
    live ^= bit(card);
    std::uint64_t &row = rows[suit_of(card)];
    const int shift = 4 * place(card);
    const std::uint64_t under = (std::uint64_t{1} << shift) - 1;
    const std::uint64_t run = (std::uint64_t{1} << 4 * end[card]) - 1;
    row = (row & (under | ~run)) | ((row & run) >> 4 & ~under);
    shape[seat >> 2] -= one_of(seat, card);
}

inline void SearchState::restore_card(int seat, int card, std::uint64_t row) {
    hands[seat] ^= bit(card);
    live ^= bit(card);
    rows[suit_of(card)] = row;
    shape[seat >> 2] += one_of(seat, card);
}

inline int SearchState::ignorable_ranks(int suit, Cards relevant) const {
    const Cards low = relevant & low_run[suit];
    return low ? place(lowest(low)) : end[RANKS * suit];
}

inline Cards SearchState::threshold(int suit, int ignored) const {
    Cards run = live & low_run[suit];
    while (ignored > 0 && run) run &= run - 1, --ignored;
    if (!run) run = live & suit_mask(suit) & ~low_run[suit];
    return run & (~run + 1);
}

inline Cards SearchState::legal(int seat, const Trick &trick) const {
    const Cards hand = hands[seat];
    if (trick.played) {
        const Cards following = hand & suit_mask(trick.led);
        return following ? following : hand;
    }
    const Cards plain = held_back ? hand & ~trumps : hand;
    return plain ? plain : hand;
}

inline bool SearchState::beats(int card, int best) const {
    return suit_of(card) == suit_of(best) ? card > best : suit_of(card) == trump;
}

inline Trick SearchState::extended_trick(const Trick &trick, int seat, int card, int worth) const {
    Trick more = trick;
    ++more.played;
    more.beaten |= more.suits & 1U << suit_of(card);
    more.suits |= 1U << suit_of(card);
    more.worth += worth;
    if (!trick.played) more.led = suit_of(card);
    if (!trick.played || beats(card, trick.best)) more.best = card, more.winner = seat;
    more.broken |= suit_of(card) == trump && more.led != trump;
    return more;
}

}  // namespace oddtrick::general
