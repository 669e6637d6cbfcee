"""Hints: what is best in one's place as far as one can know, and why."""

from __future__ import annotations

import asyncio
from random import Random
from typing import TYPE_CHECKING, Any, Literal

import msgspec
from litestar import get

from oddtrick.review import advise
from oddtrick.server.access.table_access import visit_table
from oddtrick.server.errors import ApiError, error_responses
from oddtrick.server.request_body import AnyRequest
from oddtrick.server.rooms.table_service import TableService
from oddtrick.server.routes.tables import Code
from oddtrick.server.security.trusted_proxies import client_address
from oddtrick.tables import CommandRefused

if TYPE_CHECKING:
    from oddtrick.review import Sentence
    from oddtrick.tables import Table

SUIT = 1
CARD = 2
"""How long an action is, written: a suit, a card; what is longer is a throw."""


class HintSentence(msgspec.Struct, frozen=True, kw_only=True):
    """A sentence of a hint.

    Args:
        reason: the sentence in English.
        tag: its key in the catalogue of sentences.
        params: what it names, as in ``{"card": "KH"}``; which, depends on the tag.
    """

    reason: str
    tag: str
    params: dict[str, str] = {}


class HintResponse(msgspec.Struct, frozen=True, kw_only=True):
    """What a sound player would do in your place; one of the first three says it.

    Args:
        card: to be played.
        suit: to be chosen as trumps (K3).
        throw: to be thrown (K5).
        reason: why, one short sentence for a person.
        tag: of the reason, for programs and translators: a rule of thumb, or a fact; or empty.
        params: what the reason names, as in ``{"suit": "hearts"}`` or ``{"card": "KH"}``; which,
            depends on the tag.
        close: where another choice is about as good, the sentence that says so.
    """

    card: str | None = None
    suit: Literal["C", "D", "H", "S"] | None = None
    throw: Literal["rock", "paper", "scissors"] | None = None
    reason: str
    tag: str = ""
    params: dict[str, str] = {}
    close: HintSentence | None = None


@get(
    "/api/tables/{code:str}/hint",
    tags=("tables",),
    operation_id="getHint",
    summary="What a sound player would do in your place",
    description=(
        "For whoever is to act at a table that counts for nothing and where all the others are "
        "bots. It rests on what your seat may know, and on nothing else."
    ),
    responses=error_responses(401, 403, 404, 409, 429, 503),
)
async def get_hint(request: AnyRequest, code: Code) -> HintResponse:
    """A hint, with its reason."""
    principal, room = await visit_table(request, code)
    if principal is None:
        raise ApiError(401, "unauthenticated", "choose a name first: POST /api/me")
    request.app.state.limiter.take(
        commands_by_person=principal.person_id, commands_by_address=client_address(request.scope)
    )
    table = room.table
    place = _place_to_act(table, principal.person_id)
    service: TableService = request.app.state.table_service
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(service.bot_threads, hint_for, table, place)


def _place_to_act(table: Table, person: str) -> int:
    """The place of whoever asks.

    Raises:
        CommandRefused: they have no place, the table has no hints, or it is not their turn.
    """
    place = table.place_of(person)
    if place is None:
        raise CommandRefused("no-place", "hints are for those who play: take a place first")
    alone = all(chair.kind == "bot" or at == place for at, chair in enumerate(table.chairs))
    if table.settings.rated or not alone:
        raise CommandRefused("no-hint", "there are hints only where all the others are bots")
    if table.turn != place:
        raise CommandRefused("not-your-turn", "there is a hint when it is your turn")
    return place


def hint_for(table: Table, place: int) -> HintResponse:
    """What the coach says in a place whose turn it is; the same whenever it is asked."""
    assert table.match is not None
    seed = Random(f"oddtrick-hints/{table.salt}/{table.seq}").getrandbits(64)
    hint = advise(table.match.view(table.seat_at(place)), seed)
    # One sentence is enough while others wait; the first one says most.
    why = hint.explanation[0]
    # A struct of its own for each kind would be stricter, and no easier to read.
    kind = {SUIT: "suit", CARD: "card"}.get(len(hint.action), "throw")
    close = None if hint.close is None else _sentence(hint.close)
    return msgspec.convert({kind: hint.action, **_sentence(why), "close": close}, HintResponse)


def _sentence(sentence: Sentence) -> dict[str, Any]:
    return {"reason": sentence.text(), "tag": sentence.tag, "params": sentence.params}


HINTS = (get_hint,)
"""For ``Litestar(route_handlers=…)``."""
