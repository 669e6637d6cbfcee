"""The refusal of a play in words for the player who tried it, without rule ids."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.cards import Card
from oddtrick.errors import RuleBroken
from oddtrick.match.hand_play import Playing
from oddtrick.rules import PASS

if TYPE_CHECKING:
    from oddtrick.match.state import Match


def refusal_for_player(match: Match, action: object, broken: RuleBroken) -> RuleBroken:
    """The refusal with a line for the player: what the rule asks for, and what to play.

    Args:
        match: the match in which the action was refused.
        action: the action.
        broken: the refusal.
    """
    phase = match.phase
    if isinstance(phase, Playing) and action is PASS:
        dog = phase.to_act in phase.layout.dogs
        what = "you must play your card to the last trick" if dog else "you must play a card"
        return RuleBroken(what, broken.rule)
    if not isinstance(phase, Playing) or not isinstance(action, Card):
        return broken
    held = phase.held(phase.to_act)
    if phase.gone & action.bit:
        what = f"{action} has been played already"
    elif not held & action.bit:
        what = f"you do not hold {action}"
    elif broken.rule == "T3":
        suit = str(phase.trick.cards[0].suit).removesuffix("s")
        what = f"you must follow suit: play a {suit}"
    else:
        what = "trumps may not be led until one has been played: lead another suit"
    return RuleBroken(what, broken.rule)
