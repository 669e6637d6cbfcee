"""The result of a drive for other programs: JSON (``oddtrick-drive-result/1``), and CSV."""

from __future__ import annotations

import csv
from io import StringIO
from typing import TYPE_CHECKING, Any

import msgspec

from oddtrick.drive.prizes import prizes_of, tie_text
from oddtrick.drive.standings import scores_of_round, standings_of

if TYPE_CHECKING:
    from oddtrick.drive.drive import Drive
    from oddtrick.drive.players import Player
    from oddtrick.drive.prizes import Prize
    from oddtrick.drive.rounds import Round
    from oddtrick.drive.standings import Standing


FORMAT = "oddtrick-drive-result/1"


def result_json(drive: Drive) -> dict[str, Any]:
    """Returns players, rounds, standings and prizes as the format has them.

    A table's ``tricks`` are null until its result is in; of a deal that was not played,
    ``unplayed`` says how it is scored. Standings of a duplicate drive have the
    further keys ``match_points`` and ``above_average``, those of a military drive ``team`` and
    ``flags``; these decide the places there.
    """
    return {
        "format": FORMAT,
        "movement": drive.plan.movement,
        "scoring": drive.plan.scoring,
        "players": [_player(player) for player in drive.players],
        "rounds": [_round(played) for played in drive.rounds],
        "standings": [_standing(score) for score in standings_of(drive)],
        "prizes": [_prize(prize) for prize in prizes_of(drive)] if drive.over else [],
    }


def _player(player: Player) -> dict[str, Any]:
    fields = {"id": player.id, "name": player.name, "group": player.group, "bot": player.bot}
    return fields | ({"fills_seat": True} if player.fills_seat else {})


def _round(played: Round) -> dict[str, Any]:
    unplayed = dict(played.unplayed)
    return {
        "round": played.number,
        "trump": played.trump if played.trump is None else played.trump.letter,
        "tables": [
            {"table": table.number, "pairs": table.pairs, "tricks": result}
            | ({"unplayed": unplayed[table.number]} if table.number in unplayed else {})
            for table, result in zip(played.seating.tables, played.results, strict=True)
        ],
        "sitting_out": played.seating.sitting_out,
    }


def _standing(score: Standing) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "player": score.player,
        "place": score.place,
        "total": score.total,
        "won": score.won,
    }
    further = ("match_points", "above_average", "team", "flags")
    return fields | {
        name: getattr(score, name) for name in further if getattr(score, name) is not None
    }


def _prize(prize: Prize) -> dict[str, Any]:
    broken = prize.tie_break
    return {
        "prize": prize.prize,
        "player": prize.player,
        "tie_break": None if broken is None else msgspec.to_builtins(broken, str_keys=True),
    }


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
