"""The golden playthroughs: every observable of a match, step by step, is unchanged.

A count does not look at views, a law does not look at the order of a line of text; a transcript
sees every change, wanted or not. If a change is wanted, write them anew and read the diff.
"""

from difflib import unified_diff

import pytest

from tests.support.game_folders import FOLDER
from tests.support.playthroughs import PLAYTHROUGHS, Playthrough, transcript

ANEW = "if this is meant: python -m tests.support.playthroughs --write, and read the diff"


@pytest.mark.parametrize("playthrough", PLAYTHROUGHS, ids=lambda playthrough: playthrough.name)
def test_a_match_follows_its_transcript(playthrough: Playthrough) -> None:
    recorded_lines = playthrough.path.read_text(encoding="utf-8").splitlines()
    diff = unified_diff(
        recorded_lines, transcript(playthrough), playthrough.path.name, "now", lineterm="", n=2
    )
    differs = list(diff)
    assert not differs, "\n".join([ANEW, *differs[:60]])


@pytest.mark.parametrize("playthrough", PLAYTHROUGHS, ids=lambda playthrough: playthrough.name)
def test_a_transcript_can_be_read_by_a_person(playthrough: Playthrough) -> None:
    lines = playthrough.path.read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 300
    assert max(map(len, lines)) <= 120


def test_every_playthrough_file_is_compared() -> None:
    assert set(FOLDER.glob("*/*.txt")) == {playthrough.path for playthrough in PLAYTHROUGHS}


def recorded_lines(name: str) -> str:
    (found,) = FOLDER.glob(f"*/{name}.txt")
    return found.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("knockout-whist-throws", "threw scissors"),
        ("knockout-whist-throws", " unbroken "),
        ("knockout-whist-throws", "awaited choice"),
        ("knockout-whist-cuts", "cuts seat"),
        ("scotch-whist-3-players", "hand 2 of 2"),
        ("whist-no-trumps", "trump none"),
        ("whist-rubber-honours", "games 1 1"),
    ],
)
def test_a_transcript_covers_its_subject(name: str, words: str) -> None:
    assert words in recorded_lines(name)
