"""Docstrings of constants and properties as they are written.

Napoleon takes the words before a colon for a type: in "The number of actions: a card, or a suit".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx

KINDS = frozenset({"attribute", "data", "property"})

_written: dict[str, list[str]] = {}


def _has_sections(lines: list[str]) -> bool:
    return any(line in {"Args:", "Raises:", "Returns:", "Yields:"} for line in lines)


def _remember(
    app: Sphinx, what: str, name: str, documented: object, options: object, lines: list[str]
) -> None:
    if what in KINDS and not _has_sections(lines):
        _written[name] = list(lines)


def _restore(
    app: Sphinx, what: str, name: str, documented: object, options: object, lines: list[str]
) -> None:
    lines[:] = _written.pop(name, lines)


def setup(app: Sphinx) -> dict[str, bool]:
    """Registers the extension with Sphinx."""
    app.connect("autodoc-process-docstring", _remember, priority=400)  # before napoleon
    app.connect("autodoc-process-docstring", _restore, priority=600)  # and after it
    return {"parallel_read_safe": True, "parallel_write_safe": True}
