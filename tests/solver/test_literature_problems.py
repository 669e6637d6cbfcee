"""Problems of the whist literature: the solver finds what their sources say, and so does DDS."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from oddtrick.solver import Position, solve
from tests.support.solver.dds import dds_value


class Problem(msgspec.Struct, forbid_unknown_fields=True):
    """One line of the data; its keys are told in the README beside it."""

    name: str
    author: str
    year: int
    source: str
    hands: list[str]
    trump: str
    leader: int
    side: int
    tricks: int
    trick: list[str] = []
    note: str = ""

    @property
    def position(self) -> Position:
        return Position.parse(self.hands, self.trump, self.leader, " ".join(self.trick))

    def of_the_side(self, value: int) -> int:
        """The tricks of the problem's side, from those of the side to play."""
        to_play = (self.leader + len(self.trick)) % 4
        tricks = max(len(hand) for hand in self.position.hands)
        return value if (to_play - self.side) % 2 == 0 else tricks - value


LINES = Path(__file__).parents[1] / "data" / "problems" / "whist.jsonl"
PROBLEMS = [msgspec.json.decode(line, type=Problem) for line in LINES.read_bytes().splitlines()]


@pytest.mark.parametrize("problem", PROBLEMS, ids=lambda problem: problem.name)
def test_a_problem_of_the_literature_has_the_published_value(problem: Problem) -> None:
    position = problem.position
    assert problem.of_the_side(solve(position)) == problem.tricks
    assert problem.of_the_side(dds_value(position)) == problem.tricks
