"""Laws of every phase: the match asks its phase for everything, and no phase is a special case."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given

from oddtrick.cards import Card
from oddtrick.dealing import draw
from oddtrick.errors import OddtrickError, RuleBroken
from oddtrick.games import rules_of
from oddtrick.match import CHANCE, Action, Match, Over, Phase, ToDeal, start
from oddtrick.rules import Pass, action_text
from tests.support.hypothesis_strategies import finished, matches
from tests.support.random_matches import EVERY

TIED = ("knockout-whist", {"players": 7, "tie": "rps"})


@given(matches())
def test_a_match_asks_its_phase_who_acts_and_what_is_legal(match: Match) -> None:
    phase = match.phase
    assert isinstance(phase, Phase)
    assert (match.to_act, match.legal_actions()) == (phase.to_act, phase.legal())
    view = match.view(match.to_act)
    assert (view.awaited, view.legal) == (phase.awaited, phase.legal())
    for field, value in phase.shown(match.to_act).items():
        assert getattr(view, field) == value


@given(finished())
def test_a_phase_without_a_player_parses_nothing_and_shows_nothing_of_its_own(
    match: Match,
) -> None:
    for phase in (match.phase, ToDeal()):
        assert phase.legal() == ()
        assert phase.shown(0) == {}
        with pytest.raises(OddtrickError, match=f"'AS' does not go here: {phase.waits}"):
            phase.parse("AS")
    assert isinstance(match.phase, Over)


def walk(game: str, options: dict[str, Any]) -> Iterator[tuple[Match, Action]]:
    """Yields the states of three random deals with every phase of the game, and what follows."""
    rng, match = Random(1), start(rules_of(game, **options))
    while not match.over and match.number < 3:
        chance = match.to_act == CHANCE
        action = draw(match, rng) if chance else rng.choice(match.legal_actions())
        yield match, action
        match = match.apply(action)


@pytest.mark.parametrize(("game", "options"), EVERY[::4], ids=str)
def test_each_phase_of_a_deal_refuses_the_actions_of_all_others(
    game: str, options: dict[str, Any]
) -> None:
    seen: dict[type[Phase], Action] = {}
    for match, action in walk(game, options):
        seen.setdefault(type(match.phase), action)
        for kind, other in seen.items():
            if kind is not type(match.phase):
                with pytest.raises(RuleBroken, match=f"does not go here: .*{match.phase.waits}"):
                    match.apply(other)
    assert len(seen) > 2


@pytest.mark.parametrize(("game", "options"), [*EVERY[::4], TIED], ids=str)
def test_a_phase_parses_the_text_of_each_legal_action_and_refuses_others(
    game: str, options: dict[str, Any]
) -> None:
    for match, _ in walk(game, options):
        for action in match.legal_actions():
            assert match.phase.parse(action_text(action)) is action
        for text in ("", "nothing", "9"):
            with pytest.raises(OddtrickError):
                match.phase.parse(text)


@pytest.mark.parametrize(("game", "options"), EVERY[::4], ids=str)
def test_the_plays_of_the_hands_of_a_deal_follow_the_actions_before_them(
    game: str, options: dict[str, Any]
) -> None:
    for match, _ in walk(game, options):
        played = [
            play
            for log in match.all_deals
            for hand in match.played_hands(log)
            for play in hand.plays
        ]
        assert played == [action for action in match.actions if isinstance(action, (Card, Pass))]
