"""The positions of colonial whist to count: one recipe for each kind."""

from functools import partial

from tests.support.perft import predicates
from tests.support.perft.recipe import LongRecipe, OpenRecipe, Recipe

honours = partial(Recipe, ways=predicates.honours_differ)

RECIPES = [
    *(honours(f"honours-{left}", left, times=2) for left in (9, 11, 12, 13, 14)),
    honours("honours-16", 16, most=3000, times=2),
    *(honours(f"later-{deal}", 12, {"target": 12}, deal) for deal in (1, 2, 3)),
    honours("near-target", 12, {"target": 4}, 1, start=predicates.near_target, times=4),
    Recipe("target-1", 12, {"target": 1}),
    OpenRecipe("whole-hand", 52, depth=3),
    LongRecipe("long", 16, ways=predicates.honours_differ, times=3),
    Recipe("honours-held", 12, {"honours": "held", "target": 12}, 1, start=predicates.both_score),
]
