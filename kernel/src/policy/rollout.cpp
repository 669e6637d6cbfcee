#include "oddtrick/rollout.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace oddtrick {

namespace {

// Tracks whose turn it is from the cards played alone. The hands are not known yet: they come with
// the worlds, which need the plays of each seat first.
struct TurnTracker {
    const RelabelledDeal *relabelled;
    int leader;
    int played = 0;
    std::uint32_t best = 0;
    Cards winning = 0;
    int seat;

    TurnTracker(const RelabelledDeal &given, int first)
        : relabelled(&given), leader(first), seat(first) {}

    void play(int card) {
        if (played == 0) winning = SUIT_OF_CARD[at(card)] | relabelled->trumps;
        const std::uint32_t power = relabelled->tables.power[under(relabelled->trump)][at(card)] |
                                    static_cast<std::uint32_t>(seat);
        if (winning >> card & 1 && power > best) best = power;
        seat = relabelled->tables.next[at(seat)];
        if (++played < relabelled->tables.players) return;
        leader = seat = static_cast<int>(best & 0xf);
        played = 0;
        best = 0;
    }
};

}  // namespace

DecisionWorlds::DecisionWorlds(const DecisionPoint &decision, const WorldRows &rows)
    : relabelled_(decision.plan, decision.trump),
      turn_up_(decision.turn_up == NO_CARD ? NO_CARD : relabelled_.to_label(decision.turn_up)),
      rows_(rows),
      observer_(static_cast<unsigned>(decision.observer)) {
    if (decision.observer < 0 || decision.observer >= relabelled_.tables.plan.seats)
        throw std::invalid_argument("the observer has no seat at this table");
    replay(decision.played);
    check_sizes();
    check_rows();
}

// Attributes each play to its seat and its hand.
void DecisionWorlds::replay(const std::vector<std::int8_t> &played) {
    const std::vector<int> &sizes = relabelled_.tables.plan.sizes;
    played_by_.resize(sizes.size());
    std::size_t left = at(sizes[0]) * at(relabelled_.tables.players);
    TurnTracker walk(relabelled_, relabelled_.tables.leader);
    for (std::size_t number = 0; number < played.size(); ++number) {
        if (played[number] < 0 || played[number] >= CARDS)
            throw std::invalid_argument("a card played is not 0 to 51");
        if (hand_ == static_cast<int>(sizes.size()))
            throw std::invalid_argument("more cards were played than were dealt");
        const int card = relabelled_.to_label(played[number]);
        played_.push_back(static_cast<std::int8_t>(card));
        played_by_[at(hand_)][at(walk.seat)] |= bit(card);
        walk.play(card);
        if (--left) continue;
        ++hand_;
        hand_begins_ = number + 1;
        walk = TurnTracker(relabelled_, relabelled_.tables.leader);
        if (hand_ < static_cast<int>(sizes.size()))
            left = at(sizes[at(hand_)]) * at(relabelled_.tables.players);
    }
    if (hand_ == static_cast<int>(sizes.size()))
        throw std::invalid_argument("the deal is over: no seat has a card to play");
}

void DecisionWorlds::check_sizes() const {
    const std::size_t seats = at(relabelled_.tables.plan.seats);
    const std::size_t to_come = relabelled_.tables.plan.sizes.size() - at(hand_) - 1;
    if (rows_.hands.size() == rows_.count * seats &&
        rows_.later.size() == rows_.count * to_come * seats)
        return;
    throw std::invalid_argument("the rows need a hand for each of " + std::to_string(seats) +
                                " seats, now and in " + std::to_string(to_come) + " hands to come");
}

// Checks that every row is a legal deal: each seat that plays has the number of cards that the plan
// gives, all from the pack, each once.
void DecisionWorlds::check_rows() const {
    const DealPlan &plan = relabelled_.tables.plan;
    for (std::size_t row = 0; row < rows_.count; ++row) {
        Cards seen = 0;
        for (std::size_t hand = 0; hand < plan.sizes.size(); ++hand) {
            for (int seat = 0; seat < plan.seats; ++seat) {
                const Cards cards = held(row, hand, at(seat));
                const int size = plan.in >> seat & 1 ? plan.sizes[hand] : 0;
                if (cards & seen || cards & ~plan.pack || count(cards) != size)
                    throw std::invalid_argument("world " + std::to_string(row) +
                                                " is not a deal that fits the cards played");
                seen |= cards;
            }
        }
    }
}

// The cards dealt to a seat for one of the separate hands.
Cards DecisionWorlds::held(std::size_t row, std::size_t hand, std::size_t seat) const {
    const std::size_t seats = at(relabelled_.tables.plan.seats), now = at(hand_);
    const Cards seen = played_by_[hand][seat];
    if (hand < now) return seen;
    if (hand == now) return seen | relabelled_.to_label(rows_.hands[row * seats + seat]);
    const std::size_t to_come = played_by_.size() - now - 1;
    const std::size_t place = row * to_come + hand - now - 1;
    return seen | relabelled_.to_label(rows_.later[place * seats + seat]);
}

PlayState DecisionWorlds::dealt(std::size_t row) const {
    const DealPlan &plan = relabelled_.tables.plan;
    PlayState state{};
    DealState &deal = state.deal;
    for (std::size_t hand = 0; hand < plan.sizes.size(); ++hand)
        for (std::size_t seat = 0; seat < at(plan.seats); ++seat)
            deal.dealt[hand][seat] = held(row, hand, seat);
    deal.trump = static_cast<std::int8_t>(relabelled_.trump);
    deal.turn_up = static_cast<std::int8_t>(turn_up_);
    deal.winning = PACK;
    open_hand(relabelled_.tables, deal, 0);
    return state;
}

PlayState DecisionWorlds::state(std::size_t row) const {
    PlayState state = dealt(row);
    for (const int card : played_) play(relabelled_, state, card);
    return state;
}

std::vector<ObservedPlay> DecisionWorlds::observed_plays() const {
    std::vector<ObservedPlay> observed_plays;
    std::array<Cards, MAX_SEATS> before{};
    // Any world serves: but for the hand of the player, which comes with each world, a policy looks
    // at public history only.
    PlayState state = dealt(0);
    for (std::size_t number = 0; number < played_.size(); ++number) {
        const int card = played_[number];
        const std::size_t seat = at(state.deal.to_act);
        if (number >= hand_begins_ && seat != observer_)
            observed_plays.push_back({state, card, before[seat]});
        if (number >= hand_begins_) before[seat] |= bit(card);
        play(relabelled_, state, card);
    }
    return observed_plays;
}

void DecisionWorlds::log_likelihood(std::size_t row, const Policy &policy, double log_floor,
                                    std::span<double> by_seat) const {
    PlayState state = dealt(row);
    std::fill(by_seat.begin(), by_seat.end(), 0.0);
    for (std::size_t number = 0; number < played_.size(); ++number) {
        const int card = played_[number], seat = state.deal.to_act;
        if (number >= hand_begins_ && static_cast<unsigned>(seat) != observer_)
            by_seat[at(seat)] +=
                std::max(log_floor, log_probability(relabelled_, policy, state, card));
        play(relabelled_, state, card);
    }
}

void ParallelRows::work() noexcept {
    std::size_t row = 0;
    try {
        const std::function<void(std::size_t)> roll_out_row = worker();
        while (!failed_ && (row = next_++) < rows_) {
            if (stopped()) throw Stopped("the work was stopped");
            roll_out_row(row);
        }
    } catch (const Stopped &) {
        // Rows before the earliest interrupted one are done: threads take rows in ascending order.
        for (std::size_t log_floor = first_undone_; row < log_floor;)
            if (first_undone_.compare_exchange_weak(log_floor, row)) break;
    } catch (...) {
        if (!failed_.exchange(true)) failure_ = std::current_exception();
    }
}

std::size_t ParallelRows::done() const {
    if (failure_) std::rethrow_exception(failure_);
    return first_undone_;
}

bool ParallelRows::stopped() const {
    if (limit_.cancelled && *limit_.cancelled) return true;
    return limit_.deadline != std::chrono::steady_clock::time_point::max() &&
           std::chrono::steady_clock::now() >= limit_.deadline;
}

Rollouts::Rollouts(const DecisionWorlds &worlds, const Policy &ours, const Policy &theirs,
                   const RolloutSettings &settings, const Limit &limit, const Outcomes &outcomes,
                   std::uint64_t selected)
    : ParallelRows(worlds.rows(), limit),
      worlds_(worlds),
      ours_(ours),
      theirs_(theirs),
      settings_(settings),
      outcomes_(outcomes),
      choices_(0),
      selected_(0),
      us_(0) {
    check_policy(ours);
    check_policy(theirs);
    if (settings.repeats < 1 || settings.temperature < 0 || settings.temperature > 256)
        throw std::invalid_argument(
            "rollouts take 1 or more repeats and a temperature of 0 to 256");
    if (worlds.rows() == 0) throw std::invalid_argument("rollouts need at least one world");
    const PlayState state = worlds.state(0);
    const unsigned observer = worlds.observer();
    // Where the observer has no choice now, the deal is played to its end as it stands.
    if (at(state.deal.to_act) == observer) choices_ = oddtrick::choices(worlds.relabelled(), state);
    for (Cards rest = choices_; rest; selected >>= 1) {
        const Cards card = bit(take_lowest(rest));
        if (selected & 1) selected_ |= card;
    }
    if (choices_ && !selected_) throw std::invalid_argument("no selected choice exists");
    us_ = worlds.relabelled().partners[observer] | 1u << observer;
    const DealPlan &plan = worlds.relabelled().tables.plan;
    const std::size_t ends = worlds.rows() * columns() * at(settings.repeats);
    if (outcomes.points.size() != ends * at(plan.sides) ||
        outcomes.tricks.size() != ends * at(plan.seats))
        throw std::invalid_argument("the outcomes need room for " + std::to_string(ends) +
                                    " deals, with points of each side and tricks of each seat");
}

std::size_t Rollouts::columns() const {
    return choices_ ? at(count(selected_)) : 1;
}

std::function<void(std::size_t)> Rollouts::worker() const {
    return [this](std::size_t row) { roll_out_row(row); };
}

void Rollouts::roll_out_row(std::size_t row) const {
    const RelabelledDeal &relabelled = worlds_.relabelled();
    const PlayState before = worlds_.state(row);
    std::size_t end = row * columns() * at(settings_.repeats);
    if (!choices_) return finish_deal(before, row, end);
    if (oddtrick::choices(relabelled, before) != choices_)
        throw std::invalid_argument("the seat to play has to hold the same cards in every world");
    for (Cards rest = selected_; rest; end += at(settings_.repeats)) {
        PlayState state = before;
        play(relabelled, state, take_lowest(rest));
        finish_deal(state, row, end);
    }
}

void Rollouts::finish_deal(const PlayState &begun, std::size_t row, std::size_t end) const {
    const RelabelledDeal &relabelled = worlds_.relabelled();
    const DealPlan &plan = relabelled.tables.plan;
    for (int time = 0; time < settings_.repeats; ++time, ++end) {
        // By row and repeat, not by choice: all choices of a world have the same luck, so that
        // their difference is due to the cards (common random numbers).
        Random random(settings_.seed, row * at(settings_.repeats) + at(time));
        PlayState state = begun;
        while (state.deal.to_act != NOBODY) {
            const Policy &policy = us_ >> state.deal.to_act & 1 ? ours_ : theirs_;
            play(relabelled, state,
                 choose_card(relabelled, policy, state, settings_.temperature, random));
        }
        count_points(relabelled.tables, state.deal, outcomes_.points.data() + end * at(plan.sides));
        std::copy_n(state.deal.tricks.begin(), plan.seats,
                    outcomes_.tricks.data() + end * at(plan.seats));
    }
}

}  // namespace oddtrick
