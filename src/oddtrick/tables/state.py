"""The immutable state of a card table, folded from its facts."""

from __future__ import annotations

from enum import Enum
from typing import Literal

import msgspec

from oddtrick.cached import cached_value
from oddtrick.match import CHANCE, Match
from oddtrick.rules import Rules
from oddtrick.tables.facts import Said
from oddtrick.tables.fixed_deals import DriveDeal, SealedDeal
from oddtrick.tables.settings import Settings
from oddtrick.tricks import check_seat

DESERTED_MS = 24 * 3600 * 1000
"""The time for which an empty table stays open."""

HOST_GONE_MS = 60_000
"""The time for which a host may be disconnected between matches before being replaced."""

STAND_IN_MS = 15_000
"""The time for which a person must be disconnected before others may let a bot play for them."""

DRAW_STAGE_MS = 2500
"""Time limit for sealing, and again for opening; clients do both automatically."""


class Stage(Enum):
    """The stage that a table is in."""

    GATHERING = "gathering"
    DRAWING = "drawing"
    PLAYING = "playing"
    PAUSE = "pause"
    OVER = "over"
    CLOSED = "closed"


class Chair(msgspec.Struct, frozen=True, kw_only=True):
    """A place at the table and its occupant.

    Args:
        kind: ``open``, ``person``, or ``bot`` for a built-in bot.
        person: the person's id.
        name: the display name.
        level: the level of a built-in bot that was seated.
        stepped_down: the level at which a bot plays here since another one has failed, or None.
        program: the person is a bot with its own account.
        gone_since: when the person's last connection closed; None while connected.
        stand_in: the reason why a bot plays for the person, or None.
    """

    kind: Literal["open", "person", "bot"] = "open"
    person: str | None = None
    name: str = ""
    level: str | None = None
    stepped_down: str | None = None
    program: bool = False
    gone_since: int | None = None
    stand_in: Literal["disconnected", "timeout", "away"] | None = None

    @property
    def bot_plays(self) -> bool:
        """True if a built-in bot decides for this place."""
        return self.kind != "person" or self.stand_in is not None

    @property
    def bot_level(self) -> str | None:
        """The level at which a built-in bot that sits here plays; None if none does."""
        return (self.stepped_down or self.level) if self.kind == "bot" else None

    @property
    def connected(self) -> bool:
        """True if a person sits here and has a connection."""
        return self.kind == "person" and self.gone_since is None


OPEN_CHAIR = Chair()


class Draw(msgspec.Struct, frozen=True, kw_only=True):
    """A fair draw, in progress or finished (``docs/fair-deals.md``).

    Args:
        number: the number of the draw at this table, from 1.
        purpose: a shuffle (``deal``), or the purpose of a cut.
        contributors: the places whose clients may contribute.
        names: the contributors' names when the draw began.
        persons: their ids.
        secret: the server's secret, in hexadecimal.
        seal: the commitment to it.
        until: when the current stage ends (ms).
        seals: the seals received, by place.
        opening: sealing has closed and secrets are being opened.
        secrets: the secrets opened, by place.
        drawn: the cards drawn, or ``""`` while the draw is in progress.
    """

    number: int
    purpose: Literal["deal", "dealer", "partners", "trumps"]
    contributors: tuple[int, ...]
    names: tuple[str, ...]
    persons: tuple[str | None, ...]
    secret: str
    seal: str
    until: int
    seals: tuple[tuple[int, str], ...] = ()
    opening: bool = False
    secrets: tuple[tuple[int, str], ...] = ()
    drawn: str = ""


class Table(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """A card table after one log entry; all times are milliseconds since 1970.

    Args:
        code: the table's id.
        rules: the game and its options.
        settings: the table's settings.
        host: the id of the host.
        host_name: the host's display name.
        salt: a secret that seeds the random choices of the built-in bots.
        opened: when the table was opened.
        at: the time of the last entry.
        seq: the number of the last entry.
        chairs: the occupant of each place; a place keeps its number when a cut moves seats.
        sealed: the deal that is played, if it was fixed beforehand.
        stage: the current stage.
        number: the number of the match, from 1; 0 before the first.
        match: the current match, or the one that just ended.
        draw: the draw in progress.
        draws: the finished draws of this match.
        draw_count: the number of draws begun at this table, over all matches.
        turn_started: when the current turn began.
        clock_started: when a person last began to decide; ``spent`` excludes the time since.
        match_seq: the last entry that changed the match.
        spent: the time that each place has used in this deal (ms).
        pause_until: when the next deal begins automatically.
        ready: the places that are ready for the next deal or match.
        denied_claims: the number of actions in the match when a place's claim was last rejected.
        connections: the connected persons, each with the worker that holds the connection.
        empty_since: when the last person disconnected; None while anyone is connected, and at a
            drive, where play goes on.
        host_gone_since: when the host disconnected; None while connected.
        participants: the persons who have held cards in this match, with their places.
        chat: the latest chat messages.
        drive: the deal of a whist drive that is played here, or None.
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
    sealed: SealedDeal | None = None
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
    drive: DriveDeal | None = None

    @property
    def fair_name(self) -> str:
        """The name under which draws are sealed: that of the event, if its deals were sealed."""
        if self.sealed is not None:
            return self.sealed.event
        board = None if self.drive is None else self.drive.board
        return self.code if board is None else board.event

    @property
    def agreed_dealer(self) -> int | None:
        """The seat that deals first by agreement, at a drive or a sealed deal; None: they cut."""
        if self.sealed is not None:
            return self.sealed.dealer
        return None if self.drive is None else self.drive.dealer

    @property
    def played_once(self) -> bool:
        """True if the table plays a sealed deal whose first attempt counts."""
        return self.sealed is not None and self.sealed.once

    @property
    def under_way(self) -> bool:
        """True while a match is under way."""
        return self.stage in _UNDER_WAY

    def seat_at(self, place: int) -> int:
        """The seat of a place in the match; a cut for partners moves them (C2).

        Raises:
            RuleBroken: there is no such place.
        """
        place = check_seat(place, len(self.chairs))
        return self.match.seating.index(place) if self.match else place

    def place_at(self, seat: int) -> int:
        """The place that has a seat.

        Raises:
            RuleBroken: there is no such seat.
        """
        seat = check_seat(seat, len(self.chairs))
        return self.match.seating[seat] if self.match else seat

    def place_of(self, person: str) -> int | None:
        """The place of a person, or None."""
        for place, chair in enumerate(self.chairs):
            if chair.person == person:
                return place
        return None

    @cached_value  # read about ten times per card, and the table is immutable
    def turn(self) -> int | None:
        """The place whose turn it is, or None."""
        if self.stage is not Stage.PLAYING or self.match is None:
            return None
        seat = self.match.to_act
        return None if seat is None or seat == CHANCE else self.match.seating[seat]

    @property
    def bot_turn(self) -> int | None:
        """The place for which a bot has to decide, or None; bots wait if no person is connected."""
        place = self.turn
        if place is None or self.empty_since is not None:
            return None
        return place if self.chairs[place].bot_plays else None

    @cached_value
    def deadline(self) -> int | None:
        """The time at which the person to act runs out of time (ms), or None."""
        place = self.turn
        return None if place is None or self.chairs[place].bot_plays else self.decision_deadline

    @property
    def decision_deadline(self) -> int | None:
        """The end of the time for the current decision, by person or bot (ms), or None."""
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
        """The next host: connected persons first, people before programs; None if there is none."""
        others = [
            chair for chair in self.chairs if chair.person is not None and chair.person != self.host
        ]
        others.sort(key=lambda chair: (not chair.connected, chair.program))
        return others[0].person if others else None

    @property
    def host_transfer_at(self) -> int | None:
        """The time at which a connected person replaces the absent host (ms), or None."""
        if self.host_gone_since is None or self.under_way or self.drive is not None:
            return None
        next_host = self.next_host
        place = None if next_host is None else self.place_of(next_host)
        if place is None or not self.chairs[place].connected:
            return None
        return self.host_gone_since + HOST_GONE_MS

    def stand_in_times(self, place: int) -> tuple[int, int] | None:
        """The times from which a bot may, and will, play for a disconnected person (ms), or None.

        Others may ask for the bot after 15 seconds, except at a rated table, where the person has
        the whole grace period.

        Raises:
            RuleBroken: there is no such place.
        """
        chair = self.chairs[check_seat(place, len(self.chairs))]
        if not self.under_way or chair.gone_since is None or chair.stand_in is not None:
            return None
        ends = chair.gone_since + self.settings.grace_seconds * 1000
        return (ends if self.settings.rated else min(ends, chair.gone_since + STAND_IN_MS)), ends

    @cached_value
    def wake(self) -> int | None:
        """The time at which the server has to act on the table next (ms), or None.

        The scheduler stores this value with each entry, so that any worker can serve the table.
        """
        if self.stage is Stage.CLOSED:
            return None
        if self.empty_since is not None:
            return self.empty_since + DESERTED_MS
        stand_ins = map(self.stand_in_times, range(len(self.chairs)))
        times = [each[1] for each in stand_ins if each is not None]
        place = self.turn
        if place is not None and self.chairs[place].bot_plays:
            times.append(self.turn_started + self.settings.bot_delay_ms)
        elif (deadline := self.deadline) is not None:
            times.append(deadline)
        if self.draw is not None:
            times.append(self.draw.until)
        if self.drive is not None and self.stage is Stage.GATHERING:
            times.append(self.drive.starts_at)
        if self.stage is Stage.PAUSE and self.pause_until is not None:
            times.append(self.pause_until)
        if self.host_gone_since is not None and (lost_at := self.host_transfer_at) is not None:
            times.append(lost_at)
        return min(times, default=None)


# A tuple: a set would hash the enum member on each look-up.
_UNDER_WAY = (Stage.PLAYING, Stage.DRAWING, Stage.PAUSE)
