#include "oddtrick/habits.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <thread>
#include <vector>

#include "check.hpp"
#include "oddtrick/imagine.hpp"
#include "oddtrick/tree.hpp"
#include "oddtrick/weighing.hpp"

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

// The same with the jack of trumps above the ace, and worth something.
DealPlan with_a_high_jack() {
    DealPlan plan = whist();
    for (int trump = 0; trump < SUITS; ++trump) {
        auto &places = plan.places[at(trump)];
        for (int rank = 9; rank < RANKS; ++rank)
            places[at(RANKS * trump + rank)] = static_cast<std::uint8_t>(rank == 9 ? 12 : rank - 1);
    }
    plan.marks = {{{9, 22, 35, 48}, MarkKind::taken}};
    plan.worth.assign(2 * 14 * 2, 0);
    return plan;
}

// The same, each for himself.
DealPlan with_a_high_jack_alone() {
    DealPlan plan = with_a_high_jack();
    plan.sides = 4;
    plan.side_of = {0, 1, 2, 3};
    const std::vector<std::int16_t> of_two = plan.worth;
    plan.worth.insert(plan.worth.end(), of_two.begin(), of_two.end());
    return plan;
}

DealPlan any_of_three(std::uint64_t seed) {
    return seed % 3 == 0 ? whist() : seed % 3 == 1 ? with_a_high_jack() : with_a_high_jack_alone();
}

Habits some_habits() {
    Habits habits(at(habits_size()));
    Random random(3);
    for (std::int16_t &number : habits)
        number = static_cast<std::int16_t>(static_cast<int>(random.below(400)) - 200);
    return habits;
}

struct Dealt {
    explicit Dealt(const DealPlan &given, std::uint64_t seed = 1) : plan(given), setting(plan, 3) {
        Random random(seed);
        deal_out(DealTables(plan), scene.deal, random);
        for (std::size_t seat = 0; seat < at(plan.seats); ++seat) {
            Cards &cards = scene.deal.dealt[0][seat];
            hands.push_back(cards);
            cards = setting.labelled(cards);
        }
        scene.deal.trump = 3;
        open_hand(setting.tables, scene.deal, 0);
    }
    // Plays so many cards out of habit.
    void go_on(const Habits &habits, int cards) {
        while (cards--) {
            const int card = habitual(setting, habits, scene);
            played.push_back(static_cast<std::int8_t>(setting.printed(card)));
            hands[at(scene.deal.to_act)] &= ~bit(setting.printed(card));
            play(setting, scene, card);
        }
    }

    DealPlan plan;
    Setting setting;
    Scene scene{};
    std::vector<Cards> hands;
    std::vector<std::int8_t> played;
};

// The same moment in so many worlds, which happen to be the same until cards are swapped.
struct Worlds {
    Worlds(const Dealt &dealt, std::size_t rows) {
        for (std::size_t row = 0; row < rows; ++row)
            hands.insert(hands.end(), dealt.hands.begin(), dealt.hands.end());
        count = rows;
    }
    Rows rows() const { return {hands, {}, count}; }
    // Two seats give each other their highest cards of a suit, if both hold any.
    void swap(std::size_t row, std::size_t one, std::size_t other, int suit) {
        Cards &mine = hands[4 * row + one], &theirs = hands[4 * row + other];
        if (one == other || !(mine & suit_mask(suit)) || !(theirs & suit_mask(suit))) return;
        const int given = highest(mine & suit_mask(suit));
        const Cards both = bit(given) ^ bit(highest(theirs & suit_mask(suit)));
        mine ^= both;
        theirs ^= both;
    }
    std::vector<Cards> hands;
    std::size_t count;
};

}  // namespace

TEST("the chances of all cards that may be played make one") {
    const Habits habits = some_habits();
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        Dealt dealt(any_of_three(seed), seed);
        dealt.go_on(habits, static_cast<int>(seed));
        double sum = 0;
        for (Cards rest = legal_actions(dealt.scene.deal); rest;)
            sum += std::exp(log_chance(dealt.setting, habits, dealt.scene, take_lowest(rest)));
        CHECK(std::abs(sum - 1) < 1e-4);
    }
}

TEST("every legal card is stood for by a choice") {
    const Habits habits = some_habits();
    for (int cards = 0; cards < 52; ++cards) {
        Dealt dealt(whist());
        dealt.go_on(habits, cards);
        const Cards all = choices(dealt.setting, dealt.scene);
        int covered = 0;
        for (Cards rest = all; rest;) covered += run_of(dealt.setting, dealt.scene, take_lowest(rest)).size;
        CHECK(covered == count(legal_actions(dealt.scene.deal)));
        for (Cards rest = legal_actions(dealt.scene.deal); rest;)
            CHECK(all >> run_of(dealt.setting, dealt.scene, take_lowest(rest)).choice & 1);
    }
}

TEST("what a seat does out of habit depends on its own cards alone") {
    const Habits habits = some_habits();
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        Dealt dealt(any_of_three(seed), seed);
        dealt.go_on(habits, static_cast<int>(seed % 44));
        Scene other = dealt.scene;
        const std::size_t seat = at(other.deal.to_act);
        std::size_t first = (seat + 1) % 4, second = (seat + 2) % 4;
        if (count(other.deal.hands[first]) != count(other.deal.hands[second])) second = (seat + 3) % 4;
        std::swap(other.deal.hands[first], other.deal.hands[second]);
        std::swap(other.deal.dealt[0][first], other.deal.dealt[0][second]);
        CHECK(habitual(dealt.setting, habits, other) == habitual(dealt.setting, habits, dealt.scene));
    }
}

TEST("with no mood there is no chance, with all of it cards come as often as the habits say") {
    const Habits habits = some_habits();
    Dealt dealt(whist(), 5);
    const int calm = habitual(dealt.setting, habits, dealt.scene);
    Random random(1);
    CHECK(habitual(dealt.setting, habits, dealt.scene, 0, random) == calm);
    std::array<int, CARDS> seen{};
    for (int time = 0; time < 20'000; ++time)
        ++seen[at(habitual(dealt.setting, habits, dealt.scene, 256, random))];
    for (Cards rest = choices(dealt.setting, dealt.scene); rest;) {
        const Run run = run_of(dealt.setting, dealt.scene, take_lowest(rest));
        const double chance =
            run.size * std::exp(log_chance(dealt.setting, habits, dealt.scene, run.choice));
        CHECK(std::abs(seen[at(run.choice)] / 20'000.0 - chance) < 0.02);
    }
}

TEST("traits are places among the habits, and sum up to the scores") {
    const Habits habits = some_habits();
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        Dealt dealt(any_of_three(seed), seed);
        dealt.go_on(habits, static_cast<int>(seed));
        const Cards all = choices(dealt.setting, dealt.scene);
        std::vector<std::int32_t> traits(at(count(all)) * MOST_TRAITS);
        see_choices(dealt.setting, dealt.scene, all, traits.data());
        Scores scores;
        weigh_choices(dealt.setting, habits, dealt.scene, all, scores);
        for (int choice = 0; choice < count(all); ++choice) {
            std::int32_t sum = 0;
            for (int place = 0; place < MOST_TRAITS; ++place) {
                const std::int32_t trait = traits[at(choice * MOST_TRAITS + place)];
                CHECK(trait >= -1 && trait < habits_size());
                if (trait >= 0) sum += habits[at(trait)];
            }
            CHECK(sum == scores[at(choice)]);
        }
    }
}

TEST("a high jack is the highest by its label, and the others move down") {
    const Setting setting(with_a_high_jack(), 3);
    CHECK(setting.labelled(48) == 51);
    CHECK(setting.labelled(51) == 50);
    CHECK(setting.labelled(9) == 9);
    CHECK(setting.printed(51) == 48);
    CHECK(setting.marked == bit(51));
    CHECK(setting.labelled(PACK) == PACK);
}

TEST("worlds are played out alike by any number of threads") {
    const Habits habits = some_habits();
    Dealt dealt(whist(), 9);
    dealt.go_on(habits, 17);
    const Worlds worlds(dealt, 30);
    const int seat = dealt.scene.deal.to_act;
    const Imagined imagined({dealt.plan, 3, NO_CARD, dealt.played, seat}, worlds.rows());
    const auto ends = static_cast<std::size_t>(30 * count(choices(dealt.setting, dealt.scene)));
    std::vector<std::int16_t> first;
    for (const int threads : {1, 3}) {
        std::vector<std::int16_t> points(ends * 2);
        std::vector<std::int8_t> tricks(ends * 4);
        PlayingOut playing(imagined, habits, habits, {256, 5, 1}, {}, {points, tricks});
        std::vector<std::thread> pool;
        for (int thread = 0; thread < threads; ++thread) pool.emplace_back([&] { playing.work(); });
        for (std::thread &thread : pool) thread.join();
        CHECK(playing.done() == 30);
        for (std::size_t end = 0; end < ends; ++end)
            CHECK(tricks[4 * end] + tricks[4 * end + 1] + tricks[4 * end + 2] +
                      tricks[4 * end + 3] == 13);
        if (threads == 1) first = points;
        CHECK(points == first);
    }
}

TEST("work that is cancelled, or has no time, ends with no row") {
    const Habits habits = some_habits();
    Dealt dealt(whist(), 9);
    const Worlds worlds(dealt, 5);
    const Imagined imagined({dealt.plan, 3, NO_CARD, {}, dealt.scene.deal.to_act}, worlds.rows());
    std::vector<double> logs(5 * 4);
    const std::atomic<bool> cancelled = true;
    Limit limit;
    limit.cancelled = &cancelled;
    Weighing weighing(imagined, {&habits}, -5, limit, logs);
    weighing.work();
    CHECK(weighing.done() == 0);
    limit = {};
    limit.deadline = std::chrono::steady_clock::now();
    Weighing late(imagined, {&habits}, -5, limit, logs);
    late.work();
    CHECK(late.done() == 0);
}

TEST("a seat that plays as its habits say explains its plays best where it holds its own cards") {
    Habits habits = some_habits();
    for (std::int16_t &number : habits) number = static_cast<std::int16_t>(4 * number);
    double own = 0, swapped = 0;
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        Dealt dealt(whist(), seed);
        dealt.go_on(habits, 12);
        const std::size_t seat = at(dealt.scene.deal.to_act);
        Dealt other = dealt;
        std::swap(other.hands[(seat + 1) % 4], other.hands[(seat + 2) % 4]);
        for (const auto &[in, sum] : {std::pair{&dealt, &own}, std::pair{&other, &swapped}}) {
            const Worlds worlds(*in, 1);
            const Imagined imagined({dealt.plan, 3, NO_CARD, dealt.played, static_cast<int>(seat)},
                                    worlds.rows());
            std::array<double, 4> by_seat{};
            imagined.log_likelihood(0, habits, -5, by_seat);
            CHECK(by_seat[seat] == 0);
            for (const double log : by_seat) *sum += log;
        }
    }
    CHECK(own > swapped);
}

TEST("worlds are weighed seat by seat as they are card by card, by any number of threads") {
    const Habits habits = some_habits();
    Habits others = habits;
    std::reverse(others.begin(), others.end());
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
        Dealt dealt(whist(), seed);
        dealt.go_on(habits, 5 + 6 * static_cast<int>(seed));
        const int seat = dealt.scene.deal.to_act;
        Worlds worlds(dealt, 40);
        Random random(seed);
        for (int swap = 0; swap < 400; ++swap) {
            const std::size_t row = random.below(40);
            const std::size_t one = (at(seat) + 1 + random.below(3)) % 4;
            const std::size_t other = (at(seat) + 1 + random.below(3)) % 4;
            worlds.swap(row, one, other, static_cast<int>(random.below(SUITS)));
        }
        const Imagined imagined({dealt.plan, 3, NO_CARD, dealt.played, seat}, worlds.rows());
        for (const int threads : {1, 3}) {
            std::vector<double> logs(2 * 40 * 4);
            Weighing weighing(imagined, {&habits, &others}, -4, {}, logs);
            std::vector<std::thread> pool;
            for (int thread = 0; thread < threads; ++thread)
                pool.emplace_back([&] { weighing.work(); });
            for (std::thread &thread : pool) thread.join();
            CHECK(weighing.done() == 40);
            for (std::size_t row = 0; row < 40; ++row) {
                std::array<double, 4> one{}, other{};
                imagined.log_likelihood(row, habits, -4, one);
                imagined.log_likelihood(row, others, -4, other);
                for (std::size_t who = 0; who < 4; ++who) {
                    CHECK(std::abs(logs[4 * row + who] - one[who]) < 1e-9);
                    CHECK(std::abs(logs[4 * (40 + row) + who] - other[who]) < 1e-9);
                }
            }
        }
    }
}

TEST("worlds that are no deals, and moments that never were, are refused") {
    const Habits habits = some_habits();
    Dealt dealt(whist(), 2);
    const Worlds worlds(dealt, 2);
    const auto imagine = [&](std::vector<std::int8_t> played, int observer, const Rows &rows) {
        return Imagined({dealt.plan, 3, NO_CARD, std::move(played), observer}, rows);
    };
    std::vector<Cards> wrong = worlds.hands;
    wrong[5] = wrong[4];
    CHECK_THROWS(std::invalid_argument, imagine({}, 0, {wrong, {}, 2}));
    CHECK_THROWS(std::invalid_argument, imagine({}, 0, {worlds.hands, {}, 3}));
    CHECK_THROWS(std::invalid_argument, imagine({}, 4, worlds.rows()));
    CHECK_THROWS(std::invalid_argument, imagine({60}, 0, worlds.rows()));
    CHECK_THROWS(std::invalid_argument,
                 imagine(std::vector<std::int8_t>(53), 0, worlds.rows()));
    CHECK_THROWS(std::invalid_argument, Setting(whist(), 4));
    const Imagined imagined = imagine({}, 0, worlds.rows());
    std::vector<double> logs(8);
    const Habits few(3);
    CHECK_THROWS(std::invalid_argument, Weighing(imagined, {&few}, -5, {}, logs));
    CHECK_THROWS(std::invalid_argument, Weighing(imagined, {}, -5, {}, logs));
    CHECK_THROWS(std::invalid_argument, Weighing(imagined, {&habits, &habits}, -5, {}, logs));
    CHECK_THROWS(std::invalid_argument,
                 Weighing(imagined, {&habits}, -5, {}, std::span(logs).first(2)));
}

TEST("a tree takes the only card that wins, however it plays on") {
    // Two tricks are left: seat 0 has the last trump and a losing card, and leads.
    DealPlan plan = whist();
    plan.sizes = {2};
    plan.pack = Cards{0b11} << 50 | Cards{0b111111};
    plan.worth.assign(2 * 3, 0);
    const std::vector<Cards> hands{bit(51) | bit(0), bit(50) | bit(1), bit(2) | bit(3), bit(4) | bit(5)};
    const Habits habits = some_habits();
    const Imagined imagined({plan, 3, NO_CARD, {}, 1}, {hands, {}, 1});
    for (const Habits *own : {&habits, static_cast<const Habits *>(nullptr)}) {
        Tree tree(imagined, {500, 0.7, Reward::tricks, 256, own, 1});
        CHECK(tree.grow({}) == 500);
        const std::vector<std::uint64_t> visits = tree.visits();
        CHECK(visits.size() == 2 && visits[0] + visits[1] == 500);
        CHECK(tree.means()[0] >= 0 && tree.means()[0] <= 1);
    }
    CHECK_THROWS(std::invalid_argument,
                 Tree(Imagined({plan, 3, NO_CARD, {}, 0}, {hands, {}, 1}), {}));
}
