#include "oddtrick/playout.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "check.hpp"

using namespace oddtrick;

namespace {

constexpr std::size_t DEALS = 50;

// Four seats in two sides, a point for each trick above six.
DealPlan whist() {
    DealPlan plan;
    for (auto &places : plan.places) {
        for (int card = 0; card < CARDS; ++card) {
            places[at(card)] = static_cast<std::uint8_t>(rank_of(card));
        }
    }
    plan.worth.assign(2 * 14, 0);
    for (std::size_t tricks = 7; tricks < 14; ++tricks) {
        plan.worth[tricks] = plan.worth[14 + tricks] = static_cast<std::int16_t>(tricks - 6);
    }
    return plan;
}

// Three of five seats, two hands of four cards, trumps chosen and held back.
DealPlan odd() {
    DealPlan plan = whist();
    plan.seats = plan.sides = 5;
    plan.in = 0b10110;
    plan.dealer = 4;
    plan.sizes = {4, 4};
    plan.source = TrumpSource::chosen;
    plan.chooser = 2;
    plan.trumps_held_back = true;
    plan.side_of = {0, 1, 2, 3, 4};
    plan.worth.assign(5 * 9, 1);
    return plan;
}

// All output arrays of a batch.
struct Written {
    explicit Written(const DealTables &tables)
        : dealt(DEALS * 8 * 4),
          tricks(DEALS * 8),
          actions(DEALS * at(tables.actions())),
          points(DEALS * 8),
          legal(actions.size()),
          seen(actions.size() * observed::SIZE) {}

    DealRows rows() {
        DealRows rows;
        rows.dealt = dealt.data();
        rows.tricks = tricks.data();
        rows.points = points.data();
        rows.actions = actions.data();
        rows.legal = legal.data();
        rows.observations = seen.data();
        return rows;
    }
    bool operator==(const Written &) const = default;

    std::vector<Cards> dealt;
    std::vector<std::int8_t> tricks, actions;
    std::vector<std::int16_t> points;
    std::vector<Cards> legal;
    std::vector<std::uint8_t> seen;
};

Written played(const DealPlan &plan, unsigned threads,
               SimplePolicy policy = SimplePolicy::uniform) {
    const DealTables tables(plan);
    Written written(tables);
    play_deals(tables, 7, 0, DEALS, policy, threads, written.rows());
    return written;
}

DealPlan with_trump(int trump) {
    DealPlan plan = whist();
    plan.source = TrumpSource::fixed;
    plan.trump = trump;
    return plan;
}

// Two seats, thirteen cards each and a stock; the tricks after it count.
DealPlan with_stock() {
    DealPlan plan = whist();
    plan.seats = 2;
    plan.in = 0b11;
    plan.source = TrumpSource::further;
    plan.stock = true;
    plan.stock_tricks_count = false;
    return plan;
}

}  // namespace

TEST("the n-th card of a set has n lower ones") {
    Random random(1);
    for (int set = 0; set < 2000; ++set) {
        const Cards cards = random.next() & (set % 2 ? random.next() : PACK) & PACK;
        int n = 0;
        for (Cards rest = cards; rest; ++n) CHECK(nth_card(cards, n) == take_lowest(rest));
    }
}

TEST("every card dealt is played and taken") {
    for (const DealPlan &plan : {whist(), odd()}) {
        const DealTables tables(plan);
        DealState state;
        Random random(3);
        deal_out(tables, state, random);
        for (int action = 0; action < tables.actions(); ++action) {
            const Cards legal = legal_actions(state);
            CHECK(legal != 0);
            act(tables, state, choose_uniform(legal, random));
        }
        CHECK(state.to_act == NOBODY && legal_actions(state) == 0);
        Cards dealt = 0, taken = 0;
        for (std::size_t hand = 0; hand < plan.sizes.size(); ++hand) {
            for (int seat = 0; seat < plan.seats; ++seat) {
                CHECK((dealt & state.dealt[hand][at(seat)]) == 0);
                dealt |= state.dealt[hand][at(seat)];
            }
        }
        for (const Cards cards : state.taken) taken |= cards;
        CHECK(taken == dealt);
        CHECK(count(dealt) == tables.players * tables.tricks());
        CHECK(std::accumulate(state.tricks.begin(), state.tricks.end(), 0) == tables.tricks());
    }
}

TEST("deals do not depend on the number of threads") {
    for (const SimplePolicy policy : {SimplePolicy::uniform, SimplePolicy::greedy}) {
        for (const DealPlan &plan : {whist(), odd()}) {
            const Written alone = played(plan, 1, policy);
            for (const unsigned threads : {2U, 3U, 64U}) {
                CHECK(played(plan, threads, policy) == alone);
            }
        }
    }
}

TEST("stepped deals replay a batch with the same observations") {
    const DealPlan plan = odd();
    const Written written = played(plan, 1);
    SteppedDeals deals(plan, DEALS);
    deals.reset(7, 0);
    const std::size_t row = at(deals.tables().actions());
    std::vector<std::int64_t> actions(DEALS);
    std::vector<std::int16_t> points(DEALS * 5);
    bool ended[DEALS];
    std::vector<std::uint8_t> seen(DEALS * observed::SIZE);
    for (std::size_t number = 0; number < row; ++number) {
        deals.observe(seen.data());
        for (std::size_t env = 0; env < DEALS; ++env) {
            actions[env] = written.actions[env * row + number];
            const auto *before = written.seen.data() + (env * row + number) * observed::SIZE;
            CHECK(std::equal(before, before + observed::SIZE, seen.data() + env * observed::SIZE));
        }
        deals.step(actions.data(), nullptr, false, points.data(), ended);
    }
    CHECK(std::equal(points.begin(), points.end(), written.points.begin()));
    for (const bool over : ended) CHECK(over);
}

TEST("a stock is drawn to its end, and the tricks after it count") {
    const DealTables tables(with_stock());
    CHECK(tables.draws == 13 && tables.tricks() == 13 && tables.actions() == 52);
    Written written(tables);
    std::vector<std::int8_t> stock(DEALS * 26);
    DealRows rows = written.rows();
    rows.stock = stock.data();
    play_deals(tables, 7, 0, DEALS, SimplePolicy::uniform, 2, rows);
    SteppedDeals deals(with_stock(), DEALS);
    deals.reset(7, 0);
    std::vector<std::int64_t> actions(DEALS);
    std::vector<std::int16_t> points(DEALS * 2);
    std::vector<std::uint8_t> seen(DEALS * stock_observed::SIZE), order(DEALS * order_observed::SIZE);
    bool ended[DEALS];
    for (std::size_t number = 0; number < 52; ++number) {
        deals.observe_more(NOBODY, seen.data(), order.data());
        for (std::size_t env = 0; env < DEALS; ++env) {
            actions[env] = written.actions[env * 52 + number];
            const std::size_t gone = number / 2 * 2;
            CHECK(seen[env * stock_observed::SIZE] == (gone < 26 ? 26 - gone : 0));
            const std::uint8_t *top = seen.data() + env * stock_observed::SIZE + stock_observed::TOP;
            if (gone < 26) CHECK(top[stock[env * 26 + gone]] == 1);
        }
        deals.step(actions.data(), nullptr, false, points.data(), ended);
    }
    for (std::size_t env = 0; env < DEALS; ++env) {
        CHECK(ended[env] && written.tricks[env * 2] + written.tricks[env * 2 + 1] == 13);
    }
    CHECK(std::equal(points.begin(), points.end(), written.points.begin()));
}

TEST("deals under contracts are stepped as they are played in a batch") {
    const DealTables dealt(whist());
    DealPlan contract = whist();
    contract.trump_called = true;
    contract.trump = 2;
    contract.leader = 3;
    const std::vector<DealTables> under{DealTables(contract)};
    std::vector<Cards> hands(DEALS * 4), held(DEALS * 4);
    std::vector<std::int8_t> turned(DEALS);
    DealRows cards;
    cards.dealt = hands.data();
    deal_cards(dealt, 7, 0, DEALS, cards);
    // Each seat holds the cards of its neighbour.
    for (std::size_t place = 0; place < held.size(); ++place)
        held[place] = hands[place / 4 * 4 + (place + 1) % 4];
    std::vector<std::int32_t> plans(DEALS);
    plans[1] = UNPLAYED;
    const Contracts contracts{under, plans.data(), held.data()};
    Written written(dealt);
    play_deals(dealt, 7, 0, DEALS, SimplePolicy::greedy, 2, written.rows(), &contracts);
    SteppedDeals deals(whist(), DEALS, true);
    deals.reset(7, 0);
    CHECK(deals.add_plan(contract) == 1);
    for (std::size_t env = 0; env < DEALS; ++env) {
        Cards dealt_here[4];
        std::int8_t turn_up;
        deals.dealt(env, dealt_here, &turn_up, nullptr);
        CHECK(std::equal(dealt_here, dealt_here + 4, hands.begin() + static_cast<long>(env * 4)));
        if (env == 1)
            deals.throw_in(env);
        else
            deals.begin(env, 1, held.data() + env * 4);
    }
    CHECK_THROWS(std::invalid_argument, deals.throw_in(0));
    std::vector<std::int64_t> actions(DEALS);
    std::vector<std::int16_t> points(DEALS * 2);
    bool ended[DEALS];
    for (std::size_t number = 0; number < 52; ++number) {
        for (std::size_t env = 0; env < DEALS; ++env)
            actions[env] = written.actions[env * 52 + number];
        deals.step(actions.data(), nullptr, false, points.data(), ended);
    }
    CHECK(std::equal(points.begin(), points.end(), written.points.begin()));
    CHECK(ended[0] && !ended[1] && written.actions[52] == NO_CARD);
    std::vector<std::uint64_t> numbers(DEALS);
    bool waits[DEALS];
    deals.waiting(numbers.data(), waits);
    CHECK(!waits[0] && !waits[1]);
}

TEST("a saved state is restored, and an invalid one is rejected") {
    SteppedDeals deals(whist(), 1);
    std::int8_t seat;
    Cards legal;
    std::int16_t points[2];
    bool ended;
    for (int number = 0; number < 30; ++number) {
        deals.to_act(&seat, &legal);
        const std::int64_t action = lowest(legal);
        deals.step(&action, nullptr, false, points, &ended);
    }
    std::uint64_t number;
    std::int16_t taken;
    std::int8_t actions[52];
    deals.save(&number, &taken, actions);
    SteppedDeals other(whist(), 1);
    other.restore(0, &number, &taken, actions);
    std::int8_t other_seat;
    Cards other_legal;
    deals.to_act(&seat, &legal);
    other.to_act(&other_seat, &other_legal);
    CHECK(taken == 30 && seat == other_seat && legal == other_legal);
    actions[20] = actions[19];
    CHECK_THROWS(std::invalid_argument, other.restore(0, &number, &taken, actions));
    taken = 53;
    CHECK_THROWS(std::invalid_argument, other.restore(0, &number, &taken, actions));
}

TEST("an illegal action is rejected") {
    SteppedDeals deals(whist(), 1);
    std::int8_t seat;
    Cards legal;
    deals.to_act(&seat, &legal);
    std::int16_t points[2];
    bool ended;
    const std::int64_t wrong[] = {lowest(~legal), -1, 56, INT64_MAX, INT64_MIN};
    for (const std::int64_t action : wrong) {
        CHECK_THROWS(std::invalid_argument, deals.step(&action, nullptr, false, points, &ended));
    }
}

TEST("an invalid plan is rejected") {
    check(whist());
    check(odd());
    check(with_trump(NO_TRUMP));
    const auto refused = [](auto spoil) {
        DealPlan plan = odd();
        spoil(plan);
        CHECK_THROWS(std::invalid_argument, check(plan));
    };
    refused([](DealPlan &plan) { plan.seats = 9; });
    refused([](DealPlan &plan) { plan.seats = 4; });
    refused([](DealPlan &plan) { plan.in = 0b10000; });
    refused([](DealPlan &plan) { plan.dealer = 0; });
    refused([](DealPlan &plan) { plan.chooser = NOBODY; });
    refused([](DealPlan &plan) { plan.sizes = {}; });
    refused([](DealPlan &plan) { plan.sizes = {4, 0}; });
    refused([](DealPlan &plan) { plan.sizes = {10, 10}; });
    refused([](DealPlan &plan) { plan.sizes = {1, 1, 1, 1, 1}; });
    refused([](DealPlan &plan) { plan.pack = ~Cards{0}; });
    refused([](DealPlan &plan) { plan.side_of[3] = 5; });
    refused([](DealPlan &plan) { plan.sides = 0; });
    refused([](DealPlan &plan) { plan.places[2][17] = 13; });
    refused([](DealPlan &plan) { plan.worth.pop_back(); });
    refused([](DealPlan &plan) { plan.stages = 3; });
    refused([](DealPlan &plan) { plan.net = true; });
    refused([](DealPlan &plan) { plan.leader = 0; });
    refused([](DealPlan &plan) { plan.trump_called = true, plan.trump = 4; });
    refused([](DealPlan &plan) { plan.stock = true; });
    refused([](DealPlan &plan) { plan.bonus_cards.resize(7); });
    refused([](DealPlan &plan) { plan.bonus_cards = {{{0, 13, 26, 52}, BonusCondition::taken}}; });
    CHECK_THROWS(std::invalid_argument, check(with_trump(4)));
}
