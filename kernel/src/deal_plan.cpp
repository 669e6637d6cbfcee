// Validation of plans, and the lookup tables made from them.
#include <numeric>
#include <stdexcept>
#include <string>

#include "oddtrick/deal.hpp"

namespace oddtrick {

namespace {

[[noreturn]] void refuse(const std::string &why) {
    throw std::invalid_argument("the plan of a deal: " + why);
}

std::string text(int number) {
    return std::to_string(number);
}

void check_seat(const DealPlan &plan, int seat, const char *who) {
    if (seat < 0 || seat >= plan.seats || !(plan.in >> seat & 1)) {
        refuse(std::string(who) + " is seat " + text(seat) +
               ", which is not among those that play");
    }
}

void check_seats(const DealPlan &plan) {
    if (plan.seats < 2 || plan.seats > MAX_SEATS) {
        refuse("there are " + text(plan.seats) + " seats, not 2 to " + text(MAX_SEATS));
    }
    if (plan.in >> plan.seats || std::popcount(plan.in) < 2) {
        refuse("at least two of the seats at the table have to play, and no others");
    }
    check_seat(plan, plan.dealer, "the dealer");
    if (plan.sides < 1 || plan.sides > MAX_SEATS) {
        refuse("there are " + text(plan.sides) + " sides, not 1 to " + text(MAX_SEATS));
    }
    for (int seat = 0; seat < plan.seats; ++seat) {
        const int side = plan.side_of[at(seat)];
        if (side < 0 || side >= plan.sides) {
            refuse("seat " + text(seat) + " is on side " + text(side) + " of " + text(plan.sides));
        }
    }
}

int dealt_to_each(const DealPlan &plan) {
    return std::accumulate(plan.sizes.begin(), plan.sizes.end(), 0);
}

int counted_tricks(const DealPlan &plan) {
    return dealt_to_each(plan) + (plan.stock_tricks_count ? draws(plan) : 0);
}

void check_stock(const DealPlan &plan) {
    if (!plan.stock) return;
    if (plan.sizes.size() > 1) refuse("cards are drawn from a stock in one hand, not in several");
    if (count(plan.pack) % std::popcount(plan.in))
        refuse("its pack of " + text(count(plan.pack)) +
               " leaves a stock of which the seats can't draw alike");
    if (plan.source == TrumpSource::chosen || plan.source == TrumpSource::last_dealt)
        refuse("with a stock, trumps are those of a further card, or fixed");
}

void check_sizes(const DealPlan &plan) {
    if (plan.pack & ~PACK) refuse("the pack has cards beyond the 52");
    if (plan.sizes.empty() || plan.sizes.size() > MAX_HANDS) {
        refuse("there are " + text(static_cast<int>(plan.sizes.size())) +
               " separate hands, not 1 to " + text(MAX_HANDS));
    }
    int needed = plan.source == TrumpSource::further ? 1 : 0;
    for (const int size : plan.sizes) {
        if (size < 1 || size > CARDS) refuse("a hand has " + text(size) + " cards");
        needed += size * std::popcount(plan.in);
    }
    if (needed > count(plan.pack)) {
        refuse("it takes " + text(needed) + " cards, the pack has " + text(count(plan.pack)));
    }
}

void check_trumps(const DealPlan &plan) {
    const bool given = plan.source == TrumpSource::fixed || plan.trump_called;
    if (given && (plan.trump < NO_TRUMP || plan.trump >= SUITS)) {
        refuse("trumps are " + text(plan.trump) + ", not a suit 0 to 3, or -1 for none");
    }
    if (plan.source == TrumpSource::chosen) check_seat(plan, plan.chooser, "the chooser");
    if (plan.leader != NOBODY) check_seat(plan, plan.leader, "the leader");
    for (const auto &places : plan.places) {
        for (int suit = 0; suit < SUITS; ++suit) {
            unsigned seen = 0;
            for (int rank = 0; rank < RANKS; ++rank) {
                const unsigned place = places[at(RANKS * suit + rank)];
                seen |= place < unsigned{RANKS} ? 1u << place : 0;
            }
            if (seen != SUIT) {
                refuse("the cards of suit " + text(suit) + " have not the places 0 to 12");
            }
        }
    }
}

void check_scoring(const DealPlan &plan) {
    if (plan.bonus_cards.size() > MAX_BONUS_CARDS) {
        refuse("there are more than " + text(MAX_BONUS_CARDS) + " bonus cards");
    }
    for (const BonusCard &bonus : plan.bonus_cards) {
        for (const int card : bonus.card) {
            if (card < 0 || card >= CARDS) refuse("bonus card " + text(card) + " is not a card");
        }
    }
    if (plan.special_bonus < -1 ||
        plan.special_bonus >= static_cast<int>(plan.bonus_cards.size())) {
        refuse("bonus card " + text(plan.special_bonus) + " is special, and is not there");
    }
    if (plan.stages < 1 || plan.stages > MAX_STAGES) {
        refuse("points are scored in " + text(plan.stages) + " stages, not 1 to " +
               text(MAX_STAGES));
    }
    const int tricks = counted_tricks(plan);
    const std::size_t worth = at(plan.stages * plan.sides * (tricks + 1))
                              << plan.bonus_cards.size();
    if (plan.worth.size() != worth) {
        refuse("its table of points has " + std::to_string(plan.worth.size()) + " entries, not " +
               std::to_string(worth));
    }
    if (plan.net && plan.sides != 2) refuse("a difference is scored by two sides");
}

}  // namespace

int draws(const DealPlan &plan) {
    if (!plan.stock) return 0;
    const int players = std::popcount(plan.in);
    return (count(plan.pack) - players * dealt_to_each(plan)) / players;
}

void check(const DealPlan &plan) {
    check_seats(plan);
    check_sizes(plan);
    check_stock(plan);
    check_trumps(plan);
    check_scoring(plan);
}

DealTables::DealTables(const DealPlan &made)
    : plan(made), players(std::popcount(made.in)), pack_size(count(made.pack)) {
    check(plan);
    draws = oddtrick::draws(plan);
    counted = counted_tricks(plan);
    acts = players * (dealt_to_each(plan) + draws) + (plan.source == TrumpSource::chosen ? 1 : 0);
    for (int seat = 0; seat < plan.seats; ++seat) {
        int other = (seat + 1) % plan.seats;
        while (!(plan.in >> other & 1)) other = (other + 1) % plan.seats;
        next[at(seat)] = static_cast<std::uint8_t>(other);
    }
    eldest = next[at(plan.dealer)];
    leader = plan.leader == NOBODY ? eldest : plan.leader;
    std::size_t number = 0;
    for (Cards rest = plan.pack; rest;) {
        pack[number++] = static_cast<std::uint8_t>(take_lowest(rest));
    }
    for (int trump = 0; trump <= SUITS; ++trump) {
        for (int card = 0; card < CARDS; ++card) {
            const unsigned over = suit_of(card) == trump ? RANKS : 0;
            const unsigned strength = plan.places[at(trump)][at(card)] + over + 1;
            // The lowest bits are left for a seat: the maximum over a trick then names its winner.
            power[at(trump)][at(card)] = strength << 12 | static_cast<unsigned>(card) << 4;
        }
    }
}

}  // namespace oddtrick
