"""The bounds of what people enter for a drive: in commands, and in files that are opened."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from oddtrick.names import MAX_NAME

MAX_ENTRIES = 2_000
"""The greatest number of entries of a drive."""

MAX_LABEL = 20
"""The greatest length of the label of a group."""

Number = Annotated[int, Meta(ge=1, le=10_000)]
PlayerId = Annotated[int, Meta(ge=0, le=10_000)]
Money = Annotated[int, Meta(ge=0, le=10_000_000)]
Name = Annotated[str, Meta(min_length=1, max_length=MAX_NAME)]
TeamName = Annotated[str, Meta(max_length=MAX_NAME)]
EventName = Annotated[str, Meta(max_length=MAX_NAME)]
Label = Annotated[str, Meta(min_length=1, max_length=MAX_LABEL)]
Note = Annotated[str, Meta(max_length=200)]
Reason = Annotated[str, Meta(min_length=1, max_length=200)]
