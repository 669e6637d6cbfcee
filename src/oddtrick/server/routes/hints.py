"""Hints: the best action from a seat's point of view, with the reason."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import msgspec
from litestar import get

from oddtrick.bots.heuristics.calls import is_valued_call
from oddtrick.games import find_game
from oddtrick.i18n.localizer import Localizer
from oddtrick.rules import PASS
from oddtrick.server.access.authentication import named
from oddtrick.server.access.charged_work import work_for
from oddtrick.server.access.table_access import visit_table
from oddtrick.server.errors import error_responses
from oddtrick.server.parts import part_of
from oddtrick.server.request_body import AnyRequest
from oddtrick.server.rooms.table_service import TableService
from oddtrick.server.routes.tables import Code
from oddtrick.server.security.rate_limit import RateLimiter
from oddtrick.server.security.trusted_proxies import client_address
from oddtrick.tables import CommandRefused
from oddtrick.views import Awaited

if TYPE_CHECKING:
    from collections.abc import Sequence

    from oddtrick.review import Sentence
    from oddtrick.tables import Table

SUIT = 1
CARD = 2
"""Lengths of written actions: a suit, a card; anything longer is a throw."""


class HintSentence(msgspec.Struct, frozen=True, kw_only=True):
    """A sentence of a hint.

    Args:
        reason: the sentence in English.
        tag: its key in the catalogue of sentences.
        params: its parameters, as in ``{"card": "KH"}``; they depend on the tag.
    """

    reason: str
    tag: str
    params: dict[str, str] = {}


class HintResponse(msgspec.Struct, frozen=True, kw_only=True):
    """The recommended action with its reason; exactly one of the first five fields is set.

    Args:
        card: the card to play.
        suit: the suit to choose as trumps (K3).
        throw: the throw to make (K5).
        pass_: to pass instead of playing a card, ``pass`` on the wire (X5).
        call: the bid to make.
        reason: the reason, in one short sentence.
        tag: the kind of reason, for programs and translations; may be empty.
        params: the parameters of the reason, depending on the tag, as in ``{"suit": "hearts"}``.
        more: a second sentence, if there is one: another reason, what happens in deals in which
            another card loses, or the other choices that would do as well.
        details: the figures behind the advice, to be shown on demand.
    """

    card: str | None = None
    suit: Literal["C", "D", "H", "S"] | None = None
    throw: Literal["rock", "paper", "scissors"] | None = None
    pass_: bool = msgspec.field(default=False, name="pass")
    call: str | None = None
    reason: str
    tag: str = ""
    params: dict[str, str] = {}
    more: HintSentence | None = None
    details: list[HintSentence] = []


@get(
    "/api/tables/{code:str}/hint",
    summary="Get a hint",
    description=(
        "Recommends an action to the player whose turn it is, at an unrated table with bots at all "
        "other places. Uses only the information that your seat has."
    ),
    responses=error_responses(401, 403, 404, 409, 429, 503),
)
async def get_hint(request: AnyRequest, code: Code) -> HintResponse:
    """Returns a hint for the player whose turn it is."""
    visitor, room = await visit_table(request, code)
    principal = named(visitor)
    part_of(request, RateLimiter).take(
        commands_by_person=principal.person_id, commands_by_address=client_address(request.scope)
    )
    table = room.table
    place = _place_to_act(table, principal.person_id)
    service = part_of(request, TableService)
    return await work_for(request, principal, service.pools.hints, hint_for, table, place)


def _place_to_act(table: Table, person: str) -> int:
    """Returns the person's place.

    Raises:
        CommandRefused: they have no place, the table has no hints, it is not their turn, or bots
            cannot value their calls.
    """
    place = table.place_of(person)
    if place is None:
        raise CommandRefused("no-place", "hints are for players: take a place first")
    alone = all(chair.kind == "bot" or at == place for at, chair in enumerate(table.chairs))
    fixed = table.drive is not None or table.played_once
    if table.settings.rated or fixed or not alone:
        raise CommandRefused(
            "no-hint",
            "hints are only for unrated tables with bots at all other places, outside whist drives",
        )
    if table.turn != place:
        raise CommandRefused("not-your-turn", "hints are available only when it is your turn")
    assert table.match is not None
    view = table.match.view(table.seat_at(place))
    if view.awaited is Awaited.CALL and not is_valued_call(view):
        raise CommandRefused("no-hint", "there are no hints for such calls yet, only for the play")
    return place


def hint_for(table: Table, place: int) -> HintResponse:
    """Returns the coach's hint for the place whose turn it is: what the review of the deal says."""
    from oddtrick.review import advise  # noqa: PLC0415  # NumPy and the search: slow

    assert table.match is not None
    hint = advise(table.match.view(table.seat_at(place)))
    why, *more = hint.summary
    seating = table.match.seating
    names = [table.chairs[place].name for place in seating]
    localizer = Localizer(knave=find_game(table.rules.game).jack == "knave")
    # One struct per kind of action would be stricter but no easier to read.
    kind = {SUIT: "suit", CARD: "card"}.get(len(hint.action), "throw")
    if table.match.phase.awaited is Awaited.CALL:
        kind = "call"
    passes = hint.action == str(PASS) and kind != "call"
    chosen = {"pass": True} if passes else {kind: hint.action}
    fields = {
        **chosen,
        **_sentence(why, names, localizer),
        "more": _sentence(more[0], names, localizer) if more else None,
        "details": [_sentence(one, names, localizer) for one in hint.details],
    }
    return msgspec.convert(fields, HintResponse)


def _sentence(sentence: Sentence, names: Sequence[str], localizer: Localizer) -> dict[str, Any]:
    reason = localizer.sentence(sentence.tag, sentence.params, names, to_player=True)
    return {"reason": reason, "tag": sentence.tag, "params": sentence.params}


HINTS = (get_hint,)
"""For ``Litestar(route_handlers=…)``."""
