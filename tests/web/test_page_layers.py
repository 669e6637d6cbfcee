"""Tests of the layers of the page's scripts: the table in ``CONTRIBUTING.md`` is the contract."""

from __future__ import annotations

import re
from graphlib import TopologicalSorter
from pathlib import Path
from posixpath import dirname, join, normpath

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "src/oddtrick/web/static"

COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
NAMED = re.compile(r'\b(?:from|import)\s*\(?\s*"(\.[^"]+)"')
"""Static and dynamic imports; in comments, the types of other modules."""

DECLARATIONS = {"wire/protocol", "drive/drive-types"}
"""Types without code, which every layer may name."""

SENDER = re.compile(r"\(\w+: \w*(?:Command|Contribution|TableAction)\) => ")
"""The type of a callback that sends a command or performs an action."""

SCRIPTS = {
    path.relative_to(STATIC).as_posix(): path.read_text(encoding="utf-8")
    for path in STATIC.rglob("*.js")
}


def _table() -> list[list[str]]:
    """The folders of each layer, from the top."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = text.partition("\n## The page\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (`[^|]+) \|", section, re.MULTILINE)
    return [re.findall(r"`([^`]+)`", row) for row in rows]


def _folder(name: str) -> str:
    """The folder of a module; the languages are parts of ``i18n``."""
    return re.sub(r"^i18n/.*", "i18n", dirname(name) or name)


def _imports(name: str, text: str) -> set[str]:
    return {normpath(join(dirname(name), each)) for each in NAMED.findall(text)} - DECLARATIONS


def test_every_folder_has_one_layer() -> None:
    folders = [folder for row in _table() for folder in row]
    assert sorted(folders) == sorted(set(map(_folder, SCRIPTS)))


def test_imports_go_to_the_own_folder_or_down() -> None:
    depth = {folder: at for at, row in enumerate(_table()) for folder in row}
    upward = [
        f"{name} imports {other}"
        for name, text in SCRIPTS.items()
        for other in _imports(name, text)
        if _folder(name) != _folder(other) and depth[_folder(name)] >= depth[_folder(other)]
    ]
    assert upward == []


def test_no_modules_import_each_other_in_a_circle() -> None:
    code = {name: COMMENT.sub("", text) for name, text in SCRIPTS.items()}
    TopologicalSorter({name: _imports(name, text) for name, text in code.items()}).prepare()


def test_nothing_is_handed_a_callback_that_sends() -> None:
    """From a click to the send there are names to follow: an event that bubbles, or one object."""
    assert [name for name, text in SCRIPTS.items() if SENDER.search(text)] == []
