"""The updates of a random match for one person."""

from __future__ import annotations

import random

from oddtrick.match import CallPhase
from oddtrick.rules import action_text
from oddtrick.server.protocol import Welcome
from oddtrick.tables import (
    CommandOutcome,
    Settings,
    Stage,
    Table,
    TableView,
    Update,
    handle,
    open_table,
    table_view,
    update_for,
)
from oddtrick.tables.commands import (
    Arrive,
    Begin,
    Call,
    Choose,
    Command,
    Play,
    Ready,
    Say,
    Sit,
    ThrowHand,
    Tick,
)


class _Play:
    """A table under construction."""

    def __init__(self, game: str, rng: random.Random) -> None:
        self.now = 1_000_000
        self.rng = rng
        opened = open_table(
            {"game": game},
            Settings(move_seconds=60),
            code="example",
            host="p_0",
            name="Anna",
            now=self.now,
            new_secret=self.fresh,
        )
        self.table = opened.table

    def fresh(self) -> bytes:
        return self.rng.randbytes(32)

    def do(self, command: Command, by: str) -> CommandOutcome:
        self.now += 100
        if isinstance(command, Tick) and self.table.draw is not None:
            self.now = self.table.draw.until
        done = handle(
            self.table, command, by=by, now=self.now, new_secret=self.fresh, name=f"Name of {by}"
        )
        self.table = done.table
        return done


def random_updates(
    game: str, person: str | None, rng: random.Random, *, most: int
) -> tuple[Welcome, list[tuple[Update, TableView]]]:
    """Returns the welcome of a new table, then each update with the full view after it."""
    play = _Play(game, rng)
    welcome = Welcome(
        protocol=1,
        now=play.now,
        seq=play.table.seq,
        table=table_view(play.table, person),
        person=person,
        name="",
    )
    steps: list[tuple[Update, TableView]] = []
    while len(steps) < most and play.table.stage is not Stage.OVER:
        before, by = play.table, "p_0"
        command = _sitting(before) or _next(before, rng)
        if isinstance(command, (Call, Play, Choose, ThrowHand)):
            by = f"p_{before.turn}"
        elif isinstance(command, Sit):
            by = f"p_{command.place}"
        done = play.do(command, by)
        steps.append(
            (update_for(before, play.table, done.facts, person), table_view(play.table, person))
        )
    return welcome, steps


def _sitting(table: Table) -> Command | None:
    """Returns the next command before the match begins, or None."""
    if table.stage is not Stage.GATHERING:
        return None
    for place, chair in enumerate(table.chairs):
        if chair.kind == "open":
            return Sit(place)
    return Begin(None) if table.connections else Arrive("w")


def _next(table: Table, rng: random.Random) -> Command:
    if table.stage is Stage.DRAWING:
        return Tick()
    if table.stage is Stage.PAUSE:
        return Ready()
    if rng.random() < 0.1:
        return Say(text=f"line {table.seq}")
    assert table.match is not None
    action = action_text(rng.choice(table.match.legal_actions()))
    if isinstance(table.match.phase, CallPhase):
        return Call(action)
    if len(action) == 1:
        return Choose(action)  # type: ignore[arg-type]  # a letter of a suit
    return ThrowHand(action) if len(action) > 2 else Play(action)  # type: ignore[arg-type]  # a throw
