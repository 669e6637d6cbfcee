"""``oddtrick perft``: the counts of unfinished records."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from oddtrick.record import encode_record
from tests.support.perft.perft_data_files import Position, load
from tests.support.run_program import EXAMPLES, oddtrick


@pytest.fixture
def place() -> Position:
    """A whist position with a small tree."""
    return min(load("whist"), key=lambda place: place.sequences)


@pytest.fixture
def file(place: Position, tmp_path: Path) -> Path:
    """The record file of the position."""
    path = tmp_path / "ending.json"
    path.write_bytes(encode_record(place.record))
    return path


def test_a_count_is_printed_with_its_outcomes(place: Position, file: Path) -> None:
    done = oddtrick("perft", file)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0].startswith(f"{file}: whist, deal ")
    assert lines[1].split() == ["sequences", f"{place.sequences:,}"]
    counts = {line.rsplit(maxsplit=1)[0]: int(line.split()[-1]) for line in lines[2:] if line}
    assert counts == {points.replace(",", " "): ways for points, ways in place.outcomes.items()}


def test_json_prints_one_object_per_record(place: Position, tmp_path: Path) -> None:
    path = tmp_path / "endings.jsonl"
    path.write_bytes((encode_record(place.record) + b"\n") * 2)
    done = oddtrick("perft", path, "--json", "--divide")
    first, second = map(json.loads, done.stdout.splitlines())
    assert first == second
    assert first["sequences"] == place.sequences
    assert first["outcomes"] == place.outcomes
    assert sum(part["sequences"] for part in first["divide"].values()) == place.sequences


def test_a_depth_limits_the_count(file: Path) -> None:
    done = oddtrick("perft", file, "--depth", "1", "--divide")
    actions = [line.split()[0] for line in done.stdout.splitlines()[1:-3]]
    assert all(len(card) == 2 for card in actions)
    assert f"unfinished  {len(actions):>12}" in done.stdout


def test_standard_input_is_read(place: Position) -> None:
    done = oddtrick("perft", "-", "--json", stdin=encode_record(place.record).decode())
    assert json.loads(done.stdout)["sequences"] == place.sequences


def test_a_finished_record_is_one_line_of_error() -> None:
    path = EXAMPLES / "whist-1.record.json"
    done = oddtrick("perft", path)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.error.startswith(f"{path}: there is nothing to count: ")
