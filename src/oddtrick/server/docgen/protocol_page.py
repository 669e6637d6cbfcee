"""Fills in ``docs/protocol.md`` with a table of fields and an example for every message."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, get_args

from oddtrick.drive.live.commands import DriveCommand
from oddtrick.server import protocol
from oddtrick.server.docgen import frame_examples
from oddtrick.server.docgen.drive_examples import ROLES, drive_examples
from oddtrick.server.docgen.schemas import ROOTS, Schema, frames_schema
from oddtrick.tables.commands import PlayerCommand

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


VISIBLE = "^[!-~]+$"
"""The pattern of a command's id."""

HEX = "^[0-9a-f]{64}$"


REFER = "#/$defs/"


def describe_type(schema: Schema, headings: Mapping[str, str] | None = None) -> str:
    """Describes the type of a field.

    Args:
        schema: the field's schema.
        headings: the headings of structs that are not documented under their names.

    >>> describe_type({"type": "integer", "minimum": 0, "maximum": 7})
    'number, 0 to 7'
    >>> describe_type({"anyOf": [{"type": "array", "items": {"type": "string"}}, {"type": "null"}]})
    'list of text, or null'
    """
    headings = headings or {}
    if "$ref" in schema:
        name = str(schema["$ref"]).removeprefix(REFER)
        return _linked(headings.get(name, name))
    if "enum" in schema:
        return ", ".join(f"`{json.dumps(value)}`" for value in schema["enum"])
    if "anyOf" in schema:
        return _either(schema["anyOf"], headings)
    match schema.get("type"):
        case "array":
            text = _list(schema, headings)
        case "integer":
            text = "number" + _bounds(schema)
        case "string":
            text = _text(schema)
        case kind:
            text = _PLAIN.get(str(kind), "object")
    return text


_PLAIN = {"boolean": "true or false", "null": "null", "number": "number, also with a fraction"}


def _linked(name: str) -> str:
    return f"[{name}](#{name.lower()})"


def _either(options: list[Schema], headings: Mapping[str, str]) -> str:
    text = [describe_type(option, headings) for option in options]
    if text[-1] == "null":
        return f"{' or '.join(text[:-1])}, or null"
    return " or ".join(text)


def _list(schema: Schema, headings: Mapping[str, str]) -> str:
    if "prefixItems" in schema:
        items = ", ".join(describe_type(item, headings) for item in schema["prefixItems"])
        return f"[{items}]"
    return f"list of {describe_type(schema.get('items') or {}, headings)}"


def _bounds(schema: Schema) -> str:
    least, most = schema.get("minimum"), schema.get("maximum")
    if least is not None and most is not None:
        return f", {least} to {most}"
    return "" if least is None else f", {least} or more"


def _text(schema: Schema) -> str:
    if schema.get("pattern") == HEX:
        return "64 hexadecimal digits, `0-9a-f`"
    least, most = schema.get("minLength"), schema.get("maxLength")
    if most is None:
        return "text"
    if schema.get("pattern") == VISIBLE:
        return f"text, {least} to {most} visible ASCII characters: `!` to `~`, no spaces"
    return f"text, {least} to {most} characters" if least else f"text, at most {most} characters"


def describe_default(schema: Schema) -> str:
    """Describes the default of a field; ``""`` if the field is required."""
    return f"default: `{json.dumps(schema['default'])}`" if "default" in schema else ""


def format_json(value: object, width: int = 96, indent: int = 0) -> str:
    """Formats JSON for people: values that fit are kept on one line.

    >>> print(format_json({"type": "done", "re": "c7"}, width=20))
    {
      "type": "done",
      "re": "c7"
    }
    """
    flat = json.dumps(value, ensure_ascii=False)
    if len(flat) + indent <= width or _is_plain(value):
        return flat
    pad, deeper = " " * indent, " " * (indent + 2)
    if isinstance(value, dict):
        lines = [
            f"{deeper}{json.dumps(key)}: {format_json(part, width - len(key) - 5, indent + 2)}"
            for key, part in value.items()
        ]
        return "{\n" + ",\n".join(lines) + f"\n{pad}}}"
    assert isinstance(value, list)
    lines = [f"{deeper}{format_json(part, width - 1, indent + 2)}" for part in value]
    return "[\n" + ",\n".join(lines) + f"\n{pad}]"


def _is_plain(value: object) -> bool:
    """Tells whether a value is a scalar or a flat list."""
    if isinstance(value, list):
        return not any(isinstance(part, (dict, list)) for part in value)
    return not isinstance(value, dict)
