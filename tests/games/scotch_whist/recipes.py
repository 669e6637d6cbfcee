"""The positions of Scotch whist to count: one recipe for each kind."""

from functools import partial

from oddtrick.games.scotch_whist.rules import SIDES
from tests.support.perft import predicates
from tests.support.perft.recipe import LongRecipe, OpenRecipe, Options, QuickRecipe, Recipe


def scotch_table(players: int, sides: int | None) -> list[Recipe]:
    """Endings of the last hand, by the numbers of players and sides."""
    options: Options = {"players": players, **({"sides": sides} if sides else {})}
    name = f"{players}-players" + (f"-{sides}-sides" if sides else "")
    last = {2: 2, 3: 1}.get(players, 0)
    over = partial(Recipe, start=predicates.jack_and_ace_out, least=2)
    return [
        Recipe(f"{name}-2-cards", 2 * players, options, hand=last, least=4, times=2),
        QuickRecipe(f"{name}-3-cards", 3 * players, options, hand=last),
        QuickRecipe(f"{name}-mid-trick", 3 * players - 1, options, hand=last),
        over(f"{name}-jack-over-ace", 2 * players + 1, options, hand=last),
    ]


def separate_hands(players: int, hands: int) -> list[Recipe]:
    """S4: from the start, and over the end of a hand, whose last winner does not lead the next."""
    options: Options = {"players": players}
    name, size, depth = f"{players}-players", 6 * players, 2 * players + 2
    return [
        OpenRecipe(f"{name}-from-the-start", size, options, depth=5, least=50, times=2),
        *(
            OpenRecipe(f"{name}-over-hand-{hand}", 2 * players, options, hand=hand - 1, depth=depth)
            for hand in range(1, hands)
        ),
        OpenRecipe(f"{name}-last-hand", size, options, hand=hands - 1, depth=4),
    ]


RECIPES = [
    *(
        recipe
        for players in range(2, 9)
        for sides in (None, *SIDES.get(players, ()))
        for recipe in scotch_table(players, sides)
    ),
    *separate_hands(2, 3),
    *separate_hands(3, 2),
    QuickRecipe("two-players-5-cards", 10, {"players": 2}, hand=2, times=2),
    QuickRecipe("three-players-4-cards", 12, {"players": 3}, hand=1),
    Recipe("second-deal", 12, {"target": 60}, 1, times=2),
    LongRecipe("long-two-players-whole-hand", 12, {"players": 2}, hand=2),
    LongRecipe("long-four-players", 18, start=predicates.jack_and_ace_out, least=10_000),
    LongRecipe("long-six-players-three-sides", 18, {"players": 6, "sides": 3}, least=10_000),
    LongRecipe("long-eight-players", 24, {"players": 8}, least=10_000, most=80_000),
    Recipe("counted-out", 12, {"count_out": "order", "target": 25}, 1, times=2),
    Recipe("counted-out-of-six", 12, {"players": 6, "count_out": "order", "target": 20}, 1),
    Recipe("sides-cut", 12, {"sides": 2, "partners": "cut"}),
]
