"""Cards for those who come late, and bots for the seats of those who have left.

Where results decide who moves, a late arrival is given a card of their own, and the movement makes
room for it. Where the seats of a card are fixed in advance, a late arrival can only take over the
card of a bot that fills a seat, with its score; until there is one, they wait.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from oddtrick.drive.entry_list import give_cards, waiting_entries
from oddtrick.drive.players import GROUPS, Entry, Group, Player, number_players
from oddtrick.errors import OddtrickError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from oddtrick.drive.entry_list import EntryList, ListedEntry
    from oddtrick.drive.plan import DrivePlan

Players = tuple[Player, ...]


def seat_arrivals(
    plan: DrivePlan, players: Players, entries: EntryList, round_number: int, *, check_in: bool
) -> tuple[Players, EntryList]:
    """Gives cards to the entries that wait for one, and keeps the number of bots right.

    Args:
        plan: the plan.
        players: the players so far; none before the cards are numbered.
        entries: the list of entries.
        round_number: the round that is about to begin.
        check_in: whether only entries that are here count.

    Returns:
        The players and the list with the cards that were given.

    Raises:
        OddtrickError: there are too few for a table.
    """
    waiting = waiting_entries(entries, check_in=check_in)
    if not players:
        if not waiting:
            raise OddtrickError("nobody is entered yet: a drive needs at least 4 players")
        numbered = number_players(plan, [Entry(entry.name, entry.group) for entry in waiting])
        return numbered, _with_cards(entries, numbered)
    if plan.by_result:
        seated = _add_cards(plan, players, waiting, round_number)
    else:
        seated = _take_over_bots(plan, players, waiting, round_number)
    return seated, _with_cards(entries, seated)


def _with_cards(entries: EntryList, players: Players) -> EntryList:
    return give_cards(entries, ((player.name, player.id) for player in players if not player.bot))


def _take_over_bots(
    plan: DrivePlan, players: Players, waiting: Iterable[ListedEntry], round_number: int
) -> Players:
    for entry in waiting:
        if _is_named(players, entry.name):
            continue
        for bot in players:
            fits = entry.group in (None, bot.group) or not plan.grouped
            if bot.fills_seat and bot.is_present(round_number) and fits:
                taken = replace(bot, name=entry.name, bot=False, fills_seat=False)
                players = (*players[: bot.id], taken, *players[bot.id + 1 :])
                break
    return players


def _add_cards(
    plan: DrivePlan, players: Players, waiting: Iterable[ListedEntry], round_number: int
) -> Players:
    for entry in waiting:
        if not _is_named(players, entry.name):
            group = entry.group or _smaller_group(players, round_number)
            players = (*players, Player(len(players), entry.name, group, since=round_number))
    if plan.spare != "bots":
        return players
    sizes = {group: len(_people(players, group, round_number)) for group in GROUPS}
    wanted = max(sizes.values()) + max(sizes.values()) % 2
    for group in GROUPS:
        players = _with_bots(players, group, wanted - sizes[group], round_number)
    return players


def _with_bots(players: Players, group: Group, count: int, round_number: int) -> Players:
    """Adds bots to a group, or lets some leave, so that this number of them fills seats."""
    bots = [
        player
        for player in players
        if player.fills_seat and player.group == group and player.is_present(round_number)
    ]
    leaving = {bot.id for bot in bots[count:]}
    kept = tuple(
        replace(player, left=round_number) if player.id in leaving else player for player in players
    )
    for _ in range(count - len(bots)):
        name = _free_name(kept)
        bot = Player(len(kept), name, group, bot=True, fills_seat=True, since=round_number)
        kept = (*kept, bot)
    return kept


def _free_name(players: Sequence[Player]) -> str:
    number = len(players) + 1
    while _is_named(players, f"Bot {number}"):
        number += 1
    return f"Bot {number}"


def _is_named(players: Sequence[Player], name: str) -> bool:
    return any(player.name == name for player in players)


def _people(players: Players, group: str, round_number: int) -> list[Player]:
    return [
        player
        for player in players
        if player.group == group and not player.fills_seat and player.is_present(round_number)
    ]


def _smaller_group(players: Players, round_number: int) -> Group:
    a, b = (len(_people(players, group, round_number)) for group in GROUPS)
    return "B" if b < a else "A"
