#include "oddtrick/imagine.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace oddtrick {

namespace {

// The seats of a hand as they played, without knowing what else they held.
struct Walk {
    const Setting *setting;
    int leader;
    int played = 0;
    std::uint32_t best = 0;
    Cards winning = 0;
    int seat;

    Walk(const Setting &given, int first) : setting(&given), leader(first), seat(first) {}

    void play(int card) {
        if (played == 0) winning = SUIT_OF_CARD[at(card)] | setting->trumps;
        const std::uint32_t power = setting->tables.power[under(setting->trump)][at(card)] |
                                    static_cast<std::uint32_t>(seat);
        if (winning >> card & 1 && power > best) best = power;
        seat = setting->tables.next[at(seat)];
        if (++played < setting->tables.players) return;
        leader = seat = static_cast<int>(best & 0xf);
        played = 0;
        best = 0;
    }
};

}  // namespace

Imagined::Imagined(const Moment &moment, const Rows &rows)
    : setting_(moment.plan, moment.trump),
      turn_up_(moment.turn_up == NO_CARD ? NO_CARD : setting_.labelled(moment.turn_up)),
      rows_(rows),
      observer_(static_cast<unsigned>(moment.observer)) {
    if (moment.observer < 0 || moment.observer >= setting_.tables.plan.seats)
        throw std::invalid_argument("the observer has no seat here");
    take_in(moment.played);
    check_sizes();
    check_rows();
}

// Finds out who played what, and in which of the hands.
void Imagined::take_in(const std::vector<std::int8_t> &played) {
    const std::vector<int> &sizes = setting_.tables.plan.sizes;
    seen_.resize(sizes.size());
    std::size_t left = at(sizes[0]) * at(setting_.tables.players);
    Walk walk(setting_, setting_.tables.eldest);
    for (std::size_t number = 0; number < played.size(); ++number) {
        if (played[number] < 0 || played[number] >= CARDS)
            throw std::invalid_argument("what was played is no card");
        if (hand_ == static_cast<int>(sizes.size()))
            throw std::invalid_argument("more cards were played than were dealt");
        const int card = setting_.labelled(played[number]);
        played_.push_back(static_cast<std::int8_t>(card));
        seen_[at(hand_)][at(walk.seat)] |= bit(card);
        walk.play(card);
        if (--left) continue;
        ++hand_;
        begins_ = number + 1;
        walk = Walk(setting_, setting_.tables.eldest);
        if (hand_ < static_cast<int>(sizes.size()))
            left = at(sizes[at(hand_)]) * at(setting_.tables.players);
    }
    if (hand_ == static_cast<int>(sizes.size()))
        throw std::invalid_argument("the deal is over: nobody has a card to play");
}

void Imagined::check_sizes() const {
    const std::size_t seats = at(setting_.tables.plan.seats);
    const std::size_t to_come = setting_.tables.plan.sizes.size() - at(hand_) - 1;
    if (rows_.hands.size() == rows_.count * seats &&
        rows_.later.size() == rows_.count * to_come * seats)
        return;
    throw std::invalid_argument("the rows need a hand for each of " + std::to_string(seats) +
                                " seats, now and in " + std::to_string(to_come) +
                                " hands to come");
}

// Every row is a deal: who is in has the cards that the plan gives, nobody has another's.
void Imagined::check_rows() const {
    const DealPlan &plan = setting_.tables.plan;
    for (std::size_t row = 0; row < rows_.count; ++row) {
        Cards seen = 0;
        for (std::size_t hand = 0; hand < plan.sizes.size(); ++hand) {
            for (int seat = 0; seat < plan.seats; ++seat) {
                const Cards cards = held(row, hand, at(seat));
                const int size = plan.in >> seat & 1 ? plan.sizes[hand] : 0;
                if (cards & seen || cards & ~plan.pack || count(cards) != size)
                    throw std::invalid_argument("world " + std::to_string(row) +
                                                " is no deal that could have been played so");
                seen |= cards;
            }
        }
    }
}

// What a seat was dealt for one of the hands.
Cards Imagined::held(std::size_t row, std::size_t hand, std::size_t seat) const {
    const std::size_t seats = at(setting_.tables.plan.seats), now = at(hand_);
    const Cards seen = seen_[hand][seat];
    if (hand < now) return seen;
    if (hand == now) return seen | setting_.labelled(rows_.hands[row * seats + seat]);
    const std::size_t to_come = seen_.size() - now - 1;
    const std::size_t place = row * to_come + hand - now - 1;
    return seen | setting_.labelled(rows_.later[place * seats + seat]);
}

Scene Imagined::dealt(std::size_t row) const {
    const DealPlan &plan = setting_.tables.plan;
    Scene scene{};
    DealState &deal = scene.deal;
    for (std::size_t hand = 0; hand < plan.sizes.size(); ++hand)
        for (std::size_t seat = 0; seat < at(plan.seats); ++seat)
            deal.dealt[hand][seat] = held(row, hand, seat);
    deal.trump = static_cast<std::int8_t>(setting_.trump);
    deal.turn_up = static_cast<std::int8_t>(turn_up_);
    deal.winning = PACK;
    open_hand(setting_.tables, deal, 0);
    return scene;
}

Scene Imagined::scene(std::size_t row) const {
    Scene scene = dealt(row);
    for (const int card : played_) play(setting_, scene, card);
    return scene;
}

std::vector<Shown> Imagined::shown() const {
    std::vector<Shown> shown;
    std::array<Cards, MAX_SEATS> before{};
    Scene scene = dealt(0);
    for (std::size_t number = 0; number < played_.size(); ++number) {
        const int card = played_[number];
        const std::size_t seat = at(scene.deal.to_act);
        if (number >= begins_ && seat != observer_) shown.push_back({scene, card, before[seat]});
        if (number >= begins_) before[seat] |= bit(card);
        play(setting_, scene, card);
    }
    return shown;
}

void Imagined::log_likelihood(std::size_t row, const Habits &habits, double least,
                              std::span<double> by_seat) const {
    Scene scene = dealt(row);
    std::fill(by_seat.begin(), by_seat.end(), 0.0);
    for (std::size_t number = 0; number < played_.size(); ++number) {
        const int card = played_[number], seat = scene.deal.to_act;
        if (number >= begins_ && static_cast<unsigned>(seat) != observer_)
            by_seat[at(seat)] += std::max(least, log_chance(setting_, habits, scene, card));
        play(setting_, scene, card);
    }
}

void RowWork::work() noexcept {
    std::size_t row = 0;
    try {
        const std::function<void(std::size_t)> work_on = worker();
        while (!failed_ && (row = next_++) < rows_) {
            if (stopped()) throw Stopped("the work has come to its end");
            work_on(row);
        }
    } catch (const Stopped &) {
        for (std::size_t least = first_undone_; row < least;)
            if (first_undone_.compare_exchange_weak(least, row)) break;
    } catch (...) {
        if (!failed_.exchange(true)) failure_ = std::current_exception();
    }
}

std::size_t RowWork::done() const {
    if (failure_) std::rethrow_exception(failure_);
    return first_undone_;
}

bool RowWork::stopped() const {
    if (limit_.cancelled && *limit_.cancelled) return true;
    return limit_.deadline != std::chrono::steady_clock::time_point::max() &&
           std::chrono::steady_clock::now() >= limit_.deadline;
}

PlayingOut::PlayingOut(const Imagined &imagined, const Habits &ours, const Habits &theirs,
                       const Manner &manner, const Limit &limit, const Outcomes &outcomes,
                       std::uint64_t tried)
    : RowWork(imagined.rows(), limit),
      imagined_(imagined),
      ours_(ours),
      theirs_(theirs),
      manner_(manner),
      outcomes_(outcomes),
      choices_(0),
      tried_(0),
      us_(0) {
    check_habits(ours);
    check_habits(theirs);
    if (manner.times < 1 || manner.mood < 0 || manner.mood > 256)
        throw std::invalid_argument("a card is played out once or more, in a mood of 0 to 256");
    if (imagined.rows() == 0) throw std::invalid_argument("there is no world to play in");
    const Scene scene = imagined.scene(0);
    const unsigned observer = imagined.observer();
    if (at(scene.deal.to_act) == observer) choices_ = oddtrick::choices(imagined.setting(), scene);
    for (Cards rest = choices_; rest; tried >>= 1) {
        const Cards card = bit(take_lowest(rest));
        if (tried & 1) tried_ |= card;
    }
    if (choices_ && !tried_) throw std::invalid_argument("there is no choice with such a number");
    us_ = imagined.setting().partners[observer] | 1u << observer;
    const DealPlan &plan = imagined.setting().tables.plan;
    const std::size_t ends = imagined.rows() * columns() * at(manner.times);
    if (outcomes.points.size() != ends * at(plan.sides) ||
        outcomes.tricks.size() != ends * at(plan.seats))
        throw std::invalid_argument("the outcomes need room for " + std::to_string(ends) +
                                    " deals, with points of each side and tricks of each seat");
}

std::size_t PlayingOut::columns() const { return choices_ ? at(count(tried_)) : 1; }

std::function<void(std::size_t)> PlayingOut::worker() const {
    return [this](std::size_t row) { work_on(row); };
}

void PlayingOut::work_on(std::size_t row) const {
    const Setting &setting = imagined_.setting();
    const Scene before = imagined_.scene(row);
    std::size_t end = row * columns() * at(manner_.times);
    if (!choices_) return play_on(before, row, end);
    if (oddtrick::choices(setting, before) != choices_)
        throw std::invalid_argument("the seat to play has to hold the same cards in every world");
    for (Cards rest = tried_; rest; end += at(manner_.times)) {
        Scene scene = before;
        play(setting, scene, take_lowest(rest));
        play_on(scene, row, end);
    }
}

void PlayingOut::play_on(const Scene &begun, std::size_t row, std::size_t end) const {
    const Setting &setting = imagined_.setting();
    const DealPlan &plan = setting.tables.plan;
    for (int time = 0; time < manner_.times; ++time, ++end) {
        Random random(manner_.seed, row * at(manner_.times) + at(time));
        Scene scene = begun;
        while (scene.deal.to_act != NOBODY) {
            const Habits &habits = us_ >> scene.deal.to_act & 1 ? ours_ : theirs_;
            play(setting, scene, habitual(setting, habits, scene, manner_.mood, random));
        }
        count_points(setting.tables, scene.deal, outcomes_.points.data() + end * at(plan.sides));
        std::copy_n(scene.deal.tricks.begin(), plan.seats,
                    outcomes_.tricks.data() + end * at(plan.seats));
    }
}

}  // namespace oddtrick
