"""The result of a drive as JSON, in the format ``oddtrick-drive-result/1``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from oddtrick.drive.prizes import prizes_of
from oddtrick.drive.standings import standings_of

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
