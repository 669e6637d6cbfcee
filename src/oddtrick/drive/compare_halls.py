"""Results of one duplicate event in several halls, compared in one table."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import NamedTuple

import msgspec

from oddtrick.drive.drive import Drive
from oddtrick.drive.sealed_boards import fingerprint
from oddtrick.drive.standings import standings_of
from oddtrick.errors import OddtrickError


class HallStanding(msgspec.Struct, frozen=True):
    """The score of one player over all halls.

    Args:
        hall: the name of the hall.
        player: the id of the player there.
        place: the place over all halls, from 1; players who are level share it.
        match_points: two for each table of any hall with the same cards whose side took fewer
            tricks, and one for each that took as many.
        most: the most match points that could be had in the same deals.
        total: the player's score in the hall.
    """

    hall: str
    player: int
    place: int
    match_points: int
    most: int
    total: float

    @property
    def share(self) -> float:
        """The match points as a share of the most that could be had; it decides the place."""
        return self.match_points / self.most if self.most else 0.0


class _Result(NamedTuple):
    """The tricks of one pair in one deal."""

    hall: str
    pair: tuple[int, int]
    tricks: int


def compare_halls(halls: Mapping[str, Drive]) -> tuple[HallStanding, ...]:
    """Ranks the players of several halls that played the same boards, best first.

    A player who sat out, or whose hall has fewer results, is measured by the deals played.

    Args:
        halls: the drive of each hall by its name.

    Raises:
        OddtrickError: there are fewer than two halls, or they did not play the same deals.
    """
    _check_halls(halls)
    points: defaultdict[tuple[str, int], int] = defaultdict(int)
    most: defaultdict[tuple[str, int], int] = defaultdict(int)
    for field in _fields(halls):
        for result in field:
            beaten = sum(
                (result.tricks > other.tricks) - (result.tricks < other.tricks) + 1
                for other in field
            )
            for player in result.pair:
                points[result.hall, player] += beaten - 1  # without the table itself
                most[result.hall, player] += 2 * (len(field) - 1)
    totals = {
        hall: {score.player: score.total for score in standings_of(drive)}
        for hall, drive in halls.items()
    }
    scores = [
        HallStanding(
            hall,
            player.id,
            0,
            points[hall, player.id],
            most[hall, player.id],
            totals[hall][player.id],
        )
        for hall, drive in halls.items()
        for player in drive.players
    ]
    scores.sort(key=lambda score: (-score.share, score.hall, score.player))
    placed: list[HallStanding] = []
    for at, score in enumerate(scores, start=1):
        level = bool(placed) and placed[-1].share == score.share
        placed.append(msgspec.structs.replace(score, place=placed[-1].place if level else at))
    return tuple(placed)


def _check_halls(halls: Mapping[str, Drive]) -> None:
    if len(halls) < 2:
        raise OddtrickError("name the drives of at least two halls to compare")
    first, *_ = halls
    for hall, drive in halls.items():
        if drive.plan.movement != "duplicate":
            raise OddtrickError(
                f"{hall}: its movement is {drive.plan.movement}; only duplicate drives share cards"
            )
        if drive.plan.trumps != halls[first].plan.trumps:
            raise OddtrickError(f"{hall} and {first} have different trumps, so they share no deals")
    _check_boards(halls)


def _check_boards(halls: Mapping[str, Drive]) -> None:
    """Refuses halls that played other boards; a hall whose drive has none sorted them by hand."""
    known = {hall: fingerprint(drive.boards) for hall, drive in halls.items() if drive.boards}
    for hall, found in known.items():
        first = next(iter(known))
        if found != known[first]:
            raise OddtrickError(
                f"{hall} played other boards than {first}: their fingerprints are {found} and "
                f"{known[first]}"
            )


def _fields(halls: Mapping[str, Drive]) -> Iterator[list[_Result]]:
    """Yields the results to compare: those of one deal and direction, in all halls."""
    for at in range(max(drive.plan.rounds for drive in halls.values())):
        for direction in (0, 1):
            yield [
                _Result(hall, table.pairs[direction], result[direction])
                for hall, drive in halls.items()
                for played in drive.rounds[at : at + 1]
                for table, result in zip(played.seating.tables, played.results, strict=True)
                if result is not None
            ]
