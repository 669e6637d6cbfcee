// Generation and ordering of moves.
#pragma once

#include <algorithm>
#include <array>

#include "scoring.hpp"
#include "search_state.hpp"

namespace oddtrick::general {

inline constexpr int NO_PLACE = 255;

struct MoveList {
    int size = 0;
    bool merged = false;  // some moves represent several equivalent cards
    std::array<std::uint8_t, CARDS> cards;
    std::array<int, CARDS> score;
};

// One move for each run of equivalent legal cards: cards of one kind, with no card between them
// that another seat holds or that is winning the trick. The lowest card represents the run.
inline void generate_moves(const SearchState &state, int seat, const Trick &trick,
                           MoveList &moves) {
    Cards left = state.legal(seat, trick);
    const Cards others =
        (state.live & ~state.hands[seat]) | (trick.played ? bit(trick.best) : Cards{0});
    int above = -1;  // the last card generated
    while (left) {
        const int card = highest(left);
        left ^= bit(card);
        const bool same = above >= 0 && suit_of(above) == suit_of(card) &&
                          state.kind[above] == state.kind[card] &&
                          !(others & (bit(above) - 1) & ~(bit(card) - 1));
        above = card;
        moves.merged |= same;
        if (same)
            moves.cards[moves.size - 1] = static_cast<std::uint8_t>(card);
        else
            moves.cards[moves.size++] = static_cast<std::uint8_t>(card);
    }
}

// The rank of a card within a trick of the suit led: trumps above the suit led, discards lowest.
inline int trick_rank(const SearchState &state, int card, int led) {
    if (suit_of(card) == state.trump) return 2 * RANKS + rank_of(card);
    return suit_of(card) == led ? RANKS + rank_of(card) : 0;
}

// The highest rank that a seat can still play to the trick.
inline int reach(const SearchState &state, int seat, int led) {
    const Cards following = state.hands[seat] & suit_mask(led);
    if (following) return trick_rank(state, highest(following), led);
    const Cards trumps = state.hands[seat] & state.trumps;
    return trumps ? trick_rank(state, highest(trumps), led) : 0;
}

// The highest ranks that the seats after the seat to play can reach, for its side and the other.
struct Reach {
    int ours = 0, theirs = 0;
};

inline Reach reach_after(const SearchState &state, int seat, const Trick &trick, int led) {
    Reach most;
    int other = state.next[seat];
    for (int left = state.players - trick.played - 1; left > 0; --left, other = state.next[other]) {
        int &side = state.ours(other) == state.ours(seat) ? most.ours : most.theirs;
        side = std::max(side, reach(state, other, led));
    }
    return most;
}

// A heuristic score. If the side of the seat looks like winning the trick, cards of high worth come
// first; if not, cards of low worth. Low ranks come before high ones in either case. It is all the
// reverse where tricks are avoided.
template <class Scoring>
int score(const SearchState &state, const Scoring &scoring, int seat, const Trick &trick, int card,
          const Reach &most) {
    const int led = trick.played ? trick.led : suit_of(card);
    const int own = trick_rank(state, card, led);
    const bool partner = trick.played && state.ours(trick.winner) == state.ours(seat);
    const int best = trick.played ? trick_rank(state, trick.best, led) : 0;
    const int ours = std::max({own, most.ours, partner ? best : 0});
    const int theirs = std::max(most.theirs, partner ? 0 : best);
    const int worth = scoring.worth(state.kind[card]);
    const int stake = 16 * (scoring.trick_worth() + trick.worth + worth);
    const int cost = rank_of(card) + (suit_of(card) == state.trump ? RANKS : 0);
    const int wish = (ours > theirs ? stake : -stake) - cost;
    return AVOIDS_TRICKS<Scoring> ? -wish : wish;
}

template <class Scoring>
void order_moves(const SearchState &state, const Scoring &scoring, int seat, const Trick &trick,
                 int first, MoveList &moves) {
    std::array<Reach, SUITS> reaches;
    std::array<bool, SUITS> seen{};
    for (int at = 0; at < moves.size; ++at) {
        const int card = moves.cards[at], led = trick.played ? trick.led : suit_of(card);
        if (!seen[led]) reaches[led] = reach_after(state, seat, trick, led), seen[led] = true;
        const bool known = first == RANKS * suit_of(card) + state.place(card);
        moves.score[at] = known ? 1 << 20 : score(state, scoring, seat, trick, card, reaches[led]);
    }
    for (int at = 1; at < moves.size; ++at)
        for (int to = at; to > 0 && moves.score[to] > moves.score[to - 1]; --to) {
            std::swap(moves.score[to], moves.score[to - 1]);
            std::swap(moves.cards[to], moves.cards[to - 1]);
        }
}

}  // namespace oddtrick::general
