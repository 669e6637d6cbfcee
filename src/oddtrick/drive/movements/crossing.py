"""The players who play in the seats of the other group, where the groups are unequal.

A table has two seats of each group. If more people of one group are there, some of them play in the
seats of the other: a lady plays as a gent, say, and still takes the prizes of the ladies.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.drive.players import GROUPS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from oddtrick.drive.players import Group, Player


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
