"""The calls before the play: those that may come next, and what they settle."""

from typing import Any

from . import bid_whist, solo
from .cards import read_hand
from .deal_course import cards_each
from .options import Rules

Deal = dict[str, Any]


def with_call(full: Rules, deal: Deal, call: str) -> Deal:
    """The deal with one more call."""
    if full["game"] == "solo-whist":
        return solo.with_call(full, deal, call)
    if full["game"] == "bid-whist":
        return bid_whist.with_call(full, deal, call)
    return {**deal, "calls": {"bids": [*_made(deal), call]}}


def _made(deal: Deal) -> list[str]:
    """The calls of a deal so far, in order."""
    return list(deal.get("calls", {}).get("bids", []))


def calls_allowed(full: Rules, number: int, deal: Deal) -> list[str]:
    """The calls that may come next; none where nobody calls any more (O3, O4, M2, SO2, B2)."""
    if full["game"] == "solo-whist":
        return solo.auction_of(deal).allowed()
    if full["game"] == "bid-whist":
        return bid_whist.next_calls(full, deal)[1]
    made = _made(deal)
    if full["game"] not in ("oh-hell", "minnesota-whist") or len(made) == full["players"]:
        return []
    if full["game"] == "minnesota-whist":
        seat = (deal["dealer"] + 1 + len(made)) % 4
        return read_hand(deal["hands"][0]["cards"][seat])
    return [str(bid) for bid in _numbers_allowed(full, number, list(map(int, made)))]


def _numbers_allowed(full: Rules, number: int, made: list[int]) -> list[int]:
    tricks = cards_each(full, number)
    if full["hook"] and len(made) == full["players"] - 1:
        return [bid for bid in range(tricks + 1) if bid + sum(made) != tricks]
    return list(range(tricks + 1))


def bids_by_seat(full: Rules, deal: Deal) -> list[int]:
    """The bid of each seat, the dealer's the last; nothing where nobody bids a number (O3)."""
    if full["game"] != "oh-hell":
        return []
    players, first = full["players"], deal["dealer"] + 1
    bids = [int(text) for text in deal["calls"]["bids"]]
    return [bids[(seat - first) % players] for seat in range(players)]
