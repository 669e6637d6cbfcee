"""How a searching player thinks.

It draws worlds, keeps those that explain best what the others have played, and plays every card to
the end of the deal in each of them, out of habits that were learnt by self-play. With few cards
left it solves the worlds instead.
"""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

import numpy as np

from oddtrick.bots.search.endings import solve_worlds, solves
from oddtrick.bots.search.learnt import habits_of, sorts_of
from oddtrick.bots.search.trumps import choose_trumps
from oddtrick.bots.search.utility import lead_in_points, own_tricks, utility_of
from oddtrick.bots.search.values import CardValue, Values
from oddtrick.cards import Card
from oddtrick.errors import OddtrickError
from oddtrick.solver.imagining import Imagined, imagine
from oddtrick.solver.sampling import worlds
from oddtrick.solver.weighing import Weighted
from oddtrick.views import Awaited

if TYPE_CHECKING:
    from random import Random
    from threading import Event

    from numpy.typing import NDArray

    from oddtrick.bots.search.searcher import Effort
    from oddtrick.rules import PlayerAction
    from oddtrick.solver.imagining import Ends
    from oddtrick.solver.sampling import Drawn
    from oddtrick.views import View

WEIGHING = 0.4
"""The share of a limited time that weighing may take."""


class Clock:
    """What is left of the time for one decision.

    Args:
        seconds: all of it; None: there is no limit.
        cancel: ends it at once.
    """

    def __init__(self, seconds: float | None, cancel: Event | None) -> None:
        self.end = None if seconds is None else monotonic() + seconds
        self.cancel = cancel

    def left(self, share: float = 1.0) -> float | None:
        """The seconds that are left, or a share of them; None: no limit."""
        return None if self.end is None else max(0.0, self.end - monotonic()) * share


def decide(view: View, effort: Effort, rng: Random) -> PlayerAction:
    """The action with the highest utility.

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
    here = imagine(view)
    if len(here.choices) == 1:
        return here.choices[0]
    return _think(here, effort, seed, Clock(effort.seconds, None)).best


def think(
    view: View, effort: Effort, seed: int, *, seconds: float | None, cancel: Event | None
) -> Values:
    """What each legal card is worth; see :meth:`Searcher.values`."""
    return _think(imagine(view), effort, seed, Clock(seconds, cancel))


def _think(here: Imagined, effort: Effort, seed: int, clock: Clock) -> Values:
    view = here.view
    assert view.seat is not None
    exact = solves(view.rules) and view.counts[view.seat] <= effort.ending
    drawn, effective = _likely(here, effort, effort.solved if exact else effort.worlds, seed, clock)
    threads, cancel = effort.threads, clock.cancel
    if exact:
        ends = solve_worlds(here, drawn, threads=threads, seconds=clock.left(), cancel=cancel)
    else:
        ends = here.play_out(
            drawn,
            habits_of(view.rules, view.trump),
            seed,
            mood=effort.mood,
            threads=threads,
            seconds=clock.left(),
            cancel=cancel,
        )
    if not len(ends):
        raise OddtrickError("there was no time for a single world: allow more seconds")
    return _told(here, ends, effective, exact=exact)


def _likely(
    here: Imagined, effort: Effort, wanted: int, seed: int, clock: Clock
) -> tuple[Drawn, float]:
    """Worlds by weight, and how many of equal weight would tell as much."""
    view, every = here.view, worlds(here.view)
    others_played = bool(view.tricks or view.table)
    if effort.power == 0 or effort.candidates <= wanted or not others_played:
        return every.draw(wanted, seed), float(wanted)
    drawn = every.draw(effort.candidates, seed)
    logs = effort.power * judge(here, drawn, threads=effort.threads, clock=clock)
    if not len(logs):
        return drawn.take(np.arange(wanted)), float(wanted)
    weights = np.exp(logs - logs.max())
    weighted = Weighted(drawn.take(np.arange(len(logs))), logs, weights / weights.sum())
    return weighted.resample(wanted, seed), weighted.effective


def judge(
    here: Imagined, drawn: Drawn, *, threads: int = 1, clock: Clock | None = None
) -> NDArray[np.float64]:
    """How well worlds explain what was played, as logarithms, float64 [n].

    Each of the others may be of either sort: one who plays as our own search has learnt to, or one
    with the manners of people. In each world it is taken for what explains its cards. Fewer worlds
    are judged if time runs out.
    """
    clock = clock or Clock(None, None)
    sorts = sorts_of(here.view.rules, here.view.trump)
    by_sort = [
        here.log_likelihood(
            drawn,
            habits,
            threads=threads,
            seconds=clock.left(WEIGHING / len(sorts)),
            cancel=clock.cancel,
        )
        for habits in sorts
    ]
    done = min(map(len, by_sort))
    mixed: NDArray[np.float64] = np.logaddexp.reduce(np.stack([logs[:done] for logs in by_sort]))
    total: NDArray[np.float64] = mixed.sum(axis=1)
    return total


def _told(here: Imagined, ends: Ends, effective: float, *, exact: bool) -> Values:
    """The table of all legal cards."""
    view, utility = here.view, utility_of(here.view, ends)
    assert view.seat is not None
    means = utility.mean(axis=0)
    below = utility - utility[:, [int(means.argmax())]]
    errors = below.std(axis=0) / max(1, len(ends) - 1) ** 0.5
    points = lead_in_points(view, ends).mean(axis=0)
    tricks = own_tricks(view, ends).mean(axis=0)
    survives = (ends.tricks[:, :, view.seat] > 0).mean(axis=0)
    cards = [card for card in view.legal if isinstance(card, Card)]
    values = (
        CardValue(
            card,
            float(means[at]),
            float(errors[at]),
            float(points[at]),
            float(tricks[at]),
            float(survives[at]),
        )
        for card, at in zip(cards, here.stands_for, strict=True)
    )
    return Values(tuple(values), len(ends), effective, exact)
