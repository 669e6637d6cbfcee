"""Rows of the history as JSON: one struct a table, made from the schema, with its bounds."""

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
)
"""What is truth, or could not be told again without playing all of it."""

PASSING: Final = (schema.sessions, schema.workers)
"""What a new home has no use for: who is logged in, and which processes served the old one."""

_PASSING_COLUMNS: Final = {schema.wakes: {"leased_by", "leased_until"}}


class Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line: what this is, and the step of the schema that it was written with."""

    format: str
    step: str


class End(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="in", tag="end"):
    """The last line: how many rows there were, so that a part is not taken for the whole."""

    rows: int


def columns_of(table: Table) -> list[Column[Any]]:
    """The columns that belong to the history."""
    passing = _PASSING_COLUMNS.get(table, set())
    return [column for column in table.columns if column.name not in passing]


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
            raise TypeError(f"{column}: {other!r} has no form in JSON yet")
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
    """A row with the name of its table, or the end under the name ``"end"``.

    Raises:
        msgspec.DecodeError: it is neither.
    """
    row: msgspec.Struct = _decoder.decode(line)
    return str(row.__struct_config__.tag), row
