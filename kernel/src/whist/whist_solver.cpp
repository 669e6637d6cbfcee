#include "whist_solver.hpp"

#include <algorithm>
#include <optional>

#include "lane_position.hpp"
#include "search.hpp"
#include "value_estimate.hpp"

namespace oddtrick::whist {

namespace {

constexpr unsigned ONE_SIDE = 0b0101, OTHER_SIDE = 0b1010;

// The worth of a trick with its four cards; nothing if tricks differ in worth.
std::optional<int> worth_of_a_trick(const Position &position) {
    const auto hands = hands_at_lead(position);
    Cards all = hands[0] | hands[1] | hands[2] | hands[3];
    if (!all) return position.trick_worth;
    const int each = position.card_worth[lowest(all)];
    while (all)
        if (position.card_worth[take_lowest(all)] != each) return std::nullopt;
    return position.trick_worth + 4 * each;
}

// Null-window questions to the search about one position.
template <bool TRUMPS>
class PositionQueries {
  public:
    PositionQueries(const LanePosition &lanes, Search<TRUMPS> &search)
        : lanes_(lanes), search_(search) {}

    // True if the leader's side takes `need` tricks, with the one under way.
    bool holds(int need) {
        if (lanes_.played == 0) return search_.leader_takes(lanes_.node, need).holds;
        if (const auto known = settled(need)) return *known;
        return search_.continue_trick(trick(need), lanes_.seat).holds;
    }
    bool holds_after(Lanes card, int need) {
        if (const auto known = settled(need)) return *known;
        if (lanes_.played == 0)
            return search_.continue_trick(lead<TRUMPS>(lanes_.node, need, card), 1).holds;
        const Trick next = follow(trick(need), lanes_.seat, card);
        return search_.continue_trick(next, lanes_.seat + 1).holds;
    }
    Lanes choice() const {
        const Lanes hand = lanes_.node.hand[lanes_.seat];
        if (lanes_.played == 0) return distinct(hand);
        const Trick now = trick(0);
        const Lanes following = hand & now.led;
        return distinct(following ? following : hand, now.played & ~now.best);
    }
    Lanes gone() const {
        if (lanes_.played == 0) return 0;
        const Trick now = trick(0);
        return now.played & ~now.best;
    }
    bool leaders_side() const { return lanes_.seat % 2 == 0; }
    int tricks() const { return lanes_.node.tricks; }

  private:
    std::optional<bool> settled(int need) const {
        if (need <= 0) return true;
        if (need > lanes_.node.tricks) return false;
        return std::nullopt;
    }
    Trick trick(int need) const {
        Trick now = lead<TRUMPS>(lanes_.node, need, lanes_.trick[0]);
        for (int i = 1; i < lanes_.played; ++i) now = follow(now, i, lanes_.trick[i]);
        return now;
    }

    const LanePosition &lanes_;
    Search<TRUMPS> &search_;
};

// The largest number for which `holds` is true, searched from an estimate: each answer moves the
// null window by one, since estimates are rarely off by more (MTD(f)).
template <class Holds>
int largest(int least, int most, int from, const Holds &holds) {
    int low = least, high = most;
    for (int at = std::clamp(from, low + (low < high), high); low < high;) {
        if (holds(at))
            low = at++;
        else
            high = --at;
        at = std::clamp(at, low + (low < high), high);
    }
    return low;
}

}  // namespace

bool is_whist(const Position &position) {
    if (position.seats != 4 || position.trumps_held_back || position.fewest) return false;
    if (position.us != ONE_SIDE && position.us != OTHER_SIDE) return false;
    const auto hands = hands_at_lead(position);
    const int cards = count(hands[0]);
    for (const Cards hand : hands)
        if (count(hand) != cards || !hand) return false;
    return worth_of_a_trick(position).has_value();
}

struct WhistSolver::State {
    explicit State(std::size_t table_bytes) : table(table_bytes) {}

    // Keeps table and killers while positions have cards of one deal only. Patterns would hold for
    // other deals, too, but their shapes hardly ever meet, and killers of other deals mislead.
    // Hands are turned to the leader, so that any leader may follow.
    void serve(const Position &position) {
        const auto hands = hands_at_lead(position);
        killers.serve(count(hands[0]));
        bool same = position.trump == trump && position.strength == strength;
        for (int seat = 0; seat < 4; ++seat) same = same && (hands[seat] & ~family[seat]) == 0;
        if (same) return;
        table.clear();
        killers.clear();
        family = hands;
        trump = position.trump;
        strength = position.strength;
        known.reset();
    }

    template <class Ask>
    auto ask(const Position &position, const Limit &limit, const Ask &question) {
        serve(position);
        node_limit.start(limit);
        const LanePosition lanes(position);
        if (lanes.trumps) {
            Search<true> search(table, killers, node_limit);
            return question(lanes, PositionQueries<true>(lanes, search));
        }
        Search<false> search(table, killers, node_limit);
        return question(lanes, PositionQueries<false>(lanes, search));
    }

    // Tricks of the leader's side. With another leader the value often stays, so that the last one
    // is the first estimate.
    template <class Asked>
    int leaders_tricks(const Position &position, const LanePosition &lanes, Asked &asked) {
        const int tricks = lanes.node.tricks;
        const bool even = position.leader % 2 == 0;
        int from = estimate_value(lanes.node, lanes.trumps);
        if (known && known->hands == hands_at_lead(position))
            from = even ? known->even_seats : tricks - known->even_seats;
        const int found = largest(0, tricks, from, [&](int need) { return asked.holds(need); });
        known = Known{hands_at_lead(position), even ? found : tricks - found};
        return found;
    }

    // The last value, with its hands.
    struct Known {
        std::array<Cards, 4> hands;
        int even_seats;
    };

    PatternTable table;
    KillerTable killers;
    NodeLimit node_limit;
    std::optional<Known> known;
    std::array<Cards, 4> family{};
    int trump = NO_TRUMP;
    std::array<std::uint8_t, CARDS> strength{};
};

WhistSolver::WhistSolver(std::size_t table_bytes) : state_(std::make_unique<State>(table_bytes)) {}
WhistSolver::~WhistSolver() = default;
WhistSolver::WhistSolver(WhistSolver &&) noexcept = default;
WhistSolver &WhistSolver::operator=(WhistSolver &&) noexcept = default;

namespace {

// The points of us, given the tricks of the leader's side.
int for_us(const Position &position, int leaders, int tricks) {
    const bool ours = position.us >> position.leader & 1;
    return *worth_of_a_trick(position) * (ours ? leaders : tricks - leaders);
}

// The tricks of the leader's side after each card, given the value of the best one. All cards are
// tested at one window before the next: their proofs serve each other.
template <class Asked, class Note>
void each_value(Asked &asked, int best, const Note &update_rate) {
    const bool ours = asked.leaders_side();
    Lanes open = asked.choice();
    for (int value = best; open; value += ours ? -1 : 1) {
        for (Lanes left = open; left; left &= left - 1) {
            const Lanes card = top_card(left);
            if (asked.holds_after(card, ours ? value : value + 1) != ours) continue;
            update_rate(card, value);
            open &= ~card;
        }
    }
}

}  // namespace

int WhistSolver::value(const Position &position, const Limit &limit) {
    return state_->ask(position, limit, [&](const LanePosition &lanes, auto asked) {
        return for_us(position, state_->leaders_tricks(position, lanes, asked), lanes.node.tricks);
    });
}

CardValues WhistSolver::cards(const Position &position, const Limit &limit) {
    CardValues values;
    values.fill(NO_VALUE);
    state_->ask(position, limit, [&](const LanePosition &lanes, auto asked) {
        const Lanes legal = lanes.node.hand[lanes.seat], gone = asked.gone();
        const auto update_rate = [&](Lanes card, int leaders) {
            const int worth = for_us(position, leaders, asked.tricks());
            // Its lower neighbours are equivalent.
            for (Lanes at = card; at & (legal | gone); at <<= 1)
                if (at & legal) values[lanes.card_of(at)] = static_cast<std::int16_t>(worth);
        };
        each_value(asked, state_->leaders_tricks(position, lanes, asked), update_rate);
        return 0;
    });
    return values;
}

namespace {

// The lowest card that keeps the value.
template <class Asked>
Lanes keeping(Asked &asked, int value) {
    Lanes left = asked.choice();
    while (left & (left - 1)) {
        const Lanes card = bottom_card(left);
        const bool ours = asked.leaders_side();
        if (asked.holds_after(card, ours ? value : value + 1) == ours) return card;
        left &= ~card;
    }
    return left;
}

}  // namespace

std::vector<std::int8_t> WhistSolver::line(const Position &position, const Limit &limit) {
    std::vector<std::int8_t> line;
    const auto hands = hands_at_lead(position);
    std::size_t left =
        4 * static_cast<std::size_t>(count(hands[0])) - static_cast<std::size_t>(position.played);
    Position now = position;
    for (; left > 0; --left) {
        const int card = state_->ask(now, limit, [&](const LanePosition &lanes, auto asked) {
            return lanes.card_of(keeping(asked, state_->leaders_tricks(now, lanes, asked)));
        });
        line.push_back(static_cast<std::int8_t>(card));
        now = after(now, card);
    }
    return line;
}

std::uint64_t WhistSolver::nodes() const {
    return state_->node_limit.nodes();
}
std::size_t WhistSolver::table_bytes() const {
    return state_->table.bytes();
}
void WhistSolver::clear() {
    state_->table.release();
    state_->family = {};
}

}  // namespace oddtrick::whist
