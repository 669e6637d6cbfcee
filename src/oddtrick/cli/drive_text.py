"""The text of ``oddtrick drive``: seatings, standings, prizes, and the balance of a movement."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from oddtrick.cli.columns import align_columns
from oddtrick.drive.entry_list import list_players
from oddtrick.drive.next_crossing import next_crossing
from oddtrick.drive.players import GROUPS
from oddtrick.drive.prizes import prizes_of, tie_text
from oddtrick.drive.rounds import result_text
from oddtrick.drive.standings import score_text, standings_of

if TYPE_CHECKING:
    from oddtrick.drive.drive import Drive
    from oddtrick.drive.movements.balanced import Balance
    from oddtrick.drive.players import Group, Player
    from oddtrick.drive.rounds import Round
    from oddtrick.drive.seating import Pair
    from oddtrick.drive.standings import Standing

_UNPLAYED: dict[object, str] = {
    "average": "not played, average",
    "nothing": "not played, no score",
    "later": "not played, result later",
}


def round_lines(drive: Drive, played: Round) -> list[str]:
    """Returns a round's tables: who sits where, with the results that are in."""
    trump = "no trumps" if played.trump is None else f"{played.trump} are trumps"
    lines = [f"Round {played.number} of {drive.plan.rounds}: {trump}"]
    for table in played.seating.tables:
        sides = [_pair(drive, pair) for pair in table.pairs]
        result = played.result_of(table.number)
        tricks = f"  {_UNPLAYED.get(result) or result_text(result)}" if result else ""
        lines.append(f"table {table.number:>3}  {sides[0]}  against  {sides[1]}{tricks}")
    if played.seating.sitting_out:
        names = ", ".join(drive.players[player].name for player in played.seating.sitting_out)
        lines.append(f"sitting out: {names}")
    return lines


def _pair(drive: Drive, pair: Pair) -> str:
    named = zip(pair, GROUPS, strict=True)
    return " and ".join(_seated(drive, drive.players[player], seat) for player, seat in named)


def _seated(drive: Drive, player: Player, seat: Group) -> str:
    """The name of a player, with the group in whose seat they play if it is not their own."""
    if player.group in (None, seat):
        return player.name
    return f"{player.name} (as {drive.plan.groups[GROUPS.index(seat)]})"


def crossing_lines(drive: Drive) -> list[str]:
    """Returns who plays in the other group's seats in the first round, and how to choose others."""
    listed = list_players(drive.players)
    found = next_crossing(replace(drive, entries=listed))
    if found is None:
        return []
    own = GROUPS.index(found.group)
    labels = drive.plan.groups
    names = ", ".join(entry.name for entry in listed if entry.id in found.entries)
    count = len(found.entries)
    text = (
        f"{count} of group {labels[own]} {'plays' if count == 1 else 'play'} in the seats of "
        f"{labels[1 - own]}: {names}."
    )
    return [text, "Choose others with: oddtrick drive cross"]


def standing_lines(drive: Drive) -> list[str]:
    """Returns the standings as a table, best first."""
    standings = standings_of(drive)
    further = _further_columns(standings)
    rows = [["place", "player", "group", "total", "won", *(title for title, _ in further)]]
    for score in standings:
        player = drive.players[score.player]
        group = "AB".index(player.group) if player.group else None
        label = "" if group is None else drive.plan.groups[group]
        further_figures = (getattr(score, name) for _, name in further)
        figures = (score_text(score.total), score.won, *further_figures)
        rows.append([str(score.place), player.name, label, *map(str, figures)])
    return list(align_columns(rows, "><<>"))


def _further_columns(standings: tuple[Standing, ...]) -> list[tuple[str, str]]:
    columns = [
        ("match points", "match_points"),
        ("above average", "above_average"),
        ("team", "team"),
        ("flags", "flags"),
    ]
    return [column for column in columns if getattr(standings[0], column[1]) is not None]


def prize_lines(drive: Drive) -> list[str]:
    """Returns the prizes with the ties that were settled; nothing before the last result."""
    if not drive.over:
        return []
    lines = ["", "Prizes"]
    for prize in prizes_of(drive):
        line = f"{prize.prize}: {drive.players[prize.player].name}"
        if prize.tie_break is not None:
            line += f" ({tie_text(drive, prize.tie_break)})"
        lines.append(line)
    return lines


def balance_lines(balance: Balance, rounds: int) -> list[str]:
    """Returns the proof of a movement: the counts, then who meets whom as partner/opponent."""
    lines = [f"{len(balance.players)} players, {rounds} rounds"]
    for title, counts in (
        ("partners", balance.partner_counts),
        ("opponents", balance.opponent_counts),
    ):
        parts = ", ".join(f"{pairs} pairs {_times(times)}" for times, pairs in counts.items())
        lines.append(f"{title}: {parts}")
    least, most = min(balance.sat_out), max(balance.sat_out)
    if most:
        lines.append(f"rounds sat out: {least}" + (f" to {most}" if most > least else ""))
    lines += ["", "partner/opponent, by card"]
    lines.append("     " + "".join(f"{player + 1:>6}" for player in balance.players))
    for at, player in enumerate(balance.players):
        cells = [
            "-" if at == other else f"{balance.partners[at][other]}/{balance.opponents[at][other]}"
            for other in range(len(balance.players))
        ]
        lines.append(f"{player + 1:>5}" + "".join(f"{cell:>6}" for cell in cells))
    return lines


def _times(number: int) -> str:
    return {0: "never", 1: "once", 2: "twice"}.get(number, f"{number} times")
