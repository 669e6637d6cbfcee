"""The choice of a card in a style of play: the one place where styles act, for every level."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from oddtrick.bots.heuristics.echo_detection import is_misleading_echo
from oddtrick.bots.heuristics.negative_inference import denied_by
from oddtrick.bots.heuristics.situation import Situation
from oddtrick.bots.styles import Preference
from oddtrick.cards import Card

if TYPE_CHECKING:
    from oddtrick.bots.styles import Style

CONVENTIONS = frozenset(
    {"return-partners-suit", "return-trumps", "give-ruff", "echo", "unblock", "rule-of-eleven"}
)
"""Tags of plays that a partner relies on; a style never replaces one by something else."""

Narrowing = Callable[[Situation, Sequence[Card]], Sequence[Card]]
"""Returns those of the tied cards that a preference likes; the first card is the level's own."""


def choose_in_style(style: Style, s: Situation, tied: Sequence[Card]) -> Card:
    """Returns the card of a style among choices that tie.

    Args:
        style: the style.
        s: the situation.
        tied: the cards that the level holds equally good, its own choice first.
    """
    own = tied[0]
    cards = [own, *(card for card in tied[1:] if card is not own and not misleads(s, card))]
    for preference in style.preferences:
        if len(cards) == 1:
            break
        cards = list(_NARROWINGS[preference](s, cards)) or cards
    return own if own in cards else cards[0]


def misleads(s: Situation, card: Card) -> bool:
    """True if others would conclude from the card that this hand lacks a card that it holds.

    Or that it had two cards of a suit, when it did not. A partner would plan by that.
    """
    rest = s.hand & ~card.bit
    return bool(denied_by(s.view, card, s.stronger) & rest) or is_misleading_echo(
        s.view, card, s.stronger
    )


def _leads(like: Callable[[Situation, Card], bool]) -> Narrowing:
    """Narrows a lead to the cards that are liked."""

    def narrow(s: Situation, cards: Sequence[Card]) -> Sequence[Card]:
        return [] if s.led_suit is not None else [card for card in cards if like(s, card)]

    return narrow


def _trumps_when_void(*, are_liked: bool) -> Narrowing:
    """Narrows the play of a seat that cannot follow to its trumps, or to its other cards."""

    def narrow(s: Situation, cards: Sequence[Card]) -> Sequence[Card]:
        if s.led_suit is None or s.can_follow:
            return []
        return [card for card in cards if (card.suit is s.trump) == are_liked]

    return narrow


def _by_length(*, are_leads: bool, sign: int) -> Narrowing:
    """Narrows plain leads, or discards, to those from the longest (1) or shortest (-1) suits."""

    def narrow(s: Situation, cards: Sequence[Card]) -> Sequence[Card]:
        if are_leads != (s.led_suit is None) or s.can_follow or cards[0].suit is s.trump:
            return []
        plain = [card for card in cards if card.suit is not s.trump]
        lengths = [sign * len(s.holding(card.suit)) for card in plain]
        return [card for card, length in zip(plain, lengths, strict=True) if length == max(lengths)]

    return narrow


def _by_strength(sign: int) -> Narrowing:
    """Narrows the cards to the strongest (1) or weakest (-1) of the suit of the first."""

    def narrow(s: Situation, cards: Sequence[Card]) -> Sequence[Card]:
        own = [card for card in cards if card.suit is cards[0].suit]
        return [max(own, key=lambda card: sign * s.strength[card])]

    return narrow


def _is_winner(s: Situation, card: Card) -> bool:
    return card.suit is not s.trump and s.is_master(card)


_NARROWINGS: dict[Preference, Narrowing] = {
    Preference.LEAD_TRUMPS: _leads(lambda s, card: card.suit is s.trump),
    Preference.HOLD_TRUMPS: _leads(lambda s, card: card.suit is not s.trump),
    Preference.CASH_WINNERS: _leads(_is_winner),
    Preference.HOLD_WINNERS: _leads(lambda s, card: not _is_winner(s, card)),
    Preference.LEAD_LONG: _by_length(are_leads=True, sign=1),
    Preference.LEAD_SHORT: _by_length(are_leads=True, sign=-1),
    Preference.RUFF: _trumps_when_void(are_liked=True),
    Preference.KEEP_TRUMPS: _trumps_when_void(are_liked=False),
    Preference.DISCARD_LONG: _by_length(are_leads=False, sign=1),
    Preference.DISCARD_SHORT: _by_length(are_leads=False, sign=-1),
    Preference.PLAY_HIGH: _by_strength(1),
    Preference.PLAY_LOW: _by_strength(-1),
}
