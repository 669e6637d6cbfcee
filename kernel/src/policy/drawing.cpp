#include "oddtrick/drawing.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <stdexcept>

#include "oddtrick/solver.hpp"

namespace oddtrick {

namespace {

constexpr std::size_t TABLE_BYTES = std::size_t{8} << 20;

// What a card in hand is worth, in tricks to come: by the number of cards in play above it.
constexpr std::array<float, RANKS> PLAIN_WORTH{0.40F, 0.28F, 0.18F, 0.10F, 0.06F, 0.04F, 0.03F,
                                               0.02F, 0.02F, 0.01F, 0.01F, 0.01F, 0.01F};
constexpr float TRUMP_WORTH = 1.05F, TRUMP_STEP = 0.05F;
constexpr float TRICK_WORTH = 0.6F;  // of a trick that counts, while a stock lasts
constexpr float TIE = 0.001F;        // so that of cards of the same worth the lower is played

struct Play {
    int card;
    float score;
};

// One deal on its way: all cards open, but a seat chooses by what it can know.
class Deal {
  public:
    Deal(const DrawingPoint &point, const std::array<Cards, CARDS> &stronger, Solver &solver)
        : point_(point), stronger_(stronger), solver_(solver) {}

    void begin(std::span<const Cards> hands, std::span<const std::int8_t> stock) {
        stock_ = stock;
        idle_ = point_.idle;
        leader_ = point_.leader;
        played_ = point_.played;
        trick_ = point_.trick;
        tricks_.fill(0);
        alive_ = 0;
        for (std::size_t seat = 0; seat < hands.size(); ++seat)
            alive_ |= hands_[seat] = hands[seat];
        for (const std::int8_t card : stock) alive_ |= bit(card);
    }

    void play(int card) {
        hands_[at(to_play())] &= ~bit(card);
        trick_[at(played_++)] = static_cast<std::int8_t>(card);
        if (played_ == point_.seats) end_trick();
    }

    // Plays on by the rule until the stock is gone, then solves the rest.
    void finish(const Limit &limit) {
        while (!stock_.empty()) play(choose());
        while (played_ && left()) play(choose());
        if (left()) solve(limit);
    }

    std::span<const std::int8_t> tricks() const { return {tricks_.data(), at(point_.seats)}; }

  private:
    int to_play() const { return (leader_ + played_) % point_.seats; }
    Cards left() const { return hands_[at(to_play())]; }

    bool beats(int card, int best) const {
        if (suit_of(card) == suit_of(best)) return stronger_[at(best)] >> card & 1;
        return suit_of(card) == point_.trump;
    }

    int winner() const {
        int best = 0;
        for (int place = 1; place < played_; ++place)
            if (beats(trick_[at(place)], trick_[at(best)])) best = place;
        return best;
    }

    void end_trick() {
        for (int place = 0; place < played_; ++place) alive_ &= ~bit(trick_[at(place)]);
        leader_ = (leader_ + winner()) % point_.seats;
        played_ = 0;
        if (idle_ > 0)
            --idle_;
        else
            ++tricks_[at(leader_)];
        if (stock_.empty()) return;
        for (int place = 0; place < point_.seats; ++place)
            hands_[at((leader_ + place) % point_.seats)] |= bit(stock_[at(place)]);
        stock_ = stock_.subspan(at(point_.seats));
    }

    // Of the cards above it, those in the hand of the seat to play do not count.
    float worth(int card) const {
        const int above = count(alive_ & ~left() & stronger_[at(card)]);
        if (suit_of(card) == point_.trump)
            return TRUMP_WORTH - TRUMP_STEP * static_cast<float>(above);
        return PLAIN_WORTH[at(above)];
    }

    // What the trick under way wins beyond what the others draw: the top card against a card that
    // the seat has not seen, and the trick itself where it counts.
    float prize() const {
        if (stock_.empty()) return TRICK_WORTH;
        Cards unseen = alive_ & ~left() & ~bit(stock_[0]);
        for (int place = 0; place < played_; ++place) unseen &= ~bit(trick_[at(place)]);
        float sum = 0;
        const int size = count(unseen);
        while (unseen) sum += worth(take_lowest(unseen));
        const float mean = size ? sum / static_cast<float>(size) : 0;
        return worth(stock_[0]) - mean + (idle_ > 0 ? 0 : TRICK_WORTH);
    }

    int choose() const {
        Cards legal = left();
        if (played_) {
            const Cards follow = legal & suit_mask(suit_of(trick_[0]));
            if (follow) legal = follow;
        }
        return played_ ? follow(legal) : lead(legal);
    }

    int follow(Cards legal) const {
        const int best = trick_[at(winner())];
        Play wins{-1, 0}, loses{-1, 0};
        while (legal) {
            const int card = take_lowest(legal);
            Play &play = beats(card, best) ? wins : loses;
            const float cost = worth(card) + TIE * static_cast<float>(rank_of(card));
            if (play.card < 0 || cost < play.score) play = {card, cost};
        }
        if (wins.card < 0) return loses.card;
        if (loses.card < 0) return wins.card;
        return prize() > wins.score - loses.score ? wins.card : loses.card;
    }

    int lead(Cards legal) const {
        const float won = prize();
        const Cards hidden = alive_ & ~left() & ~(stock_.empty() ? Cards{0} : bit(stock_[0]));
        const int other = (leader_ + 1) % point_.seats;
        const float held = static_cast<float>(count(hands_[at(other)])) /
                           static_cast<float>(std::max(count(hidden), 1));
        const float absent = 1 - std::min(held, 1.0F);  // the chance that a seat lacks a card
        Play best{-1, 0};
        while (legal) {
            const int card = take_lowest(legal);
            const Cards suit = hidden & suit_mask(suit_of(card));
            const int above = count(suit & stronger_[at(card)]), below = count(suit) - above;
            const float beaten = 1 - std::pow(absent, static_cast<float>(above));
            // An opponent who wants the trick beats the card if it can; one who does not has to
            // take it with nothing but higher cards.
            const float loses = won > 0 ? beaten
                                        : beaten * std::pow(absent, static_cast<float>(below));
            const float score = (1 - loses) * won - worth(card) -
                                TIE * static_cast<float>(rank_of(card));
            if (best.card < 0 || score > best.score) best = {card, score};
        }
        return best.card;
    }

    void solve(const Limit &limit) {
        Position position;
        position.seats = point_.seats;
        position.trump = point_.trump;
        position.leader = leader_;
        position.strength = point_.strength;
        position.us = 1U << leader_;
        for (int seat = 0; seat < point_.seats; ++seat)
            position.hands[at(seat)] = hands_[at(seat)];
        const int size = count(left());
        const int ours = solver_.solve(position, limit);
        tricks_[at(leader_)] = static_cast<std::int8_t>(tricks_[at(leader_)] + ours);
        const int other = (leader_ + 1) % point_.seats;
        tricks_[at(other)] = static_cast<std::int8_t>(tricks_[at(other)] + size - ours);
    }

    const DrawingPoint &point_;
    const std::array<Cards, CARDS> &stronger_;
    Solver &solver_;
    std::array<Cards, MAX_SEATS> hands_{};
    std::array<std::int8_t, MAX_SEATS> trick_{}, tricks_{};
    std::span<const std::int8_t> stock_;
    Cards alive_ = 0;  // not played yet
    int leader_ = 0, played_ = 0, idle_ = 0;
};

std::array<Cards, CARDS> stronger_cards(const DrawingPoint &point) {
    std::array<Cards, CARDS> stronger{};
    for (int card = 0; card < CARDS; ++card)
        for (int other = RANKS * suit_of(card); other < RANKS * (suit_of(card) + 1); ++other)
            if (point.strength[at(other)] > point.strength[at(card)]) stronger[at(card)] |= bit(other);
    return stronger;
}

}  // namespace

DrawingRollouts::DrawingRollouts(const DrawingPoint &point, const DrawingRows &rows,
                                 const Limit &limit, std::span<std::int8_t> tricks)
    : ParallelRows(rows.count, limit),
      point_(point),
      rows_(rows),
      limit_(limit),
      tricks_(tricks),
      stock_size_(rows.count ? rows.stock.size() / rows.count : 0) {
    if (point.seats != 2) throw std::invalid_argument("a deal with a stock has two seats here");
    if (point.played < 0 || point.played >= point.seats || point.leader < 0 ||
        point.leader >= point.seats || point.trump < NO_TRUMP || point.trump >= SUITS)
        throw std::invalid_argument("the trick under way is not one of this table");
    if (!point.choices) throw std::invalid_argument("no card is chosen");
    if (rows.hands.size() != rows.count * at(point.seats) ||
        rows.stock.size() != rows.count * stock_size_ || stock_size_ % at(point.seats))
        throw std::invalid_argument("the rows need a hand for each seat and whole draws");
    if (tricks.size() != rows.count * at(count(point.choices)) * at(point.seats))
        throw std::invalid_argument("the tricks have no room for each row, choice and seat");
    check_rows();
}

void DrawingRollouts::check_rows() const {
    const std::size_t seats = at(point_.seats);
    for (std::size_t row = 0; row < rows_.count; ++row) {
        Cards seen = 0;
        bool fits = true;
        const auto add = [&](Cards cards) {
            fits = fits && !(cards & seen) && !(cards & ~PACK);
            seen |= cards;
        };
        for (int place = 0; place < point_.played; ++place) {
            const int card = point_.trick[at(place)];
            if (card < 0 || card >= CARDS) throw std::invalid_argument("a card is not 0 to 51");
            add(bit(card));
        }
        int size = -1;
        for (std::size_t seat = 0; seat < seats; ++seat) {
            const Cards hand = rows_.hands[row * seats + seat];
            const int turn = (static_cast<int>(seat) - point_.leader + point_.seats) % point_.seats;
            const int full = count(hand) + (turn < point_.played ? 1 : 0);
            fits = fits && (size < 0 || full == size) && full > 0;
            size = full;
            add(hand);
        }
        for (std::size_t place = 0; place < stock_size_; ++place) {
            const int card = rows_.stock[row * stock_size_ + place];
            if (card < 0 || card >= CARDS) throw std::invalid_argument("a card is not 0 to 51");
            add(bit(card));
        }
        const std::size_t turn = at((point_.leader + point_.played) % point_.seats);
        fits = fits && !(point_.choices & ~rows_.hands[row * seats + turn]);
        if (!fits)
            throw std::invalid_argument("world " + std::to_string(row) +
                                        " is not a deal that fits the cards played");
    }
}

std::function<void(std::size_t)> DrawingRollouts::worker() const {
    const auto stronger = std::make_shared<std::array<Cards, CARDS>>(stronger_cards(point_));
    const auto solver = std::make_shared<Solver>(TABLE_BYTES);
    return [this, stronger, solver](std::size_t row) {
        const std::size_t seats = at(point_.seats);
        Deal deal(point_, *stronger, *solver);
        std::size_t place = row * at(count(point_.choices));
        for (Cards rest = point_.choices; rest; ++place) {
            deal.begin(rows_.hands.subspan(row * seats, seats),
                       rows_.stock.subspan(row * stock_size_, stock_size_));
            deal.play(take_lowest(rest));
            deal.finish(limit_);
            std::copy_n(deal.tricks().begin(), seats, tricks_.begin() + static_cast<std::ptrdiff_t>(place * seats));
        }
    };
}

}  // namespace oddtrick
