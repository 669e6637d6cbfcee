"""The calls before the play: those that may come next, and what they settle."""

from typing import Any

from tests.support.game_folders import own

from .options import Rules

Deal = dict[str, Any]


def made_calls(deal: Deal) -> list[str]:
    """The bids of a deal so far, in order."""
    return list(deal.get("calls", {}).get("bids", []))


def with_call(full: Rules, deal: Deal, call: str) -> Deal:
    """The deal with one more call."""
    called: Deal = own(full["game"], "with_call", _with_bid)(full, deal, call)
    return called


def _with_bid(full: Rules, deal: Deal, call: str) -> Deal:
    del full
    return {**deal, "calls": {"bids": [*made_calls(deal), call]}}


def calls_allowed(full: Rules, number: int, deal: Deal) -> list[str]:
    """The calls that may come next; none where nobody calls any more (O3, O4, M2, SO2, B2)."""
    allowed = own(full["game"], "calls_allowed")
    return [] if allowed is None else list(allowed(full, number, deal))
