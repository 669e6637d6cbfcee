#include "general.hpp"

#include <optional>

#include "search.hpp"

namespace oddtrick::general {

namespace {

// All that what the table knows depends on, apart from its keys.
struct Terms {
    Kinds kind{};
    std::array<std::int8_t, MAX_SEATS> next{};
    unsigned us = 0;
    int trump = NO_TRUMP;
    int trick_worth = 0;
    std::optional<std::vector<std::int16_t>> utility;

    bool operator==(const Terms &) const = default;
};

Trick trick_of(const Position &position, const Deal &deal, auto worth) {
    Trick trick;
    int seat = position.leader;
    for (int place = 0; place < position.played; ++place, seat = deal.next[seat]) {
        const int card = deal.inner[position.trick[place]];
        trick = deal.with(trick, seat, card, worth(deal.kind[card]));
    }
    return trick;
}

}  // namespace

struct General::State {
    explicit State(std::size_t table_bytes) : table(table_bytes) {}

    void serve(Terms now) {
        if (terms && *terms == now) return;
        table.renew();
        terms = std::move(now);
    }

    // Calls `ask(search, seat to play, trick)` with a search made for the position.
    template <class Account, class Ask>
    auto with(const Position &position, const Deal &deal, const Account &account,
              const Trick &trick, const Limit &limit, const Ask &ask) {
        meter.start(limit);
        Search<Account> search(deal, account, table, meter);
        return ask(search, seat_to_play(position), trick);
    }

    template <class Ask>
    auto ask(const Position &position, const Objective *objective, const Limit &limit,
             const Ask &question) {
        if (!objective) {
            const Deal deal(position, Points::kinds(position));
            const Trick trick = trick_of(position, deal, [](int kind) { return kind; });
            const Points account(position, deal, trick);
            serve({deal.kind, deal.next, deal.us, deal.trump, account.trick_worth(), {}});
            return with(position, deal, account, trick, limit, question);
        }
        const Deal deal(position, Ends::kinds(*objective));
        const Trick trick = trick_of(position, deal, [](int kind) { return kind & 1; });
        if (!utilities || terms->utility != objective->utility)
            utilities = std::make_unique<Utilities>(*objective);
        serve({deal.kind, deal.next, deal.us, deal.trump, 0, objective->utility});
        const Ends account(*objective, deal, trick, *utilities);
        return with(position, deal, account, trick, limit, question);
    }

    Table table;
    Meter meter;
    std::optional<Terms> terms;
    std::unique_ptr<Utilities> utilities;
};

General::General(std::size_t table_bytes) : state_(std::make_unique<State>(table_bytes)) {}
General::~General() = default;
General::General(General &&) noexcept = default;
General &General::operator=(General &&) noexcept = default;

namespace {

// Half of what there is, for a side of half the seats.
int first_guess(const Position &position, const Objective *objective) {
    if (objective) return 0;
    const int ours = std::popcount(position.us & seats_in(position));
    const int all = std::max(std::popcount(seats_in(position)), 1);
    return points_left(position) * ours / all;
}

}  // namespace

int General::value(const Position &position, const Objective *objective, const Limit &limit) {
    const int guess = first_guess(position, objective);
    return state_->ask(position, objective, limit,
                       [&](auto &search, int seat, const Trick &trick) {
                           return search.value(seat, trick, guess);
                       });
}

CardValues General::cards(const Position &position, const Objective *objective,
                          const Limit &limit) {
    CardValues values;
    values.fill(NO_VALUE);
    int guess = first_guess(position, objective);
    state_->ask(position, objective, limit, [&](auto &search, int seat, const Trick &trick) {
        const Deal deal = search.deal();
        Moves moves;
        candidates(deal, seat, trick, moves);
        // The candidates come down from the highest, each the lowest of those like it.
        for (Cards legal = deal.legal(seat, trick); legal;) {
            const int at = --moves.size, card = moves.cards[at];
            guess = search.value_after(seat, trick, card, guess);
            const int next = at > 0 ? moves.cards[at - 1] : CARDS;
            while (legal && lowest(legal) < next)
                values[deal.outer[take_lowest(legal)]] = static_cast<std::int16_t>(guess);
        }
        return 0;
    });
    return values;
}

std::vector<std::int8_t> General::line(const Position &position, const Objective *objective,
                                       const Limit &limit) {
    const int guess = first_guess(position, objective);
    return state_->ask(position, objective, limit,
                       [&](auto &search, int seat, const Trick &trick) {
                           std::vector<std::int8_t> line;
                           const Deal deal = search.deal();
                           for (const int card : search.line(seat, trick, guess))
                               line.push_back(static_cast<std::int8_t>(deal.outer[card]));
                           return line;
                       });
}

std::uint64_t General::nodes() const { return state_->meter.nodes(); }
std::size_t General::table_bytes() const { return state_->table.bytes(); }

void General::forget() {
    state_->table.forget();
    state_->terms.reset();
    state_->utilities.reset();
}

}  // namespace oddtrick::general
