#include "general_solver.hpp"

#include <optional>

#include "search.hpp"

namespace oddtrick::general {

namespace {

// The context in which the proofs of the table hold, apart from its keys.
struct TableContext {
    CardKinds kind{};
    std::array<std::int8_t, MAX_SEATS> next{};
    unsigned us = 0;
    int trump = NO_TRUMP;
    int trick_worth = 0;
    bool fewest = false;
    std::uint32_t objective = 0;  // the number of the objective's table; 0: none

    bool operator==(const TableContext &) const = default;
};

Trick trick_of(const Position &position, const SearchState &state, auto worth) {
    Trick trick;
    int seat = position.leader;
    for (int place = 0; place < position.played; ++place, seat = state.next[seat]) {
        const int card = state.to_label[position.trick[place]];
        trick = state.extended_trick(trick, seat, card, worth(state.kind[card]));
    }
    return trick;
}

}  // namespace

struct GeneralSolver::Impl {
    explicit Impl(std::size_t table_bytes) : table(table_bytes) {}

    void prepare(TableContext now) {
        if (terms && *terms == now) return;
        table.invalidate();
        terms = std::move(now);
    }

    // Calls `ask(search, seat to play, trick)` with a search of the position.
    template <class Scoring, class Ask>
    auto with(const Position &position, const SearchState &state, const Scoring &scoring,
              const Trick &trick, const Limit &limit, const Ask &ask) {
        node_limit.start(limit);
        Search<Scoring> search(state, scoring, table, node_limit);
        return ask(search, seat_to_play(position), trick);
    }

    template <class Ask>
    auto ask(const Position &position, const Objective *objective, const Limit &limit,
             const Ask &question) {
        if (!objective) {
            const SearchState state(position, PointScoring::kinds(position));
            const Trick trick = trick_of(position, state, [](int kind) { return kind; });
            const PointScoring scoring(position, state, trick);
            prepare({state.kind, state.next, state.us, state.trump, scoring.trick_worth(),
                     position.fewest, 0});
            if (position.fewest)
                return with(position, state, FewestScoring(scoring), trick, limit, question);
            return with(position, state, scoring, trick, limit, question);
        }
        if (!utility_bounds || !utility_bounds->objective().same_table(*objective)) {
            utility_bounds = std::make_unique<UtilityBounds>(*objective);
            ++objectives;
        }
        const SearchState state(position, utility_bounds->kinds());
        const Trick trick = trick_of(
            position, state, [&](int kind) { return utility_bounds->worth(kind); });
        prepare({state.kind, state.next, state.us, state.trump, 0, false, objectives});
        const ObjectiveScoring scoring(*objective, state, trick, *utility_bounds);
        return with(position, state, scoring, trick, limit, question);
    }

    TranspositionTable table;
    NodeLimit node_limit;
    std::optional<TableContext> terms;
    std::unique_ptr<UtilityBounds> utility_bounds;
    std::uint32_t objectives = 0;  // tables seen so far
};

GeneralSolver::GeneralSolver(std::size_t table_bytes)
    : impl_(std::make_unique<Impl>(table_bytes)) {}
GeneralSolver::~GeneralSolver() = default;
GeneralSolver::GeneralSolver(GeneralSolver &&) noexcept = default;
GeneralSolver &GeneralSolver::operator=(GeneralSolver &&) noexcept = default;

namespace {

// The value of a search as the points of "us": where few are wanted, it is those of the others.
int points_of_us(const Position &position, int value) {
    return position.fewest ? points_left(position) - value : value;
}

// Half of all points, for a side of half the seats.
int initial_estimate(const Position &position, const Objective *objective) {
    if (objective) return 0;
    const unsigned counted = position.fewest ? ~position.us : position.us;
    const int ours = std::popcount(counted & seats_in(position));
    const int all = std::max(std::popcount(seats_in(position)), 1);
    return points_left(position) * ours / all;
}

}  // namespace

int GeneralSolver::value(const Position &position, const Objective *objective, const Limit &limit) {
    const int guess = initial_estimate(position, objective);
    const int value = impl_->ask(
        position, objective, limit, [&](auto &search, int seat, const Trick &trick) {
            return search.value(seat, trick, guess);
        });
    return points_of_us(position, value);
}

CardValues GeneralSolver::cards(const Position &position, const Objective *objective,
                                const Limit &limit) {
    CardValues values;
    values.fill(NO_VALUE);
    int guess = initial_estimate(position, objective);
    impl_->ask(position, objective, limit, [&](auto &search, int seat, const Trick &trick) {
        const SearchState state = search.state();
        MoveList moves;
        generate_moves(state, seat, trick, moves);
        // Candidates come in descending order, each the lowest of its run: its value is that of all
        // legal cards below the next candidate.
        for (Cards legal = state.legal(seat, trick); legal;) {
            const int at = --moves.size, card = moves.cards[at];
            guess = search.value_after(seat, trick, card, guess);
            const int next = at > 0 ? moves.cards[at - 1] : CARDS;
            const auto value = static_cast<std::int16_t>(points_of_us(position, guess));
            while (legal && lowest(legal) < next)
                values[state.to_card[take_lowest(legal)]] = value;
        }
        return 0;
    });
    return values;
}

std::vector<std::int8_t> GeneralSolver::line(const Position &position, const Objective *objective,
                                             const Limit &limit) {
    const int guess = initial_estimate(position, objective);
    return impl_->ask(position, objective, limit, [&](auto &search, int seat, const Trick &trick) {
        std::vector<std::int8_t> line;
        const SearchState state = search.state();
        for (const int card : search.line(seat, trick, guess))
            line.push_back(static_cast<std::int8_t>(state.to_card[card]));
        return line;
    });
}

std::uint64_t GeneralSolver::nodes() const {
    return impl_->node_limit.nodes();
}
std::size_t GeneralSolver::table_bytes() const {
    return impl_->table.bytes();
}

void GeneralSolver::clear() {
    impl_->table.clear();
    impl_->terms.reset();
    impl_->utility_bounds.reset();
}

}  // namespace oddtrick::general
