"""What a recipe of a game's positions says; each game has its own in ``tests/games``."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial

from oddtrick.match import Match

from . import predicates
from .perft_data_files import Position

Options = Mapping[str, object]


@dataclass(frozen=True)
class Recipe:
    """A kind of position.

    Attributes:
        name: what the positions are called, with a number.
        left: how many cards are left in the hand under way; None: trumps are to be chosen, or the
            first call is to be made.
        options: of the game.
        deal: the number of the deal, from 0.
        hand: the number of the separate hand, from 0 (S4).
        calls: the first calls of that deal; those after them are made at random.
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
    calls: tuple[str, ...] = ()
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
