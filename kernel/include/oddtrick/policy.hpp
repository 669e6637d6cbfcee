// A linear softmax policy over the cards that a seat may play. Each card has a few binary features,
// which depend on the seat's own cards and on public information alone; its score is the sum of
// their weights. Weights are learnt by self-play; the features are defined in src/policy/.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "oddtrick/deal.hpp"

namespace oddtrick {

// One weight for each feature, in 256ths of a nat: a card that scores 256 more than another is e
// times as likely to be played. Weights are integers, so that every processor computes the same
// scores and plays the same card.
using Policy = std::vector<std::int16_t>;
int policy_size();
// Throws std::invalid_argument if the number of weights is wrong.
void check_policy(const Policy &policy);

inline constexpr int MAX_FEATURES = 16;  // of one card

// Public information that a policy uses and `DealState` does not hold.
struct PublicHistory {
    Cards played = 0;                                                             // in this deal
    std::array<std::int8_t, SUITS> first_led_by{NOBODY, NOBODY, NOBODY, NOBODY};  // in this hand
    std::array<std::uint8_t, SUITS> times_led{};
    std::array<std::uint8_t, SUITS> void_seats{};  // a bit for each seat known to be out of a suit
};

struct PlayState {
    DealState deal;
    PublicHistory history;
};

// A deal with known trumps whose cards carry labels: within a suit the stronger card has the
// greater label. With labels the strength of cards needs no table, whatever order a game gives
// them. Everything else here is derived from the plan once, because rollouts use it at every card.
class RelabelledDeal {
  public:
    // Throws std::invalid_argument if the plan or the trump suit is invalid.
    RelabelledDeal(const DealPlan &plan, int trump);

    Cards to_label(Cards cards) const;
    int to_label(int card) const { return label_[at(card)]; }
    int to_card(int label) const { return card_[at(label)]; }

    DealTables tables;
    int trump;
    Cards trumps;
    std::array<unsigned, MAX_SEATS> partners{}, opponents{};
    // [first][second]: the seats clockwise after the first and before the second; all other seats
    // if the two are the same.
    std::array<std::array<unsigned, MAX_SEATS>, MAX_SEATS> seats_between{};
    Cards bonus_mask = 0;  // the cards that score for the side that takes them
    std::array<std::uint8_t, CARDS> bonus_number{};  // 1 + the index of a bonus card, or 0
    // The value of the next trick, apart from bonus cards, by the side's tricks so far: 0 none, and
    // none of the trick after it; 1 none, but some of the trick after it; 2 less than a point for
    // each card; 3 at least that.
    std::array<std::uint8_t, CARDS / 2 + 1> next_trick_value{};
    Cards special_card = 0;  // the bonus card that the plan designates as special
    // True if, by the table of points, another trick may be worth less than none to some side.
    bool has_aims = false;
    // The tricks that a seat's side still wants: 0 if it wants no more, -1 if all ends are worth
    // the same to it. For deals that have aims.
    int tricks_wanted(const DealState &deal, std::size_t seat) const;

  private:
    void find_aims();

    std::vector<std::int8_t> wanted_;  // [side][tricks won][tricks left]
    bool identity_ = true;  // every label is its card
    std::array<std::uint8_t, CARDS> label_{}, card_{};
};

// Plays a legal card.
void play(const RelabelledDeal &relabelled, PlayState &state, int card);

// The distinct choices: the lowest card of each run of equivalent legal cards. Cards of a run have
// no card between them that another seat may hold, and none of them is a bonus card.
Cards choices(const RelabelledDeal &relabelled, const PlayState &state);
// The run of a legal card.
struct EquivalentRun {
    int representative;  // its lowest card, which is among `choices`
    int size;
};
EquivalentRun equivalent_run(const RelabelledDeal &relabelled, const PlayState &state, int card);

// The score of each choice, ascending by card.
using Scores = std::array<std::int32_t, CARDS>;
void score_choices(const RelabelledDeal &relabelled, const Policy &policy, const PlayState &state,
                   Cards choices, Scores &scores);
// The features of each choice: `MAX_FEATURES` indices into the weights, padded with -1.
void list_features(const RelabelledDeal &relabelled, const PlayState &state, Cards choices,
                   std::int32_t *features);

// The choice with the highest score; the lowest card among equals.
int choose_card(const RelabelledDeal &relabelled, const Policy &policy, const PlayState &state);
// Samples a choice at a temperature of 0 (the highest score) to 256 (the softmax of the scores).
int choose_card(const RelabelledDeal &relabelled, const Policy &policy, const PlayState &state,
                int temperature, Random &random);
// The log-probability that a policy plays a legal card.
double log_probability(const RelabelledDeal &relabelled, const Policy &policy,
                       const PlayState &state, int card);
// The probability of a legal card under each of a few policies, one for each type of player. The
// features are found once for all of them, which is most of the work.
inline constexpr std::size_t MAX_PLAYER_TYPES = 2;
void play_probabilities(const RelabelledDeal &relabelled, std::span<const Policy *const> policies,
                        const PlayState &state, int card, std::span<double> probabilities);

}  // namespace oddtrick
