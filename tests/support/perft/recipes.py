"""The positions to count of each game: one recipe for each kind."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial

from oddtrick.games.scotch import SIDES
from oddtrick.match import Match

from . import predicates
from .perft_data_files import Position

Options = Mapping[str, object]


@dataclass(frozen=True)
class Recipe:
    """A kind of position.

    Attributes:
        name: what the positions are called, with a number.
        left: how many cards are left in the hand under way; None: trumps are to be chosen.
        options: of the game.
        deal: the number of the deal, from 0.
        hand: the number of the separate hand, from 0 (S4).
        depth: in players' actions; None: to the end of the deal.
        start: what is wanted of the match.
        ways: what is wanted of the count.
        least: sequences.
        most: sequences.
        times: how many positions.
        twin: other options, under which the same cards must give another count.
        long: whether they are counted by ``make long`` only.
    """

    name: str
    left: int | None
    options: Options = field(default_factory=dict)
    deal: int = 0
    hand: int = 0
    depth: int | None = None
    start: Callable[[Match], bool] = predicates.anything
    ways: Callable[[Match, Position], bool] = predicates.ways_differ
    least: int = 12
    most: int = 1500
    times: int = 1
    twin: Options | None = None
    long: bool = False


QuickRecipe = partial(Recipe, most=2500)
OpenRecipe = partial(QuickRecipe, ways=predicates.any_way)
"""With a limited depth or few cards, all sequences may have the same outcome."""
LongRecipe = partial(Recipe, least=20_000, most=60_000, long=True)


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

COLONIAL = [
    *(honours(f"honours-{left}", left, times=2) for left in (9, 11, 12, 13, 14)),
    honours("honours-16", 16, most=3000, times=2),
    *(honours(f"later-{deal}", 12, {"target": 12}, deal) for deal in (1, 2, 3)),
    honours("near-target", 12, {"target": 4}, 1, start=predicates.near_target, times=4),
    Recipe("target-1", 12, {"target": 1}),
    OpenRecipe("whole-hand", 52, depth=3),
    LongRecipe("long", 16, ways=predicates.honours_differ, times=3),
    Recipe("honours-held", 12, {"honours": "held", "target": 12}, 1, start=predicates.both_score),
]

ten = partial(Recipe, start=predicates.ten_out, ways=predicates.ten_falls_both_ways)
book = partial(Recipe, start=predicates.on_the_book_line, ways=predicates.many_ways)

CATCH_THE_TEN = [
    *(ten(f"ten-out-{left}", left, times=2) for left in (8, 9, 11, 12, 13)),
    ten("ten-out-16", 16, most=3000, times=2),
    *(book(f"book-{left}", left, times=2) for left in (12, 14, 15)),
    ten("later", 12, {"target": 40}, 2, times=2),
    OpenRecipe("whole-hand", 52, depth=3),
    LongRecipe("long", 16, start=predicates.ten_out, ways=predicates.ten_falls_both_ways, times=3),
    *(book(f"by-tricks-{left}", left, {"difference": "tricks"}) for left in (12, 14)),
]


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


SCOTCH = [
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


KNOCKOUT = [
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

RECIPES: dict[str, list[Recipe]] = {
    "whist": PLAIN_WHIST + HONOURS + CUSTOMS_OF_WHIST,
    "colonial-whist": COLONIAL,
    "colonial-scotch-whist": CATCH_THE_TEN,
    "scotch-whist": SCOTCH,
    "knockout-whist": KNOCKOUT,
}
