"""The bot that plays by heuristics."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from oddtrick.bots.bot import Advice
from oddtrick.bots.heuristics.aims import lose_trick, tricks_wanted
from oddtrick.bots.heuristics.calls import advise_call
from oddtrick.bots.heuristics.heuristic import RuleSet, first_advice, make_advice
from oddtrick.bots.heuristics.limited_memory import PERFECT, Memory
from oddtrick.bots.heuristics.situation import Situation, situation_of
from oddtrick.bots.heuristics.style_choice import CONVENTIONS, choose_in_style, tied_advice
from oddtrick.bots.styles import Style
from oddtrick.cards import Card, Suit
from oddtrick.tricks import SUIT_MASKS
from oddtrick.views import Awaited

if TYPE_CHECKING:
    from random import Random

    from oddtrick.cards import Hand
    from oddtrick.rules import PlayerAction
    from oddtrick.views import View


# Choices other than cards: trumps, and rock, paper, scissors (K3, K5).


def choose_trump_suit(view: View, rng: Random) -> Advice | None:
    """Chooses the longest suit, of equal ones the strongest; a random one when blind (K3)."""
    if view.awaited is not Awaited.CHOICE:
        return None
    suits = [action for action in view.legal if isinstance(action, Suit)]
    if not view.hand:
        return make_advice(rng.choice(suits), "trumps-blind")
    suit = max(suits, key=lambda suit: _strength(view.hand, suit))
    return make_advice(suit, "trumps-longest", suit=suit)


def _strength(hand: Hand, suit: Suit) -> tuple[int, int]:
    """Length, then strength: as a number, the mask orders suits by their highest cards."""
    cards = hand.mask & SUIT_MASKS[suit]
    return cards.bit_count(), cards >> 13 * suit


def choose_at_random(view: View, rng: Random) -> Advice | None:
    """Chooses a random throw, as none is better (K5); or a call that none of them value."""
    if view.awaited not in (Awaited.THROW, Awaited.CALL):
        return None
    return make_advice(rng.choice(view.legal), "throw" if view.awaited is Awaited.THROW else "call")


# The bot.


class RuleBot(msgspec.Struct, frozen=True):
    """A bot that plays by heuristics.

    Args:
        name: the name of the level.
        rules: its heuristics.
        memory: the limits of its memory.
        style: its taste among choices that tie; None: none.
    """

    name: str
    rules: RuleSet
    memory: Memory = PERFECT
    style: Style | None = None

    def choose(self, view: View, rng: Random) -> PlayerAction:
        """Returns the action that the first applicable heuristic advises."""
        if len(view.legal) == 1 and view.awaited is Awaited.CARD:
            return view.legal[0]
        return self.advise(view, rng).action

    def advise(self, view: View, rng: Random) -> Advice:
        """Returns the action and its reason.

        Raises:
            OddtrickError: it is not the turn of the view's seat.
        """
        choice = (
            choose_trump_suit(view, rng)
            or advise_call(view, self.rules.caution)
            or choose_at_random(view, rng)
        )
        if choice is not None:
            return choice
        s = situation_of(view, self.memory)
        if tricks_wanted(view) == 0:
            losing = lose_trick(s)
            assert losing is not None
            return losing
        if self.style is not None and not s.may_pass:
            return _styled_advice(s, self.rules, self.style)
        advice = first_advice(s, self.rules.heuristics_for(s))
        assert advice is not None
        return advice


def _styled_advice(s: Situation, rules: RuleSet, style: Style) -> Advice:
    """The advice of the level that the style likes best; a convention stays a convention."""
    own, *others = tied_advice(s, rules.heuristics_for(s))
    if own.tag in CONVENTIONS:
        others = [other for other in others if other.tag == own.tag]
    by_card = {
        advice.action: advice for advice in (own, *others) if isinstance(advice.action, Card)
    }
    return by_card[choose_in_style(style, s, list(by_card))]
