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

// A direct-mapped cache from the hand of a seat to its log-likelihoods. Many sampled worlds give a
// seat the same hand. A free place holds the empty hand, which no seat that has played was dealt.
class HandCache {
  public:
    HandCache(std::size_t places, std::size_t policies)
        : policies_(policies),
          shift_(64 - std::countr_zero(places)),
          hands_(places),
          logs_(places * policies) {}

    // Returns true if the hand is cached; if not, reserves its slot for it.
    bool has(Cards hand) {
        place_ = static_cast<std::size_t>(hand * 0x9e3779b97f4a7c15 >> shift_);
        return std::exchange(hands_[place_], hand) == hand;
    }
    std::span<double> logs() { return std::span(logs_).subspan(place_ * policies_, policies_); }

  private:
    std::size_t policies_, place_ = 0;
    int shift_;
    std::vector<Cards> hands_;
    std::vector<double> logs_;
};

constexpr std::size_t MOST_PLACES = 8192;

// Computes the likelihoods of one row after the other. One for each thread, for its caches.
class LikelihoodReader {
  public:
    LikelihoodReader(const DecisionWorlds &worlds, const std::vector<const Policy *> &policies,
                     double log_floor)
        : worlds_(&worlds), policies_(&policies), log_floor_(std::exp(log_floor)) {
        const auto rows = std::clamp<std::size_t>(worlds.rows(), 2, MOST_PLACES);
        const std::size_t places = std::bit_ceil(rows);
        const std::vector<ObservedPlay> observed_plays = worlds.observed_plays();
        for (int seat = 0; seat < worlds.relabelled().tables.plan.seats; ++seat) {
            Seat read{at(seat), {}, {places, policies.size()}};
            for (const ObservedPlay &play : observed_plays)
                if (play.state.deal.to_act == seat) read.plays.push_back(play);
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
            const std::span<double> found = seat.cache.logs();
            for (std::size_t type = 0; type < found.size(); ++type)
                logs[type * type_stride + row * seats + seat.seat] = found[type];
        }
    }

  private:
    struct Seat {
        std::size_t seat;
        std::vector<ObservedPlay> plays;
        HandCache cache;
    };

    void look(Seat &seat, Cards hand) const {
        std::array<double, MAX_PLAYER_TYPES> probabilities, product;
        product.fill(1.0);
        for (ObservedPlay &play : seat.plays) {
            play.state.deal.hands[seat.seat] = hand & ~play.before;
            play_probabilities(worlds_->relabelled(), *policies_, play.state, play.card,
                               probabilities);
            for (std::size_t type = 0; type < policies_->size(); ++type)
                // The floor keeps the product from vanishing: one logarithm at the end will do.
                product[type] *= std::max(log_floor_, probabilities[type]);
        }
        const std::span<double> logs = seat.cache.logs();
        for (std::size_t type = 0; type < logs.size(); ++type) logs[type] = std::log(product[type]);
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
