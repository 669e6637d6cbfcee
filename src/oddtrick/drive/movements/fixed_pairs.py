"""Partners who stay together: who plays with whom in a round, and on which side of which table.

Couples who are both there and play sit together, whoever else has come or gone. The schedule of the
first round goes on; whoever has no partner, or no side in it, takes the place of one who sits out
or has left, and all others stay with the schedule.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from oddtrick.drive.couples import couples_of
from oddtrick.drive.movements.substitutes import break_up
from oddtrick.drive.players import Player
from oddtrick.drive.seating import Pair, Seating, Table, make_tables


def in_their_seats(couple: tuple[Player, Player]) -> Pair:
    """Returns two partners, the seat of group A first.

    Of two of one group that one crosses over whom the organiser chose, or who was entered last.
    """
    first, second = couple
    if first.group != second.group:
        return (first.id, second.id) if first.group != "B" else (second.id, first.id)
    stays, crosses = sorted(couple, key=lambda one: (one.crosses, one.id))
    return (crosses.id, stays.id) if first.group == "B" else (stays.id, crosses.id)


def known_pairs(
    first: Seating, present: Sequence[Player], couples: Iterable[tuple[Player, Player]]
) -> list[Pair]:
    """Returns the pairs of the first round who are all there, and of whom nobody is in a couple.

    Args:
        first: the first round; two who sat out together are a pair.
        present: everybody who is there.
        couples: the couples who are there.
    """
    pairs = [pair for table in first.tables for pair in table.pairs]
    if len(first.sitting_out) > 1:
        pairs.append((first.sitting_out[0], first.sitting_out[1]))
    coupled = {player.id for couple in couples for player in couple}
    free = {player.id for player in present} - coupled
    return [pair for pair in pairs if free.issuperset(pair)]


def pair_up(playing: Sequence[Player], known: Iterable[Pair] = ()) -> list[Pair]:
    """Returns everybody who plays in pairs: couples, then those who are known, then the others.

    Of the others one of each group play together as far as there are, so that few cross over.

    Args:
        playing: an even number of players, in the order in which they are given a partner.
        known: pairs who stay together if both play.
    """
    by_id = {player.id: player for player in playing}
    couples = [in_their_seats(couple) for couple in couples_of(playing)]
    pairs = [pair for pair in known if by_id.keys() >= set(pair)]
    paired = {player for pair in (*couples, *pairs) for player in pair}
    left = [player for player in playing if player.id not in paired]
    while left:
        one = left.pop(0)
        other = next((each for each in left if each.group != one.group), left[0])
        left.remove(other)
        pairs.append(in_their_seats((one, other)))
    return couples + _uncrossed(pairs, by_id)


def _uncrossed(pairs: list[Pair], by_id: dict[int, Player]) -> list[Pair]:
    """Lets no gent play as a lady while a lady plays as a gent: they change chairs."""
    gents = [at for at, (_, b) in enumerate(pairs) if by_id[b].group == "A"]
    ladies = [at for at, (a, _) in enumerate(pairs) if by_id[a].group == "B"]
    for one, other in zip(gents, ladies, strict=False):
        (stays, gent), (lady, other_stays) = pairs[one], pairs[other]
        pairs[one], pairs[other] = (stays, lady), (gent, other_stays)
    return pairs


def seat_pairs(tables: Sequence[Table], pairs: Sequence[Pair]) -> tuple[Table, ...]:
    """Returns the tables of a round, with each pair on its side of one.

    Args:
        tables: those of the schedule, also with players who do not play.
        pairs: two for each table; those before others have the first claim to a side of the
            schedule on which one of them sits.
    """
    homes = {
        player: (at, side)
        for at, table in enumerate(tables)
        for side, pair in enumerate(table.pairs)
        for player in pair
    }
    sides: list[list[Pair | None]] = [[None, None] for _ in tables]
    for pair in pairs:
        for at, side in (homes[player] for player in pair if player in homes):
            if sides[at][side] is None:
                sides[at][side] = pair
                break
    sides = break_up(sides, len(pairs) // 2)
    seated = {pair for both in sides for pair in both}
    waiting = iter([pair for pair in pairs if pair not in seated])
    full = [[next(waiting) if pair is None else pair for pair in both] for both in sides]
    return make_tables((north_south, east_west) for north_south, east_west in full)


def join_couples(seating: Seating, players: Sequence[Player]) -> Seating:
    """Returns a seating in which couples sit together who were apart, as after one came late.

    Each changes chairs with the partner that the other had; nobody else moves.
    """
    by_id = {player.id: player for player in players}
    sides = [pair for table in seating.tables for pair in table.pairs]
    side_of = {player: at for at, pair in enumerate(sides) for player in pair}

    def sit_together(at: int, one: int, other: int) -> None:
        sides[at] = in_their_seats((by_id[one], by_id[other]))
        side_of[one] = side_of[other] = at

    for one, other in couples_of(player for player in players if player.left is None):
        here, there = side_of.get(one.id), side_of.get(other.id)
        if here is None or there is None or here == there:
            continue
        (first,) = set(sides[here]) - {one.id}
        (second,) = set(sides[there]) - {other.id}
        sit_together(here, one.id, other.id)
        sit_together(there, first, second)
    tables = make_tables((sides[at], sides[at + 1]) for at in range(0, len(sides), 2))
    return Seating(tables, seating.sitting_out)
