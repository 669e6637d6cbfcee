"""Values can't see that a search has become slower by a mistake: the cards that it tries can."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from oddtrick.solver import _processor
from tests.support.solver.search_signature import DEALS, PINNED, deals

# Under the sanitizers a process of one's own would load the kernel that is installed.
pytestmark = pytest.mark.unsanitized


@pytest.mark.parametrize("level", _processor.levels())
def test_the_node_counts_match_the_signature_on_every_kernel(level: str) -> None:
    signature = subprocess.run(
        [sys.executable, "-m", "tests.support.solver.search_signature"],
        env={**os.environ, "ODDTRICK_KERNEL": level},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert signature == PINNED.read_text("utf-8"), (
        "if that is meant, see tests/support/solver/search_signature.py"
    )


def test_the_signature_covers_every_size_and_trump() -> None:
    kinds = {(len(position.hands[0]), position.trump) for position in deals()}
    assert len(kinds) == 30
    assert sum(1 for _ in deals()) == DEALS
