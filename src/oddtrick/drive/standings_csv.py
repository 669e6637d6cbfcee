"""The standings of a drive for a spreadsheet."""

from __future__ import annotations

import csv
from io import StringIO
from typing import TYPE_CHECKING

from oddtrick.drive.prizes import prizes_of, tie_text
from oddtrick.drive.standings import scores_of_round, standings_of

if TYPE_CHECKING:
    from oddtrick.drive.drive import Drive


def csv_standings(drive: Drive) -> str:
    """Returns the standings as CSV: one line a player, with the prizes and each round's score."""
    file = StringIO()
    writer = csv.writer(file, lineterminator="\n")
    rounds = [f"round {played.number}" for played in drive.rounds]
    writer.writerow(
        ["place", "card", "name", "group", "total", "won", "last half", "prizes", *rounds]
    )
    prizes = _prizes_by_player(drive)
    by_round = [scores_of_round(drive, played) for played in drive.rounds]
    for score in standings_of(drive):
        player = drive.players[score.player]
        scores = [each.get(player.id) for each in by_round]
        group = "" if player.group is None else drive.plan.groups["AB".index(player.group)]
        fields = [score.place, player.id + 1, _cell(player.name), _cell(group)]
        figures = [score.total, score.won, score.last_half]
        won = _cell("; ".join(prizes.get(player.id, ())))
        writer.writerow([*fields, *figures, won, *scores])
    return file.getvalue()


def _prizes_by_player(drive: Drive) -> dict[int, list[str]]:
    """The names of the prizes that each player won, with the ties that were settled."""
    won: dict[int, list[str]] = {}
    for prize in prizes_of(drive) if drive.over else ():
        tie = "" if prize.tie_break is None else f" ({tie_text(drive, prize.tie_break)})"
        won.setdefault(prize.player, []).append(prize.prize + tie)
    return won


def _cell(text: str) -> str:
    # A spreadsheet would run a name like "=cmd()" as a formula.
    return f"'{text}" if text.startswith(("=", "+", "-", "@")) else text
