"""How a searching player thinks.

It draws worlds, keeps those that explain best what the others have played, and plays every card to
the end of the deal in each of them, out of habits that were learnt by playing. If it is told to, it
solves the worlds instead when few cards are left. Of what it finds it takes the best, or, where the
habits are trusted, leans towards the card that they would play.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.bots.search.belief import read_worlds
from oddtrick.bots.search.card_values import CardValue, Values
from oddtrick.bots.search.deadline import Clock, NoTimeError
from oddtrick.bots.search.endgame import solves
from oddtrick.bots.search.estimate import solve_choices, try_choices
from oddtrick.bots.search.policy_prior import lean
from oddtrick.bots.search.tie_break import in_run, mannerly, manners
from oddtrick.bots.search.trump_choice import choose_trumps
from oddtrick.cards import Card
from oddtrick.errors import OddtrickError
from oddtrick.solver.rollout import RolloutPosition
from oddtrick.views import Awaited

if TYPE_CHECKING:
    from random import Random
    from threading import Event

    from oddtrick.bots.search.searcher import Effort
    from oddtrick.rules import PlayerAction
    from oddtrick.views import View


def decide(view: View, effort: Effort, rng: Random) -> PlayerAction:
    """What a player does: about the card with the highest utility, manners and habit considered.

    Raises:
        OddtrickError: it is not for the view's seat to act.
    """
    if not view.legal:
        raise OddtrickError(f"it is not for seat {view.seat} to act, so there is no choice")
    if view.awaited is Awaited.CHOICE:
        return choose_trumps(view, rng, effort.worlds)
    if len(view.legal) == 1 or view.awaited is not Awaited.CARD:
        return rng.choice(view.legal)
    seed = rng.getrandbits(64)
    here = RolloutPosition(view)
    if len(here.choices) == 1:
        return in_run(here, here.choices[0])
    try:
        values = _think(here, effort, seed, Clock(effort.seconds, None))
        return mannerly(here, lean(here, values), rng)
    except NoTimeError:
        return in_run(here, here.choices[int(manners(here).argmax())])


def think(
    view: View, effort: Effort, seed: int, *, seconds: float | None, cancel: Event | None
) -> Values:
    """What each legal card is worth; see :meth:`Searcher.values`."""
    return _think(RolloutPosition(view), effort, seed, Clock(seconds, cancel))


def _think(here: RolloutPosition, effort: Effort, seed: int, clock: Clock) -> Values:
    view = here.view
    assert view.seat is not None
    exact = solves(view.rules) and view.counts[view.seat] <= effort.ending
    read = read_worlds(here, effort, effort.solved if exact else effort.worlds, seed, clock)
    found = (solve_choices if exact else try_choices)(here, effort, read, seed, clock)
    cards = [card for card in view.legal if isinstance(card, Card)]
    values = []
    for card, at in zip(cards, here.choice_indices, strict=True):
        utility, points, tricks, survives = found.means[at].tolist()
        values.append(CardValue(card, utility, float(found.errors[at]), points, tricks, survives))
    return Values(tuple(values), found.worlds, read.effective, exact)
