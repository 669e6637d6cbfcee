"""The schema of every frame of the protocol, in one document that programs can read."""

from __future__ import annotations

from typing import Any

import msgspec

from oddtrick.server.docgen.struct_schemas import Schema, schemas_of
from oddtrick.server.protocol import PROTOCOL, ClientFrame, LobbyFrame, TableFrame

ROOTS: dict[str, Any] = {
    "ClientFrame": ClientFrame,
    "TableFrame": TableFrame,
    "LobbyFrame": LobbyFrame,
}
"""What may be sent: by a client, by a table, by the lobby."""

_TOLD = {
    "ClientFrame": "What a client sends, to a table or to the lobby.",
    "TableFrame": "What the socket of a table sends.",
    "LobbyFrame": "What the socket of the lobby sends.",
}


def frames_schema() -> Schema:
    """Every frame as JSON Schema of 2020-12; ``$defs`` has each by name, and each part of one."""
    roots, named = schemas_of(ROOTS.values(), "#/$defs/{name}")
    unions = {
        name: {"title": name, "description": _TOLD[name], **root}
        for name, root in zip(ROOTS, roots, strict=True)
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Oddtrick protocol, version {PROTOCOL}",
        "description": "One frame of the WebSocket of a table or of the lobby.",
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in ROOTS],
        "$defs": {**unions, **named},
    }


def frames_schema_json() -> str:
    """The same as the text of ``docs/protocol.schema.json``."""
    return msgspec.json.format(msgspec.json.encode(frames_schema()), indent=1).decode() + "\n"
