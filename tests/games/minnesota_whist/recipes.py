"""The positions of Minnesota whist to count: one recipe for each kind."""

from oddtrick.match import Match
from tests.support.perft.recipe import LongRecipe, OpenRecipe, Recipe


def high(match: Match) -> bool:
    """Somebody has granded (M2)."""
    contract = match.deal.contract
    return contract is not None and contract.declarer is not None


def low(match: Match) -> bool:
    """All four put down a red card (M2)."""
    return match.deal.contract is not None and not high(match)


RECIPES = [
    OpenRecipe("bids", None, depth=2),
    OpenRecipe("bids-later", None, {"target": 30}, 3, depth=2, times=2),
    *(Recipe(f"high-{left}", left, start=high, times=2) for left in (10, 12, 13, 15)),
    *(Recipe(f"low-{left}", left, start=low, times=2) for left in (9, 12, 14)),
    Recipe("set-1", 12, {"set": 1}, start=high, times=2),
    Recipe("set-4", 13, {"set": 4}, start=high),
    Recipe("near-target", 12, {"target": 3}, 1, start=high),
    Recipe("near-target-low", 12, {"target": 6}, 1, start=low),
    OpenRecipe("high-whole-hand", 52, start=high, depth=3),
    OpenRecipe("low-whole-hand", 52, start=low, depth=3),
    LongRecipe("long-high", 16, start=high, times=2),
    LongRecipe("long-low", 16, start=low),
]
