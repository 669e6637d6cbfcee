#include "search.hpp"

#include "lead_ordering.hpp"
#include "quick_tricks.hpp"
#include "reply_ordering.hpp"

namespace oddtrick::whist {

namespace {

// A card stands for its lower neighbours in the same hand: if its rank mattered, so do theirs.
inline Lanes with_neighbours(Lanes relevant, Lanes hand) {
    Lanes at = relevant & hand;
    while ((at = (at << 1) & hand & ~relevant)) relevant |= at;
    return relevant;
}

constexpr std::uint64_t shape_unit(int seat, int suit) {
    return std::uint64_t{1} << (16 * seat + 4 * suit);
}

// The key of similar situations for the seat to play: the same cards of the suit, or the same hand
// if it is void, and the same card to beat.
inline std::uint64_t similarity_key(const Trick &trick, int seat, Lanes hand) {
    const std::uint64_t best = static_cast<std::uint64_t>(std::countr_zero(trick.best)) << 58;
    const Lanes following = hand & trick.led;
    if (!following) return ((hand << 1 | trick.winner / 2) ^ best) * 7 + seat;
    const int shift = std::countr_zero(trick.led);
    const Lanes suit = (trick.node->all & trick.led) >> shift << WIDTH | following >> shift;
    return (suit ^ best) * 7 + seat;
}

// An exponential moving average of how often something happened, of 1024.
inline void update_rate(int &rate, bool happened) {
    rate += ((happened ? 1024 : 0) - rate) >> 6;
}

// The winning card is relevant if another card of its suit was played to the trick.
inline Lanes won_by_rank(const Trick &trick) {
    return (trick.played & lane_of(trick.best)) != trick.best ? trick.best : 0;
}

inline SearchNode next_node(const Trick &trick, Lanes &left) {
    const SearchNode &node = *trick.node;
    SearchNode next;
    next.tricks = node.tricks - 1;
    next.seat = (node.seat + trick.winner) & 3;
    next.all = node.all;
    std::uint64_t shape = node.shape;
    for (int seat = 0; seat < 4; ++seat) {
        const Lanes suit = lane_of(trick.card[seat]);
        shape -= shape_unit(seat, suit_at(suit));
        next.all = shorter(next.all, suit);
        next.length[(seat - trick.winner) & 3] = shorter(node.length[seat], suit);
    }
    // Seats count from the leader, so that one table entry serves every leader.
    next.shape = std::rotr(shape, 16 * trick.winner);
    // The cards left close up to the top of their lanes: what counts is their order, not which
    // cards are gone, and positions that differ in nothing else become the same.
    left = node.all & ~trick.played;
    for (int i = 0; i < 4; ++i)
        next.hand[i] = unpack(pack(node.hand[(trick.winner + i) & 3], left), next.all);
    return next;
}

}  // namespace

SearchNode node_of(const std::array<Lanes, 4> &hands) {
    SearchNode node{hands, {}, hands[0] | hands[1] | hands[2] | hands[3], 0, size(hands[0]), 0};
    for (int seat = 0; seat < 4; ++seat)
        for (int suit = 0; suit < 4; ++suit) {
            const int cards = size(hands[seat] & lane(suit));
            node.length[seat] |= ((Lanes{1} << cards) - 1) << (WIDTH * suit);
            node.shape += shape_unit(seat, suit) * cards;
        }
    return node;
}

template <bool TRUMPS>
Outcome Search<TRUMPS>::last_trick(const SearchNode &node) {
    Trick trick = lead<TRUMPS>(node, 1, node.hand[0]);
    for (int seat = 1; seat < 4; ++seat) trick = follow(trick, seat, node.hand[seat]);
    return {trick.winner % 2 == 0, won_by_rank(trick)};
}

template <bool TRUMPS>
Outcome Search<TRUMPS>::leader_takes(const SearchNode &node, int need) {
    if (need <= 0) return {true, 0};
    if (need > node.tricks) return {false, 0};
    if (node.tricks == 1) return last_trick(node);

    Lanes relevant = 0;
    // Cheapest tests first: quick tricks of either side, then the table, then the search.
    if (quick_tricks_on_lead<TRUMPS>(node, need, relevant)) return {true, relevant};
    if (certain_tricks_off_lead<TRUMPS>(node, node.tricks - need + 1, relevant))
        return {false, relevant};

    const Owners owners{node.hand[1] | node.hand[3], node.hand[2] | node.hand[3]};
    Proof proof{};
    Lanes best = 0;
    if (table_.lookup(node.shape, owners, need, proof, best)) return {proof.holds, proof.relevant};

    const Outcome outcome = search_leads(node, need, best);
    const Bounds bounds{outcome.holds ? need : 0, outcome.holds ? node.tricks : need - 1};
    table_.store(node.shape, owners, outcome.relevant, bounds, best);
    return outcome;
}

template <bool TRUMPS>
Outcome Search<TRUMPS>::search_leads(const SearchNode &node, int need, Lanes &best) {
    const auto killer = killers_.place(node.hand[0]);
    Lanes &sibling = siblings_[node.tricks][node.seat];
    auto &history = history_[node.seat];
    LeadList leads;
    score_leads<TRUMPS>(node, distinct(node.hand[0]),
                        {best, KillerTable::card(killer), sibling, &history}, leads);
    Lanes relevant = 0;
    while (const Lanes card = leads.next()) {
        const Trick trick = lead<TRUMPS>(node, need, card);
        node_limit_.count();
        const Outcome outcome = reply<1>(trick);
        if (outcome.holds) {
            KillerTable::remember(killer, card);
            update_rate(history[suit_at(card)], true);
            best = sibling = card;
            return outcome;
        }
        update_rate(history[suit_at(card)], false);
        relevant |= outcome.relevant;
        leads.drop(alike(card, outcome.relevant));
    }
    best = 0;
    return {false, with_neighbours(relevant, node.hand[0])};
}

template <bool TRUMPS>
template <int SEAT>
Outcome Search<TRUMPS>::reply(const Trick &trick) {
    if constexpr (SEAT == 1) {
        Lanes relevant = 0;
        if (quick_tricks_second_hand<TRUMPS>(trick, trick.node->tricks - trick.need + 1, relevant))
            return {false, relevant};
    }
    const Lanes hand = trick.node->hand[SEAT];
    const Lanes following = hand & trick.led;
    const Lanes gone = trick.played & ~trick.best;
    const Lanes choice = distinct(following ? following : hand, gone);
    const Outcome outcome = choice & (choice - 1) ? search_replies<SEAT>(trick, hand, choice)
                                                  : try_card<SEAT>(trick, choice);
    constexpr bool LEADERS_SIDE = SEAT == 2;
    // One card that serves the seat proves it. That none does rests on the untried neighbours, too.
    if (outcome.holds == LEADERS_SIDE) return outcome;
    return {outcome.holds, with_neighbours(outcome.relevant, hand | gone)};
}

template <bool TRUMPS>
template <int SEAT>
Outcome Search<TRUMPS>::search_replies(const Trick &trick, Lanes hand, Lanes choice) {
    constexpr bool LEADERS_SIDE = SEAT == 2;
    const auto killer = killers_.place(similarity_key(trick, SEAT, hand));
    MoveList moves;
    moves.from_highest(KillerTable::card(killer) & choice);
    order_replies<TRUMPS, SEAT>(trick, choice, moves);
    Lanes relevant = 0;
    for (bool first = true; const Lanes card = moves.next(); first = false) {
        const Outcome outcome = try_card<SEAT>(trick, card);
        if (outcome.holds == LEADERS_SIDE) {
            // What comes first anyway need not be remembered.
            if (!first) KillerTable::remember(killer, card);
            return outcome;
        }
        relevant |= outcome.relevant;
        moves.drop(alike(card, outcome.relevant));
    }
    return {!LEADERS_SIDE, relevant};
}

template <bool TRUMPS>
template <int SEAT>
Outcome Search<TRUMPS>::try_card(const Trick &trick, Lanes card) {
    node_limit_.count();
    const Trick next = follow(trick, SEAT, card);
    if constexpr (SEAT == 3)
        return finish_trick(next);
    else
        return reply<SEAT + 1>(next);
}

template <bool TRUMPS>
Outcome Search<TRUMPS>::finish_trick(const Trick &trick) {
    const bool ours = trick.winner % 2 == 0;
    // The number of tricks that the side of the next leader needs.
    const int tricks = trick.node->tricks - 1;
    const int need = ours ? trick.need - 1 : tricks + 1 - trick.need;
    if (need <= 0) return {ours, won_by_rank(trick)};
    if (need > tricks) return {!ours, won_by_rank(trick)};
    Lanes left = 0;
    const SearchNode next = next_node(trick, left);
    // The tests for quick tricks come before the look-up: they run while memory answers.
    table_.prefetch(next.shape);
    const Outcome outcome = leader_takes(next, need);
    // The proof names cards by their places after the trick: they are moved back to their places
    // before it.
    const Lanes relevant = unpack(pack(outcome.relevant, next.all), left);
    return {outcome.holds == ours, relevant | won_by_rank(trick)};
}

template <bool TRUMPS>
Outcome Search<TRUMPS>::continue_trick(const Trick &trick, int seat) {
    switch (seat) {
        case 1: return reply<1>(trick);
        case 2: return reply<2>(trick);
        case 3: return reply<3>(trick);
        default: return finish_trick(trick);
    }
}

template class Search<false>;
template class Search<true>;

}  // namespace oddtrick::whist
