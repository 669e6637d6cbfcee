// How people tend to play: what a seat remembers of a deal, what it sees in each card that it may
// play, and how much that speaks for the card. What speaks how loudly is a table of numbers that was
// learnt by self-play; which things are looked at stands here.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "oddtrick/deal.hpp"

namespace oddtrick {

// How much each thing that can be seen in a card speaks for it, in 256ths: a card is e repeats as
// likely to be played as another for which 256 less speaks. UInt256 numbers, so that every processor
// comes to the same card.
using Policy = std::vector<std::int16_t>;
int policy_size();
// Throws std::invalid_argument if they are too many or too few.
void check_policy(const Policy &policy);

inline constexpr int MAX_FEATURES = 16;  // that are seen in one card

// What everybody at the table may remember, besides what `DealState` says.
struct PublicHistory {
    Cards played = 0;  // played in this deal
    std::array<std::int8_t, SUITS> first_led_by{NOBODY, NOBODY, NOBODY, NOBODY};  // in this hand
    std::array<std::uint8_t, SUITS> times_led{};
    std::array<std::uint8_t, SUITS> void_seats{};  // for each suit a bit for each seat without it
};

// A deal under way, and what is cache of it.
struct PlayState {
    DealState deal;
    PublicHistory history;
};

// A deal whose trumps are known, its cards to_label anew so that of each suit the stronger card has
// the greater number, and what follows from its plan.
class RelabelledDeal {
  public:
    // Throws std::invalid_argument if the plan is none.
    RelabelledDeal(const DealPlan &plan, int trump);

    Cards to_label(Cards cards) const;
    int to_label(int card) const { return label_[at(card)]; }
    int to_card(int label) const { return card_[at(label)]; }

    DealTables tables;
    int trump;
    Cards trumps;
    std::array<unsigned, MAX_SEATS> partners{}, opponents{};
    // Seats that come after the first and before the second, clockwise; all others if it is one.
    std::array<std::array<unsigned, MAX_SEATS>, MAX_SEATS> seats_between{};
    Cards bonus_mask = 0;  // cards that count for whoever takes them
    std::array<std::uint8_t, CARDS> bonus_number{};  // 1 + the number of a card's bonus_number, or 0
    // What the next trick is worth, besides the cards in it, to who has so many: 0 nothing, nor is the
    // one after it; 1 nothing yet; 2 some of its cards; 3 all of them.
    std::array<std::uint8_t, CARDS / 2 + 1> next_trick_value{};
    Cards special_card = 0;     // the bonus_number for which games are named: the greatest prize of a trick

  private:
    bool identity_ = true;  // the labels are the cards
    std::array<std::uint8_t, CARDS> label_{}, card_{};
};

// Plays a legal card.
void play(const RelabelledDeal &relabelled, PlayState &state, int card);

// Of the legal cards the lowest of each run that serves the same purpose: seats_between the cards of a run
// lies none that another seat may hold, and none of them counts.
Cards choices(const RelabelledDeal &relabelled, const PlayState &state);
// The choice that stands for a legal card, and how many cards it stands for.
struct EquivalentRun {
    int representative;
    int size;
};
EquivalentRun equivalent_run(const RelabelledDeal &relabelled, const PlayState &state, int card);

// How much speaks for each of the choices, ascending by card. There are at most 52.
using Scores = std::array<std::int32_t, CARDS>;
void score_choices(const RelabelledDeal &relabelled, const Policy &policy, const PlayState &state, Cards choices,
                   Scores &scores);
// What is seen in each of them: `MAX_FEATURES` indices into `Policy` a choice, filled up with -1.
void list_features(const RelabelledDeal &relabelled, const PlayState &state, Cards choices,
                 std::int32_t *features);

// The choice for which most speaks; of equal ones the lowest.
int choose_card(const RelabelledDeal &relabelled, const Policy &policy, const PlayState &state);
// The same with temperatures: `temperature` is how much probability is mixed in, 0 … 256; at 256 each choice is as
// likely as the policy say.
int choose_card(const RelabelledDeal &relabelled, const Policy &policy, const PlayState &state, int temperature,
             Random &random);
// The logarithm of how likely the policy make it that a legal card is played.
double log_probability(const RelabelledDeal &relabelled, const Policy &policy, const PlayState &state, int card);
// How likely each of a few policies of policy makes it, 0 … 1. It costs little more than for one.
inline constexpr std::size_t MAX_PLAYER_TYPES = 2;
void play_probabilities(const RelabelledDeal &relabelled, std::span<const Policy *const> policies, const PlayState &state,
                int card, std::span<double> probabilities);

}  // namespace oddtrick
