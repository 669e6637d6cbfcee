// Conversion of a position to lanes and back.
#pragma once

#include <array>
#include <cstdint>

#include "oddtrick/position.hpp"
#include "search_node.hpp"

namespace oddtrick::whist {

// A position in lanes at the lead of the trick under way, with the cards played to it since.
struct LanePosition {
    explicit LanePosition(const Position &position);

    // The card of a bit.
    int card_of(Lanes bit) const { return cards[std::countr_zero(bit)]; }
    Lanes bit_of(int card) const { return Lanes{1} << bits[card]; }

    bool trumps;
    int played;
    int seat;  // to play, counted from the leader
    std::array<std::uint8_t, 64> cards;
    std::array<std::uint8_t, CARDS> bits;
    SearchNode node;
    std::array<Lanes, 4> trick;
};

// The hands with the cards of the trick under way taken back.
std::array<Cards, 4> hands_at_lead(const Position &position);

}  // namespace oddtrick::whist
