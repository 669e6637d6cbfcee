"""Movements: the first round and each further one, by pair, by result or balanced; sit-outs."""

from __future__ import annotations

from collections import Counter, defaultdict
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from oddtrick.drive.couples import couples_of, team_units
from oddtrick.drive.movements.balanced import seat_balanced
from oddtrick.drive.movements.fixed_pairs import (
    in_their_seats,
    join_couples,
    known_pairs,
    pair_up,
    seat_pairs,
)
from oddtrick.drive.movements.substitutes import seat_substitutes
from oddtrick.drive.players import FIXED_PAIRS, GROUPS
from oddtrick.drive.rounds import UNPLAYED_COUNTS_AS, winning_pair
from oddtrick.drive.seating import Seating, make_tables
from oddtrick.errors import OddtrickError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from oddtrick.drive.plan import DrivePlan
    from oddtrick.drive.players import Group, Player
    from oddtrick.drive.rounds import Round, Tricks
    from oddtrick.drive.seating import Pair, Table


def first_seat_order(plan: DrivePlan, players: Iterable[int]) -> list[int]:
    """Returns players in the order of their first seats.

    Each card draws a number of its own, so that the draw of the others stays as it is when somebody
    comes or leaves before a round that was undone is begun again.

    Args:
        plan: the plan, with the seed.
        players: their ids, in the order of the list.
    """
    if plan.seats == "list":
        return list(players)
    return sorted(players, key=lambda player: drawn_number(plan.seed, player))


def drawn_number(seed: int, player: int) -> float:
    """Returns the number that a card draws."""
    return Random(f"oddtrick drive {seed}: first seat of card {player}").random()


def choose_sit_outs(
    present: Sequence[Player],
    rounds: Sequence[Round],
    count: int,
    couples: Collection[int] = (),
) -> tuple[int, ...]:
    """Returns the ids of those who sit out the next round.

    Those who have sat out least come first; among them those who split no couple, then those of the
    larger group, so that few have to play in the seats of the other; nobody sits out twice running
    who need not.

    Args:
        present: everybody who is there.
        rounds: the rounds so far.
        count: the number of players who sit out.
        couples: the ids of those who have a partner here, where partners stay together.
    """
    rests = sit_out_counts(present, rounds)
    latest = {player: each.number for each in rounds for player in each.seating.sitting_out}
    chosen: list[Player] = []
    for _ in range(count):
        left = [player for player in present if player not in chosen]
        sizes = Counter(player.group for player in left)

        def turn(player: Player, sizes: Mapping[Group | None, int] = sizes) -> tuple[int, ...]:
            last = latest.get(player.id, 0)
            twice, coupled = 0 < last == len(rounds), player.id in couples
            return rests[player.id], twice, coupled, -sizes[player.group], last

        # Among equals the player who was entered last.
        chosen.append(min(reversed(left), key=turn))
    return tuple(sorted(player.id for player in chosen))


def sit_out_counts(players: Sequence[Player], rounds: Sequence[Round]) -> Counter[int]:
    """Returns how often each player counts as having sat out.

    Args:
        players: the players to count for.
        rounds: the rounds so far.
    """
    coming: defaultdict[int, list[int]] = defaultdict(list)
    for player in players:
        # In the first round everybody is new, and nobody has sat out.
        for number in {player.since, *(back for _, back in player.absences)} - {1}:
            if player.is_present(number) and not player.is_present(number - 1):
                coming[number].append(player.id)
    counts: Counter[int] = Counter()
    for number in range(1, len(rounds) + 2):
        if number in coming:
            there = [
                one.id for one in players if one.is_present(number) and one.is_present(number - 1)
            ]
            most = max((counts[player] for player in there), default=0)
            counts |= dict.fromkeys(coming[number], most)
        if number <= len(rounds):
            counts.update(rounds[number - 1].seating.sitting_out)
    return counts


def seat_groups(
    players: Sequence[Player], last: Mapping[int, Group] | None = None
) -> dict[int, Group]:
    """Returns the group of the seat of each player: as many of each, and as few cross as possible.

    Bots that fill seats cross first, then those whom the organiser chose, then those who crossed in
    the last round, then those who were entered last.

    Args:
        players: those who sit, an even number.
        last: the group of the seat that each had last.
    """
    last = last or {}
    own = {group: [one for one in players if one.group == group] for group in GROUPS}
    smaller, larger = sorted(GROUPS, key=lambda group: len(own[group]))

    def turn(player: Player) -> tuple[bool, bool, bool, int]:
        stays = last.get(player.id, larger) == larger
        return not player.fills_seat, not player.crosses, stays, -player.id

    count = (len(own[larger]) - len(own[smaller])) // 2
    crossing = {player.id for player in sorted(own[larger], key=turn)[:count]}
    seats = dict.fromkeys((player.id for player in own[smaller]), smaller)
    return seats | {
        player.id: smaller if player.id in crossing else larger for player in own[larger]
    }


_CHAIRS: tuple[Group, Group, Group, Group] = ("A", "B", "A", "B")
"""The group of each chair of a table: of the first pair, then of the second."""


def fill_vacancies(
    tables: Sequence[Table], order: Iterable[int], seats: Mapping[int, Group]
) -> tuple[Table, ...]:
    """Returns the tables of a round: two of each group at each, and nobody without a seat.

    The last tables are broken up if there are too many, and new ones opened at the end.

    Args:
        tables: the seating by the movement, still with those who have left; none for a new seating.
        order: the order in which players are put into empty chairs; everybody who might be.
        seats: the group of the seat of everybody who plays, by id: twice as many of each as tables.
    """
    count = len(seats) // 4
    # A chair keeps its player only while the group of the seat is right: who crosses over, or no
    # longer does, waits for a chair like those who have come.
    chairs: list[list[int | None]] = [
        [
            player if seats.get(player) == group else None
            for player, group in zip(table.players, _CHAIRS, strict=True)
        ]
        for table in tables[:count]
    ]
    chairs += [[None] * 4 for _ in range(count - len(chairs))]
    seated = {player for four in chairs for player in four}
    waiting: dict[Group, list[int]] = {"A": [], "B": []}
    for player in dict.fromkeys(order):
        if player in seats and player not in seated:
            waiting[seats[player]].append(player)
    full = [
        [
            waiting[group].pop(0) if player is None else player
            for player, group in zip(four, _CHAIRS, strict=True)
        ]
        for four in chairs
    ]
    return make_tables(((a, b), (c, d)) for a, b, c, d in full)


def partner(tables: Sequence[Table], moves: int = 1) -> tuple[Table, ...]:
    """Seats the next round: North–South sit, East–West move up one table (a Mitchell movement).

    Args:
        tables: the tables of the round before.
        moves: the number of rounds between them and the round to seat.
    """
    count = len(tables)
    return make_tables(
        (table.pairs[0], tables[(at - moves) % count].pairs[1]) for at, table in enumerate(tables)
    )


def duplicate(tables: Sequence[Table], round_number: int, moves: int = 1) -> tuple[Table, ...]:
    """Seats the next round: one pair of each table moves, and half the tables switch direction.

    Each deal is the same at every table, and a pair is compared with those who held its cards. If
    the pairs that stay always sat North–South, they would never be compared with those that move.

    Args:
        tables: the tables of the round before.
        round_number: the number of the round to seat.
        moves: the number of rounds between these.
    """
    before = switch_directions(tables, round_number - moves)
    return switch_directions(partner(before, moves), round_number)


def switch_directions(tables: Sequence[Table], round_number: int) -> tuple[Table, ...]:
    """Lets the pairs of every other table change directions, and of the others a round later."""
    return make_tables(
        (table.pairs[1], table.pairs[0]) if (table.number + round_number) % 2 else table.pairs
        for table in tables
    )


def military(tables: Sequence[Table], round_number: int) -> tuple[Table, ...]:
    """Seats the next round: one pair of each team stays, the other visits the next team's table.

    Each table belongs to the team of its North–South pair. Visitors pass over their own table.

    Args:
        tables: the tables of the round before.
        round_number: the number of the round to seat, from 2.

    Raises:
        OddtrickError: there is only one team.
    """
    count = len(tables)
    if count < 2:
        raise OddtrickError("a military drive needs at least two teams, that is 8 players")
    step = 2 if (round_number - 1) % (count - 1) == 0 else 1
    return make_tables(
        (table.pairs[0], tables[at - step].pairs[1]) for at, table in enumerate(tables)
    )


class _Played(NamedTuple):
    """A table after its deal: where the winners sat, and the two pairs."""

    won_by: int
    winners: Pair
    losers: Pair


def progressive(tables: Sequence[Table], results: Sequence[Tricks]) -> tuple[Table, ...]:
    """Seats the next round: winners keep their table and part, losers move.

    The losing B goes up one table and the losing A down one, round the circle. The winning A
    changes seats to oppose the former partner.
    """
    played, count = _played(tables, results), len(tables)
    seated = []
    for at, here in enumerate(played):
        arriving_a = played[(at + 1) % count].losers[0]
        arriving_b = played[at - 1].losers[1]
        seated.append(_parted(here.won_by, here.winners, (arriving_a, arriving_b)))
    return make_tables(seated)


def semi_partner(tables: Sequence[Table], results: Sequence[Tricks]) -> tuple[Table, ...]:
    """Seats the next round as in a progressive drive, but the winners stay partners."""
    played, count = _played(tables, results), len(tables)
    seated = []
    for at, here in enumerate(played):
        arriving = (played[(at + 1) % count].losers[0], played[at - 1].losers[1])
        seated.append(_in_order(here.won_by, here.winners, arriving))
    return make_tables(seated)


def winners_move(tables: Sequence[Table], results: Sequence[Tricks]) -> tuple[Table, ...]:
    """Seats the next round as in a progressive drive, with winners moving and losers staying."""
    played, count = _played(tables, results), len(tables)
    seated = []
    for at, here in enumerate(played):
        arriving_a = played[(at + 1) % count].winners[0]
        arriving_b = played[at - 1].winners[1]
        seated.append(_parted(1 - here.won_by, here.losers, (arriving_a, arriving_b)))
    return make_tables(seated)


def head_table(tables: Sequence[Table], results: Sequence[Tricks]) -> tuple[Table, ...]:
    """Seats the next round: winners move one table towards table 1, and all change partners.

    Winners at table 1 stay there, and its losers go to the last table.
    """
    played = _played(tables, results)
    top, last = played[0], len(played) - 1
    if not last:
        return make_tables([_parted(top.won_by, top.winners, top.losers)])
    seated = [_parted(top.won_by, top.winners, played[1].winners)]
    for at, here in enumerate(played[1:], start=1):
        arriving = top.losers if at == last else played[at + 1].winners
        seated.append(_parted(1 - here.won_by, here.losers, arriving))
    return make_tables(seated)


def _played(tables: Sequence[Table], results: Sequence[Tricks]) -> list[_Played]:
    pairs = zip(tables, map(winning_pair, results), strict=True)
    return [_Played(won, table.pairs[won], table.pairs[1 - won]) for table, won in pairs]


def _parted(seat: int, staying: Pair, arriving: Pair) -> tuple[Pair, Pair]:
    """Seats the staying B where it sat, with the arriving A, against the other two."""
    return _in_order(seat, (arriving[0], staying[1]), (staying[0], arriving[1]))


def _in_order(seat: int, pair: Pair, other: Pair) -> tuple[Pair, Pair]:
    """Puts a pair North–South if the seat is 0, else East–West."""
    return (other, pair) if seat else (pair, other)


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
        return _with_substitutes(plan, players, (), _balanced(plan, players, 1))
    if plan.by_result:
        return _seat_present(plan, players, (), ())
    units, single = _first_units(plan, players)
    by_first = {unit[0][0]: unit for unit in sorted(units)}
    drawn = [pair for first in first_seat_order(plan, by_first) for pair in by_first[first]]
    tables = make_tables((drawn[at], drawn[at + 1]) for at in range(0, len(drawn) - 1, 2))
    if plan.movement == "military":
        tables = _visits(tables)
    if plan.movement == "duplicate":
        tables = switch_directions(tables, 1)
    out = (drawn[-1] if len(drawn) % 2 else ()) + single
    return _with_substitutes(plan, players, (), Seating(tables, out))


def _first_units(
    plan: DrivePlan, players: Sequence[Player]
) -> tuple[list[list[Pair]], tuple[int, ...]]:
    """Returns the pairs, or the two pairs of each team; and who has no partner.

    Those who came with nobody are paired in the order of the list, those who cross over last.
    """
    couples = couples_of(players)
    coupled = {player.id for couple in couples for player in couple}
    own = {player.id: player.group for player in players}
    if plan.movement == "military":
        free = [one for one in players if one.id not in coupled and not one.team]
        return _teams(players, [one for pair in _in_order_of_list(free, own) for one in pair]), ()
    free = [player for player in players if player.id not in coupled]
    single = choose_sit_outs(free, (), len(free) % 2)
    pairs = _in_order_of_list([one for one in free if one.id not in single], own)
    return [[pair] for pair in [*map(in_their_seats, couples), *pairs]], single


def _in_order_of_list(free: Sequence[Player], own: Mapping[int, Group | None]) -> list[Pair]:
    """Pairs people, one of each group as far as there are; the last of an odd number is left."""
    seats = seat_groups(free)
    in_a, in_b = (
        sorted((one for one in seats if seats[one] == group), key=lambda one: own[one] != group)
        for group in GROUPS
    )
    return list(zip(in_a, in_b, strict=False))


def _teams(players: Sequence[Player], free: Sequence[int]) -> list[list[Pair]]:
    """Returns the two pairs of each team of four; bots complete the team in whose name they play.

    Args:
        players: all players.
        free: those who came with nobody, by two who fit as partners.
    """
    by_id = {player.id: player for player in players}
    order = [by_id[one] for one in dict.fromkeys([*free, *by_id])]
    places: dict[int | None, int] = {player.id: at for at, player in enumerate(order)}
    units = team_units([(player.team, places.get(player.partner)) for player in order])
    # Should units not be whole, as after teams were changed, the last of them are parted.
    together = [order[at] for unit in units for at in unit]
    return [sorted(pair_up(together[at : at + 4])) for at in range(0, len(together), 4)]


def _visits(tables: Sequence[Table]) -> tuple[Table, ...]:
    if len(tables) < 2:
        raise OddtrickError("a military drive needs at least two teams, that is 8 players")
    return make_tables((table.pairs[0], tables[at - 1].pairs[1]) for at, table in enumerate(tables))


def seat_next_round(plan: DrivePlan, players: Sequence[Player], rounds: Sequence[Round]) -> Seating:
    """Seats the round after the last one, whose results have to be complete.

    It depends on the last round's seating and results, on who has sat out how often, on those who
    have come and left, and on nothing else: a result that is corrected later does not change a
    seating that has been made. Where bots fill empty seats, those who have left keep a seat that is
    fixed in advance.

    Raises:
        OddtrickError: a table of the last round has no result, or too few players are left.
    """
    last, number = rounds[-1], len(rounds) + 1
    results = [result or UNPLAYED_COUNTS_AS for result in last.results]
    if last.missing:
        tables = ", ".join(map(str, last.missing))
        raise OddtrickError(f"round {last.number} has no result yet from table {tables}")
    if plan.movement == "balanced":
        return _with_substitutes(plan, players, rounds, _balanced(plan, players, number))
    if plan.by_result:
        moved = _move(plan, last.seating.tables, results, number)
        return _seat_present(plan, players, rounds, moved)
    if not plan.has_substitutes:
        moved = _move(plan, last.seating.tables, results, number)
        seating = Seating(moved)
        return seating if plan.movement == "military" else join_couples(seating, players)
    return _with_substitutes(plan, players, rounds, _scheduled(plan, rounds[0].seating, number))


def _scheduled(plan: DrivePlan, first: Seating, number: int) -> Seating:
    """Returns the seating of a round of fixed pairs as it follows from the first round."""
    moves = number - 1
    if plan.movement == "partner":
        return Seating(partner(first.tables, moves), first.sitting_out)
    return Seating(duplicate(first.tables, number, moves), first.sitting_out)


def _with_substitutes(
    plan: DrivePlan, players: Sequence[Player], rounds: Sequence[Round], scheduled: Seating
) -> Seating:
    """Returns the seating of a round by a schedule, for those who are there.

    Raises:
        OddtrickError: too few players are there.
    """
    present = [player for player in players if player.is_present(len(rounds) + 1)]
    there = {player.id for player in present}
    is_whole = there == set(scheduled.players)
    # Balanced sit-outs stand in the schedule, unless substitutes have changed who sat out.
    stands = plan.movement == "balanced" and not any(player.absences for player in players)
    if not plan.has_substitutes or (is_whole and (stands or not rounds)):
        return scheduled
    if len(present) < 4:
        raise OddtrickError("too few players are left for a table: four are needed")
    if plan.movement not in FIXED_PAIRS:
        out = choose_sit_outs(present, rounds, len(present) % 4)
        playing = [one for one in _order_of_chairs(there, rounds) if one not in out]
        return Seating(seat_substitutes(scheduled.tables, playing), out)
    couples = couples_of(present)
    known = known_pairs(rounds[0].seating if rounds else scheduled, present, couples)
    out = _resting(present, rounds, [*map(in_their_seats, couples), *known])
    by_id = {player.id: player for player in present}
    order = [by_id[one] for one in _order_of_chairs(there, rounds) if one not in out]
    return Seating(seat_pairs(scheduled.tables, pair_up(order, known)), out)


def _order_of_chairs(there: Collection[int], rounds: Sequence[Round]) -> Iterable[int]:
    """Returns the order in which people are given empty chairs: first those who sat out before."""
    before = rounds[-1].seating.sitting_out if rounds else ()
    return dict.fromkeys([*(one for one in before if one in there), *sorted(there)])


def _resting(
    present: Sequence[Player], rounds: Sequence[Round], pairs: Sequence[Pair]
) -> tuple[int, ...]:
    """Returns who sits out: a pair together, if two of those whose turn it is are one."""
    count = len(present) % 4
    coupled = {player.id for couple in couples_of(present) for player in couple}
    rests = sit_out_counts(present, rounds)
    least = min(rests[player.id] for player in present)
    due = [pair for pair in pairs if all(rests[player] == least for player in pair)]
    if count < 2 or not due:
        return choose_sit_outs(present, rounds, count, coupled)
    latest = {player: each.number for each in rounds for player in each.seating.sitting_out}
    pair = min(due, key=lambda one: (max(latest.get(player, 0) for player in one), -one[0]))
    others = [player for player in present if player.id not in pair]
    return (*pair, *choose_sit_outs(others, rounds, count - 2, coupled))


def _balanced(plan: DrivePlan, players: Sequence[Player], number: int) -> Seating:
    # Who came late has no seat in the schedule, and plays as a substitute.
    scheduled = [player.id for player in players if player.since == 1]
    return seat_balanced(first_seat_order(plan, scheduled), number)


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
    # Most have sat in the last round or the one before; who has just come has not sat at all.
    known = {player.id for player in present if player.since <= len(rounds)}
    last: dict[int, Group] = {}
    for each in reversed(rounds):
        if last.keys() >= known:
            break
        last = each.seating.seat_groups | last
    return seat_groups([player for player in present if player.id not in out], last), out


def _move(
    plan: DrivePlan, tables: Sequence[Table], results: Sequence[Tricks], number: int
) -> tuple[Table, ...]:
    if plan.movement in _BY_RESULT:
        return _BY_RESULT[plan.movement](tables, results)
    if plan.movement == "partner":
        return partner(tables)
    return (duplicate if plan.movement == "duplicate" else military)(tables, number)
