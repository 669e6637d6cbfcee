#include "oddtrick/imagine.hpp"
#include "oddtrick/tree.hpp"
#include "oddtrick/weighing.hpp"
#include "oddtrick/whole_deals.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <exception>
#include <functional>
#include <optional>
#include <stdexcept>
#include <tuple>
#include <vector>

#include "bind.hpp"
#include "waiting.hpp"

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

struct LearntHabits {
    Habits habits;
};

void make_habits(LearntHabits *into, const Array<const std::int16_t, 1> &numbers) {
    if (numbers.size() != static_cast<std::size_t>(habits_size()))
        throw std::invalid_argument("habits are " + std::to_string(habits_size()) +
                                    " numbers, not " + std::to_string(numbers.size()));
    new (into) LearntHabits{Habits(numbers.data(), numbers.data() + numbers.size())};
}

Rows rows_of(const Array<const Cards, 2> &hands, const Array<const Cards, 3> &later) {
    return {numbers_of(hands), numbers_of(later), hands.shape(0)};
}

void make_moment(Moment *into, const DealPlan &plan, int trump, int turn_up,
                 std::vector<std::int8_t> played, int observer) {
    new (into) Moment{plan, trump, turn_up, std::move(played), observer};
}

// Without the GIL, until it is done, or cancelled, or its time is over.
std::size_t finish(RowWork &work, int threads, std::atomic<bool> &cancelled, const Stop &stop) {
    std::function<bool()> asked;
    if (stop) asked = [&] { return nb::cast<bool>((*stop)()); };
    if (asked && asked()) return 0;
    wait_for_threads(threads, cancelled, [&] { work.work(); }, asked);
    return work.done();
}

std::size_t weigh(const Moment &moment, const Array<const Cards, 2> &hands,
                  const Array<const Cards, 3> &later,
                  const std::vector<const LearntHabits *> &given, double least, int threads,
                  std::optional<double> seconds, const Stop &stop, const Array<double, 3> &logs) {
    std::atomic<bool> cancelled = false;
    Limit limit = limit_of({}, seconds);
    limit.cancelled = &cancelled;
    const Imagined imagined(moment, rows_of(hands, later));
    std::vector<const Habits *> sorts;
    for (const LearntHabits *one : given) sorts.push_back(&one->habits);
    Weighing weighing(imagined, std::move(sorts), least, limit, numbers_of(logs));
    return finish(weighing, threads, cancelled, stop);
}

std::size_t play_out(const Moment &moment, const Array<const Cards, 2> &hands,
                     const Array<const Cards, 3> &later, const LearntHabits &ours,
                     const LearntHabits &theirs, int mood, std::uint64_t seed, int times,
                     std::uint64_t tried, int threads,
                     std::optional<double> seconds, const Stop &stop,
                     const Array<std::int16_t, 4> &points, const Array<std::int8_t, 4> &tricks) {
    std::atomic<bool> cancelled = false;
    Limit limit = limit_of({}, seconds);
    limit.cancelled = &cancelled;
    const Imagined imagined(moment, rows_of(hands, later));
    PlayingOut playing(imagined, ours.habits, theirs.habits, {mood, seed, times}, limit,
                       {numbers_of(points), numbers_of(tricks)}, tried);
    return finish(playing, threads, cancelled, stop);
}

Cards printed(const Setting &setting, Cards labels) {
    Cards cards = 0;
    while (labels) cards |= bit(setting.printed(take_lowest(labels)));
    return cards;
}

// For each of the observer's choices, in the order of play_out: the card.
std::vector<int> choices_of(const Moment &moment, const Array<const Cards, 2> &hands,
                            const Array<const Cards, 3> &later) {
    const Imagined imagined(moment, rows_of(hands, later));
    std::vector<int> cards;
    for (Cards rest = choices(imagined.setting(), imagined.scene(0)); rest;)
        cards.push_back(imagined.setting().printed(take_lowest(rest)));
    return cards;
}

// For each legal card of the observer, ascending: the place of the choice that stands for it.
std::vector<int> runs_of(const Moment &moment, const Array<const Cards, 2> &hands,
                         const Array<const Cards, 3> &later) {
    const Imagined imagined(moment, rows_of(hands, later));
    const Setting &setting = imagined.setting();
    const Scene scene = imagined.scene(0);
    const Cards all = choices(setting, scene);
    std::vector<int> places;
    for (Cards rest = printed(setting, legal_actions(scene.deal)); rest;) {
        const Run run = run_of(setting, scene, setting.labelled(take_lowest(rest)));
        places.push_back(count(all & (bit(run.choice) - 1)));
    }
    return places;
}

// What is seen in each choice: a row of traits for each.
std::vector<std::vector<std::int32_t>> traits_of(const Moment &moment,
                                                 const Array<const Cards, 2> &hands,
                                                 const Array<const Cards, 3> &later) {
    const Imagined imagined(moment, rows_of(hands, later));
    const Scene scene = imagined.scene(0);
    const Cards all = choices(imagined.setting(), scene);
    std::vector<std::int32_t> flat(static_cast<std::size_t>(count(all)) * MOST_TRAITS);
    see_choices(imagined.setting(), scene, all, flat.data());
    std::vector<std::vector<std::int32_t>> rows;
    for (auto row = flat.begin(); row != flat.end(); row += MOST_TRAITS)
        rows.emplace_back(row, row + MOST_TRAITS);
    return rows;
}

// How often a tree takes each of the observer's choices, and its mean reward.
std::pair<std::vector<std::uint64_t>, std::vector<double>> grow_tree(
    const Moment &moment, const Array<const Cards, 2> &hands, const Array<const Cards, 3> &later,
    const LearntHabits *habits, int mood, Reward reward, std::uint64_t iterations,
    double exploration, std::uint64_t seed, std::optional<double> seconds, const Stop &stop) {
    std::atomic<bool> cancelled = false;
    Limit limit = limit_of({}, seconds);
    limit.cancelled = &cancelled;
    const Imagined imagined(moment, rows_of(hands, later));
    Tree tree(imagined, {static_cast<std::size_t>(iterations), exploration, reward, mood,
                         habits ? &habits->habits : nullptr, seed});
    std::function<bool()> asked;
    if (stop) asked = [&] { return nb::cast<bool>((*stop)()); };
    std::exception_ptr failure;
    const auto grow = [&] {
        try {
            tree.grow(limit);
        } catch (...) {
            failure = std::current_exception();
        }
    };
    wait_for_threads(1, cancelled, grow, asked);
    if (failure) std::rethrow_exception(failure);
    return {tree.visits(), tree.means()};
}

void play_habits(const DealPlan &plan, const std::vector<const LearntHabits *> &given, int mood,
                 std::uint64_t seed, std::uint64_t first, const Array<std::int16_t, 2> &points,
                 const Array<std::int8_t, 2> &tricks) {
    std::vector<const Habits *> habits;
    for (const LearntHabits *one : given) habits.push_back(&one->habits);
    const nb::gil_scoped_release released;
    play_habitually(plan, habits, mood, seed, first, points.shape(0), numbers_of(points),
                    numbers_of(tricks));
}

template <class Number, class... Shape>
using Owned = nb::ndarray<nb::numpy, Number, Shape..., nb::c_contig, nb::device::cpu>;

// The numbers as a NumPy array of that shape, which owns them.
template <class Made, class Number, class... Size>
Made owned(std::vector<Number> &&numbers, Size... shape) {
    auto *kept = new std::vector<Number>(std::move(numbers));
    const nb::capsule owner(kept, [](void *given) noexcept {
        delete static_cast<std::vector<Number> *>(given);
    });
    return Made(kept->data(), {shape...}, owner);
}

using Traits = Owned<std::int32_t, nb::ndim<2>>;
using Points = Owned<std::int16_t, nb::ndim<2>>;
using Tricks = Owned<std::int8_t, nb::ndim<2>>;
using Each = Owned<std::int8_t, nb::ndim<1>>;

std::tuple<Traits, Points, Tricks, Each, Each> learn(const DealPlan &plan,
                                                     const std::vector<const LearntHabits *> &given,
                                                     int mood, unsigned learners,
                                                     std::uint64_t seed, std::uint64_t first,
                                                     std::size_t deals) {
    std::vector<const Habits *> habits;
    for (const LearntHabits *one : given) habits.push_back(&one->habits);
    Lessons lessons;
    {
        const nb::gil_scoped_release released;
        lessons = learn_from_deals(plan, habits, mood, learners, seed, first, deals);
    }
    const std::size_t choices = lessons.sizes.size(), rows = lessons.traits.size() / MOST_TRAITS;
    return {owned<Traits>(std::move(lessons.traits), rows, std::size_t{MOST_TRAITS}),
            owned<Points>(std::move(lessons.points), rows, static_cast<std::size_t>(plan.sides)),
            owned<Tricks>(std::move(lessons.tricks), rows, static_cast<std::size_t>(plan.seats)),
            owned<Each>(std::move(lessons.seats), choices),
            owned<Each>(std::move(lessons.sizes), choices)};
}

}  // namespace

void bind_imagine(nb::module_ &module) {
    module.attr("HABITS") = habits_size();
    nb::class_<LearntHabits>(module, "Habits", "How much each thing that is seen in a card counts.")
        .def("__init__", &make_habits, "numbers"_a);
    nb::class_<Moment>(module, "Moment", "A moment of the play, as everybody saw it.")
        .def("__init__", &make_moment, "plan"_a, "trump"_a, "turn_up"_a, "played"_a, "observer"_a);
    module.def("weigh", &weigh,
               "Writes how likely each sort of habits makes the plays of each seat in each world, as "
               "logarithms, and tells how many worlds are done.",
               "moment"_a, "hands"_a, "later"_a, "sorts"_a, "least"_a, "threads"_a,
               "seconds"_a.none(), "stop"_a.none(), "logs"_a);
    module.def("play_out", &play_out,
               "Plays each choice whose bit is set to the end of the deal in each world, and tells how "
               "many worlds are done.",
               "moment"_a, "hands"_a, "later"_a, "ours"_a, "theirs"_a, "mood"_a, "seed"_a, "times"_a,
               "tried"_a, "threads"_a, "seconds"_a.none(), "stop"_a.none(), "points"_a, "tricks"_a);
    module.def("choices", &choices_of, "The cards that the observer has to choose from.",
               "moment"_a, "hands"_a, "later"_a);
    module.def("runs", &runs_of, "For each legal card the place of the choice that stands for it.",
               "moment"_a, "hands"_a, "later"_a);
    module.def("traits", &traits_of, "What is seen in each choice.", "moment"_a, "hands"_a,
               "later"_a);
    nb::enum_<Reward>(module, "Reward", "What a seat wants of a deal.")
        .value("TRICKS", Reward::tricks)
        .value("POINTS", Reward::points)
        .value("SURVIVAL", Reward::survival);
    module.def("grow_tree", &grow_tree,
               "How often a tree search takes each choice, and its mean reward.", "moment"_a,
               "hands"_a, "later"_a, "habits"_a.none(), "mood"_a, "reward"_a, "iterations"_a,
               "exploration"_a, "seed"_a, "seconds"_a.none(), "stop"_a.none());
    module.def("play_habits", &play_habits, "Plays whole deals out of habit.", "plan"_a, "habits"_a,
               "mood"_a, "seed"_a, "first"_a, "points"_a, "tricks"_a);
    module.def("learn_from_deals", &learn,
               "Plays whole deals out of habit, and tells what would have become of each choice: "
               "traits, points and tricks of each card, seat and size of each choice.",
               "plan"_a, "habits"_a, "mood"_a, "learners"_a, "seed"_a, "first"_a, "deals"_a);
}

}  // namespace oddtrick::bindings
