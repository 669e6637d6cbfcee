"""Oh Hell: its options, deals, bids and points, read literally from its page (O1 to O6)."""

from random import Random
from typing import Any

from tests.support.reference.calls import Deal, made_calls
from tests.support.reference.options import Rules, draw_words
from tests.support.reference.scoring import (
    PlayedOut,
    Standing,
    score_to_the_last_deal,
    tricks_by_side,
)

DEFAULTS: dict[str, Any] = {  # O1-O5
    "players": 4,
    "most": None,
    "run": "down",
    "no_trump_at_most": False,
    "hook": True,
    "score": "exact",
    "cut": "ace-high",
}
RULES = {"pack": "O1", "count": "O1", "turn-up": "O2", "end": "O6"}
SPARE_CARD = True  # O2
SEQUENCE = "N"  # O2, where no card is turned up


def room(full: Rules) -> int:
    """The most cards that each may have: one is left to turn, but for no trumps (O1, O2)."""
    return int((52 if full["no_trump_at_most"] else 51) // full["players"])


def deals_of(full: Rules) -> list[int]:
    """The cards of each deal of a match of Oh Hell (O1)."""
    most = min(10, room(full)) if full["most"] is None else full["most"]
    down = [most - number for number in range(most)]
    up = list(reversed(down))
    if full["run"] == "down-up":
        return down + up[1:]
    return up + down[1:] if full["run"] == "up-down" else down


def cards_each(full: Rules, number: int) -> int:
    """The cards of the deal with this number (O1)."""
    return deals_of(full)[number]


def has_turn_up(full: Rules, number: int) -> bool:
    """True but where the deals with most cards have no trumps (O2)."""
    deals = deals_of(full)
    return not (full["no_trump_at_most"] and deals[number] == max(deals))


def draw(rng: Random) -> Rules:
    """Any number of players, short and long matches, and each option."""
    options: Rules = {"players": rng.randint(3, 7), "most": rng.choice([None, 1, 2, 3, 4, 7])}
    return options | draw_words(rng, "run", "no_trump_at_most", "hook", "score")


def calls_allowed(full: Rules, number: int, deal: Deal) -> list[str]:
    """Any number of tricks, but the dealer's may not make the bids add up (O3, O4)."""
    made, tricks = list(map(int, made_calls(deal))), cards_each(full, number)
    if len(made) == full["players"]:
        return []
    hooked = full["hook"] and len(made) == full["players"] - 1
    return [str(bid) for bid in range(tricks + 1) if not hooked or bid + sum(made) != tricks]


def _bids_by_seat(full: Rules, deal: Deal) -> list[int]:
    """The bid of each seat, the dealer's the last (O3)."""
    players, first = full["players"], deal["dealer"] + 1
    bids = [int(text) for text in deal["calls"]["bids"]]
    return [bids[(seat - first) % players] for seat in range(players)]


def score(full: Rules, standing: Standing, deal: PlayedOut) -> list[int]:
    """O5: ten and the bid for an exact one; O6: the highest total after the last deal."""
    points = []
    bids = _bids_by_seat(full, deal.record)
    for took, bid in zip(tricks_by_side(full, deal.tricks), bids, strict=True):
        scored = 10 + bid if took == bid else 0
        if full["score"] == "tricks-plus" and took != bid:
            scored = took
        points.append(scored)
    return score_to_the_last_deal(len(deals_of(full)), standing, points)
