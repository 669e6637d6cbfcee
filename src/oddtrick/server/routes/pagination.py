"""Cursors for lists in pages."""

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
        max_length=400, description="`next` of the previous page; empty: the first page."
    ),
]
Limit: TypeAlias = Annotated[int, QueryParameter(ge=1, le=100, description="The page size.")]

LATEST = 2**62
"""An upper bound of times in milliseconds."""


def encode_cursor(at: int, row: str) -> str:
    """Encodes the last row of a page as the cursor of the next page.

    >>> decode_cursor(encode_cursor(5, "k3f9"))
    PagePosition(at=5, id='k3f9')
    """
    return base64.urlsafe_b64encode(msgspec.json.encode((at, row))).decode().rstrip("=")


def decode_cursor(cursor: str) -> PagePosition | None:
    """Decodes a cursor; returns None for an empty one, which is the first page.

    Raises:
        ApiError: 400, the cursor is invalid.
    """
    if not cursor:
        return None
    try:
        raw = base64.urlsafe_b64decode(cursor.encode("ascii") + b"=" * (-len(cursor) % 4))
        at, row = msgspec.json.decode(raw, type=tuple[int, str])
    except (binascii.Error, ValueError):
        raise bad_cursor() from None
    if not 0 <= at < LATEST or "\0" in row:
        raise bad_cursor()
    return PagePosition(at, row)


def bad_cursor() -> ApiError:
    """The error for a cursor that the server has not made."""
    return ApiError(400, "invalid", "before: give the `next` value of the previous page")
