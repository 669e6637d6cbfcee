"""The state of a card table: a fold of its facts, an immutable value."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Literal

import msgspec

from oddtrick.cached import once
from oddtrick.match import CHANCE, Match
from oddtrick.rules import Rules
from oddtrick.tables.settings import Settings

if TYPE_CHECKING:
    from oddtrick.tables.facts import Said

DESERTED_MS = 24 * 3600 * 1000
"""A table where nobody is stays open for so long."""

HOST_GONE_MS = 60_000
"""Where no match is under way, a host who has been gone for so long hands over."""

DRAW_STAGE_MS = 2500
"""How long a contributor has to seal, and then to open; clients do it by themselves, at once."""


class Stage(Enum):
    """What goes on at a table."""

    GATHERING = "gathering"
    DRAWING = "drawing"
    PLAYING = "playing"
    PAUSE = "pause"
    OVER = "over"
    CLOSED = "closed"


class Chair(msgspec.Struct, frozen=True, kw_only=True):
    """A place at the table and who has it.

    Args:
        kind: open, a person's, or a bot's of the house.
        person: the id of the person.
        name: what they are called.
        level: of the house's bot.
        program: the person is a bot with an account.
        gone_since: when the person's last connection went; None while they are there.
        stand_in: why a bot plays for the person just now, or None.
    """

    kind: Literal["open", "person", "bot"] = "open"
    person: str | None = None
    name: str = ""
    level: str | None = None
    program: bool = False
    gone_since: int | None = None
    stand_in: Literal["disconnected", "timeout", "away"] | None = None

    @property
    def bot_plays(self) -> bool:
        """Whether a bot of the house decides for this place."""
        return self.kind != "person" or self.stand_in is not None

    @property
    def connected(self) -> bool:
        """Whether a person sits here, and is there."""
        return self.kind == "person" and self.gone_since is None


OPEN_CHAIR = Chair()


class Draw(msgspec.Struct, frozen=True, kw_only=True):
    """A draw of the fair kind, under way or done.

    Args:
        number: counts the draws of the table, from 1.
        purpose: a deal, or what is cut for.
        contributors: the places whose clients may contribute.
        names: of the contributors at that moment.
        secret: the house's, as hexadecimal digits.
        seal: its seal.
        until: when the stage under way ends.
        seals: of the contributors that have sealed.
        opening: the seals are closed, secrets are being opened.
        secrets: of the contributors that have opened.
        drawn: the cards drawn, or ``""`` while the draw is under way.
    """

    number: int
    purpose: Literal["deal", "dealer", "partners", "trumps"]
    contributors: tuple[int, ...]
    names: tuple[str, ...]
    secret: str
    seal: str
    until: int
    seals: tuple[tuple[int, str], ...] = ()
    opening: bool = False
    secrets: tuple[tuple[int, str], ...] = ()
    drawn: str = ""


class Table(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """A card table at one moment.

    Args:
        code: its id.
        rules: the game.
        settings: how it is run.
        host: the person who may change that.
        host_name: of the host.
        salt: a secret, from which the bots of the house draw.
        opened: when it was opened (ms).
        at: when the last entry was made (ms).
        seq: of the last entry.
        chairs: who sits where; a place is a player by number, as they came.
        stage: what goes on.
        number: of the match, from 1; 0 before the first.
        match: the match under way or just ended.
        draw: the draw under way.
        draws: the draws of this match that are done.
        draw_count: how many draws the table has begun, in all its matches.
        turn_started: since when the seat to act is to act (ms).
        clock_started: start of the running decision of a person; ``spent`` excludes it (ms).
        match_seq: the last entry in which the match has changed.
        spent: what each place has used of its time in this deal (ms).
        pause_until: when the next deal comes by itself.
        ready: the places that are ready for what comes next.
        denied_claims: at which count of actions each place was last refused a claim.
        connections: who has connections, and at which worker.
        empty_since: since when nobody has been there; None while somebody is.
        host_gone_since: since when the host has not been there; None while they are.
        participants: the persons who have held cards in this match, and where.
        chat: the last things that were said.
    """

    code: str
    rules: Rules
    settings: Settings
    host: str
    host_name: str
    salt: str
    opened: int
    at: int
    seq: int
    chairs: tuple[Chair, ...]
    stage: Stage = Stage.GATHERING
    number: int = 0
    match: Match | None = None
    draw: Draw | None = None
    draws: tuple[Draw, ...] = ()
    draw_count: int = 0
    turn_started: int = 0
    clock_started: int = 0
    match_seq: int = 0
    spent: tuple[int, ...] = ()
    pause_until: int | None = None
    ready: frozenset[int] = frozenset()
    denied_claims: tuple[tuple[int, int], ...] = ()
    connections: frozenset[tuple[str, str]] = frozenset()
    empty_since: int | None = None
    host_gone_since: int | None = None
    participants: tuple[tuple[str, int], ...] = ()
    chat: tuple[Said, ...] = ()

    @property
    def under_way(self) -> bool:
        """Whether a match is under way."""
        return self.stage in _UNDER_WAY

    def seat_at(self, place: int) -> int:
        """The seat of a place in the match; a cut for partners moves them (C2)."""
        return self.match.seating.index(place) if self.match else place

    def place_at(self, seat: int) -> int:
        """The place that has a seat."""
        return self.match.seating[seat] if self.match else seat

    def place_of(self, person: str) -> int | None:
        """Where a person sits, or None."""
        for place, chair in enumerate(self.chairs):
            if chair.person == person:
                return place
        return None

    @once  # a table never changes, and each card asks for this ten times
    def turn(self) -> int | None:
        """The place whose turn it is, or None."""
        if self.stage is not Stage.PLAYING or self.match is None:
            return None
        seat = self.match.to_act
        return None if seat is None or seat == CHANCE else self.match.seating[seat]

    @property
    def bot_turn(self) -> int | None:
        """The place for which a bot has to decide, or None; bots wait for company."""
        place = self.turn
        if place is None or self.empty_since is not None:
            return None
        return place if self.chairs[place].bot_plays else None

    @once
    def deadline(self) -> int | None:
        """When the time of the person to act is over (ms), or None."""
        place = self.turn
        return None if place is None or self.chairs[place].bot_plays else self.decision_deadline

    @property
    def decision_deadline(self) -> int | None:
        """When the time for the decision under way is over, whoever makes it (ms), or None."""
        place, settings = self.turn, self.settings
        if place is None or not settings.timed:
            return None
        ends = []
        if settings.move_seconds is not None:
            ends.append(self.turn_started + settings.move_seconds * 1000)
        if settings.deal_seconds is not None:
            ends.append(self.clock_started + settings.deal_seconds * 1000 - self.spent[place])
        return min(ends)

    @property
    def next_host(self) -> str | None:
        """Who is the host next: somebody who is there, and rather a person than a program."""
        others = [
            chair for chair in self.chairs if chair.person is not None and chair.person != self.host
        ]
        others.sort(key=lambda chair: (not chair.connected, chair.program))
        return others[0].person if others else None

    @property
    def host_transfer_at(self) -> int | None:
        """When the house makes somebody else the host, who is there (ms), or None."""
        if self.host_gone_since is None or self.under_way:
            return None
        next_host = self.next_host
        place = None if next_host is None else self.place_of(next_host)
        if place is None or not self.chairs[place].connected:
            return None
        return self.host_gone_since + HOST_GONE_MS

    @once
    def wake(self) -> int | None:
        """When the house has to look at the table again (ms), or None."""
        if self.stage is Stage.CLOSED:
            return None
        if self.empty_since is not None:
            return self.empty_since + DESERTED_MS
        times = self._grace_deadlines() if self.under_way else []
        place = self.turn
        if place is not None and self.chairs[place].bot_plays:
            times.append(self.turn_started + self.settings.bot_delay_ms)
        elif (deadline := self.deadline) is not None:
            times.append(deadline)
        if self.draw is not None:
            times.append(self.draw.until)
        if self.stage is Stage.PAUSE and self.pause_until is not None:
            times.append(self.pause_until)
        if self.host_gone_since is not None and (lost_at := self.host_transfer_at) is not None:
            times.append(lost_at)
        return min(times, default=None)

    def _grace_deadlines(self) -> list[int]:
        """When a bot takes over from those who are gone."""
        return [
            chair.gone_since + self.settings.grace_seconds * 1000
            for chair in self.chairs
            if chair.gone_since is not None and chair.kind == "person" and not chair.stand_in
        ]


_UNDER_WAY = (Stage.PLAYING, Stage.DRAWING, Stage.PAUSE)  # a set would hash the name each time
