// Rollouts of deals in which each seat draws a card from a stock after each trick, while it lasts.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>

#include "oddtrick/position.hpp"
#include "oddtrick/rollout.hpp"

namespace oddtrick {

// The moment from which deals are played on. Every seat plays for itself.
struct DrawingPoint {
    int seats = 2;
    int trump = NO_TRUMP;
    std::array<std::uint8_t, CARDS> strength{};  // within a suit, as in `Position`
    int leader = 0;                              // of the trick under way, or of the next one
    int played = 0;                              // cards of the trick under way,
    std::array<std::int8_t, MAX_SEATS> trick{};  // from the leader on
    int idle = 0;                                // tricks from here that count nothing
    Cards choices = 0;                           // cards of the seat to play, tried one by one
};

// Worlds, one a row: the cards that each seat holds, and the stock in order, its top card first.
struct DrawingRows {
    std::span<const Cards> hands;
    std::span<const std::int8_t> stock;
    std::size_t count = 0;
};

// Plays each choice in each world. While there is a stock, seats go by a rule that weighs the card
// on top against what winning it costs, and look at no card that they have not seen; the tricks
// after it are solved with all cards open, since by then each seat can know the other's.
class DrawingRollouts : public ParallelRows {
  public:
    // `tricks` has room for the tricks that count of each seat, by row and choice (ascending).
    DrawingRollouts(const DrawingPoint &point, const DrawingRows &rows, const Limit &limit,
                    std::span<std::int8_t> tricks);

  private:
    std::function<void(std::size_t)> worker() const override;
    void check_rows() const;

    DrawingPoint point_;
    DrawingRows rows_;
    Limit limit_;
    std::span<std::int8_t> tricks_;
    std::size_t stock_size_;
};

}  // namespace oddtrick
