"""Which positions are counted, of each game: a recipe for each kind."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from oddtrick.match import Match

from . import wishes
from .data import Position

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
    options: Mapping[str, object] = field(default_factory=dict)
    deal: int = 0
    hand: int = 0
    depth: int | None = None
    start: Callable[[Match], bool] = wishes.anything
    ways: Callable[[Match, Position], bool] = wishes.ways_differ
    least: int = 12
    most: int = 1500
    times: int = 1
    twin: Mapping[str, object] | None = None
    long: bool = False


def _whist() -> list[Recipe]:
    dealt, captured = {"honours": "dealt"}, {"honours": "captured"}
    trumpless = {"trumps": "sequence-nt", "match": "deals", "deals": 6}
    rubber = {"match": "rubber", "target": 2, "trumps": "sequence"}
    return [
        *(Recipe(f"turn-up-{left}", left) for left in range(8, 17)),
        Recipe("five-cards", 20, depth=6, ways=wishes.any_way),
        Recipe("whole-hand", 52, depth=3, ways=wishes.any_way),
        *(
            Recipe(f"barred-from-{target}", 12, {**dealt, "target": target}, 2, start=wishes.barred)
            for target in (5, 7, 9)
        ),
        Recipe(
            "tricks-before-honours",
            12,
            dealt,
            1,
            start=wishes.both_score,
            ways=wishes.honours_lost,
            times=3,
        ),
        Recipe(
            "honours-dealt", 13, dealt, ways=wishes.ways_differ, start=wishes.both_score, deal=1
        ),
        Recipe("honours-captured", 12, captured, ways=wishes.honours_differ, times=3),
        Recipe(
            "captured-near-target",
            13,
            captured,
            1,
            start=wishes.near_target,
            ways=wishes.honours_differ,
            times=2,
        ),
        Recipe("no-trumps", 12, trumpless, 4, start=wishes.no_honours, times=3),
        Recipe("no-trumps-4", 15, trumpless, 4, start=wishes.no_honours),
        Recipe(
            "no-trumps-honours",
            12,
            {**dealt, "trumps": "sequence-nt", "target": 12},
            4,
            start=wishes.no_honours,
            times=2,
        ),
        *(
            Recipe(f"sequence-{deal}", 12, {"trumps": "sequence", "target": 9}, deal)
            for deal in range(4)
        ),
        Recipe("rubber-second-game", 12, rubber, 1, start=wishes.new_game, times=2),
        Recipe("rubber-third-game", 12, {**rubber, **dealt}, 3, start=wishes.one_all, times=2),
        Recipe("deals", 12, {"match": "deals", "deals": 2}, 1, times=2),
        Recipe("target-1", 13, {"target": 1}, ways=wishes.ways_differ),
        Recipe("long-turn-up", 18, least=20_000, most=60_000, times=2, long=True),
        Recipe(
            "long-no-trumps",
            16,
            trumpless,
            4,
            start=wishes.no_honours,
            least=20_000,
            most=60_000,
            long=True,
        ),
        Recipe(
            "long-honours",
            16,
            captured,
            ways=wishes.honours_differ,
            least=20_000,
            most=60_000,
            long=True,
        ),
    ]


def _colonial() -> list[Recipe]:
    honours = wishes.honours_differ
    return [
        *(Recipe(f"honours-{left}", left, ways=honours, times=2) for left in (9, 11, 12, 13, 14)),
        Recipe("honours-16", 16, ways=honours, most=3000, times=2),
        *(Recipe(f"later-{deal}", 12, {"target": 12}, deal, ways=honours) for deal in (1, 2, 3)),
        Recipe(
            "near-target", 12, {"target": 4}, 1, start=wishes.near_target, ways=honours, times=4
        ),
        Recipe("target-1", 12, {"target": 1}, ways=wishes.ways_differ),
        Recipe("whole-hand", 52, depth=3, ways=wishes.any_way),
        Recipe("long", 16, ways=honours, least=20_000, most=60_000, times=3, long=True),
    ]


def _catch_the_ten() -> list[Recipe]:
    both = wishes.ten_falls_both_ways
    far = {"target": 40}
    return [
        *(
            Recipe(f"ten-out-{left}", left, start=wishes.ten_out, ways=both, times=2)
            for left in (8, 9, 11, 12, 13)
        ),
        Recipe("ten-out-16", 16, start=wishes.ten_out, ways=both, most=3000, times=2),
        *(
            Recipe(
                f"book-{left}", left, start=wishes.on_the_book_line, ways=wishes.many_ways, times=2
            )
            for left in (12, 14, 15)
        ),
        Recipe("later", 12, far, 2, start=wishes.ten_out, ways=both, times=2),
        Recipe("whole-hand", 52, depth=3, ways=wishes.any_way),
        Recipe(
            "long",
            16,
            start=wishes.ten_out,
            ways=both,
            least=20_000,
            most=60_000,
            times=3,
            long=True,
        ),
    ]


def _scotch() -> list[Recipe]:
    recipes: list[Recipe] = []
    tables: list[tuple[int, int | None, int]] = [
        (2, None, 2),
        (3, None, 1),
        (4, None, 0),
        (4, 2, 0),
        (5, None, 0),
        (6, None, 0),
        (6, 2, 0),
        (6, 3, 0),
        (7, None, 0),
        (8, None, 0),
        (8, 2, 0),
        (8, 4, 0),
    ]
    for players, sides, last in tables:
        options = {"players": players} | ({"sides": sides} if sides else {})
        name = f"{players}-players" + (f"-{sides}-sides" if sides else "")
        recipes += [
            Recipe(f"{name}-2-cards", 2 * players, options, hand=last, least=4, times=2),
            Recipe(f"{name}-3-cards", 3 * players, options, hand=last, times=1, most=2500),
            Recipe(f"{name}-mid-trick", 3 * players - 1, options, hand=last, most=2500),
            Recipe(
                f"{name}-jack-over-ace",
                2 * players + 1,
                options,
                hand=last,
                least=2,
                start=wishes.jack_and_ace_out,
            ),
        ]
    return (
        recipes
        + _separate_hands()
        + [
            Recipe("two-players-5-cards", 10, {"players": 2}, hand=2, most=2500, times=2),
            Recipe("three-players-4-cards", 12, {"players": 3}, hand=1, most=2500),
            Recipe("second-deal", 12, {"target": 60}, 1, times=2),
            Recipe(
                "long-two-players-whole-hand",
                12,
                {"players": 2},
                hand=2,
                least=20_000,
                most=60_000,
                long=True,
            ),
            Recipe(
                "long-four-players",
                18,
                start=wishes.jack_and_ace_out,
                least=10_000,
                most=60_000,
                long=True,
            ),
            Recipe(
                "long-six-players-three-sides",
                18,
                {"players": 6, "sides": 3},
                least=10_000,
                most=60_000,
                long=True,
            ),
            Recipe("long-eight-players", 24, {"players": 8}, least=10_000, most=80_000, long=True),
        ]
    )


def _separate_hands() -> list[Recipe]:
    """S4: from the start, and over the end of a hand, whose last winner does not lead the next."""
    recipes = []
    for players, hands in ((2, 3), (3, 2)):
        options = {"players": players}
        size = 6 * players
        recipes.append(
            Recipe(
                f"{players}-players-from-the-start",
                size,
                options,
                depth=5,
                ways=wishes.any_way,
                least=50,
                most=2500,
                times=2,
            )
        )
        recipes += [
            Recipe(
                f"{players}-players-over-hand-{hand + 1}",
                2 * players,
                options,
                hand=hand,
                depth=2 * players + 2,
                ways=wishes.any_way,
                most=2500,
            )
            for hand in range(hands - 1)
        ]
        recipes.append(
            Recipe(
                f"{players}-players-last-hand",
                size,
                options,
                hand=hands - 1,
                depth=4,
                ways=wishes.any_way,
                most=2500,
            )
        )
    return recipes


def _knockout() -> list[Recipe]:
    unbroken: Options = {"broken": True}
    broken: Options = {"broken": False}
    recipes: list[Recipe] = []
    for players in range(2, 8):
        options: Options = {"players": players}
        recipes += [
            Recipe(f"{players}-players-first-deal", 2 * players, options, least=2),
            Recipe(f"{players}-players-mid-trick", 3 * players - 1, options, most=2500),
            Recipe(f"{players}-players-choose-of-3", None, options, 4, most=3000),
            Recipe(f"{players}-players-choose-of-2", None, options, 5, least=4),
            Recipe(
                f"{players}-players-choose-of-1", None, options, 6, least=4, ways=wishes.any_way
            ),
            Recipe(
                f"{players}-players-broken",
                2 * players + 2,
                {**options, **unbroken},
                least=2,
                twin=broken,
                ways=wishes.any_way,
            ),
        ]
    return [
        *recipes,
        Recipe(
            "choose-of-3-broken",
            None,
            {"players": 4, **unbroken},
            4,
            twin=broken,
            most=3000,
            times=2,
        ),
        Recipe(
            "choose-of-2-broken", None, {"players": 3, **unbroken}, 5, twin=broken, times=2, least=4
        ),
        Recipe(
            "seats-out",
            None,
            {"players": 5},
            3,
            start=wishes.somebody_out,
            depth=5,
            ways=wishes.any_way,
            most=2500,
            times=2,
        ),
        Recipe("seats-out-2", 6, {"players": 6}, 4, start=wishes.somebody_out, least=4, times=2),
        Recipe(
            "tie-by-cut",
            None,
            {"players": 4},
            4,
            start=wishes.somebody_out_by_tie,
            ways=wishes.everybody_may_fall,
            most=3000,
            times=2,
        ),
        Recipe(
            "tie-by-throws",
            None,
            {"players": 4, "tie": "rps"},
            4,
            start=wishes.somebody_out_by_tie,
            ways=wishes.everybody_may_fall,
            most=3000,
            times=2,
        ),
        Recipe("blind", 6, {"players": 3, "choose": "blind"}, 4, least=2, times=2),
        Recipe("whole-hand", 28, depth=4, ways=wishes.any_way, most=2500),
        Recipe(
            "long-first-deal",
            17,
            {"players": 5, **unbroken},
            twin=broken,
            least=4_000,
            most=60_000,
            long=True,
        ),
        Recipe("long-choose-of-4", None, {"players": 3}, 3, least=8_000, most=60_000, long=True),
        Recipe("long-seven-players", 21, {"players": 7}, least=4_000, most=80_000, long=True),
    ]


RECIPES: dict[str, list[Recipe]] = {
    "whist": _whist(),
    "colonial-whist": _colonial(),
    "colonial-scotch-whist": _catch_the_ten(),
    "scotch-whist": _scotch(),
    "knockout-whist": _knockout(),
}
