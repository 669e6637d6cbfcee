"""The table as text and as a picture."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import numpy as np
import pytest

from oddtrick.cards import CARDS
from oddtrick.envs import WhistAECEnv
from oddtrick.envs.rendering import draw_picture, draw_text, glyph, picture_size
from tests.support.extent import part
from tests.support.random_matches import WITH_MORE_TO_SEE, WITHOUT_PASSES, course


def test_the_text_shows_every_card_that_is_held() -> None:
    for kind in [*WITHOUT_PASSES[::6], *part(WITH_MORE_TO_SEE, 4)]:
        for match in Random(1).sample(course(*kind, 2), 6):
            lines = draw_text(match).splitlines()[: match.rules.players + 2]
            assert len(lines) == match.rules.players + 2
            marks = [line[0] for line in lines[1:-1]]
            assert [at for at, mark in enumerate(marks) if mark == ">"] == (
                [] if match.over else [match.to_act]
            )
            if not match.over and match.deal.deal is not None:
                for seat, line in enumerate(lines[1:-1]):
                    shown = line.partition("tricks")[0].replace(f"seat {seat}", "").split()
                    cards = [word for word in shown if len(word) == 1 and word != ">"]
                    assert len(cards) == len(match.view(seat).hand)


def test_pictures_have_one_size_and_show_each_play() -> None:
    for kind in WITHOUT_PASSES[::8]:
        states = course(*kind, 3)
        pictures = [draw_picture(match) for match in states[:12]]
        assert {each.shape for each in pictures} == {pictures[0].shape}
        assert pictures[0].dtype == np.uint8
        assert all(not np.array_equal(*pair) for pair in pairwise(pictures))
        assert draw_picture(states[-1]).shape == pictures[0].shape


def test_a_picture_has_room_for_the_largest_hand() -> None:
    """Of a declarer with the kitty, and of a later deal with more cards than the first."""
    for kind in part(WITH_MORE_TO_SEE, 7):
        for match in Random(2).sample(course(*kind, 2), 4):
            most = max(match.rules.plan.each, default=0)
            held = max(map(len, (match.view(seat).hand for seat in range(match.rules.players))))
            picture = draw_picture(match)
            assert picture.shape == (*picture_size(match), 3)
            assert picture.shape[1] >= (max(most, held) + 2) * 18


def test_the_glyphs_of_cards_differ() -> None:
    letters = {card.rank.letter for card in CARDS} | {card.suit.symbol for card in CARDS}
    assert len({glyph(letter).tobytes() for letter in letters}) == len(letters) == 17


def test_render_without_a_mode_warns() -> None:
    env = WhistAECEnv("whist")
    env.reset(seed=1)
    with pytest.warns(UserWarning, match="render_mode"):
        assert env.render() is None
