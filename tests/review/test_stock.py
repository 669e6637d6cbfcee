"""What a hint or review says in a deal with a stock (G3)."""

from __future__ import annotations

from random import Random

from oddtrick.cards import mask_of
from oddtrick.dealing import new_match
from oddtrick.match import Playing
from oddtrick.review.provable import is_unbeaten, known_situation
from tests.support.extent import times


def test_the_best_card_left_is_the_best_of_the_stock_too() -> None:
    """A higher card that lies face up on the stock is in a hand after this trick."""
    said = topped = 0
    for seed in range(times(10, whole=60)):
        match, rng = new_match("german-whist", seed=seed), Random(seed)
        while not match.over:
            assert isinstance(match.phase, Playing)
            seat = match.to_act
            assert seat is not None
            s = known_situation(match.view(seat))
            elsewhere = match.phase.held(1 - seat) | mask_of(match.phase.layout.stock)
            for card in s.legal:
                higher = elsewhere & s.stronger[card]
                if is_unbeaten(s, card):
                    said += 1
                    assert not higher
                topped += s.view.stock_top is not None and higher == s.view.stock_top.bit
            match = match.apply(rng.choice(match.legal_actions()))
    assert said > 500
    assert topped > 10
