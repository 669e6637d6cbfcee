"""Tables of text whose columns are as wide as their widest cell."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


def align_columns(rows: Sequence[Sequence[str]], alignment: str) -> Iterator[str]:
    """Yields rows of equal length as lines, with two spaces between columns.

    Args:
        rows: the cells, headings included.
        alignment: ``<`` or ``>`` for each column; the last one goes for all further columns.

    >>> list(align_columns([("deal", "trumps", "us"), ("1", "hearts", "-12 (-120)")], "><>"))
    ['deal  trumps          us', '   1  hearts  -12 (-120)']
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    sides = alignment.ljust(len(widths), alignment[-1])
    for row in rows:
        cells = zip(row, sides, widths, strict=True)
        yield "  ".join(f"{cell:{side}{width}}" for cell, side, width in cells).rstrip()
