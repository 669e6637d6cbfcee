// Utilities of a deal that are not a sum over its tricks.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "oddtrick/cards.hpp"

namespace oddtrick {

inline constexpr int MAX_CAPTURED = 6;
inline constexpr int MAX_CATCHERS = 4;
inline constexpr std::size_t MAX_UTILITIES = 65535;

enum class Holder : std::uint8_t { nobody, us, them };

// A utility for "us" of four quantities at the end of the deal: the number of tricks we won, the
// number of honours in them, the captured cards in them, and for each catcher the side, if any,
// that won a trick with it.
struct Objective {
    Cards honours = 0;
    std::vector<std::int8_t> captured;  // cards that count one by one for the side that takes them
    std::vector<std::int8_t> catchers;  // cards that count for the side that wins a trick with them
    int tricks = 0;                     // the most tricks over the whole deal
    // [tricks + 1][honours + 1][2^captured][3^catchers]: bit i of the third index is ours[i], and
    // the last is the sum of 3^i times the `Holder` of catcher i.
    std::vector<std::int16_t> utility;

    // The quantities before the position that is solved.
    int tricks_won = 0;
    int honours_won = 0;
    unsigned captured_won = 0;  // a bit for each captured card that we took
    std::array<Holder, MAX_CATCHERS> caught{};

    std::size_t sets() const { return std::size_t{1} << captured.size(); }
    std::size_t holdings() const {
        std::size_t all = 1;
        for (std::size_t catcher = 0; catcher < catchers.size(); ++catcher) all *= 3;
        return all;
    }
    std::size_t size() const {
        const auto width = static_cast<std::size_t>(count(honours)) + 1;
        return (static_cast<std::size_t>(tricks) + 1) * width * sets() * holdings();
    }
    // The same table of utilities, whatever was won before.
    bool same_table(const Objective &other) const {
        return honours == other.honours && captured == other.captured &&
               catchers == other.catchers && tricks == other.tricks && utility == other.utility;
    }
};

}  // namespace oddtrick
