"""Malformed and forged frames: the sender gets an error, other clients notice nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from oddtrick.server.people.guest_cookie import COOKIE, Guest, GuestCookieSigner, new_guest
from oddtrick.server.protocol import FRAME_BYTES
from oddtrick.server.security.tokens import new_code
from tests.support.extent import times
from tests.support.server.load_client import QUICK, SHORT, database, open_tables
from tests.support.server.server_process import ServerProcess
from tests.support.server.ws_client import SECRET

HOST = new_guest("Host")
ALLOWED = {None, 1002, 1003, 1006, 1007, 1008, 1009}
"""Close codes for malformed frames; None if the connection stays open. 1006 replaces 1009 if the
TCP reset overtakes the close frame while the rest of a long frame is still arriving."""


class Place:
    """A server with one table and one player connected throughout."""

    def __init__(self, server: ServerProcess, code: str) -> None:
        self.server = server
        self.code = code

    @contextmanager
    def entered(self, guest: Guest | None) -> Iterator[ClientConnection]:
        """Opens a connection and sends only hello."""
        headers = {"Cookie": f"{COOKIE}={GuestCookieSigner(SECRET).sign(guest)}"} if guest else {}
        with connect(
            f"{self.server.url.replace('http', 'ws', 1)}/ws/tables/{self.code}",
            additional_headers=headers,
            origin=Origin(self.server.url),
            compression=None,
        ) as socket:
            socket.send('{"type":"hello","protocol":1}')
            assert json.loads(socket.recv())["type"] == "welcome"
            yield socket

    def ask(self, socket: ClientConnection, key: str, command: Any) -> dict[str, Any]:
        """Sends a command and returns the reply."""
        socket.send(json.dumps({"type": "command", "id": key, "command": command}))
        while True:
            frame: dict[str, Any] = json.loads(socket.recv(timeout=30))
            if frame.get("re") == key:
                return frame


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    folder = tmp_path_factory.mktemp("fuzz")
    (code,) = open_tables(database(folder), [(SHORT["whist"], QUICK, HOST)])
    server = ServerProcess(folder, environ={"ODDTRICK_SECRET": SECRET})
    server.start()
    try:
        yield Place(server, code)
        assert server.stop() == 0
        assert not server.faults(), "".join(server.faults())
    finally:
        server.end()


@pytest.fixture(scope="module")
def witness(place: Place) -> Iterator[ClientConnection]:
    """The socket of the player who stays connected throughout."""
    with place.entered(HOST) as socket:
        place.ask(socket, "sit", {"type": "sit", "place": 0})
        yield socket


NUMBERS = st.integers() | st.sampled_from([2**63, -(2**64), 10**400]) | st.floats(allow_nan=False)
LEAVES = st.none() | st.booleans() | NUMBERS | st.text(max_size=40)
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=12), inner),
    max_leaves=12,
)
KINDS = st.sampled_from(
    [
        "sit",
        "play",
        "begin",
        "seal",
        "open",
        "say",
        "change-settings",
        "tick",
        "remove-dead-workers",
    ]
)
COMMANDS = st.builds(
    lambda kind, rest: {**rest, "type": kind},
    KINDS,
    st.dictionaries(st.sampled_from(["place", "card", "round", "text", "settings"]), VALUES),
)
FRAMES = (
    st.binary(max_size=200)
    | st.text(max_size=200)
    | VALUES.map(json.dumps)
    | st.builds(
        lambda key, command: json.dumps({"type": "command", "id": key, "command": command}),
        st.text(max_size=70) | VALUES,
        COMMANDS | VALUES,
    )
    | st.sampled_from(
        [
            "[" * 8000,
            '{"a":' * 3000,
            '"\\ud800"',
            '{"type":"command","id":"a","command":{"type":"say","text":"\\ud800"}}',
            '{"type":"hello","protocol":1,"seq":99999999999999999999}',
            "x" * (FRAME_BYTES + 1),
            "é" * (FRAME_BYTES - 1),
            b"\xff\xfe",
        ]
    )
)
"""Bytes, deep and huge JSON, server commands, forged and malformed commands, oversized frames."""


def closed_by(socket: ClientConnection, frames: list[str | bytes]) -> int | None:
    """Sends frames, then a ping; returns the close code if the connection ended."""
    try:
        for frame in frames:
            socket.send(frame)
        socket.send('{"type":"ping"}')
        while json.loads(socket.recv(timeout=30))["type"] != "pong":
            pass
    except ConnectionClosed as error:
        return 1006 if error.rcvd is None else error.rcvd.code
    return None


@pytest.mark.filterwarnings("ignore:Generating overly large repr")  # frames of 16 KB are intended
@given(frames=st.lists(FRAMES, min_size=1, max_size=8), known=st.booleans())
@settings(max_examples=times(12, whole=60), deadline=None, suppress_health_check=list(HealthCheck))
def test_malformed_frames_are_answered_only_to_the_sender(
    place: Place, witness: ClientConnection, frames: list[str | bytes], *, known: bool
) -> None:
    with place.entered(new_guest("Fuzz") if known else None) as socket:
        assert closed_by(socket, frames) in ALLOWED
    answer = place.ask(witness, new_code(), {"type": "sit", "place": 0})
    assert answer["code"] == "seated"


@pytest.mark.parametrize(
    "kind", ["tick", "bot-acts", "arrive", "depart", "remove-dead-workers", "extend-deadlines"]
)
def test_players_cannot_send_server_commands(place: Place, kind: str) -> None:
    command = {"type": kind, "place": 0, "seq": 1, "action": "2C", "worker": "w", "ms": 9}
    with place.entered(new_guest("Forger")) as socket:
        answer = place.ask(socket, "forged", command)
    assert (answer["type"], answer["code"]) == ("refused", "invalid")


def test_command_ids_are_scoped_to_the_person(place: Place, witness: ClientConnection) -> None:
    """Knowing the command id of another person gives no access to its result."""
    with place.entered(new_guest("Other")) as socket:
        assert place.ask(socket, "sit", {"type": "sit", "place": 1})["type"] == "update"
        assert place.ask(witness, "sit", {"type": "sit", "place": 0})["type"] == "done"
        place.ask(socket, "leave", {"type": "leave"})
