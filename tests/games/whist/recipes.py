"""The positions of whist to count: one recipe for each kind."""

from functools import partial

from tests.support.perft import predicates
from tests.support.perft.recipe import LongRecipe, OpenRecipe, Options, Recipe

DEALT: Options = {"honours": "dealt"}
CAPTURED: Options = {"honours": "captured"}
TRUMPLESS: Options = {"trumps": "sequence-nt", "match": "deals", "deals": 6}
TRUMPLESS_HONOURS: Options = {"trumps": "sequence-nt", "target": 12, **DEALT}
RUBBER: Options = {"match": "rubber", "target": 2, "trumps": "sequence"}

PLAIN_WHIST = [
    *(Recipe(f"turn-up-{left}", left) for left in range(8, 17)),
    OpenRecipe("five-cards", 20, depth=6),
    OpenRecipe("whole-hand", 52, depth=3),
    *(
        Recipe(f"sequence-{deal}", 12, {"trumps": "sequence", "target": 9}, deal)
        for deal in range(4)
    ),
    Recipe("rubber-second-game", 12, RUBBER, 1, start=predicates.new_game, times=2),
    Recipe("rubber-third-game", 12, {**RUBBER, **DEALT}, 3, start=predicates.one_all, times=2),
    Recipe("deals", 12, {"match": "deals", "deals": 2}, 1, times=2),
    Recipe("target-1", 13, {"target": 1}),
    LongRecipe("long-turn-up", 18, times=2),
]

no_trumps = partial(Recipe, deal=4, start=predicates.no_honours)
honours = partial(Recipe, ways=predicates.honours_differ)

barred = partial(Recipe, start=predicates.barred, ways=predicates.bar_matters)

HONOURS = [
    *(barred(f"barred-from-{target}", 12, {"target": target, **DEALT}, 2) for target in (5, 7, 9)),
    honours(
        "tricks-before-honours",
        12,
        DEALT,
        1,
        start=predicates.both_score,
        ways=predicates.honours_lost,
        times=3,
    ),
    Recipe("honours-dealt", 13, DEALT, 1, start=predicates.both_score),
    honours("honours-captured", 12, CAPTURED, times=3),
    honours("captured-near-target", 13, CAPTURED, 1, start=predicates.near_target, times=2),
    no_trumps("no-trumps", 12, TRUMPLESS, times=3),
    no_trumps("no-trumps-4", 15, TRUMPLESS),
    no_trumps("no-trumps-honours", 12, TRUMPLESS_HONOURS, times=2),
    LongRecipe("long-no-trumps", 16, TRUMPLESS, 4, start=predicates.no_honours),
    LongRecipe("long-honours", 16, CAPTURED, ways=predicates.honours_differ),
]

CUSTOMS_OF_WHIST = [
    Recipe(
        "rubber-points",
        12,
        {**RUBBER, "rubber_points": True},
        1,
        start=predicates.new_game,
        times=2,
    ),
    Recipe("partners-cut", 12, {"partners": "cut"}),
]

RECIPES = PLAIN_WHIST + HONOURS + CUSTOMS_OF_WHIST
