"""Tests that leave `make test` for the whole run name a test that holds their law there."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from tests.support import chance
from tests.support.extent import WHOLE, part, times

ROOT = Path(__file__).parents[1]
Function = ast.FunctionDef | ast.AsyncFunctionDef


@cache
def functions_of(file: Path) -> dict[str, Function]:
    """The tests of a file by name."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    return {
        node.name: node
        for node in tree.body
        if isinstance(node, Function) and node.name.startswith("test_")
    }


def left_out() -> Iterator[tuple[str, str]]:
    """Each test that names another as holding its law, with the name of that one."""
    for file in sorted((ROOT / "tests").rglob("test_*.py")):
        if ".mark.whole" not in file.read_text(encoding="utf-8"):
            continue  # parsing every file would take a second of each worker
        for name, test in functions_of(file).items():
            for mark in test.decorator_list:
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.whole":
                    (keyword,) = mark.keywords
                    assert keyword.arg == "held_by"
                    place = file.relative_to(ROOT).as_posix()
                    yield f"{place}::{name}", ast.literal_eval(keyword.value)


LEFT_OUT = dict(left_out())


def test_some_tests_are_left_out() -> None:
    assert len(LEFT_OUT) > 20


@pytest.mark.parametrize("test", LEFT_OUT)
def test_the_test_that_holds_the_law_runs_in_make_test(test: str) -> None:
    file, _, name = LEFT_OUT[test].partition("::")
    held = functions_of(ROOT / file).get(name)
    assert held is not None, f"there is no {LEFT_OUT[test]}"
    marks = {ast.unparse(mark).partition("(")[0] for mark in held.decorator_list}
    assert not marks & {"pytest.mark.whole", "pytest.mark.long"}


@pytest.mark.parametrize("keep", [1, 2, 3, 7, 10])
def test_a_part_is_spread_evenly_and_takes_every_case_in_turn(
    keep: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken = set()
    for seed in range(60):
        monkeypatch.setattr(chance, "SEED", str(seed))
        cases = part(range(7), keep)
        assert cases == sorted(set(cases))
        assert len(cases) == (7 if WHOLE else min(keep, 7))
        steps = [after - before for before, after in pairwise([*cases, cases[0] + 7])]
        assert max(steps) - min(steps) <= 1
        taken.update(cases)
    assert taken == set(range(7))


def test_the_whole_run_repeats_more_often() -> None:
    assert times(3, whole=5) == (5 if WHOLE else 3)
