"""``oddtrick rules``: the pages, the list and their data."""

from __future__ import annotations

import pytest

from oddtrick.games import GAMES
from tests.support.run_program import oddtrick


@pytest.mark.parametrize("game", [game.id for game in GAMES])
def test_the_rules_of_each_game_fit_a_terminal_of_eighty_columns(game: str) -> None:
    done = oddtrick("rules", game)
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert max(map(len, lines)) <= 80
    assert "**" not in done.stdout
    assert "<!--" not in done.stdout


def test_the_rules_list_the_options_as_declared() -> None:
    done = oddtrick("rules", "whist")
    assert "honours" in done.stdout
    assert "a whole number from 1; default 5" in done.stdout


def test_without_a_game_all_games_are_listed() -> None:
    done = oddtrick("rules")
    assert all(game.id in done.stdout for game in GAMES)
