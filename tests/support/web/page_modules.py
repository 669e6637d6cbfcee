"""The modules of the page, imported by a test into a browser."""

from __future__ import annotations

from typing import Any

import msgspec

from oddtrick.games import find_game
from oddtrick.web.static_files import BASE, files


def modules_base() -> str:
    """The address below which the modules of this version are."""
    return f"{BASE}{files().version}/"


def defaults_of(game: str) -> Any:
    """The default options of a game, as the page gets them."""
    return msgspec.to_builtins(find_game(game).options())
