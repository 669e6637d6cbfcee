"""The positions of knock-out whist to count: one recipe for each kind."""

from functools import partial

from tests.support.perft import predicates
from tests.support.perft.recipe import LongRecipe, OpenRecipe, Options, QuickRecipe, Recipe

UNBROKEN: Options = {"broken": True}
unbroken = partial(Recipe, twin={"broken": False}, most=3000)
tied = partial(
    Recipe,
    left=None,
    deal=4,
    start=predicates.somebody_out_by_tie,
    ways=predicates.everybody_may_fall,
    most=3000,
    times=2,
)


DOGS: Options = {"dogs_life": True}
dog = partial(Recipe, deal=3, start=predicates.dog_is_in, least=4, most=3000)
"""X5: a deal with seats that have one card and may knock."""


def knockout_table(players: int) -> list[Recipe]:
    """The end of the first deal, and the last three deals from the choice of trumps (K3)."""
    options: Options = {"players": players}
    name = f"{players}-players"
    return [
        Recipe(f"{name}-first-deal", 2 * players, options, least=2),
        QuickRecipe(f"{name}-mid-trick", 3 * players - 1, options),
        Recipe(f"{name}-choose-of-3", None, options, 4, most=3000),
        Recipe(f"{name}-choose-of-2", None, options, 5, least=4),
        OpenRecipe(f"{name}-choose-of-1", None, options, 6, least=4),
        unbroken(
            f"{name}-broken",
            2 * players + 2,
            {**options, **UNBROKEN},
            least=2,
            ways=predicates.any_way,
        ),
    ]


RECIPES = [
    *(recipe for players in range(2, 8) for recipe in knockout_table(players)),
    unbroken("choose-of-3-broken", None, {"players": 4, **UNBROKEN}, 4, times=2),
    unbroken("choose-of-2-broken", None, {"players": 3, **UNBROKEN}, 5, least=4, times=2),
    OpenRecipe(
        "seats-out", None, {"players": 5}, 3, start=predicates.somebody_out, depth=5, times=2
    ),
    Recipe("seats-out-2", 6, {"players": 6}, 4, start=predicates.somebody_out, least=4, times=2),
    dog("dog-leads", 9, {"players": 3, **DOGS}, start=predicates.dog_leads, times=2),
    dog("dog-follows", 8, {"players": 3, **DOGS}, start=predicates.dog_follows, times=2),
    dog("dog-unbroken", 7, {"players": 3, **DOGS, **UNBROKEN}, deal=4, twin={"broken": False}),
    dog("two-dogs", 8, {"players": 4, **DOGS}, deal=4, start=predicates.two_dogs, times=2),
    tied("tie-by-cut", options={"players": 4}),
    tied("tie-by-throws", options={"players": 4, "tie": "rps"}),
    Recipe("blind", 6, {"players": 3, "choose": "blind"}, 4, least=2, times=2),
    OpenRecipe("whole-hand", 28, depth=4),
    LongRecipe(
        "long-first-deal", 17, {"players": 5, **UNBROKEN}, twin={"broken": False}, least=4_000
    ),
    LongRecipe("long-choose-of-4", None, {"players": 3}, 3, least=8_000),
    LongRecipe("long-seven-players", 21, {"players": 7}, least=4_000, most=80_000),
]
