"""Which worlds explain what was played."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from oddtrick.bots.search.deadline import NoTimeError
from oddtrick.bots.search.policies import player_types
from oddtrick.solver.sampling import SampledWorlds, worlds

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from oddtrick.bots.search.deadline import Clock
    from oddtrick.bots.search.searcher import Effort
    from oddtrick.solver.rollout import Policy, RolloutPosition

WEIGHING = 0.4
"""The share of a limited time that weighing may take."""

FEW, MANY = 512, 8192
"""So many worlds, at first and at most, are drawn and judged between two looks at the clock."""

UNREAD = 1 << 16
"""No more worlds than so many are drawn where there is nothing yet to weigh them by."""

SMALL = 3
"""Where there are no more worlds than so many times the candidates, all of them are judged."""


class Read(NamedTuple):
    """Worlds, and how well they explain what was played.

    Args:
        drawn: the worlds, each once.
        weights: how well each explains it, the best 1.
        effective: how many of equal weight would tell as much.
        whole: whether these are all worlds that there are.
        theirs: the habits that explain best what the opponents have played.
    """

    drawn: SampledWorlds
    weights: NDArray[np.float64]
    effective: float
    whole: bool
    theirs: Policy | None

    def comb(self, wanted: int, shift: float) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
        """So many rows by weight, and how often each comes (Kitagawa, 1996).

        Args:
            wanted: how many teeth a comb on the weights has: where they meet, a row is taken.
            shift: where the first tooth stands, 0 to 1.
        """
        upto = np.cumsum(self.weights)
        teeth = (np.arange(wanted) + shift) * (upto[-1] / wanted)
        met = np.searchsorted(upto, teeth, side="right").clip(max=len(upto) - 1)
        rows, times = np.unique(met, return_counts=True)
        return rows, times.astype(np.float64)


def read_worlds(
    here: RolloutPosition, effort: Effort, wanted: int, seed: int, clock: Clock
) -> Read:
    """Worlds of a view, weighed by what was played.

    Args:
        here: the view.
        effort: how hard to think.
        wanted: at least so many, if there are.
        seed: of the draw.
        clock: how long it may take.

    Raises:
        NoTimeError: time ran out before one of them was weighed.
    """
    drawn, by_sort, whole = _judged(here, effort, wanted, seed, clock)
    logs = effort.power * np.logaddexp.reduce(by_sort).sum(axis=1)
    weights = np.exp(logs - logs.max())
    effective = float(weights.sum() ** 2 / (weights @ weights))
    weighed = by_sort.shape[2] > 1
    adapts = weighed and effort.adapt and not here.view.rules.partners(here.view.to_act or 0)
    return Read(drawn, weights, effective, whole, _theirs(here, by_sort) if adapts else None)


def _judged(
    here: RolloutPosition, effort: Effort, wanted: int, seed: int, clock: Clock
) -> tuple[SampledWorlds, NDArray[np.float64], bool]:
    """Worlds, how well each explains what was played, and whether they are all there are.

    With nothing to go by there is one sort of players, and one seat: nought.
    """
    every = worlds(here.view)
    weighs = effort.power > 0 and bool(here.view.tricks or here.view.table)
    total = max(wanted, effort.candidates) if effort.power > 0 else wanted
    total = total if weighs else min(total, UNREAD)
    whole = every.count <= (SMALL * total if weighs else total)
    total = every.count if whole else total
    parts, sorts = [], []
    first, chunk = 0, FEW
    while first < total:
        some = min(chunk, total - first)
        drawn = every.numbered(first, some) if whole else every.draw(some, seed, first)
        by_sort = _judge(here, effort, drawn, clock) if weighs else np.zeros((1, some, 1))
        done = by_sort.shape[1]
        parts.append(drawn.take(np.arange(done)))
        sorts.append(by_sort)
        if done < some or clock.is_over(WEIGHING):
            break
        first, chunk = first + some, min(2 * chunk, MANY)
    judged = np.concatenate(sorts, axis=1)
    if not judged.shape[1]:
        raise NoTimeError
    return _joined(parts), judged, judged.shape[1] == every.count


def _judge(
    here: RolloutPosition, effort: Effort, drawn: SampledWorlds, clock: Clock
) -> NDArray[np.float64]:
    """How well worlds explain what each seat played, as logarithms, float64 [sorts, n, P].

    Each of the others may be of either sort: one who plays as our own search has learnt to, or one
    with the manners of people. In each world it is taken for what explains its cards. Fewer worlds
    are judged if time runs out.
    """
    return here.log_likelihood(
        drawn,
        player_types(here.view.rules, here.view.trump),
        threads=effort.threads,
        seconds=clock.left(WEIGHING),
        cancel=clock.cancel,
    )


def _theirs(here: RolloutPosition, by_sort: NDArray[np.float64]) -> Policy:
    """The habits under which the opponents' plays are likeliest, whatever they hold."""
    view = here.view
    assert view.seat is not None
    us = view.rules.sides[view.rules.side_of(view.seat)]
    others = [seat for seat in view.seats if seat not in us]
    evidence = np.logaddexp.reduce(by_sort[:, :, others], axis=1).sum(axis=1)
    return player_types(view.rules, view.trump)[int(evidence.argmax())]


def _joined(parts: list[SampledWorlds]) -> SampledWorlds:
    return SampledWorlds(
        np.concatenate([part.hands for part in parts]),
        np.concatenate([part.later for part in parts]),
        np.concatenate([part.rest for part in parts]),
    )
