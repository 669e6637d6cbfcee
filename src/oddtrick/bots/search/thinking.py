"""How a searching player thinks.

It draws worlds, keeps those that explain best what the others have played, and plays every card to
the end of the deal in each of them, out of habits that were learnt by self-play. If it is told to,
it solves the worlds instead when few cards are left.
"""

from __future__ import annotations

from random import Random
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from oddtrick.bots.search.endings import solve_worlds, solves
from oddtrick.bots.search.learnt import habits_of, sorts_of
from oddtrick.bots.search.manners import in_run, mannerly, manners
from oddtrick.bots.search.trumps import choose_trumps
from oddtrick.bots.search.utility import lead_in_points, own_tricks, utility_of
from oddtrick.bots.search.values import CardValue, Values
from oddtrick.cards import Card
from oddtrick.errors import OddtrickError
from oddtrick.solver.imagining import Ends, Imagined, imagine
from oddtrick.solver.sampling import Drawn, worlds
from oddtrick.views import Awaited

if TYPE_CHECKING:
    from threading import Event

    from numpy.typing import NDArray

    from oddtrick.bots.search.searcher import Effort
    from oddtrick.rules import PlayerAction
    from oddtrick.solver.imagining import Habits
    from oddtrick.views import View

WEIGHING = 0.4
"""The share of a limited time that weighing may take."""

CHUNK = 1024
"""So many worlds are drawn, judged and played out at a time; then the clock is looked at."""


class NoTimeError(OddtrickError):
    """Time ran out before one world was finished."""

    def __init__(self) -> None:
        super().__init__("there was no time for a single world: allow more seconds")


class Clock:
    """What is left of the time for one decision.

    Args:
        seconds: all of it; None: there is no limit.
        cancel: ends it at once.
    """

    def __init__(self, seconds: float | None, cancel: Event | None) -> None:
        self.begun = monotonic()
        self.seconds = seconds
        self.cancel = cancel

    def left(self, share: float = 1.0) -> float | None:
        """The seconds that are left of such a share of all; None: there is no limit."""
        if self.seconds is None:
            return None
        return max(0.0, self.begun + share * self.seconds - monotonic())


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
        return in_run(here, here.choices[0])
    try:
        return mannerly(here, _think(here, effort, seed, Clock(effort.seconds, None)), rng)
    except NoTimeError:
        return in_run(here, here.choices[int(manners(here).argmax())])


def think(
    view: View, effort: Effort, seed: int, *, seconds: float | None, cancel: Event | None
) -> Values:
    """What each legal card is worth; see :meth:`Searcher.values`."""
    return _think(imagine(view), effort, seed, Clock(seconds, cancel))


def _think(here: Imagined, effort: Effort, seed: int, clock: Clock) -> Values:
    view = here.view
    assert view.seat is not None
    exact = solves(view.rules) and view.counts[view.seat] <= effort.ending
    likely = _likely(here, effort, effort.solved if exact else effort.worlds, seed, clock)
    drawn, theirs = likely.drawn, likely.theirs
    parts = []
    for first in range(0, len(drawn), CHUNK):
        some = drawn.take(np.arange(first, min(first + CHUNK, len(drawn))))
        parts.append(_ends(here, effort, some, seed + first, clock, theirs=theirs, exact=exact))
        if len(parts[-1]) < len(some):
            break
    ends = Ends(
        np.concatenate([part.points for part in parts]),
        np.concatenate([part.tricks for part in parts]),
        len(drawn),
    )
    if not len(ends):
        raise NoTimeError
    return _told(here, ends, likely, exact=exact)


def _ends(
    here: Imagined,
    effort: Effort,
    drawn: Drawn,
    seed: int,
    clock: Clock,
    *,
    theirs: Habits | None,
    exact: bool,
) -> Ends:
    """What each choice comes to in some worlds."""
    threads, seconds, cancel = effort.threads, clock.left(), clock.cancel
    if exact:
        return solve_worlds(here, drawn, threads=threads, seconds=seconds, cancel=cancel)
    return here.play_out(
        drawn,
        habits_of(here.view.rules, here.view.trump),
        seed % 2**64,
        theirs=theirs,
        mood=effort.mood,
        threads=threads,
        seconds=seconds,
        cancel=cancel,
    )


class Likely(NamedTuple):
    """Worlds that explain what was played.

    Args:
        drawn: the worlds, each once.
        times: how often each counts.
        effective: how many of equal weight would tell as much as all that were weighed.
        theirs: the habits that explain best what the opponents have played.
    """

    drawn: Drawn
    times: NDArray[np.float64]
    effective: float
    theirs: Habits | None = None


def _likely(here: Imagined, effort: Effort, wanted: int, seed: int, clock: Clock) -> Likely:
    """So many worlds by weight; those that come more than once count as often."""
    every = worlds(here.view)
    weighs = effort.power > 0 and bool(here.view.tricks or here.view.table)
    total = min(every.count, max(wanted, effort.candidates) if weighs else wanted)
    parts, judged, sorts = [], [], []
    for first in range(0, total, CHUNK):
        some = min(CHUNK, total - first)
        drawn = (
            every.numbered(first, some) if total == every.count else every.draw(some, seed, first)
        )
        by_sort = _judge(here, effort, drawn, clock) if weighs else np.zeros((1, some, 1))
        logs = np.logaddexp.reduce(by_sort).sum(axis=1)
        parts.append(drawn.take(np.arange(len(logs))))
        judged.append(logs)
        sorts.append(by_sort)
        if len(logs) < some or (first and clock.left(WEIGHING) == 0):
            break
    drawn, logs = _joined(parts), effort.power * np.concatenate(judged)
    if not len(logs):
        raise NoTimeError
    weights = np.exp(logs - logs.max())
    effective = weights.sum() ** 2 / (weights @ weights)
    adapts = weighs and effort.adapt and not here.view.rules.partners(here.view.to_act or 0)
    theirs = _theirs(here, np.concatenate(sorts, axis=1)) if adapts else None
    if len(logs) <= wanted:
        return Likely(drawn, weights, effective, theirs)
    rows, times = _comb(weights, wanted, Random(seed).random())
    return Likely(drawn.take(rows), times, effective, theirs)


def _theirs(here: Imagined, by_sort: NDArray[np.float64]) -> Habits:
    """The habits under which the opponents' plays are likeliest, whatever they hold."""
    view = here.view
    assert view.seat is not None
    us = view.rules.sides[view.rules.side_of(view.seat)]
    others = [seat for seat in view.seats if seat not in us]
    evidence = np.logaddexp.reduce(by_sort[:, :, others], axis=1).sum(axis=1)
    return sorts_of(view.rules, view.trump)[int(evidence.argmax())]


def _comb(
    weights: NDArray[np.float64], wanted: int, shift: float
) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
    """Which rows the teeth of a comb on their weights meet, and how often (Kitagawa, 1996)."""
    upto = np.cumsum(weights)
    teeth = (np.arange(wanted) + shift) * (upto[-1] / wanted)
    met = np.searchsorted(upto, teeth, side="right").clip(max=len(upto) - 1)
    rows, times = np.unique(met, return_counts=True)
    return rows, times.astype(np.float64)


def _joined(parts: list[Drawn]) -> Drawn:
    return Drawn(
        np.concatenate([part.hands for part in parts]),
        np.concatenate([part.later for part in parts]),
        np.concatenate([part.rest for part in parts]),
    )


def _judge(here: Imagined, effort: Effort, drawn: Drawn, clock: Clock) -> NDArray[np.float64]:
    """How well worlds explain what each seat played, as logarithms, float64 [sorts, n, P].

    Each of the others may be of either sort: one who plays as our own search has learnt to, or one
    with the manners of people. In each world it is taken for what explains its cards. Fewer worlds
    are judged if time runs out.
    """
    by_sort = [
        here.log_likelihood(
            drawn,
            habits,
            threads=effort.threads,
            seconds=clock.left(WEIGHING),
            cancel=clock.cancel,
        )
        for habits in sorts_of(here.view.rules, here.view.trump)
    ]
    done = min(map(len, by_sort))
    return np.stack([logs[:done] for logs in by_sort])


def _told(here: Imagined, ends: Ends, likely: Likely, *, exact: bool) -> Values:
    """The table of all legal cards."""
    view, utility = here.view, utility_of(here.view, ends)
    assert view.seat is not None
    shares = likely.times[: len(ends)] / likely.times[: len(ends)].sum()
    means = shares @ utility
    below = utility - utility[:, [int(means.argmax())]]
    spread = shares @ (below - shares @ below) ** 2
    # Worlds of little weight tell little, however many of them were drawn.
    errors = np.sqrt(spread / min(likely.effective, 1 / (shares @ shares)))
    points = shares @ lead_in_points(view, ends)
    taken = own_tricks(view, ends)
    tricks, survives = shares @ taken, shares @ (taken > 0)
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
    return Values(tuple(values), len(ends), likely.effective, exact)
