"""Results as Parquet: a row for each table of each deal, the heading in the schema's metadata."""

from __future__ import annotations

import os
from importlib import import_module
from typing import TYPE_CHECKING, Any

import msgspec

from oddtrick.errors import OddtrickError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

HEADING = b"oddtrick-arena"
"""The key of the heading in the metadata of the schema."""


def need_pyarrow() -> None:
    """Finds out before anything is played whether Parquet can be written.

    Raises:
        OddtrickError: pyarrow is not installed.
    """
    _arrow()


def write_table(path: Path, heading: str, lines: Sequence[Any]) -> None:
    """Writes all results at once; the file is there whole or not at all.

    Args:
        path: of the file.
        heading: as the first of the JSON lines has it.
        lines: the deals in order, as the other lines have them.
    """
    arrow, parquet = _arrow()
    rows = [row for line in lines for row in _rows(msgspec.to_builtins(line))]
    table = arrow.Table.from_pylist(rows, _schema(arrow, heading))
    beside = path.with_name(path.name + ".new")
    parquet.write_table(table, beside, compression="zstd")
    os.replace(beside, path)  # noqa: PTH105  Path.replace is the same


def read_table(path: Path) -> tuple[str, list[dict[str, Any]]]:
    """The heading and the lines of such a file, as plain values.

    Raises:
        OddtrickError: it is not a file of the arena.
    """
    arrow, parquet = _arrow()
    try:
        table = parquet.read_table(path)
        heading = table.schema.metadata[HEADING].decode()
        lines: list[dict[str, Any]] = []
        for row in table.to_pylist():
            if row["table"] == 0:
                deal = {"number": row["deal"], "tables": [], **msgspec.json.decode(row["more"])}
                lines.append({"pair": row["pair"], "deal": deal})
            lines[-1]["deal"]["tables"].append(
                {name: row[name] for name in ("tricks", "points", "firsts")}
            )
    except (arrow.ArrowException, KeyError, TypeError, IndexError, ValueError):
        raise OddtrickError(f"{path}: this is not a file of the arena: take another name") from None
    return heading, lines


def _schema(arrow: Any, heading: str) -> Any:
    whole = arrow.list_(arrow.int32())
    return arrow.schema(
        [
            ("pair", arrow.int32()),
            ("deal", arrow.int64()),
            ("table", arrow.int32()),
            ("tricks", whole),
            ("points", whole),
            ("firsts", arrow.list_(arrow.float64())),
            ("more", arrow.string()),
        ],
        metadata={HEADING: heading.encode()},
    )


def _rows(line: dict[str, Any]) -> list[dict[str, Any]]:
    """The tables of a deal; its times and faults stand beside the first, in JSON."""
    deal = line["deal"]
    more = {name: deal[name] for name in ("times", "faults") if name in deal}
    told = msgspec.json.encode(more).decode()
    return [
        {
            "pair": line["pair"],
            "deal": deal["number"],
            "table": place,
            **table,
            "more": told if place == 0 else None,
        }
        for place, table in enumerate(deal["tables"])
    ]


def _arrow() -> tuple[Any, Any]:
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ModuleNotFoundError:
        raise OddtrickError(
            "Parquet needs pyarrow: pip install 'oddtrick[arena]', or write to a .jsonl"
        ) from None
