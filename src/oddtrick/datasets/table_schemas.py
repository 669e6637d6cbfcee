"""The columns of the tables, with their types and meanings, for Parquet, cards and metadata."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from oddtrick.arena.parquet import import_pyarrow

if TYPE_CHECKING:
    from collections.abc import Sequence
    from io import BytesIO
    from pathlib import Path


class Column(NamedTuple):
    """A column of a table.

    Attributes:
        type: its Arrow type; ``list<T>`` is a list of T.
        meaning: its meaning, in a phrase.
    """

    type: str
    meaning: str


_HANDS = "the cards dealt to each seat for this hand, as S.H.D.C; empty for a seat that is out"
_HAND = "the separate hand within the deal, from 0; more than one only in some games (S4)"

TABLES: dict[str, dict[str, Column]] = {
    "solved": {
        "deal": Column("int64", "the number of the deal, from 0"),
        "hand": Column("int32", _HAND),
        "dealer": Column("int32", "the seat that dealt"),
        "turn_up": Column("string", "the card turned up, or null"),
        "hands": Column("list<string>", _HANDS),
        "trump": Column("string", "the trump suit: S, H, D, C, or N for none"),
        "leader": Column("int32", "the seat that leads to the first trick"),
        "value": Column("int32", "what the leader's side takes with best play by all"),
        "total": Column("int32", "what all sides take together"),
    },
    "matches": {
        "match": Column("int64", "the number of the match, from 0"),
        "bots": Column("list<string>", "the bot in each seat"),
        "deals": Column("int32", "the number of deals"),
        "winner": Column("int32", "the side that won; null if it ended level"),
        "record": Column("string", "the whole match, as a record in the format oddtrick/1"),
    },
    "hands": {
        "match": Column("int64", "the number of the match, from 0"),
        "deal": Column("int32", "the number of the deal within the match, from 0"),
        "hand": Column("int32", _HAND),
        "dealer": Column("int32", "the seat that dealt"),
        "turn_up": Column("string", "the card turned up, or null"),
        "trump": Column("string", "the trump suit: S, H, D, C, or N for none"),
        "hands": Column("list<string>", _HANDS),
        "leader": Column("int32", "the seat that led to the first trick"),
        "plays": Column(
            "list<string>", "the cards in the order played, rank first; `pass` for a pass (X5)"
        ),
        "seats": Column("list<int32>", "the seat that played each card"),
        "winners": Column("list<int32>", "the seat that won each trick"),
        "points": Column("list<int32>", "the points of each side for the whole deal"),
        "score": Column("list<int32>", "the score of each side after the deal"),
    },
}
"""The columns of each table."""

MEANINGS = {
    "solved": "A row for each deal, trump suit and leader, with its double-dummy value.",
    "matches": "A row for each played match.",
    "hands": "A row for each hand that was played, card by card.",
}
"""The rows of each table."""


def arrow_schema(table: str) -> Any:
    """Returns the Arrow schema of a table, with the meaning of each column in its metadata."""
    arrow, _ = import_pyarrow()

    def read(text: str) -> Any:
        inner = text.removeprefix("list<").removesuffix(">")
        kind = getattr(arrow, inner)()
        return kind if inner == text else arrow.list_(kind)

    return arrow.schema(
        [
            arrow.field(name, read(column.type), metadata={"meaning": column.meaning})
            for name, column in TABLES[table].items()
        ]
    )


def write_rows(file: Path | BytesIO, table: str, rows: Sequence[dict[str, Any]]) -> None:
    """Writes rows as Parquet: the same bytes for the same rows and version of pyarrow."""
    arrow, parquet = import_pyarrow()
    parquet.write_table(
        arrow.Table.from_pylist(rows, arrow_schema(table)), file, compression="zstd"
    )
