"""The bots by name."""

from __future__ import annotations

from random import Random

import pytest

import oddtrick as ot
from oddtrick.bots import BOTS, casual, find_bot, random_bot
from oddtrick.errors import OddtrickError
from tests.support.bot_positions import QUICK, table


def test_a_bot_is_found_by_its_name() -> None:
    assert find_bot("casual") is casual
    assert find_bot(" Random ") is random_bot
    assert [find_bot(bot.name) for bot in BOTS] == list(BOTS)


def test_a_wrong_name_lists_the_right_ones() -> None:
    with pytest.raises(OddtrickError, match="'grandmaster' is not a bot: the bots are random, nov"):
        find_bot("grandmaster")


def test_the_package_exports_the_bots() -> None:
    assert ot.bots.casual is casual


def test_random_plays_every_legal_card() -> None:
    match = table("AKQ...", "JT9...", "876...", "543...")
    drawn = {random_bot.choose(match.view(0), Random(seed)) for seed in range(40)}
    assert drawn == set(match.legal_actions())


@pytest.mark.parametrize("bot", QUICK, ids=lambda bot: str(bot.name))
def test_a_seat_out_of_turn_has_no_choice(bot: ot.bots.Bot) -> None:
    match = table("AKQ...", "JT9...", "876...", "543...")
    with pytest.raises(OddtrickError, match="it is not seat 2's turn"):
        bot.choose(match.view(2), Random(1))
