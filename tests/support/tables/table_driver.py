"""A driver for table tests: people, bots, a simulated clock, and invariants.

:class:`TableDriver` issues commands and keeps the log as the server does. After every command it
asserts that a refusal leaves the table unchanged, and that folding the entry decoded from its JSON
gives the state returned by the command.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import sha256
from random import Random
from typing import Any

import msgspec
import pytest

from oddtrick import fair, tables
from oddtrick.errors import OddtrickError
from oddtrick.match import CallPhase, Match, Playing, ToChoose
from oddtrick.rules import action_text
from oddtrick.tables import SERVER, CommandOutcome, CommandRefused, Fact, Settings, Stage, Table
from oddtrick.tables import commands as c
from oddtrick.tables.facts import Acted

START = 1_700_000_000_000
"""The start of every session, in milliseconds since the epoch."""

BRISK = Settings(pause_seconds=0, bot_delay_ms=0)
"""Settings without pauses and bot delays."""


class TableDriver:
    """A table with its log, driven by scripted people.

    Args:
        game: the id of the game.
        settings: the settings of the table.
        options: the options of the game.
        host: the person who opens the table.
        seed: the seed of all random choices.
        code: the code of the table.
        start: the start of the session, in milliseconds since the epoch.
    """

    def __init__(
        self,
        game: str = "whist",
        settings: Settings = BRISK,
        *,
        host: str = "ann",
        seed: int = 1,
        code: str = "t_evening",
        start: int = START,
        **options: Any,
    ) -> None:
        self.rng = Random(seed)
        self.now = start
        self.drawn = 0
        self.seed = seed
        self.secrets: dict[tuple[str, int], str] = {}
        self.log: list[tuple[int, bytes]] = []
        outcome = tables.open_table(
            {"game": game, **options},
            settings,
            code=code,
            host=host,
            name=host.title(),
            now=self.now,
            new_secret=self.fresh,
        )
        self.table = outcome.table
        self.facts: tuple[Fact, ...] = ()
        self._keep(outcome)

    def fresh(self) -> bytes:
        """Returns 32 secret bytes of the server."""
        self.drawn += 1
        return sha256(f"{self.seed}/{self.drawn}".encode()).digest()

    @property
    def match(self) -> Match:
        assert self.table.match is not None
        return self.table.match

    def do(
        self, by: str, command: c.Command, *, name: str | None = None, program: bool = False
    ) -> tuple[Fact, ...]:
        """Issues a command and returns the facts of its entry; empty if there is none."""
        before, kept = self.table, msgspec.json.encode(shown(self.table))
        try:
            outcome = tables.handle(
                before,
                command,
                by=by,
                now=self.now,
                new_secret=self.fresh,
                name=by.title() if name is None else name,
                program=program,
            )
        finally:
            assert msgspec.json.encode(shown(before)) == kept
        if not outcome.facts:
            assert outcome.table is before
        self.facts = outcome.facts
        if outcome.facts:
            assert outcome.table.seq == before.seq + 1
            self.before = before
            self._keep(outcome)
        return outcome.facts

    def _keep(self, outcome: CommandOutcome) -> None:
        """Appends the entry to the log and asserts that folding it gives the same state."""
        encoded = tables.encode_facts(outcome.facts)
        read = tables.decode_facts(encoded)
        assert read == outcome.facts
        before = self.table if outcome.table.seq else None
        again = tables.fold_entry(before, outcome.table.seq, outcome.table.at, read)
        assert again == outcome.table
        self.log.append((outcome.table.at, encoded))
        self.table = outcome.table

    def refolded(self) -> Table:
        """Returns the table folded from the log alone."""
        table: Table | None = None
        for seq, (at, encoded) in enumerate(self.log):
            table = tables.fold_entry(table, seq, at, tables.decode_facts(encoded))
        assert table is not None
        return table

    def refused(self, by: str, command: c.Command) -> CommandRefused:
        """Issues a command that must be refused, and returns the error."""
        with pytest.raises(CommandRefused) as caught:
            self.do(by, command)
        return caught.value

    def wait(self, ms: int) -> None:
        """Advances the clock without a tick."""
        self.now += ms

    def tick(self, ms: int = 0) -> tuple[Fact, ...]:
        """Advances the clock and issues a tick."""
        self.wait(ms)
        return self.do(SERVER, c.Tick())

    def connect(self, *people: str, worker: str = "w1") -> None:
        """Connects people."""
        for person in people:
            self.do(person, c.Arrive(worker))

    def disconnect(self, *people: str, worker: str = "w1") -> None:
        """Disconnects people."""
        for person in people:
            self.do(person, c.Depart(worker))

    def seat(self, *people: str) -> None:
        """Connects people and seats them in this order."""
        for place, person in enumerate(people):
            self.connect(person)
            self.do(person, c.Sit(place))

    def begin(self, *people: str, draw: bool = True) -> None:
        """Seats people, begins the match with bots at the other places, and finishes the draw."""
        self.seat(*people)
        self.do(self.table.host, c.Begin())
        if draw:
            self.finish_draw()

    def secret(self, person: str, number: int) -> str:
        """The client's secret for a draw."""
        self.secrets.setdefault((person, number), f"{self.rng.getrandbits(256):064x}")
        return self.secrets[person, number]

    def seal(self, person: str, *, number: int | None = None) -> c.Seal:
        """The client's command with its seal."""
        draw = self.table.draw
        number = number or (draw.number if draw else 1)
        place = self.table.place_of(person) or 0
        secret = self.secret(person, number)
        return c.Seal(number, fair.seal_of(self.table.code, number, place, secret))

    def opening(self, person: str, *, number: int | None = None) -> c.Open:
        """The client's command with its secret."""
        draw = self.table.draw
        number = number or (draw.number if draw else 1)
        return c.Open(number, self.secret(person, number))

    def contributors(self) -> list[str]:
        """The contributors to the draw in progress."""
        draw = self.table.draw
        assert draw is not None
        people = [self.table.chairs[place].person for place in draw.contributors]
        return [person for person in people if person is not None]

    def finish_draw(self) -> None:
        """Seals and opens for all contributors until no draw is in progress."""
        while (draw := self.table.draw) is not None:
            place = next(self._still_to_act())
            person = self.table.chairs[place].person
            assert person is not None
            self.do(person, self.opening(person) if draw.opening else self.seal(person))

    def _still_to_act(self) -> Iterator[int]:
        """The places with an outstanding seal or secret."""
        draw = self.table.draw
        assert draw is not None
        places = [place for place, _ in draw.seals] if draw.opening else draw.contributors
        done = dict(draw.secrets if draw.opening else draw.seals)
        return (place for place in places if place not in done)

    def choose(self) -> str:
        """Returns a random legal action of the seat to act."""
        return action_text(self.rng.choice(self.match.legal_actions()))

    def act(self, action: str | None = None) -> tuple[Fact, ...]:
        """Lets the seat to act play the given action, or any legal one."""
        place = self.table.turn
        assert place is not None
        chosen = action or self.choose()
        if self.table.bot_turn is not None:
            return self.do(SERVER, c.BotActs(place, self.table.seq, chosen))
        person = self.table.chairs[place].person
        assert person is not None
        return self.do(person, as_command(self.match, chosen))

    def step(self) -> None:
        """Performs the next step: a draw, an action or the end of a pause."""
        if self.table.draw is not None:
            self.finish_draw()
        elif self.table.stage is Stage.PAUSE:
            self.tick(max(0, (self.table.pause_until or 0) - self.now))
        else:
            self.act()

    def play_until(self, person: str) -> None:
        """Plays until it is the person's turn to play a card, choose or throw."""
        while self.turn != person:
            assert self.table.under_way
            self.step()

    def play_on(self, cards: int) -> None:
        """Plays a number of cards."""
        for _ in range(cards):
            while self.table.turn is None or not isinstance(self.match.phase, Playing):
                self.step()
            self.act()

    def play_deal(self) -> None:
        """Plays to the end of the current deal."""
        number, match = self.match.number, self.table.number
        while self.table.under_way and (self.match.number, self.table.number) == (number, match):
            self.step()

    def play_out(self) -> None:
        """Plays to the end of the match and verifies its proof."""
        while self.table.under_way:
            self.step()
        verified(self.table)

    @property
    def turn(self) -> str | None:
        """The person to act."""
        place = self.table.turn
        return None if place is None else self.table.chairs[place].person

    def update_json(self, person: str | None) -> dict[str, Any]:
        """Returns the update of the last entry for a person, as JSON."""
        update = tables.update_for(self.before, self.table, self.facts, person)
        data: dict[str, Any] = json.loads(msgspec.json.encode(update))
        return data


def as_command(match: Match, action: str) -> c.PlayerCommand:
    """Returns the client's command for an action."""
    if isinstance(match.phase, Playing):
        return c.Play(action)
    if isinstance(match.phase, CallPhase):
        return c.Call(action)
    raw = {"type": "choose", "suit": action}
    if not isinstance(match.phase, ToChoose):
        raw = {"type": "throw", "throw": action}
    command: c.PlayerCommand = msgspec.json.decode(json.dumps(raw), type=c.PlayerCommand)
    return command


def verified(table: Table) -> fair.Verification:
    """Verifies the match against its proof after a round trip through the file format."""
    proof, record = tables.table_proof(table), tables.table_record(table)
    assert proof is not None
    assert record is not None
    assert table.match is not None
    read = fair.decode_proof(fair.encode_proof(proof))
    return fair.verify(read, table.match, record.names)


def shown(table: Table) -> Any:
    """Returns the table's state as plain data, to detect mutations."""
    chairs = msgspec.to_builtins(table.chairs)
    draw = msgspec.to_builtins(table.draw)
    actions = None if table.match is None else sum(1 for _ in table.match.actions)
    connections = sorted(table.connections)
    chat = msgspec.to_builtins(table.chat)
    rest = (table.seq, table.at, table.stage.value, table.host, table.spent, table.turn_started)
    return [
        chairs,
        draw,
        actions,
        connections,
        chat,
        rest,
        table.denied_claims,
        table.participants,
        table.clock_started,
    ]


def kinds(facts: tuple[Fact, ...]) -> list[str]:
    """Returns the kinds of the facts of an entry."""
    return [str(type(fact).__struct_config__.tag) for fact in facts]


def cards_of(facts: tuple[Fact, ...]) -> list[str]:
    """Returns the cards played in an entry."""
    return [fact.action for fact in facts if isinstance(fact, Acted)]


__all__ = [
    "BRISK",
    "START",
    "OddtrickError",
    "TableDriver",
    "as_command",
    "cards_of",
    "kinds",
    "shown",
    "verified",
]
