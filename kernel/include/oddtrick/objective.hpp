// Utilities of a deal that are not a sum over its tricks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "oddtrick/cards.hpp"

namespace oddtrick {

enum class Holder : std::uint8_t { nobody, us, them };

// A utility for "us" of three quantities at the end of the deal: the number of tricks we won, the
// number of honours in them, and the side, if any, that won a trick with the catcher.
struct Objective {
    Cards honours = 0;
    int catcher = -1;                   // a card; -1: none
    int tricks = 0;                     // the most tricks over the whole deal
    std::vector<std::int16_t> utility;  // [tricks + 1][honours + 1][3], the last by `Holder`

    // The quantities before the position that is solved.
    int tricks_won = 0;
    int honours_won = 0;
    Holder caught = Holder::nobody;

    std::size_t at(int won, int taken, Holder by) const {
        const auto width = static_cast<std::size_t>(count(honours)) + 1;
        const auto row = static_cast<std::size_t>(won) * width;
        return (row + static_cast<std::size_t>(taken)) * 3 + static_cast<std::size_t>(by);
    }
};

}  // namespace oddtrick
