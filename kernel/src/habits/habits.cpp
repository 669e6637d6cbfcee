#include "oddtrick/habits.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <tuple>

#include "habits/traits.hpp"

namespace oddtrick {

namespace {

// Sums up what speaks for each choice.
class Sum {
  public:
    Sum(const Habits &habits, Scores &scores) : habits_(habits.data()), next_(scores.data()) {}
    void card() { *next_++ = 0; }
    void operator()(int begin, const Spot &spot) { next_[-1] += habits_[begin + spot.index]; }

  private:
    const std::int16_t *habits_;
    std::int32_t *next_;
};

// The same for several sorts of habits at once.
template <std::size_t SORTS>
class Sums {
  public:
    Sums(std::span<const Habits *const> sorts, std::array<Scores, MOST_SORTS> &scores) {
        for (std::size_t sort = 0; sort < SORTS; ++sort) {
            habits_[sort] = sorts[sort]->data();
            next_[sort] = scores[sort].data();
        }
    }
    void card() {
        for (std::int32_t *&next : next_) *next++ = 0;
    }
    void operator()(int begin, const Spot &spot) {
        for (std::size_t sort = 0; sort < SORTS; ++sort)
            next_[sort][-1] += habits_[sort][begin + spot.index];
    }

  private:
    std::array<const std::int16_t *, SORTS> habits_;
    std::array<std::int32_t *, SORTS> next_;
};

// Writes down what is seen.
class List {
  public:
    explicit List(std::int32_t *traits) : row_(traits - MOST_TRAITS) {}
    void card() {
        row_ += MOST_TRAITS;
        seen_ = 0;
        std::fill_n(row_, MOST_TRAITS, -1);
    }
    void operator()(int begin, const Spot &spot) { row_[seen_++] = begin + spot.index; }

  private:
    std::int32_t *row_;
    int seen_ = 0;
};

// e^(-n/64) in 2^24ths, up to where it is nothing. What depends on chance is computed in whole
// numbers, so that compilers can't come to differ.
constexpr int STEPS = 1024;
const auto DECAY = [] {
    std::array<std::uint32_t, STEPS> decay{};
    for (int n = 0; n < STEPS; ++n)
        decay[at(n)] = static_cast<std::uint32_t>(std::lround(std::exp(-n / 64.0) * (1 << 24)));
    return decay;
}();

std::uint32_t decayed(std::int32_t below) {
    return DECAY[at(std::min(below >> 2, STEPS - 1))];
}

// What chance speaks for a card: -ln(-ln(u)) in 256ths, for u evenly of 0 … 1 (Gumbel).
constexpr int MOODS = 4096;
const auto GUMBEL = [] {
    std::array<std::int16_t, MOODS> gumbel{};
    for (int n = 0; n < MOODS; ++n) {
        const double u = (n + 0.5) / MOODS;
        gumbel[at(n)] = static_cast<std::int16_t>(std::lround(-std::log(-std::log(u)) * 256));
    }
    return gumbel;
}();

Cards pack_out(const Setting &setting, const Scene &scene, Cards hand) {
    return (setting.tables.plan.pack & ~scene.memory.gone & ~hand) | scene.deal.table;
}

// Whether a card serves the same purpose as the next lower one in hand.
bool goes_on(const Setting &setting, Cards hand, Cards others, int card) {
    const Cards below = (hand | others) & SUIT_OF_CARD[at(card)] & (bit(card) - 1);
    if (!below) return false;
    const Cards next = bit(highest(below));
    return hand & next && !((bit(card) | next) & setting.marked);
}

}  // namespace

int habits_size() { return trait::SIZE; }

void check_habits(const Habits &habits) {
    if (habits.size() != at(habits_size()))
        throw std::invalid_argument("habits are " + std::to_string(habits_size()) + " numbers, not " +
                                    std::to_string(habits.size()));
}

Cards choices(const Setting &setting, const Scene &scene) {
    const Cards legal = legal_actions(scene.deal);
    if (!(legal & (legal - 1))) return legal;
    const Cards hand = scene.deal.hands[at(scene.deal.to_act)];
    const Cards others = pack_out(setting, scene, hand);
    Cards chosen = 0;
    for (Cards rest = legal; rest;) {
        const int card = take_lowest(rest);
        if (!goes_on(setting, hand, others, card)) chosen |= bit(card);
    }
    return chosen;
}

Run run_of(const Setting &setting, const Scene &scene, int card) {
    const Cards hand = scene.deal.hands[at(scene.deal.to_act)];
    const Cards others = pack_out(setting, scene, hand);
    int low = card, high = card, size = 1;
    while (goes_on(setting, hand, others, low)) {
        low = highest((hand | others) & SUIT_OF_CARD[at(low)] & (bit(low) - 1));
        ++size;
    }
    while (true) {
        const Cards above = SUIT_OF_CARD[at(high)] & ~(bit(high) | (bit(high) - 1));
        const Cards next = (hand | others) & above;
        if (!next || !(hand >> lowest(next) & 1) || !goes_on(setting, hand, others, lowest(next)))
            break;
        high = lowest(next);
        ++size;
    }
    return {low, size};
}

void weigh_choices(const Setting &setting, const Habits &habits, const Scene &scene, Cards choices,
                   Scores &scores) {
    Sum sum(habits, scores);
    look_at(setting, scene, choices, sum);
}

void see_choices(const Setting &setting, const Scene &scene, Cards choices, std::int32_t *traits) {
    List list(traits);
    look_at(setting, scene, choices, list);
}

int habitual(const Setting &setting, const Habits &habits, const Scene &scene) {
    const Cards cards = choices(setting, scene);
    if (!(cards & (cards - 1))) return lowest(cards);
    Scores scores;
    weigh_choices(setting, habits, scene, cards, scores);
    int best = NO_CARD;
    std::int32_t most = 0;
    std::size_t number = 0;
    for (Cards rest = cards; rest; ++number) {
        const int card = take_lowest(rest);
        if (best == NO_CARD || scores[number] > most) best = card, most = scores[number];
    }
    return best;
}

int habitual(const Setting &setting, const Habits &habits, const Scene &scene, int mood,
             Random &random) {
    if (mood == 0) return habitual(setting, habits, scene);
    const Cards cards = choices(setting, scene);
    if (!(cards & (cards - 1))) return lowest(cards);
    Scores scores;
    weigh_choices(setting, habits, scene, cards, scores);
    int best = NO_CARD;
    std::int32_t most = 0;
    std::size_t number = 0;
    std::uint64_t bits = 0;
    for (Cards rest = cards; rest; ++number) {
        const int card = take_lowest(rest);
        if (number % 5 == 0) bits = random.next();
        const std::int32_t score = scores[number] + (GUMBEL[bits & (MOODS - 1)] * mood >> 8);
        bits >>= 12;
        if (best == NO_CARD || score > most) best = card, most = score;
    }
    return best;
}

namespace {

template <std::size_t SORTS>
void sum_up(const Setting &setting, std::span<const Habits *const> sorts, const Scene &scene,
            Cards cards, std::array<Scores, MOST_SORTS> &scores) {
    Sums<SORTS> sums(sorts, scores);
    look_at(setting, scene, cards, sums);
}

// How likely the choice with this number is, by what speaks for each.
double chance_of(const Scores &scores, std::size_t size, std::size_t number, int run) {
    const std::int32_t most = *std::max_element(scores.begin(), scores.begin() + size);
    std::uint64_t sum = 0;
    for (std::size_t other = 0; other < size; ++other) sum += decayed(most - scores[other]);
    const std::uint64_t own = decayed(most - scores[number]);
    sum *= static_cast<std::uint64_t>(run);
    return static_cast<double>(own + 1) / static_cast<double>(sum);
}

}  // namespace

void chances_of(const Setting &setting, std::span<const Habits *const> sorts, const Scene &scene,
                int card, std::span<double> chances) {
    const Cards cards = choices(setting, scene);
    const Run run = run_of(setting, scene, card);
    if (!(cards & (cards - 1))) {
        std::fill_n(chances.begin(), sorts.size(), 1.0 / run.size);
        return;
    }
    std::array<Scores, MOST_SORTS> scores;
    if (sorts.size() == 1) sum_up<1>(setting, sorts, scene, cards, scores);
    else if (sorts.size() == 2) sum_up<2>(setting, sorts, scene, cards, scores);
    else throw std::invalid_argument("cards are looked at under one or two sorts of habits");
    const auto size = static_cast<std::size_t>(count(cards));
    const auto number = static_cast<std::size_t>(count(cards & (bit(run.choice) - 1)));
    for (std::size_t sort = 0; sort < sorts.size(); ++sort)
        chances[sort] = chance_of(scores[sort], size, number, run.size);
}

double log_chance(const Setting &setting, const Habits &habits, const Scene &scene, int card) {
    const Habits *sort = &habits;
    double chance;
    chances_of(setting, {&sort, 1}, scene, card, {&chance, 1});
    return std::log(chance);
}

}  // namespace oddtrick
