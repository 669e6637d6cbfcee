"""A way of scoring of one's own is counted exactly, or refused in one line that says why."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest
from msgspec import Struct
from msgspec.structs import replace

from oddtrick.bots import club, expert
from oddtrick.cards import Card, Hand, Rank, Suit, card_at, mask_of
from oddtrick.cli import main
from oddtrick.cli.replay import report as replay_lines
from oddtrick.dealing import new_match
from oddtrick.errors import OddtrickError
from oddtrick.games import Game, find_game
from oddtrick.games.whist.rules import WhistOptions
from oddtrick.match import Match
from oddtrick.record import record_of
from oddtrick.review import review
from oddtrick.rules import Rules
from oddtrick.scoring import Account, DealFacts, FixedDeals, Honours, ScoringProfile
from oddtrick.solver import Holder, Objective, Position, solve
from oddtrick.solver.deals import play_deals
from oddtrick.tables import CommandRefused
from oddtrick.tables.commands import AddBot
from oddtrick.terminal.display_names import DisplayNames
from oddtrick.terminal.game_session import new_session
from oddtrick.terminal.score_sheet import score_sheet
from tests.support.contributing_example_game import registered
from tests.support.review_deals import LITTLE
from tests.support.tables.table_driver import TableDriver

POINTS = {Rank.TEN: 5, Rank.FIVE: 3, Rank.TWO: 2}
CATCHES = {Rank.JACK: 4, Rank.NINE: 3}


class Prizes(Struct, frozen=True):
    """Odd tricks, three trumps for the side that takes them, two for that which wins with them.

    Args:
        profile: what it says of itself, truly or not.
    """

    profile: ScoringProfile = ScoringProfile(
        unit="points",
        captures=tuple(POINTS.items()),
        wins_with=tuple(CATCHES.items()),
        book=6,
    )

    def stages(self, deal: DealFacts) -> tuple[tuple[int, ...], ...]:
        points = []
        for tricks, taken in zip(deal.side_tricks, deal.side_cards(deal.taken), strict=True):
            won = max(0, tricks - 6)
            for worth, cards in ((POINTS, taken), (CATCHES, taken & deal.winning)):
                won += sum(
                    count
                    for rank, count in worth.items()
                    if deal.trump is not None and cards & card_at(deal.trump, rank).bit
                )
            points.append(won)
        return (tuple(points),)

    def account(self, deal: DealFacts, points: tuple[int, ...]) -> Account:
        return ((),) * len(deal.sides)


class Hearts(Prizes, frozen=True):
    """Counts plain cards, which no profile can name."""

    def stages(self, deal: DealFacts) -> tuple[tuple[int, ...], ...]:
        hearts = mask_of(card for card in Card if card.suit is Suit.HEARTS)
        taken = deal.side_cards(deal.taken)
        return (tuple((cards & hearts).bit_count() for cards in taken),)


class Rivals(Prizes, frozen=True):
    """Counts the tricks of the other side."""

    def stages(self, deal: DealFacts) -> tuple[tuple[int, ...], ...]:
        return (deal.side_tricks[::-1],)


def rules_with(scoring: Any) -> Rules:
    return replace(find_game("whist").rules(), scoring=scoring)


def begun(rules: Rules) -> Match:
    """A match in which the opening lead is due."""
    match, rng = new_match(rules=rules, seed=3), Random(3)
    for _ in range(20):
        assert match.to_act is not None
        match = match.apply(club.choose(match.view(match.to_act), rng))
    return match


def finished(rules: Rules) -> Match:
    match, rng = begun(rules), Random(4)
    while not match.result:
        assert match.to_act is not None
        match = match.apply(club.choose(match.view(match.to_act), rng))
    return match


def by_expert(rules: Rules) -> object:
    match = begun(rules)
    assert match.to_act is not None
    view = match.view(match.to_act)
    return expert.choose(view, Random(1)) in view.legal


def by_review(rules: Rules) -> object:
    return review(finished(rules), seed=1, budget=LITTLE, deals=[0]).deals


def by_playing(rules: Rules) -> object:
    return len(play_deals(rules, 3, seed=1).rewards) == 3


def by_solving(rules: Rules) -> object:
    hands = [Hand.of(f"{high}{low}...") for high, low in ("AT", "K5", "J9", "82")]
    return isinstance(solve(Position.of(rules, hands, Suit.SPADES, 0)), int)


EVERYWHERE = (by_expert, by_review, by_playing, by_solving)
each_way = pytest.mark.parametrize("count", EVERYWHERE, ids=lambda count: count.__name__)


@each_way
def test_several_cards_that_score_are_counted(count: Callable[[Rules], object]) -> None:
    assert count(rules_with(Prizes()))


def test_an_objective_has_the_points_of_every_end() -> None:
    made = Objective.of_deal(Prizes(), trump=Suit.HEARTS)
    assert made.captured == (Card.H2, Card.H5, Card.HT)
    assert made.catchers == (Card.HJ, Card.H9)
    assert made.honours == Hand()
    expected = []
    for tricks, ten, five, two, nine, jack in product(range(14), *[(0, 1)] * 3, Holder, Holder):
        us = max(0, tricks - 6) + 5 * ten + 3 * five + 2 * two
        them = max(0, 7 - tricks) + 5 * (1 - ten) + 3 * (1 - five) + 2 * (1 - two)
        caught = {Holder.NOBODY: 0, Holder.US: 1, Holder.THEM: -1}
        expected.append(us - them + 4 * caught[Holder(jack)] + 3 * caught[Holder(nine)])
    assert list(made.utility) == expected


def test_batches_score_as_the_scoring_code_does() -> None:
    rules = rules_with(Prizes())
    batch = play_deals(rules, 200, seed=5)
    scored = batch.rewards.sum(axis=1)
    ours = batch.tricks[:, [0, 2]].sum(axis=1)
    odd = np.maximum(ours, 13 - ours) - 6
    prizes = scored - odd
    assert set(prizes) <= {10, 13, 14, 17}
    assert len(set(prizes)) == 4


@pytest.mark.parametrize("scoring", [Hearts(), Hearts(ScoringProfile())], ids=["some", "none"])
@each_way
def test_points_that_the_profile_does_not_name_are_refused_everywhere(
    count: Callable[[Rules], object], scoring: Any
) -> None:
    with pytest.raises(OddtrickError) as refused:
        count(rules_with(scoring))
    told = str(refused.value)
    assert told.startswith("whist: Hearts can't be counted: ")
    assert "name each trump that scores in captures, wins_with or honours" in told
    assert "\n" not in told


@pytest.mark.parametrize("count", [by_expert, by_playing])
def test_points_that_depend_on_the_other_side_are_counted_if_the_profile_says_so(
    count: Callable[[Rules], object],
) -> None:
    rules = rules_with(Rivals(ScoringProfile(per_side=False)))
    count(rules)
    played = play_deals(rules, 100, 1)
    tricks = played.tricks[:, [0, 1]] + played.tricks[:, [2, 3]]
    assert (played.rewards == tricks[:, ::-1]).all()


@pytest.mark.parametrize("count", [by_expert, by_playing])
@pytest.mark.parametrize(
    ("scoring", "reason"),
    [
        (Rivals(), r"Rivals can't be counted: its points are"),
        (
            Prizes(ScoringProfile(captures=tuple((rank, 1) for rank in Rank))),
            "its profile names 13 trumps that score, at most 6 can be counted",
        ),
    ],
)
def test_what_the_tables_cannot_hold_is_refused(
    count: Callable[[Rules], object], scoring: Any, reason: str
) -> None:
    with pytest.raises(OddtrickError, match=reason):
        count(rules_with(scoring))


@pytest.mark.parametrize(
    "profile",
    [
        ScoringProfile(captures=tuple((rank, 1) for rank in Rank), book=6),
        ScoringProfile(wins_with=tuple((rank, 1) for rank in list(Rank)[:5])),
        ScoringProfile(
            honours=Honours.CAPTURED,
            captures=tuple((rank, 1) for rank in list(Rank)[:6]),
            wins_with=tuple((rank, 1) for rank in list(Rank)[:4]),
        ),
    ],
)
def test_a_table_with_too_many_outcomes_is_refused(profile: ScoringProfile) -> None:
    with pytest.raises(OddtrickError, match=r"^Prizes can't be solved: its profile names \d+ "):
        Objective.of_deal(Prizes(profile), trump=Suit.SPADES)


HEARTS = Game(
    id="hearts-whist",
    title="Hearts Whist",
    objective="Take hearts.",
    source="This test.",
    cites=(),
    options=WhistOptions,
    build=lambda options: replace(rules_with(Hearts()), game="hearts-whist", options=options),
)
REFUSED = r"expert can't play this game: hearts-whist: Hearts can't be counted: "


def test_a_bot_that_cannot_count_a_game_is_refused_when_it_sits_down(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with registered(HEARTS):
        with pytest.raises(OddtrickError, match=REFUSED):
            new_session(HEARTS.rules(), bot="expert", keep=False)
        new_session(HEARTS.rules(), bot="club", keep=False)
        assert main(["arena", "club", "expert", "--game", "hearts-whist", "--json"]) == 2
        assert re.match(f"oddtrick: {REFUSED}", capsys.readouterr().err)
        table = TableDriver(HEARTS.id)
        with pytest.raises(CommandRefused, match=REFUSED):
            table.do("ann", AddBot(1, "expert"))
        table.do("ann", AddBot(1, "club"))


def test_a_game_that_cannot_be_counted_is_still_played_by_heuristic_bots() -> None:
    assert finished(rules_with(Hearts())).result


class Penalties(Prizes, frozen=True):
    """Counts a hundred points for each trick, against the side that takes it."""

    def stages(self, deal: DealFacts) -> tuple[tuple[int, ...], ...]:
        return (tuple(-100 * tricks for tricks in deal.side_tricks),)


def test_negative_points_have_one_sign_and_a_column_wide_enough() -> None:
    match = finished(replace(rules_with(Penalties(ScoringProfile())), match=FixedDeals(9)))
    record = record_of(match, None)
    told = list(replay_lines("a", record, match))
    points = match.result[0].points
    assert re.split(" {2,}", told[3])[-2:] == [f"{each} ({each})" for each in points]
    assert len(set(map(len, told[2:4]))) == 1
    view = match.view(None)
    names = DisplayNames(names=("Ann", "Bob", "Cat", "Dan"), me=None)
    for narrow in (False, True):
        sheet = " ".join(score_sheet(view, names, narrow=narrow).lines)
        assert all(f"{each} = {each}" in sheet for each in points)
        assert "+-" not in sheet
