#include "oddtrick/position.hpp"

#include <nanobind/stl/vector.h>

#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

#include "oddtrick/objective.hpp"
#include "oddtrick/solver.hpp"
#include "register.hpp"

namespace nb = nanobind;

namespace oddtrick::bindings {

namespace {

// A number for each card of the pack.
std::array<std::uint8_t, CARDS> by_card(const nb::bytes &numbers, const std::string &what) {
    if (numbers.size() != CARDS)
        throw std::invalid_argument(what + ": 52 bytes are needed, one for each card");
    std::array<std::uint8_t, CARDS> bytes;
    std::memcpy(bytes.data(), numbers.data(), CARDS);
    return bytes;
}

void make_position(Position *place, const std::vector<Cards> &hands, int trump, int leader,
                   const std::vector<int> &trick, unsigned us, unsigned out,
                   const nb::bytes &strength, int trick_worth, const nb::bytes &card_worth,
                   bool trumps_held_back) {
    Position position;
    if (hands.size() < 2 || hands.size() > MAX_SEATS)
        throw std::invalid_argument("a table has 2 to 8 seats, not " +
                                    std::to_string(hands.size()));
    if (trick.size() >= hands.size())
        throw std::invalid_argument("a trick under way has fewer cards than there are seats, not " +
                                    std::to_string(trick.size()));
    position.seats = static_cast<int>(hands.size());
    std::copy(hands.begin(), hands.end(), position.hands.begin());
    for (const int card : trick) {
        if (card < 0 || card >= CARDS)
            throw std::invalid_argument("the trick holds something that is not a card");
        position.trick[position.played++] = static_cast<std::int8_t>(card);
    }
    position.trump = trump;
    position.leader = leader;
    position.us = us;
    position.out = out;
    position.strength = by_card(strength, "the strength of a card");
    position.trick_worth = trick_worth;
    position.card_worth = by_card(card_worth, "the worth of a card");
    position.trumps_held_back = trumps_held_back;
    check(position);
    new (place) Position(position);
}

void make_objective(Objective *place, Cards honours, std::vector<std::int8_t> captured,
                    std::vector<std::int8_t> catchers, int tricks,
                    std::vector<std::int16_t> utility, int tricks_won, int honours_won,
                    unsigned captured_won, const std::vector<int> &caught) {
    Objective objective{honours,
                        std::move(captured),
                        std::move(catchers),
                        tricks,
                        std::move(utility),
                        tricks_won,
                        honours_won,
                        captured_won,
                        {}};
    if (caught.size() > objective.caught.size() || caught.size() > objective.catchers.size())
        throw std::invalid_argument("caught has a side for each card that is won with");
    for (std::size_t at = 0; at < caught.size(); ++at) {
        if (caught[at] < 0 || caught[at] > 2)
            throw std::invalid_argument("caught is 0 (nobody), 1 (us) or 2 (them)");
        objective.caught[at] = static_cast<Holder>(caught[at]);
    }
    new (place) Objective(std::move(objective));
}

}  // namespace

void register_position(nb::module_ &module) {
    nb::class_<Position>(module, "Position")
        .def("__init__", &make_position, nb::kw_only(), nb::arg("hands"), nb::arg("trump"),
             nb::arg("leader"), nb::arg("trick"), nb::arg("us"), nb::arg("out"),
             nb::arg("strength"), nb::arg("trick_worth"), nb::arg("card_worth"),
             nb::arg("trumps_held_back"));
    nb::class_<Objective>(module, "Objective")
        .def("__init__", &make_objective, nb::kw_only(), nb::arg("honours"), nb::arg("captured"),
             nb::arg("catchers"), nb::arg("tricks"), nb::arg("utility"), nb::arg("tricks_won"),
             nb::arg("honours_won"), nb::arg("captured_won"), nb::arg("caught"));
    module.def(
        "check",
        [](const Position &position, const Objective *objective) {
            objective ? check(position, *objective) : check(position);
        },
        nb::arg("position"), nb::arg("objective").none());
    module.def(
        "for_fewest",
        [](Position position) {
            position.fewest = true;
            return position;
        },
        nb::arg("position"));
    module.def("seats_in", &seats_in, nb::arg("position"));
    module.def("seat_to_play", &seat_to_play, nb::arg("position"));
    module.def("legal_cards", &legal_cards, nb::arg("position"));
    module.def("points_left", &points_left, nb::arg("position"));
}

}  // namespace oddtrick::bindings
