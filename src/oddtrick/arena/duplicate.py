"""Duplicate play: the same cards at several tables, the sides moved on by one each time.

A deal may be a single one or, where ``whole``, a whole match whose every deal is drawn from the
same numbers at each table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from oddtrick.arena.decision_times import Stopwatch, Times
from oddtrick.arena.players import Entrant, seat_entrant
from oddtrick.arena.seeds import PublicHistory, deal_seed
from oddtrick.arena.subprocess_bot import BotFault
from oddtrick.dealing import Seeded
from oddtrick.errors import OddtrickError
from oddtrick.match import CHANCE, start
from oddtrick.rules import Rules

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from random import Random

    from oddtrick.arena.players import Player
    from oddtrick.match import Match
    from oddtrick.rules import PlayerAction


class Stopped(Exception):
    """Nobody wants the rest any more."""


class Contest(msgspec.Struct, frozen=True):
    """Who plays whom at what.

    Args:
        rules: the game.
        lineup: who takes each side at the first table; the contest is about the first of them.
        whole: whole matches are played, and not single deals.
        limit: seconds that a program from outside has for a decision.
    """

    rules: Rules
    lineup: tuple[Entrant, ...]
    whole: bool = False
    limit: float = 10.0

    def on_side(self, side: int, table: int) -> Entrant:
        """Who takes a side at a table: at each further table everybody has moved on by one."""
        return self.lineup[(side - table) % len(self.lineup)]


class Fault(msgspec.Struct, frozen=True):
    """A program from outside gave no legal action, and its lowest ones were played from there.

    Args:
        bot: whose fault.
        table: at which table of the deal.
        why: what it did.
    """

    bot: str
    table: int
    why: str


class TablePlayed(msgspec.Struct, frozen=True):
    """What one table came to, for each side.

    Args:
        tricks: won.
        points: scored.
        firsts: its share in the first place: 1 for the winner, parts where sides are level.
    """

    tricks: tuple[int, ...]
    points: tuple[int, ...]
    firsts: tuple[float, ...]


class DealPlayed(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one deal came to at all its tables.

    Args:
        number: of the deal, from 0.
        tables: in order; at table t the first of the line-up had side t.
        times: of the decisions, by the name of the bot.
        faults: of programs from outside.
    """

    number: int
    tables: tuple[TablePlayed, ...]
    times: dict[str, Times] = {}
    faults: tuple[Fault, ...] = ()


def play_deals(
    contest: Contest,
    seed: int,
    numbers: Iterable[int],
    stopped: Callable[[], bool] = lambda: False,
) -> tuple[DealPlayed, ...]:
    """Plays numbered deals at every table: the same for the same seed and numbers, anywhere.

    Args:
        contest: who plays whom at what.
        seed: of the contest.
        numbers: of the deals.
        stopped: whether to give up; it is asked before each decision.

    Raises:
        OddtrickError: a bot of the house fails, or a program does not start.
        Stopped: as ``stopped`` said.
    """
    wanted = tuple(numbers)
    tables = range(len(contest.lineup))
    # Table by table, and not deal by deal: so a program never sees a deal from two seats.
    played = [_play_tables(contest, seed, wanted, table, stopped) for table in tables]
    return tuple(
        DealPlayed(
            number,
            tuple(one.result for one in at_tables),
            _together(one.times for one in at_tables),
            tuple(fault for one in at_tables for fault in one.faults),
        )
        for number, at_tables in zip(wanted, zip(*played, strict=True), strict=True)
    )


class _Table:
    """One deal at one table while it is played."""

    result: TablePlayed
    """What it came to, once it is played."""

    def __init__(self, contest: Contest, seed: int, number: int, table: int) -> None:
        self.contest = contest
        self.number = number
        self.table = table
        self.seed = seed
        self.faults: list[Fault] = []
        self.watches: dict[str, Stopwatch] = {}
        self.out_of_order: set[str] = set()

    @property
    def times(self) -> dict[str, Times]:
        return {name: watch.times for name, watch in self.watches.items()}

    def play(self, players: Mapping[int, Player], stopped: Callable[[], bool]) -> None:
        """Plays to the end of the deal or match."""
        rules, whole = self.contest.rules, self.contest.whole
        chance = Seeded(deal_seed(self.seed, self.number))
        history = PublicHistory(self.seed, self.number)
        match = start(rules, dealer=self.number % rules.players)
        while not match.over and (whole or match.number == 0):
            seat = match.to_act
            assert seat is not None
            if seat == CHANCE:
                match = match.apply(chance(match))
                continue
            if stopped():
                raise Stopped
            action = self._decide(match, players[seat], history.rng)
            history.add(seat, action)
            match = match.apply(action)
        self.result = outcome(match)

    def _decide(self, match: Match, player: Player, rng: Callable[[], Random]) -> PlayerAction:
        """What the player does; where there is only one thing to do, nobody is asked."""
        legal = match.legal_actions()
        if len(legal) == 1 or player.name in self.out_of_order:
            return legal[0]
        watch = self.watches.setdefault(player.name, Stopwatch())
        luck = rng()
        try:
            with watch.decision():
                return player.act(match, luck)
        except BotFault as fault:
            self.out_of_order.add(player.name)
            self.faults.append(Fault(player.name, self.table, str(fault)))
            return legal[0]
        except OddtrickError as error:
            raise OddtrickError(f"deal {self.number}, table {self.table}: {error}") from error


def _play_tables(
    contest: Contest,
    seed: int,
    numbers: Sequence[int],
    table: int,
    stopped: Callable[[], bool],
) -> list[_Table]:
    """One table for every deal, with the same players."""
    players = _seated(contest, table)
    played = []
    try:
        for number in numbers:
            one = _Table(contest, seed, number, table)
            one.play(players, stopped)
            played.append(one)
    finally:
        for player in players.values():
            player.close()
    return played


def _seated(contest: Contest, table: int) -> dict[int, Player]:
    """Somebody for each seat of a table."""
    rules = contest.rules
    return {
        seat: seat_entrant(contest.on_side(side, table), rules, seat, contest.limit)
        for side, seats in enumerate(rules.sides)
        for seat in seats
    }


def _together(all_times: Iterable[dict[str, Times]]) -> dict[str, Times]:
    added: dict[str, Times] = {}
    for times in all_times:
        for name, taken in times.items():
            added[name] = added.get(name, Times()) + taken
    return added


def outcome(match: Match) -> TablePlayed:
    """What the finished deals of a match came to; who is first by the match, if it is over."""
    rules = match.rules
    tricks = [0] * len(rules.sides)
    points = [0] * len(rules.sides)
    for result in match.result:
        for side, seats in enumerate(rules.sides):
            tricks[side] += sum(result.tricks[seat] for seat in seats)
            points[side] += result.points[side]
    if match.winner is not None:
        firsts = tuple(float(side == match.winner) for side in range(len(points)))
    else:
        firsts = shares(points)
    return TablePlayed(tuple(tricks), tuple(points), firsts)


def shares(points: Sequence[int]) -> tuple[float, ...]:
    """The first place, divided among those with the most points.

    >>> shares([7, 3, 7])
    (0.5, 0.0, 0.5)
    """
    best = max(points)
    part = 1 / sum(1 for one in points if one == best)
    return tuple(part if one == best else 0.0 for one in points)
