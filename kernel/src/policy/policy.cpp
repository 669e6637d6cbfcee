#include "oddtrick/policy.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <tuple>

#include "policy/features.hpp"

namespace oddtrick {

namespace {

// A sink that sums the weights of each choice's features.
class ScoreSink {
  public:
    ScoreSink(const Policy &policy, Scores &scores)
        : policy_(policy.data()), next_(scores.data()) {}
    void card() { *next_++ = 0; }
    void operator()(int begin, const FeatureIndex &offset) {
        next_[-1] += policy_[begin + offset.index];
    }

  private:
    const std::int16_t *policy_;
    std::int32_t *next_;
};

// The same for several policies at once: features are visited once, which is most of the time.
template <std::size_t TYPES>
class MultiScoreSink {
  public:
    MultiScoreSink(std::span<const Policy *const> policies,
                   std::array<Scores, MAX_PLAYER_TYPES> &scores) {
        for (std::size_t type = 0; type < TYPES; ++type) {
            policy_[type] = policies[type]->data();
            next_[type] = scores[type].data();
        }
    }
    void card() {
        for (std::int32_t *&next : next_) *next++ = 0;
    }
    void operator()(int begin, const FeatureIndex &offset) {
        for (std::size_t type = 0; type < TYPES; ++type)
            next_[type][-1] += policy_[type][begin + offset.index];
    }

  private:
    std::array<const std::int16_t *, TYPES> policy_;
    std::array<std::int32_t *, TYPES> next_;
};

// A sink that lists the features of each choice.
class FeatureListSink {
  public:
    explicit FeatureListSink(std::int32_t *features) : row_(features - MAX_FEATURES) {}
    void card() {
        row_ += MAX_FEATURES;
        played_by_ = 0;
        std::fill_n(row_, MAX_FEATURES, -1);
    }
    void operator()(int begin, const FeatureIndex &offset) {
        row_[played_by_++] = begin + offset.index;
    }

  private:
    std::int32_t *row_;
    int played_by_ = 0;
};

// e^(-n/64) in units of 2^-24, up to where it vanishes. Probabilities are computed from integers as
// far as possible, so that every compiler and processor gets the same result.
constexpr int EXP_STEPS = 1024;
const auto EXP_TABLE = [] {
    std::array<std::uint32_t, EXP_STEPS> decay{};
    for (int n = 0; n < EXP_STEPS; ++n)
        decay[at(n)] = static_cast<std::uint32_t>(std::lround(std::exp(-n / 64.0) * (1 << 24)));
    return decay;
}();

std::uint32_t fixed_exp(std::int32_t below) {
    return EXP_TABLE[at(std::min(below >> 2, EXP_STEPS - 1))];
}

// Gumbel noise, -ln(-ln(u)) in 256ths, for u evenly spaced in 0 … 1. The highest score plus Gumbel
// noise is a sample from the softmax of the scores (the Gumbel-max trick), without exponentials in
// the inner loop.
constexpr int GUMBEL_STEPS = 4096;
const auto GUMBEL = [] {
    std::array<std::int16_t, GUMBEL_STEPS> gumbel{};
    for (int n = 0; n < GUMBEL_STEPS; ++n) {
        const double u = (n + 0.5) / GUMBEL_STEPS;
        gumbel[at(n)] = static_cast<std::int16_t>(std::lround(-std::log(-std::log(u)) * 256));
    }
    return gumbel;
}();

// With the cards of this trick: whether a card beats them still matters.
Cards unseen_cards(const RelabelledDeal &relabelled, const PlayState &state, Cards hand) {
    return (relabelled.tables.plan.pack & ~state.history.played & ~hand) | state.deal.table;
}

// True if the card is equivalent to the next lower card in hand: no other seat may hold a card
// between them, and neither scores.
bool continues_run(const RelabelledDeal &relabelled, Cards hand, Cards others, int card) {
    const Cards below = (hand | others) & SUIT_OF_CARD[at(card)] & (bit(card) - 1);
    if (!below) return false;
    const Cards next = bit(highest(below));
    return hand & next && !((bit(card) | next) & relabelled.bonus_mask);
}

}  // namespace

int policy_size() {
    return feature::SIZE;
}

void check_policy(const Policy &policy) {
    if (policy.size() != at(policy_size()))
        throw std::invalid_argument("a policy has " + std::to_string(policy_size()) +
                                    " weights, not " + std::to_string(policy.size()));
}

Cards choices(const RelabelledDeal &relabelled, const PlayState &state) {
    const Cards legal = legal_actions(state.deal);
    if (!(legal & (legal - 1))) return legal;
    const Cards hand = state.deal.hands[at(state.deal.to_act)];
    const Cards others = unseen_cards(relabelled, state, hand);
    Cards chosen = 0;
    for (Cards rest = legal; rest;) {
        const int card = take_lowest(rest);
        if (!continues_run(relabelled, hand, others, card)) chosen |= bit(card);
    }
    return chosen;
}

EquivalentRun equivalent_run(const RelabelledDeal &relabelled, const PlayState &state, int card) {
    const Cards hand = state.deal.hands[at(state.deal.to_act)];
    const Cards others = unseen_cards(relabelled, state, hand);
    int low = card, high = card, size = 1;
    while (continues_run(relabelled, hand, others, low)) {
        low = highest((hand | others) & SUIT_OF_CARD[at(low)] & (bit(low) - 1));
        ++size;
    }
    while (true) {
        const Cards above = SUIT_OF_CARD[at(high)] & ~(bit(high) | (bit(high) - 1));
        const Cards next = (hand | others) & above;
        if (!next || !(hand >> lowest(next) & 1) ||
            !continues_run(relabelled, hand, others, lowest(next)))
            break;
        high = lowest(next);
        ++size;
    }
    return {low, size};
}

void score_choices(const RelabelledDeal &relabelled, const Policy &policy, const PlayState &state,
                   Cards choices, Scores &scores) {
    ScoreSink sum(policy, scores);
    visit_features(relabelled, state, choices, sum);
}

void list_features(const RelabelledDeal &relabelled, const PlayState &state, Cards choices,
                   std::int32_t *features) {
    FeatureListSink list(features);
    visit_features(relabelled, state, choices, list);
}

int choose_card(const RelabelledDeal &relabelled, const Policy &policy, const PlayState &state) {
    const Cards cards = choices(relabelled, state);
    if (!(cards & (cards - 1))) return lowest(cards);
    Scores scores;
    score_choices(relabelled, policy, state, cards, scores);
    int best = NO_CARD;
    std::int32_t most = 0;
    std::size_t number = 0;
    for (Cards rest = cards; rest; ++number) {
        const int card = take_lowest(rest);
        if (best == NO_CARD || scores[number] > most) best = card, most = scores[number];
    }
    return best;
}

int choose_card(const RelabelledDeal &relabelled, const Policy &policy, const PlayState &state,
                int temperature, Random &random) {
    if (temperature == 0) return choose_card(relabelled, policy, state);
    const Cards cards = choices(relabelled, state);
    if (!(cards & (cards - 1))) return lowest(cards);
    Scores scores;
    score_choices(relabelled, policy, state, cards, scores);
    int best = NO_CARD;
    std::int32_t most = 0;
    std::size_t number = 0;
    std::uint64_t bits = 0;
    for (Cards rest = cards; rest; ++number) {
        const int card = take_lowest(rest);
        // One 64-bit draw serves five choices of 12 bits each.
        if (number % 5 == 0) bits = random.next();
        const std::int32_t score =
            scores[number] + (GUMBEL[bits & (GUMBEL_STEPS - 1)] * temperature >> 8);
        bits >>= 12;
        if (best == NO_CARD || score > most) best = card, most = score;
    }
    return best;
}

namespace {

template <std::size_t TYPES>
void sum_up(const RelabelledDeal &relabelled, std::span<const Policy *const> policies,
            const PlayState &state, Cards cards, std::array<Scores, MAX_PLAYER_TYPES> &scores) {
    MultiScoreSink<TYPES> sums(policies, scores);
    visit_features(relabelled, state, cards, sums);
}

// The probability of the card, given the scores of all choices. The choice stands for `run`
// equivalent cards, each as likely as the others. One unit is added so that it is never 0.
double choice_probability(const Scores &scores, std::size_t size, std::size_t number, int run) {
    const std::int32_t most = *std::max_element(scores.begin(), scores.begin() + size);
    std::uint64_t sum = 0;
    for (std::size_t other = 0; other < size; ++other) sum += fixed_exp(most - scores[other]);
    const std::uint64_t own = fixed_exp(most - scores[number]);
    sum *= static_cast<std::uint64_t>(run);
    return static_cast<double>(own + 1) / static_cast<double>(sum);
}

}  // namespace

void play_probabilities(const RelabelledDeal &relabelled, std::span<const Policy *const> policies,
                        const PlayState &state, int card, std::span<double> probabilities) {
    const Cards cards = choices(relabelled, state);
    const EquivalentRun run = equivalent_run(relabelled, state, card);
    if (!(cards & (cards - 1))) {
        std::fill_n(probabilities.begin(), policies.size(), 1.0 / run.size);
        return;
    }
    std::array<Scores, MAX_PLAYER_TYPES> scores;
    if (policies.size() == 1)
        sum_up<1>(relabelled, policies, state, cards, scores);
    else if (policies.size() == 2)
        sum_up<2>(relabelled, policies, state, cards, scores);
    else
        throw std::invalid_argument("play probabilities take one or two policies");
    const auto size = static_cast<std::size_t>(count(cards));
    const auto number = static_cast<std::size_t>(count(cards & (bit(run.representative) - 1)));
    for (std::size_t type = 0; type < policies.size(); ++type)
        probabilities[type] = choice_probability(scores[type], size, number, run.size);
}

double log_probability(const RelabelledDeal &relabelled, const Policy &policy,
                       const PlayState &state, int card) {
    const Policy *type = &policy;
    double probability;
    play_probabilities(relabelled, {&type, 1}, state, card, {&probability, 1});
    return std::log(probability);
}

}  // namespace oddtrick
