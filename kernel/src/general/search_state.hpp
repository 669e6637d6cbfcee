// The state of the general search: hands relabelled so that in each suit the higher bit always
// wins, and for each suit a row with the holders of its live cards, lowest first.
#pragma once

#include <array>
#include <cstdint>

#include "oddtrick/position.hpp"

namespace oddtrick::general {

// The scoring class of each card. Only cards of one kind can be equivalent.
using CardKinds = std::array<std::uint8_t, CARDS>;

// The trick under way.
struct Trick {
    int played = 0;
    int led = 0;          // the suit led, once a card is played
    int best = 0;         // the winning card,
    int winner = 0;       // and its seat
    int worth = 0;        // of the cards played
    bool broken = false;  // a trump was played to another suit
    unsigned suits = 0;   // a bit for each suit played,
    unsigned beaten = 0;  // and for each suit with two cards or more
};

class SearchState {
  public:
    SearchState() = default;
    SearchState(const Position &position, const CardKinds &kinds);

    // The number of low cards of the suit whose holders need not be told apart if only the ranks of
    // the given cards, and those above them, are relevant. Cards above the lowest run always are:
    // they differ in kind.
    int ignorable_ranks(int suit, Cards relevant) const;
    // The lowest relevant card of the suit if that many low cards are ignored; 0: none. All cards
    // above the lowest run count as relevant, since the table does not record which of them were.
    Cards threshold(int suit, int ignored) const;

    void remove_card(int seat, int card);  // `restore_card` takes a copy of the suit's row
    void restore_card(int seat, int card, std::uint64_t row);
    std::uint64_t row(int card) const { return rows[suit_of(card)]; }
    int place(int card) const {
        return first[card] + count(live & below[card]);
    }  // the place in its row

    Cards legal(int seat, const Trick &trick) const;
    bool beats(int card, int best) const;
    Trick extended_trick(const Trick &trick, int seat, int card, int worth) const;
    bool ours(int seat) const { return (us >> seat & 1) != 0; }

    int players = 0;  // seats that play to each trick
    unsigned us = 0;
    int trump = NO_TRUMP;
    Cards trumps = 0;  // all cards of the trump suit
    Cards live = 0;    // the cards still held
    bool held_back = false;
    std::array<Cards, MAX_SEATS> hands{};
    std::array<std::int8_t, MAX_SEATS> next{};  // the next seat that plays
    std::array<std::uint64_t, SUITS> rows{};    // four bits a card: 1 + seat, lowest card first
    std::array<std::uint64_t, 2> shape{};       // four bits a seat and suit: the number of cards
    CardKinds kind{};
    std::array<std::uint8_t, CARDS> to_label{}, to_card{};  // from card to label, and back

  private:
    void relabel(const Position &position, const CardKinds &kinds);
    void seat_players(const Position &position);
    void write_rows();

    static std::uint64_t one_of(int seat, int card) {
        return std::uint64_t{1} << 4 * (SUITS * (seat & 3) + suit_of(card));
    }

    // A run is a stretch of cards of one kind within a suit. Ranks are relative within a run: a
    // card that is gone leaves no gap. Across runs they are not, since the cards score differently.
    std::array<Cards, CARDS> below{};                // the cards of the run below this one
    std::array<std::uint8_t, CARDS> first{}, end{};  // the places of the run in the row
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
