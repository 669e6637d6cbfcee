"""Pages of lists: where one ends and the next goes on."""

from __future__ import annotations

import base64
import binascii
from typing import Annotated, TypeAlias

import msgspec
from litestar.params import QueryParameter

from oddtrick.server.errors import ApiError
from oddtrick.server.store.listings import PagePosition

Cursor: TypeAlias = Annotated[
    str,
    QueryParameter(
        max_length=400, description="`next` of the page before this one; empty: the first page."
    ),
]
Limit: TypeAlias = Annotated[int, QueryParameter(ge=1, le=100, description="So many at most.")]

LATEST = 2**62
"""Later than any moment (ms)."""


def encode_cursor(at: int, row: str) -> str:
    """Where the next page goes on: behind this row.

    >>> decode_cursor(encode_cursor(5, "k3f9"))
    PagePosition(at=5, id='k3f9')
    """
    return base64.urlsafe_b64encode(msgspec.json.encode((at, row))).decode().rstrip("=")


def decode_cursor(cursor: str) -> PagePosition | None:
    """The row that a cursor names; None, of an empty one, is the first page.

    Raises:
        ApiError: 400, it is none of ours.
    """
    if not cursor:
        return None
    try:
        raw = base64.urlsafe_b64decode(cursor.encode("ascii") + b"=" * (-len(cursor) % 4))
        at, row = msgspec.json.decode(raw, type=tuple[int, str])
    except (binascii.Error, ValueError):
        raise ApiError(400, "invalid", "before: give what `next` of a page said") from None
    if not 0 <= at < LATEST or "\0" in row:
        raise ApiError(400, "invalid", "before: give what `next` of a page said")
    return PagePosition(at, row)
