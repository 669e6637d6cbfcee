"""Parts of endplay, a bridge library from PyPI that is used for comparison."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any


@cache
def endplay(part: str) -> Any:
    """Imports a part at first use, because it loads Matplotlib; by name, as it ships no types."""
    return import_module(f"endplay.{part}")
