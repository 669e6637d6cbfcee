"""German whist: its options and points, read literally from its page (G1 to G5)."""

from random import Random
from typing import Any

from tests.support.reference.options import Rules, draw_words
from tests.support.reference.scoring import PlayedOut, Standing, add_points, tricks_by_seat

DEFAULTS: dict[str, Any] = {"count": "second", "deals": 1, "target": None, "cut": "ace-high"}
RULES = {"pack": "G1", "count": "G1", "turn-up": "G1", "end": "G5"}
PLAYERS = 2
SPARE_CARD = STOCK = True  # G1


def draw(rng: Random) -> Rules:
    """The tricks that count (G4), and one of the two ways to end a match (G5)."""
    name = rng.choice(["deals", "target"])
    return {**draw_words(rng, "count"), name: rng.choice([1, 2, 3, 4])}


def score(full: Rules, standing: Standing, deal: PlayedOut) -> list[int]:
    """A point for the player with more tricks (G4); a number of deals, or of deals won (G5)."""
    tricks = tricks_by_seat(full, [trick.winner for trick in deal.tricks])
    points = [int(tricks[seat] > tricks[1 - seat]) for seat in (0, 1)]
    add_points(standing, points)
    one, two = standing.score
    if full["target"] is None:
        standing.over = standing.game_ended = standing.deals_played == full["deals"]
        standing.winner = None if not standing.over or one == two else int(two > one)
    elif full["target"] in standing.score:
        standing.over = standing.game_ended = True
        standing.winner = int(two > one)
        standing.games[standing.winner] += 1
    return points
