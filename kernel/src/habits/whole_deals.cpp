#include "oddtrick/whole_deals.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace oddtrick {

namespace {

int longest_suit(Cards hand) {
    int longest = 0;
    for (int suit = 1; suit < SUITS; ++suit)
        if (count(hand & suit_mask(suit)) >= count(hand & suit_mask(longest))) longest = suit;
    return longest;
}

// A table at which everybody plays out of habit.
class Table {
  public:
    Table(const DealPlan &plan, const std::vector<const Habits *> &habits, int mood)
        : plan_(plan), dealing_(plan), habits_(habits), mood_(mood) {
        for (int trump = NO_TRUMP; trump < SUITS; ++trump) settings_.emplace_back(plan, trump);
        if (habits.size() != at(plan.seats))
            throw std::invalid_argument("each seat needs habits of its own");
        for (const Habits *one : habits) check_habits(*one);
    }

    const Setting &setting(const Scene &scene) const { return settings_[at(scene.deal.trump + 1)]; }

    Scene deal(Random &random) const {
        Scene scene{};
        deal_out(dealing_, scene.deal, random);
        if (scene.deal.trump == UNKNOWN)
            choose_trumps(dealing_, scene.deal,
                          longest_suit(scene.deal.hands[at(plan_.chooser)]));
        const Setting &here = setting(scene);
        for (auto &hand : scene.deal.dealt)
            for (Cards &cards : hand) cards = here.labelled(cards);
        if (int turned = scene.deal.turn_up; turned != NO_CARD)
            scene.deal.turn_up = static_cast<std::int8_t>(here.labelled(turned));
        open_hand(here.tables, scene.deal, 0);
        return scene;
    }

    int card(const Scene &scene, Random &random) const {
        return habitual(setting(scene), *habits_[at(scene.deal.to_act)], scene, mood_, random);
    }

    void play_on(Scene &scene, Random &random) const {
        const Setting &here = setting(scene);
        while (scene.deal.to_act != NOBODY) play(here, scene, card(scene, random));
    }

    void count_up(const Scene &scene, std::int16_t *points, std::int8_t *tricks) const {
        count_points(setting(scene).tables, scene.deal, points);
        std::copy_n(scene.deal.tricks.begin(), plan_.seats, tricks);
    }

  private:
    const DealPlan &plan_;
    DealTables dealing_;
    const std::vector<const Habits *> &habits_;
    int mood_;
    std::vector<Setting> settings_;
};

// What becomes of each of these cards. All meet the same chance: what lies between them is the card.
void tell(const Table &table, const DealPlan &plan, const Scene &before, Cards cards,
          const Random &chance, Lessons &lessons) {
    const std::size_t row = lessons.traits.size();
    const auto size = at(count(cards));
    lessons.traits.resize(row + size * MOST_TRAITS);
    see_choices(table.setting(before), before, cards, lessons.traits.data() + row);
    lessons.seats.push_back(before.deal.to_act);
    lessons.sizes.push_back(static_cast<std::int8_t>(size));
    while (cards) {
        Scene scene = before;
        Random same = chance;
        play(table.setting(scene), scene, take_lowest(cards));
        table.play_on(scene, same);
        lessons.points.resize(lessons.points.size() + at(plan.sides));
        lessons.tricks.resize(lessons.tricks.size() + at(plan.seats));
        table.count_up(scene, &lessons.points.back() + 1 - plan.sides,
                       &lessons.tricks.back() + 1 - plan.seats);
    }
}

}  // namespace

void play_habitually(const DealPlan &plan, const std::vector<const Habits *> &habits, int mood,
                     std::uint64_t seed, std::uint64_t first, std::size_t deals,
                     std::span<std::int16_t> points, std::span<std::int8_t> tricks) {
    const Table table(plan, habits, mood);
    if (points.size() != deals * at(plan.sides) || tricks.size() != deals * at(plan.seats))
        throw std::invalid_argument("there is a row of points and of tricks for each deal");
    for (std::size_t deal = 0; deal < deals; ++deal) {
        Random random(seed, first + deal);
        Scene scene = table.deal(random);
        table.play_on(scene, random);
        table.count_up(scene, points.data() + deal * at(plan.sides),
                       tricks.data() + deal * at(plan.seats));
    }
}

Lessons learn_from_deals(const DealPlan &plan, const std::vector<const Habits *> &habits, int mood,
                         unsigned learners, std::uint64_t seed, std::uint64_t first,
                         std::size_t deals) {
    const Table table(plan, habits, mood);
    Lessons lessons;
    for (std::size_t deal = 0; deal < deals; ++deal) {
        Random random(seed, first + deal);
        Scene scene = table.deal(random);
        while (scene.deal.to_act != NOBODY) {
            const Setting &setting = table.setting(scene);
            const Cards cards = choices(setting, scene);
            if (learners >> scene.deal.to_act & 1 && cards & (cards - 1)) {
                const Random chance(random.next());
                tell(table, plan, scene, cards, chance, lessons);
            }
            play(setting, scene, table.card(scene, random));
        }
    }
    return lessons;
}

}  // namespace oddtrick
