// One deal from the pack to the points: what it is played by, and its state card by card.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "oddtrick/cards.hpp"
#include "oddtrick/random.hpp"

namespace oddtrick {

inline constexpr int MAX_HANDS = 4;   // separate hands of one deal, played one after another
inline constexpr int MAX_BONUS_CARDS = 6;   // cards that scoring looks at
inline constexpr int MAX_STAGES = 2;  // in which points are scored
inline constexpr int UNKNOWN = -2;    // trumps that have not been chosen yet
inline constexpr int NOBODY = -1;
inline constexpr int NO_CARD = -1;
inline constexpr std::int32_t NEVER = INT32_MAX;  // points that no deal brings
inline constexpr int ACTIONS = CARDS + SUITS;  // a card, or 52 + suit: the choice of trumps

enum class TrumpSource : std::uint8_t {
    last_dealt,  // the dealer's last card of the last hand
    further,     // one more card of the pack, which is nobody's
    fixed,       // in advance; may be none
    chosen,      // by a seat, which is the first action of the deal
};

// What has to be true of a marked card for a side.
enum class BonusCondition : std::uint8_t { taken, dealt, won_with };

// A card that scoring looks at, one for each trump suit; without trumps there is none.
struct BonusCard {
    std::array<std::int8_t, SUITS> card{};
    BonusCondition condition = BonusCondition::taken;
};

// How a deal is dealt, played and counted.
struct DealPlan {
    int seats = 4;
    unsigned in = 0b1111;  // the seats that play
    Cards pack = PACK;
    std::vector<int> sizes = {13};  // cards for each seat in each separate hand
    int dealer = 0;
    TrumpSource source = TrumpSource::last_dealt;
    int trump = NO_TRUMP;   // where it is fixed
    int chooser = NOBODY;   // where it is chosen
    bool blind = false;     // the chooser has not seen its cards

    // Places of the cards within their suits, 0 … 12, the strongest highest: under each suit as
    // trumps, and last without.
    std::array<std::array<std::uint8_t, CARDS>, SUITS + 1> places{};
    // Trumps may not be led until one has been played to a lead of another suit, unless the leader
    // holds nothing else.
    bool trumps_held_back = false;

    int sides = 2;
    std::array<std::int8_t, MAX_SEATS> side_of{0, 1, 0, 1};

    // What a side counts in each stage: worth[stage][side][tricks][key], where bit i of the key
    // says whether mark i is true of the side. With `net` the side that counts more scores the
    // difference, of two sides.
    std::vector<BonusCard> bonus_cards;
    int special_bonus = -1;  // index in `bonus_cards` of the one that policies single out; -1: none
    int stages = 1;
    std::vector<std::int16_t> worth;
    bool net = false;
    // Points that end a side's match: scoring stops with the stage in which a side has them.
    std::array<std::int32_t, MAX_SEATS> points_needed = [] {
        std::array<std::int32_t, MAX_SEATS> never{};
        never.fill(NEVER);
        return never;
    }();
};

// Throws std::invalid_argument, with a sentence that says what is wrong and where.
void check(const DealPlan &plan);

// A plan in the shape that play wants. Made once, then shared by all deals and threads.
struct DealTables {
    explicit DealTables(const DealPlan &plan);  // checks it, too

    int tricks() const;                 // of the whole deal
    int actions() const;                // cards, and the choice of trumps if there is one
    int keys() const { return 1 << plan.bonus_cards.size(); }  // of what is counted, for each side

    DealPlan plan;
    int players;  // seats that play
    int eldest;
    std::array<std::uint8_t, MAX_SEATS> next{};  // the next seat that plays, clockwise
    std::array<std::uint8_t, CARDS> pack{};      // its cards, ascending
    int pack_size;
    // What a card is worth in a trick, greater wins: strength << 12 | card << 4, the seat to come.
    std::array<std::array<std::uint32_t, CARDS>, SUITS + 1> power{};
};

struct DealState {
    std::array<std::array<Cards, MAX_SEATS>, MAX_HANDS> dealt;
    std::array<Cards, MAX_SEATS> hands;  // still held, of the hand under way
    std::array<Cards, MAX_SEATS> taken;  // in tricks, over the whole deal
    std::array<Cards, MAX_SEATS> void_in;  // cards that a seat has shown not to hold in this hand
    std::array<std::uint8_t, MAX_SEATS> tricks;
    Cards won_with;   // the cards that won a trick
    Cards table;      // the cards of the trick under way,
    Cards wanted;     // what has to be played by who holds any of it: the suit led,
    Cards lead_from;  // or for a lead all, or all but trumps
    Cards winning;    // the suit led and trumps
    std::uint32_t best;  // the power and the seat of the card that wins the trick under way
    std::int8_t trump;   // a suit, NO_TRUMP or UNKNOWN
    std::int8_t turn_up;
    std::int8_t leader;
    std::int8_t to_act;  // NOBODY when the deal is over
    std::int8_t hand;    // the number of the hand under way
    std::int8_t played;  // cards of the trick under way
    std::int8_t left;    // tricks of the hand still to be completed
};

// Draws the cards and whatever turns up, and opens the first hand or awaits the choice of trumps.
void deal_out(const DealTables &tables, DealState &state, Random &random);
void choose_trumps(const DealTables &tables, DealState &state, int suit);
// Begins one of the separate hands; after the last one the deal is over.
void open_hand(const DealTables &tables, DealState &state, int hand);
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
constexpr std::size_t at(int index) { return static_cast<std::size_t>(index); }
constexpr Cards trumps_of(int trump) { return trump < 0 ? 0 : suit_mask(trump); }
constexpr std::size_t under(int trump) { return at(trump < 0 ? SUITS : trump); }

// The cards that the seat to act may play; 52 + suit while trumps are chosen; none at the end.
inline Cards legal_actions(const DealState &state) {
    if (state.to_act == NOBODY) return 0;
    if (state.trump == UNKNOWN) return Cards{0xf} << CARDS;
    const Cards held = state.hands[at(state.to_act)];
    const Cards wanted = held & state.wanted;
    return wanted ? wanted : held;
}

// The trick is complete: its winner takes it and leads to the next.
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
    if (--state.left == 0) open_hand(tables, state, state.hand + 1);
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
    if (action < CARDS) play_card(tables, state, action);
    else choose_trumps(tables, state, action - CARDS);
}

}  // namespace oddtrick
