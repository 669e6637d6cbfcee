// A player as a WebAssembly module: samples worlds that fit what a seat has seen, weights them by
// the plays, and rolls each choice out with a learnt policy. The search of the library
// (src/oddtrick/bots/search/) in one stage.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "decision_request.hpp"
#include "oddtrick/likelihood.hpp"
#include "oddtrick/rollout.hpp"
#include "oddtrick/sampler.hpp"

#define EXPORTED(name) __attribute__((export_name(name)))

namespace oddtrick::wasm {

namespace {

// The model of the other players is only roughly right: likelihoods are tempered, and no single
// play may rule a world out.
constexpr double WEIGHT_POWER = 0.7;
constexpr double MIN_PROBABILITY = 1e-3;

DecisionRequest request;
Policy policy;
std::array<ChoiceValue, CARDS> values;
std::array<std::int8_t, CARDS> cards;
std::vector<double> weights;

DealPlan plan() {
    DealPlan plan;
    plan.seats = request.seats;
    plan.in = request.in;
    plan.pack = request.pack;
    plan.sizes.assign(request.sizes.begin(), request.sizes.begin() + request.hands);
    plan.dealer = request.dealer;
    plan.source = TrumpSource::fixed;
    plan.trump = request.trump;
    plan.places = request.places;
    plan.trumps_held_back = request.trumps_held_back != 0;
    plan.sides = request.sides;
    plan.side_of = request.side_of;
    for (std::size_t number = 0; number < at(request.bonus_cards); ++number)
        plan.bonus_cards.push_back({request.bonus_card[number],
                                    static_cast<BonusCondition>(request.bonus_condition[number])});
    plan.special_bonus = request.special_bonus;
    plan.stages = request.stages;
    const int tricks = std::accumulate(plan.sizes.begin(), plan.sizes.end(), 0);
    const std::size_t size = at(plan.stages * plan.sides * (tricks + 1)) << plan.bonus_cards.size();
    if (size > MAX_WORTH) throw std::invalid_argument("the table of points is too long");
    plan.worth.assign(request.worth.begin(),
                      request.worth.begin() + static_cast<std::ptrdiff_t>(size));
    plan.net = request.net != 0;
    plan.points_needed = request.points_needed;
    return plan;
}

// Sampled worlds, split by hand as the rollouts want them.
struct SplitWorlds {
    std::vector<Cards> hands, later;
    std::size_t seats, to_come;

    explicit SplitWorlds(std::span<const Cards> rows)
        : seats(at(request.seats)), to_come((at(request.cells) - 1) / seats - 1) {
        const std::size_t cells = at(request.cells);
        for (std::size_t row = 0; row < rows.size() / cells; ++row)
            add(rows.subspan(row * cells, cells));
    }
    void add(std::span<const Cards> row) {
        for (std::size_t cell = 0; cell + 1 < row.size(); ++cell)
            (cell < seats ? hands : later).push_back(row[cell] | request.known[cell]);
    }
    WorldRows rows() const { return {hands, later, hands.size() / seats}; }
};

std::vector<Cards> draw_worlds(std::size_t count) {
    const std::size_t cells = at(request.cells);
    std::vector<Kind> kinds;
    for (std::size_t kind = 0; kind < SUITS; ++kind)
        kinds.push_back(
            {request.kind_cards[kind], static_cast<unsigned>(request.kind_cells[kind])});
    const std::vector<int> sizes(request.cell_sizes.begin(),
                                 request.cell_sizes.begin() + request.cells);
    const Layouts layouts(sizes, kinds);
    if (layouts.count() == UInt256(0)) throw std::invalid_argument("no layout fits what was seen");
    std::vector<Cards> rows(count * cells);
    layouts.draw_rows(request.seed, 0, rows);
    return rows;
}

// Fills in the weight of each world.
void weigh(const DecisionPoint &decision, const SplitWorlds &drawn) {
    const DecisionWorlds worlds(decision, drawn.rows());
    const std::size_t seats = drawn.seats;
    std::vector<double> logs(worlds.rows() * seats);
    const Limit none;
    Likelihoods likelihoods(worlds, {&policy}, std::log(MIN_PROBABILITY), none, logs);
    likelihoods.work();
    weights.assign(worlds.rows(), 0.0);
    for (std::size_t row = 0; row < worlds.rows(); ++row)
        for (std::size_t seat = 0; seat < seats; ++seat)
            weights[row] += WEIGHT_POWER * logs[row * seats + seat];
    const double most = *std::max_element(weights.begin(), weights.end());
    for (double &weight : weights) weight = std::exp(weight - most);
}

// Systematic resampling: equally spaced points on the cumulated weights. The worlds are in random
// order, so that the offset of the points need not be random.
std::vector<Cards> resampled(std::span<const Cards> rows, std::size_t count) {
    const double step =
        std::accumulate(weights.begin(), weights.end(), 0.0) / static_cast<double>(count);
    const std::size_t cells = at(request.cells);
    std::vector<Cards> chosen;
    std::size_t row = 0;
    double upto = weights[0];
    for (std::size_t point = 0; point < count; ++point) {
        const double place = (static_cast<double>(point) + 0.5) * step;
        while (upto <= place && row + 1 < weights.size()) upto += weights[++row];
        const auto *first = rows.data() + row * cells;
        chosen.insert(chosen.end(), first, first + cells);
    }
    return chosen;
}

void evaluate(const DealPlan &plan, const DecisionWorlds &worlds, std::size_t choices) {
    const std::size_t seats = at(plan.seats), sides = at(plan.sides),
                      ends = worlds.rows() * choices;
    std::vector<std::int16_t> points(ends * sides);
    std::vector<std::int8_t> tricks(ends * seats);
    const Limit none;
    Rollouts rollouts(worlds, policy, policy, {.seed = request.seed}, none, {points, tricks});
    rollouts.work();
    const std::size_t own = at(plan.side_of[at(request.observer)]);
    values.fill({});
    for (std::size_t end = 0; end < ends; ++end) {
        ChoiceValue &value = values[end % choices];
        std::array<int, MAX_SEATS> by_side{};
        for (std::size_t seat = 0; seat < seats; ++seat)
            by_side[at(plan.side_of[seat])] += tricks[end * seats + seat];
        const int taken = by_side[own];
        for (std::size_t side = 0; side < sides; ++side) {
            if (request.most_tricks_score && by_side[side] < by_side[1 - side]) continue;
            (side == own ? value.points : value.others) += points[end * sides + side];
        }
        value.tricks += taken;
        value.trick_share += taken > 0;
    }
    const double count = static_cast<double>(worlds.rows());
    for (std::size_t choice = 0; choice < choices; ++choice) {
        ChoiceValue &value = values[choice];
        value.points /= count;
        value.others /= count * std::max(1.0, static_cast<double>(sides) - 1);
        value.tricks /= count;
        value.trick_share /= count;
    }
}

}  // namespace

// The address of the request, which the page fills in.
EXPORTED("request") DecisionRequest *request_address() {
    return &request;
}

// The address of the policy's weights, 16-bit integers, and their number.
EXPORTED("policy") std::int16_t *policy_address() {
    policy.resize(at(policy_size()));
    return policy.data();
}
EXPORTED("policySize") int policy_length() {
    return policy_size();
}

// The address of the cards that were evaluated, and of their values.
EXPORTED("cards") std::int8_t *cards_address() {
    return cards.data();
}
EXPORTED("values") ChoiceValue *values_address() {
    return values.data();
}

// The address of the weights of the worlds drawn last.
EXPORTED("weights") double *weights_address() {
    return weights.data();
}

// Evaluates the choices of the observer, whose turn it is. Returns their number; of cards that come
// to the same, one stands for all.
EXPORTED("evaluate") int evaluate_choices() {
    const DealPlan deal = plan();
    const DecisionPoint decision{deal,
                                 request.trump,
                                 request.turn_up,
                                 {request.plays.begin(), request.plays.begin() + request.played},
                                 request.observer};
    std::vector<Cards> rows = draw_worlds(at(request.candidates));
    if (request.played) {
        weigh(decision, SplitWorlds(rows));
        rows = resampled(rows, at(request.worlds));
    }
    const SplitWorlds split(rows);
    const DecisionWorlds worlds(decision, split.rows());
    const Cards labels = choices(worlds.relabelled(), worlds.state(0));
    int number = 0;
    for (Cards rest = labels; rest; ++number)
        cards[at(number)] =
            static_cast<std::int8_t>(worlds.relabelled().to_card(take_lowest(rest)));
    evaluate(deal, worlds, at(number));
    return number;
}

}  // namespace oddtrick::wasm
