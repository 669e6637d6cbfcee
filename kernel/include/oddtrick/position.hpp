// A double-dummy position: all hands, the trick under way, and the worth of tricks and cards.
#pragma once

#include <array>
#include <cstdint>

#include "oddtrick/cards.hpp"

namespace oddtrick {

struct Position {
    int seats = 4;
    std::array<Cards, MAX_SEATS> hands{};  // cards still held; none for a seat that is out
    // Seats that take no part. Needed only in the last trick, to tell them from seats that have
    // just played their last card; any other seat without cards is out anyway.
    unsigned out = 0;
    int trump = NO_TRUMP;
    int leader = 0;                              // of the trick under way, or of the next one
    int played = 0;                              // cards of the trick under way,
    std::array<std::int8_t, MAX_SEATS> trick{};  // from the leader on
    unsigned us = 0b0101;  // the seats of our side; all others are the other side

    // Within a suit the card of greater strength wins, among equals the higher rank. Only the
    // order matters.
    std::array<std::uint8_t, CARDS> strength{};

    // Points for the side that takes a trick: for the trick itself (0 to 255) and for each card in
    // it. Never negative, which the search relies on for its bounds.
    int trick_worth = 1;
    std::array<std::uint8_t, CARDS> card_worth{};

    // Each side wants as few of these points as it can get, instead of as many.
    bool fewest = false;

    // Trumps may not be led until one has been played to a lead of another suit, unless the leader
    // holds nothing else.
    bool trumps_held_back = false;
};

}  // namespace oddtrick
