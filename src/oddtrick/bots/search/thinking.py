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
"""So many worlds are played out at a time; then the clock is looked at."""

READ = 8192
"""So many are drawn and judged at a time."""

SMALL = 3
"""Where there are no more worlds than so many times the candidates, all of them are judged."""

TIMES = 8
"""Where there are few worlds, each is played out so many times at most: moods differ."""


DOUBT = 2.0
"""So many worlds' worth of doubt there is about how far worlds of weight lie apart."""


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
        drawn: the worlds; all of them once, and then all of them again, as often as told.
        shares: how much each row counts; together 1.
        effective: how many of equal weight would tell as much as all that were weighed.
        again: how often the same worlds come one after the other.
        all: whether these are all worlds that there are.
        theirs: the habits that explain best what the opponents have played.
    """

    drawn: Drawn
    shares: NDArray[np.float64]
    effective: float
    again: int = 1
    all: bool = False
    theirs: Habits | None = None


def _likely(here: Imagined, effort: Effort, wanted: int, seed: int, clock: Clock) -> Likely:
    """So many worlds by weight, or all that there are."""
    drawn, by_sort, whole = _judged(here, effort, wanted, seed, clock)
    logs = effort.power * np.logaddexp.reduce(by_sort).sum(axis=1)
    weights = np.exp(logs - logs.max())
    effective = weights.sum() ** 2 / (weights @ weights)
    weighs = by_sort.shape[2] > 1
    adapts = weighs and effort.adapt and not here.view.rules.partners(here.view.to_act or 0)
    theirs = _theirs(here, by_sort) if adapts else None
    if len(logs) > wanted:
        rows, times = _comb(weights, wanted, Random(seed).random())
        return Likely(drawn.take(rows), times / times.sum(), effective, theirs=theirs)
    again = min(TIMES, wanted // len(logs)) if whole else 1
    shares = np.tile(weights / (again * weights.sum()), again)
    rows = np.tile(np.arange(len(logs)), again)
    return Likely(drawn.take(rows), shares, effective, again, whole, theirs)


def _judged(
    here: Imagined, effort: Effort, wanted: int, seed: int, clock: Clock
) -> tuple[Drawn, NDArray[np.float64], bool]:
    """Worlds, how well each explains what was played, and whether they are all there are.

    Without anything to go by there is one sort of players, and one seat: nought.
    """
    every = worlds(here.view)
    weighs = effort.power > 0 and bool(here.view.tricks or here.view.table)
    total = max(wanted, effort.candidates) if weighs else wanted
    whole = every.count <= (SMALL * total if weighs else total)
    total = every.count if whole else total
    parts, sorts = [], []
    for first in range(0, total, READ):
        some = min(READ, total - first)
        drawn = every.numbered(first, some) if whole else every.draw(some, seed, first)
        by_sort = _judge(here, effort, drawn, clock) if weighs else np.zeros((1, some, 1))
        done = by_sort.shape[1]
        parts.append(drawn.take(np.arange(done)))
        sorts.append(by_sort)
        if done < some or (first and clock.left(WEIGHING) == 0):
            break
    judged = np.concatenate(sorts, axis=1)
    if not judged.shape[1]:
        raise NoTimeError
    return _joined(parts), judged, judged.shape[1] == every.count


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
    return here.log_likelihood(
        drawn,
        sorts_of(here.view.rules, here.view.trump),
        threads=effort.threads,
        seconds=clock.left(WEIGHING),
        cancel=clock.cancel,
    )


def _told(here: Imagined, ends: Ends, likely: Likely, *, exact: bool) -> Values:
    """The table of all legal cards."""
    view, utility = here.view, utility_of(here.view, ends)
    assert view.seat is not None
    shares = likely.shares[: len(ends)] / likely.shares[: len(ends)].sum()
    means = shares @ utility
    below = utility - utility[:, [int(means.argmax())]]
    errors = _errors(below, shares, likely)
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
    different = min(len(ends), len(likely.drawn) // likely.again)
    return Values(tuple(values), different, likely.effective, exact)


def _errors(
    below: NDArray[np.float64], shares: NDArray[np.float64], likely: Likely
) -> NDArray[np.float64]:
    """The standard error of how much worse each card is than the best.

    Where all worlds were played out several times there is no doubt but what moods bring. Otherwise
    worlds of little weight tell little, however many of them were drawn: and where few tell much,
    how far they lie apart says too little about how far all others would.
    """
    if likely.again > 1 and len(below) == len(likely.drawn):
        times = shares[: len(shares) // likely.again] * likely.again
        found = times @ below.reshape(likely.again, len(times), -1)
        return np.asarray(found.std(axis=0, ddof=1) / np.sqrt(likely.again))
    spread = shares @ (below - shares @ below) ** 2
    telling = min(likely.effective, 1 / (shares @ shares))
    flat = below.var(axis=0)
    spread = (telling * spread + DOUBT * flat) / (telling + DOUBT)
    return np.sqrt(spread / max(1.0, telling - 1))
