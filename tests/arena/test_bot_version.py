"""The version that a program states of itself, in the version of an entrant."""

import shlex
import sys
from pathlib import Path

import pytest

from oddtrick.arena import Entrant, find_entrant
from oddtrick.arena.bot_version import version_of
from oddtrick.errors import OddtrickError
from oddtrick.games import rules_of

WHIST = rules_of("whist")


def stating(folder: Path, version: str) -> Entrant:
    """An entrant whose program states a version, given as a Python expression."""
    file = folder / "bot.py"
    answer = f"{{'protocol': 'oddtrick-bot/1', 'version': {version}}}"
    file.write_text(f"import json; input(); print(json.dumps({answer}))")
    return find_entrant("mine", {"mine": shlex.join([sys.executable, str(file)])})


def test_a_version_that_a_program_states_stands_before_the_digest(tmp_path: Path) -> None:
    blue_3, digest = version_of(stating(tmp_path, "'blue 3'"), WHIST).split(" sha256:")
    blue_4, other_digest = version_of(stating(tmp_path, "'blue 4'"), WHIST).split(" sha256:")
    assert (blue_3, blue_4) == ("blue 3", "blue 4")
    assert digest != other_digest


@pytest.mark.parametrize("version", ["[3]", "'x' * 121", "'\\n'"])
def test_a_version_that_no_table_can_show_is_refused(tmp_path: Path, version: str) -> None:
    with pytest.raises(OddtrickError, match=r"mine states the version .* at most 120 characters"):
        version_of(stating(tmp_path, version), WHIST)
