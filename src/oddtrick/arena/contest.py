"""A contest: deals are played until there are enough, then summarised."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import inf
from time import perf_counter
from typing import get_args

import msgspec

from oddtrick.arena.decision_times import DecisionTimes
from oddtrick.arena.duplicate import Contest, DealResult, Fault
from oddtrick.arena.executors import Chunk, Pool, play_chunks, split_into_chunks
from oddtrick.arena.metrics import Unit, break_even, default_unit, is_share, swing
from oddtrick.arena.players import CreatePlayer, Entrant, check_entrant, create_player, find_entrant
from oddtrick.arena.seeds import Purpose, purpose_seed
from oddtrick.arena.sequential import (
    MIN_DEALS,
    Evidence,
    Precision,
    Sprt,
    Verdict,
    anytime_interval,
    evidence_of,
    side_of,
)
from oddtrick.arena.statistics import Interval, mean, share_interval, standard_error, t_interval
from oddtrick.errors import WANTED_RULES, OddtrickError, check_type, check_whole
from oddtrick.rules import Rules

CHUNK = 10
"""Deals in a chunk: few enough to show progress, enough to amortise starting a program."""


class Outcome(msgspec.Struct, frozen=True):
    """The result of a contest.

    Args:
        a: the name of the bot under test.
        b: the name of its opponent; several are joined with ``+``.
        unit: the unit of the headline figures.
        sides: the number of sides in the game.
        seed: the seed of the contest.
        swings: the swing of each deal, in every unit that applies to these deals.
        times: decision times, by the name of the bot.
        faults: the faults of external programs, each with the number of its deal.
        purpose: the purpose of the contest, which sets its deals apart from those of others.
        test: the sequential test that could stop it; None: the number of deals was fixed.
        verdict: the verdict of the sequential test, if it reached one.
        seconds: the wall-clock time of the deals played in this run.
    """

    a: str
    b: str
    unit: Unit
    sides: int
    seed: int
    swings: dict[Unit, tuple[float, ...]]
    times: dict[str, DecisionTimes] = {}
    faults: tuple[tuple[int, Fault], ...] = ()
    purpose: Purpose = "choose"
    test: Sprt | Precision | None = None
    verdict: Verdict | None = None
    seconds: float = 0.0

    @property
    def deals(self) -> int:
        """The number of deals, or of whole matches, counted."""
        return len(self.swings[self.unit])

    @property
    def mean(self) -> float:
        """The mean swing."""
        return mean(self.swings[self.unit])

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return standard_error(self.swings[self.unit])

    @property
    def ci95(self) -> Interval:
        """The 95 % confidence interval of the mean.

        By Student's t, for a share within 0 to 1; in a contest that stops once its mean is known,
        the interval that is valid whenever one looks.
        """
        return interval_of(self.unit, self.swings[self.unit], self.test)

    @property
    def cpu(self) -> float:
        """The CPU time that all decisions of a deal take, in seconds."""
        return sum(times.cpu for times in self.times.values()) / self.deals

    def deals_for(self, width: float) -> float:
        """Returns the deals after which the interval is as narrow as ``width`` to either side."""
        half = (self.ci95[1] - self.ci95[0]) / 2
        return self.deals * (half / width) ** 2

    @property
    def break_even(self) -> float:
        """The mean swing of equal players."""
        return break_even(self.unit, self.sides)

    @property
    def decision(self) -> Verdict | None:
        """The verdict of the contest, with 5 % error; None while it is undecided.

        It takes at least :data:`MIN_DEALS` deals: fewer may all go alike by chance.
        """
        if self.test is not None:
            return self.verdict
        enough = self.deals >= MIN_DEALS
        return side_of(self.ci95, self.break_even) if enough else None


def interval_of(
    unit: Unit, swings: Sequence[float], test: Sprt | Precision | None = None
) -> Interval:
    """Returns the 95 % confidence interval of the mean of some swings.

    Args:
        unit: their unit.
        swings: the swings.
        test: the sequential test that could stop the contest.
    """
    if not isinstance(test, Precision):
        return share_interval(swings) if is_share(unit) else t_interval(swings)
    low, high = anytime_interval(evidence_of(swings))
    return (max(0.0, low), min(1.0, high)) if is_share(unit) and low > -inf else (low, high)


def assign_sides(rules: Rules, a: Entrant, others: Sequence[Entrant]) -> tuple[Entrant, ...]:
    """Assigns entrants to sides: a single opponent takes all other sides, several take one each.

    Raises:
        OddtrickError: the number of opponents fits neither.
    """
    against = len(rules.sides) - 1
    if len(others) not in (1, against):
        wanted = "1 opponent" if against == 1 else f"1 or {against} opponents"
        raise OddtrickError(
            f"{rules.game} has {against + 1} sides here: {a.name} needs {wanted} at its tables, "
            f"not {len(others)}"
        )
    return (a, *others) if len(others) == against else (a, *(others[0],) * against)


def play_duplicate(
    rules: Rules,
    a: Entrant | str,
    *others: Entrant | str,
    deals: int,
    seed: int = 0,
    unit: Unit | None = None,
    pool: Pool | None = None,
    chunk_size: int = CHUNK,
    limit: float = 10.0,
    purpose: Purpose = "choose",
    sprt: Sprt | None = None,
    until: float | None = None,
    create: CreatePlayer = create_player,
    previous: Sequence[DealResult] = (),
    on_deals: Callable[[Sequence[DealResult]], None] | None = None,
) -> Outcome:
    """Plays duplicate deals: each at every table, with the line-up rotated by one side.

    The result does not depend on the pool or the chunk size if the bots' play does not.

    Args:
        rules: the game.
        a: the bot under test.
        *others: its opponents: one for all other sides, or one for each.
        deals: the number of deals; of whole matches if the unit is ``"matches"``.
        seed: the seed of the cards and of the bots' randomness.
        unit: the unit of the swings; None: the default of the game.
        pool: the workers that play; None: this thread.
        chunk_size: the number of deals in a chunk.
        limit: seconds an external program has for a decision.
        purpose: contests to choose by and contests to report never have a deal in common, whatever
            their seeds, so that a figure is not reported on deals that it was chosen by.
        sprt: a sequential test that ends the contest as soon as it reaches a verdict.
        until: instead, a width: the contest ends once one bot is better, or once they are even to
            within this width, with 5 % error. ``deals`` is then the most.
        create: makes the player of an entrant in a seat.
        previous: results of deal 0 onwards that are counted and not played again.
        on_deals: called with the results of newly played deals, in order.

    Raises:
        OddtrickError: the line-up does not fit the game, a number is out of range, or a bot fails.

    >>> from oddtrick.games import rules_of
    >>> outcome = play_duplicate(rules_of("whist"), "casual", "casual", deals=3)
    >>> outcome.mean, outcome.unit
    (0.0, 'tricks')
    """
    check_type(rules, Rules, WANTED_RULES)
    for name, number in (("deals", deals), ("chunk_size", chunk_size)):
        check_whole(number, name, 1)
    check_whole(seed, "seed", -(2**64), 2**64)
    if unit not in (None, *get_args(Unit)):
        raise OddtrickError(f"{repr(unit)[:40]} is no unit: write {', '.join(get_args(Unit))}")
    counted_unit = unit or default_unit(rules)
    test = sequential_test(sprt, until, break_even(counted_unit, len(rules.sides)))
    first, *rest = (bot if isinstance(bot, Entrant) else find_entrant(bot) for bot in (a, *others))
    if create is create_player:
        for entrant in (first, *rest):
            check_entrant(entrant, rules)
    lineup = assign_sides(rules, first, rest)
    contest = Contest(rules, lineup, counted_unit == "matches", limit, create)
    tally, started = _Tally(counted_unit, test), perf_counter()
    tally.add(previous[:deals])
    if not tally.is_decided():
        drawn = purpose_seed(seed, purpose)
        chunks = split_into_chunks(drawn, len(tally), deals, chunk_size)
        _play(contest, chunks, pool, tally, on_deals or (lambda _: None))
    return tally.outcome(
        a=first.name,
        b="+".join(entrant.name for entrant in rest),
        sides=len(rules.sides),
        seed=seed,
        purpose=purpose,
        seconds=perf_counter() - started,
    )


def sequential_test(sprt: Sprt | None, until: float | None, even: float) -> Sprt | Precision | None:
    """Returns the sequential test that is asked for, if any.

    Args:
        sprt: the test of two figures.
        until: the width of the interval.
        even: the mean swing of equal players.

    Raises:
        OddtrickError: both are asked for, or the width is not above 0.
    """
    if until is None:
        return sprt
    if sprt is not None:
        raise OddtrickError("--sprt and --until both say when to stop: give one of them")
    return Precision(until, even)


def _play(
    contest: Contest,
    chunks: Iterator[Chunk],
    pool: Pool | None,
    tally: _Tally,
    on_deals: Callable[[Sequence[DealResult]], None],
) -> None:
    """Plays chunks until none are left or the sequential test reaches a verdict."""
    for results in play_chunks(
        contest,
        chunks,
        pool.executor if pool else None,
        workers=pool.workers if pool else 1,
        is_cancelled=pool.is_cancelled if pool else None,
    ):
        counted = tally.add(results)
        on_deals(results[:counted])
        if tally.is_decided():
            return


class _Tally:
    """Accumulates results in deal order, until the sequential test reaches a verdict."""

    def __init__(self, unit: Unit, test: Sprt | Precision | None) -> None:
        firsts: Unit = "matches" if unit == "matches" else "firsts"
        self.verdict: Verdict | None = None
        self._swings: dict[Unit, list[float]] = {"tricks": [], "points": [], firsts: []}
        self._times: dict[str, DecisionTimes] = {}
        self._faults: list[tuple[int, Fault]] = []
        self._unit = unit
        self._test = test
        self._evidence = Evidence()

    def __len__(self) -> int:
        return len(self._swings[self._unit])

    def is_decided(self) -> bool:
        """True if the sequential test has reached a verdict."""
        return self.verdict is not None

    def add(self, deals: Sequence[DealResult]) -> int:
        """Counts deals and returns their number, which is smaller if the test stops among them."""
        for place, deal in enumerate(deals):
            if self.is_decided():
                return place
            self._count(deal)
        return len(deals)

    def _count(self, deal: DealResult) -> None:
        for unit, swings in self._swings.items():
            swings.append(swing(deal, unit))
        for name, times in deal.times.items():
            self._times[name] = self._times.get(name, DecisionTimes()) + times
        self._faults += [(deal.number, fault) for fault in deal.faults]
        if self._test is not None:
            self._evidence = self._evidence.with_swing(self._swings[self._unit][-1])
            self.verdict = self._test.verdict(self._evidence)

    def outcome(
        self, *, a: str, b: str, sides: int, seed: int, purpose: Purpose, seconds: float
    ) -> Outcome:
        """The outcome of the deals counted so far."""
        return Outcome(
            a=a,
            b=b,
            unit=self._unit,
            sides=sides,
            seed=seed,
            swings={unit: tuple(swings) for unit, swings in self._swings.items()},
            times=self._times,
            faults=tuple(self._faults),
            purpose=purpose,
            test=self._test,
            verdict=self.verdict,
            seconds=seconds,
        )
