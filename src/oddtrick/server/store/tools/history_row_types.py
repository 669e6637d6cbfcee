"""History rows as JSON: one struct per table, derived from the schema with its bounds."""

from __future__ import annotations

from typing import Annotated, Any, Final, Union

import msgspec
from msgspec import Meta
from sqlalchemy import BigInteger, Boolean, Column, Float, Integer, String, Table

from oddtrick.server.store import schema

HISTORY: Final = (
    schema.settings,
    schema.people,
    schema.tokens,
    schema.tables,
    schema.entries,
    schema.seats,
    schema.wakes,
    schema.matches,
    schema.players,
    schema.ratings,
    schema.imported,
    schema.drives,
    schema.drive_entries,
    schema.daily_deals,
    schema.daily_plays,
    schema.meetings,
    schema.muted_inviters,
    schema.contact_settings,
)
"""The exported tables: the log, and what only a replay of every match could rebuild."""

TRANSIENT: Final = (
    schema.sessions,
    schema.workers,
    schema.phones_seen,
    schema.invitations,
    schema.push_subscriptions,
    schema.announced_turns,
)
"""Tables that are not exported: logins, processes and phones of the old installation, invitations,
which last a day, and push subscriptions, most of which end with a login."""

_TRANSIENT_COLUMNS: Final = {
    schema.wakes: {"leased_by", "leased_until"},
    schema.contact_settings: {"seen"},
}


class Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line: the format, and the schema revision (``step``) of the rows."""

    format: str
    step: str


class End(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="in", tag="end"):
    """The last line: the number of rows, so that a truncated file is detected."""

    rows: int


def columns_of(table: Table) -> list[Column[Any]]:
    """Returns the exported columns of a table."""
    transient = _TRANSIENT_COLUMNS.get(table, set())
    return [column for column in table.columns if column.name not in transient]


def _type_of(column: Column[Any]) -> Any:
    kind: Any
    match column.type:
        case BigInteger():
            kind = Annotated[int, Meta(ge=-(2**63), le=2**63 - 1)]
        case Integer():
            kind = Annotated[int, Meta(ge=-(2**31), le=2**31 - 1)]
        case Boolean():
            kind = bool
        case Float():
            kind = float
        case String(length=int() as length):
            kind = Annotated[str, Meta(max_length=length)]
        case String():
            kind = str
        case other:
            raise TypeError(f"{column}: no JSON type for {other!r} yet")
    return kind | None if column.nullable else kind


def _struct_of(table: Table) -> type[msgspec.Struct]:
    return msgspec.defstruct(
        f"Row of {table.name}",
        [(str(column.name), _type_of(column)) for column in columns_of(table)],
        tag_field="in",
        tag=str(table.name),
        frozen=True,
        forbid_unknown_fields=True,
    )


STRUCTS: Final = {table.name: _struct_of(table) for table in HISTORY}
"""The struct of each table's rows."""

encode_row = msgspec.json.Encoder().encode

_decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(Union[(End, *STRUCTS.values())])


def decode_row(line: bytes) -> tuple[str, msgspec.Struct]:
    """Decodes a line into the name of its table and a row; the last line has the name ``"end"``.

    Raises:
        msgspec.DecodeError: the line is neither a row nor the end.
    """
    row: msgspec.Struct = _decoder.decode(line)
    return str(row.__struct_config__.tag), row
