"""The seating of the first and of each further round, whatever the movement, with sit-outs."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from oddtrick.drive.movements.balanced import seat_balanced
from oddtrick.drive.movements.by_pair import duplicate, military, partner, switch_directions
from oddtrick.drive.movements.by_result import head_table, progressive, semi_partner, winners_move
from oddtrick.drive.movements.vacancies import fill_vacancies
from oddtrick.drive.seating import Seating, make_tables, substitute
from oddtrick.errors import OddtrickError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from oddtrick.drive.plan import DrivePlan
    from oddtrick.drive.players import Player
    from oddtrick.drive.rounds import Round, Tricks
    from oddtrick.drive.seating import Table

_BY_RESULT = {
    "progressive": progressive,
    "semi-partner": semi_partner,
    "winners-move": winners_move,
    "head-table": head_table,
}


def seat_first_round(plan: DrivePlan, players: Sequence[Player]) -> Seating:
    """Seats the first round in the order of the cards.

    Raises:
        OddtrickError: a military drive has only one team.
    """
    if plan.movement == "balanced":
        return seat_balanced([player.id for player in players], 1)
    if plan.by_result:
        players = [player for player in players if player.is_present(1)]
    in_a = [player.id for player in players if player.group == "A"]
    in_b = [player.id for player in players if player.group == "B"]
    count = min(len(in_a), len(in_b)) // 2
    pairs = list(zip(in_a, in_b, strict=False))
    tables = make_tables((pairs[at], pairs[at + 1]) for at in range(0, 2 * count, 2))
    if plan.movement == "military":
        tables = _visits(tables)
    if plan.movement == "duplicate":
        tables = switch_directions(tables, 1)
    return Seating(tables, (*in_a[2 * count :], *in_b[2 * count :]))


def _visits(tables: Sequence[Table]) -> tuple[Table, ...]:
    if len(tables) < 2:
        raise OddtrickError("a military drive needs at least two teams, that is 8 players")
    return make_tables((table.pairs[0], tables[at - 1].pairs[1]) for at, table in enumerate(tables))


def seat_next_round(plan: DrivePlan, players: Sequence[Player], rounds: Sequence[Round]) -> Seating:
    """Seats the round after the last one, whose results have to be complete.

    It depends on the last round's seating and results, on who has sat out how often, on those who
    have come and left, and on nothing else: a result that is corrected later does not change a
    seating that has been made. Those who have left keep a seat that is fixed in advance.

    Raises:
        OddtrickError: a table of the last round has no result, or too few players are left.
    """
    last, number = rounds[-1], len(rounds) + 1
    results = [result for result in last.results if result is not None]
    if len(results) < len(last.results):
        tables = ", ".join(map(str, last.missing))
        raise OddtrickError(f"round {last.number} has no result yet from table {tables}")
    if plan.movement == "balanced":
        return seat_balanced([player.id for player in players], number)
    seating = Seating(_move(plan, last.seating.tables, results, number), last.seating.sitting_out)
    if not plan.by_result:
        return _rotate_sit_outs(players, rounds, seating)
    present = [player for player in players if player.is_present(number)]
    groups = {player.id: player.group or "" for player in present}
    if set(groups) != set(seating.players):
        seating = fill_vacancies(seating.tables, seating.sitting_out, groups)
    return _rotate_sit_outs(present, rounds, seating)


def _move(
    plan: DrivePlan, tables: Sequence[Table], results: Sequence[Tricks], number: int
) -> tuple[Table, ...]:
    if plan.movement in _BY_RESULT:
        return _BY_RESULT[plan.movement](tables, results)
    if plan.movement == "partner":
        return partner(tables)
    return (duplicate if plan.movement == "duplicate" else military)(tables, number)


def _rotate_sit_outs(
    players: Sequence[Player], rounds: Sequence[Round], seating: Seating
) -> Seating:
    """Gives the chairs of those who have sat out least to those who sat out last.

    So the numbers of rounds that two players of a group sit out never differ by more than one; a
    late arrival counts as having sat out as often as anybody else had by then. Where pairs are
    fixed, both partners sit out.
    """
    if not seating.sitting_out:
        return seating
    rests = Counter(player for each in rounds for player in each.seating.sitting_out)
    latest = {player: each.number for each in rounds for player in each.seating.sitting_out}
    groups = {player.id: player.group for player in players}
    for player in players:
        if player.since > 1:
            earlier = (each for each in rounds if each.number < player.since)
            most = Counter(other for each in earlier for other in each.seating.sitting_out)
            rests[player.id] += max(most.values(), default=0)

    def turn(player: int) -> tuple[int, int, int]:
        return rests[player], latest.get(player, 0), -player

    replacements: dict[int, int] = {}
    for group in ("A", "B"):
        waiting = [player for player in seating.sitting_out if groups[player] == group]
        order = sorted((player for player in groups if groups[player] == group), key=turn)
        resting = order[: len(waiting)]
        coming = [player for player in waiting if player not in resting]
        leaving = [player for player in resting if player not in waiting]
        replacements |= dict(zip(leaving, coming, strict=True))
    return _seated(seating, replacements)


def _seated(seating: Seating, replacements: dict[int, int]) -> Seating:
    coming = set(replacements.values())
    staying_out = [player for player in seating.sitting_out if player not in coming]
    moved = substitute(seating, replacements)
    return Seating(moved.tables, tuple(sorted((*moved.sitting_out, *staying_out))))
