// A decision as the page writes it into the memory of the module. The page addresses the fields by
// their offsets (src/oddtrick/web/static/offline/host/decision-request.js), so the layout is part
// of the interface.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "oddtrick/cards.hpp"
#include "oddtrick/deal.hpp"
#include "oddtrick/sampler.hpp"

namespace oddtrick::wasm {

inline constexpr std::size_t MAX_WORTH = 4096;

struct DecisionRequest {
    Cards pack = PACK;
    // Cells of hidden cards: a hand for each seat, then for each seat in each hand still to come,
    // then the rest.
    std::array<Cards, MAX_CELLS> known{};           // the cards known to lie in a cell
    std::array<Cards, SUITS> kind_cards{};          // hidden cards that may lie in the same cells,
    std::array<std::uint64_t, SUITS> kind_cells{};  // and a bit for each of these cells
    std::uint64_t seed = 0;
    std::array<std::int32_t, MAX_SEATS> points_needed{};
    std::int32_t candidates = 0;  // worlds drawn and weighted by the plays seen so far
    std::int32_t worlds = 0;      // worlds resampled by weight, in which each choice is tried
    std::int8_t seats = 4;
    std::uint8_t in = 0b1111;
    std::int8_t hands = 1;
    std::int8_t dealer = 0;
    std::int8_t trump = NO_TRUMP;
    std::int8_t turn_up = NO_CARD;
    std::int8_t observer = 0;
    std::uint8_t trumps_held_back = 0;
    std::int8_t sides = 2;
    std::int8_t bonus_cards = 0;
    std::int8_t special_bonus = -1;
    std::int8_t stages = 1;
    std::uint8_t net = 0;
    std::int8_t cells = 0;
    std::int8_t played = 0;
    std::uint8_t most_tricks_score = 0;  // of two sides, only the one with more tricks has points
    std::array<std::int8_t, MAX_HANDS> sizes{};
    std::array<std::int8_t, MAX_CELLS> cell_sizes{};  // hidden cards in each cell
    std::array<std::int8_t, MAX_SEATS> side_of{};
    std::array<std::array<std::int8_t, SUITS>, MAX_BONUS_CARDS> bonus_card{};
    std::array<std::uint8_t, MAX_BONUS_CARDS> bonus_condition{};
    std::array<std::uint8_t, 2> unused_too{};
    std::array<std::array<std::uint8_t, CARDS>, SUITS + 1> places{};
    std::array<std::int8_t, CARDS> plays{};  // of the deal, hand after hand, in order
    std::array<std::uint8_t, 4> unused_as_well{};
    std::array<std::int16_t, MAX_WORTH> worth{};  // as in DealPlan
};

static_assert(offsetof(DecisionRequest, known) == 8 &&
              offsetof(DecisionRequest, kind_cards) == 136);
static_assert(offsetof(DecisionRequest, kind_cells) == 168 &&
              offsetof(DecisionRequest, seed) == 200);
static_assert(offsetof(DecisionRequest, points_needed) == 208);
static_assert(offsetof(DecisionRequest, candidates) == 240 &&
              offsetof(DecisionRequest, seats) == 248);
static_assert(offsetof(DecisionRequest, most_tricks_score) == 263);
static_assert(offsetof(DecisionRequest, sizes) == 264 &&
              offsetof(DecisionRequest, cell_sizes) == 268);
static_assert(offsetof(DecisionRequest, side_of) == 284 &&
              offsetof(DecisionRequest, bonus_card) == 292);
static_assert(offsetof(DecisionRequest, bonus_condition) == 316);
static_assert(offsetof(DecisionRequest, places) == 324 && offsetof(DecisionRequest, plays) == 584);
static_assert(offsetof(DecisionRequest, worth) == 640);

// The value of a choice, over all worlds in which it was tried.
struct ChoiceValue {
    double points = 0;       // of the observer's side in the deal
    double others = 0;       // the mean of the other sides
    double tricks = 0;       // of the observer's side
    double trick_share = 0;  // of the worlds in which the observer's side takes a trick
};

static_assert(sizeof(ChoiceValue) == 32);

}  // namespace oddtrick::wasm
