"""The positions of German whist to count: one recipe for each kind."""

from tests.support.perft import predicates
from tests.support.perft.recipe import LongRecipe, OpenRecipe, Options, Recipe

ALL: Options = {"count": "all"}

RECIPES = [
    *(Recipe(f"second-{left}", left, least=4, times=3) for left in (8, 9, 10)),
    *(OpenRecipe(f"all-{left}", left, ALL, least=4, times=2) for left in (8, 9)),
    Recipe("late-deal", 8, {"deals": 3}, 2, least=4, times=2),
    Recipe("target", 8, {"target": 2}, 1, least=4, times=2),
    OpenRecipe("whole-deal", 26, depth=3, times=2),
    OpenRecipe("mid-trick", 25, depth=3, times=2),
    OpenRecipe("mid-trick-all", 25, ALL, depth=3, times=2),
    LongRecipe("long-second", 12, least=4_000),
    LongRecipe("long-all", 12, ALL, least=4_000, ways=predicates.any_way),
]
