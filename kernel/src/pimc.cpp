#include "oddtrick/pimc.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace oddtrick {

namespace {

std::size_t seats_of(const PimcQuery &query) {
    return static_cast<std::size_t>(query.position.seats);
}

void check_query(const Layouts &layouts, const PimcQuery &query) {
    const Position &position = query.position;
    if (query.objective)
        check(position, *query.objective);
    else
        check(position);
    if (!legal_cards(position))
        throw std::invalid_argument("the seat to play has no cards to evaluate");
    if (layouts.cells() < position.seats)
        throw std::invalid_argument("the layouts need a cell for each seat's hand");
    if (layouts.count() == 0) throw std::invalid_argument("no layout fits");
}

}  // namespace

PimcEvaluation::PimcEvaluation(const Layouts &layouts, const PimcQuery &query, const Limit &limit,
                               std::size_t table_bytes, const PimcResults &results)
    : layouts_(layouts),
      query_(query),
      limit_(limit),
      table_bytes_(table_bytes),
      results_(results),
      legal_(0),
      first_undone_(results.solved.size()) {
    check_query(layouts, query);
    legal_ = legal_cards(query.position);
    const std::size_t rows = results.solved.size();
    if (results.values.size() != rows * static_cast<std::size_t>(count(legal_)) ||
        results.hands.size() != rows * seats_of(query) || results.nodes.size() != rows)
        throw std::invalid_argument("the results need a row for each world: values of " +
                                    std::to_string(count(legal_)) + " cards, hands of " +
                                    std::to_string(query.position.seats) + " seats");
    if (!query.given.empty() && query.given.size() != rows * seats_of(query))
        throw std::invalid_argument("given worlds need a hand for each seat");
}

void PimcEvaluation::work() noexcept {
    std::size_t row = 0;
    try {
        while (!failed_ && (row = next_++) < results_.solved.size()) {
            if (stopped()) throw Stopped("the evaluation was stopped");
            solve_row(row);
        }
    } catch (const Stopped &) {
        // Rows before the earliest interrupted one are done: threads take rows in ascending order.
        for (std::size_t least = first_undone_; row < least;)
            if (first_undone_.compare_exchange_weak(least, row)) break;
    } catch (...) {
        if (!failed_.exchange(true)) failure_ = std::current_exception();
    }
}

std::size_t PimcEvaluation::done() const {
    if (failure_) std::rethrow_exception(failure_);
    return first_undone_;
}

bool PimcEvaluation::stopped() const {
    if (limit_.cancelled && *limit_.cancelled) return true;
    return limit_.deadline != std::chrono::steady_clock::time_point::max() &&
           std::chrono::steady_clock::now() >= limit_.deadline;
}

void PimcEvaluation::solve_row(std::size_t row) {
    const Position position = world(row);
    // A table of its own: how far a node limit reaches must not depend on the worlds that this
    // thread happened to solve before.
    Solver solver(table_bytes_);
    CardValues values;
    values.fill(MISSING);
    bool solved = true;
    try {
        values = query_.objective ? solver.solve_cards(position, *query_.objective, limit_)
                                  : solver.solve_cards(position, limit_);
    } catch (const Stopped &) {
        if (stopped()) throw;  // out of time: all work ends
        solved = false;        // out of nodes: this world has no value
    }
    write(row, values);
    results_.solved[row] = solved;
    results_.nodes[row] = solver.nodes();
}

Position PimcEvaluation::world(std::size_t row) const {
    std::array<Cards, MAX_CELLS> cells{};
    Position position = query_.position;
    const std::size_t seats = seats_of(query_);
    if (query_.given.empty()) {
        Random random(query_.seed, query_.first + row);
        layouts_.draw(random, std::span(cells).first(static_cast<std::size_t>(layouts_.cells())));
    } else {
        std::copy_n(query_.given.begin() + static_cast<std::ptrdiff_t>(row * seats), seats,
                    cells.begin());
    }
    for (std::size_t seat = 0; seat < seats; ++seat) {
        position.hands[seat] = query_.known[seat] | cells[seat];
        results_.hands[row * seats + seat] = position.hands[seat];
    }
    if (!query_.given.empty()) check(position);
    if (legal_cards(position) != legal_)
        throw std::invalid_argument("the seat to play has to hold the same cards in every world");
    return position;
}

void PimcEvaluation::write(std::size_t row, const CardValues &values) const {
    std::size_t at = row * static_cast<std::size_t>(count(legal_));
    for (Cards cards = legal_; cards;)
        results_.values[at++] = values[static_cast<std::size_t>(take_lowest(cards))];
}

}  // namespace oddtrick
