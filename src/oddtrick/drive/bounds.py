"""The bounds of what people enter for a drive: in commands, and in files that are opened."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

MAX_NAME = 80
"""The greatest length of a name, in characters: two long names who share a seat."""

MAX_ENTRIES = 2_000
"""The greatest number of entries of a drive."""

Number = Annotated[int, Meta(ge=1, le=10_000)]
PlayerId = Annotated[int, Meta(ge=0, le=10_000)]
Money = Annotated[int, Meta(ge=0, le=10_000_000)]
Name = Annotated[str, Meta(min_length=1, max_length=MAX_NAME)]
EventName = Annotated[str, Meta(max_length=MAX_NAME)]
Note = Annotated[str, Meta(max_length=200)]
Reason = Annotated[str, Meta(min_length=1, max_length=200)]
