"""Docstrings of constants for the packages that export them.

Sphinx finds the docstring of a constant only in the module that assigns it, and leaves out a name
without one. A package such as ``oddtrick.match`` exports constants of its modules.
"""

from __future__ import annotations

import ast
from pathlib import Path
from pkgutil import walk_packages
from typing import TYPE_CHECKING

from sphinx.pycode import ModuleAnalyzer

import oddtrick

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def docstring_of(module: str, name: str) -> list[str]:
    """The docstring of a constant, where it is assigned; empty: it has none there.

    >>> docstring_of("oddtrick.match", "CHANCE")[0].split(",")[0]
    '``to_act`` where neither a person nor a bot acts: cards are dealt or cut.'
    """
    analyzer = ModuleAnalyzer.for_module(module)
    analyzer.analyze()
    found = analyzer.attr_docs.get(("", name))
    if found:
        return found
    for node in ast.walk(ast.parse(analyzer.code)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("oddtrick."):
            for alias in node.names:
                if (alias.asname or alias.name) == name:
                    return docstring_of(str(node.module), alias.name)
    return []


def _describe_constants(app: Sphinx) -> None:
    for found in walk_packages(oddtrick.__path__, "oddtrick."):
        if found.ispkg and (Path(app.srcdir) / "api" / f"{found.name[9:]}.md").exists():
            analyzer = ModuleAnalyzer.for_module(found.name)
            analyzer.analyze()
            for name in getattr(__import__(found.name, fromlist=["*"]), "__all__", ()):
                docstring = docstring_of(found.name, name)
                if docstring:
                    analyzer.attr_docs.setdefault(("", name), docstring)


def setup(app: Sphinx) -> dict[str, bool]:
    """Registers the extension with Sphinx."""
    app.connect("builder-inited", _describe_constants)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
