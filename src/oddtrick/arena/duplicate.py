"""Duplicate play: the same cards at several tables, the line-up rotated by one side each time.

A "deal" is a single deal or, in a contest of whole matches, a match whose deals are drawn from the
same random numbers at each table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

import msgspec

from oddtrick.arena.decision_times import DecisionTimes, Stopwatch
from oddtrick.arena.players import CreatePlayer, Entrant, Player, create_player
from oddtrick.arena.seeds import DecisionRandom, PublicHistory, deal_seed
from oddtrick.arena.subprocess_bot import BotFault
from oddtrick.dealing import Seeded
from oddtrick.errors import OddtrickError
from oddtrick.match import CHANCE, Match, start
from oddtrick.rules import PlayerAction, Rules


class Cancelled(Exception):
    """The remaining deals are abandoned at the caller's request."""


class Contest(msgspec.Struct, frozen=True):
    """A game and the entrants that play it.

    Args:
        rules: the game.
        lineup: the entrant on each side at the first table; the first one is under test.
        whole: whether whole matches are played instead of single deals.
        limit: seconds an external program has for a decision.
        create: makes the player of an entrant in a seat.
    """

    rules: Rules
    lineup: tuple[Entrant, ...]
    whole: bool = False
    limit: float = 10.0
    create: CreatePlayer = create_player

    def entrant_on(self, side: int, table: int) -> Entrant:
        """Returns the entrant on a side of a table; the line-up rotates by one side per table."""
        return self.lineup[(side - table) % len(self.lineup)]


class Fault(msgspec.Struct, frozen=True):
    """The failure of an external program to give a legal action; it forfeits the rest of the deal.

    Args:
        bot: the name of the program.
        table: the table of the deal.
        reason: what went wrong.
    """

    bot: str
    table: int
    reason: str


class TableResult(msgspec.Struct, frozen=True):
    """The result at one table, by side.

    Args:
        tricks: the tricks won.
        points: the points scored.
        firsts: the share of first place: 1 for the winner, divided among sides that tie.
    """

    tricks: tuple[int, ...]
    points: tuple[int, ...]
    firsts: tuple[float, ...]


class DealResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """The result of one deal at all its tables.

    Args:
        number: the number of the deal, from 0.
        tables: the tables in order; at table t the first of the line-up had side t.
        times: decision times, by the name of the bot.
        faults: the faults of external programs.
    """

    number: int
    tables: tuple[TableResult, ...]
    times: dict[str, DecisionTimes] = {}
    faults: tuple[Fault, ...] = ()


def play_deals(
    contest: Contest,
    seed: int,
    numbers: Iterable[int],
    is_cancelled: Callable[[], bool] = lambda: False,
) -> tuple[DealResult, ...]:
    """Plays numbered deals at every table; the result depends on seed and numbers only.

    Args:
        contest: the game and its players.
        seed: the seed of the contest.
        numbers: the numbers of the deals.
        is_cancelled: called before each decision; True abandons the deals.

    Raises:
        OddtrickError: a built-in bot fails, or a program does not start.
        Cancelled: ``is_cancelled`` returned True.
    """
    deal_numbers = tuple(numbers)
    tables = range(len(contest.lineup))
    # Table by table rather than deal by deal, so that no process sees a deal from two seats.
    played = [_play_tables(contest, seed, deal_numbers, table, is_cancelled) for table in tables]
    return tuple(
        DealResult(
            number,
            tuple(one.result for one in at_tables),
            _sum_times(one.times for one in at_tables),
            tuple(fault for one in at_tables for fault in one.faults),
        )
        for number, at_tables in zip(deal_numbers, zip(*played, strict=True), strict=True)
    )


MOST_DEALS = 1000
"""A match of more deals is given up: where points may be lost, weak players may never end it."""


def check_length(match: Match) -> None:
    """Refuses to go on with a match that seems to have no end.

    Raises:
        OddtrickError: ``MOST_DEALS`` have been played.
    """
    if match.number >= MOST_DEALS:
        raise OddtrickError(
            f"a match is not over after {MOST_DEALS} deals, with the score "
            f"{'–'.join(map(str, match.standing.score))}: with these players it may never end. "
            "Take a lower target, other bots, or single deals"
        )


class _Table:
    """One deal in progress at one table."""

    result: TableResult
    """The result, set when the deal has been played."""

    def __init__(self, contest: Contest, seed: int, number: int, table: int) -> None:
        self.contest = contest
        self.number = number
        self.table = table
        self.seed = seed
        self.faults: list[Fault] = []
        self.stopwatches: dict[str, Stopwatch] = {}
        self.forfeited: set[str] = set()

    @property
    def times(self) -> dict[str, DecisionTimes]:
        return {name: stopwatch.times for name, stopwatch in self.stopwatches.items()}

    def play(self, players: Mapping[int, Player], is_cancelled: Callable[[], bool]) -> None:
        """Plays to the end of the deal or match."""
        rules, whole = self.contest.rules, self.contest.whole
        chance = Seeded(deal_seed(self.seed, self.number))
        history = PublicHistory(self.seed, self.number)
        match = start(rules, dealer=self.number % rules.players)
        while not match.over and (whole or match.number == 0):
            seat = match.to_act
            assert seat is not None
            if seat == CHANCE:
                check_length(match)
                match = match.apply(chance(match))
                continue
            if is_cancelled():
                raise Cancelled
            action = self._decide(match, players[seat], history.rng)
            history.add(seat, action, match.phase)
            match = match.apply(action)
        self.result = table_result(match)

    def _decide(
        self, match: Match, player: Player, rng: Callable[[], DecisionRandom]
    ) -> PlayerAction:
        """Returns the player's action; a forced action is played without asking."""
        legal = match.legal_actions()
        if len(legal) == 1 or player.name in self.forfeited:
            return legal[0]
        stopwatch = self.stopwatches.setdefault(player.name, Stopwatch())
        decision_rng = rng()
        try:
            with stopwatch.decision():
                return player.act(match, decision_rng)
        except BotFault as fault:
            self.forfeited.add(player.name)
            self.faults.append(Fault(player.name, self.table, str(fault)))
            return legal[0]
        except OddtrickError as error:
            raise OddtrickError(f"deal {self.number}, table {self.table}: {error}") from error


def _play_tables(
    contest: Contest,
    seed: int,
    numbers: Sequence[int],
    table: int,
    is_cancelled: Callable[[], bool],
) -> list[_Table]:
    """Plays one table of every deal, with the same players throughout."""
    players = _create_players(contest, table)
    played = []
    try:
        for number in numbers:
            one = _Table(contest, seed, number, table)
            one.play(players, is_cancelled)
            played.append(one)
    finally:
        for player in players.values():
            player.close()
    return played


def _create_players(contest: Contest, table: int) -> dict[int, Player]:
    """Creates the player of each seat of a table."""
    rules = contest.rules
    return {
        seat: contest.create(contest.entrant_on(side, table), rules, seat, contest.limit)
        for side, seats in enumerate(rules.sides)
        for seat in seats
    }


def _sum_times(all_times: Iterable[dict[str, DecisionTimes]]) -> dict[str, DecisionTimes]:
    added: dict[str, DecisionTimes] = {}
    for times in all_times:
        for name, taken in times.items():
            added[name] = added.get(name, DecisionTimes()) + taken
    return added


def table_result(match: Match) -> TableResult:
    """Sums the finished deals of a match; a finished match also decides first place."""
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
        firsts = first_place_shares(points)
    return TableResult(tuple(tricks), tuple(points), firsts)


def first_place_shares(points: Sequence[int]) -> tuple[float, ...]:
    """Divides first place among the sides with the most points.

    >>> first_place_shares([7, 3, 7])
    (0.5, 0.0, 0.5)
    """
    best = max(points)
    share = 1 / sum(1 for side in points if side == best)
    return tuple(share if side == best else 0.0 for side in points)
