"""The players who sit out a round, so that nobody does so twice more than anybody else.

Who was there from the first round sat out as often as anybody else who was, give or take one. A
player who comes late or comes back counts as having sat out as often as anybody had by then, so
that the others, who have waited longer, are not asked before them.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from oddtrick.drive.players import Group, Player
    from oddtrick.drive.rounds import Round


def choose_sit_outs(
    present: Sequence[Player], rounds: Sequence[Round], count: int
) -> tuple[int, ...]:
    """Returns the ids of those who sit out the next round.

    Those who have sat out least come first; among them those of the larger group, so that few have
    to play in the seats of the other; nobody sits out twice running who need not.

    Args:
        present: everybody who is there.
        rounds: the rounds so far.
        count: the number of players who sit out.
    """
    rests = sit_out_counts(present, rounds)
    latest = {player: each.number for each in rounds for player in each.seating.sitting_out}
    chosen: list[Player] = []
    for _ in range(count):
        left = [player for player in present if player not in chosen]
        sizes = Counter(player.group for player in left)

        def turn(player: Player, sizes: Mapping[Group | None, int] = sizes) -> tuple[int, ...]:
            last = latest.get(player.id, 0)
            return rests[player.id], 0 < last == len(rounds), -sizes[player.group], last

        # Among equals the player who was entered last.
        chosen.append(min(reversed(left), key=turn))
    return tuple(sorted(player.id for player in chosen))


def sit_out_counts(players: Sequence[Player], rounds: Sequence[Round]) -> Counter[int]:
    """Returns how often each player counts as having sat out.

    Args:
        players: the players to count for.
        rounds: the rounds so far.
    """
    counts: Counter[int] = Counter()
    there: set[int] = set()
    for number in range(1, len(rounds) + 2):
        coming = {player.id for player in players if player.is_present(number)}
        most = max((counts[player] for player in coming & there), default=0)
        for player in coming - there:
            counts[player] = max(counts[player], most)
        there = coming
        if number <= len(rounds):
            counts.update(rounds[number - 1].seating.sitting_out)
    return counts
