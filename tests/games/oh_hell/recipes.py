"""The positions of Oh Hell to count: one recipe for each kind."""

from functools import partial

from tests.support.perft.recipe import LongRecipe, OpenRecipe, Options, Recipe

UP_DOWN: Options = {"run": "up-down", "most": 3}
NO_TRUMPS: Options = {"no_trump_at_most": True}
last = partial(OpenRecipe, left=None, least=4, most=4000)
"""From the first bid of a small deal: bids and plays."""


def oh_hell_table(players: int) -> list[Recipe]:
    """The last deals from the first bid, and endings of larger ones (O1-O5)."""
    options: Options = {"players": players, "most": 4}
    name = f"{players}-players"
    return [
        last(f"{name}-bids-of-1", options=options, deal=3),
        OpenRecipe(f"{name}-three-bids", None, options, 1, depth=3),
        Recipe(f"{name}-ending", 2 * players, options, least=2),
        Recipe(f"{name}-mid-trick", 3 * players - 1, options, 1, least=4, most=2500),
    ]


RECIPES = [
    *(recipe for players in range(3, 8) for recipe in oh_hell_table(players)),
    last("bids-of-2", options={"players": 3, "most": 2}, depth=6),
    OpenRecipe("any-bid", None, {"players": 3, "most": 2, "hook": False}, depth=5),
    Recipe("tricks-plus", 9, {"players": 3, "score": "tricks-plus"}, 4),
    last("up-down-1", options=UP_DOWN, deal=4),
    Recipe("up-down-3", 8, UP_DOWN, 2),
    Recipe("down-up-3", 8, {"run": "down-up", "most": 3}, 4),
    Recipe("no-trumps", 12, {"most": 13, **NO_TRUMPS}, times=2),
    Recipe("no-trumps-after-ten", 9, {"players": 3, **NO_TRUMPS}),
    OpenRecipe("whole-deal", None, depth=3),
    LongRecipe("long-ending", 16, {"most": 8}),
    LongRecipe("long-no-trumps", 15, {"players": 5, "most": 9, **NO_TRUMPS}, least=2_000),
]
