#include "oddtrick/playout.hpp"

#include <algorithm>
#include <thread>

#include "nth_card.hpp"

namespace oddtrick {

namespace {

// Writes the row of one deal while the deal is played.
class Row {
  public:
    Row(const DealTables &tables, const DealRows &rows, std::size_t deal)
        : tables_(tables), rows_(rows), deal_(deal), at_(deal * at(tables.actions())) {}

    void action(const DealState &state, Cards legal, int action) {
        if (rows_.actions) rows_.actions[at_] = static_cast<std::int8_t>(action);
        if (rows_.seats) rows_.seats[at_] = state.to_act;
        if (rows_.legal) rows_.legal[at_] = legal;
        if (rows_.observations) {
            observe(tables_, state, state.to_act, rows_.observations + at_ * observed::SIZE);
        }
        ++at_;
    }

    void end(const DealState &state) const {
        const DealPlan &plan = tables_.plan;
        const std::size_t seats = at(plan.seats);
        if (rows_.turn_up) rows_.turn_up[deal_] = state.turn_up;
        if (rows_.trump) rows_.trump[deal_] = state.trump;
        if (rows_.tricks) std::copy_n(state.tricks.begin(), seats, rows_.tricks + deal_ * seats);
        if (rows_.points) count_points(tables_, state, rows_.points + deal_ * at(plan.sides));
        if (!rows_.dealt) return;
        Cards *into = rows_.dealt + deal_ * plan.sizes.size() * seats;
        for (std::size_t hand = 0; hand < plan.sizes.size(); ++hand, into += seats) {
            std::copy_n(state.dealt[hand].begin(), seats, into);
        }
    }

  private:
    const DealTables &tables_;
    const DealRows &rows_;
    std::size_t deal_;
    std::size_t at_;
};

template <SimplePolicy policy, bool written>
void play_range(const DealTables &tables, std::uint64_t seed, std::uint64_t first, std::size_t from,
                std::size_t to, const DealRows &rows) {
    DealState state;
    for (std::size_t deal = from; deal < to; ++deal) {
        Random random(seed, first + deal);
        deal_out(tables, state, random);
        Row row(tables, rows, deal);
        while (state.to_act != NOBODY) {
            const Cards legal = legal_actions(state);
            const int action = policy == SimplePolicy::uniform
                                   ? draw_uniform(legal, random)
                                   : choose_greedy(tables, state, legal, random);
            if constexpr (written) row.action(state, legal, action);
            act(tables, state, action);
        }
        row.end(state);
    }
}

using Play = decltype(&play_range<SimplePolicy::uniform, false>);

Play play_for(SimplePolicy policy, bool written) {
    if (policy == SimplePolicy::uniform) {
        return written ? play_range<SimplePolicy::uniform, true>
                       : play_range<SimplePolicy::uniform, false>;
    }
    return written ? play_range<SimplePolicy::greedy, true>
                   : play_range<SimplePolicy::greedy, false>;
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

void play_deals(const DealTables &tables, std::uint64_t seed, std::uint64_t first,
                std::size_t deals, SimplePolicy policy, unsigned threads, const DealRows &rows) {
    const bool written = rows.actions || rows.seats || rows.legal || rows.observations;
    const Play play = play_for(policy, written);
    const std::size_t parts = std::max<std::size_t>(1, std::min<std::size_t>(threads, deals));
    const std::size_t size = deals / parts, longer = deals % parts;
    const auto begin = [&](std::size_t part) { return part * size + std::min(part, longer); };
    Crew crew;
    for (std::size_t part = 1; part < parts; ++part) {
        crew.start(
            [=, &tables, &rows] { play(tables, seed, first, begin(part), begin(part + 1), rows); });
    }
    play(tables, seed, first, 0, begin(1), rows);
}

}  // namespace oddtrick
