"""Results as Parquet: one row per table of a deal, the header in the schema's metadata."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec

from oddtrick.atomic_file import atomic_file
from oddtrick.errors import OddtrickError
from oddtrick.extras import install_command

METADATA_KEY = b"oddtrick-arena"
"""The key of the header in the schema's metadata."""


def require_pyarrow() -> None:
    """Checks that Parquet can be written.

    Raises:
        OddtrickError: pyarrow is not installed.
    """
    import_pyarrow()


def write_parquet(path: Path, header: str, lines: Sequence[Any]) -> None:
    """Writes all results atomically.

    Args:
        path: the file.
        header: the first of the JSON lines.
        lines: the other lines: the deals in order.
    """
    arrow, parquet = import_pyarrow()
    rows = [row for line in lines for row in _rows(msgspec.to_builtins(line))]
    table = arrow.Table.from_pylist(rows, _schema(arrow, header))
    with atomic_file(path) as stream:
        parquet.write_table(table, stream, compression="zstd")


def read_parquet(path: Path) -> tuple[str, list[dict[str, Any]]]:
    """Reads the header and the lines of a file, as plain values.

    Raises:
        OddtrickError: the file does not hold arena results.
    """
    arrow, parquet = import_pyarrow()
    try:
        table = parquet.read_table(path)
        header = table.schema.metadata[METADATA_KEY].decode()
        lines: list[dict[str, Any]] = []
        for row in table.to_pylist():
            if row["table"] == 0:
                deal = {"number": row["deal"], "tables": [], **msgspec.json.decode(row["extra"])}
                lines.append({"pair": row["pair"], "deal": deal})
            lines[-1]["deal"]["tables"].append(
                {name: row[name] for name in ("tricks", "points", "firsts")}
            )
    except (arrow.ArrowException, KeyError, TypeError, IndexError, ValueError):
        raise OddtrickError(
            f"{path}: this is not an arena results file: choose another name"
        ) from None
    return header, lines


def _schema(arrow: Any, header: str) -> Any:
    integers = arrow.list_(arrow.int32())
    return arrow.schema(
        [
            ("pair", arrow.int32()),
            ("deal", arrow.int64()),
            ("table", arrow.int32()),
            ("tricks", integers),
            ("points", integers),
            ("firsts", arrow.list_(arrow.float64())),
            ("extra", arrow.string()),
        ],
        metadata={METADATA_KEY: header.encode()},
    )


def _rows(line: dict[str, Any]) -> list[dict[str, Any]]:
    """Returns one row per table; the first also holds the deal's times and faults as JSON."""
    deal = line["deal"]
    extra = {name: deal[name] for name in ("times", "faults") if name in deal}
    extra_json = msgspec.json.encode(extra).decode()
    return [
        {
            "pair": line["pair"],
            "deal": deal["number"],
            "table": place,
            **table,
            "extra": extra_json if place == 0 else None,
        }
        for place, table in enumerate(deal["tables"])
    ]


def import_pyarrow() -> tuple[Any, Any]:
    """Returns the modules ``pyarrow`` and ``pyarrow.parquet``.

    Raises:
        OddtrickError: pyarrow is not installed.
    """
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ModuleNotFoundError:
        raise OddtrickError(
            f"Parquet needs pyarrow: run {install_command('arena')}, or write to a .jsonl file"
        ) from None
