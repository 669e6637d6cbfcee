"""A game with calls is tried on whole deals before it is registered."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from oddtrick.calls import TRICK_BIDS, Bid
from oddtrick.errors import OddtrickError
from oddtrick.games import (
    GAMES,
    Game,
    GameLimitWarning,
    added_games,
    register_game,
    unregister_game,
)
from oddtrick.match import COURSE, BidTricks, EachOnce, Match, deal_cards, play_hands
from oddtrick.rules import DealPlan
from oddtrick.scoring import (
    Account,
    DealFacts,
    FirstTo,
    FixedDeals,
    HighestAt,
    ScoreItem,
    ScoringProfile,
)
from tests.support.bidding_games import AUCTION, CONTRACT, EXCHANGE, NOMINATION
from tests.support.games_of_others import NINETY_NINE, SPADES

FOLLOWS = (
    "expert and master leave such deals to club, hints there are rules of thumb, and reviews are "
    "refused"
)


@pytest.fixture(autouse=True)
def forget() -> Iterator[None]:
    """Removes what a test has registered."""
    before = added_games()
    yield
    for added in set(added_games()) - set(before):
        unregister_game(added.id)


def changed(game: Game, **changes: Any) -> Game:
    """The same game with other rules."""
    other = f"{game.id}-changed"
    return Game(
        id=other,
        title=game.title,
        objective=game.objective,
        source=game.source,
        cites=(),
        options=game.options,
        build=lambda options: replace(game.build(options), game=other, **changes),
    )


class Kept(Struct, frozen=True):
    """Ten for a bid that is kept, and nothing at all where nobody has bid."""

    sign: int = 1
    rising: bool = False

    @property
    def profile(self) -> ScoringProfile:
        return ScoringProfile(unit="points", bonus=10, per_side=False, rising=self.rising)

    def stages(self, deal: DealFacts) -> tuple[tuple[int, ...], ...]:
        bids = dict(dict(deal.calls)[TRICK_BIDS])  # a deal without bids is none of this game
        kept = [Bid(tricks) == bids[seat] for seat, tricks in enumerate(deal.tricks)]
        if self.rising:
            return (tuple(self.sign * tricks for tricks in deal.side_tricks),)
        return (tuple(10 * each for each in kept),)

    def account(self, deal: DealFacts, points: tuple[int, ...]) -> Account:
        return tuple((ScoreItem("the-bid", each),) for each in points)


BIDDING = (deal_cards, BidTricks(), play_hands)
SEVEN = DealPlan((7,))
BIDS = tuple(Bid(tricks) for tricks in range(8))


@pytest.mark.parametrize("ends", [HighestAt(100), FirstTo(100, "O"), FixedDeals(3)], ids=str)
def test_a_game_that_scores_nothing_without_bids_is_registered(ends: Any) -> None:
    game = changed(NOMINATION, scoring=Kept(), match=ends, course=BIDDING, plan=SEVEN, calls=BIDS)
    assert register_game(game) in added_games()


class Silent(EachOnce, frozen=True, kw_only=True):
    """A phase in which nothing is legal."""

    name = "silence"

    def legal(self) -> tuple[Bid, ...]:
        return ()


class Endless(EachOnce, frozen=True, kw_only=True):
    """A phase that forgets to end."""

    name = "endless"

    @property
    def to_act(self) -> int:
        return 0

    @property
    def complete(self) -> bool:
        return False

    def legal(self) -> tuple[Bid, ...]:
        return (Bid(0),)


def silence(match: Match) -> Silent | None:
    return None if match.deal.called("silence") else Silent(seats=(0, 1))


def never_ends(match: Match) -> Endless | None:
    return None if match.deal.called("endless") else Endless(seats=(0, 1))


@pytest.mark.parametrize(
    ("game", "changes", "problem"),
    [
        (NOMINATION, {"course": (deal_cards,)}, "its course opens no play: play_hands is its last"),
        (
            NOMINATION,
            {"course": (play_hands,)},
            "its course can't begin: deal_cards comes before whatever needs the cards",
        ),
        (
            NOMINATION,
            {"calls": ()},
            "0 may be called in the phase bids, and calls does not list it: name every call",
        ),
        (EXCHANGE, {"calls": ()}, r"\w\w may be called in the phase colours, and calls does not"),
        (
            NOMINATION,
            {"match": FirstTo(100, "O")},
            "deal 8 has no cards and its match need not be over by then",
        ),
        (
            NOMINATION,
            {"course": (deal_cards, silence, play_hands)},
            "its phase Silent waits for seat 0, for which nothing is legal",
        ),
        (
            NOMINATION,
            {"course": (deal_cards, never_ends, play_hands)},
            "its phase Endless does not end: 1000 calls are not complete",
        ),
        (
            NOMINATION,
            {"scoring": Kept(sign=-1, rising=True)},
            "a side that takes every trick has -7 points, one that takes none 0",
        ),
        (
            NOMINATION,
            {"scoring": Kept(sign=0, rising=True), "match": FirstTo(9, "O"), "plan": SEVEN},
            "12 deals with anything called bring nobody nearer to the end of its match",
        ),
    ],
)
def test_a_course_that_comes_to_no_play_is_refused(
    game: Game, changes: dict[str, Any], problem: str
) -> None:
    with pytest.raises(OddtrickError, match=rf"^the game '{game.id}-changed' in .*: {problem}"):
        register_game(changed(game, **changes))


OWN_TRICKS = "points depend on each player's own tricks, and a profile tells those of sides"
SHRUNK = "hands become smaller before the play, and such deals can't be sampled"


@pytest.mark.parametrize(("game", "limit"), [(SPADES, OWN_TRICKS), (NINETY_NINE, SHRUNK)])
def test_what_a_profile_cannot_tell_is_said_in_one_line_with_what_follows(
    game: Game, limit: str
) -> None:
    with pytest.warns(GameLimitWarning) as told:
        register_game(game)
    assert [str(each.message) for each in told] == [f"{game.id}: {limit}: {FOLLOWS}"]


@pytest.mark.parametrize(
    "game", [NOMINATION, EXCHANGE, AUCTION, CONTRACT], ids=lambda game: game.id
)
def test_nothing_is_said_of_a_game_that_all_levels_play(game: Game) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        register_game(game)


def test_a_course_in_which_those_who_tied_cut_for_trumps_is_tried_too() -> None:
    knockout = next(game for game in GAMES if game.id == "knockout-whist")
    register_game(changed(knockout, course=COURSE))
