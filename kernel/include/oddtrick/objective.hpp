// What a deal comes to where that is no sum over its tricks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "oddtrick/cards.hpp"

namespace oddtrick {

enum class Holder : std::uint8_t { nobody, us, them };

// A utility for "us" of three things at the end of the deal: how many tricks we have won, how many
// of the chosen cards lie in them, and which side, if any, won a trick with one given card.
struct Objective {
    Cards honours = 0;
    int catcher = -1;  // the given card; -1: none
    int tricks = 0;    // at most, over the whole deal
    std::vector<std::int16_t> utility;  // [tricks + 1][honours + 1][3], the last by `Holder`

    // How things stand before the position that is solved.
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
