"""Fills in ``docs/protocol.md`` with a table of fields and an example for every message."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, get_args

from oddtrick.drive.live.commands import DriveCommand
from oddtrick.server import protocol
from oddtrick.server.docgen import frame_examples
from oddtrick.server.docgen.drive_examples import ROLES, drive_examples
from oddtrick.server.docgen.frame_schema import ROOTS, frames_schema
from oddtrick.server.docgen.schema_text import describe_default, describe_type, format_json
from oddtrick.tables.commands import PlayerCommand

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from oddtrick.server.docgen.struct_schemas import Schema

_PART = re.compile(
    r"(<!-- (client|commands|server|drive-commands|parts) -->\n).*?(<!-- /\2 -->)", re.DOTALL
)


def fill_page(text: str) -> str:
    """Returns the page with the text between its markers regenerated."""
    return _PART.sub(lambda found: f"{found[1]}\n{_SECTIONS[found[2]]()}\n{found[3]}", text)


def _named(types: Iterable[Any]) -> list[str]:
    return [each.__name__ for each in types]


CLIENT = _named(get_args(protocol.ClientFrame))
COMMANDS = _named(get_args(PlayerCommand))
DRIVE_COMMANDS = _named(get_args(DriveCommand))
SERVER = list(
    dict.fromkeys(
        _named(
            (
                *get_args(protocol.TableFrame),
                *get_args(protocol.LobbyFrame),
                *get_args(protocol.DriveFrame),
            )
        )
    )
)


def _messages(names: Iterable[str], shown: Iterable[tuple[type[Any], Any]]) -> str:
    """Formats messages, each under its tag."""
    schemas = frames_schema()["$defs"]
    encoded = {struct.__name__: frame_examples.to_json(example) for struct, example in shown}
    return "\n".join(
        "\n".join(_section(_tag(schemas[name]), schemas[name], encoded[name])) for name in names
    )


def _commands() -> str:
    """Formats the commands."""
    schemas = frames_schema()["$defs"]
    lines: list[str] = []
    for struct, example in frame_examples.commands():
        schema = schemas[struct.__name__]
        lines += _section(_tag(schema), schema, frame_examples.to_json(example))
    return "\n".join(lines)


def _drive_commands() -> str:
    """Formats the commands of drives, with those who may give them and what refuses them."""
    schemas = frames_schema()["$defs"]
    lines: list[str] = []
    for each in drive_examples():
        schema = schemas[type(each.command).__name__]
        # A table has commands of the same names.
        title = f"{_tag(schema)} (drive)"
        lines += _section(title, schema, frame_examples.to_json(each.command))
        by = " or ".join(ROLES[role] for role in each.roles)
        changed = "; refused with `conflict` if somebody else has changed the same"
        lines += [f"Given by {by}{changed if each.conflicts else ''}.", ""]
        if each.refusals:
            lines += ["| refused with | for example |", "| --- | --- |"]
            lines += [f"| {status} `{code}` | {text} |" for status, code, text in each.refusals]
            lines.append("")
    return "\n".join(lines)


def _parts() -> str:
    """Formats the types used in messages."""
    schemas = frames_schema()["$defs"]
    messages = {
        *CLIENT,
        *COMMANDS,
        *DRIVE_COMMANDS,
        *SERVER,
        *ROOTS,
    }
    lines: list[str] = []
    for name, schema in schemas.items():
        if name not in messages:
            lines += _section(name, schema, None)
    return "\n".join(lines)


def _tag(schema: Schema) -> str:
    tag: str = schema["properties"]["type"]["enum"][0]
    return tag


def _section(title: str, schema: Schema, example: Any) -> Iterator[str]:
    yield f"### {title}"
    yield ""
    yield str(schema["description"])
    yield ""
    rows = list(_rows(schema))
    if rows:
        yield "| field | type | meaning |"
        yield "| --- | --- | --- |"
        yield from rows
        yield ""
    if example is not None:
        yield "```json"
        yield format_json(example)
        yield "```"
        yield ""


def _headings() -> dict[str, str]:
    schemas = frames_schema()["$defs"]
    return {name: _tag(schemas[name]) for name in (*CLIENT, *COMMANDS, *SERVER)}


def _rows(schema: Schema) -> Iterator[str]:
    headings = _headings()
    for name, field in schema["properties"].items():
        if name == "type" and "description" not in field and len(schema["properties"]) == 1:
            return
        meaning = field.get("description", "the kind of message" if name == "type" else "")
        if not meaning[1:2].isupper():
            meaning = meaning[:1].lower() + meaning[1:]
        meaning = meaning.rstrip(".")
        text = "; ".join(filter(None, (meaning, describe_default(field))))
        yield f"| `{name}` | {_holds(field, headings)} | {text} |"


def _holds(field: Schema, headings: dict[str, str]) -> str:
    if len(field.get("anyOf", ())) == len(COMMANDS):
        return "one of [the commands](#the-commands)"
    return describe_type(field, headings)


_SECTIONS: dict[str, Callable[[], str]] = {
    "client": lambda: _messages(CLIENT, frame_examples.iter_examples()),
    "commands": _commands,
    "drive-commands": _drive_commands,
    "server": lambda: _messages(SERVER, frame_examples.iter_examples()),
    "parts": _parts,
}
