"""Everything that the documentation shows passes a strict type checker."""

from __future__ import annotations

import ast
import doctest
import inspect
import pkgutil
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from textwrap import indent
from types import ModuleType

import pytest
from mypy import api

import oddtrick

ROOT = Path(__file__).parents[1]
PAGES = ("README.md", "CONTRIBUTING.md", "docs/*.md")
_BLOCK = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)


def page_modules() -> Iterator[tuple[str, str]]:
    """Yields a module for each page: its blocks in order, on the lines where they stand."""
    for page in sorted(page for pattern in PAGES for page in ROOT.glob(pattern)):
        text = page.read_text(encoding="utf-8")
        lines = [""] * (text.count("\n") + 1)
        for block in _BLOCK.finditer(text):
            first = text.count("\n", 0, block.start(1))
            code = block[1].splitlines()
            lines[first : first + len(code)] = code
        if any(lines):
            yield f"{page.stem.lower().replace('-', '_')}_md", "\n".join(lines) + "\n"


def docstring_modules() -> Iterator[tuple[str, str]]:
    """Yields a module for each module with examples in docstrings, each in a function."""
    finder = doctest.DocTestFinder(exclude_empty=True)
    for info in pkgutil.walk_packages(oddtrick.__path__, "oddtrick."):
        if info.name.endswith("__main__") or info.name.startswith("oddtrick.server"):
            continue  # the server's modules are no library
        module = import_module(info.name)
        found = [each for each in finder.find(module, info.name) if each.examples]
        if found:
            functions = [_function(module, number, each) for number, each in enumerate(found)]
            yield info.name.replace(".", "_"), "\n\n".join(functions)


def _function(module: ModuleType, number: int, found: doctest.DocTest) -> str:
    code = "".join(example.source for example in found.examples)
    names = {node.id for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Name)}
    imports = [_import(module, name) for name in sorted(names) if name in vars(module)]
    body = indent("\n".join([*imports, code]), "    ")
    return f"def example_{number}() -> None:  # {found.name}\n{body}"


def _import(module: ModuleType, name: str) -> str:
    """The import that gives an example a name of its module, from the place that defines it."""
    value = getattr(module, name)
    if inspect.ismodule(value):
        return f"import {value.__name__} as {name}"
    home = getattr(value, "__module__", None)
    if not isinstance(home, str) or getattr(import_module(home), name, None) is not value:
        home = module.__name__
    return f"from {home} import {name}"


@pytest.mark.whole
def test_every_example_passes_strict_type_checking(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    modules = {**dict(page_modules()), **dict(docstring_modules())}
    # Its libraries are not installed here. Pyright looks at it, and the tests of the extras run it.
    del modules["training_libraries_md"]
    assert {"readme_md", "tutorial_md", "oddtrick_cards"} <= set(modules)
    for name, code in modules.items():
        (tmp_path / f"{name}.py").write_text(code, encoding="utf-8")
    monkeypatch.chdir(ROOT)  # the configuration and the cache of `make check`
    out, err, _ = api.run([*map(str, sorted(tmp_path.glob("*.py"))), "--no-pretty"])
    assert out.startswith("Success"), out.replace(str(tmp_path), "") + err
