"""Projections of a table: the single gate between its secrets and the outside.

A :class:`TableView` is the whole table for one audience; an :class:`Update` holds the changes of
one log entry. Everything about the match is taken from the audience's own
:class:`~oddtrick.views.View`, and all other fields are public. A new field therefore cannot leak a
secret unless it is copied here by hand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import msgspec
from msgspec.structs import replace

from oddtrick.games import find_game
from oddtrick.record import options_json
from oddtrick.tables.bot_turns import bot_style
from oddtrick.tables.settings import Settings
from oddtrick.tables.settled_deals import may_end
from oddtrick.view_json import MatchView, match_view

if TYPE_CHECKING:
    from oddtrick.tables.facts import Said
    from oddtrick.tables.state import Chair, Table

StageName = Literal["gathering", "drawing", "playing", "pause", "over", "closed"]


class PlaceView(msgspec.Struct, frozen=True, kw_only=True):
    """A place and its occupant.

    Args:
        kind: ``open``, ``person`` or ``bot``.
        name: the display name.
        level: the level of a built-in bot.
        style: the style of play of a built-in bot, if it has one.
        program: the person is a bot with its own account.
        connected: the person has a connection.
        stand_in: the reason why a bot plays for the person, or None.
        stand_in_from: when other players may let a bot play for the disconnected person (ms since
            1970), or None.
        stand_in_at: when a bot begins to play for them (ms since 1970), or None.
        seat: the seat of this place in the match.
        ready: ready for the next deal or match.
        spent_ms: the time used in this deal.
    """

    kind: Literal["open", "person", "bot"]
    name: str
    level: str | None
    style: str | None
    program: bool
    connected: bool
    stand_in: Literal["disconnected", "timeout", "away"] | None
    stand_in_from: int | None
    stand_in_at: int | None
    seat: int
    ready: bool
    spent_ms: int


class DrawView(msgspec.Struct, frozen=True, kw_only=True):
    """The draw in progress (``docs/fair-deals.md``).

    Args:
        number: the number of the draw at this table.
        purpose: the purpose of the draw.
        seal: the server's seal.
        contributors: the places whose clients may contribute.
        seals: the seals received, by place.
        opening: sealing has closed; contributors that sealed now open.
        opened: the places that have opened.
        until: when the stage ends without missing contributors (ms since 1970).
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
    """A chat message.

    Args:
        place: the sender's place; None for a host without a place.
        name: the sender's name.
        phrase: the id of a ready-made phrase, or None.
        text: free text, or None; plain text, never HTML.
    """

    place: int | None
    name: str
    phrase: str | None
    text: str | None


class DriveDealView(msgspec.Struct, frozen=True, kw_only=True):
    """The deal of a whist drive that is played at a table.

    Args:
        code: the code of the drive.
        name: the name of the event.
        round: the number of the round, from 1.
        rounds: the number of rounds of the drive.
        table: the number of the table in the drive, from 1.
        starts_at: when the deal begins at all tables (ms since 1970).
        board: the number of the board, if its cards were sealed before the drive; else null.
    """

    code: str
    name: str
    round: int
    rounds: int
    table: int
    starts_at: int
    board: int | None


class SealedView(msgspec.Struct, frozen=True):
    """A deal that was fixed beforehand.

    Args:
        event: its name.
        once: the first attempt counts: no undo, no hints, no changes at the table.
    """

    event: str
    once: bool


class TableView(msgspec.Struct, frozen=True, kw_only=True):
    """The whole table as one audience may see it.

    Args:
        code: the table's id.
        game: the game's id.
        options: the game's options in record form.
        sides: the seats of each side.
        book: the tricks of a side that count nothing.
        eliminates: a player without a trick is out after the deal, and no score is kept.
        jack: what the game calls the jack (C1).
        settings: the table's settings.
        sealed: the sealed deal that the table plays, or None.
        stage: the current stage.
        number: the number of the match, from 1; 0 before the first.
        places: the places and their occupants.
        host: the name of the host.
        you: your place, or None.
        you_host: true if you are the host.
        match: the match as you may see it; None before the first.
        turn: the place whose turn it is.
        deadline: when its time runs out (ms since 1970).
        pause_until: when the next deal begins automatically (ms since 1970).
        draw: the draw in progress.
        chat: the latest chat messages.
        drive: the deal of a whist drive that is played here, or None.
        settled: as in ``Turn``.
    """

    code: str
    game: str
    options: dict[str, Any]
    sides: tuple[tuple[int, ...], ...]
    book: int
    eliminates: bool
    settings: Settings
    sealed: SealedView | None
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
    drive: DriveDealView | None
    jack: Literal["jack", "knave"] = "jack"
    settled: Literal[True] | msgspec.UnsetType = msgspec.UNSET


class CardPlayed(msgspec.Struct, frozen=True, tag_field="type", tag="played"):
    """A card was played.

    Args:
        seat: the seat that played.
        card: the card.
        winner: the seat that won the trick, if this card completed it.
    """

    seat: int
    card: str
    winner: int | None


class Passed(msgspec.Struct, frozen=True, tag_field="type", tag="passed"):
    """A seat passed instead of playing a card (X5).

    Args:
        seat: the seat that passed.
        winner: the seat that won the trick, if this play completed it.
    """

    seat: int
    winner: int | None


class ChatSent(msgspec.Struct, frozen=True, tag_field="type", tag="chat"):
    """A chat message was sent.

    Args:
        message: the message.
    """

    message: ChatMessage


class Note(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="type", tag="note"):
    """Another event; its effects are in the table that comes with it.

    Args:
        kind: the kind of event, such as ``"sat"``, ``"took-over"`` or ``"claimed"``.
        place: the place concerned, or None.
        cards: the cards that the place shows with a claim (T9); absent at other events.
    """

    kind: str
    place: int | None
    cards: tuple[str, ...] = ()


class CardsCut(msgspec.Struct, frozen=True, tag_field="type", tag="cut"):
    """Cards were cut; the result is in the table that comes with it.

    Args:
        purpose: ``dealer`` (T7), ``partners`` (C2) or ``trumps`` (K5).
        cards: the card that each place cut.
    """

    purpose: str
    cards: tuple[tuple[int, str], ...]


class Turn(msgspec.Struct, frozen=True):
    """The turn that follows a card.

    Args:
        seat: the seat to act.
        deadline: when its time runs out (ms since 1970).
        legal: the cards that you may play; null unless it is your turn.
        turn_up_shown: the turn-up still lies on the table (W4).
        broken: trumps may be led (K7).
        spent_ms: the time that each place has used in this deal; empty without a deal limit.
        settled: nothing can change the points of the deal, and its only player may end it by a
            claim; absent otherwise.
    """

    seat: int
    deadline: int | None
    legal: tuple[str, ...] | None
    turn_up_shown: bool
    broken: bool
    spent_ms: tuple[int, ...] = ()
    settled: Literal[True] | msgspec.UnsetType = msgspec.UNSET


class Update(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="type", tag="update"
):
    """The changes of one log entry.

    Args:
        seq: the number of the entry.
        at: when it was made (ms since 1970).
        events: the events, in order.
        turn: the next turn, after a card in the middle of a hand.
        draw: the current draw, after a seal or a secret that was not the last.
        table: the current table, if more has changed than cards, chat and the draw.
        re: the id of the command that this update answers.
    """

    seq: int
    at: int
    events: tuple[CardPlayed | Passed | ChatSent | CardsCut | Note, ...]
    turn: Turn | None = None
    draw: DrawView | None = None
    table: TableView | None = None
    re: str | None = None


def table_view(table: Table, person: str | None, common: TableView | None = None) -> TableView:
    """Projects the whole table for a person, or for a spectator if ``person`` is None.

    Args:
        table: the table.
        person: the person's id.
        common: the spectator's projection of the same table, if available; shared parts are
            reused.
    """
    place = None if person is None else table.place_of(person)
    match = _match_view(table, place)
    if common is not None:
        you_host = person is not None and person == table.host
        return replace(common, you=place, you_host=you_host, match=match)
    return TableView(
        code=table.code,
        game=table.rules.game,
        options=options_json(table.rules.options),
        sides=table.rules.sides,
        book=table.rules.scoring.profile.book,
        eliminates=table.rules.goal.eliminates,
        settings=table.settings,
        sealed=_sealed_view(table),
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
        drive=_drive_view(table),
        jack=find_game(table.rules.game).jack,
        settled=settled_mark(table),
    )


def settled_mark(table: Table) -> Literal[True] | msgspec.UnsetType:
    """Whether the player to act may end the deal, as views and turns have it."""
    return True if may_end(table) else msgspec.UNSET


def _drive_view(table: Table) -> DriveDealView | None:
    drive = table.drive
    if drive is None:
        return None
    return DriveDealView(
        code=drive.code,
        name=drive.name,
        round=drive.round,
        rounds=drive.rounds,
        table=drive.table,
        starts_at=drive.starts_at,
        board=None if drive.board is None else drive.board.number,
    )


def _sealed_view(table: Table) -> SealedView | None:
    sealed = table.sealed
    return None if sealed is None else SealedView(sealed.event, sealed.once)


def _match_view(table: Table, place: int | None) -> MatchView | None:
    if table.match is None:
        return None
    view = match_view(table.match.view(None if place is None else table.seat_at(place)))
    if table.turn is None:
        # A tie-break of the next deal may already be pending while the score is still shown.
        return replace(view, to_act=None, legal=())
    return view


def _place_view(table: Table, place: int, chair: Chair) -> PlaceView:
    stand_in_from, stand_in_at = table.stand_in_times(place) or (None, None)
    return PlaceView(
        kind=chair.kind,
        name=chair.name,
        level=chair.bot_level,
        style=bot_style(table, place),
        program=chair.program,
        connected=chair.connected,
        stand_in=chair.stand_in,
        stand_in_from=stand_in_from,
        stand_in_at=stand_in_at,
        seat=table.seat_at(place),
        ready=place in table.ready,
        spent_ms=table.spent[place] if table.spent else 0,
    )


def chat_message(said: Said) -> ChatMessage:
    """A chat line as everyone at the table reads it."""
    return ChatMessage(said.place, said.name, said.phrase, said.text)


def draw_view(table: Table) -> DrawView | None:
    """Projects the draw in progress; it has no private part."""
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
