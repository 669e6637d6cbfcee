"""Cards for those who come late, and bots for the seats of those who have left.

Where results decide who moves, or players sit out in turn, a late arrival is given a card of their
own, and the movement makes room for it. Where the seats of a card are fixed in advance and bots
fill those that are empty, a late arrival can only take over the card of such a bot, with its score;
until there is one, they wait.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from oddtrick.drive.couples import players_as_listed
from oddtrick.drive.entry_list import give_cards, waiting_entries
from oddtrick.drive.numbering import number_players, spare_seats
from oddtrick.drive.players import GROUPS, Entry, Group, Player, with_player
from oddtrick.errors import OddtrickError
from oddtrick.names import name_key

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
        numbered = number_players(plan, _as_entries(waiting))
        return numbered, _with_cards(entries, numbered)
    if plan.by_result or plan.has_substitutes:
        cards = {entry.id: entry.player for entry in entries}
        seated = _add_cards(plan, players, waiting, cards, round_number)
    else:
        seated = _take_over_bots(plan, players, waiting, round_number)
    listed = _with_cards(entries, seated)
    return players_as_listed(seated, listed), listed


def _as_entries(waiting: Iterable[ListedEntry]) -> list[Entry]:
    names = {entry.id: entry.name for entry in waiting}
    return [
        Entry(
            entry.name,
            entry.group,
            crosses=entry.crosses,
            partner=names.get(entry.partner or 0, ""),
            team=entry.team,
        )
        for entry in waiting
    ]


def _with_cards(entries: EntryList, players: Players) -> EntryList:
    return give_cards(entries, ((player.name, player.id) for player in players if not player.bot))


def _take_over_bots(
    plan: DrivePlan, players: Players, waiting: Iterable[ListedEntry], round_number: int
) -> Players:
    for entry in waiting:
        if _is_named(players, entry.name):
            continue
        bots = [one for one in players if one.fills_seat]
        for bot in sorted(bots, key=lambda one: name_key(one.team) != name_key(entry.team)):
            fits = entry.group in (None, bot.group) or not plan.grouped
            if bot.fills_seat and bot.is_present(round_number) and fits:
                taken = replace(bot, name=entry.name, bot=False, fills_seat=False)
                players = with_player(players, taken)
                break
    return players


def _add_cards(
    plan: DrivePlan,
    players: Players,
    waiting: Iterable[ListedEntry],
    cards: dict[int, int | None],
    round_number: int,
) -> Players:
    """Gives each a card of their own; who asks for no group is in that which a partner is not in.

    Args:
        plan: the plan.
        players: the players so far.
        waiting: the entries.
        cards: the card of each entry that has one; the new ones are added.
        round_number: the round that is about to begin.
    """
    for entry in waiting:
        if not _is_named(players, entry.name):
            partner = cards.get(entry.partner or 0)
            group = entry.group or _smaller_group(
                _people(players, round_number) if partner is None else [players[partner]]
            )
            cards[entry.id] = len(players)
            player = Player(
                id=len(players),
                name=entry.name,
                group=group if plan.grouped else None,
                since=round_number,
                crosses=entry.crosses,
            )
            players = (*players, player)
    people = len(_people(players, round_number))
    return _with_bots(players, spare_seats(plan, people), round_number)


def _with_bots(players: Players, count: int, round_number: int) -> Players:
    """Lets bots come or leave, so that this number of them fills seats."""
    bots = [player for player in players if player.fills_seat]
    there = [bot for bot in bots if bot.is_present(round_number)]
    for bot in there[count:]:
        players = with_player(players, replace(bot, left=round_number))
    gone = [bot for bot in bots if bot not in there]
    for bot in gone[: max(0, count - len(there))]:
        players = with_player(players, bot.back_in(round_number))
    for _ in range(count - len(there) - len(gone)):
        group = _smaller_group([one for one in players if one.is_present(round_number)])
        bot = Player(
            len(players), _free_name(players), group, bot=True, fills_seat=True, since=round_number
        )
        players = (*players, bot)
    return players


def _free_name(players: Sequence[Player]) -> str:
    number = len(players) + 1
    while _is_named(players, f"Bot {number}"):
        number += 1
    return f"Bot {number}"


def _is_named(players: Sequence[Player], name: str) -> bool:
    return any(player.name == name for player in players)


def _people(players: Players, round_number: int) -> list[Player]:
    return [one for one in players if not one.fills_seat and one.is_present(round_number)]


def _smaller_group(there: Sequence[Player]) -> Group:
    a, b = (sum(player.group == group for player in there) for group in GROUPS)
    return "B" if b < a else "A"
