"""The golden playthroughs for OpenSpiel: every observable of a game, step by step, is unchanged."""

from __future__ import annotations

import re
from difflib import unified_diff

import pytest

pytest.importorskip("pyspiel")

from oddtrick.envs.openspiel import register_openspiel
from tests.support.extent import part
from tests.support.openspiel_playthroughs import FOLDER, PLAYTHROUGHS, transcript

ANEW = "if this is meant: python -m tests.support.openspiel_playthroughs --write, and read the diff"


@pytest.mark.parametrize("name", part([*reversed(PLAYTHROUGHS)], 1))
def test_a_game_follows_its_transcript(name: str) -> None:
    file = FOLDER / f"{name}.txt"
    recorded = file.read_text(encoding="utf-8").splitlines()
    diff = unified_diff(recorded, transcript(PLAYTHROUGHS[name]), file.name, "now", lineterm="")
    assert not (lines := list(diff)), "\n".join([*lines[:40], ANEW])


def test_every_game_has_a_playthrough() -> None:
    played = {re.match(r"\w+", game)[0] for game in PLAYTHROUGHS.values()}  # type: ignore[index]
    assert played == set(register_openspiel())
    assert {file.stem for file in FOLDER.iterdir()} == set(PLAYTHROUGHS)
