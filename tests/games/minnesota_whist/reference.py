"""Minnesota whist: its options, bids and points, read literally from its page (M1 to M5)."""

from random import Random
from typing import Any

from tests.support.reference.calls import Deal, made_calls
from tests.support.reference.cards import read_card, read_hand
from tests.support.reference.options import Rules, draw_target, draw_words, side_of
from tests.support.reference.scoring import PlayedOut, Standing, tricks_by_side

DEFAULTS: dict[str, Any] = {"target": 13, "set": 2, "cut": "ace-high"}
RULES = {"pack": "M1", "count": "M1", "end": "M5"}
SIDES = 2
SEQUENCE = "N"  # M1


def has_turn_up(full: Rules, number: int) -> bool:
    """Never: there are no trumps (M1)."""
    del full, number
    return False


def draw(rng: Random) -> Rules:
    """M4 and M5."""
    return draw_target(rng) | draw_words(rng, "set")


def calls_allowed(full: Rules, number: int, deal: Deal) -> list[str]:
    """Each puts down any card of the hand (M2)."""
    del full, number
    made = made_calls(deal)
    seat = (deal["dealer"] + 1 + len(made)) % 4
    return read_hand(deal["hands"][0]["cards"][seat]) if len(made) < 4 else []


def granded_by(deal: Deal) -> int | None:
    """The first seat from the left of the dealer that put down a black card; None: low (M2)."""
    for at, text in enumerate(made_calls(deal)):
        if read_card(text)[1] in "SC":
            return int((deal["dealer"] + 1 + at) % 4)
    return None


def leader(deal: Deal) -> int | None:
    """The right of the one who granded (M3), else the eldest hand."""
    granded = granded_by(deal)
    return None if granded is None else (granded + 3) % 4


def points(full: Rules, standing: Standing, deal: PlayedOut) -> list[int]:
    """M4: a point for each trick above six, ``set`` for those who did not grand; low: below seven.

    High if somebody granded (M2).
    """
    del standing
    points, granded = [], granded_by(deal.record)
    for side, tricks in enumerate(tricks_by_side(full, deal.tricks)):
        if granded is None:
            points.append(7 - tricks if tricks < 7 else 0)
        elif side_of(full, granded) == side:
            points.append(tricks - 6 if tricks > 6 else 0)
        else:
            points.append((tricks - 6) * int(full["set"]) if tricks > 6 else 0)
    return points
