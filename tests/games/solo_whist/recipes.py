"""The positions of Solo Whist to count: one recipe for each kind."""

from tests.support.perft.recipe import LongRecipe, OpenRecipe, Options, Recipe

GENERAL: Options = {"no_bid": "general-misere"}
PLAIN: Options = {"overtricks": False}
PASSES = ("pass", "pass", "pass")
NOBODY = ("pass", *PASSES)
PROPOSED = ("pass", "proposal", "pass", "pass", "acceptance")
"""The eldest hand passes, and accepts the proposal of the seat on its left (SO2)."""

RAISED = ("pass", "pass", "proposal", "pass", "pass", "solo")
"""Nobody accepts a proposal, and its owner raises it (SO3)."""

ALONE = (
    "misere",
    "abundance clubs",
    "abundance hearts",
    "royal abundance",
    "open misere",
    "declared abundance",
)

RECIPES = [
    Recipe("proposal", 9, calls=PROPOSED, times=2),
    Recipe("proposal-at-once", 9, deal=1, calls=("proposal", "acceptance", "pass", "pass")),
    Recipe("proposal-without-overtricks", 10, PLAIN, calls=PROPOSED, times=2),
    Recipe("outbid", 9, {"deals": 4}, 1, calls=("proposal", "acceptance", "pass", "solo", *PASSES)),
    Recipe("solo", 9, {"deals": 4}, calls=("solo", *PASSES), times=2),
    Recipe("raised", 9, calls=RAISED),
    OpenRecipe("raised-without-overtricks", 9, PLAIN, calls=RAISED),
    *(OpenRecipe(bid.replace(" ", "-"), 9, calls=(bid, *PASSES)) for bid in ALONE),
    *(OpenRecipe(f"late-{bid}", 9, PLAIN, 1, calls=("pass", bid, *PASSES)) for bid in ALONE[::3]),
    Recipe("general-misere", 9, GENERAL, calls=NOBODY, times=2),
    OpenRecipe("first-call", None, depth=2),
    OpenRecipe("three-calls", None, GENERAL, depth=3),
    OpenRecipe("late-calls", None, {"deals": 3}, 2, depth=2),
    OpenRecipe("first-cards", 52, depth=2, calls=NOBODY[1:], times=2),
    LongRecipe("long-auction", None, depth=5, least=1_000),
    LongRecipe("long-proposal", 14, calls=PROPOSED, least=4_000),
    LongRecipe("long-general-misere", 14, GENERAL, calls=NOBODY, least=4_000),
]
