"""The calls of a deal in words: bids, and cards that are put down."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.calls import Bid
from oddtrick.cards import Card
from oddtrick.views import Awaited

if TYPE_CHECKING:
    from oddtrick.calls import Call, Calls, Made
    from oddtrick.terminal.display_names import DisplayNames
    from oddtrick.views import View

PASS = Bid(name="pass")


def call_text(call: Call | None, names: DisplayNames) -> str:
    """A call in few words; ``…`` for a secret one."""
    if call is None:
        return "…"
    return names.card(call) if isinstance(call, Card) else str(call)


def calls_text(made: Made, names: DisplayNames) -> str:
    """The calls of a phase, each with its seat."""
    return ", ".join(f"{names.label(seat)} {call_text(call, names)}" for seat, call in made)


def standing_bids(calls: Calls) -> dict[int, Bid]:
    """The bids that the play is about, by seat.

    Where all bids are numbers, everybody's own; else the last bid, which beats those before it.

    >>> standing_bids((("bids", ((1, Bid(2)), (0, Bid(0)))),))
    {1: Bid(number=2, name=''), 0: Bid(number=0, name='')}
    >>> standing_bids((("auction", ((1, Bid(3, "uptown")), (0, PASS))),))
    {1: Bid(number=3, name='uptown')}
    """
    bids = [
        (seat, call)
        for _, made in calls
        for seat, call in made
        if isinstance(call, Bid) and call != PASS
    ]
    return dict(bids if all(not bid.name for _, bid in bids) else bids[-1:])


def _last_call(call: Call | None, names: DisplayNames) -> str:
    """A call beside a seat, where a number alone could be anything."""
    text = call_text(call, names)
    return f"bid {text}" if isinstance(call, Bid) and not call.name else text


def seat_call(view: View, names: DisplayNames, seat: int) -> str:
    """The last call of a seat, or its bid beside its tricks; empty if there is nothing to tell."""
    if view.awaited is Awaited.CALL:
        made = view.calls[-1][1] if view.calls else ()
        calls = (call for by, call in reversed(made) if by == seat)
        return next((_last_call(call, names) for call in calls), "")
    bid = standing_bids(view.calls).get(seat) if view.awaited is Awaited.CARD else None
    return "" if bid is None else f"bid {bid}, has {view.won[seat]}"
