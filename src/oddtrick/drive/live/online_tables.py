"""Tables of a drive that are played on the server: who joins, which tables they are, their results.

The server opens a table for each, under a code that the log fixes when the round begins, and gives
its result back as a command. Both may therefore be repeated after a crash.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from oddtrick.drive.attendance import add_entries
from oddtrick.drive.drive import check_open, enter_result
from oddtrick.drive.entry_list import find_entry
from oddtrick.drive.live.refusals import DriveRefused
from oddtrick.drive.live.result_reports import drop_reports
from oddtrick.drive.live.state import Device, LiveDrive, OnlineRound, OnlineTable
from oddtrick.drive.plan import write_trump_order
from oddtrick.drive.players import Entry
from oddtrick.drive.sealed_boards import extend_boards, without_secrets
from oddtrick.names import NAMES, NameRule, same_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from oddtrick.drive.drive import Drive
    from oddtrick.drive.entry_list import ListedEntry
    from oddtrick.drive.live.commands import ChangePerson, EndTable, JoinOnline, SealBoards
    from oddtrick.drive.sealed_boards import SealedBoards
    from oddtrick.drive.seating import Table


def online_round(
    live: LiveDrive, begun: Drive, now: int, new_code: Callable[[], str]
) -> OnlineRound:
    """Returns the tables of a round about to begin that are played on the server.

    Args:
        live: the drive before the round.
        begun: it with the round.
        now: the time (ms).
        new_code: returns the code of a new table.
    """
    online = live.settings.online
    at_home = {entry.player for entry in begun.entries if entry.online}
    bots = {player.id for player in begun.players if player.bot}

    def is_online(table: Table) -> bool:
        four = set(table.players)
        return online.tables == "all" or not four.isdisjoint(at_home) or four <= bots

    board = _next_board(live)
    if online.tables == "none":
        return OnlineRound(board=board)
    tables = tuple(
        OnlineTable(table.number, new_code())
        for table in begun.rounds[-1].seating.tables
        if is_online(table)
    )
    _check_secret(live, board if tables else None)
    return OnlineRound(tables, now + online.start_seconds * 1000, board)


def _check_secret(live: LiveDrive, board: int | None) -> None:
    """Refuses to deal a board of an event whose secret the drive's file did not hold."""
    boards = live.drive.boards
    if board is None or boards is None or not live.drive.event_boards:
        return
    if boards.boards[board - 1].secret is None:
        raise DriveRefused(
            f"the boards of {boards.event} are sealed in the drive's file: give them again under "
            "Drive settings"
        )


def _next_board(live: LiveDrive) -> int | None:
    if live.drive.event_boards:
        return live.round_number + 1
    return live.boards_dealt + 1 if plays_boards(live) else None


def plays_boards(live: LiveDrive) -> bool:
    """Tells whether the drive's tables on the server all play the same sealed boards."""
    return live.drive.plan.movement == "duplicate" and live.settings.online.tables != "none"


def boards_to_seal(live: LiveDrive) -> int:
    """Returns the number of boards that have to be sealed before the next round can begin.

    A round that was undone is played again with another board, because people have seen the first.
    The boards of an event are those that its other halls play too, and no more are sealed.
    """
    if not plays_boards(live) or live.drive.over or live.drive.event_boards:
        return 0
    sealed = 0 if live.drive.boards is None else len(live.drive.boards.boards)
    left = live.drive.plan.rounds - live.round_number
    return max(0, live.boards_dealt + left - sealed)


def opened_boards(live: LiveDrive) -> SealedBoards | None:
    """Returns the boards of a drive, with the secrets of those that everybody has played.

    A board opens with the last result of its round, and all of them when the drive is closed. While
    a result is to come later, its deal may still be played. Those of an event all stay sealed until
    then: other halls may not have played them.
    """
    boards = live.drive.boards
    if boards is None or live.drive.closed:
        return boards
    if live.drive.event_boards:
        return without_secrets(boards)
    played = zip(live.drive.rounds, live.online, strict=True)
    opened = {online.board for each, online in played if each.settled}
    return replace(
        boards,
        boards=tuple(
            board if board.number in opened else replace(board, secret=None)
            for board in boards.boards
        ),
    )


def drive_for_file(live: LiveDrive) -> Drive:
    """Returns the drive to write into a file: with the secrets of boards that everybody has played.

    Those dealt in rounds that were undone, or in the round under way, are there without.
    """
    boards = opened_boards(live)
    if boards is not None and not live.drive.closed and not live.drive.event_boards:
        dealt = boards.boards[: live.boards_dealt]
        boards = replace(boards, boards=dealt) if dealt else None
    return replace(live.drive, boards=boards)


def seal_more(live: LiveDrive, command: SealBoards) -> LiveDrive:
    """Adds sealed boards to a drive.

    Raises:
        OddtrickError: a secret is not of the right form.
    """
    wanted = boards_to_seal(live)
    if not wanted:
        return live
    letters = write_trump_order(live.drive.plan.trumps)
    boards = extend_boards(live.drive.boards, live.code, command.secrets[:wanted], letters)
    return replace(live, drive=replace(live.drive, boards=boards))


def join_online(live: LiveDrive, command: JoinOnline, at: int, rule: NameRule = NAMES) -> LiveDrive:
    """Gives an entry to somebody who plays on the server: a new one, or one that has their name.

    Raises:
        DriveRefused: somebody else has joined with the name, or this person with another.
        OddtrickError: the name is empty or too long, or the drive is closed.
    """
    check_open(live.drive)
    if live.settings.online.tables == "none":
        raise DriveRefused("no table of this drive is played online: ask the organiser")
    _check_one_card(live, command.person)
    entry = _free_entry(live, command.name, rule)
    if entry is None:
        live = replace(live, drive=add_entries(live.drive, [Entry(command.name)], rule=rule))
        entry = live.drive.entries[-1]
    live = _with_entry(live, replace(entry, here=True, online=True))
    device = Device(None, None, at, entry=entry.id, person=command.person)
    return replace(live, devices={**live.devices, command.key_hash: device})


def _check_one_card(live: LiveDrive, person: str) -> None:
    for device in live.devices.values():
        if device.person == person and device.entry is not None and not device.replaced:
            name = find_entry(live.drive.entries, device.entry).name
            raise DriveRefused(f"you have joined as {name!r} already: one person plays one card")


def _free_entry(live: LiveDrive, name: str, rule: NameRule) -> ListedEntry | None:
    # Who joined was known in any case before lists were.
    wanted = rule.key(rule.written(name).casefold())
    for entry in live.drive.entries:
        if rule.key(entry.name.casefold()) != wanted:
            continue
        if live.device_of(entry.id) is not None:
            raise DriveRefused(f"{name!r} has joined already: choose another name")
        if entry.gone or (
            entry.player is not None and live.drive.players[entry.player].left is not None
        ):
            raise DriveRefused(f"{name!r} has left the drive: ask the organiser")
        return entry
    return None


def check_no_card(live: LiveDrive, name: str) -> None:
    """Refuses the name of a card that nobody on the list has, such as a bot's.

    It stands apart from :func:`join_online`, because in the log of an older drive somebody may have
    joined as ``bot 8``.

    Raises:
        DriveRefused: a card has this name.
    """
    listed = any(same_name(entry.name, name) for entry in live.drive.entries)
    if not listed and any(same_name(player.name, name) for player in live.drive.players):
        raise DriveRefused(f"{name!r} is the name of a card: choose another name")


def _with_entry(live: LiveDrive, entry: ListedEntry) -> LiveDrive:
    entries = tuple(entry if each.id == entry.id else each for each in live.drive.entries)
    return replace(live, drive=replace(live.drive, entries=entries))


def change_person(live: LiveDrive, command: ChangePerson) -> LiveDrive:
    """Lets a device play as another person.

    Raises:
        DriveRefused: another device took its place, or the person plays another card.
    """
    device = live.devices.get(command.key_hash)
    if device is None or device.entry is None or device.replaced:
        raise DriveRefused("this key belongs to nobody who plays online")
    if device.person == command.person:
        return live
    _check_one_card(live, command.person)
    changed = replace(device, person=command.person)
    return replace(live, devices={**live.devices, command.key_hash: changed})


def free_places(live: LiveDrive, entries: Iterable[int]) -> LiveDrive:
    """Takes entries back from the devices that joined with them."""
    freed = set(entries)
    devices = {
        key: replace(device, replaced=True) if device.entry in freed else device
        for key, device in live.devices.items()
    }
    return replace(live, devices=devices)


def end_table(live: LiveDrive, command: EndTable) -> LiveDrive:
    """Enters the result of a table that was played on the server.

    A result that the organiser has entered stands, and one of a round that is over changes nothing.
    """
    for online in live.open_online_tables:
        if online.code == command.code:
            drive = enter_result(live.drive, online.table, command.tricks)
            return drop_reports(replace(live, drive=drive), online.table)
    return live
