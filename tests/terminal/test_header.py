"""Tests that the header never runs two texts together."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oddtrick.terminal.display_names import width
from oddtrick.terminal.status_lines import GAP, fitted, header
from tests.support.terminal.game_sessions import GAMES, session, until_yours

LONG = ["Bartholomew Smyth", "Maximiliane Mayer", "王小明王小明王小明王", "Konstantinopel X"] * 2
RUBBERS: list[tuple[str, dict[str, Any]]] = [
    ("whist", {"target": 9, "match": "rubber"}),
    ("scotch-whist", {"players": 2, "target": 41}),
    ("scotch-whist", {"players": 8, "sides": 4, "target": 30}),
]
WORDS = st.lists(st.text("ab ·王", max_size=50), min_size=1, max_size=4)


@given(WORDS, WORDS, st.integers(20, 120))
def test_a_line_is_filled_and_its_halves_stay_apart(
    lefts: list[str], rights: list[str], columns: int
) -> None:
    line = fitted(lefts, rights, columns)
    assert width(line) == columns
    whole = [right for right in rights if line.endswith(right)]
    if any(width(right) <= columns for right in rights[-1:]):
        assert whole
    if any(width(one) + width(other) + GAP <= columns for one in lefts for other in rights):
        assert any(
            line == left + " " * (columns - width(left + right)) + right
            for left in lefts
            for right in rights
        )


@pytest.mark.parametrize(("game", "options"), [*GAMES, *RUBBERS])
def test_game_trumps_and_score_stand_apart_at_eighty_columns(
    game: str, options: dict[str, Any]
) -> None:
    table = session(game, seed=7, **options)
    table.names = tuple(LONG[: table.rules.players])
    until_yours(table)
    while not table.over and len(table.view.past) < 3:
        view, names = table.view, table.display_names()
        for done in {False, bool(view.past)}:
            for line in header(view, names, 78, done=done).splitlines():
                assert width(line) == 78
                left, gap, right = line.rpartition(" " * GAP)
                assert left.strip()
                assert gap
                assert right.strip()
        table.apply(view.legal[0])
        until_yours(table)
