#include "oddtrick/playout.hpp"

#include <algorithm>
#include <stdexcept>
#include <thread>

#include "nth_card.hpp"

namespace oddtrick {

namespace {

// Writes the cards of a deal, before any is played.
void write_cards(const DealTables &tables, const DealRows &rows, std::size_t deal,
                 const DealState &state) {
    const DealPlan &plan = tables.plan;
    const std::size_t seats = at(plan.seats), drawn = at(state.stock_left);
    if (rows.turn_up) rows.turn_up[deal] = state.turn_up;
    if (rows.stock) std::copy_n(state.stock.begin(), drawn, rows.stock + deal * drawn);
    if (!rows.dealt) return;
    Cards *into = rows.dealt + deal * plan.sizes.size() * seats;
    for (std::size_t hand = 0; hand < plan.sizes.size(); ++hand, into += seats) {
        std::copy_n(state.dealt[hand].begin(), seats, into);
    }
}

// Fills the row of a deal that nobody plays.
void write_unplayed(const DealTables &tables, const DealRows &rows, std::size_t deal) {
    const auto fill = [&](auto *into, int width, auto with) {
        if (into) std::fill_n(into + deal * at(width), at(width), with);
    };
    const int actions = tables.actions();
    fill(rows.trump, 1, std::int8_t{NO_TRUMP});
    fill(rows.tricks, tables.plan.seats, std::int8_t{0});
    fill(rows.points, tables.plan.sides, std::int16_t{0});
    fill(rows.actions, actions, std::int8_t{NO_CARD});
    fill(rows.seats, actions, std::int8_t{NOBODY});
    fill(rows.legal, actions, Cards{0});
    fill(rows.observations, actions * observed::SIZE, std::uint8_t{0});
    fill(rows.order, actions * order_observed::SIZE, std::uint8_t{0});
}

// Writes what came of the play of a deal under a plan.
void write_end(const DealTables &dealt, const DealTables &played, const DealRows &rows,
               std::size_t deal, const DealState &state) {
    const std::size_t seats = at(dealt.plan.seats), sides = at(dealt.plan.sides);
    if (rows.trump) rows.trump[deal] = state.trump;
    if (rows.tricks) std::copy_n(state.tricks.begin(), seats, rows.tricks + deal * seats);
    if (!rows.points) return;
    std::int16_t *points = rows.points + deal * sides;
    std::fill_n(points, sides, std::int16_t{0});  // a contract may have fewer sides
    count_points(played, state, points);
}

// Writes the actions of one deal while it is played.
class Row {
  public:
    Row(const DealTables &tables, const DealRows &rows, std::size_t deal)
        : rows_(rows), begin_(deal * at(tables.actions())), at_(begin_) {}

    void action(const DealTables &tables, const DealState &state, Cards legal, int action) {
        if (rows_.actions) rows_.actions[at_] = static_cast<std::int8_t>(action);
        if (rows_.seats) rows_.seats[at_] = state.to_act;
        if (rows_.legal) rows_.legal[at_] = legal;
        if (rows_.observations) {
            observe(tables, state, state.to_act, rows_.observations + at_ * observed::SIZE);
        }
        if (rows_.order) {
            observe_order(tables, state, state.to_act, rows_.actions + begin_,
                          static_cast<int>(at_ - begin_), rows_.order + at_ * order_observed::SIZE);
        }
        ++at_;
    }

  private:
    const DealRows &rows_;
    std::size_t begin_;
    std::size_t at_;
};

// Puts a deal under its contract, and returns the tables that it is played by; null if it is thrown
// in.
const DealTables *put_under(const Contracts &contracts, std::size_t deal, DealState &state) {
    const std::int32_t number = contracts.plans[deal];
    if (number == UNPLAYED) return nullptr;
    const DealTables &under = contracts.tables[static_cast<std::size_t>(number)];
    const std::size_t hands = deal * at(under.plan.seats);
    open_play(under, state, contracts.held ? contracts.held + hands : nullptr);
    return &under;
}

template <SimplePolicy policy, bool written, bool called>
void play_range(const DealTables &dealt, std::uint64_t seed, std::uint64_t first, std::size_t from,
                std::size_t to, const DealRows &rows, const Contracts *contracts) {
    DealState state;
    for (std::size_t deal = from; deal < to; ++deal) {
        Random random(seed, first + deal);
        deal_out(dealt, state, random);
        write_cards(dealt, rows, deal, state);
        const DealTables *under = &dealt;
        if constexpr (called) {
            under = put_under(*contracts, deal, state);
            if (!under) {
                write_unplayed(dealt, rows, deal);
                continue;
            }
        }
        const DealTables &tables = *under;
        Row row(dealt, rows, deal);
        while (state.to_act != NOBODY) {
            const Cards legal = legal_actions(state);
            const int action = policy == SimplePolicy::uniform
                                   ? draw_uniform(legal, random)
                                   : choose_greedy(tables, state, legal, random);
            if constexpr (written) row.action(tables, state, legal, action);
            act(tables, state, action);
        }
        write_end(dealt, tables, rows, deal, state);
    }
}

using Play = decltype(&play_range<SimplePolicy::uniform, false, false>);

template <SimplePolicy policy>
Play play_for(bool written, bool called) {
    if (called) return written ? play_range<policy, true, true> : play_range<policy, false, true>;
    return written ? play_range<policy, true, false> : play_range<policy, false, false>;
}

// Joins its threads on destruction, also if starting one of them throws.
class Crew {
  public:
    ~Crew() {
        for (std::thread &thread : threads_) thread.join();
    }
    template <class Work>
    void start(Work work) {
        threads_.emplace_back(work);
    }

  private:
    std::vector<std::thread> threads_;
};

}  // namespace

void check_fit(const DealTables &dealt, const DealTables &played) {
    const DealPlan &one = dealt.plan, &other = played.plan;
    if (one.seats == other.seats && one.in == other.in && one.pack == other.pack &&
        one.sizes == other.sizes && one.stock == other.stock && other.sides <= one.sides &&
        other.source != TrumpSource::chosen)
        return;
    throw std::invalid_argument("the plan of a contract has other seats, cards or sides");
}

void deal_cards(const DealTables &tables, std::uint64_t seed, std::uint64_t first,
                std::size_t deals, const DealRows &rows) {
    DealState state;
    for (std::size_t deal = 0; deal < deals; ++deal) {
        Random random(seed, first + deal);
        deal_out(tables, state, random);
        write_cards(tables, rows, deal, state);
    }
}

void play_deals(const DealTables &tables, std::uint64_t seed, std::uint64_t first,
                std::size_t deals, SimplePolicy policy, unsigned threads, const DealRows &rows,
                const Contracts *contracts) {
    const bool written = rows.actions || rows.seats || rows.legal || rows.observations || rows.order;
    const bool called = contracts;
    const Play play = policy == SimplePolicy::uniform
                          ? play_for<SimplePolicy::uniform>(written, called)
                          : play_for<SimplePolicy::greedy>(written, called);
    const std::size_t parts = std::max<std::size_t>(1, std::min<std::size_t>(threads, deals));
    const std::size_t size = deals / parts, longer = deals % parts;
    const auto begin = [&](std::size_t part) { return part * size + std::min(part, longer); };
    Crew crew;
    for (std::size_t part = 1; part < parts; ++part) {
        crew.start([=, &tables, &rows] {
            play(tables, seed, first, begin(part), begin(part + 1), rows, contracts);
        });
    }
    play(tables, seed, first, 0, begin(1), rows, contracts);
}

}  // namespace oddtrick
