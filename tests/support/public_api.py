"""The public names of the package, with their signatures, read from the source.

``python -m tests.support.public_api`` writes them into ``tests/data/public_api``, a file for each
module that has a page in the API reference (``docs/versions.md`` has the promise).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import griffe

ROOT = Path(__file__).parents[2]
STORED = ROOT / "tests" / "data" / "public_api"


def public_modules() -> list[str]:
    """The package itself, and the modules with a page in the API reference."""
    pages = {page.stem for page in (ROOT / "docs" / "api").glob("*.md")} - {"index"}
    return ["oddtrick", *(f"oddtrick.{name}" for name in sorted(pages))]


@cache
def _package() -> griffe.Module:
    loader = griffe.GriffeLoader(search_paths=[ROOT / "src"], allow_inspection=False)
    package = loader.load("oddtrick")
    loader.resolve_aliases(implicit=False, external=False)
    assert isinstance(package, griffe.Module)
    return package


def _module(name: str) -> griffe.Module:
    found = _package() if name == "oddtrick" else _package()[name.removeprefix("oddtrick.")]
    assert isinstance(found, griffe.Module)
    return found


def public_names(name: str) -> list[str]:
    """The public names of a module: those it exports, or all that it defines."""
    module = _module(name)
    if module.exports is not None:
        return [str(each) for each in module.exports]
    defined = (each for each in module.members.values() if not each.is_alias)
    return [each.name for each in defined if not each.name.startswith("_") and not each.is_module]


def listing(name: str) -> list[str]:
    """The public names of a module, each with its signature; the members of classes indented."""
    module = _module(name)
    return [line for each in sorted(public_names(name)) for line in _lines(module.members[each])]


def _lines(member: griffe.Object | griffe.Alias, indent: str = "") -> Iterator[str]:
    target = member.final_target if isinstance(member, griffe.Alias) else member
    if isinstance(target, griffe.Class):
        bases = ", ".join(str(base) for base in target.bases)
        yield f"{indent}class {member.name}({bases})"
        for name, inner in target.members.items():
            if name == "__init__" or not name.startswith("_"):
                yield from _lines(inner, indent + "    ")
    elif isinstance(target, griffe.Function):
        kinds = sorted(target.labels & {"classmethod", "staticmethod", "async"})
        signature = target.signature(name=member.name)
        yield f"{indent}{''.join(f'{kind} ' for kind in kinds)}{signature}"
    elif isinstance(target, griffe.Attribute):
        kind = "property " if "property" in target.labels else ""
        given = f": {target.annotation}" if target.annotation is not None else ""
        default = " = …" if indent and target.value is not None and not kind else ""
        yield f"{indent}{kind}{member.name}{given}{default}"
    else:
        yield f"{indent}module {member.name}"


def changes(name: str) -> list[str]:
    """The differences from the stored list: lines that are gone, and lines that are new."""
    file = STORED / f"{name}.txt"
    stored = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return compared(name, stored, listing(name))


def compared(name: str, stored: list[str], current: list[str]) -> list[str]:
    """The differences of two listings, each line with the class that it belongs to."""
    old, new = list(_with_class(stored)), list(_with_class(current))
    gone = [f"{name}: gone: {line}" for line in old if line not in new]
    return gone + [f"{name}: new: {line}" for line in new if line not in old]


def _with_class(lines: list[str]) -> Iterator[str]:
    path: list[str] = []
    for line in lines:
        depth = (len(line) - len(line.lstrip())) // 4
        del path[depth:]
        text = line.strip()
        yield ".".join([*path, text])
        if text.startswith("class "):
            path.append(text.removeprefix("class ").partition("(")[0])


def main() -> None:
    """Writes the lists."""
    STORED.mkdir(exist_ok=True)
    modules = public_modules()
    sys.stdout.writelines(f"{change}\n" for name in modules for change in changes(name))
    for file in STORED.glob("*.txt"):
        if file.stem not in modules:
            file.unlink()
    for name in modules:
        text = "".join(f"{line}\n" for line in listing(name))
        (STORED / f"{name}.txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
