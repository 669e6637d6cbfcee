"""What becomes of each card in the worlds that explain most.

All cards are tried in some worlds. Those that may still be the best are then tried in more.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from oddtrick.bots.search.deadline import NoTimeError
from oddtrick.bots.search.endgame import solve_worlds
from oddtrick.bots.search.policies import policy_of
from oddtrick.bots.search.utility import lead_in_points, own_tricks, utility_of
from oddtrick.solver.rollout import Outcomes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from oddtrick.bots.search.belief import Read
    from oddtrick.bots.search.deadline import Clock
    from oddtrick.bots.search.searcher import Effort
    from oddtrick.solver.rollout import RolloutPosition

CHUNK = 1024
"""So many worlds are played out at a time; then the clock is looked at."""

TIMES = 8
"""Where there are few worlds, each is played out so many times at most: moods differ."""

FIRST = 0.35
"""The share of the worlds in which all cards are tried."""

MORE = 4
"""No card is tried in more than so many times the worlds that each gets in the mean."""

BEHIND = 2.5
"""A card that is worse by more standard errors than that is not tried any more."""

DOUBT = 2.0
"""So many worlds' worth of doubt there is about how far worlds of weight lie apart."""


class Trial(NamedTuple):
    """What came of some choices in some worlds.

    Args:
        measures: float64 [n, K, 4]: utility, lead in points, tricks, whether there is a trick.
        weights: float64 [n], how much each world counts.
        again: how often the same worlds come one after the other, all that there are; or 1.
    """

    measures: NDArray[np.float64]
    weights: NDArray[np.float64]
    again: int = 1

    @property
    def shares(self) -> NDArray[np.float64]:
        """How much each world counts, together 1."""
        return np.asarray(self.weights / self.weights.sum())


class Found(NamedTuple):
    """What each choice is worth.

    Args:
        means: float64 [C, 4], of the measures of a trial.
        errors: float64 [C], the standard error of the distance from the best in utility.
        worlds: in how many worlds the best was tried.
    """

    means: NDArray[np.float64]
    errors: NDArray[np.float64]
    worlds: int


def solve_choices(
    here: RolloutPosition, effort: Effort, read: Read, seed: int, clock: Clock
) -> Found:
    """What each choice is worth when the worlds are solved with open cards.

    Raises:
        NoTimeError: time ran out before one world was solved.
    """
    rows, weights = _few(read, effort.solved, seed)
    ends = solve_worlds(
        here,
        read.drawn.take(rows),
        threads=effort.threads,
        seconds=clock.left(),
        cancel=clock.cancel,
    )
    if not len(ends):
        raise NoTimeError
    trial = Trial(_measured(here, ends), weights[: len(ends)])
    return Found(_means(trial), _errors(trial, read), len(trial.weights))


def try_choices(
    here: RolloutPosition, effort: Effort, read: Read, seed: int, clock: Clock
) -> Found:
    """What each choice is worth when worlds are played to the end out of habit.

    Raises:
        NoTimeError: time ran out before one world was played.
    """
    desk, luck, wanted = _Desk(here, effort, read, clock), Random(seed), effort.worlds
    if len(read.weights) <= wanted:
        return _try_few(desk, seed)
    staged = effort.power > 0 and len(here.choices) > 1
    rows, weights = read.comb(int(FIRST * wanted) + 1 if staged else wanted, luck.random())
    first = _play(desk, rows, weights, seed)
    kept = _hopeful(first, read)
    if not staged or len(kept) == 1 or len(first.weights) < len(rows):
        return _found(first, None, (), read, len(first.weights))
    more = round((1 - FIRST) * wanted * len(here.choices) / len(kept))
    others, times = read.comb(min(MORE * wanted, more), luck.random())
    second = _play(desk, others, times, seed + len(rows), kept)
    tried = len(np.union1d(rows, others[: len(second.weights)]))
    return _found(first, second, kept, read, tried)


class _Desk(NamedTuple):
    """What a decision is made of."""

    here: RolloutPosition
    effort: Effort
    read: Read
    clock: Clock


def _try_few(desk: _Desk, seed: int) -> Found:
    """Tries all choices in each of a few worlds, and in all that there are more than once."""
    read = desk.read
    again = min(TIMES, desk.effort.worlds // len(read.weights)) if read.whole else 1
    rows = np.tile(np.arange(len(read.weights)), again)
    trial = _play(desk, rows, np.tile(read.weights, again), seed)
    if len(trial.weights) == len(rows):
        trial = trial._replace(again=again)
    return _found(trial, None, (), read, min(len(read.weights), len(trial.weights)))


def _few(read: Read, wanted: int, seed: int) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
    """So many of the worlds by weight, or all of them."""
    if len(read.weights) <= wanted:
        return np.arange(len(read.weights)), read.weights
    return read.comb(wanted, Random(seed).random())


def _play(
    desk: _Desk,
    rows: NDArray[np.intp],
    weights: NDArray[np.float64],
    seed: int,
    tried: Sequence[int] | None = None,
) -> Trial:
    """Plays choices to the end of the deal; fewer worlds are played if time runs out."""
    here, effort, clock = desk.here, desk.effort, desk.clock
    parts = []
    for first in range(0, len(rows), CHUNK):
        some = desk.read.drawn.take(rows[first : first + CHUNK])
        ends = here.roll_out(
            some,
            policy_of(here.view.rules, here.view.trump),
            (seed + first) % 2**64,
            opponents=desk.read.theirs,
            selected=tried,
            temperature=effort.temperature,
            threads=effort.threads,
            seconds=clock.left(),
            cancel=clock.cancel,
        )
        parts.append(_measured(here, ends))
        if len(ends) < len(some) or clock.is_over():
            break
    measures = np.concatenate(parts)
    if not len(measures) and tried is None:
        raise NoTimeError
    return Trial(measures, weights[: len(measures)])


def _measured(here: RolloutPosition, ends: Outcomes) -> NDArray[np.float64]:
    """The measures of a trial."""
    if not len(ends):
        return np.zeros((0, ends.points.shape[1], 4))
    view, taken = here.view, own_tricks(here.view, ends)
    measures = (utility_of(view, ends), lead_in_points(view, ends), taken, taken > 0)
    return np.stack(measures, axis=2)


def _means(trial: Trial) -> NDArray[np.float64]:
    """Of each choice the mean of each measure."""
    return _seen(np.asarray(np.tensordot(trial.shares, trial.measures, 1)), trial)


def _seen(means: NDArray[np.float64], trial: Trial) -> NDArray[np.float64]:
    """The means, within what was seen: neither rounding nor reckoning leads out of it."""
    return means.clip(trial.measures.min(axis=(0, 1)), trial.measures.max(axis=(0, 1)))


def _hopeful(trial: Trial, read: Read) -> tuple[int, ...]:
    """The choices that may still be the best."""
    means = _means(trial)[:, 0]
    near = means >= means.max() - BEHIND * _errors(trial, read)
    return tuple(int(place) for place in np.flatnonzero(near))


def _found(
    first: Trial, second: Trial | None, kept: Sequence[int], read: Read, tried: int
) -> Found:
    """What two trials say together, the second with some of the choices only.

    What was not tried again stands as far below the best as it did at first: both times the worlds
    were others, which may have been kinder to all. No mean leaves what was seen at first.
    """
    means = _means(first)
    if second is None or not len(second.weights):
        return Found(means, _errors(first, read), tried)
    both = Trial(
        np.concatenate([first.measures[:, kept], second.measures]),
        np.concatenate([first.weights, second.weights]),
    )
    again = _means(both)
    place = int(again[:, 0].argmax())
    best = kept[place]
    errors = _errors(first, read, best)
    means = _seen(again[place] + means - means[best], first)
    means[list(kept)] = again
    errors[list(kept)] = _errors(both, read)
    return Found(means, errors, tried)


def _errors(trial: Trial, read: Read, best: int | None = None) -> NDArray[np.float64]:
    """The standard error of how much worse each choice is than the best.

    Where all worlds were played out several times there is no doubt but what moods bring. Otherwise
    worlds of little weight tell little, however many of them were drawn: and where few tell much,
    how far they lie apart says too little about how far all others would.
    """
    utility, shares = trial.measures[:, :, 0], trial.shares
    best = int((shares @ utility).argmax()) if best is None else best
    below = utility - utility[:, [best]]
    if trial.again > 1:
        rows = len(shares) // trial.again
        times = trial.again * shares[:rows] @ below.reshape(trial.again, rows, -1)
        return np.asarray(times.std(axis=0, ddof=1) / np.sqrt(trial.again))
    spread = np.asarray(shares @ (below - shares @ below) ** 2)
    telling = min(read.effective, 1 / float(shares @ shares))
    spread = (telling * spread + DOUBT * below.var(axis=0)) / (telling + DOUBT)
    return np.asarray(np.sqrt(spread / max(1.0, telling - 1)))
