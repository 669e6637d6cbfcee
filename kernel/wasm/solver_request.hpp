// A position as the page writes it into the memory of the module. The page addresses the fields by
// their offsets (src/oddtrick/web/static/solver/solver-worker.js), so the layout is part of the interface.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "oddtrick/cards.hpp"
#include "oddtrick/position.hpp"

namespace oddtrick::wasm {

inline constexpr std::int8_t NOBODY = -1;

struct Request {
    std::int8_t seats = 4;
    std::int8_t trump = NO_TRUMP;
    std::int8_t leader = 0;                      // of the trick under way, or of the next one
    std::int8_t played = 0;                      // cards of the trick under way,
    std::array<std::int8_t, MAX_SEATS> trick{};  // from the leader on
    std::uint8_t trick_worth = 1;
    std::uint8_t trumps_held_back = 0;
    std::uint8_t out = 0;  // a bit for each seat that takes no part
    std::uint8_t fewest = 0;  // each side wants as few points as it can get
    std::array<std::uint8_t, MAX_SEATS> side{};  // the seat to play solves for the seats of its side
    std::array<std::int8_t, CARDS> holder{};     // the seat that holds a card, or NOBODY
    std::array<std::uint8_t, CARDS> strength{};
    std::array<std::uint8_t, CARDS> card_worth{};
};

static_assert(offsetof(Request, trick) == 4 && offsetof(Request, trick_worth) == 12);
static_assert(offsetof(Request, side) == 16 && offsetof(Request, holder) == 24);
static_assert(offsetof(Request, strength) == 76 && offsetof(Request, card_worth) == 128);
static_assert(sizeof(Request) == 180);

}  // namespace oddtrick::wasm
