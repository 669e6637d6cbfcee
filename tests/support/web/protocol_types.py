"""Generator of the protocol types for the page's scripts.

The type checker finds them beside the scripts (``rootDirs`` in ``tests/web/tsconfig.json``).
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec

from oddtrick.drive.live.commands import DriveCommand
from oddtrick.fair import Proof
from oddtrick.server.error_body import ErrorBody
from oddtrick.server.jobs.review_events import ReviewEvent
from oddtrick.server.protocol import ClientFrame, DriveFrame, LobbyFrame, TableFrame
from oddtrick.server.routes.accounts import Me
from oddtrick.server.routes.contacts import AcceptedInvitation, Acquaintances, Invitations
from oddtrick.server.routes.daily import Daily, DailyCalendar, DailyTable
from oddtrick.server.routes.drive_desk import DriveLog, ShownCard
from oddtrick.server.routes.drive_roles import DriveKeys, NewDriveKey, OnlineKey, PhoneKey
from oddtrick.server.routes.drives import (
    DriveAnswer,
    DriveRequest,
    MyDrives,
    NewDrive,
    OpenedDrive,
    ShownDrive,
)
from oddtrick.server.routes.games import Games, Levels
from oddtrick.server.routes.hall_mode import HallAccess, HallInfo
from oddtrick.server.routes.hints import HintResponse
from oddtrick.server.routes.player_stats import Leaderboard, Statistics
from oddtrick.server.routes.push import NewSubscription, PushState
from oddtrick.server.routes.records import Records
from oddtrick.server.routes.recovery import RecoveryCode
from oddtrick.server.routes.tables import MyTables, NewTable, OpenedTable
from oddtrick.server.work.drives import DrivePreview, PreviewedDrive
from oddtrick.server.work.season import Season
from oddtrick.server.work.uploaded_records import Replay
from oddtrick.tables.commands import PlayerCommand
from oddtrick.tables.decision_practice import Practice

ROOT = Path(__file__).parents[3]
FILE = ROOT / "build/page-types/wire/protocol.d.ts"

UNIONS = {
    "ClientFrame": ClientFrame,
    "TableFrame": TableFrame,
    "LobbyFrame": LobbyFrame,
    "DriveFrame": DriveFrame,
    "DriveCommand": DriveCommand,
    "PlayerCommand": PlayerCommand,
    "ReviewEvent": ReviewEvent,
}
OVER_HTTP = (
    AcceptedInvitation,
    Acquaintances,
    Invitations,
    NewSubscription,
    PushState,
    Daily,
    DailyCalendar,
    DailyTable,
    DriveAnswer,
    DriveKeys,
    DriveLog,
    DrivePreview,
    DriveRequest,
    MyDrives,
    NewDrive,
    NewDriveKey,
    OnlineKey,
    OpenedDrive,
    PhoneKey,
    PreviewedDrive,
    HallAccess,
    HallInfo,
    Season,
    ShownCard,
    ShownDrive,
    Leaderboard,
    Games,
    HintResponse,
    Levels,
    Me,
    MyTables,
    NewTable,
    OpenedTable,
    Proof,
    Records,
    RecoveryCode,
    ErrorBody,
    Practice,
    Replay,
    Statistics,
)

PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean"}


def write_protocol_types() -> None:
    """Writes what goes over the wire as TypeScript declarations."""
    types = [*UNIONS.values(), *OVER_HTTP]
    roots, named = msgspec.json.schema_components(types, ref_template="{name}")
    unions = zip(UNIONS, roots, strict=False)
    parts = [f"export type {name} = {_type(root)};\n" for name, root in unions]
    parts += [_interface(name, named[name]) for name in sorted(named)]
    FILE.parent.mkdir(parents=True, exist_ok=True)
    FILE.write_text("\n".join(parts), encoding="utf-8")


def _interface(name: str, schema: dict[str, Any]) -> str:
    if "properties" not in schema:
        return f"export type {name} = {_type(schema)};\n"
    required = set(schema.get("required", ()))
    lines = [f"export interface {name} {{"]
    for field, schema_of_field in schema["properties"].items():
        mark = "" if field in required else "?"
        lines.append(f"  {field}{mark}: {_type(schema_of_field)};")
    return "\n".join([*lines, "}\n"])


def _type(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"])
    if "const" in schema or "enum" in schema:
        return " | ".join(map(json.dumps, schema.get("enum") or [schema["const"]]))
    if "anyOf" in schema:
        return " | ".join(map(_type, schema["anyOf"]))
    kind = schema.get("type")
    if kind == "array":
        return _array(schema)
    if kind == "object":
        return "Record<string, any>"
    return PLAIN.get(str(kind), "null" if kind == "null" else "any")


def _array(schema: dict[str, Any]) -> str:
    if "prefixItems" in schema:
        return f"[{', '.join(map(_type, schema['prefixItems']))}]"
    inner = _type(schema["items"]) if isinstance(schema.get("items"), dict) else "any"
    return f"({inner})[]" if " " in inner else f"{inner}[]"
