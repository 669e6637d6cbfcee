"""Tests that a refused play tells the player what to do."""

from __future__ import annotations

import re
from random import Random

import pytest

from oddtrick.cards import CARDS
from oddtrick.dealing import new_match
from oddtrick.errors import RuleBroken
from oddtrick.match import CHANCE, Match, Playing, refusal_for_player

LINES = {
    "follow": r"^you must follow suit: play a (club|diamond|heart|spade)$",
    "not-held": r"^you do not hold [2-9TJQKA][CDHS]$",
    "played": r"^[2-9TJQKA][CDHS] has been played already$",
    "trumps": r"^trumps may not be led until one has been played: lead another suit$",
}


def refusals(match: Match) -> set[str]:
    """Returns the kinds of lines for all illegal cards of a position."""
    found = set()
    for card in set(CARDS) - set(match.legal_actions()):
        with pytest.raises(RuleBroken) as refused:
            match.apply(card)
        refusal = refusal_for_player(match, card, refused.value)
        assert refusal.rule == refused.value.rule
        (kind,) = [kind for kind, line in LINES.items() if re.match(line, refusal.what)]
        found.add(kind)
    return found


def test_T8_every_refused_card_has_a_line_that_says_what_to_do() -> None:
    found: set[str] = set()
    for seed in range(4):
        match, rng = new_match("knockout-whist", seed=seed, players=4, broken=True), Random(seed)
        while not match.over and match.number == 0:
            if isinstance(match.phase, Playing):
                found |= refusals(match)
            match = match.apply(rng.choice(match.legal_actions()))
    assert found == set(LINES)


def test_a_refusal_that_is_not_of_a_card_stays_as_it_is() -> None:
    match, rng = new_match("knockout-whist", seed=1, players=3), Random(1)
    while match.number == 0 or match.to_act == CHANCE:
        match = match.apply(rng.choice(match.legal_actions()))
    with pytest.raises(RuleBroken) as refused:
        match.apply(CARDS[0])
    assert refusal_for_player(match, CARDS[0], refused.value) is refused.value
