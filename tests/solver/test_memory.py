"""Nothing that the kernel is asked to do leaves memory behind."""

from __future__ import annotations

import sys

import pytest

from tests.solver.memory import growth

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="as Linux tells the peak"),
    # Sanitizers keep what was freed, to catch who still uses it; they look for leaks themselves.
    pytest.mark.unsanitized,
]

ALLOWED = 1 << 20
"""Bytes: the odd page of the allocator. Ten bytes lost in each of the rounds are more."""

ROUNDS = 200_000

ACTS = {
    "saying its level": ("_kernel.level()", ROUNDS),
}
"""What is done, and how often: so often that a loss of a few bytes would show."""


@pytest.mark.parametrize(("act", "rounds"), ACTS.values(), ids=ACTS)
def test_the_kernel_leaves_nothing_behind_by(act: str, rounds: int) -> None:
    assert growth(act, "from oddtrick.solver import _kernel", rounds) < ALLOWED


def test_a_few_bytes_lost_in_each_round_would_be_seen() -> None:
    assert growth("lost.append(bytes(8))", "lost = []", ROUNDS) > ALLOWED
