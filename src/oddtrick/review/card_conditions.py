"""Conditions on a card that must hold before a sentence of a heuristic is said of it.

Each takes the situation as the seat knows it, and the card to play.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.bots.heuristics.catch_the_ten import SHORT_TRUMPS, shortest_plain_suit
from oddtrick.bots.heuristics.leads import FOURTH, SHORT
from oddtrick.cards import Card, Rank
from oddtrick.review.provable import (
    beats_surely,
    holds_surely,
    may_beat,
)
from oddtrick.tricks import SUIT_MASKS

if TYPE_CHECKING:
    from oddtrick.bots.heuristics.situation import Situation


def is_lowest(s: Situation, card: Card) -> bool:
    """Returns whether no lower card of its suit may be played."""
    return not any(one.suit is card.suit and s.strength[one] < s.strength[card] for one in s.legal)


def has_trick(s: Situation, card: Card) -> bool:
    """Returns whether partner has the trick for certain, and the card leaves it there."""
    return (
        s.is_partner_winning
        and s.best_card is not None
        and card not in s.winning_cards
        and holds_surely(s, s.best_card)
    )


def loses(s: Situation) -> bool:
    """Returns whether an opponent is winning, and no card beats theirs."""
    return s.led_suit is not None and not s.winning_cards and not s.is_partner_winning


def has_only_trumps(s: Situation) -> bool:
    """Returns whether the hand consists of trumps."""
    return s.trump is not None and not s.hand & ~SUIT_MASKS[s.trump]


def declines_ruff(s: Situation, card: Card) -> bool:
    """Returns whether a trump could have won the trick, and the card is none."""
    return not s.can_follow and card.suit is not s.trump and bool(s.winning_cards)


def is_cheapest_winner(s: Situation, card: Card) -> bool:
    """Returns whether the card is the lowest that wins the trick so far."""
    return bool(s.winning_cards) and card is s.winning_cards[0]


def wins_last(s: Situation, card: Card) -> bool:
    """Returns whether last hand wins the trick as cheaply as it can."""
    return not s.later_seats and s.can_follow and is_cheapest_winner(s, card)


def is_second(s: Situation) -> bool:
    """Returns whether second hand follows suit."""
    return len(s.view.table) == 1 and s.can_follow


def splits(s: Situation, card: Card) -> bool:
    """Returns whether the card is the lowest of touching honours held, and second hand plays it."""
    above = [one for one in s.winning_cards if s.strength[one] > s.strength[card]]
    return (
        is_second(s)
        and card in s.winning_cards
        and card.rank >= Rank.JACK
        and any(s.are_touching(card, one) for one in above)
    )


def covers(s: Situation, card: Card) -> bool:
    """Returns whether an honour beats an opponent's honour of the same suit."""
    best = s.best_card
    return (
        best is not None
        and best.rank >= Rank.JACK
        and card.rank >= Rank.JACK
        and card in s.winning_cards
        and card.suit is best.suit
        and not s.is_partner_winning
    )


def cashes_in_time(s: Situation, card: Card) -> bool:
    """Returns whether the best card left of a suit that was led before wins so far."""
    return (
        s.can_follow
        and card in s.winning_cards
        and s.is_master(card)
        and bool(s.times_led(card.suit))
    )


def finesses(s: Situation, card: Card) -> bool:
    """Returns whether one outstanding card lies between the card and the best one held."""
    if not s.can_follow or s.view.table_seats[0] not in s.partners:
        return False
    top = s.winning_cards[-1] if s.winning_cards else card
    between = s.outstanding & s.stronger[card] & ~s.stronger[top]
    return card in s.winning_cards and s.is_master(top) and between.bit_count() == 1


def is_beaten(s: Situation, card: Card) -> bool:
    """Returns whether a later opponent is known to beat every card that wins so far."""
    return (
        s.can_follow
        and bool(s.winning_cards)
        and is_lowest(s, card)
        and all(
            any(beats_surely(s, seat, one) for seat in s.later_opponents) for one in s.winning_cards
        )
    )


def third_hand_high(s: Situation, card: Card) -> bool:
    """Returns whether third hand wins, and no touching lower card would."""
    lower = [one for one in s.legal if s.strength[one] < s.strength[card]]
    return (
        len(s.view.table) == 2
        and s.can_follow
        and s.view.table_seats[0] in s.partners
        and card in s.winning_cards
        and not any(one in s.winning_cards and s.are_touching(one, card) for one in lower)
    )


def ruffs(s: Situation, card: Card) -> bool:
    """Returns whether the card ruffs a plain suit."""
    return s.led_suit not in (None, s.trump) and card.suit is s.trump and not s.can_follow


def ruffs_high(s: Situation, card: Card) -> bool:
    """Returns whether the card ruffs ahead of an opponent who may overruff."""
    return (
        ruffs(s, card)
        and card in s.winning_cards
        and s.led_suit is not None
        and any(
            s.led_suit in s.voids[seat] and s.can_ruff(seat, s.led_suit)
            for seat in s.later_opponents
        )
    )


def is_doubtful(s: Situation, card: Card) -> bool:
    """Returns whether no trump is spent, as partner may still win the trick."""
    return (
        declines_ruff(s, card)
        and not s.is_partner_winning
        and s.best_card is not None
        and any(may_beat(s, seat, s.best_card) for seat in s.later_seats if seat in s.partners)
    )


def partners_led(s: Situation, card: Card) -> bool:
    """Returns whether the card leads a suit that partner has led."""
    led = {trick.cards[0].suit for trick in s.tricks_led_by(s.partners)}
    return s.led_suit is None and card.suit in led


def partner_may_ruff(s: Situation, card: Card) -> bool:
    """Returns whether the card leads a suit that partner may ruff."""
    return s.led_suit is None and any(s.can_ruff(seat, card.suit) for seat in s.partners)


def is_longest(s: Situation, card: Card) -> bool:
    """Returns whether no plain suit in hand is longer than that of the card."""
    return (
        s.led_suit is None
        and card.suit is not s.trump
        and len(s.holding(card.suit)) >= max(len(s.holding(suit)) for suit in s.plain_suits)
    )


def leads_fourth_best(s: Situation, card: Card) -> bool:
    """Returns whether the card is the fourth best of the longest suit."""
    held = s.holding(card.suit)
    return is_longest(s, card) and len(held) >= FOURTH and held[-FOURTH] is card


def tops_sequence(s: Situation, card: Card) -> bool:
    """Returns whether the card is led from touching honours with a higher card out."""
    held = s.holding(card.suit)
    return (
        s.led_suit is None
        and len(held) > 1
        and held[-1] is card
        and held[-2].rank >= Rank.TEN
        and s.are_touching(held[-2], card)
        and not s.is_master(card)
    )


def has_only_winners(s: Situation, card: Card) -> bool:
    """Returns whether all cards in hand are the best of their suits, and trumps can be drawn."""
    if s.hand != sum(one.bit for one in s.legal) or not all(map(s.is_master, s.legal)):
        return False
    out = s.outstanding_in(s.trump).bit_count()
    if not s.opponents_have_trumps:
        return True
    return card.suit is s.trump and len(s.holding(s.trump)) >= out


def has_no_trick(s: Situation, card: Card) -> bool:
    """Returns whether the seat has no trick yet, and needs one to stay in (K6)."""
    return s.card_points.eliminates and not s.view.won[s.seat]


def empties_short(s: Situation, card: Card) -> bool:
    """Returns whether the card leads the shortest plain suit."""
    lengths = [len(s.holding(suit)) for suit in s.plain_suits if s.holding(suit)]
    return (
        s.led_suit is None
        and card.suit is not s.trump
        and bool(s.holding(s.trump))
        and bool(s.outstanding_in(card.suit))
        and len(s.holding(card.suit)) == min(lengths) <= SHORT
    )


def leads_low(s: Situation, card: Card) -> bool:
    """Returns whether the card is a low lead, and no lead is sure to win."""
    return s.led_suit is None and is_lowest(s, card) and not any(map(s.is_master, s.legal))


def is_ten(s: Situation, card: Card) -> bool:
    """Returns whether the card is the ten of trumps that counts."""
    return card is s.card_points.ten


def ten_may_wait(s: Situation, card: Card) -> bool:
    """Returns whether the ten would win so far, but may be beaten by a later opponent."""
    ten = s.card_points.ten
    if ten is None or card is ten or ten not in s.winning_cards:
        return False
    return any(may_beat(s, seat, ten) for seat in s.later_opponents)


def is_ten_bare(s: Situation, card: Card) -> bool:
    """Returns whether the ten is led from few trumps to a partner who may have some."""
    return (
        is_ten(s, card)
        and s.led_suit is None
        and len(s.holding(s.trump)) <= SHORT_TRUMPS
        and any(not s.is_void(seat, s.trump) for seat in s.partners)
    )


def empties_for_ten(s: Situation, card: Card) -> bool:
    """Returns whether the card is of the shortest suit, with the ten to ruff it later."""
    ten = s.card_points.ten
    return (
        ten is not None
        and bool(s.hand & ten.bit)
        and not s.can_follow
        and shortest_plain_suit(s) is card.suit
    )


def keeps_for_ten(s: Situation, card: Card) -> bool:
    """Returns whether a winner is kept because it can capture the outstanding ten."""
    ten = s.card_points.ten
    if ten is None or s.led_suit is None or ten in s.view.table or card in s.winning_cards:
        return False
    return bool(s.outstanding & ten.bit) and any(
        s.stronger[ten] & one.bit for one in s.winning_cards
    )


def gaps_elsewhere(s: Situation, card: Card) -> bool:
    """Returns whether another suit, led from, would give up a master above a gap."""
    return s.led_suit is None and any(
        has_gap(s, suit) for suit in s.plain_suits if suit is not card.suit
    )


def has_gap(s: Situation, suit: object) -> bool:
    """Returns whether the best card of a suit is held, and a gap below it."""
    held = next((s.holding(one) for one in s.plain_suits if one is suit), ())
    return (
        len(held) > 1
        and s.is_master(held[-1])
        and held[-2].rank >= Rank.JACK
        and not s.are_touching(held[-2], held[-1])
    )
