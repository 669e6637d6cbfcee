"""Short English descriptions of JSON Schema types, for the cells of a table."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from oddtrick.server.docgen.struct_schemas import Schema

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
