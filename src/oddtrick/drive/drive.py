"""A drive as a value: its plan, players and rounds, and what is done to it.

Each function takes a drive and returns the next one; a refusal leaves it as it was. Every change of
something that was already settled is kept in the drive's log.

>>> from oddtrick.drive.players import bot_entries
>>> drive = begin_round(create_drive(DrivePlan(rounds=2), bot_entries(8)))
>>> drive = enter_result(enter_result(drive, 1, (8, 5)), 2, (4, 9))
>>> drive = begin_round(drive)
>>> [table.pairs for table in drive.rounds[1].seating.tables]
[((2, 4), (0, 6)), ((3, 5), (1, 7))]
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from oddtrick.drive.arrivals import seat_arrivals
from oddtrick.drive.couples import entries_as_listed
from oddtrick.drive.entry_list import EntryList, refuse_taken
from oddtrick.drive.movements import seat_first_round, seat_next_round
from oddtrick.drive.numbering import number_players
from oddtrick.drive.plan import DrivePlan
from oddtrick.drive.players import Entry, Player, with_player
from oddtrick.drive.prizes import PrizeList
from oddtrick.drive.rounds import (
    ResultsFinal,
    Round,
    Tricks,
    Unplayed,
    check_tricks,
    result_text,
)
from oddtrick.drive.sealed_boards import SealedBoards
from oddtrick.errors import OddtrickError
from oddtrick.names import NAMES, NameRule, name_key, written_name


class Change(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of the log: a result corrected, a round undone, or a player replaced or gone.

    Args:
        kind: ``"result"``, ``"undone"``, ``"player"``, ``"left"`` or ``"returned"``.
        by: the organiser who made the change.
        when: the time, as the organiser's clock had it.
        why: the reason given.
        round: the round; 0 for a change of a player before the first.
        table: the table of a result.
        player: the player who was replaced, left or came back.
        before: what stood there before, as text.
        after: what stands there now.
    """

    kind: str
    by: str
    when: str
    why: str
    round: int
    table: int | None = None
    player: int | None = None
    before: str = ""
    after: str = ""


class Signature(msgspec.Struct, frozen=True):
    """The author, time and reason of a change."""

    by: str
    when: str
    why: str


class Drive(msgspec.Struct, frozen=True):
    """A drive at one moment.

    Args:
        plan: the organiser's choices.
        players: the players by id; none while entries are taken.
        entries: the list of entries, if one is kept.
        rounds: the rounds begun.
        log: the changes, oldest first.
        closed: whether the results are final.
        boards: the boards that were sealed for the drive, with their secrets, or None.
        event_boards: whether they are those of an event in several halls, see
            :mod:`oddtrick.drive.sealed_boards`.
        prizes: the prizes that there are.
    """

    plan: DrivePlan
    players: tuple[Player, ...] = ()
    entries: EntryList = ()
    rounds: tuple[Round, ...] = ()
    log: tuple[Change, ...] = ()
    closed: bool = False
    boards: SealedBoards | None = None
    event_boards: bool = False
    prizes: PrizeList = PrizeList()

    @property
    def over(self) -> bool:
        """True if the rounds of the plan are complete."""
        return len(self.rounds) == self.plan.rounds and self.rounds[-1].complete


def create_drive(plan: DrivePlan, entries: Sequence[Entry]) -> Drive:
    """Creates a drive whose first round has not begun.

    Where partners stay together, entries one after another are couples, or teams in a military
    drive, unless one of them names a partner or a team; see :mod:`oddtrick.drive.couples`.

    Raises:
        OddtrickError: there are too few players, two of one name, somebody with two partners, or a
            team of more than four.
    """
    written = [replace(entry, name=written_name(entry.name)) for entry in entries]
    _check_names(written)
    drive = Drive(plan, number_players(plan, entries_as_listed(plan, written)))
    seat_first_round(plan, drive.players)
    return drive


def _check_names(entries: Sequence[Entry]) -> None:
    names: dict[str, str] = {}
    for number, entry in enumerate(entries, start=1):
        if not entry.name:
            raise OddtrickError(f"entry {number} has no name: write one, or leave the entry out")
        first = names.setdefault(name_key(entry.name), entry.name)
        if first is not entry.name:
            other = "" if first == entry.name else f", once as {first!r}"
            raise OddtrickError(
                f"{entry.name!r} is entered twice{other}: add an initial, say, to one of the two"
            )


def open_drive(plan: DrivePlan) -> Drive:
    """Opens a drive that takes entries; its cards are numbered when the first round begins."""
    return Drive(plan)


def begin_round(drive: Drive, *, check_in: bool = False) -> Drive:
    """Seats the next round by the movement, with the entries that wait for a card.

    Args:
        drive: the drive.
        check_in: whether only entries that are here are given a card.

    Raises:
        OddtrickError: a result of the last round is missing, all rounds have been played, or too
            few players are there.
    """
    number = len(drive.rounds) + 1
    check_open(drive)
    if drive.rounds and not drive.rounds[-1].complete:
        tables = ", ".join(map(str, drive.rounds[-1].missing))
        raise OddtrickError(f"round {number - 1} has no result yet from table {tables}")
    if number > drive.plan.rounds:
        raise OddtrickError(f"all {drive.plan.rounds} rounds of the drive have been played")
    players, entries = seat_arrivals(
        drive.plan, drive.players, drive.entries, number, check_in=check_in
    )
    if drive.rounds:
        seating = seat_next_round(drive.plan, players, drive.rounds)
    else:
        seating = seat_first_round(drive.plan, players)
    begun = Round(number, drive.plan.trump(number), seating, (None,) * len(seating.tables))
    return replace(drive, players=players, entries=entries, rounds=(*drive.rounds, begun))


def enter_result(drive: Drive, table: int, tricks: Sequence[int]) -> Drive:
    """Enters the result of a table in the round under way.

    Args:
        drive: the drive.
        table: the number of the table, from 1.
        tricks: the tricks of the pair that sits North–South, and of the other.

    Raises:
        OddtrickError: there is no such table, it has a result, or the tricks do not make thirteen.
    """
    check_open(drive)
    under_way = _round(drive, len(drive.rounds))
    checked = check_tricks(tricks)
    if _result(under_way, table) not in (None, "later"):
        raise OddtrickError(
            f"table {table} has a result in round {under_way.number}: correct it instead"
        )
    return _with_result(drive, under_way, table, checked)


def correct_result(
    drive: Drive, round_number: int, table: int, tricks: Sequence[int], signed: Signature
) -> Drive:
    """Corrects a result: totals change; the seating of rounds already begun does not.

    Raises:
        OddtrickError: the drive is closed, there is no result to correct, or the tricks do not make
            thirteen.
    """
    check_open(drive)
    corrected = _round(drive, round_number)
    checked = check_tricks(tricks)
    if _result(corrected, table) is None:
        raise OddtrickError(f"table {table} has no result in round {round_number}: enter it first")
    return _corrected(drive, corrected, table, checked, signed)


def mark_unplayed(
    drive: Drive, round_number: int, table: int, how: Unplayed, signed: Signature
) -> Drive:
    """Scores a deal that was not played to its end, so that the round goes on without its result.

    For the movement, its North–South pair counts as the winners.

    Raises:
        OddtrickError: the drive is closed, or there is no such round or table.
    """
    check_open(drive)
    stopped = _round(drive, round_number)
    _result(stopped, table)
    return _corrected(drive, stopped, table, how, signed)


def _corrected(
    drive: Drive, played: Round, table: int, result: Tricks | Unplayed, signed: Signature
) -> Drive:
    change = Change(
        kind="result",
        by=signed.by,
        when=signed.when,
        why=signed.why,
        round=played.number,
        table=table,
        before=result_text(played.result_of(table)),
        after=result_text(result),
    )
    changed = _with_result(drive, played, table, result)
    return replace(changed, log=(*drive.log, change))


def undo_round(drive: Drive, signed: Signature) -> Drive:
    """Takes back the round begun last, with its results; the round before is under way again.

    Raises:
        OddtrickError: no round has begun, or the drive is closed.
    """
    check_open(drive)
    undone = _round(drive, len(drive.rounds))
    entered = len(undone.results) - len(undone.missing)
    change = Change(
        kind="undone",
        by=signed.by,
        when=signed.when,
        why=signed.why,
        round=undone.number,
        before=f"{entered} results",
    )
    left = drive.rounds[:-1]
    players = tuple(player.with_rounds(len(left)) for player in drive.players)
    return replace(drive, players=players, rounds=left, log=(*drive.log, change))


def replace_player(
    drive: Drive,
    player: int,
    name: str,
    signed: Signature,
    *,
    bot: bool = False,
    rule: NameRule = NAMES,
) -> Drive:
    """Gives a player's card to somebody else, who keeps its score and its place in the movement.

    A bot may take the card of somebody who leaves, and a late arrival that of a bot. A card that
    was left is played again.

    Raises:
        OddtrickError: there is no such player, the name is empty or entered already.
    """
    check_open(drive)
    was = find_player(drive, player)
    name = rule.written(name)
    if not name:
        raise OddtrickError("the new player has no name: write one")
    others = [other.name for other in drive.players if other.id != player]
    others += [entry.name for entry in drive.entries if entry.player != player]
    key = rule.key(name)
    refuse_taken(name, next((other for other in others if rule.key(other) == key), None))
    back = was.back_in(len(drive.rounds) + 1)
    now = replace(back, name=name, bot=bot, fills_seat=was.fills_seat and bot)
    change = Change(
        kind="player",
        by=signed.by,
        when=signed.when,
        why=signed.why,
        round=len(drive.rounds),
        player=player,
        before=was.name,
        after=name,
    )
    players = with_player(drive.players, now)
    entries = _renamed(drive.entries, player, None if bot else name)
    return replace(drive, players=players, entries=entries, log=(*drive.log, change))


def _renamed(entries: EntryList, player: int, name: str | None) -> EntryList:
    """Gives the entry of a card a new name; those who shared the seat with it are gone."""
    holders = [entry.id for entry in entries if entry.player == player]
    return tuple(
        replace(entry, player=None, gone=True)
        if entry.id in holders[1:]
        else replace(entry, name=name)
        if entry.id in holders and name is not None
        else entry
        for entry in entries
    )


def close_drive(drive: Drive) -> Drive:
    """Makes the results final.

    Raises:
        OddtrickError: a round or a result is missing.
    """
    check_open(drive)
    if not drive.over:
        played = sum(each.complete for each in drive.rounds)
        raise OddtrickError(
            f"{played} of {drive.plan.rounds} rounds are complete: enter the rest before closing"
        )
    for each in drive.rounds:
        for table, how in each.unplayed:
            if how == "later":
                raise OddtrickError(
                    f"the result of table {table} in round {each.number} was to be entered later: "
                    "enter it before closing"
                )
    return replace(drive, closed=True)


def check_open(drive: Drive) -> None:
    """Refuses a change of a drive that is closed.

    Raises:
        ResultsFinal: it is closed.
    """
    if drive.closed:
        raise ResultsFinal("the drive is closed and its results are final")


def check_numbered(drive: Drive) -> None:
    """Refuses a drive that only takes entries so far.

    Raises:
        OddtrickError: nobody has a card.
    """
    if not drive.players:
        raise OddtrickError("nobody has a card yet: seat the first round")


def find_player(drive: Drive, player: int) -> Player:
    """Returns a player by id.

    Raises:
        OddtrickError: there is none.
    """
    check_numbered(drive)
    if not 0 <= player < len(drive.players):
        raise OddtrickError(
            f"there is no card {player + 1}: cards run from 1 to {len(drive.players)}"
        )
    return drive.players[player]


def _round(drive: Drive, number: int) -> Round:
    if not drive.rounds:
        raise OddtrickError("the drive has not begun: begin the first round")
    if not 1 <= number <= len(drive.rounds):
        raise OddtrickError(f"round {number} has not begun: rounds 1 to {len(drive.rounds)} have")
    return drive.rounds[number - 1]


def _result(played: Round, table: int) -> Tricks | Unplayed | None:
    if not 1 <= table <= len(played.results):
        raise OddtrickError(
            f"there is no table {table}: tables run from 1 to {len(played.results)}"
        )
    return played.result_of(table)


def _with_result(drive: Drive, played: Round, table: int, result: Tricks | Unplayed) -> Drive:
    rounds = list(drive.rounds)
    rounds[played.number - 1] = played.with_result(table, result)
    return replace(drive, rounds=tuple(rounds))
