// The observation of one seat: numbers 0 … 255 in one layout for all games.
#pragma once

#include <cstdint>

#include "oddtrick/deal.hpp"

namespace oddtrick {

// The offset of each part. Seats are counted clockwise from the observer, which is seat 0; seats
// beyond the table are empty. A set of cards is 52 flags.
namespace observed {
inline constexpr int HAND = 0;                            // own cards
inline constexpr int TABLE = HAND + CARDS;                // cards of the trick under way
inline constexpr int EARLIER = TABLE + CARDS;             // played in earlier separate hands
inline constexpr int TURN_UP = EARLIER + CARDS;           // the card turned up
inline constexpr int PLAYED = TURN_UP + CARDS;            // by each seat, in this hand
inline constexpr int VOIDS = PLAYED + MAX_SEATS * CARDS;  // 4 suits for each seat
inline constexpr int TRUMP = VOIDS + MAX_SEATS * SUITS;   // 4 suits, none; all 0: yet to be chosen
inline constexpr int LED = TRUMP + SUITS + 1;             // the suit led to the trick under way
inline constexpr int TO_ACT = LED + SUITS;         // one seat of 8, as in the parts that follow
inline constexpr int LEADER = TO_ACT + MAX_SEATS;  // of the trick under way
inline constexpr int DEALER = LEADER + MAX_SEATS;
inline constexpr int CHOOSER = DEALER + MAX_SEATS;          // of trumps, if a seat chooses them
inline constexpr int TURN_UP_HOLDER = CHOOSER + MAX_SEATS;  // until the card is played
inline constexpr int IN = TURN_UP_HOLDER + MAX_SEATS;       // every seat that plays
inline constexpr int SIDE = IN + MAX_SEATS;                 // every seat of the observer's side
inline constexpr int HELD = SIDE + MAX_SEATS;               // number of cards of each seat
inline constexpr int TRICKS = HELD + MAX_SEATS;             // won by each seat in this deal
inline constexpr int CHOOSING = TRICKS + MAX_SEATS;         // trumps are being chosen
inline constexpr int TRUMPS_LED =
    CHOOSING + 1;  // trumps may be led by a seat that holds other suits
inline constexpr int HAND_NUMBER = TRUMPS_LED + 1;  // of the separate hands, from 0
inline constexpr int HANDS = HAND_NUMBER + 1;       // number of separate hands
inline constexpr int TRICK_NUMBER = HANDS + 1;      // complete tricks of this hand
inline constexpr int SIZE = TRICK_NUMBER + 1;
}  // namespace observed

// The cards of a stock, which only games that have one observe.
namespace stock_observed {
inline constexpr int LEFT = 0;               // number of cards in the stock
inline constexpr int TOP = LEFT + 1;         // its top card, where it lies face up
inline constexpr int DRAWN = TOP + CARDS;    // by each seat, as far as seen: the trick, from 1
inline constexpr int SIZE = DRAWN + MAX_SEATS * CARDS;
}  // namespace stock_observed

// The order of the tricks of the hand under way. Tricks and seats are counted from 1; 0 is none.
namespace order_observed {
inline constexpr int TRICKS = CARDS / 2;                           // the most that a hand has
inline constexpr int PLAYED_IN = 0;                                // the trick of each card, by seat
inline constexpr int LED_BY = PLAYED_IN + MAX_SEATS * CARDS;       // the seat that led to each
inline constexpr int WON_BY = LED_BY + TRICKS;                     // the seat that won each
inline constexpr int SIZE = WON_BY + TRICKS;
}  // namespace order_observed

// Writes stock_observed::SIZE numbers; all 0 once the deal is over.
void observe_stock(const DealTables &tables, const DealState &state, int seat, std::uint8_t *into);

// Writes order_observed::SIZE numbers; all 0 once the deal is over.
//
// `actions` are those that were taken in the deal, `taken` their number.
void observe_order(const DealTables &tables, const DealState &state, int seat,
                   const std::int8_t *actions, int taken, std::uint8_t *into);

// Writes observed::SIZE numbers; all 0 once the deal is over.
void observe(const DealTables &tables, const DealState &state, int seat, std::uint8_t *into);

}  // namespace oddtrick
