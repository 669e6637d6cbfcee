"""A drive in a file, in the format ``oddtrick-drive/1``: everything needed to go on with it."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import msgspec
from msgspec.structs import replace

from oddtrick.drive.drive import Change, Drive
from oddtrick.drive.entry_list import EntryList
from oddtrick.drive.event_boards import boards_for_file, check_event_boards
from oddtrick.drive.plan import DrivePlan, read_trump_order, read_trumps, write_trump_order
from oddtrick.drive.players import Player
from oddtrick.drive.prizes import PrizeList, check_prizes
from oddtrick.drive.rounds import Round, check_tricks
from oddtrick.drive.sealed_boards import SealedBoards, check_boards
from oddtrick.drive.seating import Seating, check_seating
from oddtrick.errors import OddtrickError

FORMAT = "oddtrick-drive/1"


def encode_drive(drive: Drive) -> bytes:
    """Returns the drive as JSON text: the same bytes for the same drive.

    The cards of boards that may still be played are left out, see
    :mod:`oddtrick.drive.event_boards`.
    """
    return _encoded(drive, {"format": FORMAT})


def encode_kept_drive(drive: Drive, code: str) -> bytes:
    """Returns the drive as :func:`encode_drive` does, with the code that it has on a server."""
    return _encoded(drive, {"format": FORMAT, "code": code})


def code_of_file(data: bytes) -> str | None:
    """Returns the code of the drive on the server that wrote a file; None if none did."""
    with suppress(msgspec.MsgspecError, UnicodeDecodeError):
        return msgspec.json.decode(data, type=_Kept).code
    return None


class _Kept(msgspec.Struct):
    code: str | None = None


def _encoded(drive: Drive, head: dict[str, str]) -> bytes:
    drive = replace(drive, boards=boards_for_file(drive))
    fields: dict[str, Any] = msgspec.to_builtins(drive)
    if drive.boards is None:
        del fields["boards"]
    if not drive.event_boards:
        del fields["event_boards"]
    if not fields["prizes"]:
        del fields["prizes"]
    fields["plan"]["trumps"] = write_trump_order(drive.plan.trumps)
    for each, played in zip(fields["rounds"], drive.rounds, strict=True):
        each["trump"] = _letter(played.trump)
    return msgspec.json.format(msgspec.json.encode({**head, **fields}), indent=1) + b"\n"


def decode_drive(data: bytes) -> Drive:
    """Reads a drive and checks that it could have come about.

    Raises:
        OddtrickError: the text is no drive; the message says where it breaks.
    """
    try:
        fields = _decoded(data)
        if not isinstance(fields, dict) or fields.get("format") != FORMAT:
            raise OddtrickError(f'this is not a drive: a drive begins with "format": "{FORMAT}"')
        drive = _from_fields(fields)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise OddtrickError(f"this is not a drive: {_plain(error)}") from error
    _check(drive)
    return drive


def _decoded(data: bytes) -> Any:
    """Decodes JSON, the rounds one by one.

    A call of the decoder holds the interpreter's lock. For all rounds of a long drive the tables of
    a server would wait for a third of a second.
    """
    try:
        parts = msgspec.json.decode(data, type=dict[str, msgspec.Raw])
    except msgspec.ValidationError:  # no object, or no JSON
        return msgspec.json.decode(data)
    rounds = parts.pop("rounds", None)
    fields = {name: msgspec.json.decode(part) for name, part in parts.items()}
    if rounds is not None:
        try:
            each = msgspec.json.decode(rounds, type=list[msgspec.Raw])
        except msgspec.ValidationError:
            fields["rounds"] = None
        else:
            fields["rounds"] = [msgspec.json.decode(one) for one in each]
    return fields


def _plain(error: Exception) -> str:
    line = str(error).splitlines()[0]
    return line if line[:2].isupper() else line[:1].lower() + line[1:]  # JSON stays JSON


def _letter(trump: Any) -> str:
    return "N" if trump is None else trump.letter


def _from_fields(fields: dict[str, Any]) -> Drive:
    """Converts the letters of trumps, which msgspec does not know, and then the rest."""
    plan = fields.get("plan")
    if isinstance(plan, dict) and isinstance(plan.get("trumps"), str):
        plan["trumps"] = read_trump_order(plan["trumps"])
    rounds = fields.get("rounds")
    for each in rounds if isinstance(rounds, list) else ():
        if isinstance(each, dict) and isinstance(each.get("trump"), str):
            (each["trump"],) = read_trumps(each["trump"][:1])
    del fields["format"]
    return Drive(
        plan=_convert(fields, "plan", DrivePlan),
        players=_convert(fields, "players", tuple[Player, ...]),
        entries=_convert({"entries": [], **fields}, "entries", EntryList),
        rounds=_rounds(fields),
        log=_convert(fields, "log", tuple[Change, ...]),
        closed=_convert(fields, "closed", bool),
        boards=_convert({"boards": None, **fields}, "boards", SealedBoards | None),
        event_boards=_convert({"event_boards": False, **fields}, "event_boards", bool),
        prizes=_convert({"prizes": {}, **fields}, "prizes", PrizeList),
    )


def _rounds(fields: dict[str, Any]) -> tuple[Round, ...]:
    rounds = fields.get("rounds")
    if not isinstance(rounds, list):
        return _convert(fields, "rounds", tuple[Round, ...])  # type: ignore[no-any-return]
    named = {f"rounds[{at}]": one for at, one in enumerate(rounds)}
    return tuple(_convert(named, name, Round) for name in named)


def _convert(fields: dict[str, Any], name: str, kind: Any) -> Any:
    if name not in fields:
        raise OddtrickError(f'this is not a drive: it has no "{name}"')
    try:
        return msgspec.convert(fields[name], kind)
    except msgspec.ValidationError as error:
        where = str(error).replace("`$", f"`{name}")
        raise OddtrickError(f"this is not a drive: {where[:1].lower()}{where[1:]}") from error


def _check(drive: Drive) -> None:
    ids = [player.id for player in drive.players]
    if ids != list(range(len(ids))):
        raise OddtrickError("the ids of the players do not count from 0")
    _check_entries(drive)
    check_prizes(drive, drive.prizes)
    if drive.boards is not None:
        check_boards(drive.boards)
    if drive.event_boards:
        if drive.boards is None:
            raise OddtrickError("the drive plays the boards of an event, and has none")
        check_event_boards(drive.plan, drive.boards)
    if len(drive.rounds) > drive.plan.rounds:
        raise OddtrickError(
            f"the file has {len(drive.rounds)} rounds, but its plan only {drive.plan.rounds}"
        )
    for number, played in enumerate(drive.rounds, start=1):
        try:
            _check_round(drive, played, number)
        except OddtrickError as error:
            raise OddtrickError(f"round {number}: {error}") from error


def _check_entries(drive: Drive) -> None:
    ids = [entry.id for entry in drive.entries]
    if len(set(ids)) < len(ids):
        raise OddtrickError("two entries have the same id")
    for entry in drive.entries:
        if entry.player is not None and not 0 <= entry.player < len(drive.players):
            raise OddtrickError(f"entry {entry.id} has the card of a player that does not exist")
    for kind, partners in (
        ("entry", {entry.id: entry.partner for entry in drive.entries}),
        ("player", {player.id: player.partner for player in drive.players}),
    ):
        for one, other in partners.items():
            if other is not None and (other == one or partners.get(other) != one):
                raise OddtrickError(f"{kind} {one} has {other} as partner, and not the reverse")


def _check_round(drive: Drive, played: Round, number: int) -> None:
    if played.number != number:
        raise OddtrickError(f"it is numbered {played.number}")
    # Those who have left keep a seat that is fixed in advance, where bots may play it.
    seated = () if drive.plan.by_result else played.seating.players
    present = [player.id for player in drive.players if player.is_present(played.number)]
    check_seating(played.seating, {*present, *seated} & {player.id for player in drive.players})
    _check_groups(drive, played.seating)
    if len(played.results) != len(played.seating.tables):
        raise OddtrickError(
            f"{len(played.results)} results for {len(played.seating.tables)} tables"
        )
    unplayed = dict(played.unplayed)
    for table in unplayed:
        if not 1 <= table <= len(played.results) or played.results[table - 1] is not None:
            raise OddtrickError(
                f"table {table} cannot be one whose deal was not played: it has a result or is not "
                "there"
            )
    for table, result in enumerate(played.results, start=1):
        if result is None and table not in unplayed and number < len(drive.rounds):
            raise OddtrickError(f"table {table} has no result, and a later round has begun")
        if result is not None:
            try:
                check_tricks(result)
            except OddtrickError as error:
                raise OddtrickError(f"table {table}: {error}") from error


def _check_groups(drive: Drive, seating: Seating) -> None:
    """Refuses a table where a gent plays as a lady while a lady plays as a gent, say."""
    if not drive.plan.by_result:  # couples of one group sit together
        return
    crossing = {
        drive.players[player].group: player
        for player, group in seating.seat_groups.items()
        if drive.players[player].group != group
    }
    if len(crossing) > 1:
        one, other = crossing.values()
        raise OddtrickError(
            f"players {one} and {other} both play in the seats of the other's group, instead of "
            "each in their own"
        )
