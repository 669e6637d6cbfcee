"""The positions of Colonial Scotch whist to count: one recipe for each kind."""

from functools import partial

from tests.support.perft import predicates
from tests.support.perft.recipe import LongRecipe, OpenRecipe, Recipe

ten = partial(Recipe, start=predicates.ten_out, ways=predicates.ten_falls_both_ways)
book = partial(Recipe, start=predicates.on_the_book_line, ways=predicates.many_ways)

RECIPES = [
    *(ten(f"ten-out-{left}", left, times=2) for left in (8, 9, 11, 12, 13)),
    ten("ten-out-16", 16, most=3000, times=2),
    *(book(f"book-{left}", left, times=2) for left in (12, 14, 15)),
    ten("later", 12, {"target": 40}, 2, times=2),
    OpenRecipe("whole-hand", 52, depth=3),
    LongRecipe("long", 16, start=predicates.ten_out, ways=predicates.ten_falls_both_ways, times=3),
    *(book(f"by-tricks-{left}", left, {"difference": "tricks"}) for left in (12, 14)),
]
