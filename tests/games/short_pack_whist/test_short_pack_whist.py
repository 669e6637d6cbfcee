"""Short-pack whist: its pack, and the match of one deal."""

from __future__ import annotations

from random import Random

import pytest

from oddtrick.dealing import new_match
from oddtrick.errors import RuleBroken
from oddtrick.games import game_with_id, read_options, register_game, unregister_game
from oddtrick.games.short_pack_whist.rules import SHORT_PACK_WHIST, ShortPackOptions
from oddtrick.rules import TrumpSource


@pytest.mark.parametrize(("suits", "ranks", "cards"), [(1, 3, 1), (2, 3, 2), (4, 13, 25)])
def test_the_pack_has_the_highest_cards_of_the_first_suits(
    suits: int, ranks: int, cards: int
) -> None:
    rules = SHORT_PACK_WHIST.rules(ShortPackOptions(suits=suits, ranks=ranks, cards=cards))
    assert rules.pack.bit_count() == suits * ranks
    assert rules.pack >> (13 * suits) == 0
    assert rules.pack >> (13 - ranks) & (1 << ranks) - 1 == (1 << ranks) - 1
    assert rules.plan.sizes(0) == (cards,)


def test_a_match_is_one_deal_with_a_spare_card_turned_up() -> None:
    rules, rng = SHORT_PACK_WHIST.rules(), Random(1)
    assert rules.trumps.source(0) is TrumpSource.SPARE
    assert rules.trumps.fixed(0) is None
    assert rules.trumps.rule(0) == "K2"
    match = new_match(rules=rules, seed=1)
    while not match.over:
        turned = match.view(None).turn_up
        assert turned is not None
        assert match.deal.trump is turned.suit
        match = match.apply(rng.choice(match.legal_actions()))
    assert sum(match.result[0].points) == 2


def test_too_many_cards_are_refused() -> None:
    options = read_options(SHORT_PACK_WHIST, {"cards": 3})
    with pytest.raises(RuleBroken, match="are 7, but 2 suits of 3 have 6"):
        SHORT_PACK_WHIST.rules(options)


def test_it_is_played_everywhere_once_it_is_registered() -> None:
    assert game_with_id("short-pack-whist") is None
    register_game(SHORT_PACK_WHIST, package="tests")
    try:
        assert game_with_id("short-pack-whist") is SHORT_PACK_WHIST
    finally:
        unregister_game("short-pack-whist")
