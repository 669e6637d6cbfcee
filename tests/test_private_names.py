"""No file uses a private name of another package: those change without notice."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ALLOWED = {
    "os._exit": "documented",
    "asyncio._set_running_loop": "for event loops, as its docstring says: one browser, many tests",
    "asyncio._get_running_loop": "the same",
    "sys._getframe": "documented; to import inspect costs each process 20 ms",
    "sys.modules['random']._urandom": "the entropy of SystemRandom, which tests seed",
    "asyncio.events.Handle._run": "what is measured: how long the loop is held by one callback",
    "endplay._dds": "the solver that is measured, without endplay around it",
}
OURS = ("oddtrick", "tests", "server")
"""Packages whose private names are our own; ``server`` is a script of ``benchmarks/``."""

LOOKS_PRIVATE = re.compile(r"(?<!self)(?<!cls)\._[a-z]|import _[a-z]")
"""Parsing every file would take seconds."""


def is_private(name: str) -> bool:
    """Whether any part of a dotted name begins with one underscore."""
    return any(word.startswith("_") and not word.startswith("__") for word in name.split("."))


def private_names(tree: ast.Module) -> Iterator[str]:
    """Yields each private name of another package that is imported or read through an import."""
    imported: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            imported |= {one.asname or one.name.partition(".")[0]: one.name for one in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            imported |= {one.asname or one.name: f"{node.module}.{one.name}" for one in node.names}
    foreign = {at: name for at, name in imported.items() if name.split(".")[0] not in OURS}
    yield from filter(is_private, foreign.values())
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and is_private(node.attr):
            root, _, rest = ast.unparse(node).partition(".")
            if root in foreign:
                yield f"{foreign[root]}.{rest}"


def test_a_private_name_is_found_however_it_is_written() -> None:
    source = "import a._b, c as d\nfrom e import _f\nd._g.h(d.i)\nimport oddtrick\noddtrick._j"
    assert set(private_names(ast.parse(source))) == {"a._b", "e._f", "c._g"}


@pytest.mark.parametrize("folder", ["src", "tests", "benchmarks", "docs"])
def test_no_private_name_of_another_package_is_used(folder: str) -> None:
    found = {
        f"{file.relative_to(ROOT)}: {name}"
        for file in sorted((ROOT / folder).rglob("*.py"))
        if LOOKS_PRIVATE.search(text := file.read_text(encoding="utf-8"))
        for name in private_names(ast.parse(text))
        if name not in ALLOWED
    }
    assert found == set()
