"""The choice of a card in a style of play: the one place where styles act, for every level.

A style chooses among choices that a level holds as good as its own, and nowhere else. Two choices
tie where a heuristic has no reason to prefer one, or where its threshold decides between them by
less than the threshold is worth.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec

from oddtrick.bots.bot import Advice
from oddtrick.bots.heuristics.heuristic import Heuristic
from oddtrick.bots.heuristics.inference import denied_by, is_misleading_echo
from oddtrick.bots.heuristics.situation import Situation
from oddtrick.bots.styles import Preference, Style
from oddtrick.cards import Card

Equals = Callable[[Situation, Advice], tuple[Advice, ...]]
"""Returns the choices that a heuristic values as highly as its own advice."""


class CloseCall(msgspec.Struct, frozen=True):
    """A heuristic together with what it cannot tell from its own advice.

    Args:
        rule: the heuristic.
        loose: the same with the most permissive threshold that is as good.
        strict: the same with the strictest threshold that is as good.
        equals: the choices of the same value.
    """

    rule: Heuristic
    loose: Heuristic | None = None
    strict: Heuristic | None = None
    equals: Equals | None = None

    def __call__(self, s: Situation) -> Advice | None:
        """Returns the advice of the heuristic."""
        return self.rule(s)


def tied_advice(s: Situation, heuristics: Iterable[Heuristic]) -> tuple[Advice, ...]:
    """Returns the level's own advice, then one for each other choice that ties with it."""
    found: dict[object, Advice] = {}
    for advice in _own_first(s, heuristics):
        found.setdefault(advice.action, advice)
    return tuple(found.values())


def _own_first(s: Situation, heuristics: Iterable[Heuristic]) -> Iterator[Advice]:
    """Yields the advice of the first heuristic that applies, then the tied ones."""
    nearly, applied = [], False
    for rule in heuristics:
        advice = rule(s)
        call = rule if isinstance(rule, CloseCall) else CloseCall(rule)
        if advice is None:
            # With a threshold as good as its own it would have spoken: that advice ties as well.
            nearly.append(call.loose(s) if call.loose else None)
            continue
        yield advice
        applied = True
        yield from call.equals(s, advice) if call.equals else ()
        # Only just over its threshold, it might as well have kept silent: the next one is heard.
        if call.strict is None or call.strict(s) is not None:
            break
    assert applied
    yield from (advice for advice in nearly if advice is not None)


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
