"""The standings of a drive: totals by player, and in a duplicate drive the comparison of tables."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

import msgspec

from oddtrick.drive.rounds import winning_pair

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from oddtrick.drive.drive import Drive
    from oddtrick.drive.plan import DrivePlan
    from oddtrick.drive.rounds import Round, Tricks, Unplayed


class Comparison(msgspec.Struct, frozen=True):
    """A table of a duplicate drive beside the others: of North–South, then of East–West.

    Args:
        match_points: two for each table with the same cards whose side took fewer tricks, and one
            for each that took as many.
        above_average: the tricks above the mean of all tables.
    """

    match_points: tuple[int, int]
    above_average: tuple[float, float]


class Standing(msgspec.Struct, frozen=True):
    """The score of one player.

    Args:
        player: the id.
        place: the place, from 1; players who are level share it.
        total: the score over all rounds with a result, by the drive's scoring, with awards.
        won: the number of deals won.
        last_half: the score in the rounds after the interval.
        match_points: in a duplicate drive, two for each table with the same cards whose side took
            fewer tricks and one for each that took as many; else None.
        above_average: in a duplicate drive, the tricks above the mean of those tables; else None.
        team: in a military drive, the number of the team, that is of its table; else None.
        flags: in a military drive, the flags of the team; else None.
    """

    player: int
    place: int
    total: float
    won: int
    last_half: float
    match_points: int | None = None
    above_average: float | None = None
    team: int | None = None
    flags: int | None = None

    @property
    def first_half(self) -> float:
        """The score in the rounds before the interval."""
        return whole_score(self.total - self.last_half)

    @property
    def rank(self) -> float:
        """The figure that decides the place: match points, flags or the total."""
        if self.match_points is not None:
            return self.match_points
        return self.total if self.flags is None else self.flags


FLAGS = 12
"""The flags of a team at the start of a military drive."""


def standings_of(drive: Drive) -> tuple[Standing, ...]:
    """Returns the standings, best first; level players in order of deals won, then of id."""
    scores = list(_scores(drive))
    if drive.plan.movement == "duplicate":
        scores = list(_with_comparison(drive, scores))
    if drive.plan.movement == "military":
        scores = list(_with_flags(drive, scores))
    scores.sort(key=lambda score: (-score.rank, -score.won, score.player))
    placed: list[Standing] = []
    for at, score in enumerate(scores, start=1):
        level = bool(placed) and placed[-1].rank == score.rank
        placed.append(msgspec.structs.replace(score, place=placed[-1].place if level else at))
    return tuple(placed)


def _scores(drive: Drive) -> Iterator[Standing]:
    """Yields the score of each player, without a place."""
    interval = drive.plan.last_half - 1
    first, last = (
        _totals(drive, part) for part in (drive.rounds[:interval], drive.rounds[interval:])
    )
    won = Counter(
        player
        for each in drive.rounds
        for table, tricks in zip(each.seating.tables, each.results, strict=True)
        if tricks is not None
        for player in table.pairs[winning_pair(tricks)]
    )
    for player, last_half in enumerate(last):
        total = whole_score(first[player] + last_half)
        yield Standing(player, 0, total, won[player], whole_score(last_half))


def _totals(drive: Drive, rounds: Iterable[Round]) -> list[float]:
    """Returns the players' scores over some rounds; a round sat out counts its award."""
    totals = [0.0] * len(drive.players)  # of halves, so their sums are exact
    for each in rounds:
        for player, score in scores_of_round(drive, each).items():
            totals[player] += score
    return totals


def scores_of_round(drive: Drive, played: Round) -> dict[int, float]:
    """Returns the score of each player for a round, or the award; of tables that have a result."""
    scores: dict[int, float] = dict.fromkeys(played.seating.sitting_out, drive.plan.award)
    unplayed = dict(played.unplayed)
    # Hundreds of tables have a dozen different results.
    known: dict[Tricks | Unplayed | None, tuple[float | None, float | None]] = {None: (None, None)}
    for table, tricks in zip(played.seating.tables, played.results, strict=True):
        result = unplayed.get(table.number) if tricks is None else tricks
        if result not in known:
            known[result] = deal_score(drive.plan, result, 0), deal_score(drive.plan, result, 1)
        for (one, other), score in zip(table.pairs, known[result], strict=True):
            if score is not None:
                scores[one] = scores[other] = score
    return scores


def deal_score(plan: DrivePlan, result: Tricks | Unplayed | None, side: int) -> float | None:
    """Returns what a player of a side scores for a deal; None if its result is still to come.

    Args:
        plan: the plan.
        result: the result of the table.
        side: 0 for North–South, 1 for East–West.
    """
    match result:
        case None | "later":
            return None
        case "average":
            return plan.average
        case "nothing":
            return 0
    return plan.score(result[side])


def whole_score(score: float) -> float:
    """Returns a score without half a point as a whole number."""
    return score if score % 1 else int(score)


def score_text(score: float) -> str:
    """Returns a score as people write it.

    >>> score_text(6.5), score_text(0.5), score_text(12)
    ('6½', '½', '12')
    """
    half = "½" if score % 1 else ""
    return f"{int(score) or (0 if not half else '')}{half}"


def round_score(drive: Drive, player: int, played: Round) -> float | None:
    """Returns a player's score for a round, or its award; None if there is no result yet."""
    if player in played.seating.sitting_out:
        return drive.plan.award
    table = played.seating.table_of(player)
    if table is None:
        return None
    return deal_score(drive.plan, played.result_of(table.number), player in table.pairs[1])


def _with_comparison(drive: Drive, scores: list[Standing]) -> Iterator[Standing]:
    points: defaultdict[int, int] = defaultdict(int)
    above: defaultdict[int, float] = defaultdict(float)
    for played in drive.rounds:
        for table, compared in zip(played.seating.tables, compare_tables(played), strict=True):
            if compared is None:
                continue
            for direction, pair in enumerate(table.pairs):
                for player in pair:
                    points[player] += compared.match_points[direction]
                    above[player] += compared.above_average[direction]
    for score in scores:
        player = score.player
        yield msgspec.structs.replace(
            score, match_points=points[player], above_average=round(above[player], 2)
        )


def compare_tables(played: Round) -> tuple[Comparison | None, ...]:
    """Compares each table of a round with the others that held the same cards.

    A deal that is scored as average has the mean of the others.

    Returns:
        The comparison of each table, by number; None where there is no result yet.
    """
    known = [result for result in played.results if result is not None]
    means = [sum(result[side] for result in known) / max(1, len(known)) for side in (0, 1)]

    def points(tricks: int, side: int) -> int:
        """Two for each table that took fewer, one for each that took as many, without itself."""
        return sum((tricks > other[side]) - (tricks < other[side]) + 1 for other in known) - 1

    def compared(result: Tricks | Unplayed | None) -> Comparison | None:
        if result == "average":
            mean = max(0, len(known) - 1)
            return Comparison((mean, mean), (0.0, 0.0))
        if result is None or isinstance(result, str):
            return None
        return Comparison(
            (points(result[0], 0), points(result[1], 1)),
            (result[0] - means[0], result[1] - means[1]),
        )

    return tuple(compared(played.result_of(number + 1)) for number in range(len(played.results)))


def _with_flags(drive: Drive, scores: list[Standing]) -> Iterator[Standing]:
    teams: dict[int, int] = {}
    flags: dict[int, int] = {}
    for played in drive.rounds:
        if played.number == 1:
            teams = _teams(played)
            flags = dict.fromkeys(teams.values(), FLAGS)
        for table, result in zip(played.seating.tables, played.results, strict=True):
            if result is not None:
                won = winning_pair(result)
                flags[teams[table.pairs[won][0]]] += 1
                flags[teams[table.pairs[1 - won][0]]] -= 1
    for score in scores:
        team = teams.get(score.player)
        yield msgspec.structs.replace(score, team=team, flags=flags[team] if team else FLAGS)


def _teams(first: Round) -> dict[int, int]:
    """The team of each player: in round 1 the travellers of team t sit at table t + 1."""
    tables = first.seating.tables
    teams = {player: table.number for table in tables for player in table.pairs[0]}
    for at, table in enumerate(tables):
        teams |= dict.fromkeys(table.pairs[1], tables[at - 1].number)
    return teams


def team_names(drive: Drive) -> dict[int, str]:
    """Returns the names of the teams of a military drive, by number; the number of one without."""
    named: defaultdict[int, dict[str, None]] = defaultdict(dict)
    for player, team in _teams(drive.rounds[0]).items() if drive.rounds else ():
        named[team] |= dict.fromkeys(filter(None, [drive.players[player].team]))
    return {team: " / ".join(names) or str(team) for team, names in sorted(named.items())}
