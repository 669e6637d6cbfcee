#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <bit>
#include <optional>
#include <string>

#include "oddtrick/playout.hpp"
#include "register.hpp"

namespace oddtrick::bindings {

namespace nb = nanobind;
using namespace nb::literals;

namespace {

template <class Number>
using Array = nb::ndarray<Number, nb::c_contig, nb::device::cpu>;

// The data of an array, once its size is checked.
template <class Number>
Number *numbers_of(const Array<Number> &array, std::size_t size, const char *name) {
    if (array.size() == size) return array.data();
    throw std::invalid_argument(std::string(name) + " has " + std::to_string(array.size()) +
                                " numbers, not " + std::to_string(size));
}

template <class Number>
Number *numbers_of(const std::optional<Array<Number>> &array, std::size_t size, const char *name) {
    return array ? numbers_of(*array, size, name) : nullptr;
}

using BonusCardsByTrump = std::vector<std::array<std::int8_t, SUITS>>;

std::vector<BonusCard> bonus_cards_of(const BonusCardsByTrump &cards,
                                      const std::vector<int> &conditions) {
    if (conditions.size() != cards.size()) {
        throw std::invalid_argument("each bonus card has one condition");
    }
    std::vector<BonusCard> bonus_cards;
    for (std::size_t number = 0; number < cards.size(); ++number) {
        const int condition = conditions[number];
        if (condition < 0 || condition > static_cast<int>(BonusCondition::won_with)) {
            throw std::invalid_argument(
                "a bonus condition is 0 (taken), 1 (dealt) or 2 (won with)");
        }
        bonus_cards.push_back({cards[number], static_cast<BonusCondition>(condition)});
    }
    return bonus_cards;
}

void register_enums(nb::module_ &module) {
    nb::enum_<TrumpSource>(module, "TrumpSource", "The source of the trump suit of a deal.")
        .value("LAST_DEALT", TrumpSource::last_dealt)
        .value("FURTHER", TrumpSource::further)
        .value("FIXED", TrumpSource::fixed)
        .value("CHOSEN", TrumpSource::chosen);
    nb::enum_<SimplePolicy>(module, "SimplePolicy", "A policy without weights.")
        .value("UNIFORM", SimplePolicy::uniform)
        .value("GREEDY", SimplePolicy::greedy);
}

void make_plan(DealPlan *into, int seats, unsigned in, Cards pack, std::vector<int> sizes,
               int dealer, TrumpSource source, int trump, int chooser, bool blind,
               std::array<std::array<std::uint8_t, CARDS>, SUITS + 1> places, bool trumps_held_back,
               int sides, std::array<std::int8_t, MAX_SEATS> side_of,
               const BonusCardsByTrump &bonus_cards, const std::vector<int> &conditions,
               int special_bonus, int stages, std::vector<std::int16_t> worth, bool net,
               std::array<std::int32_t, MAX_SEATS> points_needed, bool trump_called, int leader,
               bool stock, bool stock_open, bool stock_tricks_count,
               std::array<std::int8_t, MAX_SEATS> seen_side_of) {
    DealPlan plan{seats,
                  in,
                  pack,
                  std::move(sizes),
                  dealer,
                  source,
                  trump,
                  chooser,
                  blind,
                  places,
                  trumps_held_back,
                  sides,
                  side_of,
                  bonus_cards_of(bonus_cards, conditions),
                  special_bonus,
                  stages,
                  std::move(worth),
                  net,
                  points_needed,
                  trump_called,
                  leader,
                  stock,
                  stock_open,
                  stock_tricks_count,
                  seen_side_of};
    check(plan);
    new (into) DealPlan(std::move(plan));
}

std::size_t stock_size(const DealPlan &plan) {
    return at(draws(plan) * std::popcount(plan.in));
}

void register_plan(nb::module_ &module) {
    nb::class_<DealPlan>(module, "DealPlan",
                         "The rules of one deal: how it is dealt, played and scored.")
        .def("__init__", &make_plan, nb::kw_only(), "seats"_a, "in_mask"_a, "pack"_a, "sizes"_a,
             "dealer"_a, "source"_a, "trump"_a, "chooser"_a, "blind"_a, "places"_a,
             "trumps_held_back"_a, "sides"_a, "side_of"_a, "bonus_cards"_a, "bonus_conditions"_a,
             "special_bonus"_a, "stages"_a, "worth"_a, "net"_a, "points_needed"_a,
             "trump_called"_a, "leader"_a, "stock"_a, "stock_open"_a, "stock_tricks_count"_a,
             "seen_side_of"_a)
        .def_prop_ro("actions", [](const DealPlan &plan) { return DealTables(plan).actions(); })
        .def_prop_ro("stock_size", [](const DealPlan &plan) { return stock_size(plan); });
}

struct Sizes {
    explicit Sizes(const DealPlan &plan, std::size_t deals)
        : seats(deals * at(plan.seats)),
          dealt(seats * plan.sizes.size()),
          sides(deals * at(plan.sides)) {}
    std::size_t seats, dealt, sides;
};

void deal_into(const DealPlan &plan, std::uint64_t seed, std::uint64_t first, std::size_t deals,
               const Array<Cards> &dealt, const Array<std::int8_t> &turn_up,
               const Array<std::int8_t> &stock) {
    const DealTables tables(plan);
    DealRows rows;
    rows.dealt = numbers_of(dealt, Sizes(plan, deals).dealt, "dealt");
    rows.turn_up = numbers_of(turn_up, deals, "turn_up");
    rows.stock = numbers_of(stock, deals * stock_size(plan), "stock");
    const nb::gil_scoped_release released;
    deal_cards(tables, seed, first, deals, rows);
}

// The tables of the plans of contracts, and whether each deal has one of them.
std::vector<DealTables> tables_of(const DealTables &dealt,
                                  const std::vector<const DealPlan *> &plans,
                                  const std::int32_t *chosen, std::size_t deals) {
    std::vector<DealTables> tables;
    for (const DealPlan *plan : plans) {
        tables.emplace_back(*plan);
        check_fit(dealt, tables.back());
    }
    for (std::size_t deal = 0; chosen && deal < deals; ++deal)
        if (chosen[deal] < UNPLAYED || chosen[deal] >= static_cast<std::int32_t>(plans.size()))
            throw std::invalid_argument("there is no plan " + std::to_string(chosen[deal]));
    return tables;
}

void play_into(const DealPlan &plan, std::uint64_t seed, std::uint64_t first, std::size_t deals,
               SimplePolicy policy, unsigned threads, const Array<Cards> &dealt,
               const Array<std::int8_t> &turn_up, const Array<std::int8_t> &stock,
               const Array<std::int8_t> &trump, const Array<std::int8_t> &tricks,
               const Array<std::int16_t> &points,
               const std::optional<Array<std::int8_t>> &actions,
               const std::optional<Array<std::int8_t>> &seats,
               const std::optional<Array<Cards>> &legal,
               const std::optional<Array<std::uint8_t>> &observations,
               const std::optional<Array<std::uint8_t>> &order,
               const std::vector<const DealPlan *> &plans,
               const std::optional<Array<const std::int32_t>> &chosen,
               const std::optional<Array<const Cards>> &held) {
    const DealTables tables(plan);
    const Sizes sizes(plan, deals);
    const std::size_t taken = deals * at(tables.actions());
    const DealRows rows{numbers_of(dealt, sizes.dealt, "dealt"),
                        numbers_of(turn_up, deals, "turn_up"),
                        numbers_of(stock, deals * stock_size(plan), "stock"),
                        numbers_of(trump, deals, "trump"),
                        numbers_of(tricks, sizes.seats, "tricks"),
                        numbers_of(points, sizes.sides, "points"),
                        numbers_of(actions, taken, "actions"),
                        numbers_of(seats, taken, "seats"),
                        numbers_of(legal, taken, "legal"),
                        numbers_of(observations, taken * observed::SIZE, "observations"),
                        numbers_of(order, taken * order_observed::SIZE, "order")};
    if (order && !actions) throw std::invalid_argument("the order of tricks needs the actions");
    const std::int32_t *numbers = numbers_of(chosen, deals, "plans");
    const std::vector<DealTables> under = tables_of(tables, plans, numbers, deals);
    const Contracts contracts{under, numbers, numbers_of(held, sizes.seats, "held")};
    const nb::gil_scoped_release released;
    play_deals(tables, seed, first, deals, policy, threads, rows, numbers ? &contracts : nullptr);
}

void step(SteppedDeals &deals, const Array<const std::int64_t> &actions,
          const std::optional<Array<const bool>> &chosen, bool again,
          const Array<std::int16_t> &points, const Array<bool> &ended) {
    const std::size_t size = deals.size();
    const std::int64_t *taken = numbers_of(actions, size, "actions");
    const bool *some = numbers_of(chosen, size, "chosen");
    std::int16_t *scored = numbers_of(points, size * at(deals.tables().plan.sides), "points");
    bool *over = numbers_of(ended, size, "ended");
    const nb::gil_scoped_release released;
    deals.step(taken, some, again, scored, over);
}

void renew(SteppedDeals &deals, const Array<const bool> &chosen) {
    const bool *some = numbers_of(chosen, deals.size(), "chosen");
    const nb::gil_scoped_release released;
    deals.renew(some);
}

void look(const SteppedDeals &deals, const Array<std::int8_t> &seats, const Array<Cards> &legal,
          const std::optional<Array<std::uint8_t>> &observations) {
    std::int8_t *acting = numbers_of(seats, deals.size(), "seats");
    Cards *actions = numbers_of(legal, deals.size(), "legal");
    std::uint8_t *into = numbers_of(observations, deals.size() * observed::SIZE, "observations");
    const nb::gil_scoped_release released;
    deals.to_act(acting, actions);
    if (into) deals.observe(into);
}

void observe_seat(const SteppedDeals &deals, int seat, const Array<std::uint8_t> &observations) {
    std::uint8_t *into = numbers_of(observations, deals.size() * observed::SIZE, "observations");
    const nb::gil_scoped_release released;
    deals.observe(seat, into);
}

void observe_more(const SteppedDeals &deals, int seat,
                  const std::optional<Array<std::uint8_t>> &stock,
                  const std::optional<Array<std::uint8_t>> &order) {
    std::uint8_t *cards = numbers_of(stock, deals.size() * stock_observed::SIZE, "stock");
    std::uint8_t *tricks = numbers_of(order, deals.size() * order_observed::SIZE, "order");
    const nb::gil_scoped_release released;
    deals.observe_more(seat, cards, tricks);
}

void begin(SteppedDeals &deals, std::size_t env, int plan,
           const std::optional<Array<const Cards>> &held) {
    deals.begin(env, plan, numbers_of(held, at(deals.tables().plan.seats), "held"));
}

void waiting(const SteppedDeals &deals, const Array<std::uint64_t> &numbers,
             const Array<bool> &waits) {
    deals.waiting(numbers_of(numbers, deals.size(), "numbers"),
                  numbers_of(waits, deals.size(), "waits"));
}

void dealt(const SteppedDeals &deals, std::size_t env, const Array<Cards> &hands,
           const Array<std::int8_t> &turn_up, const Array<std::int8_t> &stock) {
    const DealPlan &plan = deals.tables().plan;
    deals.dealt(env, numbers_of(hands, at(plan.seats) * plan.sizes.size(), "hands"),
                numbers_of(turn_up, 1, "turn_up"), numbers_of(stock, stock_size(plan), "stock"));
}

void held(const SteppedDeals &deals, const Array<Cards> &hands) {
    deals.hands(numbers_of(hands, deals.size() * at(deals.tables().plan.seats), "hands"));
}

std::size_t row_of(const SteppedDeals &deals) {
    return at(deals.tables().actions());
}

void save(const SteppedDeals &deals, const Array<std::uint64_t> &numbers,
          const Array<std::int16_t> &taken, const Array<std::int8_t> &actions) {
    deals.save(numbers_of(numbers, deals.size(), "numbers"),
               numbers_of(taken, deals.size(), "taken"),
               numbers_of(actions, deals.size() * row_of(deals), "actions"));
}

void restore(SteppedDeals &deals, std::uint64_t seed, const Array<const std::uint64_t> &numbers,
             const Array<const std::int16_t> &taken, const Array<const std::int8_t> &actions) {
    const std::uint64_t *deal = numbers_of(numbers, deals.size(), "numbers");
    const std::int16_t *counts = numbers_of(taken, deals.size(), "taken");
    const std::int8_t *played = numbers_of(actions, deals.size() * row_of(deals), "actions");
    const nb::gil_scoped_release released;
    deals.restore(seed, deal, counts, played);
}

void register_stepped_deals(nb::module_ &module) {
    nb::class_<SteppedDeals>(module, "SteppedDeals", "Deals side by side, stepped together.")
        .def(nb::init<const DealPlan &, std::size_t, bool>(), "plan"_a, "envs"_a, "calls"_a)
        .def("reset", &SteppedDeals::reset, "seed"_a, "first"_a,
             nb::call_guard<nb::gil_scoped_release>())
        .def("step", &step, "actions"_a, "chosen"_a.none(), "again"_a, "points"_a, "ended"_a)
        .def("renew", &renew, "chosen"_a)
        .def("look", &look, "seats"_a, "legal"_a, "observations"_a.none())
        .def("observe_seat", &observe_seat, "seat"_a, "observations"_a)
        .def("observe_more", &observe_more, "seat"_a, "stock"_a.none(), "order"_a.none())
        .def("add_plan", &SteppedDeals::add_plan, "plan"_a)
        .def("begin", &begin, "env"_a, "plan"_a, "held"_a.none())
        .def("throw_in", &SteppedDeals::throw_in, "env"_a)
        .def("waiting", &waiting, "numbers"_a, "waits"_a)
        .def("dealt", &dealt, "env"_a, "hands"_a, "turn_up"_a, "stock"_a)
        .def("held", &held, "hands"_a)
        .def("save", &save, "numbers"_a, "taken"_a, "actions"_a)
        .def("restore", &restore, "seed"_a, "numbers"_a, "taken"_a, "actions"_a)
        .def("copy", [](const SteppedDeals &deals) { return SteppedDeals(deals); })
        .def_prop_ro("seed", &SteppedDeals::seed);
}

using Begins = nb::typed<nb::dict, nb::str, int>;

Begins layout() {
    Begins parts;
    parts["hand"] = observed::HAND;
    parts["table"] = observed::TABLE;
    parts["earlier"] = observed::EARLIER;
    parts["turn_up"] = observed::TURN_UP;
    parts["played"] = observed::PLAYED;
    parts["voids"] = observed::VOIDS;
    parts["trump"] = observed::TRUMP;
    parts["led"] = observed::LED;
    parts["to_act"] = observed::TO_ACT;
    parts["leader"] = observed::LEADER;
    parts["dealer"] = observed::DEALER;
    parts["chooser"] = observed::CHOOSER;
    parts["turn_up_holder"] = observed::TURN_UP_HOLDER;
    parts["in"] = observed::IN;
    parts["side"] = observed::SIDE;
    parts["held"] = observed::HELD;
    parts["tricks"] = observed::TRICKS;
    parts["choosing"] = observed::CHOOSING;
    parts["trumps_led"] = observed::TRUMPS_LED;
    parts["hand_number"] = observed::HAND_NUMBER;
    parts["hands"] = observed::HANDS;
    parts["trick_number"] = observed::TRICK_NUMBER;
    return parts;
}

}  // namespace

void register_playouts(nb::module_ &module) {
    register_enums(module);
    register_plan(module);
    register_stepped_deals(module);
    module.attr("OBSERVATION_SIZE") = observed::SIZE;
    module.attr("STOCK_SIZE") = stock_observed::SIZE;
    module.attr("ORDER_SIZE") = order_observed::SIZE;
    module.def("observation_parts", &layout, "The offset of each part of an observation.");
    module.def("play_deals", &play_into, "plan"_a, "seed"_a, "first"_a, "deals"_a, "policy"_a,
               "threads"_a, "dealt"_a, "turn_up"_a, "stock"_a, "trump"_a, "tricks"_a, "points"_a,
               "actions"_a.none(), "seats"_a.none(), "legal"_a.none(), "observations"_a.none(),
               "order"_a.none(), "plans"_a, "chosen"_a.none(), "held"_a.none());
    module.def("deal_cards", &deal_into, "Deals cards, and plays none.", "plan"_a, "seed"_a,
               "first"_a, "deals"_a, "dealt"_a, "turn_up"_a, "stock"_a);
}

}  // namespace oddtrick::bindings
