"""The page for helpers at the door: what they do at the desk, in the words of its buttons."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from oddtrick.drive.sheets.print_options import Language
    from oddtrick.drive.sheets.printable_event import Event, Fields


@cache
def _texts() -> dict[Language, Fields]:
    text = (files("oddtrick.drive.sheets") / "helper_instructions.json").read_text("utf-8")
    texts: dict[Language, Fields] = json.loads(text)
    return texts


def helpers_sheet(event: Event) -> Fields:
    """Returns the steps at the door and what to do when something is unclear."""
    return _texts()[event.words.language]
