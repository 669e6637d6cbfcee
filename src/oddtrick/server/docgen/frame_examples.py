"""An example of every frame, produced by a real table with a deterministic hand of whist."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache
from itertools import count
from typing import Any

import msgspec

from oddtrick import fair
from oddtrick.drive.live.commands import AddEntries, BeginRound, OpenDrive
from oddtrick.drive.live.decide import decide, decide_opening
from oddtrick.drive.live.settings import LiveSettings
from oddtrick.drive.live.state import Actor
from oddtrick.drive.live.view_types import DriveParts
from oddtrick.drive.live.views_by_role import Projection
from oddtrick.games import DEFAULT_GAME
from oddtrick.review.best_card import BestCard
from oddtrick.server import protocol
from oddtrick.server.sockets.connection import RESTARTS
from oddtrick.tables import Settings, Table, Update, handle, open_table, table_view, update_for
from oddtrick.tables import commands as c

CODE = "k3f90pqr7xyz"
ANN = "p_7m2x0v9k4c8qd1zt5"
NOON = 1_800_000_000_000
DESK = Actor("organiser", "organiser")


class _Scene:
    """A table whose chance and time are fixed."""

    def __init__(self) -> None:
        numbers = count()
        self._fresh = lambda: hashlib.sha256(f"example {next(numbers)}".encode()).digest()
        opened = open_table(
            {"game": DEFAULT_GAME.id, "match": "deals", "deals": 1},
            Settings(public=True, move_seconds=60),
            code=CODE,
            host=ANN,
            name="Ann",
            now=NOON,
            new_secret=self._fresh,
        )
        self.table: Table = opened.table
        self.last: Update | None = None

    def does(self, command: c.Command, by: str = ANN, key: str | None = None) -> Update:
        """Applies a command that must succeed; returns Ann's update."""
        before = self.table
        outcome = handle(
            before, command, by=by, now=before.at + 800, new_secret=self._fresh, name="Ann"
        )
        self.table = outcome.table
        return update_for(before, outcome.table, outcome.facts, ANN, re=key)


@cache
def _scene() -> tuple[Update, ...]:
    """Plays from sitting down through the draw until Ann has played a card."""
    scene = _Scene()
    secret = hashlib.sha256(b"Ann's").hexdigest()
    scene.does(c.Sit(0))
    scene.does(c.Arrive("w1"), ANN)
    scene.does(c.Begin("casual"))
    updates = [_drawn(scene, secret)]
    while scene.table.turn != 0:
        updates.append(scene.does(_bot_acts(scene.table), "server"))
    card = table_view(scene.table, ANN).match
    assert card is not None
    updates.append(scene.does(c.Play(card.legal[0]), key="c7"))
    return tuple(updates)


def _drawn(scene: _Scene, secret: str) -> Update:
    """Seals and opens for Ann until the cards are dealt."""
    update = None
    while (draw := scene.table.draw) is not None:
        seal = fair.seal_of(CODE, draw.number, 0, secret)
        if 0 in draw.contributors:
            scene.does(c.Seal(draw.number, seal))
            update = scene.does(c.Open(draw.number, secret))
        else:
            update = scene.does(c.Tick(), "server")
    assert update is not None
    return update


def _bot_acts(table: Table) -> c.BotActs:
    assert table.match is not None
    assert table.turn is not None
    return c.BotActs(table.turn, table.seq, str(table.match.legal_actions()[0]))


def commands() -> Iterator[tuple[type[Any], msgspec.Struct]]:
    """Yields each command type with an example."""
    secret = hashlib.sha256(b"Ann's").hexdigest()
    for example in (
        c.Sit(2),
        c.Leave(),
        c.AddBot(1, "casual"),
        c.ClearPlace(3),
        c.TransferHost(2),
        c.ChangeSettings(Settings(public=True, move_seconds=30)),
        c.Begin("casual"),
        c.Play("TH"),
        c.Pass(),
        c.Choose("S"),
        c.ThrowHand("paper"),
        c.Call("4 no trump"),
        c.Claim(),
        c.Undo(),
        c.Seal(3, fair.seal_of(CODE, 3, 0, secret)),
        c.Open(3, secret),
        c.Ready(),
        c.Rematch(),
        c.Back(),
        c.Away(),
        c.StandIn(2),
        c.Say(phrase="good-luck"),
        c.Abandon(),
    ):
        yield type(example), example


def iter_examples() -> Iterator[tuple[type[Any], msgspec.Struct]]:
    """Yields each frame type with an example."""
    dealt, *_, yours, played = _scene()
    yield protocol.Hello, protocol.Hello(protocol.PROTOCOL, played.seq)
    yield protocol.Command, protocol.Command("c7", c.Play("TH"))
    yield protocol.Visit, protocol.Visit("sitting-down", 2, "Dot")
    yield protocol.Ping, protocol.Ping()
    yield (
        protocol.Welcome,
        protocol.Welcome(
            protocol=protocol.PROTOCOL,
            now=dealt.at,
            seq=dealt.seq,
            table=dealt.table,
            person=ANN,
            name="Ann",
        ),
    )
    yield Update, yours
    yield protocol.Done, protocol.Done("c7", played.seq)
    yield (
        protocol.RefusedFrame,
        protocol.RefusedFrame(
            re="c8",
            code="rule",
            message="4H does not follow suit, AS was led and you hold 7S (T3)",
            rule="T3",
        ),
    )
    dot = protocol.Visitor("sitting-down", 2, "Dot")
    yield protocol.Visitors, protocol.Visitors((dot,))
    best = BestCard(seat=1, card="KH", hand=None, trick=5, gain=0.62, unit="tricks")
    yield protocol.BestCardFrame, protocol.BestCardFrame(1, 0, best)
    yield protocol.Notice, protocol.Notice("closing", RESTARTS)
    yield protocol.Pong, protocol.Pong(played.at)
    yield protocol.DriveUpdate, _drive_update()
    yield protocol.Lobby, protocol.Lobby((_listed(dealt),))


def _drive_update() -> protocol.DriveUpdate:
    """Returns what a player's phone is sent when the first round begins."""
    opening = OpenDrive(code=CODE, settings=LiveSettings(name="Hall"))
    live = decide_opening(opening, DESK, NOON).after
    for command in (AddEntries(text="Ann\nBob\nCarl\nDora"), BeginRound()):
        decision = decide(live, command, DESK, NOON)
        assert decision is not None
        live = decision.after
    parts = Projection(live).parts_for(Actor("captain", "Ann", player=0))
    changed = DriveParts(round=parts.round, next=parts.next)
    return protocol.DriveUpdate(live.seq, NOON, changed)


def _listed(dealt: Update) -> protocol.LobbyTable:
    assert dealt.table is not None
    return protocol.LobbyTable(
        code=CODE,
        game=DEFAULT_GAME.id,
        options=dealt.table.options,
        stage=dealt.table.stage,
        host="Ann",
        places=4,
        taken=1,
        open=0,
        rated=False,
        timed=True,
        changed=dealt.at,
    )


def to_json(example: msgspec.Struct) -> Any:
    """Encodes an example as JSON values."""
    return msgspec.json.decode(msgspec.json.encode(example))
