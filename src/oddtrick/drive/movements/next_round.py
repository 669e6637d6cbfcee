"""The seating of the first and of each further round, whatever the movement, with sit-outs."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from oddtrick.drive.movements.balanced import seat_balanced
from oddtrick.drive.movements.by_pair import duplicate, military, partner, switch_directions
from oddtrick.drive.movements.by_result import head_table, progressive, semi_partner, winners_move
from oddtrick.drive.movements.crossing import seat_groups
from oddtrick.drive.movements.first_seats import first_seat_order
from oddtrick.drive.movements.sit_outs import choose_sit_outs
from oddtrick.drive.movements.vacancies import fill_vacancies
from oddtrick.drive.players import GROUPS
from oddtrick.drive.rounds import UNPLAYED_COUNTS_AS
from oddtrick.drive.seating import Seating, make_tables, seat_instead
from oddtrick.errors import OddtrickError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from oddtrick.drive.plan import DrivePlan
    from oddtrick.drive.players import Group, Player
    from oddtrick.drive.rounds import Round, Tricks
    from oddtrick.drive.seating import Table

_BY_RESULT = {
    "progressive": progressive,
    "semi-partner": semi_partner,
    "winners-move": winners_move,
    "head-table": head_table,
}


def seat_first_round(plan: DrivePlan, players: Sequence[Player]) -> Seating:
    """Seats the first round in the order of the cards, or as drawn.

    Raises:
        OddtrickError: a military drive has only one team, or too few players are there.
    """
    if plan.movement == "balanced":
        return _balanced(plan, players, 1)
    if plan.by_result:
        return _seat_present(plan, players, (), ())
    seats = seat_groups(players)
    own = {player.id: player.group for player in players}
    # Pairs are made in the order of the list; those who cross over come last.
    in_a, in_b = (
        sorted((one for one in seats if seats[one] == group), key=lambda one: own[one] != group)
        for group in GROUPS
    )
    pairs = list(zip(in_a, in_b, strict=True))
    size = 2 if plan.movement == "military" else 1
    units = {in_a[at]: pairs[at : at + size] for at in range(0, len(pairs), size)}
    drawn = [pair for first in first_seat_order(plan, units) for pair in units[first]]
    tables = make_tables((drawn[at], drawn[at + 1]) for at in range(0, len(drawn) - 1, 2))
    if plan.movement == "military":
        tables = _visits(tables)
    if plan.movement == "duplicate":
        tables = switch_directions(tables, 1)
    return Seating(tables, drawn[-1] if len(drawn) % 2 else ())


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
    results = [result or UNPLAYED_COUNTS_AS for result in last.results]
    if last.missing:
        tables = ", ".join(map(str, last.missing))
        raise OddtrickError(f"round {last.number} has no result yet from table {tables}")
    if plan.movement == "balanced":
        return _balanced(plan, players, number)
    moved = _move(plan, last.seating.tables, results, number)
    if plan.by_result:
        return _seat_present(plan, players, rounds, moved)
    return _rotate_pairs(rounds, Seating(moved, last.seating.sitting_out))


def _balanced(plan: DrivePlan, players: Sequence[Player], number: int) -> Seating:
    return seat_balanced(first_seat_order(plan, [player.id for player in players]), number)


def _seat_present(
    plan: DrivePlan, players: Sequence[Player], rounds: Sequence[Round], tables: Sequence[Table]
) -> Seating:
    """Seats everybody who is there, but for as many as fill no table.

    Args:
        plan: the plan.
        players: all players.
        rounds: the rounds so far.
        tables: the tables by the movement, with those who played the last round; none in the first.

    Raises:
        OddtrickError: too few players are there.
    """
    present = [player for player in players if player.is_present(len(rounds) + 1)]
    if len(present) < 4:
        raise OddtrickError("too few players are left for a table: four are needed")
    seats, out = next_seat_groups(present, rounds)
    own = {player.id: player.group for player in present}
    # Those who sat out before come first, then those who have just come, and who cross over last.
    order = first_seat_order(plan, own) if not rounds else [*rounds[-1].seating.sitting_out, *own]
    waiting = sorted(order, key=lambda player: seats.get(player) != own.get(player))
    return Seating(fill_vacancies(tables, waiting, seats), out)


def next_seat_groups(
    present: Sequence[Player], rounds: Sequence[Round]
) -> tuple[dict[int, Group], tuple[int, ...]]:
    """Returns the group of the seat of everybody who plays the next round, and who sits out.

    It does not depend on results.

    Args:
        present: everybody who is there.
        rounds: the rounds so far.
    """
    out = choose_sit_outs(present, rounds, len(present) % 4)
    last = {player: group for each in rounds for player, group in each.seating.seat_groups.items()}
    return seat_groups([player for player in present if player.id not in out], last), out


def _move(
    plan: DrivePlan, tables: Sequence[Table], results: Sequence[Tricks], number: int
) -> tuple[Table, ...]:
    if plan.movement in _BY_RESULT:
        return _BY_RESULT[plan.movement](tables, results)
    if plan.movement == "partner":
        return partner(tables)
    return (duplicate if plan.movement == "duplicate" else military)(tables, number)


def _rotate_pairs(rounds: Sequence[Round], seating: Seating) -> Seating:
    """Gives the chairs of the pair that has sat out least to the pair that sat out last."""
    if not seating.sitting_out:
        return seating
    first, second = seating.sitting_out
    rests = Counter(player for each in rounds for player in each.seating.sitting_out)
    latest = {player: each.number for each in rounds for player in each.seating.sitting_out}
    pairs = [pair for table in seating.tables for pair in table.pairs]
    resting = min(
        [*pairs, (first, second)],
        key=lambda pair: (rests[pair[0]], latest.get(pair[0], 0), -pair[0]),
    )
    return seat_instead(seating, resting, (first, second))
