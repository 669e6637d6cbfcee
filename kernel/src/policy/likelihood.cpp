#include "oddtrick/likelihood.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

namespace oddtrick {

namespace {

// A direct-mapped cache from cards of a seat to a number for each policy. Many sampled worlds give
// a seat the same cards. A free place holds no cards, which no seat that has played was dealt.
class HandCache {
  public:
    HandCache(std::size_t places, std::size_t policies)
        : policies_(policies),
          shift_(64 - std::countr_zero(places)),
          hands_(places),
          numbers_(places * policies) {}

    // Returns true if the cards are cached; if not, reserves their place.
    bool has(Cards hand) {
        place_ = static_cast<std::size_t>(hand * 0x9e3779b97f4a7c15 >> shift_);
        return std::exchange(hands_[place_], hand) == hand;
    }
    std::span<double> numbers() {
        return std::span(numbers_).subspan(place_ * policies_, policies_);
    }

  private:
    std::size_t policies_, place_ = 0;
    int shift_;
    std::vector<Cards> hands_;
    std::vector<double> numbers_;
};

constexpr std::size_t MOST_PLACES = 8192, MOST_PLACES_OF_PLAY = 1024;

std::size_t places(std::size_t rows, std::size_t most) {
    return std::bit_ceil(std::clamp<std::size_t>(rows, 2, most));
}

// The cards of a hand that decide how likely it follows suit with a card: those of the suit, and
// where cards score, these with the trumps that guard them, and the turn-up. Beside them it matters
// only whether any trump is out. Trumps above one that has ruffed move all choices alike.
Cards deciding_cards(const RelabelledDeal &relabelled, const DealState &deal) {
    Cards cards = deal.wanted;
    if (relabelled.bonus_mask) {
        cards |= relabelled.trumps | relabelled.bonus_mask;
        if (deal.turn_up != NO_CARD) cards |= bit(deal.turn_up);
    }
    return cards;
}

constexpr Cards TRUMPS_OUT = bit(CARDS);  // above the cards of a hand

// A play whose probability depends on few cards of the hand is remembered by them.
struct Play {
    Play(const RelabelledDeal &relabelled, const ObservedPlay &play, std::size_t rows,
         std::size_t policies)
        : observed(play),
          follows(play.state.deal.played && play.state.deal.wanted & bit(play.card)),
          deciding(deciding_cards(relabelled, play.state.deal)),
          trumps_left(relabelled.tables.plan.pack & relabelled.trumps &
                      ~play.state.history.played),
          cache(follows ? places(rows, MOST_PLACES_OF_PLAY) : 2, policies) {}

    // What decides the probability of the play from this hand.
    Cards key(Cards hand) const {
        return (hand & deciding) | (trumps_left & ~hand ? TRUMPS_OUT : 0);
    }

    ObservedPlay observed;
    bool follows;
    Cards deciding, trumps_left;
    HandCache cache;
};

// Computes the likelihoods of one row after the other. One for each thread, for its caches.
class LikelihoodReader {
  public:
    LikelihoodReader(const DecisionWorlds &worlds, const std::vector<const Policy *> &policies,
                     double log_floor)
        : worlds_(&worlds), policies_(&policies), log_floor_(std::exp(log_floor)) {
        const std::vector<ObservedPlay> observed_plays = worlds.observed_plays();
        for (int seat = 0; seat < worlds.relabelled().tables.plan.seats; ++seat) {
            Seat read{at(seat), {}, {places(worlds.rows(), MOST_PLACES), policies.size()}};
            for (const ObservedPlay &play : observed_plays)
                if (play.state.deal.to_act == seat)
                    read.plays.emplace_back(worlds.relabelled(), play, worlds.rows(),
                                            policies.size());
            if (!read.plays.empty()) seats_.push_back(std::move(read));
        }
    }

    void read(std::size_t row, std::span<double> logs) {
        const std::size_t seats = at(worlds_->relabelled().tables.plan.seats);
        const std::size_t type_stride = worlds_->rows() * seats;
        for (std::size_t type = 0; type < policies_->size(); ++type)
            std::ranges::fill(logs.subspan(type * type_stride + row * seats, seats), 0.0);
        for (Seat &seat : seats_) {
            const Cards hand = worlds_->dealt_to(row, seat.seat);
            if (!seat.cache.has(hand)) look(seat, hand);
            const std::span<double> found = seat.cache.numbers();
            for (std::size_t type = 0; type < found.size(); ++type)
                logs[type * type_stride + row * seats + seat.seat] = found[type];
        }
    }

  private:
    struct Seat {
        std::size_t seat;
        std::vector<Play> plays;
        HandCache cache;
    };

    void look(Seat &seat, Cards hand) const {
        std::array<double, MAX_PLAYER_TYPES> product;
        product.fill(1.0);
        for (Play &play : seat.plays) {
            const std::span<double> probabilities = read(play, seat.seat, hand);
            for (std::size_t type = 0; type < policies_->size(); ++type)
                // The floor keeps the product from vanishing: one logarithm at the end will do.
                product[type] *= std::max(log_floor_, probabilities[type]);
        }
        const std::span<double> logs = seat.cache.numbers();
        for (std::size_t type = 0; type < logs.size(); ++type) logs[type] = std::log(product[type]);
    }

    // The probability of a play from the cards dealt, under each policy; until the next play.
    std::span<double> read(Play &play, std::size_t seat, Cards dealt) const {
        ObservedPlay &observed = play.observed;
        const Cards hand = dealt & ~observed.before;
        const bool is_known = play.cache.has(play.key(hand)) && play.follows;
        const std::span<double> probabilities = play.cache.numbers();
        if (is_known) return probabilities;
        observed.state.deal.hands[seat] = hand;
        play_probabilities(worlds_->relabelled(), *policies_, observed.state, observed.card,
                           probabilities);
        return probabilities;
    }

    const DecisionWorlds *worlds_;
    const std::vector<const Policy *> *policies_;
    double log_floor_;
    std::vector<Seat> seats_;
};

}  // namespace

Likelihoods::Likelihoods(const DecisionWorlds &worlds, std::vector<const Policy *> policies,
                         double log_floor, const Limit &limit, std::span<double> logs)
    : ParallelRows(worlds.rows(), limit),
      worlds_(worlds),
      policies_(std::move(policies)),
      log_floor_(log_floor),
      logs_(logs) {
    if (policies_.empty() || policies_.size() > MAX_PLAYER_TYPES)
        throw std::invalid_argument("likelihoods take 1 to " + std::to_string(MAX_PLAYER_TYPES) +
                                    " policies, not " + std::to_string(policies_.size()));
    for (const Policy *policy : policies_) check_policy(*policy);
    if (logs.size() != policies_.size() * worlds.rows() * at(worlds.relabelled().tables.plan.seats))
        throw std::invalid_argument("the likelihoods need room for each policy, world and seat");
}

std::function<void(std::size_t)> Likelihoods::worker() const {
    if (!worlds_.rows()) return [](std::size_t) {};
    return [reader = LikelihoodReader(worlds_, policies_, log_floor_),
            logs = logs_](std::size_t row) mutable { reader.read(row, logs); };
}

}  // namespace oddtrick
