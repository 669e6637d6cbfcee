"""The standings of a drive for a spreadsheet."""

from __future__ import annotations

import csv
from io import StringIO
from typing import TYPE_CHECKING

from oddtrick.drive.standings import round_score, standings_of

if TYPE_CHECKING:
    from oddtrick.drive.drive import Drive


def csv_standings(drive: Drive) -> str:
    """Returns the standings as CSV: one line a player, with the score of each round."""
    file = StringIO()
    writer = csv.writer(file, lineterminator="\n")
    rounds = [f"round {played.number}" for played in drive.rounds]
    writer.writerow(["place", "card", "name", "group", "total", "won", "last half", *rounds])
    for score in standings_of(drive):
        player = drive.players[score.player]
        scores = [round_score(drive, player.id, played) for played in drive.rounds]
        group = "" if player.group is None else drive.plan.groups["AB".index(player.group)]
        fields = [score.place, player.id + 1, _cell(player.name), _cell(group)]
        writer.writerow([*fields, score.total, score.won, score.last_half, *scores])
    return file.getvalue()


def _cell(text: str) -> str:
    # A spreadsheet would run a name like "=cmd()" as a formula.
    return f"'{text}" if text[:1] in "=+-@" else text
