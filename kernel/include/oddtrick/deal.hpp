// A whole deal, from the pack to the points: its plan, and its state card by card.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "oddtrick/cards.hpp"
#include "oddtrick/random.hpp"

namespace oddtrick {

inline constexpr int MAX_HANDS = 4;        // separate hands of a deal, played in turn
inline constexpr int MAX_BONUS_CARDS = 6;  // cards that scoring depends on
inline constexpr int MAX_STAGES = 2;       // of scoring
inline constexpr int UNKNOWN = -2;         // the trump suit is yet to be chosen
inline constexpr int NOBODY = -1;
inline constexpr int NO_CARD = -1;
inline constexpr std::int32_t NEVER = INT32_MAX;  // more points than a deal scores
inline constexpr int ACTIONS = CARDS + SUITS;     // a card, or 52 + suit: the choice of trumps

enum class TrumpSource : std::uint8_t {
    last_dealt,  // the dealer's last card of the last hand
    further,     // one more card of the pack, which no seat holds
    fixed,       // given by the plan; may be none
    chosen,      // by a seat, as the first action of the deal
};

// The condition under which a bonus card counts for a side: it took the card in a trick, was dealt
// it, or won a trick with it.
enum class BonusCondition : std::uint8_t { taken, dealt, won_with };

// A card that scoring depends on, given for each trump suit; without trumps it does not count.
struct BonusCard {
    std::array<std::int8_t, SUITS> card{};
    BonusCondition condition = BonusCondition::taken;
};

// The rules of one deal, as numbers: how it is dealt, played and scored.
struct DealPlan {
    int seats = 4;
    unsigned in = 0b1111;  // a bit for each seat that plays
    Cards pack = PACK;
    std::vector<int> sizes = {13};  // cards of each seat in each separate hand
    int dealer = 0;
    TrumpSource source = TrumpSource::last_dealt;
    int trump = NO_TRUMP;  // if it is fixed
    int chooser = NOBODY;  // if it is chosen
    bool blind = false;    // the chooser does not see its cards before

    // The place of each card within its suit, 0 … 12, the strongest highest: with each suit as
    // trumps, and last without trumps.
    std::array<std::array<std::uint8_t, CARDS>, SUITS + 1> places{};
    // Trumps may not be led until one has been played to a lead of another suit, unless the leader
    // holds nothing else.
    bool trumps_held_back = false;

    int sides = 2;
    std::array<std::int8_t, MAX_SEATS> side_of{0, 1, 0, 1};

    // The points of a side in each stage: worth[stage][side][tricks][key], where bit i of the key
    // says whether bonus card i counts for the side. Tables instead of formulas: the scoring code
    // of the library fills them in, so that the kernel knows no game. With `net` there are two
    // sides, and the one with more points scores the difference.
    std::vector<BonusCard> bonus_cards;
    int special_bonus = -1;  // the index of the bonus card that policies single out; -1: none
    int stages = 1;
    std::vector<std::int16_t> worth;
    bool net = false;
    // The points that each side needs to end the match: scoring stops with the stage in which a
    // side reaches them.
    std::array<std::int32_t, MAX_SEATS> points_needed = [] {
        std::array<std::int32_t, MAX_SEATS> never{};
        never.fill(NEVER);
        return never;
    }();

    // The contract of the deal, if its calls led to one: they have settled trumps, whatever is
    // turned up, and may have named the seat that leads first; NOBODY: the eldest hand.
    bool trump_called = false;
    int leader = NOBODY;

    // The cards that are not dealt are a stock, from which each seat draws a card after each trick,
    // the winner first. The top card lies face up, or else only one that was turned up does. Tricks
    // won while it lasts count, or not.
    bool stock = false;
    bool stock_open = true;
    bool stock_tricks_count = true;

    // The sides that an observation shows, which are those of the match.
    std::array<std::int8_t, MAX_SEATS> seen_side_of{0, 1, 0, 1};
};

// The tricks after which cards are drawn from the stock.
int draws(const DealPlan &plan);

// Throws std::invalid_argument with a message that names the error and its place.
void check(const DealPlan &plan);

// A checked plan with lookup tables for play. Made once, and shared by all deals and threads.
struct DealTables {
    explicit DealTables(const DealPlan &plan);  // checks the plan

    int tricks() const { return counted; }
    int actions() const { return acts; }
    int keys() const { return 1 << plan.bonus_cards.size(); }  // of each side

    DealPlan plan;
    int players;  // seats that play
    int eldest;
    int leader;  // of the first trick of each hand
    int draws;    // tricks after which cards are drawn
    int counted;  // tricks of the whole deal that count
    int acts;     // plays, and the choice of trumps if there is one
    std::array<std::uint8_t, MAX_SEATS> next{};  // the next seat clockwise that plays
    std::array<std::uint8_t, CARDS> pack{};      // its cards, ascending
    int pack_size;
    // The power of a card in a trick, the greatest of which wins: strength << 12 | card << 4. The
    // low four bits are left for the seat, so that the maximum names card and winner at once.
    std::array<std::array<std::uint32_t, CARDS>, SUITS + 1> power{};
};

// Deals are stepped by the thousand: the fields of each begin on a line of the cache.
struct alignas(64) DealState {
    std::array<std::array<Cards, MAX_SEATS>, MAX_HANDS> dealt;
    std::array<Cards, MAX_SEATS> hands;  // still held, of the hand under way
    std::array<Cards, MAX_SEATS> taken;  // in tricks, over the whole deal
    std::array<Cards, MAX_SEATS>
        void_in;  // the cards that a seat has shown not to hold in this hand
    std::array<std::uint8_t, MAX_SEATS> tricks;
    Cards won_with;  // the cards that won a trick
    Cards table;     // the cards of the trick under way
    Cards wanted;    // a seat that holds any of these has to play one: the suit led, or `lead_from`
    Cards lead_from;     // the cards that may be led: all, or all but trumps
    Cards winning;       // the cards that can win: the suit led and trumps
    std::uint32_t best;  // the power of the winning card of the trick under way, and its seat
    std::int8_t trump;   // a suit, NO_TRUMP or UNKNOWN
    std::int8_t turn_up;
    std::int8_t leader;
    std::int8_t to_act;  // NOBODY once the deal is over
    std::int8_t hand;    // the number of the hand under way
    std::int8_t played;  // cards of the trick under way
    std::int8_t left;    // tricks still to be completed in the hand, or before the next draw
    bool exchanged;      // cards have been put away since the deal
    std::int8_t stock_left;
    std::array<std::int8_t, CARDS> stock;  // its top card first; drawn ones stay where they were
    std::array<std::int8_t, CARDS / 2> drawn_first_by;  // the winner of each trick with a draw
};

// Deals the cards, turns up the trump card if the plan says so, and opens the first hand or awaits
// the choice of trumps.
void deal_out(const DealTables &tables, DealState &state, Random &random);
// Opens the play of a deal under the plan of its contract: with these cards of each seat, if some
// have been exchanged. Throws std::invalid_argument if they are no hands of the plan.
void open_play(const DealTables &tables, DealState &state, const Cards *held);
void choose_trumps(const DealTables &tables, DealState &state, int suit);
// Opens one of the separate hands; after the last one the deal is over.
void open_hand(const DealTables &tables, DealState &state, int hand);
// Goes on after the last trick of a hand, or before a draw: each seat draws a card, the winner of
// the trick first, or the next hand is opened.
void go_on(const DealTables &tables, DealState &state);
// The complete tricks of the hand under way.
int complete_tricks(const DealTables &tables, const DealState &state);
// The points of each side, once the deal is over.
void count_points(const DealTables &tables, const DealState &state, std::int16_t *points);

inline constexpr auto SUIT_OF_CARD = [] {
    std::array<Cards, CARDS> masks{};
    for (std::size_t card = 0; card < masks.size(); ++card) {
        masks[card] = suit_mask(suit_of(static_cast<int>(card)));
    }
    return masks;
}();

// A seat or a card as an index.
constexpr std::size_t at(int index) {
    return static_cast<std::size_t>(index);
}
constexpr Cards trumps_of(int trump) {
    return trump < 0 ? 0 : suit_mask(trump);
}
constexpr std::size_t under(int trump) {
    return at(trump < 0 ? SUITS : trump);
}

// The legal actions of the seat to act: cards; 52 + suit if it is to choose trumps; none at the
// end.
inline Cards legal_actions(const DealState &state) {
    if (state.to_act == NOBODY) return 0;
    if (state.trump == UNKNOWN) return Cards{0xf} << CARDS;
    const Cards held = state.hands[at(state.to_act)];
    const Cards wanted = held & state.wanted;
    return wanted ? wanted : held;
}

// Ends a complete trick: its winner takes it and leads to the next one.
inline void end_trick(const DealTables &tables, DealState &state) {
    const std::size_t winner = state.best & 0xf;
    const Cards trumps = trumps_of(state.trump);
    state.taken[winner] |= state.table;
    state.won_with |= bit(static_cast<int>(state.best >> 4 & 0xff));
    ++state.tricks[winner];
    if (state.table & trumps && !(state.wanted & trumps)) state.lead_from = PACK;
    state.leader = state.to_act = static_cast<std::int8_t>(winner);
    state.table = 0;
    state.best = 0;
    state.played = 0;
    state.wanted = state.lead_from;
    if (--state.left == 0) go_on(tables, state);
}

// Plays a legal card.
inline void play_card(const DealTables &tables, DealState &state, int card) {
    const std::size_t seat = at(state.to_act);
    const Cards held = state.hands[seat];
    state.void_in[seat] |= held & state.wanted ? 0 : state.wanted;
    state.hands[seat] = held ^ bit(card);
    state.table |= bit(card);
    if (state.played == 0) {
        state.wanted = SUIT_OF_CARD[at(card)];
        state.winning = state.wanted | trumps_of(state.trump);
    }
    const std::uint32_t power =
        tables.power[under(state.trump)][at(card)] | static_cast<std::uint32_t>(seat);
    const std::uint32_t counts = state.winning >> card & 1 ? power : 0;
    state.best = counts > state.best ? counts : state.best;
    state.to_act = static_cast<std::int8_t>(tables.next[seat]);
    if (++state.played == tables.players) end_trick(tables, state);
}

inline void act(const DealTables &tables, DealState &state, int action) {
    if (action < CARDS)
        play_card(tables, state, action);
    else
        choose_trumps(tables, state, action - CARDS);
}

}  // namespace oddtrick
