"""Tests of the other line of a mistake: the deal as it would have gone."""

from __future__ import annotations

from typing import Any

import pytest

from oddtrick.games import list_games
from oddtrick.record import DealSteps, steps_of
from oddtrick.review.other_line import other_line
from oddtrick.review.turns import turns_of
from oddtrick.rules import action_text
from tests.support.random_matches import course

OPTIONS: dict[str, dict[str, Any]] = {"whist": {"match": "deals", "deals": 1}}


def _plays(deal: DealSteps) -> list[tuple[int, str]]:
    return [play for hand in deal.hands for trick in hand.tricks for play in trick.plays]


def _calls(deal: DealSteps) -> list[tuple[int, str | None]]:
    return [call for _, made in deal.calls or () for call in made]


@pytest.mark.parametrize("game", [game.id for game in list_games()])
def test_a_line_is_the_deal_up_to_the_choice_and_then_a_whole_deal_with_it(game: str) -> None:
    match = course(game, OPTIONS.get(game, {}), 3)[-1]
    played = steps_of(match).deals
    turns = [turn for turn in turns_of(match) if not turn.before.deal.dogs]
    for turn in turns[:: max(1, len(turns) // 12)]:
        deal = played[turn.deal]
        for action in turn.before.view(turn.seat).legal[:3]:
            text = action_text(action)
            line = other_line(turn, text)
            assert line == other_line(turn, text), "the same each time"
            if turn.is_call:
                phases = turn.before.call_phases(turn.before.deal)
                made = sum(len(phase.made) for phase in phases)
                begun = [*_calls(deal)[:made], (turn.seat, text)]
                assert _calls(line)[: made + 1] == begun
                continue
            if len(text) == 1:
                assert line.trump == text
                continue
            called = sum(each.is_call for each in turns if each.deal == turn.deal)
            at = turn.number - (deal.chooser is not None) - called
            assert _plays(line)[:at] == _plays(deal)[:at]
            assert _plays(line)[at] == (turn.seat, text)
            for hand, dealt in zip(line.hands, deal.hands, strict=True):
                assert hand.cards == dealt.cards
                if deal.stock:
                    everything = [card for cards in hand.cards for card in cards] + [*deal.stock]
                    assert sorted(card for _, card in _plays(line)) == sorted(everything)
                    continue
                for seat, cards in enumerate(hand.cards):
                    held = [c for t in hand.tricks for s, c in t.plays if s == seat]
                    assert sorted(held) == sorted(cards)
            assert line.points is not None
            assert sum(line.tricks) == sum(deal.tricks)
