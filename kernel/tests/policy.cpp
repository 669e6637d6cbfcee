#include "oddtrick/policy.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <thread>
#include <vector>

#include "check.hpp"
#include "oddtrick/ismcts.hpp"
#include "oddtrick/likelihood.hpp"
#include "oddtrick/rollout.hpp"

using namespace oddtrick;

namespace {

// Four seats in two sides, a point for each trick above six.
DealPlan whist() {
    DealPlan plan;
    for (auto &places : plan.places)
        for (int card = 0; card < CARDS; ++card)
            places[at(card)] = static_cast<std::uint8_t>(rank_of(card));
    plan.worth.assign(2 * 14, 0);
    for (std::size_t tricks = 7; tricks < 14; ++tricks)
        plan.worth[tricks] = plan.worth[14 + tricks] = static_cast<std::int16_t>(tricks - 6);
    return plan;
}

// The same with the jack of trumps above the ace, and a bonus card.
DealPlan with_a_high_jack() {
    DealPlan plan = whist();
    for (int trump = 0; trump < SUITS; ++trump) {
        auto &places = plan.places[at(trump)];
        for (int rank = 9; rank < RANKS; ++rank)
            places[at(RANKS * trump + rank)] = static_cast<std::uint8_t>(rank == 9 ? 12 : rank - 1);
    }
    plan.bonus_cards = {{{9, 22, 35, 48}, BonusCondition::taken}};
    plan.worth.assign(2 * 14 * 2, 0);
    return plan;
}

// The same without partners.
DealPlan with_a_high_jack_alone() {
    DealPlan plan = with_a_high_jack();
    plan.sides = 4;
    plan.side_of = {0, 1, 2, 3};
    const std::vector<std::int16_t> of_two = plan.worth;
    plan.worth.insert(plan.worth.end(), of_two.begin(), of_two.end());
    return plan;
}

// Whist with the cards from the six up.
DealPlan with_a_short_pack() {
    DealPlan plan = whist();
    for (int suit = 0; suit < SUITS; ++suit) plan.pack &= ~(Cards{0xf} << RANKS * suit);
    plan.sizes = {9};
    plan.worth.assign(2 * 10, 0);
    return plan;
}

DealPlan any_of_three(std::uint64_t seed) {
    return seed % 3 == 0 ? whist() : seed % 3 == 1 ? with_a_high_jack() : with_a_high_jack_alone();
}

Policy some_policy() {
    Policy policy(at(policy_size()));
    Random random(3);
    for (std::int16_t &number : policy)
        number = static_cast<std::int16_t>(static_cast<int>(random.below(400)) - 200);
    return policy;
}

struct Dealt {
    explicit Dealt(const DealPlan &given, std::uint64_t seed = 1)
        : plan(given), relabelled(plan, 3) {
        Random random(seed);
        deal_out(DealTables(plan), state.deal, random);
        for (std::size_t seat = 0; seat < at(plan.seats); ++seat) {
            Cards &cards = state.deal.dealt[0][seat];
            hands.push_back(cards);
            cards = relabelled.to_label(cards);
        }
        state.deal.trump = 3;
        open_hand(relabelled.tables, state.deal, 0);
    }
    // Plays a number of cards by policy.
    void play_cards(const Policy &policy, int cards) {
        while (cards--) {
            const int card = choose_card(relabelled, policy, state);
            played.push_back(static_cast<std::int8_t>(relabelled.to_card(card)));
            hands[at(state.deal.to_act)] &= ~bit(relabelled.to_card(card));
            play(relabelled, state, card);
        }
    }

    DealPlan plan;
    RelabelledDeal relabelled;
    PlayState state{};
    std::vector<Cards> hands;
    std::vector<std::int8_t> played;
};

// One decision point in several worlds, which are the same until cards are swapped.
struct WorldTable {
    WorldTable(const Dealt &dealt, std::size_t rows) {
        for (std::size_t row = 0; row < rows; ++row)
            hands.insert(hands.end(), dealt.hands.begin(), dealt.hands.end());
        count = rows;
    }
    WorldRows rows() const { return {hands, {}, count}; }
    // Exchanges any card of one seat for any of the other, unless one of them is known to be out of
    // the suit that it would get.
    void swap(std::size_t row, std::size_t one, std::size_t other, const PublicHistory &history,
              Random &random) {
        Cards &mine = hands[4 * row + one], &theirs = hands[4 * row + other];
        if (!mine || !theirs) return;
        const int given = any_card(mine, random), taken = any_card(theirs, random);
        const auto is_void = [&](std::size_t seat, int card) {
            return history.void_seats[at(suit_of(card))] >> seat & 1;
        };
        if (is_void(other, given) || is_void(one, taken)) return;
        mine ^= bit(given) ^ bit(taken);
        theirs ^= bit(given) ^ bit(taken);
    }
    static int any_card(Cards cards, Random &random) {
        for (auto passed = random.below(at(oddtrick::count(cards))); passed--;) cards &= cards - 1;
        return lowest(cards);
    }
    std::vector<Cards> hands;
    std::size_t count;
};

}  // namespace

TEST("the probabilities of the legal cards sum to one") {
    const Policy policy = some_policy();
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        Dealt dealt(any_of_three(seed), seed);
        dealt.play_cards(policy, static_cast<int>(seed));
        double sum = 0;
        for (Cards rest = legal_actions(dealt.state.deal); rest;)
            sum +=
                std::exp(log_probability(dealt.relabelled, policy, dealt.state, take_lowest(rest)));
        CHECK(std::abs(sum - 1) < 1e-4);
    }
}

TEST("every legal card is represented by a choice") {
    const Policy policy = some_policy();
    for (int cards = 0; cards < 52; ++cards) {
        Dealt dealt(whist());
        dealt.play_cards(policy, cards);
        const Cards all = choices(dealt.relabelled, dealt.state);
        int covered = 0;
        for (Cards rest = all; rest;)
            covered += equivalent_run(dealt.relabelled, dealt.state, take_lowest(rest)).size;
        CHECK(covered == count(legal_actions(dealt.state.deal)));
        for (Cards rest = legal_actions(dealt.state.deal); rest;)
            CHECK(all >> equivalent_run(dealt.relabelled, dealt.state, take_lowest(rest))
                             .representative &
                  1);
    }
}

TEST("a policy reads no hidden cards") {
    const Policy policy = some_policy();
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        Dealt dealt(any_of_three(seed), seed);
        dealt.play_cards(policy, static_cast<int>(seed % 44));
        PlayState other = dealt.state;
        const std::size_t seat = at(other.deal.to_act);
        std::size_t first = (seat + 1) % 4, second = (seat + 2) % 4;
        if (count(other.deal.hands[first]) != count(other.deal.hands[second]))
            second = (seat + 3) % 4;
        std::swap(other.deal.hands[first], other.deal.hands[second]);
        std::swap(other.deal.dealt[0][first], other.deal.dealt[0][second]);
        CHECK(choose_card(dealt.relabelled, policy, other) ==
              choose_card(dealt.relabelled, policy, dealt.state));
    }
}

TEST("temperature 0 is deterministic, and 256 samples the policy's probabilities") {
    const Policy policy = some_policy();
    Dealt dealt(whist(), 5);
    const int greedy = choose_card(dealt.relabelled, policy, dealt.state);
    Random random(1);
    CHECK(choose_card(dealt.relabelled, policy, dealt.state, 0, random) == greedy);
    std::array<int, CARDS> seen{};
    for (int time = 0; time < 20'000; ++time)
        ++seen[at(choose_card(dealt.relabelled, policy, dealt.state, 256, random))];
    for (Cards rest = choices(dealt.relabelled, dealt.state); rest;) {
        const EquivalentRun run = equivalent_run(dealt.relabelled, dealt.state, take_lowest(rest));
        const double probability =
            run.size *
            std::exp(log_probability(dealt.relabelled, policy, dealt.state, run.representative));
        CHECK(std::abs(seen[at(run.representative)] / 20'000.0 - probability) < 0.02);
    }
}

TEST("the weights of the features sum to the scores") {
    const Policy policy = some_policy();
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        Dealt dealt(any_of_three(seed), seed);
        dealt.play_cards(policy, static_cast<int>(seed));
        const Cards all = choices(dealt.relabelled, dealt.state);
        std::vector<std::int32_t> features(at(count(all)) * MAX_FEATURES);
        list_features(dealt.relabelled, dealt.state, all, features.data());
        Scores scores;
        score_choices(dealt.relabelled, policy, dealt.state, all, scores);
        for (int choice = 0; choice < count(all); ++choice) {
            std::int32_t sum = 0;
            for (int place = 0; place < MAX_FEATURES; ++place) {
                const std::int32_t feature = features[at(choice * MAX_FEATURES + place)];
                CHECK(feature >= -1 && feature < policy_size());
                if (feature >= 0) sum += policy[at(feature)];
            }
            CHECK(sum == scores[at(choice)]);
        }
    }
}

TEST("a jack above the ace has the highest label") {
    const RelabelledDeal relabelled(with_a_high_jack(), 3);
    CHECK(relabelled.to_label(48) == 51);
    CHECK(relabelled.to_label(51) == 50);
    CHECK(relabelled.to_label(9) == 9);
    CHECK(relabelled.to_card(51) == 48);
    CHECK(relabelled.bonus_mask == bit(51));
    CHECK(relabelled.to_label(PACK) == PACK);
}

TEST("rollouts do not depend on the number of threads") {
    const Policy policy = some_policy();
    Dealt dealt(whist(), 9);
    dealt.play_cards(policy, 17);
    const WorldTable world_table(dealt, 30);
    const int seat = dealt.state.deal.to_act;
    const DecisionWorlds worlds({dealt.plan, 3, NO_CARD, dealt.played, seat}, world_table.rows());
    const auto ends = static_cast<std::size_t>(30 * count(choices(dealt.relabelled, dealt.state)));
    std::vector<std::int16_t> first;
    for (const int threads : {1, 3}) {
        std::vector<std::int16_t> points(ends * 2);
        std::vector<std::int8_t> tricks(ends * 4);
        Rollouts playing(worlds, policy, policy, {256, 5, 1}, {}, {points, tricks});
        std::vector<std::thread> pool;
        for (int thread = 0; thread < threads; ++thread) pool.emplace_back([&] { playing.work(); });
        for (std::thread &thread : pool) thread.join();
        CHECK(playing.done() == 30);
        for (std::size_t end = 0; end < ends; ++end)
            CHECK(tricks[4 * end] + tricks[4 * end + 1] + tricks[4 * end + 2] +
                      tricks[4 * end + 3] ==
                  13);
        if (threads == 1) first = points;
        CHECK(points == first);
    }
}

TEST("cancelled work does no rows") {
    const Policy policy = some_policy();
    Dealt dealt(whist(), 9);
    const WorldTable world_table(dealt, 5);
    const DecisionWorlds worlds({dealt.plan, 3, NO_CARD, {}, dealt.state.deal.to_act},
                                world_table.rows());
    std::vector<double> logs(5 * 4);
    const std::atomic<bool> cancelled = true;
    Limit limit;
    limit.cancelled = &cancelled;
    Likelihoods likelihoods(worlds, {&policy}, -5, limit, logs);
    likelihoods.work();
    CHECK(likelihoods.done() == 0);
    limit = {};
    limit.deadline = std::chrono::steady_clock::now();
    Likelihoods late(worlds, {&policy}, -5, limit, logs);
    late.work();
    CHECK(late.done() == 0);
}

TEST("plays are likelier from the hand that made them than from another") {
    Policy policy = some_policy();
    for (std::int16_t &number : policy) number = static_cast<std::int16_t>(4 * number);
    double own = 0, swapped = 0;
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        Dealt dealt(whist(), seed);
        dealt.play_cards(policy, 12);
        const std::size_t seat = at(dealt.state.deal.to_act);
        Dealt other = dealt;
        std::swap(other.hands[(seat + 1) % 4], other.hands[(seat + 2) % 4]);
        for (const auto &[in, sum] : {std::pair{&dealt, &own}, std::pair{&other, &swapped}}) {
            const WorldTable world_table(*in, 1);
            const DecisionWorlds worlds(
                {dealt.plan, 3, NO_CARD, dealt.played, static_cast<int>(seat)}, world_table.rows());
            std::array<double, 4> by_seat{};
            worlds.log_likelihood(0, policy, -5, by_seat);
            CHECK(by_seat[seat] == 0);
            for (const double log : by_seat) *sum += log;
        }
    }
    CHECK(own > swapped);
}

TEST("likelihoods with caches equal those card by card, on any number of threads") {
    const Policy policy = some_policy();
    Policy others = policy;
    std::reverse(others.begin(), others.end());
    for (std::uint64_t seed = 0; seed < 120; ++seed) {
        const bool is_short = seed % 4 == 3;
        Dealt dealt(is_short ? with_a_short_pack() : any_of_three(seed), seed);
        dealt.play_cards(policy, 5 + static_cast<int>(seed % (is_short ? 30 : 46)));
        const int seat = dealt.state.deal.to_act;
        WorldTable world_table(dealt, 40);
        Random random(seed);
        // Two cards a row, of any suits: many hands still share those of a suit, and no more.
        for (int swap = 0; swap < 80; ++swap) {
            const std::size_t one = (at(seat) + 1 + random.below(3)) % 4;
            const std::size_t other = (at(seat) + 1 + random.below(3)) % 4;
            if (one != other)
                world_table.swap(random.below(40), one, other, dealt.state.history, random);
        }
        const DecisionWorlds worlds({dealt.plan, 3, NO_CARD, dealt.played, seat},
                                    world_table.rows());
        for (const int threads : {1, 3}) {
            std::vector<double> logs(2 * 40 * 4);
            Likelihoods likelihoods(worlds, {&policy, &others}, -4, {}, logs);
            std::vector<std::thread> pool;
            for (int thread = 0; thread < threads; ++thread)
                pool.emplace_back([&] { likelihoods.work(); });
            for (std::thread &thread : pool) thread.join();
            CHECK(likelihoods.done() == 40);
            for (std::size_t row = 0; row < 40; ++row) {
                std::array<double, 4> one{}, other{};
                worlds.log_likelihood(row, policy, -4, one);
                worlds.log_likelihood(row, others, -4, other);
                for (std::size_t who = 0; who < 4; ++who) {
                    CHECK(std::abs(logs[4 * row + who] - one[who]) < 1e-9);
                    CHECK(std::abs(logs[4 * (40 + row) + who] - other[who]) < 1e-9);
                }
            }
        }
    }
}

TEST("worlds and plays that do not fit the plan are rejected") {
    const Policy policy = some_policy();
    Dealt dealt(whist(), 2);
    const WorldTable world_table(dealt, 2);
    const auto make_worlds = [&](std::vector<std::int8_t> played, int observer,
                                 const WorldRows &rows) {
        return DecisionWorlds({dealt.plan, 3, NO_CARD, std::move(played), observer}, rows);
    };
    std::vector<Cards> wrong = world_table.hands;
    wrong[5] = wrong[4];
    CHECK_THROWS(std::invalid_argument, make_worlds({}, 0, {wrong, {}, 2}));
    CHECK_THROWS(std::invalid_argument, make_worlds({}, 0, {world_table.hands, {}, 3}));
    CHECK_THROWS(std::invalid_argument, make_worlds({}, 4, world_table.rows()));
    CHECK_THROWS(std::invalid_argument, make_worlds({60}, 0, world_table.rows()));
    CHECK_THROWS(std::invalid_argument,
                 make_worlds(std::vector<std::int8_t>(53), 0, world_table.rows()));
    CHECK_THROWS(std::invalid_argument, RelabelledDeal(whist(), 4));
    const DecisionWorlds worlds = make_worlds({}, 0, world_table.rows());
    std::vector<double> logs(8);
    const Policy few(3);
    CHECK_THROWS(std::invalid_argument, Likelihoods(worlds, {&few}, -5, {}, logs));
    CHECK_THROWS(std::invalid_argument, Likelihoods(worlds, {}, -5, {}, logs));
    CHECK_THROWS(std::invalid_argument, Likelihoods(worlds, {&policy, &policy}, -5, {}, logs));
    CHECK_THROWS(std::invalid_argument,
                 Likelihoods(worlds, {&policy}, -5, {}, std::span(logs).first(2)));
}

TEST("tree search visits every choice, with any rollout policy") {
    // Two tricks are left: seat 0 leads, with the last trump and a losing card.
    DealPlan plan = whist();
    plan.sizes = {2};
    plan.pack = Cards{0b11} << 50 | Cards{0b111111};
    plan.worth.assign(2 * 3, 0);
    const std::vector<Cards> hands{bit(51) | bit(0), bit(50) | bit(1), bit(2) | bit(3),
                                   bit(4) | bit(5)};
    const Policy policy = some_policy();
    const DecisionWorlds worlds({plan, 3, NO_CARD, {}, 1}, {hands, {}, 1});
    for (const Policy *own : {&policy, static_cast<const Policy *>(nullptr)}) {
        Ismcts tree(worlds, {500, 0.7, Reward::tricks, 256, own, 1});
        CHECK(tree.run({}) == 500);
        const std::vector<std::uint64_t> visits = tree.visits();
        CHECK(visits.size() == 2 && visits[0] + visits[1] == 500);
        CHECK(tree.means()[0] >= 0 && tree.means()[0] <= 1);
    }
    CHECK_THROWS(std::invalid_argument,
                 Ismcts(DecisionWorlds({plan, 3, NO_CARD, {}, 0}, {hands, {}, 1}), {}));
}
