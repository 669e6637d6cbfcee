"""Scotch whist: its options, pack, hands and points, read literally from its page (S1 to S7)."""

from random import Random
from typing import Any

from tests.support.reference.options import SIDES_OF_PARTNERS, Rules, draw_words, sides_of
from tests.support.reference.scoring import PlayedOut, Standing, add_points, taken_by_side

DEFAULTS: dict[str, Any] = {
    "players": 4,
    "sides": None,  # S1
    "target": 41,  # S7
    "partners": "seats",  # X3
    "count_out": "together",  # X4
    "cut": "ace-high",
}
RULES = {"pack": "S2", "count": "S4", "turn-up": "S4", "end": "S7"}
HIGHEST = "J"  # S3
TOP_TRUMPS = {"J": 11, "T": 10, "A": 4, "K": 3, "Q": 2}  # S5


def cards_out(players: int) -> list[str]:
    """The cards that are taken out: two to five, and sixes that do not go round (S2)."""
    sixes = "S" if players in (5, 7) else "SHDC" if players == 8 else ""
    return [rank + suit for rank in "2345" for suit in "SHDC"] + ["6" + suit for suit in sixes]


def hands_in_deal(full: Rules) -> int:
    """Three for two players, two for three (S4)."""
    return {2: 3, 3: 2}.get(full["players"], 1)


def cards_each(full: Rules, number: int) -> int:
    """The whole pack in equal hands (S4)."""
    del number
    return {2: 6, 3: 6, 4: 9, 5: 7, 6: 6, 7: 5, 8: 4}[int(full["players"])]


def draw(rng: Random) -> Rules:
    """S1 and S7: players, partnerships where the number allows them, and a target."""
    players = rng.randint(2, 8)
    options: Rules = {"players": players}
    choices = [None, *SIDES_OF_PARTNERS.get(players, ())]
    sides = rng.choice(choices)
    if sides is not None:
        options["sides"] = sides
    options["target"] = rng.choice([1, 2, 5, 10, 15, 20, 30, 41, 41, 60])
    return options


def draw_customs(rng: Random, options: Rules) -> None:
    """X3 and X4."""
    options |= draw_words(rng, "count_out", *(["partners"] if options.get("sides") else []))


def score(full: Rules, standing: Standing, deal: PlayedOut) -> list[int]:
    """S5 and S6 for each side; S7: one side alone highest, at the target or above, has won."""
    points = []
    for seats, taken in zip(sides_of(full), taken_by_side(full, deal.tricks), strict=True):
        worth = 0
        for card in taken:
            if card[1] == deal.trump:
                worth += TOP_TRUMPS.get(card[0], 0)
        dealt = sum(len(deal.dealt[seat]) for seat in seats)
        points.append(worth + max(0, len(taken) - dealt))
    totals = [had + new for had, new in zip(standing.score, points, strict=True)]
    reaching = [side for side, total in enumerate(totals) if total >= full["target"]]
    if full["count_out"] == "order" and len(reaching) > 1:
        points = _counted_out(full, standing, deal)
    add_points(standing, points)
    highest = max(standing.score)
    leaders = [side for side, score in enumerate(standing.score) if score == highest]
    if highest >= full["target"] and len(leaders) == 1:
        standing.over = True
        standing.winner = leaders[0]
        standing.games[leaders[0]] = 1
    return points


def _counted_out(full: Rules, standing: Standing, deal: PlayedOut) -> list[int]:
    """X4: ten, cards, ace, king, queen, jack, until one side alone is in front at the target."""
    taken = taken_by_side(full, deal.tricks)
    points = [0] * len(taken)
    for item in ("T", "cards", "A", "K", "Q", "J"):
        for side, seats in enumerate(sides_of(full)):
            if item == "cards":
                dealt = sum(len(deal.dealt[seat]) for seat in seats)
                points[side] += max(0, len(taken[side]) - dealt)
            elif item + deal.trump in taken[side]:
                points[side] += TOP_TRUMPS[item]
        score = [had + new for had, new in zip(standing.score, points, strict=True)]
        if max(score) >= full["target"] and score.count(max(score)) == 1:
            break
    return points
