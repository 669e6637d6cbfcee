"""What the coach says of the ten of trumps when it is on lead (S8)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from oddtrick.bots import club
from oddtrick.bots.heuristics.catch_the_ten import (
    lead_short_ten,
    lead_short_ten_if_favoured,
    shortest_plain_suit,
)
from oddtrick.bots.heuristics.situation import Situation, situation_of
from oddtrick.cards import Card
from oddtrick.dealing import new_match
from oddtrick.match import Match
from oddtrick.review import advise
from oddtrick.review.decision_value import advice_for
from oddtrick.review.explanations import arguments_for, explain
from tests.support.extent import times
from tests.support.review_deals import LITTLE

SIDES = [(4, 2), (6, 2), (6, 3), (8, 2), (8, 4)]
DEALS = times(40, whole=200)


def leads_with_the_ten(**options: Any) -> list[tuple[Match, Situation, Card]]:
    """The leads of seats that hold the ten and may lead it, in deals played by ``club``."""
    found = []
    for seed in range(DEALS):
        match, rng = new_match("scotch-whist", seed=seed, **options), Random(seed)
        while match.number == 0 and not match.over:
            view = match.view(match.to_act)
            s = situation_of(view)
            ten = s.card_points.ten
            if s.led_suit is None and ten is not None and ten in s.legal and len(s.legal) > 1:
                found.append((match, s, ten))
            match = match.apply(club.choose(view, rng))
    return found


@pytest.mark.parametrize(("players", "sides"), SIDES)
def test_S8_with_partners_the_coach_says_what_leading_a_short_ten_costs(
    players: int, sides: int
) -> None:
    said = {True: 0, False: 0}
    for match, s, ten in leads_with_the_ten(players=players, sides=sides):
        view = match.view(match.to_act)
        others = [card for card in s.legal if card is not ten]
        costs = (
            lead_short_ten(s) is not None
            and lead_short_ten_if_favoured(s) is None
            and not s.is_master(ten)
        )
        said[costs] += 1
        advice = advice_for(view)
        for better in others:
            own = advice if advice.action is better else None
            for played in (None, ten):
                first = explain(view, better, played, advice=own)[0]
                assert (first.tag == "short-ten") == costs
        for better in s.legal:
            for played in others:
                if better is ten and better is not played:
                    tags = [each.tag for each in explain(view, better, played)]
                    assert "short-ten" not in tags
    assert said[True] > 5


def test_S8_hints_of_those_who_keep_a_short_ten_name_the_figure() -> None:
    kept = 0
    for match, s, ten in leads_with_the_ten(players=4, sides=2)[:40]:
        if lead_short_ten(s) is None or lead_short_ten_if_favoured(s) or s.is_master(ten):
            continue
        hint = advise(match.view(match.to_act), 1, budget=LITTLE)
        close = hint.close.params.get("cards", "").split() if hint.close is not None else []
        if hint.action != str(ten) and str(ten) not in close and hint.choices:
            kept += 1
            assert hint.summary[0].text() == (
                "The ten with at most one other trump: led at once, "
                "it costs 5.2 points a deal on average."
            )
    assert kept


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6, 7, 8])
def test_S8_without_partners_a_lead_of_the_shortest_suit_may_be_to_ruff_with_the_ten(
    players: int,
) -> None:
    named = 0
    for _, s, _ in leads_with_the_ten(players=players):
        suit = shortest_plain_suit(s)
        for card in s.legal:
            tags = {argument.sentence.tag for argument in arguments_for(s, card)}
            soon_empty = card.suit is suit and len(s.holding(card.suit)) <= 2
            assert ("ten-short-suit" in tags) == soon_empty
            named += soon_empty
    assert named > 3
