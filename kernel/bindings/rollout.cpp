#include "oddtrick/rollout.hpp"
#include "oddtrick/drawing.hpp"
#include "oddtrick/ismcts.hpp"
#include "oddtrick/likelihood.hpp"
#include "oddtrick/self_play.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <functional>
#include <optional>
#include <stdexcept>
#include <tuple>
#include <vector>

#include "interruptible.hpp"
#include "register.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace oddtrick::bindings {

namespace {

template <class Number, int DIMENSIONS>
using Array = nb::ndarray<Number, nb::ndim<DIMENSIONS>, nb::c_contig, nb::device::cpu>;
using Stop = std::optional<nb::typed<nb::callable, bool()>>;

template <class Number, class... Shape>
std::span<Number> numbers_of(const nb::ndarray<Number, Shape...> &array) {
    return {array.data(), array.size()};
}

struct PolicyHandle {
    Policy policy;
};

void make_policy(PolicyHandle *into, const Array<const std::int16_t, 1> &numbers) {
    if (numbers.size() != static_cast<std::size_t>(policy_size()))
        throw std::invalid_argument("a policy has " + std::to_string(policy_size()) +
                                    " weights, not " + std::to_string(numbers.size()));
    new (into) PolicyHandle{Policy(numbers.data(), numbers.data() + numbers.size())};
}

WorldRows rows_of(const Array<const Cards, 2> &hands, const Array<const Cards, 3> &later) {
    return {numbers_of(hands), numbers_of(later), hands.shape(0)};
}

void make_decision(DecisionPoint *into, const DealPlan &plan, int trump, int turn_up,
                   std::vector<std::int8_t> played, int observer) {
    if (observer < 0 || observer >= plan.seats)
        throw std::invalid_argument("there is no seat " + std::to_string(observer) +
                                    ": the seats are 0 to " + std::to_string(plan.seats - 1));
    new (into) DecisionPoint{plan, trump, turn_up, std::move(played), observer};
}

// Works on rows without the GIL, until they are done, the work is cancelled, or time is over.
std::size_t run_rows(ParallelRows &work, int threads, std::atomic<bool> &cancelled,
                     const Stop &stop) {
    std::function<bool()> poll;
    if (stop) poll = [&] { return nb::cast<bool>((*stop)()); };
    if (poll && poll()) return 0;
    run_interruptibly(threads, cancelled, [&] { work.work(); }, poll);
    return work.done();
}

std::size_t log_likelihoods(const DecisionPoint &decision, const Array<const Cards, 2> &hands,
                            const Array<const Cards, 3> &later,
                            const std::vector<const PolicyHandle *> &handles, double log_floor,
                            int threads, std::optional<double> seconds, const Stop &stop,
                            const Array<double, 3> &logs) {
    std::atomic<bool> cancelled = false;
    Limit limit = limit_of({}, seconds);
    limit.cancelled = &cancelled;
    const DecisionWorlds worlds(decision, rows_of(hands, later));
    std::vector<const Policy *> policies;
    for (const PolicyHandle *handle : handles) policies.push_back(&handle->policy);
    Likelihoods likelihoods(worlds, std::move(policies), log_floor, limit, numbers_of(logs));
    return run_rows(likelihoods, threads, cancelled, stop);
}

std::size_t roll_out(const DecisionPoint &decision, const Array<const Cards, 2> &hands,
                     const Array<const Cards, 3> &later, const PolicyHandle &ours,
                     const PolicyHandle &theirs, int temperature, std::uint64_t seed, int repeats,
                     std::uint64_t selected, int threads, std::optional<double> seconds,
                     const Stop &stop, const Array<std::int16_t, 4> &points,
                     const Array<std::int8_t, 4> &tricks) {
    std::atomic<bool> cancelled = false;
    Limit limit = limit_of({}, seconds);
    limit.cancelled = &cancelled;
    const DecisionWorlds worlds(decision, rows_of(hands, later));
    Rollouts rollouts(worlds, ours.policy, theirs.policy, {temperature, seed, repeats}, limit,
                      {numbers_of(points), numbers_of(tricks)}, selected);
    return run_rows(rollouts, threads, cancelled, stop);
}

std::size_t roll_out_drawing(int trump, const std::vector<std::uint8_t> &strength, int leader,
                             const std::vector<std::int8_t> &trick, int idle, Cards choices,
                             const Array<const Cards, 2> &hands,
                             const Array<const std::int8_t, 2> &stock, int threads,
                             std::optional<double> seconds, const Stop &stop,
                             const Array<std::int8_t, 3> &tricks) {
    DrawingPoint point{.seats = static_cast<int>(hands.shape(1)), .trump = trump, .leader = leader,
                       .played = static_cast<int>(trick.size()), .idle = idle, .choices = choices};
    if (strength.size() != point.strength.size() || trick.size() > point.trick.size() ||
        hands.shape(0) != stock.shape(0))
        throw std::invalid_argument("there are 52 strengths, and a stock for each row of hands");
    std::copy(strength.begin(), strength.end(), point.strength.begin());
    std::copy(trick.begin(), trick.end(), point.trick.begin());
    std::atomic<bool> cancelled = false;
    Limit limit = limit_of({}, seconds);
    limit.cancelled = &cancelled;
    const DrawingRows rows{numbers_of(hands), numbers_of(stock), hands.shape(0)};
    DrawingRollouts rollouts(point, rows, limit, numbers_of(tricks));
    return run_rows(rollouts, threads, cancelled, stop);
}

Cards to_card(const RelabelledDeal &relabelled, Cards labels) {
    Cards cards = 0;
    while (labels) cards |= bit(relabelled.to_card(take_lowest(labels)));
    return cards;
}

// The card of each choice, in the order of `roll_out`.
std::vector<int> choices_of(const DecisionPoint &decision, const Array<const Cards, 2> &hands,
                            const Array<const Cards, 3> &later) {
    const DecisionWorlds worlds(decision, rows_of(hands, later));
    std::vector<int> cards;
    for (Cards rest = choices(worlds.relabelled(), worlds.state(0)); rest;)
        cards.push_back(worlds.relabelled().to_card(take_lowest(rest)));
    return cards;
}

// The index of the choice that represents each legal card, ascending by card.
std::vector<int> choice_indices(const DecisionPoint &decision, const Array<const Cards, 2> &hands,
                                const Array<const Cards, 3> &later) {
    const DecisionWorlds worlds(decision, rows_of(hands, later));
    const RelabelledDeal &relabelled = worlds.relabelled();
    const PlayState state = worlds.state(0);
    const Cards all = choices(relabelled, state);
    std::vector<int> places;
    for (Cards rest = to_card(relabelled, legal_actions(state.deal)); rest;) {
        const EquivalentRun run =
            equivalent_run(relabelled, state, relabelled.to_label(take_lowest(rest)));
        places.push_back(count(all & (bit(run.representative) - 1)));
    }
    return places;
}

// The features of each choice.
std::vector<std::vector<std::int32_t>> features_of(const DecisionPoint &decision,
                                                   const Array<const Cards, 2> &hands,
                                                   const Array<const Cards, 3> &later) {
    const DecisionWorlds worlds(decision, rows_of(hands, later));
    const PlayState state = worlds.state(0);
    const Cards all = choices(worlds.relabelled(), state);
    std::vector<std::int32_t> flat(static_cast<std::size_t>(count(all)) * MAX_FEATURES);
    list_features(worlds.relabelled(), state, all, flat.data());
    std::vector<std::vector<std::int32_t>> rows;
    for (auto row = flat.begin(); row != flat.end(); row += MAX_FEATURES)
        rows.emplace_back(row, row + MAX_FEATURES);
    return rows;
}

// The visits and the mean reward of each choice.
std::pair<std::vector<std::uint64_t>, std::vector<double>> run_ismcts(
    const DecisionPoint &decision, const Array<const Cards, 2> &hands,
    const Array<const Cards, 3> &later, const PolicyHandle *policy, int temperature, Reward reward,
    std::uint64_t iterations, double exploration, std::uint64_t seed, std::optional<double> seconds,
    const Stop &stop) {
    std::atomic<bool> cancelled = false;
    Limit limit = limit_of({}, seconds);
    limit.cancelled = &cancelled;
    const DecisionWorlds worlds(decision, rows_of(hands, later));
    Ismcts tree(worlds, {static_cast<std::size_t>(iterations), exploration, reward, temperature,
                         policy ? &policy->policy : nullptr, seed});
    std::function<bool()> poll;
    if (stop) poll = [&] { return nb::cast<bool>((*stop)()); };
    std::exception_ptr failure;
    const auto run = [&] {
        try {
            tree.run(limit);
        } catch (...) {
            failure = std::current_exception();
        }
    };
    run_interruptibly(1, cancelled, run, poll);
    if (failure) std::rethrow_exception(failure);
    return {tree.visits(), tree.means()};
}

void play_deals_by_policy(const DealPlan &plan, const std::vector<const PolicyHandle *> &handles,
                          int temperature, std::uint64_t seed, std::uint64_t first,
                          const Array<std::int16_t, 2> &points,
                          const Array<std::int8_t, 2> &tricks) {
    std::vector<const Policy *> policies;
    for (const PolicyHandle *handle : handles) policies.push_back(&handle->policy);
    const nb::gil_scoped_release released;
    play_deals_by_policy(plan, policies, temperature, seed, first, points.shape(0),
                         numbers_of(points), numbers_of(tricks));
}

template <class Number, class... Shape>
using Owned = nb::ndarray<nb::numpy, Number, Shape..., nb::c_contig, nb::device::cpu>;

// Moves the numbers into a NumPy array of the given shape.
template <class Made, class Number, class... Size>
Made owned(std::vector<Number> &&numbers, Size... shape) {
    auto *moved = new std::vector<Number>(std::move(numbers));
    const nb::capsule owner(
        moved, [](void *data) noexcept { delete static_cast<std::vector<Number> *>(data); });
    return Made(moved->data(), {shape...}, owner);
}

using Features = Owned<std::int32_t, nb::ndim<2>>;
using Points = Owned<std::int16_t, nb::ndim<2>>;
using Tricks = Owned<std::int8_t, nb::ndim<2>>;
using Each = Owned<std::int8_t, nb::ndim<1>>;

std::tuple<Features, Points, Tricks, Each, Each> collect(
    const DealPlan &plan, const std::vector<const PolicyHandle *> &handles, int temperature,
    unsigned learners, std::uint64_t seed, std::uint64_t first, std::size_t deals) {
    std::vector<const Policy *> policies;
    for (const PolicyHandle *handle : handles) policies.push_back(&handle->policy);
    TrainingData data;
    {
        const nb::gil_scoped_release released;
        data = collect_training_data(plan, policies, temperature, learners, seed, first, deals);
    }
    const std::size_t choices = data.sizes.size(), rows = data.features.size() / MAX_FEATURES;
    return {owned<Features>(std::move(data.features), rows, std::size_t{MAX_FEATURES}),
            owned<Points>(std::move(data.points), rows, static_cast<std::size_t>(plan.sides)),
            owned<Tricks>(std::move(data.tricks), rows, static_cast<std::size_t>(plan.seats)),
            owned<Each>(std::move(data.seats), choices),
            owned<Each>(std::move(data.sizes), choices)};
}

}  // namespace

void register_rollout(nb::module_ &module) {
    module.attr("FEATURE_COUNT") = policy_size();
    nb::class_<PolicyHandle>(module, "Policy",
                             "A linear softmax policy: one weight for each feature.")
        .def("__init__", &make_policy, "weights"_a);
    nb::class_<DecisionPoint>(module, "DecisionPoint",
                              "The public state of a deal at which a seat is to play a card.")
        .def("__init__", &make_decision, "plan"_a, "trump"_a, "turn_up"_a, "played"_a,
             "observer"_a);
    module.def(
        "log_likelihoods", &log_likelihoods,
        "Writes the log-likelihood of each seat's plays under each policy in each world. Returns "
        "the number of worlds done.",
        "decision"_a, "hands"_a, "later"_a, "policies"_a, "log_floor"_a, "threads"_a,
        "seconds"_a.none(), "stop"_a.none(), "logs"_a);
    module.def(
        "roll_out", &roll_out,
        "Plays each choice whose bit is set to the end of the deal in each world. Returns the "
        "number of worlds done.",
        "decision"_a, "hands"_a, "later"_a, "ours"_a, "theirs"_a, "temperature"_a, "seed"_a,
        "repeats"_a, "selected"_a, "threads"_a, "seconds"_a.none(), "stop"_a.none(), "points"_a,
        "tricks"_a);
    module.def(
        "roll_out_drawing", &roll_out_drawing,
        "Plays each choice to the end of a deal with a stock in each world. Returns the number of "
        "worlds done.",
        "trump"_a, "strength"_a, "leader"_a, "trick"_a, "idle"_a, "choices"_a, "hands"_a,
        "stock"_a, "threads"_a, "seconds"_a.none(), "stop"_a.none(), "tricks"_a);
    module.def("choices", &choices_of,
               "The observer's choices: the lowest card of each equivalent run.", "decision"_a,
               "hands"_a, "later"_a);
    module.def("choice_indices", &choice_indices,
               "The index of the choice that represents each legal card, ascending by card.",
               "decision"_a, "hands"_a, "later"_a);
    module.def("features", &features_of, "The feature indices of each choice, padded with -1.",
               "decision"_a, "hands"_a, "later"_a);
    nb::enum_<Reward>(module, "Reward", "The reward that tree search maximises for every seat.")
        .value("TRICKS", Reward::tricks)
        .value("POINTS", Reward::points)
        .value("SURVIVAL", Reward::survival);
    module.def("run_ismcts", &run_ismcts,
               "Runs information-set MCTS. Returns the visits and the mean reward of each choice.",
               "decision"_a, "hands"_a, "later"_a, "policy"_a.none(), "temperature"_a, "reward"_a,
               "iterations"_a, "exploration"_a, "seed"_a, "seconds"_a.none(), "stop"_a.none());
    module.def("play_deals_by_policy", &play_deals_by_policy,
               "Deals and plays whole deals by policy, one policy for each seat.", "plan"_a,
               "policies"_a, "temperature"_a, "seed"_a, "first"_a, "points"_a, "tricks"_a);
    module.def(
        "collect_training_data", &collect,
        "Deals and plays whole deals by policy, and rolls out every card of each choice of the "
        "learners. Returns features, points and tricks of each card, seat and size of each "
        "choice.",
        "plan"_a, "policies"_a, "temperature"_a, "learners"_a, "seed"_a, "first"_a, "deals"_a);
}

}  // namespace oddtrick::bindings
