"""Facts that a seat can prove, and the heuristics that claim only such facts.

A heuristic may rest on mere likelihood, while its sentence states it as a fact. A hint or
review states a sentence only where all its claims follow from what the seat has seen.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from oddtrick.bots.heuristics.memory import Memory
from oddtrick.bots.heuristics.situation import situation_of
from oddtrick.cards import Card
from oddtrick.tricks import SUIT_MASKS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from oddtrick.bots import Advice
    from oddtrick.bots.heuristics.situation import Situation
    from oddtrick.views import View


def known_situation(view: View) -> Situation:
    """The situation of a seat that forgets nothing and guesses nothing."""
    return situation_of(view, Memory())


def holds_surely(s: Situation, card: Card) -> bool:
    """Returns whether no seat still to play can beat the card, assuming that it is winning."""
    return not any(may_beat(s, seat, card) for seat in s.later_seats)


def may_beat(s: Situation, seat: int, card: Card) -> bool:
    """Returns whether a later seat may hold, and be free to play, a card that beats this one."""
    led = s.led_suit or card.suit
    there = s.distribution[seat]
    may = there.possible | there.known
    if card.suit is led and may & s.stronger[card]:
        return True
    if s.trump is None or led is s.trump or there.known & SUIT_MASKS[led]:
        return False
    return bool(may & (s.stronger[card] if card.suit is s.trump else SUIT_MASKS[s.trump]))


def beats_surely(s: Situation, seat: int, card: Card) -> bool:
    """Returns whether a later seat is known to have a card of the suit led that beats this one."""
    led = s.led_suit or card.suit
    return card.suit is led and bool(s.distribution[seat].known & s.stronger[card])


def is_best_left(s: Situation, card: Card) -> bool:
    """Returns whether others hold only lower cards of its suit, now and later (S4)."""
    turned = s.view.turn_up
    later = turned is not None and turned.suit is card.suit and waits(s)
    return s.is_master(card) and bool(s.outstanding_in(card.suit)) and not later


def waits(s: Situation) -> bool:
    """Returns whether the turn-up lies in a separate hand that is still to come (S4)."""
    return s.view.turn_up_seat is not None and s.view.hand_number < s.view.hand_count - 1


def _winning(s: Situation, card: Card) -> bool:
    return card in s.winning_cards


def _longest(s: Situation, card: Card) -> bool:
    """Returns whether no plain suit in hand is longer than that of the card."""
    return len(s.holding(card.suit)) >= max(len(s.holding(suit)) for suit in s.plain_suits)


def _beaten(s: Situation, card: Card) -> bool:
    """Returns whether a later opponent is known to beat every card that wins so far."""
    return all(
        any(beats_surely(s, seat, one) for seat in s.later_opponents) for one in s.winning_cards
    )


def _all_mine(s: Situation, card: Card) -> bool:
    """Returns whether all cards in hand are the best of their suits, and trumps can be drawn."""
    if s.hand != sum(one.bit for one in s.legal) or not all(map(s.is_master, s.legal)):
        return False
    out = s.outstanding_in(s.trump).bit_count()
    return not s.opponents_have_trumps or len(s.holding(s.trump)) >= out


def _partners_led(s: Situation, card: Card) -> bool:
    led = {trick.cards[0].suit for trick in s.tricks_led_by(s.partners)}
    return card.suit in led


def _best_trump(s: Situation, card: Card) -> bool:
    return s.hand & ~SUIT_MASKS[card.suit] == 0 and s.is_master(card)


def _partner_may_ruff(s: Situation, card: Card) -> bool:
    return any(s.can_ruff(seat, card.suit) for seat in s.partners)


def _no_trick(s: Situation, card: Card) -> bool:
    return not s.view.won[s.seat]


def _rough_behind(s: Situation, card: Card) -> bool:
    return s.led_suit is not None and any(s.is_void(seat, s.led_suit) for seat in s.later_opponents)


def _never(s: Situation, card: Card) -> bool:
    return False


CLAIMS: Mapping[str, Callable[[Situation, Card], bool]] = MappingProxyType(
    {
        "cannot-win": lambda s, card: s.can_follow and not s.winning_cards,
        "cannot-win-discard": lambda s, card: not s.can_follow and not s.winning_cards,
        "last-hand": lambda s, card: not s.later_seats and _winning(s, card),
        "partner-winning": lambda s, card: s.is_partner_winning,
        "partner-winning-trumps": lambda s, card: (
            s.is_partner_winning and s.hand & ~SUIT_MASKS[card.suit] == 0
        ),
        "partner-winning-discard": lambda s, card: s.is_partner_winning and not s.can_follow,
        "second-hand-winner": lambda s, card: bool(s.times_led(card.suit)),
        "second-hand-low": lambda s, card: s.has_later_partner,
        "rule-of-eleven": _never,
        "third-hand-beaten": _beaten,
        "ruff-low": lambda s, card: not s.can_follow,
        "ruff-high": _rough_behind,
        "doubtful-trick": lambda s, card: s.has_later_partner,
        "return-trumps": _partners_led,
        "cash-winner": lambda s, card: s.is_master(card),
        "return-partners-suit": _partners_led,
        "give-ruff": _partner_may_ruff,
        "fourth-best": _longest,
        "top-of-suit": _longest,
        "long-suit-low": _longest,
        "top-of-sequence": lambda s, card: not s.is_master(card),
        "all-mine": _all_mine,
        "only-trumps-best": _best_trump,
        "only-trumps-low": lambda s, card: s.hand & ~SUIT_MASKS[card.suit] == 0,
        "lead-to-survive": _no_trick,
        "survive": _no_trick,
        "ten-wins": holds_surely,
        "ten-master": lambda s, card: s.is_master(card),
        "feed-partner": lambda s, card: s.is_partner_winning,
        "prize": lambda s, card: s.points_on_table > 0,
    }
)
"""The condition under which the claim of each heuristic is certain; the others claim nothing."""

INSTEAD: Mapping[str, str] = MappingProxyType({"rule-of-eleven": "partner-winning"})
"""The sentence used instead if the claim of a heuristic is uncertain."""


def certain_tag(view: View, advice: Advice) -> str | None:
    """The tag of the sentence that may be stated; None where it would claim too much."""
    card = advice.action
    if not isinstance(card, Card):
        return advice.tag or None
    s = known_situation(view)
    for tag in (advice.tag, INSTEAD.get(advice.tag, "")):
        if tag and (tag not in CLAIMS or CLAIMS[tag](s, card)):
            return tag
    return None
