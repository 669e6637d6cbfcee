#include "oddtrick/weighing.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

namespace oddtrick {

namespace {

// The hands of a seat that were looked at lately, and what came of it. Each has one place, where it
// may be written over.
class Remembered {
  public:
    Remembered(std::size_t places, std::size_t sorts)
        : sorts_(sorts),
          shift_(64 - std::countr_zero(places)),
          hands_(places),
          logs_(places * sorts) {}

    // Whether the place for a hand holds it; if not, it does from now on.
    bool has(Cards hand) {
        place_ = static_cast<std::size_t>(hand * 0x9e3779b97f4a7c15 >> shift_);
        return std::exchange(hands_[place_], hand) == hand;
    }
    std::span<double> logs() { return std::span(logs_).subspan(place_ * sorts_, sorts_); }

  private:
    std::size_t sorts_, place_ = 0;
    int shift_;
    std::vector<Cards> hands_;
    std::vector<double> logs_;
};

constexpr std::size_t MOST_PLACES = 8192;

// Looks at the hands of one row after the other.
class Reader {
  public:
    Reader(const Imagined &imagined, const std::vector<const Habits *> &sorts, double least)
        : imagined_(&imagined), sorts_(&sorts), least_(std::exp(least)) {
        const auto rows = std::clamp<std::size_t>(imagined.rows(), 2, MOST_PLACES);
        const std::size_t places = std::bit_ceil(rows);
        const std::vector<Shown> shown = imagined.shown();
        for (int seat = 0; seat < imagined.setting().tables.plan.seats; ++seat) {
            Seat read{at(seat), {}, {places, sorts.size()}};
            for (const Shown &play : shown)
                if (play.scene.deal.to_act == seat) read.plays.push_back(play);
            if (!read.plays.empty()) seats_.push_back(std::move(read));
        }
    }

    void read(std::size_t row, std::span<double> logs) {
        const std::size_t seats = at(imagined_->setting().tables.plan.seats);
        const std::size_t of_sort = imagined_->rows() * seats;
        for (std::size_t sort = 0; sort < sorts_->size(); ++sort)
            std::ranges::fill(logs.subspan(sort * of_sort + row * seats, seats), 0.0);
        for (Seat &seat : seats_) {
            const Cards hand = imagined_->dealt_to(row, seat.seat);
            if (!seat.remembered.has(hand)) look(seat, hand);
            const std::span<double> found = seat.remembered.logs();
            for (std::size_t sort = 0; sort < found.size(); ++sort)
                logs[sort * of_sort + row * seats + seat.seat] = found[sort];
        }
    }

  private:
    struct Seat {
        std::size_t seat;
        std::vector<Shown> plays;
        Remembered remembered;
    };

    void look(Seat &seat, Cards hand) const {
        std::array<double, MOST_SORTS> chances, product;
        product.fill(1.0);
        for (Shown &play : seat.plays) {
            play.scene.deal.hands[seat.seat] = hand & ~play.before;
            chances_of(imagined_->setting(), *sorts_, play.scene, play.card, chances);
            for (std::size_t sort = 0; sort < sorts_->size(); ++sort)
                product[sort] *= std::max(least_, chances[sort]);
        }
        const std::span<double> logs = seat.remembered.logs();
        for (std::size_t sort = 0; sort < logs.size(); ++sort) logs[sort] = std::log(product[sort]);
    }

    const Imagined *imagined_;
    const std::vector<const Habits *> *sorts_;
    double least_;
    std::vector<Seat> seats_;
};

}  // namespace

Weighing::Weighing(const Imagined &imagined, std::vector<const Habits *> sorts, double least,
                   const Limit &limit, std::span<double> logs)
    : RowWork(imagined.rows(), limit),
      imagined_(imagined),
      sorts_(std::move(sorts)),
      least_(least),
      logs_(logs) {
    if (sorts_.empty() || sorts_.size() > MOST_SORTS)
        throw std::invalid_argument("worlds are weighed under 1 to " + std::to_string(MOST_SORTS) +
                                    " sorts of habits, not " + std::to_string(sorts_.size()));
    for (const Habits *habits : sorts_) check_habits(*habits);
    if (logs.size() != sorts_.size() * imagined.rows() * at(imagined.setting().tables.plan.seats))
        throw std::invalid_argument("there is one likelihood for each sort, world and seat");
}

std::function<void(std::size_t)> Weighing::worker() const {
    if (!imagined_.rows()) return [](std::size_t) {};
    return [reader = Reader(imagined_, sorts_, least_), logs = logs_](std::size_t row) mutable {
        reader.read(row, logs);
    };
}

}  // namespace oddtrick
