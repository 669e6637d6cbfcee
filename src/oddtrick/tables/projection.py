"""What each place and each spectator is told: the one gate between a table and the world.

A :class:`TableView` is the whole table for one audience, an :class:`Update` what one entry of the
log has changed. What is told of the match comes from the audience's view alone; of the rest,
nothing is told that anybody may not know.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import msgspec
from msgspec.structs import replace

from oddtrick.record import told_options
from oddtrick.tables.settings import Settings
from oddtrick.tables.view_json import MatchView, match_view

if TYPE_CHECKING:
    from oddtrick.tables.facts import Said
    from oddtrick.tables.state import Chair, Table

StageName = Literal["gathering", "drawing", "playing", "pause", "over", "closed"]


class PlaceView(msgspec.Struct, frozen=True, kw_only=True):
    """A place and who has it.

    Args:
        kind: ``open``, ``person`` or ``bot``.
        name: what they are called.
        level: of a bot of the house.
        program: a bot with an account.
        connected: the person has a connection.
        stand_in: why a bot plays for the person just now, or None.
        seat: the seat that this place has in the match.
        ready: for what comes next.
        spent_ms: what it has used of its time in this deal.
    """

    kind: Literal["open", "person", "bot"]
    name: str
    level: str | None
    program: bool
    connected: bool
    stand_in: Literal["disconnected", "timeout", "away"] | None
    seat: int
    ready: bool
    spent_ms: int


class DrawView(msgspec.Struct, frozen=True, kw_only=True):
    """The draw under way (``docs/fair-deals.md``).

    Args:
        number: counts the draws of the table.
        purpose: what is drawn.
        seal: the house's.
        contributors: the places whose clients may contribute.
        seals: of those who have.
        opening: the seals are closed: whoever sealed now opens.
        opened: the places that have opened.
        until: when the house goes on without the others (ms since 1970).
    """

    number: int
    purpose: Literal["deal", "dealer", "partners", "trumps"]
    seal: str
    contributors: tuple[int, ...]
    seals: tuple[tuple[int, str], ...]
    opening: bool
    opened: tuple[int, ...]
    until: int


class ChatMessage(msgspec.Struct, frozen=True):
    """Something said.

    Args:
        place: of who said it; None: the host, who has no place.
        name: of who said it.
        phrase: one of the catalogue, or None.
        text: of one's own, or None; text, never HTML.
    """

    place: int | None
    name: str
    phrase: str | None
    text: str | None


class TableView(msgspec.Struct, frozen=True, kw_only=True):
    """The whole table, as one audience may know it.

    Args:
        code: its id.
        game: the game's id.
        options: of the game, as a record writes them.
        sides: the seats of each side.
        eliminates: a player without a trick is out after the deal, and no score is kept.
        settings: how it is run.
        stage: what goes on.
        number: of the match, from 1; 0 before the first.
        places: who sits where.
        host: the name of the host.
        you: your place, or None.
        you_host: whether you are the host.
        match: the match as you may see it; None before the first.
        turn: the place whose turn it is.
        deadline: when its time is over (ms since 1970).
        pause_until: when the next deal comes by itself.
        draw: the draw under way.
        chat: what was said last.
    """

    code: str
    game: str
    options: dict[str, Any]
    sides: tuple[tuple[int, ...], ...]
    eliminates: bool
    settings: Settings
    stage: StageName
    number: int
    places: tuple[PlaceView, ...]
    host: str
    you: int | None
    you_host: bool
    match: MatchView | None
    turn: int | None
    deadline: int | None
    pause_until: int | None
    draw: DrawView | None
    chat: tuple[ChatMessage, ...]


class CardPlayed(msgspec.Struct, frozen=True, tag_field="type", tag="played"):
    """A card was played.

    Args:
        seat: who played.
        card: what.
        winner: the seat that won the trick, where this card completed it.
    """

    seat: int
    card: str
    winner: int | None


class ChatSent(msgspec.Struct, frozen=True, tag_field="type", tag="chat"):
    """Something was said.

    Args:
        message: what, and by whom.
    """

    message: ChatMessage


class Note(msgspec.Struct, frozen=True, tag_field="type", tag="note"):
    """Something else has happened; what has changed is in the table that comes with it.

    Args:
        kind: the kind, as in ``"sat"``, ``"took-over"``, ``"claimed"``.
        place: about whom, or None.
    """

    kind: str
    place: int | None


class CardsCut(msgspec.Struct, frozen=True, tag_field="type", tag="cut"):
    """Cards were cut; what that settles is in the table that comes with it.

    Args:
        purpose: what for: ``dealer`` (T7), ``partners`` (C2) or ``trumps`` (K5).
        cards: the places that cut, and what each turned.
    """

    purpose: str
    cards: tuple[tuple[int, str], ...]


class Turn(msgspec.Struct, frozen=True):
    """Who is to act after a card.

    Args:
        seat: whose turn it is.
        deadline: when its time is over (ms since 1970).
        legal: what you may play; only where it is your turn.
        turn_up_shown: the turn-up still lies on the table (W4).
        broken: trumps may be led (K7).
        spent_ms: what each place has used of its time in this deal; empty without such a clock.
    """

    seat: int
    deadline: int | None
    legal: tuple[str, ...] | None
    turn_up_shown: bool
    broken: bool
    spent_ms: tuple[int, ...] = ()


class Update(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="type", tag="update"
):
    """What one entry has changed.

    Args:
        seq: of the entry.
        at: when (ms since 1970).
        events: what happened, in order.
        turn: who is to act now, after cards in the middle of a hand.
        draw: the draw as it is now, after a seal, or a secret that was not the last.
        table: the table as it is now, where more has changed than cards, talk and the draw.
        re: your own id of the command that this answers.
    """

    seq: int
    at: int
    events: tuple[CardPlayed | ChatSent | CardsCut | Note, ...]
    turn: Turn | None = None
    draw: DrawView | None = None
    table: TableView | None = None
    re: str | None = None


def show(table: Table, person: str | None, common: TableView | None = None) -> TableView:
    """The whole table for a person, who may or may not sit there; None: for anybody.

    Args:
        table: the table.
        person: who looks.
        common: what this shows to anybody, if that was asked before: most of it is the same.
    """
    place = None if person is None else table.place_of(person)
    match = _match_view(table, place)
    if common is not None:
        you_host = person is not None and person == table.host
        return replace(common, you=place, you_host=you_host, match=match)
    return TableView(
        code=table.code,
        game=table.rules.game,
        options=told_options(table.rules.options),
        sides=table.rules.sides,
        eliminates=table.rules.goal.eliminates,
        settings=table.settings,
        stage=table.stage.value,
        number=table.number,
        places=tuple(_place_view(table, at, chair) for at, chair in enumerate(table.chairs)),
        host=table.host_name,
        you=place,
        you_host=person is not None and person == table.host,
        match=match,
        turn=table.turn,
        deadline=table.deadline,
        pause_until=table.pause_until,
        draw=draw_view(table),
        chat=tuple(
            ChatMessage(said.place, said.name, said.phrase, said.text) for said in table.chat
        ),
    )


def _match_view(table: Table, place: int | None) -> MatchView | None:
    if table.match is None:
        return None
    seen = match_view(table.match.view(None if place is None else table.seat_at(place)))
    if table.turn is None:
        # The next tie may wait already, while all still look at the score.
        return replace(seen, to_act=None, legal=())
    return seen


def _place_view(table: Table, place: int, chair: Chair) -> PlaceView:
    return PlaceView(
        kind=chair.kind,
        name=chair.name,
        level=chair.level,
        program=chair.program,
        connected=chair.connected,
        stand_in=chair.stand_in,
        seat=table.seat_at(place),
        ready=place in table.ready,
        spent_ms=table.spent[place] if table.spent else 0,
    )


def chat_message(said: Said) -> ChatMessage:
    """A chat line as everyone at the table reads it."""
    return ChatMessage(said.place, said.name, said.phrase, said.text)


def draw_view(table: Table) -> DrawView | None:
    """The draw under way, as everybody may know it."""
    draw = table.draw
    if draw is None:
        return None
    return DrawView(
        number=draw.number,
        purpose=draw.purpose,
        seal=draw.seal,
        contributors=draw.contributors,
        seals=draw.seals,
        opening=draw.opening,
        opened=tuple(place for place, _ in draw.secrets),
        until=draw.until,
    )
