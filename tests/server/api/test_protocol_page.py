"""``docs/protocol.md`` and the schema of the protocol match its types."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, get_args

import jsonschema_rs
import msgspec
import pytest

from oddtrick.drive.late_seats import SeatShared
from oddtrick.drive.live.commands import DriveCommand
from oddtrick.drive.live.decide import ALLOWED
from oddtrick.drive.live.refusals import (
    ChangedMeanwhile,
    CommandNotAllowed,
    DriveRefused,
    RoundIsOver,
)
from oddtrick.errors import OddtrickError
from oddtrick.server import protocol
from oddtrick.server.docgen.schemas import frames_schema, frames_schema_json
from oddtrick.server.errors import ERROR_KINDS
from oddtrick.server.store.database_errors import StoreUnavailable
from oddtrick.tables.commands import PlayerCommand
from tests.support.server.validate_schemas import check_frame

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "protocol.md").read_text("utf-8")
SCHEMAS = frames_schema()["$defs"]
EXAMPLES = re.findall(r"^```json\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
DRIVE_ERRORS = (ChangedMeanwhile, CommandNotAllowed, DriveRefused, RoundIsOver)
REFUSALS = re.compile(r'(?:CommandRefused|ApiError|refuse)\(\s*(?:\w+(?:\.\w+)?, )?"([a-z-]+)"')


def test_the_protocol_schema_is_up_to_date() -> None:
    written = (ROOT / "docs" / "protocol.schema.json").read_text("utf-8")
    assert written == frames_schema_json(), "run `make docs`"
    jsonschema_rs.meta.validate(json.loads(written))


def test_every_field_is_documented() -> None:
    undocumented = [
        (name, field)
        for name, schema in SCHEMAS.items()
        for field, described in schema.get("properties", {}).items()
        if field != "type" and not described.get("description")
    ]
    assert undocumented == []


def test_every_message_is_listed() -> None:
    _, _, *rows = PAGE.partition("| messages |")[2].partition("\n\n")[0].splitlines()
    listed = [re.findall(r"`([a-z-]+)`", row.split("|")[2]) for row in rows]
    kinds = (
        protocol.ClientFrame,
        protocol.TableFrame,
        protocol.LobbyFrame,
        protocol.DriveFrame,
        PlayerCommand,
        DriveCommand,
    )
    assert listed == [list(map(protocol_tag, get_args(kind))) for kind in kinds]


@pytest.mark.parametrize("text", EXAMPLES)
def test_the_examples_on_the_page_are_messages(text: str) -> None:
    example = json.loads(text)
    roots = ("ClientFrame", "TableFrame", "LobbyFrame", "DriveFrame")
    valid = [root for root in roots if fits(example, root)]
    assert valid
    if valid == ["ClientFrame"]:
        msgspec.json.decode(text, type=protocol.ClientFrame)


def protocol_tag(struct: Any) -> str:
    tag: str = struct.__struct_config__.tag
    return tag


def fits(example: Any, root: str) -> bool:
    try:
        check_frame(example, root)
    except jsonschema_rs.ValidationError:
        return False
    return True


def test_a_frame_with_an_extra_field_does_not_match_the_schema() -> None:
    assert fits({"type": "pong", "now": 1}, "TableFrame")
    assert not fits({"type": "pong", "now": 1, "hand": ["AS"]}, "TableFrame")


def test_every_error_code_is_documented() -> None:
    source = ROOT / "src" / "oddtrick"
    files = [*(source / "tables").glob("*.py"), *(source / "server" / "sockets").glob("*.py")]
    codes = {code for file in files for code in REFUSALS.findall(file.read_text("utf-8"))}
    assert len(codes) > 20
    assert {code for code in codes if f"`{code}`" not in PAGE} == set()


def test_the_commands_of_drives_are_described_with_what_refuses_them() -> None:
    part = PAGE.partition("## The commands of drives")[2]
    documented = set(re.findall(r"^\| (\d+) \| `([a-z-]+)` \|", part, re.MULTILINE))
    raised = {
        (str(kind.status), kind.code)
        for error, kind in ERROR_KINDS.items()
        if error in (SeatShared, OddtrickError, StoreUnavailable) or issubclass(error, DRIVE_ERRORS)
    }
    assert raised <= documented
    at_the_door = [
        ROOT / f"src/oddtrick/server/drives/{name}.py" for name in ("access", "drive_keys")
    ]
    codes = {code for file in at_the_door for code in REFUSALS.findall(file.read_text("utf-8"))}
    assert codes <= {code for _, code in documented}
    for role, commands in (
        ("scorer", set(get_args(DriveCommand)) - ALLOWED["scorer"]),
        ("phone", ALLOWED["captain"]),
    ):
        row = re.search(rf"^\| {role}.*", part, re.MULTILINE)
        assert row
        assert set(re.findall(r"`([a-z-]+)`", row[0])) == set(map(protocol_tag, commands))


def test_links_on_the_page_resolve() -> None:
    headings = {
        re.sub(r"[^\w -]", "", line).strip().lower().replace(" ", "-")
        for line in re.findall(r"^#+ (.*)$", PAGE, re.MULTILINE)
    }
    assert set(re.findall(r"\]\(#([\w-]+)\)", PAGE)) <= headings


def test_the_page_says_what_a_command_id_may_contain() -> None:
    decoder = msgspec.json.Decoder(protocol.Command)
    command = '{"type":"command","id":%s,"command":{"type":"ready"}}'
    for id_ in ("!", "~" * 64, "c1"):
        assert decoder.decode(command % json.dumps(id_)).id == id_
    for id_ in ("", "c 1", "\u00e9", "~" * 65, "\n"):
        with pytest.raises(msgspec.ValidationError):
            decoder.decode(command % json.dumps(id_))
    assert "1 to 64 visible ASCII characters (`!` to `~`, so no spaces)" in " ".join(PAGE.split())
