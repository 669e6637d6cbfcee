"""JSON Schemas of structs and of all frames, with field descriptions from their docstrings."""

from __future__ import annotations

import inspect as python_inspect
import re
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from msgspec import inspect

from oddtrick.drive.live.commands import DriveCommand
from oddtrick.server.protocol import PROTOCOL, ClientFrame, DriveFrame, LobbyFrame, TableFrame

Schema = dict[str, Any]

_ARGS = re.compile(r"\n\s*Args:\n", re.MULTILINE)
_ARG = re.compile(r"^ {4}(\w+): (.*(?:\n {5,}.*)*)", re.MULTILINE)
_SECTION = re.compile(r"\n+(?:Raises|Returns|Yields):\n.*", re.DOTALL)


def schemas_of(types: Iterable[Any], refer: str) -> tuple[list[Schema], dict[str, Schema]]:
    """Returns the schemas of types, and the schemas of all structs in them by name.

    Args:
        types: structs, unions, or any other types that msgspec can encode as JSON.
        refer: the template of references, as in ``#/$defs/{name}``.
    """
    wanted = list(types)
    roots, named = msgspec.json.schema_components(wanted, ref_template=refer)
    for struct in structs_in(wanted):
        if struct.__name__ in named:
            _describe(named[struct.__name__], struct)
    return list(roots), named


def structs_in(types: Iterable[Any]) -> dict[type[Any], None]:
    """Returns all structs within the types, in the order of their first use."""
    found: dict[type[Any], None] = {}
    for info in inspect.multi_type_info(list(types)):
        _collect(info, found)
    return found


def _collect(info: inspect.Type, found: dict[type[Any], None]) -> None:
    if isinstance(info, inspect.StructType):
        if info.cls in found:
            return
        found[info.cls] = None
        for field in info.fields:
            _collect(field.type, found)
        return
    for inner in _inner(info):
        _collect(inner, found)


def _inner(info: inspect.Type) -> Iterator[inspect.Type]:
    match info:
        case inspect.Metadata():
            yield info.type
        case inspect.UnionType():
            yield from info.types
        case inspect.TupleType():
            yield from info.item_types
        case inspect.CollectionType():
            yield info.item_type
        case inspect.DictType():
            yield info.value_type


def _describe(schema: Schema, struct: type[Any]) -> None:
    schema["description"], meanings = parse_docstring(struct)
    for name, field in schema.get("properties", {}).items():
        if name in meanings:
            field["description"] = meanings[name]


def parse_docstring(struct: type[Any]) -> tuple[str, dict[str, str]]:
    """Parses a struct's docstring into its description and the descriptions of its fields.

    Fields that it does not describe are those of its bases, described there.

    >>> from oddtrick.server.protocol import Done
    >>> parse_docstring(Done)[1]["re"]
    "the client's id of the command"
    """
    base = struct.__mro__[1]
    meanings = {} if base is msgspec.Struct else parse_docstring(base)[1]
    text = python_inspect.cleandoc(struct.__doc__ or "")
    what, *rest = _ARGS.split(_SECTION.sub("", text), maxsplit=1)
    if rest:
        meanings |= {name: _in_json(words) for name, words in _ARG.findall(rest[0])}
    return _plain(what), meanings


def _in_json(words: str) -> str:
    """Converts a description for readers of JSON: None becomes null."""
    words = re.sub(r"``([^`]*)``", r"`\1`", words)
    return re.sub(r"\bNone\b", "null", " ".join(words.split())).rstrip(".")


def _plain(words: str) -> str:
    """Converts paragraphs of a docstring to Markdown."""
    paragraphs = [_in_json(part) for part in re.split(r"\n\s*\n", words.strip())]
    return "\n\n".join(f"{part}." for part in paragraphs if part)


FRAMES: dict[str, Any] = {
    "ClientFrame": ClientFrame,
    "TableFrame": TableFrame,
    "LobbyFrame": LobbyFrame,
    "DriveFrame": DriveFrame,
}
"""The frames that may be sent by a client, by a table, by the lobby, by a whist drive."""

ROOTS: dict[str, Any] = {**FRAMES, "DriveCommand": DriveCommand}
"""The frames, and the commands of whist drives, which go over HTTP."""

_TOLD = {
    "ClientFrame": "A frame sent by a client, to a table, to the lobby or to a whist drive.",
    "TableFrame": "A frame sent by the socket of a table.",
    "LobbyFrame": "A frame sent by the socket of the lobby.",
    "DriveFrame": "A frame sent by the socket of a whist drive.",
    "DriveCommand": "A command of a whist drive, sent over HTTP.",
}


def frames_schema() -> Schema:
    """Returns the schema of all frames (JSON Schema 2020-12), with named types in ``$defs``.

    The commands of whist drives are among these.
    """
    roots, named = schemas_of(ROOTS.values(), "#/$defs/{name}")
    unions = {
        name: {"title": name, "description": _TOLD[name], **root}
        for name, root in zip(ROOTS, roots, strict=True)
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Oddtrick protocol, version {PROTOCOL}",
        "description": "One frame of the WebSocket of a table, of the lobby or of a whist drive.",
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in FRAMES],
        "$defs": {**unions, **named},
    }


def frames_schema_json() -> str:
    """Returns the text of ``docs/protocol.schema.json``."""
    return msgspec.json.format(msgspec.json.encode(frames_schema()), indent=1).decode() + "\n"
