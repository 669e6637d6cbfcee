"""The table as text and as a picture."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import numpy as np
import pytest

from oddtrick.cards import CARDS
from oddtrick.envs import WhistAECEnv
from oddtrick.envs.rendering import draw_picture, draw_text, glyph
from tests.support.random_matches import WITH_MORE_TO_SEE, WITHOUT_PASSES, course


def test_the_text_shows_every_card_that_is_held() -> None:
    for kind in [*WITHOUT_PASSES[::6], *WITH_MORE_TO_SEE[::2]]:
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


def test_the_glyphs_of_cards_differ() -> None:
    letters = {card.rank.letter for card in CARDS} | {card.suit.symbol for card in CARDS}
    assert len({glyph(letter).tobytes() for letter in letters}) == len(letters) == 17


def test_render_without_a_mode_warns() -> None:
    env = WhistAECEnv("whist")
    env.reset(seed=1)
    with pytest.warns(UserWarning, match="render_mode"):
        assert env.render() is None
