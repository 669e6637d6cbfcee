"""The other line of a mistake: the whole deal as it would have gone after the better choice."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from oddtrick.bots import club
from oddtrick.match import CHANCE
from oddtrick.record import steps_of
from oddtrick.rules import action_text

if TYPE_CHECKING:
    from oddtrick.record import DealSteps
    from oddtrick.review.turns import Turn


def other_line(turn: Turn, best: str) -> DealSteps:
    """Plays a deal on from a decision with another choice; ``club`` plays all seats.

    The bots see only what their seats see, so that the line shows what the choice would have led
    to, not what could be made of it with open cards.

    Args:
        turn: the decision.
        best: the choice to make, in record form.
    """
    view = turn.before.view(turn.seat)
    action = next(each for each in view.legal if action_text(each) == best)
    match = turn.before.with_chance(None).apply(action)
    while match.to_act not in (None, CHANCE) and match.number == turn.deal:
        assert match.to_act is not None
        match = match.apply(club.choose(match.view(match.to_act), Random(0)))
    return steps_of(match).deals[turn.deal]
