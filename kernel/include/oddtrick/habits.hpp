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

// How much each thing that can be seen in a card speaks for it, in 256ths: a card is e times as
// likely to be played as another for which 256 less speaks. Whole numbers, so that every processor
// comes to the same card.
using Habits = std::vector<std::int16_t>;
int habits_size();
// Throws std::invalid_argument if they are too many or too few.
void check_habits(const Habits &habits);

inline constexpr int MOST_TRAITS = 16;  // that are seen in one card

// What everybody at the table may remember, besides what `DealState` says.
struct Memory {
    Cards gone = 0;  // played in this deal
    std::array<std::int8_t, SUITS> first_led_by{NOBODY, NOBODY, NOBODY, NOBODY};  // in this hand
    std::array<std::uint8_t, SUITS> times_led{};
    std::array<std::uint8_t, SUITS> void_seats{};  // for each suit a bit for each seat without it
};

// A deal under way, and what is remembered of it.
struct Scene {
    DealState deal;
    Memory memory;
};

// A deal whose trumps are known, its cards labelled anew so that of each suit the stronger card has
// the greater number, and what follows from its plan.
class Setting {
  public:
    // Throws std::invalid_argument if the plan is none.
    Setting(const DealPlan &plan, int trump);

    Cards labelled(Cards cards) const;
    int labelled(int card) const { return label_[at(card)]; }
    int printed(int label) const { return printed_[at(label)]; }

    DealTables tables;
    int trump;
    Cards trumps;
    std::array<unsigned, MAX_SEATS> partners{}, opponents{};
    // Seats that come after the first and before the second, clockwise; all others if it is one.
    std::array<std::array<unsigned, MAX_SEATS>, MAX_SEATS> between{};
    Cards marked = 0;  // cards that count for whoever takes them
    std::array<std::uint8_t, CARDS> mark{};  // 1 + the number of a card's mark, or 0
    // What the next trick is worth, besides the cards in it, to who has so many: 0 nothing, nor is the
    // one after it; 1 nothing yet; 2 some of its cards; 3 all of them.
    std::array<std::uint8_t, CARDS / 2 + 1> step{};
    Cards ten = 0;     // the mark for which games are named: the greatest prize of a trick

  private:
    bool plain_ = true;  // the labels are the cards
    std::array<std::uint8_t, CARDS> label_{}, printed_{};
};

// Plays a legal card.
void play(const Setting &setting, Scene &scene, int card);

// Of the legal cards the lowest of each run that serves the same purpose: between the cards of a run
// lies none that another seat may hold, and none of them counts.
Cards choices(const Setting &setting, const Scene &scene);
// The choice that stands for a legal card, and how many cards it stands for.
struct Run {
    int choice;
    int size;
};
Run run_of(const Setting &setting, const Scene &scene, int card);

// How much speaks for each of the choices, ascending by card. There are at most 52.
using Scores = std::array<std::int32_t, CARDS>;
void weigh_choices(const Setting &setting, const Habits &habits, const Scene &scene, Cards choices,
                   Scores &scores);
// What is seen in each of them: `MOST_TRAITS` indices into `Habits` a choice, filled up with -1.
void see_choices(const Setting &setting, const Scene &scene, Cards choices,
                 std::int32_t *traits);

// The choice for which most speaks; of equal ones the lowest.
int habitual(const Setting &setting, const Habits &habits, const Scene &scene);
// The same with moods: `mood` is how much chance is mixed in, 0 … 256; at 256 each choice is as
// likely as the habits say.
int habitual(const Setting &setting, const Habits &habits, const Scene &scene, int mood,
             Random &random);
// The logarithm of how likely the habits make it that a legal card is played.
double log_chance(const Setting &setting, const Habits &habits, const Scene &scene, int card);
// How likely each of a few sorts of habits makes it, 0 … 1. It costs little more than for one.
inline constexpr std::size_t MOST_SORTS = 2;
void chances_of(const Setting &setting, std::span<const Habits *const> sorts, const Scene &scene,
                int card, std::span<double> chances);

}  // namespace oddtrick
