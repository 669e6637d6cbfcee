"""What a searching player thinks of each card: the same anywhere, within its limits."""

from __future__ import annotations

from random import Random
from threading import Event
from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace

from oddtrick.bots.search import Effort, Searcher
from oddtrick.cards import Card, Suit
from oddtrick.dealing import new_match
from oddtrick.errors import OddtrickError
from tests.bots.search.quick import QUICK
from tests.bots.tables import table
from tests.positions import after

if TYPE_CHECKING:
    from oddtrick.match import Match

EFFORT = Effort(candidates=200, worlds=60, ending=8, solved=20)
SEARCHER = Searcher("tried", EFFORT)


def some_way_into(game: str, actions: int, **options: Any) -> Match:
    """A random match, so many actions after its first deal began, at somebody's choice of cards."""
    rng, match = Random(5), new_match(game, seed=5, **options)
    while actions or len(match.legal_actions()) < 3:
        match = match.apply(rng.choice(match.legal_actions()))
        actions = max(0, actions - 1)
    return match


@pytest.mark.parametrize(
    ("game", "actions"),
    [("whist", 0), ("whist", 18), ("whist", 34), ("scotch-whist", 5), ("knockout-whist", 9)],
)
def test_threads_and_time_that_suffices_change_nothing(game: str, actions: int) -> None:
    match = some_way_into(game, actions)
    view = match.view(match.to_act)
    alone = SEARCHER.values(view, seed=4)
    many = Searcher("many", replace(EFFORT, threads=3)).values(view, seed=4, seconds=600)
    assert many == alone
    assert SEARCHER.values(view, seed=5) != alone


@pytest.mark.parametrize("actions", [0, 5, 18, 34])
def test_a_card_that_is_as_good_as_the_best_is_played(actions: int) -> None:
    match = some_way_into("whist", actions)
    view = match.view(match.to_act)
    values = SEARCHER.values(view, Random(9).getrandbits(64))
    played = SEARCHER.choose(view, Random(9))
    assert isinstance(played, Card)
    best, taken = values.of(values.best), values.of(played)
    assert best.utility == max(value.utility for value in values.cards)
    assert best.error == 0
    assert best.utility - taken.utility <= taken.error


def test_the_value_of_a_card_that_is_not_legal_is_not_known() -> None:
    match = some_way_into("whist", 18)
    view = match.view(match.to_act)
    with pytest.raises(KeyError):
        SEARCHER.values(view, 1).of(next(card for card in Card if card not in view.legal))


def test_touching_honours_are_led_from_the_top_and_followed_from_the_bottom() -> None:
    hands = ("KQJ...", "A54...", "32.2..", "876...")
    match = table(*hands, trump=Suit.CLUBS, match="deals", deals=1)
    assert SEARCHER.choose(match.view(0), Random(1)) is Card.SK
    followed = table(
        "54.2..", "KQ.3..", "A2.4..", "87.5..", trump=Suit.CLUBS, match="deals", deals=1
    )
    choice = SEARCHER.choose(after(followed, "5S").view(1), Random(1))
    assert choice is not Card.SK


@pytest.mark.parametrize(("actions", "exact", "most"), [(0, False, 60), (34, True, 20)])
def test_no_more_worlds_are_looked_at_than_the_effort_says(
    actions: int, exact: bool, most: int
) -> None:
    match = some_way_into("whist", actions)
    view = match.view(match.to_act)
    values = SEARCHER.values(view, seed=1)
    assert [value.card for value in values.cards] == list(view.legal)
    assert values.exact is exact
    assert most / 4 < values.worlds <= most
    assert 1 <= values.effective <= 200


def test_without_time_or_cancelled_there_is_no_answer_but_a_reason() -> None:
    match = some_way_into("whist", 0)
    view = match.view(match.to_act)
    cancelled = Event()
    cancelled.set()
    with pytest.raises(OddtrickError, match="no time for a single world"):
        SEARCHER.values(view, 1, seconds=0.0)
    with pytest.raises(OddtrickError, match="no time for a single world"):
        SEARCHER.values(view, 1, cancel=cancelled)


def test_time_cuts_worlds_off_the_end() -> None:
    match = some_way_into("whist", 0)
    endless = Searcher("endless", Effort(worlds=1_000_000))
    values = endless.values(match.view(match.to_act), 1, seconds=0.5)
    assert 0 < values.worlds < 1_000_000


@pytest.mark.parametrize("actions", [0, 18, 34])
def test_without_time_a_card_is_played_out_of_habit(actions: int) -> None:
    match = some_way_into("whist", actions)
    hasty = Searcher("hasty", replace(EFFORT, seconds=0.0))
    view = match.view(match.to_act)
    assert hasty.choose(view, Random(1)) is hasty.choose(view, Random(2))
    assert hasty.choose(view, Random(1)) in view.legal


def test_another_thread_can_end_it() -> None:
    match = some_way_into("whist", 0)

    class Soon(Event):
        """Set when it has been looked at for a while."""

        looks = 0

        def is_set(self) -> bool:
            Soon.looks += 1
            return Soon.looks > 30

    cancel = Soon()
    endless = Searcher("endless", Effort(worlds=1_000_000))
    values = endless.values(match.view(match.to_act), 1, cancel=cancel)
    assert 0 < values.worlds < 1_000_000


def test_at_four_all_only_the_odd_trick_counts() -> None:
    match = some_way_into("whist", 30, target=1)
    values = SEARCHER.values(match.view(match.to_act), seed=1)
    for value in values.cards:
        assert 0 <= value.utility <= 1 + 13e-3


def test_a_sure_trick_is_taken_for_the_match() -> None:
    match = table("A.2..", ".K3..", ".Q4..", ".J5..", game="knockout-whist", trump=Suit.CLUBS)
    values = QUICK.values(match.view(0), seed=1)
    assert values.best is Card.SA
    assert values.of(Card.SA).survives == 1
