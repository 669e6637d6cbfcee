// Open cards at one moment of the play, and what each trick and card is worth.
#pragma once

#include <array>
#include <cstdint>

#include "oddtrick/cards.hpp"

namespace oddtrick {

struct Position {
    int seats = 4;
    std::array<Cards, MAX_SEATS> hands{};  // the cards still held; a seat that is out holds none
    // Seats that take no part. Needed only to tell them from seats that have just played their last
    // card; any other seat without cards is out anyway.
    unsigned out = 0;
    int trump = NO_TRUMP;
    int leader = 0;                             // of the trick under way, or of the next one
    int played = 0;                             // cards of the trick under way,
    std::array<std::int8_t, MAX_SEATS> trick{};  // from the leader on
    unsigned us = 0b0101;                       // the seats of one side; all others are the other

    // Within its suit the card of greater strength wins, of equal ones that of the higher rank.
    // Only the order matters.
    std::array<std::uint8_t, CARDS> strength{};

    // What the side that takes a trick is paid: for the trick (0 to 255), and for each card in it.
    // Not negative: no card may make a trick worth less.
    int trick_worth = 1;
    std::array<std::uint8_t, CARDS> card_worth{};

    // Trumps may not be led until one has been played to a lead of another suit, unless the leader
    // holds nothing else.
    bool trumps_held_back = false;
};

}  // namespace oddtrick
