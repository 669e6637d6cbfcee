"""Draws that nobody can steer: seals first, then secrets, then the cards (W3, T7, C2, K5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick import fair
from oddtrick.match import CHANCE, ToCut
from oddtrick.tables import facts as f
from oddtrick.tables.state import DRAW_STAGE_MS, Stage
from oddtrick.tables.transaction import Draft, Refused

if TYPE_CHECKING:
    from oddtrick.tables.commands import Open, Seal
    from oddtrick.tables.state import Draw, Table


def draw_if_due(draft: Draft) -> None:
    """Begins a draw where chance acts, and makes it if nobody can contribute."""
    table = draft.table
    while table.stage is Stage.PLAYING and table.match and table.match.to_act == CHANCE:
        number = table.draw_count + 1
        secret = draft.fresh().hex()
        draft.add(
            f.RoundOpened(
                number=number,
                purpose=fair.purpose_of(table.match).value,
                contributors=_contributors(table),
                secret=secret,
                seal=fair.seal_of(table.code, number, fair.HOUSE, secret),
                until=draft.now + DRAW_STAGE_MS,
            )
        )
        if not draft.table.draw or draft.table.draw.contributors:
            return
        _make(draft)
        table = draft.table


def _contributors(table: Table) -> tuple[int, ...]:
    """The places of those who shuffle and cut (W3), or who cut, as far as persons are there."""
    assert table.match is not None
    places = fair.contributors(table.match)
    chairs = table.chairs
    return tuple(
        place for place in sorted(set(places)) if chairs[place].here and not chairs[place].bot_plays
    )


def seal(draft: Draft, command: Seal) -> None:
    """A contributor seals."""
    draw = _draw(draft, command.round)
    place = draft.place
    # Whoever has taken the place since then is not the one that the draw names.
    if (place, draft.chair.name) not in zip(draw.contributors, draw.names, strict=True):
        raise Refused("not-asked", "this draw does not ask for a seal of yours")
    if draw.opening:
        raise Refused("too-late", "the seals of this draw are closed")
    if any(place == sealed for sealed, _ in draw.seals):
        raise Refused("sealed", "you have sealed for this draw already")
    draft.add(f.Sealed(place, command.seal))
    now = draft.table.draw
    if now is not None and len(now.seals) == len(now.contributors):
        draft.add(f.OpeningBegan(draft.now + DRAW_STAGE_MS))


def unseal(draft: Draft, command: Open) -> None:
    """A contributor opens its seal."""
    draw = _draw(draft, command.round)
    place = draft.place
    seals = dict(draw.seals)
    if place not in seals:
        raise Refused("not-asked", "there is no seal of yours in this draw")
    if not draw.opening:
        raise Refused("too-early", "not everybody has sealed yet")
    if any(place == opened for opened, _ in draw.secrets):
        raise Refused("opened", "you have opened your seal already")
    if fair.seal_of(draft.table.code, draw.number, place, command.secret) != seals[place]:
        raise Refused("wrong-secret", "that secret does not belong to your seal")
    draft.add(f.Unsealed(place, command.secret))
    now = draft.table.draw
    if now is not None and len(now.secrets) == len(now.seals):
        _make(draft)


def _draw(draft: Draft, number: int) -> Draw:
    draw = draft.table.draw
    if draw is None or draw.number != number:
        raise Refused("no-draw", f"draw {number} is not under way")
    return draw


def draw_late(draft: Draft) -> None:
    """A time of the draw under way is over: on without those who did not act."""
    draw = draft.table.draw
    if draw is None or draft.now < draw.until:
        return
    if draw.seals and not draw.opening:
        draft.add(f.OpeningBegan(draft.now + DRAW_STAGE_MS))
    else:
        _make(draft)


def _make(draft: Draft) -> None:
    """Draws the cards from the secrets that are open."""
    table = draft.table
    draw, match = table.draw, table.match
    assert draw is not None
    assert match is not None
    purpose = fair.Purpose(draw.purpose)
    key = fair.draw_key(table.code, draw.number, purpose, draw.secret, dict(draw.secrets))
    if isinstance(match.phase, ToCut):
        cards = fair.drawn_cards(match.rules.pack, len(match.phase.cutting.to_cut), key)
    else:
        cards = fair.shuffled(match.rules.pack, key)
    draft.add(f.Drawn("".join(map(str, cards))))
