"""The numbering of cards: who is in which group, and the bots that fill empty seats."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.drive.couples import TEAM, partner_by_name, team_units, with_groups
from oddtrick.drive.players import GROUPS, Entry, Group, Player
from oddtrick.errors import OddtrickError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from oddtrick.drive.plan import DrivePlan


def number_players(plan: DrivePlan, entries: Sequence[Entry]) -> tuple[Player, ...]:
    """Numbers the cards: group A from 0, then group B, or all in order where there are no groups.

    Entries that ask for no group are placed where there are fewer players; of a couple one is in
    each. If bots fill the empty seats, they join the smaller group until the tables are full.

    Raises:
        OddtrickError: somebody has two partners, a team has more than four, or there are too few
            for a table.
    """
    bots = _filling(plan, entries)
    labelled: list[tuple[Entry, Group | None]]
    if plan.grouped:
        groups = _divide(with_groups(entries))
        for bot in bots:
            min(groups, key=len).append(bot)
        labelled = [
            (entry, group) for group, each in zip(GROUPS, groups, strict=True) for entry in each
        ]
    else:
        labelled = [(entry, None) for entry in (*entries, *bots)]
    if len(labelled) < 4:
        raise OddtrickError(
            f"{len(labelled)} players do not fill a table: a drive needs at least 4"
        )
    partners = partner_by_name([(entry.name, entry.partner) for entry, _ in labelled])
    return tuple(
        Player(
            at,
            entry.name,
            group,
            bot=entry.bot,
            fills_seat=isinstance(entry, _FillingEntry),
            crosses=entry.crosses,
            partner=partners.get(at),
            team=entry.team,
        )
        for at, (entry, group) in enumerate(labelled)
    )


def spare_seats(plan: DrivePlan, people: int) -> int:
    """Returns the number of seats that bots fill where nobody came as a team: three at most."""
    if plan.spare == "bots" or plan.movement == "military":
        return -people % 4
    return 0


class _FillingEntry(Entry, frozen=True):
    """The entry of a bot that fills an empty seat."""


def _filling(plan: DrivePlan, entries: Sequence[Entry]) -> list[Entry]:
    """Returns the bots that fill seats, those that complete a team in its name."""
    teams = [""] * spare_seats(plan, len(entries))
    if plan.movement == "military":
        partners = partner_by_name([(entry.name, entry.partner) for entry in entries])
        units = team_units([(entry.team, partners.get(at)) for at, entry in enumerate(entries)])
        teams = [
            next((entries[at].team for at in unit if entries[at].team), "")
            for unit in units
            for _ in range(TEAM - len(unit))
        ]
    return [
        _FillingEntry(f"Bot {number}", bot=True, team=team)
        for number, team in enumerate(teams, start=len(entries) + 1)
    ]


def _divide(entries: Sequence[Entry]) -> tuple[list[Entry], list[Entry]]:
    in_a = [entry for entry in entries if entry.group == "A"]
    in_b = [entry for entry in entries if entry.group == "B"]
    free = [entry for entry in entries if entry.group is None]
    for_a = min(len(free), max(0, (len(entries) + 1) // 2 - len(in_a)))
    return in_a + free[:for_a], in_b + free[for_a:]
