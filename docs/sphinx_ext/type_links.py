"""Links from types to their classes, also from names that only type checkers import."""

from __future__ import annotations

import ast
import inspect
import re
import sys
from enum import Enum
from pkgutil import walk_packages
from typing import TYPE_CHECKING, Any

import oddtrick

if TYPE_CHECKING:
    from types import ModuleType

    from sphinx.application import Sphinx

_TYPE = re.compile(r"^(:vartype [^:]+:)(.*)$")
_NAME = re.compile(r"[A-Za-z_][\w.]*")


def import_checked_names(module: ModuleType) -> None:
    """Runs the imports that a module makes under ``if TYPE_CHECKING``.

    Without them the types of its signatures are only words, and a word such as ``Round`` may mean
    several classes.
    """
    for node in ast.parse(inspect.getsource(module)).body:
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            names = dict(vars(module))
            exec(compile(ast.Module(node.body, []), str(module.__file__), "exec"), names)  # noqa: S102
            for name, value in names.items():
                vars(module).setdefault(name, value)


def qualified_type(annotation: str, names: dict[str, Any]) -> str:
    """An annotation in which the package's own classes are named in full, as markup.

    >>> from oddtrick.cards import Card
    >>> qualified_type("Card | None", {"Card": Card})
    '~oddtrick.cards.Card | None'
    """

    def full(found: re.Match[str]) -> str:
        first, *rest = found[0].split(".")
        value = names.get(first)
        for attribute in rest:
            value = getattr(value, attribute, None)
        module = getattr(value, "__module__", None) or ""
        if isinstance(value, type) and module.startswith("oddtrick."):
            return f"~{module}.{value.__qualname__}"
        return found[0].replace("_", "\\_")

    return _NAME.sub(full, annotation)


def _prepare(app: Sphinx) -> None:
    walk = walk_packages(oddtrick.__path__, "oddtrick.")
    internal = ("oddtrick.__main__", "oddtrick.cli", "oddtrick.server", "oddtrick.terminal")
    for found in walk:
        if found.name.startswith(internal) or "._" in found.name:
            continue
        __import__(found.name)
        import_checked_names(sys.modules[found.name])


_ARRAY = re.compile(
    r"(?:~?numpy\.)?ndarray\[tuple\[(?:~?typing\.)?Any, \.\.\.\],"
    r" (?:~?numpy\.)?dtype\[(?:~?numpy\.)?(\w+)\]\]"
)


def short_arrays(types: str) -> str:
    """Types in which arrays are named as in the source.

    >>> short_arrays("numpy.ndarray[tuple[Any, ...], numpy.dtype[numpy.int8]] | None")
    'NDArray[int8] | None'
    """
    return _ARRAY.sub(r"NDArray[\1]", types)


def _shorten_signature(
    app: Sphinx, what: str, name: str, documented: object, options: object, *signature: str | None
) -> tuple[str | None, ...]:
    return tuple(each and short_arrays(each) for each in signature)


def _list_members(
    app: Sphinx, what: str, name: str, member: object, skip: bool, options: object
) -> bool | None:
    """Lists the members of an enumeration, also without a docstring; the 52 cards are too many."""
    return False if isinstance(member, Enum) and len(type(member)) < 20 else None


def _qualify_types(
    app: Sphinx, what: str, name: str, documented: object, options: object, lines: list[str]
) -> None:
    """Names the types of fields in full: napoleon writes them as the source does."""
    module = sys.modules.get(getattr(documented, "__module__", None) or "")
    if module is not None:
        lines[:] = [
            _TYPE.sub(
                lambda line: line[1] + qualified_type(short_arrays(line[2]), vars(module)), each
            )
            for each in lines
        ]


def setup(app: Sphinx) -> dict[str, bool]:
    """Registers the extension with Sphinx."""
    app.connect("builder-inited", _prepare)
    app.connect("autodoc-process-signature", _shorten_signature)
    app.connect("autodoc-skip-member", _list_members)
    app.connect("autodoc-process-docstring", _qualify_types, priority=600)  # after napoleon
    return {"parallel_read_safe": True, "parallel_write_safe": True}
