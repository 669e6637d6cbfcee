#include "oddtrick/tree.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <stdexcept>

#include "in_order.hpp"

namespace oddtrick {

namespace {

constexpr double FAR = 100;  // points: more than that is as good as all

bool over(const Limit &limit) {
    if (limit.cancelled && *limit.cancelled) return true;
    return limit.deadline != std::chrono::steady_clock::time_point::max() &&
           std::chrono::steady_clock::now() >= limit.deadline;
}

}  // namespace

Tree::Tree(const Imagined &imagined, const TreePlan &plan)
    : imagined_(imagined), plan_(plan), choices_(0), nodes_(1) {
    if (imagined.rows() == 0) throw std::invalid_argument("there is no world to search in");
    if (plan.habits && plan.habits->size() != at(habits_size()))
        throw std::invalid_argument("the habits have the wrong size");
    const Scene scene = imagined.scene(0);
    if (at(scene.deal.to_act) != imagined.observer())
        throw std::invalid_argument("it is not the observer's turn to play");
    choices_ = choices(imagined.setting(), scene);
}

std::size_t Tree::grow(const Limit &limit) {
    constexpr std::size_t BETWEEN_LOOKS = 16;
    std::size_t done = 0;
    for (; done < plan_.iterations; ++done) {
        if (done % BETWEEN_LOOKS == 0 && over(limit)) break;
        iterate(done);
    }
    return done;
}

void Tree::iterate(std::size_t number) {
    const Setting &setting = imagined_.setting();
    Random random(plan_.seed, number);
    Scene scene = imagined_.scene(number % imagined_.rows());
    path_.assign(1, 0);
    std::uint32_t node = 0;
    bool inside = true;
    while (inside && scene.deal.to_act != NOBODY) {
        const Cards legal = choices(setting, scene);
        const Cards fresh = untried(node, legal);
        inside = fresh == 0;
        node = inside ? select(node, legal, at(scene.deal.to_act))
                      : add(node, play_uniform(fresh, random));
        path_.push_back(node);
        play(setting, scene, nodes_[node].card);
    }
    play_on(scene, random);
    const std::array<double, MAX_SEATS> won = rewards(scene);
    for (const std::uint32_t passed : path_) {
        ++nodes_[passed].visits;
        for (std::size_t seat = 0; seat < MAX_SEATS; ++seat) nodes_[passed].rewards[seat] += won[seat];
    }
}

Cards Tree::untried(std::uint32_t node, Cards legal) const {
    for (std::uint32_t child = nodes_[node].first; child != NONE; child = nodes_[child].next)
        legal &= ~bit(nodes_[child].card);
    return legal;
}

// The legal child with the highest upper bound, among those that were there to be taken (UCB1).
std::uint32_t Tree::select(std::uint32_t node, Cards legal, std::size_t seat) {
    std::uint32_t best = NONE;
    double most = 0;
    for (std::uint32_t child = nodes_[node].first; child != NONE; child = nodes_[child].next) {
        Node &one = nodes_[child];
        if (!(legal >> one.card & 1)) continue;
        ++one.available;
        const double visits = one.visits;
        const double mean = one.rewards[seat] / visits;
        const double bound = mean + plan_.exploration * std::sqrt(std::log(one.available) / visits);
        if (best == NONE || bound > most) best = child, most = bound;
    }
    return best;
}

std::uint32_t Tree::add(std::uint32_t parent, int card) {
    const auto place = static_cast<std::uint32_t>(nodes_.size());
    Node node;
    node.card = static_cast<std::int8_t>(card);
    node.next = nodes_[parent].first;
    node.available = 1;
    nodes_.push_back(node);
    nodes_[parent].first = place;
    return place;
}

void Tree::play_on(Scene &scene, Random &random) const {
    const Setting &setting = imagined_.setting();
    while (scene.deal.to_act != NOBODY) {
        const int card = plan_.habits
                             ? habitual(setting, *plan_.habits, scene, plan_.mood, random)
                             : play_uniform(legal_actions(scene.deal), random);
        play(setting, scene, card);
    }
}

std::array<double, MAX_SEATS> Tree::rewards(const Scene &scene) const {
    const DealPlan &plan = imagined_.setting().tables.plan;
    std::array<int, MAX_SEATS> tricks{};
    std::array<std::int16_t, MAX_SEATS> points{};
    count_points(imagined_.setting().tables, scene.deal, points.data());
    for (int seat = 0; seat < plan.seats; ++seat)
        tricks[at(plan.side_of[at(seat)])] += scene.deal.tricks[at(seat)];
    const auto alive = [&](std::size_t side) { return tricks[side] > 0; };
    std::array<double, MAX_SEATS> rewards{};
    for (int seat = 0; seat < plan.seats; ++seat) {
        const std::size_t side = at(plan.side_of[at(seat)]);
        if (plan_.reward == Reward::tricks) {
            rewards[at(seat)] = static_cast<double>(tricks[side]) / imagined_.setting().tables.tricks();
        } else if (plan_.reward == Reward::survival) {
            int left = 0;
            for (std::size_t other = 0; other < at(plan.sides); ++other) left += alive(other);
            rewards[at(seat)] = alive(side) ? 1.0 / left : 0.0;
        } else {
            int most = INT16_MIN;
            for (std::size_t other = 0; other < at(plan.sides); ++other)
                if (other != side) most = std::max<int>(most, points[other]);
            rewards[at(seat)] = std::clamp(0.5 + (points[side] - most) / FAR / 2, 0.0, 1.0);
        }
    }
    return rewards;
}

std::vector<std::uint64_t> Tree::visits() const {
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

std::vector<double> Tree::means() const {
    std::vector<double> means;
    for (Cards rest = choices_; rest;) {
        const int card = take_lowest(rest);
        double mean = 0;
        for (std::uint32_t child = nodes_[0].first; child != NONE; child = nodes_[child].next)
            if (nodes_[child].card == card)
                mean = nodes_[child].rewards[imagined_.observer()] / nodes_[child].visits;
        means.push_back(mean);
    }
    return means;
}

}  // namespace oddtrick
