// The double-dummy solver as a WebAssembly module. It exports plain functions over one request and
// one array of values in its memory; the page runs it in a worker, so that one instance has one caller.
#include <algorithm>
#include <cstdint>

#include "oddtrick/solver.hpp"
#include "solver_request.hpp"

#define EXPORTED(name) __attribute__((export_name(name)))

namespace oddtrick::wasm {

namespace {

// Enough for a deal of thirteen cards; phones have little more to give to one page.
constexpr std::size_t TABLE_BYTES = std::size_t{64} << 20;

constexpr int TRICK_GOES_ON = -1;

Request request;
CardValues values;

Solver &solver() {
    static Solver only(TABLE_BYTES);
    return only;
}

// The seats of the same side as this one are "us".
unsigned side_of(int seat) {
    unsigned us = 0;
    for (int other = 0; other < request.seats; ++other)
        if (request.side[other] == request.side[seat]) us |= 1U << other;
    return us;
}

Position position() {
    Position position;
    position.seats = request.seats;
    position.trump = request.trump;
    position.leader = request.leader;
    position.played = request.played;
    position.trick = request.trick;
    position.out = request.out;
    position.strength = request.strength;
    position.card_worth = request.card_worth;
    position.trick_worth = request.trick_worth;
    position.trumps_held_back = request.trumps_held_back != 0;
    position.fewest = request.fewest != 0;
    for (int card = 0; card < CARDS; ++card)
        if (request.holder[card] != NOBODY) position.hands[request.holder[card] & 7] |= bit(card);
    position.us = 0;
    check(position);
    position.us = side_of(seat_to_play(position));
    return position;
}

bool has_cards() {
    const auto held = [](std::int8_t seat) { return seat != NOBODY; };
    return std::any_of(request.holder.begin(), request.holder.end(), held);
}

}  // namespace

// The address of the request, which the page fills in.
EXPORTED("request") Request *request_address() {
    return &request;
}

// The address of the values: an int16 for each card of the pack, -1 for a card that is not legal.
EXPORTED("values") CardValues *values_address() {
    return &values;
}

// The seat to play, or -1 when all cards are played. Refuses a position that is none.
EXPORTED("seatToPlay") int seat_to_play_next() {
    return has_cards() ? seat_to_play(position()) : NOBODY;
}

// The legal cards as a mask of 52 bits.
EXPORTED("legalCards") Cards legal() {
    return has_cards() ? legal_cards(position()) : 0;
}

// Plays a legal card. Returns -1 while the trick goes on, and else 8 times the points of the trick
// plus the seat that won it.
EXPORTED("play") int play(int card) {
    const Position before = position();
    const Position next = after(before, card);
    request.holder[static_cast<std::size_t>(card)] = NOBODY;
    request.out = static_cast<std::uint8_t>(next.out);
    request.trick = next.trick;
    request.played = static_cast<std::int8_t>(next.played);
    request.leader = static_cast<std::int8_t>(next.leader);
    request.trumps_held_back = next.trumps_held_back;
    if (next.played) return TRICK_GOES_ON;
    return 8 * (points_left(before) - points_left(next)) + next.leader;
}

// Fills in the values: the points that the side of the seat to play takes after each legal card,
// from here on, with the trick under way.
EXPORTED("solveCards") void solve_cards() {
    values = solver().solve_cards(position());
}

}  // namespace oddtrick::wasm
