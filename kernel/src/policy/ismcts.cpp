#include "oddtrick/ismcts.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <stdexcept>

#include "nth_card.hpp"

namespace oddtrick {

namespace {

constexpr double POINTS_SCALE = 100;  // the lead in points that counts as full reward

bool is_over(const Limit &limit) {
    if (limit.cancelled && *limit.cancelled) return true;
    return limit.deadline != std::chrono::steady_clock::time_point::max() &&
           std::chrono::steady_clock::now() >= limit.deadline;
}

}  // namespace

Ismcts::Ismcts(const DecisionWorlds &worlds, const IsmctsSettings &settings)
    : worlds_(worlds), settings_(settings), choices_(0), nodes_(1) {
    if (worlds.rows() == 0) throw std::invalid_argument("a tree search needs at least one world");
    if (settings.policy && settings.policy->size() != at(policy_size()))
        throw std::invalid_argument("the policy has the wrong number of weights");
    const PlayState state = worlds.state(0);
    if (at(state.deal.to_act) != worlds.observer())
        throw std::invalid_argument("it is not the observer's turn to play");
    choices_ = choices(worlds.relabelled(), state);
}

std::size_t Ismcts::run(const Limit &limit) {
    constexpr std::size_t BETWEEN_LOOKS = 16;
    std::size_t done = 0;
    for (; done < settings_.iterations; ++done) {
        // Reading the clock costs about as much as an iteration of a late trick.
        if (done % BETWEEN_LOOKS == 0 && is_over(limit)) break;
        iterate(done);
    }
    return done;
}

void Ismcts::iterate(std::size_t number) {
    const RelabelledDeal &relabelled = worlds_.relabelled();
    Random random(settings_.seed, number);
    PlayState state = worlds_.state(number % worlds_.rows());
    path_.assign(1, 0);
    std::uint32_t node = 0;
    bool inside = true;
    while (inside && state.deal.to_act != NOBODY) {
        const Cards legal = choices(relabelled, state);
        const Cards fresh = untried(node, legal);
        inside = fresh == 0;
        node = inside ? select(node, legal, at(state.deal.to_act))
                      : expand(node, draw_uniform(fresh, random));
        path_.push_back(node);
        play(relabelled, state, nodes_[node].card);
    }
    simulate(state, random);
    const std::array<double, MAX_SEATS> won = rewards(state);
    for (const std::uint32_t passed : path_) {
        ++nodes_[passed].visits;
        for (std::size_t seat = 0; seat < MAX_SEATS; ++seat)
            nodes_[passed].rewards[seat] += won[seat];
    }
}

Cards Ismcts::untried(std::uint32_t node, Cards legal) const {
    for (std::uint32_t child = nodes_[node].first; child != NONE; child = nodes_[child].next)
        legal &= ~bit(nodes_[child].card);
    return legal;
}

// The available child with the highest upper confidence bound (UCB1).
std::uint32_t Ismcts::select(std::uint32_t node, Cards legal, std::size_t seat) {
    std::uint32_t best = NONE;
    double most = 0;
    for (std::uint32_t child = nodes_[node].first; child != NONE; child = nodes_[child].next) {
        Node &one = nodes_[child];
        if (!(legal >> one.card & 1)) continue;
        ++one.available;
        const double visits = one.visits;
        const double mean = one.rewards[seat] / visits;
        const double bound =
            mean + settings_.exploration * std::sqrt(std::log(one.available) / visits);
        if (best == NONE || bound > most) best = child, most = bound;
    }
    return best;
}

std::uint32_t Ismcts::expand(std::uint32_t parent, int card) {
    const auto place = static_cast<std::uint32_t>(nodes_.size());
    Node node;
    node.card = static_cast<std::int8_t>(card);
    node.next = nodes_[parent].first;
    node.available = 1;
    nodes_.push_back(node);
    nodes_[parent].first = place;
    return place;
}

void Ismcts::simulate(PlayState &state, Random &random) const {
    const RelabelledDeal &relabelled = worlds_.relabelled();
    while (state.deal.to_act != NOBODY) {
        const int card = settings_.policy ? choose_card(relabelled, *settings_.policy, state,
                                                        settings_.temperature, random)
                                          : draw_uniform(legal_actions(state.deal), random);
        play(relabelled, state, card);
    }
}

std::array<double, MAX_SEATS> Ismcts::rewards(const PlayState &state) const {
    const DealPlan &plan = worlds_.relabelled().tables.plan;
    std::array<int, MAX_SEATS> tricks{};
    std::array<std::int16_t, MAX_SEATS> points{};
    count_points(worlds_.relabelled().tables, state.deal, points.data());
    for (int seat = 0; seat < plan.seats; ++seat)
        tricks[at(plan.side_of[at(seat)])] += state.deal.tricks[at(seat)];
    const auto alive = [&](std::size_t side) { return tricks[side] > 0; };
    std::array<double, MAX_SEATS> rewards{};
    for (int seat = 0; seat < plan.seats; ++seat) {
        const std::size_t side = at(plan.side_of[at(seat)]);
        if (settings_.reward == Reward::tricks) {
            rewards[at(seat)] =
                static_cast<double>(tricks[side]) / worlds_.relabelled().tables.tricks();
        } else if (settings_.reward == Reward::survival) {
            int left = 0;
            for (std::size_t other = 0; other < at(plan.sides); ++other) left += alive(other);
            rewards[at(seat)] = alive(side) ? 1.0 / left : 0.0;
        } else {
            int most = INT16_MIN;
            for (std::size_t other = 0; other < at(plan.sides); ++other)
                if (other != side) most = std::max<int>(most, points[other]);
            rewards[at(seat)] =
                std::clamp(0.5 + (points[side] - most) / POINTS_SCALE / 2, 0.0, 1.0);
        }
    }
    return rewards;
}

std::vector<std::uint64_t> Ismcts::visits() const {
    std::vector<std::uint64_t> visits;
    for (Cards rest = choices_; rest;) {
        const int card = take_lowest(rest);
        std::uint64_t taken = 0;
        for (std::uint32_t child = nodes_[0].first; child != NONE; child = nodes_[child].next)
            if (nodes_[child].card == card) taken = nodes_[child].visits;
        visits.push_back(taken);
    }
    return visits;
}

std::vector<double> Ismcts::means() const {
    std::vector<double> means;
    for (Cards rest = choices_; rest;) {
        const int card = take_lowest(rest);
        double mean = 0;
        for (std::uint32_t child = nodes_[0].first; child != NONE; child = nodes_[child].next)
            if (nodes_[child].card == card)
                mean = nodes_[child].rewards[worlds_.observer()] / nodes_[child].visits;
        means.push_back(mean);
    }
    return means;
}

}  // namespace oddtrick
