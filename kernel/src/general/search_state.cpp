#include "search_state.hpp"

#include <algorithm>

#include "oddtrick/solver.hpp"

namespace oddtrick::general {

SearchState::SearchState(const Position &position, const CardKinds &kinds) {
    relabel(position, kinds);
    seat_players(position);
    us = position.us;
    trump = position.trump;
    trumps = trump == NO_TRUMP ? 0 : suit_mask(trump);
    held_back = position.trumps_held_back && trumps;
    for (int seat = 0; seat < position.seats; ++seat)
        for (Cards hand = position.hands[seat]; hand;)
            hands[seat] |= bit(to_label[take_lowest(hand)]);
    for (const Cards hand : hands) live |= hand;
    write_rows();
}

void SearchState::relabel(const Position &position, const CardKinds &kinds) {
    for (int card = 0; card < CARDS; ++card) to_card[card] = static_cast<std::uint8_t>(card);
    for (int suit = 0; suit < SUITS; ++suit)
        std::stable_sort(
            to_card.begin() + RANKS * suit, to_card.begin() + RANKS * (suit + 1),
            [&](int one, int other) { return position.strength[one] < position.strength[other]; });
    for (int card = 0; card < CARDS; ++card) {
        to_label[to_card[card]] = static_cast<std::uint8_t>(card);
        kind[card] = kinds[to_card[card]];
    }
    for (int suit = 0; suit < SUITS; ++suit) {
        for (int low = 0, high; low < RANKS; low = high) {
            const int base = RANKS * suit;
            for (high = low; high < RANKS && kind[base + high] == kind[base + low]; ++high) {
                first[base + high] = static_cast<std::uint8_t>(low);
                below[base + high] = (bit(base + high) - 1) & ~(bit(base + low) - 1);
            }
            if (low == 0) low_run[suit] = (bit(high) - 1) << base;
            std::fill(end.begin() + base + low, end.begin() + base + high,
                      static_cast<std::uint8_t>(high));
        }
    }
}

void SearchState::seat_players(const Position &position) {
    const unsigned in = seats_in(position);
    players = std::popcount(in);
    for (int seat = 0; in && seat < position.seats; ++seat) {
        int left = seat;
        do left = (left + 1) % position.seats;
        while (!(in >> left & 1));
        next[seat] = static_cast<std::int8_t>(left);
    }
}

void SearchState::write_rows() {
    for (int seat = 0; seat < MAX_SEATS; ++seat)
        for (Cards hand = hands[seat]; hand;) {
            const int card = take_lowest(hand);
            rows[suit_of(card)] |= static_cast<std::uint64_t>(seat + 1) << 4 * place(card);
            shape[seat >> 2] += one_of(seat, card);
        }
}

}  // namespace oddtrick::general
