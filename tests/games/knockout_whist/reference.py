"""Knock-out whist: its options, deals and standing, read literally from its page (K1 to K8)."""

from random import Random
from typing import Any

from tests.support.reference.options import Rules, draw_words
from tests.support.reference.scoring import PlayedOut, Standing, seats_in, tricks_by_seat

DEFAULTS: dict[str, Any] = {  # K1-K7, X5
    "players": 4,
    "choose": "seen",
    "tie": "cut",
    "broken": False,
    "dogs_life": False,
    "cut": "ace-high",
}
RULES = {"pack": "K1", "count": "K1", "turn-up": "K2", "end": "K8"}
SPARE_CARD = True  # K2
TRUMPS = "chosen"  # K3, after the first deal
ELIMINATES = True  # K4


def cards_each(full: Rules, number: int) -> int:
    """Seven, and one fewer in each deal (K1)."""
    del full
    return 7 - number


def has_turn_up(full: Rules, number: int) -> bool:
    """True in the first deal (K2)."""
    del full
    return number == 0


def draw(rng: Random) -> Rules:
    """Any number of players, and each option."""
    return {"players": rng.randint(2, 7), **draw_words(rng, "choose", "tie", "broken")}


def score(full: Rules, standing: Standing, deal: PlayedOut) -> list[int]:
    """K4: out without a trick; K5: who tied for most; K8: all the tricks win the match.

    X5: the first to be without a trick stay in for the next deal, unless the match is over.
    """
    points = tricks_by_seat(full, [trick.winner for trick in deal.tricks])
    without = [seat for seat in seats_in(full, standing) if points[seat] == 0]
    standing.score = [1 if tricks > 0 else 0 for tricks in points]
    standing.dogs = []
    if full.get("dogs_life") and not standing.dogs_life_spent and max(points) < len(deal.tricks):
        standing.dogs = without
        standing.dogs_life_spent = bool(without)
        for seat in without:
            standing.score[seat] = 1
    most = [seat for seat, tricks in enumerate(points) if tricks == max(points)]
    standing.tied = most if len(most) > 1 else []
    if max(points) == len(deal.tricks):
        standing.over = True
        standing.winner = most[0]
        standing.games[most[0]] = 1
    return points
