#include "oddtrick/solver.hpp"

#include "general/general_solver.hpp"
#include "whist/whist_solver.hpp"

namespace oddtrick {

struct Solver::Parts {
    explicit Parts(std::size_t table_bytes) : general(table_bytes / 2), whist(table_bytes / 2) {}

    general::GeneralSolver general;
    whist::WhistSolver whist;
};

namespace {

bool ours(const Position &position) {
    return (position.us >> seat_to_play(position) & 1) != 0;
}

// Converts a value for "us" to one for the side of the seat to play.
int shown(const Position &position, int value) {
    return ours(position) ? value : points_left(position) - value;
}

template <class Show>
CardValues shown(const Position &position, CardValues values, const Show &show) {
    for (Cards cards = legal_cards(position); cards;) {
        std::int16_t &value = values[take_lowest(cards)];
        value = static_cast<std::int16_t>(show(value));
    }
    return values;
}

}  // namespace

Solver::Solver(std::size_t table_bytes) : parts_(std::make_unique<Parts>(table_bytes)) {}
Solver::~Solver() = default;
Solver::Solver(Solver &&) noexcept = default;
Solver &Solver::operator=(Solver &&) noexcept = default;

int Solver::solve(const Position &position, const Limit &limit) {
    check(position);
    const int value = whist::is_whist(position) ? parts_->whist.value(position, limit)
                                                : parts_->general.value(position, nullptr, limit);
    return shown(position, value);
}

CardValues Solver::solve_cards(const Position &position, const Limit &limit) {
    check(position);
    const CardValues values = whist::is_whist(position)
                                  ? parts_->whist.cards(position, limit)
                                  : parts_->general.cards(position, nullptr, limit);
    return shown(position, values, [&](int value) { return shown(position, value); });
}

std::vector<std::int8_t> Solver::principal_line(const Position &position, const Limit &limit) {
    check(position);
    return whist::is_whist(position) ? parts_->whist.line(position, limit)
                                     : parts_->general.line(position, nullptr, limit);
}

int Solver::solve(const Position &position, const Objective &objective, const Limit &limit) {
    check(position, objective);
    const int value = parts_->general.value(position, &objective, limit);
    return ours(position) ? value : -value;
}

CardValues Solver::solve_cards(const Position &position, const Objective &objective,
                               const Limit &limit) {
    check(position, objective);
    const int sign = ours(position) ? 1 : -1;
    return shown(position, parts_->general.cards(position, &objective, limit),
                 [&](int value) { return sign * value; });
}

std::vector<std::int8_t> Solver::principal_line(const Position &position,
                                                const Objective &objective, const Limit &limit) {
    check(position, objective);
    return parts_->general.line(position, &objective, limit);
}

std::uint64_t Solver::nodes() const {
    return parts_->general.nodes() + parts_->whist.nodes();
}
std::size_t Solver::table_bytes() const {
    return parts_->general.table_bytes() + parts_->whist.table_bytes();
}
void Solver::clear() {
    parts_->general.clear();
    parts_->whist.clear();
}

}  // namespace oddtrick
