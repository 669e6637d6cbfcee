"""Commit–reveal draws that no party can steer (W3, T7, C2, K5).

The server and the contributors first publish seals (hashes of secrets), then open them; the cards
follow from all opened secrets. The server's seal is public before any contributor commits, so that
it cannot choose its secret to suit theirs. See ``docs/fair-deals.md``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick import fair
from oddtrick.match import CHANCE, ToCut
from oddtrick.tables import facts as f
from oddtrick.tables.fixed_deals import DRAW
from oddtrick.tables.state import DRAW_STAGE_MS, Stage
from oddtrick.tables.transaction import CommandRefused, Transaction

if TYPE_CHECKING:
    from oddtrick.tables.commands import Open, Seal
    from oddtrick.tables.state import Draw, Table


def begin_due_draws(tx: Transaction) -> None:
    """Begins a draw if chance is to act, and finishes it if there are no contributors."""
    table = tx.table
    while table.stage is Stage.PLAYING and table.match and table.match.to_act == CHANCE:
        board, sealed = None if table.drive is None else table.drive.board, table.sealed
        number, secret = table.draw_count + 1, None
        if board is not None:
            number, secret = board.number, board.secret
        elif sealed is not None:
            number, secret = DRAW, sealed.secret
        secret = secret or tx.new_secret().hex()
        tx.add(
            f.RoundOpened(
                number=number,
                purpose=fair.purpose_of(table.match).value,
                contributors=_contributors(table) if board is None else (),
                secret=secret,
                seal=fair.seal_of(table.fair_name, number, fair.SERVER, secret),
                until=tx.now + DRAW_STAGE_MS,
            )
        )
        if not tx.table.draw or tx.table.draw.contributors:
            return
        _finish_draw(tx)
        table = tx.table


def _contributors(table: Table) -> tuple[int, ...]:
    """The places that shuffle and cut (W3), if held by a connected person; none if sealed."""
    assert table.match is not None
    if table.sealed is not None:
        return ()
    places = fair.contributors(table.match)
    chairs = table.chairs
    return tuple(
        place
        for place in sorted(set(places))
        if chairs[place].connected and not chairs[place].bot_plays
    )


def seal(tx: Transaction, command: Seal) -> None:
    """Accepts a contributor's seal."""
    draw = _draw(tx, command.round)
    place = tx.place
    # A person who took the place later is not the contributor named, whatever their name.
    if (place, tx.chair.person) not in zip(draw.contributors, draw.persons, strict=True):
        raise CommandRefused("not-asked", "you are not a contributor to this draw")
    if draw.opening:
        raise CommandRefused("too-late", "sealing is closed for this draw")
    if any(place == sealed for sealed, _ in draw.seals):
        raise CommandRefused("sealed", "you have already sealed for this draw")
    tx.add(f.Sealed(place, command.seal))
    now = tx.table.draw
    if now is not None and len(now.seals) == len(now.contributors):
        tx.add(f.OpeningBegan(tx.now + DRAW_STAGE_MS))


def unseal(tx: Transaction, command: Open) -> None:
    """Accepts a contributor's secret after checking it against the seal."""
    draw = _draw(tx, command.round)
    place = tx.place
    seals = dict(draw.seals)
    if place not in seals:
        raise CommandRefused("not-asked", "you have no seal in this draw")
    if not draw.opening:
        raise CommandRefused("too-early", "sealing is still open: wait until it closes")
    if any(place == opened for opened, _ in draw.secrets):
        raise CommandRefused("opened", "you have already opened your seal")
    if fair.seal_of(tx.table.fair_name, draw.number, place, command.secret) != seals[place]:
        raise CommandRefused("wrong-secret", "that secret does not match your seal")
    tx.add(f.Unsealed(place, command.secret))
    now = tx.table.draw
    if now is not None and len(now.secrets) == len(now.seals):
        _finish_draw(tx)


def _draw(tx: Transaction, number: int) -> Draw:
    draw = tx.table.draw
    if draw is None or draw.number != number:
        raise CommandRefused("no-draw", f"draw {number} is not in progress")
    return draw


def expire_draw_stage(tx: Transaction) -> None:
    """Ends the current stage of a draw that has timed out, without the missing contributors."""
    draw = tx.table.draw
    if draw is None or tx.now < draw.until:
        return
    # Those who sealed may still open; who has not sealed in time has no part in the cards.
    if draw.seals and not draw.opening:
        tx.add(f.OpeningBegan(tx.now + DRAW_STAGE_MS))
    else:
        _finish_draw(tx)


def _finish_draw(tx: Transaction) -> None:
    """Derives the cards from the opened secrets and records them."""
    table = tx.table
    draw, match = table.draw, table.match
    assert draw is not None
    assert match is not None
    purpose = fair.Purpose(draw.purpose)
    key = fair.draw_key(table.fair_name, draw.number, purpose, draw.secret, dict(draw.secrets))
    if isinstance(match.phase, ToCut):
        cards = fair.cut_cards(match.rules.pack, len(match.phase.cutting.to_cut), key)
    else:
        cards = fair.shuffle_pack(match.rules.pack, key)
    tx.add(f.Drawn("".join(map(str, cards))))
