"""One JSON Schema document of all frames of the protocol."""

from __future__ import annotations

from typing import Any

import msgspec

from oddtrick.drive.live.commands import DriveCommand
from oddtrick.server.docgen.struct_schemas import Schema, schemas_of
from oddtrick.server.protocol import PROTOCOL, ClientFrame, DriveFrame, LobbyFrame, TableFrame

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
