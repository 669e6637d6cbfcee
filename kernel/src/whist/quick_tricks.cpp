#include "quick_tricks.hpp"

#include <algorithm>

namespace oddtrick::whist {

namespace {

// In each suit the cards of a hand that win whenever it leads them, as a unary count: its run from
// the top, or the whole suit if that run outlasts every other hand. `others` is the longest length.
inline Lanes winners(Lanes hand, Lanes length, Lanes others) {
    const Lanes run = top_run(hand);
    return run | (length & ~filled(others & ~run));
}

// The cards whose ranks the winners depend on: none below the last round to which others follow.
inline Lanes resting_on(Lanes hand, Lanes count, Lanes others) {
    return hand & count & others;
}

// As many of the winners as are needed. Fewer winners make fewer cards relevant, and the pattern
// more general.
inline Lanes just_enough(Lanes won, int need) {
    const int spare = size(won) - need;
    for (int suit = 3, left = spare; left > 0; --suit) {
        const Lanes here = won & lane(suit);
        const int drop = std::min(left, size(here));
        left -= drop;
        won &= ~here | (here >> drop & lane(suit));
    }
    return won;
}

// The tricks in one suit of a side on lead with top cards in both hands. `won` counts the winners
// of the leading hand, `theirs` those of the other; the lead may end in either hand.
inline int both_hands(std::uint16_t own, int won, std::uint16_t other, int theirs) {
    if (theirs == 0) return won;
    if (won == 0) return own ? theirs : 0;
    if (std::countr_zero(own) > std::bit_width(other) - 1)
        return theirs;  // the other's lowest is higher
    if (std::bit_width(own) - 1 < std::countr_zero(other)) return won;  // no low card to cross with
    if (theirs == std::popcount(other)) --theirs;                       // one falls under a winner
    return std::min(std::popcount(own), won + theirs);
}

struct Trumps {
    std::uint16_t mine, partner, left, right;

    int all() const { return std::popcount<std::uint16_t>(mine | partner | left | right); }
};

inline Trumps trumps_of(const SearchNode &node, int first) {
    const auto at = [&](int i) { return cards_of(node.hand[(first + i) & 3], TRUMP); };
    return {at(0), at(2), at(1), at(3)};
}

// Top trumps of either hand, which win whenever they are played; all trumps if only one hand has
// any.
inline int top_trumps(const Trumps &t, Lanes &relevant) {
    const std::uint16_t theirs = t.left | t.right;
    relevant = 0;
    const int most = std::max(std::popcount(t.mine), std::popcount(t.partner));
    if (!theirs && (!t.mine || !t.partner)) return most;
    const Lanes run = top_run(Lanes(t.mine | t.partner));
    const int count = std::min(size(run), most);
    relevant = run & ((Lanes{1} << count) - 1);
    return count;
}

// One trick that the trumps make against top trumps of the other side: K behind A, K Q against A, Q
// x x behind A K.
inline bool slow_trump(const Trumps &t, bool leading, int tricks, Lanes &relevant) {
    constexpr unsigned A = 1, K = 2, Q = 4;
    const int all = t.all();
    if (all < 3) return false;
    relevant = A | K;
    if ((t.partner & K) && t.partner != K && (t.left & A)) return true;
    if ((t.mine & K) && t.mine != K && (t.right & A) && (!leading || tricks >= 3)) return true;
    relevant = A | K | Q;
    const int most = std::max(std::popcount(t.mine), std::popcount(t.partner));
    if (((t.left | t.right) & A) && ((t.mine | t.partner) & (K | Q)) == (K | Q) && most >= 2)
        return true;
    if (all < 5) return false;
    if ((t.partner & Q) && std::popcount(t.partner) >= 3 && (t.left & (A | K)) == (A | K))
        return true;
    return (t.mine & Q) && std::popcount(t.mine) >= 3 && (t.right & (A | K)) == (A | K) &&
           (!leading || tricks >= 4);
}

inline std::uint16_t first_of(std::uint16_t cards, int count) {
    std::uint16_t rest = cards;
    while (rest && count-- > 0) rest &= static_cast<std::uint16_t>(rest - 1);
    return cards & ~rest;
}

// The leading hand cashes its winners and crosses to its partner, who cashes the rest; or the
// partner cashes first.
inline bool with_partner(const SearchNode &node, int first, int need, int have, Lanes won,
                         Lanes partners, Lanes safe, Lanes alone, Lanes &relevant) {
    const Lanes me = node.hand[first], partner = node.hand[first ^ 2];
    const Lanes my_length = node.length[first], his_length = node.length[first ^ 2];
    have += size(won & alone);
    const Lanes run = top_run(me | partner);
    safe &= ~alone;
    Lanes any = (run | won | partners) & safe;
    if (have + size(any) < need) return false;
    const Lanes theirs = node.length[first ^ 1] | node.length[first ^ 3];
    int from_me = have, from_partner = have;
    bool crossing = false;
    Lanes mine_named = 0, his_named = 0;
    for (; any; any &= ~lane_of(any)) {
        const int suit = suit_at(any);
        const auto count = [suit](Lanes l) { return std::popcount(cards_of(l, suit)); };
        const int rounds = count(safe);
        const std::uint16_t mine = first_of(cards_of(me, suit), rounds),
                            his = first_of(cards_of(partner, suit), rounds);
        const std::uint16_t my_run = mine & cards_of(run, suit),
                            his_run = his & cards_of(run, suit);
        const int my_won = std::max(count(won), std::popcount(my_run));
        const int his_won = std::max(count(partners), std::popcount(his_run));
        from_me += both_hands(mine, my_won, his, his_won);
        from_partner += both_hands(his, his_won, mine, my_won);
        if (mine && his_won > 0 && std::countr_zero(his) < std::bit_width(mine) - 1)
            crossing = true;
        mine_named |= Lanes{first_of(my_run, count(theirs | his_length))} << (WIDTH * suit);
        his_named |= Lanes{first_of(his_run, count(theirs | my_length))} << (WIDTH * suit);
    }
    if (std::max(from_me, crossing ? from_partner : 0) < need) return false;
    relevant |= mine_named | resting_on(me, won, theirs | his_length);
    if (crossing)
        relevant |= his_named | resting_on(partner, partners & ~alone, theirs | my_length);
    return true;
}

}  // namespace

template <bool TRUMPS>
bool quick_tricks_on_lead(const SearchNode &node, int need, Lanes &relevant) {
    const Lanes left = node.length[1], right = node.length[3];
    Lanes safe = ~Lanes{0};  // the rounds that no opponent can ruff, unary
    int have = 0;
    Lanes tops = 0;
    Trumps trumps{};
    if constexpr (TRUMPS) {
        trumps = trumps_of(node, 0);
        have = top_trumps(trumps, tops);
        if (have >= need) {
            relevant = have > need ? tops & ((Lanes{1} << need) - 1) : tops;
            return true;
        }
        if (trumps.left) safe &= left;
        if (trumps.right) safe &= right;
        safe &= ~lane(TRUMP);
    }
    const Lanes others = left | right | node.length[2];
    const Lanes won = winners(node.hand[0], node.length[0], others) & safe;
    const int wanted = std::min(need - have, node.tricks);
    if (size(won) >= wanted) {
        relevant = tops | resting_on(node.hand[0], just_enough(won, wanted), others);
        return true;
    }
    const Lanes partners_others = left | right | node.length[0];
    const Lanes partners = winners(node.hand[2], node.length[2], partners_others) & safe;
    relevant = tops;
    if (with_partner(node, 0, need, have, won, partners, safe, 0, relevant)) return true;
    if constexpr (TRUMPS) {
        if (need == 1 && slow_trump(trumps, true, node.tricks, relevant)) return true;
    }
    return false;
}

template <bool TRUMPS>
bool certain_tricks_off_lead(const SearchNode &node, int need, Lanes &relevant) {
    if (TRUMPS && (node.all & lane(TRUMP))) {
        const Trumps trumps = trumps_of(node, 1);
        const int have = top_trumps(trumps, relevant);
        if (have >= need) {
            if (have > need) relevant &= (Lanes{1} << need) - 1;
            return true;
        }
        return have == 0 && need == 1 && slow_trump(trumps, false, node.tricks, relevant);
    }
    // The leader's side can win at most as many rounds as it has cards in the suits that the other
    // side cannot head. After them it has to lead a suit that the other side heads. That hand gets
    // in and cashes all its winners, which it had room to keep.
    const Lanes ours = node.length[0] | node.length[2];
    const Lanes heads = (node.hand[1] | node.hand[3]) & TOPS & ours;
    const int room = node.tricks - size(ours & ~filled(heads));
    if (room < need) return false;
    relevant = heads;
    if (need == 1) return true;
    for (const int seat : {1, 3}) {
        if (!(heads & node.hand[seat])) continue;
        const Lanes others = ours | node.length[seat ^ 2];
        const Lanes won = winners(node.hand[seat], node.length[seat], others);
        if (size(won) < need) return false;
        relevant |= resting_on(node.hand[seat], just_enough(won, need), others);
    }
    return true;
}

namespace {

// The hand of the second and fourth seat that is certain to win the trick, and its card.
struct Winning {
    int hand;
    Lanes card;  // 0 if neither is
    bool ruff;
};

template <bool TRUMPS>
inline Winning second_hand_wins(const Trick &trick) {
    const auto &hand = trick.node->hand;
    const Lanes third = hand[2] & trick.led;
    const Lanes trumps = lane(TRUMP);
    if (TRUMPS && !third && (hand[2] & trumps)) return {};
    const Lanes to_beat = third ? std::min(top_card(third), trick.best) : trick.best;
    const Lanes mine = hand[1] & trick.led, partners = hand[3] & trick.led;
    const Lanes my_top = mine ? top_card(mine) : ~Lanes{0},
                his_top = partners ? top_card(partners) : ~Lanes{0};
    if (std::min(my_top, his_top) < to_beat)
        return my_top < his_top ? Winning{1, my_top, false} : Winning{3, his_top, false};
    if constexpr (TRUMPS) {
        if (!mine && (hand[1] & trumps)) return {1, bottom_card(hand[1] & trumps), true};
        if (!partners && (hand[3] & trumps)) return {3, bottom_card(hand[3] & trumps), true};
    }
    return {};
}

// The trump tricks that follow once the trick is won, and the rounds, unary, that no opponent can
// ruff.
struct Backing {
    int tricks = 0;
    Lanes safe = ~Lanes{0};
};

inline Backing trumps_after(const Trick &trick, int hand, Lanes card, bool ruff, Lanes &relevant) {
    const SearchNode &node = *trick.node;
    Trumps trumps = trumps_of(node, hand);
    const Lanes run = top_run(Lanes(trumps.mine | trumps.partner));
    const bool trumps_led = trick.led == lane(TRUMP);
    if (ruff || trumps_led) trumps.mine &= static_cast<std::uint16_t>(~card);
    if (trumps_led) trumps.partner &= static_cast<std::uint16_t>(~std::bit_floor(trumps.partner));
    const Lanes left = trumps.mine | trumps.partner;
    const int tricks = std::min(
        size(run & left), std::max(std::popcount(trumps.mine), std::popcount(trumps.partner)));
    if (tricks > 0) relevant |= run & ((Lanes{1} << (tricks + size(run & ~left))) - 1);
    Lanes safe = ~lane(TRUMP);
    if (trumps.left) safe &= node.length[hand ^ 3];
    if (trumps.right) safe &= node.length[hand ^ 1];
    return {tricks, safe};
}

}  // namespace

template <bool TRUMPS>
bool quick_tricks_second_hand(const Trick &trick, int need, Lanes &relevant) {
    const SearchNode &node = *trick.node;
    const auto [hand, card, ruff] = second_hand_wins<TRUMPS>(trick);
    if (!card) return false;
    relevant = ruff ? 0 : card;
    if (need == 1) return true;
    const int other = hand ^ 2;
    // A hand with nothing but trumps has to ruff its partner's winner.
    if (TRUMPS && !(node.hand[other] & (trick.led | ~lane(TRUMP)))) return false;
    auto [have, safe] = TRUMPS ? trumps_after(trick, hand, card, ruff, relevant) : Backing{};
    const Lanes longest = node.length[0] | node.length[2];
    const Lanes others = longest | node.length[other];
    const Lanes won = winners(node.hand[hand], node.length[hand], others) & safe;
    // The trick itself counts, unless its card is one of the winners.
    if (!(won & lane_of(card))) ++have;
    if (have >= need) return true;
    if (have + size(won) >= need) {
        relevant |= resting_on(node.hand[hand], just_enough(won, need - have), others);
        return true;
    }
    // The other hand follows to this trick, and so keeps its cards in other suits.
    if (!(node.hand[other] & trick.led)) return false;
    const Lanes partners =
        winners(node.hand[other], node.length[other], longest | node.length[hand]) & safe;
    return with_partner(node, hand, need, have, won, partners, safe, trick.led, relevant);
}

template bool quick_tricks_second_hand<false>(const Trick &, int, Lanes &);
template bool quick_tricks_second_hand<true>(const Trick &, int, Lanes &);
template bool quick_tricks_on_lead<false>(const SearchNode &, int, Lanes &);
template bool quick_tricks_on_lead<true>(const SearchNode &, int, Lanes &);
template bool certain_tricks_off_lead<false>(const SearchNode &, int, Lanes &);
template bool certain_tricks_off_lead<true>(const SearchNode &, int, Lanes &);

}  // namespace oddtrick::whist
