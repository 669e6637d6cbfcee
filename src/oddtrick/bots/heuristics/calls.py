"""Calls before the play: by the contract to which they lead, by tricks, or as discards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.bots.heuristics.bids import bid_tricks, is_trick_bid
from oddtrick.bots.heuristics.contracts import call_by_worth
from oddtrick.bots.heuristics.discards import discard_least, is_discard
from oddtrick.views import Awaited

if TYPE_CHECKING:
    from oddtrick.bots.bot import Advice
    from oddtrick.views import View


def is_valued_call(view: View) -> bool:
    """True if the seat is to make a call that bots can value; others they make at random."""
    known = bool(view.offers) or is_discard(view) or is_trick_bid(view)
    return view.awaited is Awaited.CALL and bool(view.hand) and known


def advise_call(view: View, caution: float = 0.0) -> Advice | None:
    """The call of the heuristics; None where they know of none.

    Args:
        view: the view of a seat.
        caution: tricks by which it values its hand less.
    """
    if not is_valued_call(view):
        return None
    if view.offers:
        return call_by_worth(view, caution)
    return discard_least(view) if is_discard(view) else bid_tricks(view, caution)
