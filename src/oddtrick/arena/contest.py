"""A whole contest: deals played until there are enough, and what they come to."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING

import msgspec

from oddtrick.arena.chunks import chunks, played_in_order
from oddtrick.arena.decision_times import Times
from oddtrick.arena.duplicate import Contest, Fault
from oddtrick.arena.metrics import Unit, even, swing, usual_unit
from oddtrick.arena.players import Entrant, find_entrant
from oddtrick.arena.sprt import Evidence, Verdict
from oddtrick.arena.statistics import (
    Interval,
    bootstrap_interval,
    mean,
    standard_error,
    t_interval,
)
from oddtrick.errors import OddtrickError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from oddtrick.arena.chunks import Chunk
    from oddtrick.arena.duplicate import DealPlayed
    from oddtrick.arena.executors import Pool
    from oddtrick.arena.sprt import Sprt
    from oddtrick.rules import Rules

CHUNK = 10
"""Deals in a chunk: few enough to see it go on, enough that starting a program costs little."""


class Outcome(msgspec.Struct, frozen=True):
    """What a contest came to.

    Args:
        a: the name of the bot that it is about.
        b: of its opponents; different ones with ``+`` between them.
        unit: what counts.
        sides: how many sides the game has.
        seed: of the contest.
        swings: of each deal, in each unit that these deals can be counted in.
        times: of the decisions, by the name of the bot.
        faults: of programs from outside, with the number of the deal.
        verdict: of the sequential test, if there was one and it came to an end.
        seconds: by the clock, of the deals that were played now.
    """

    a: str
    b: str
    unit: Unit
    sides: int
    seed: int
    swings: dict[Unit, tuple[float, ...]]
    times: dict[str, Times] = {}
    faults: tuple[tuple[int, Fault], ...] = ()
    verdict: Verdict | None = None
    seconds: float = 0.0

    @property
    def deals(self) -> int:
        """How many deals, or whole matches, were counted."""
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
        """The 95 % interval of the mean by Student's t."""
        return t_interval(self.swings[self.unit])

    @property
    def bootstrap95(self) -> Interval:
        """The same by bootstrap."""
        return bootstrap_interval(self.swings[self.unit], self.seed)

    @property
    def even(self) -> float:
        """The mean swing of equal players."""
        return even(self.unit, self.sides)


def lineup(rules: Rules, a: Entrant, others: Sequence[Entrant]) -> tuple[Entrant, ...]:
    """Who takes each side: one opponent takes all the others, several take one each.

    Raises:
        OddtrickError: there are more or fewer opponents than that.
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
    chunk: int = CHUNK,
    limit: float = 10.0,
    sprt: Sprt | None = None,
    known: Sequence[DealPlayed] = (),
    heard: Callable[[Sequence[DealPlayed]], None] | None = None,
) -> Outcome:
    """Plays the same deals with the sides moved on from table to table.

    The result is the same on any pool and with chunks of any size, as long as the bots' own is.

    Args:
        rules: the game.
        a: the bot that it is about.
        *others: its opponents: one for all other sides, or one for each.
        deals: how many; whole matches where the unit is ``"matches"``.
        seed: of cards and of the bots' luck.
        unit: what counts; None: what the game is usually counted in.
        pool: where it is played; None: here, one deal after another.
        chunk: how many deals are played in one go.
        limit: seconds that a program from outside has for a decision.
        sprt: stops as soon as this test has its answer.
        known: what was played before, from deal 0 on; it is counted and not played again.
        heard: is told the deals that are played now, in order.

    Raises:
        OddtrickError: the line-up does not fit the game, a number makes no sense, or a bot fails.

    >>> from oddtrick.games import rules_of
    >>> outcome = play_duplicate(rules_of("whist"), "casual", "casual", deals=3)
    >>> outcome.mean, outcome.unit
    (0.0, 'tricks')
    """
    if deals < 1 or chunk < 1:
        name, number = ("deals", deals) if deals < 1 else ("chunk", chunk)
        raise OddtrickError(f"{name} is {number}: it is 1 or more")
    counted_in = unit or usual_unit(rules)
    first, *rest = (find_entrant(bot) if isinstance(bot, str) else bot for bot in (a, *others))
    contest = Contest(rules, lineup(rules, first, rest), counted_in == "matches", limit)
    tally = _Tally(counted_in, sprt)
    begun = perf_counter()
    tally.add(known[:deals])
    if not tally.settled():
        todo = chunks(seed, len(tally), deals, chunk)
        _play(contest, todo, pool, tally, heard or (lambda _: None))
    return Outcome(
        a=first.name,
        b="+".join(entrant.name for entrant in rest),
        unit=counted_in,
        sides=len(rules.sides),
        seed=seed,
        swings={kind: tuple(swings) for kind, swings in tally.swings.items()},
        times=tally.times,
        faults=tuple(tally.faults),
        verdict=tally.verdict,
        seconds=perf_counter() - begun,
    )


def _play(
    contest: Contest,
    todo: Iterator[Chunk],
    pool: Pool | None,
    tally: _Tally,
    heard: Callable[[Sequence[DealPlayed]], None],
) -> None:
    """Plays chunks until there are no more, or the test has its answer."""
    for played in played_in_order(
        contest,
        todo,
        pool.executor if pool else None,
        workers=pool.workers if pool else 1,
        stopped=pool.stopped if pool else None,
    ):
        counted = tally.add(played)
        heard(played[:counted])
        if tally.settled():
            return


class _Tally:
    """Counts deals in order, until the test has its answer."""

    def __init__(self, unit: Unit, sprt: Sprt | None) -> None:
        firsts: Unit = "matches" if unit == "matches" else "firsts"
        self.swings: dict[Unit, list[float]] = {"tricks": [], "points": [], firsts: []}
        self.times: dict[str, Times] = {}
        self.faults: list[tuple[int, Fault]] = []
        self.verdict: Verdict | None = None
        self._unit = unit
        self._sprt = sprt
        self._evidence = Evidence()

    def __len__(self) -> int:
        return len(self.swings[self._unit])

    def settled(self) -> bool:
        """Whether the test has its answer."""
        return self.verdict is not None

    def add(self, deals: Sequence[DealPlayed]) -> int:
        """Counts deals; returns how many, which are fewer if the test stops among them."""
        for place, deal in enumerate(deals):
            if self.settled():
                return place
            self._count(deal)
        return len(deals)

    def _count(self, deal: DealPlayed) -> None:
        for unit, swings in self.swings.items():
            swings.append(swing(deal, unit))
        for name, times in deal.times.items():
            self.times[name] = self.times.get(name, Times()) + times
        self.faults += [(deal.number, fault) for fault in deal.faults]
        if self._sprt is not None:
            self._evidence = self._evidence.after(self.swings[self._unit][-1])
            self.verdict = self._evidence.verdict(self._sprt)
