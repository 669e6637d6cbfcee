"""Results on disk: after any interruption, every deal counts exactly once."""

import contextlib
import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import to_builtins
from msgspec.structs import replace

from oddtrick.arena import (
    DealResult,
    Entrant,
    Header,
    Outcome,
    make_header,
    open_results,
    play_duplicate,
)
from oddtrick.atomic_file import try_lock
from oddtrick.errors import OddtrickError
from oddtrick.games import rules_of
from tests.support.extent import times

WHIST = rules_of("whist")
BOTS = (Entrant("casual"), Entrant("random"))
HEADER = make_header(WHIST, BOTS, 5, whole=False, together=False)


def play(path: Path, deals: int, pair: int = 0) -> Outcome:
    """Plays the contest, resuming from the file."""
    with open_results(path, HEADER) as results:
        return play_duplicate(
            WHIST,
            *BOTS,
            deals=deals,
            seed=5,
            chunk_size=2,
            previous=results.previous(pair),
            on_deals=lambda more: results.add(pair, more),
        )


def stored(path: Path, header: Header = HEADER, pair: int = 0) -> list[DealResult]:
    with open_results(path, header) as results:
        return [replace(deal, times={}) for deal in results.previous(pair)]


@pytest.fixture(params=["deals.jsonl", "deals.parquet"])
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    if request.param.endswith("parquet"):
        pytest.importorskip("pyarrow")
    named: str = request.param
    return tmp_path / named


def test_a_file_holds_the_deals_played(path: Path) -> None:
    outcome = play(path, 5)
    assert [deal.number for deal in stored(path)] == list(range(5))
    again = play(path, 5)
    assert (again.swings, again.times) == (outcome.swings, outcome.times)


def test_the_header_describes_the_contest(tmp_path: Path) -> None:
    path = tmp_path / "deals.jsonl"
    play(path, 1)
    header = json.loads(path.read_text().splitlines()[0])
    assert header == {
        "format": "oddtrick-arena/1",
        "rules": {"game": "whist", **to_builtins(WHIST.options)},
        "bots": [{"name": "casual"}, {"name": "random"}],
        "seed": 5,
        "whole": False,
        "together": False,
        "purpose": "choose",
    }


def test_a_file_from_before_contests_had_a_purpose_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "deals.jsonl"
    outcome = play(path, 3)
    path.write_text(path.read_text().replace(',"purpose":"choose"', "", 1))
    assert play(path, 3).swings == outcome.swings
    with pytest.raises(OddtrickError, match="purpose choose, not report"):
        stored(path, replace(HEADER, purpose="report"))


def test_more_deals_resume_the_file(path: Path) -> None:
    play(path, 3)
    before = stored(path)
    outcome = play(path, 7)
    assert stored(path)[:3] == before
    assert outcome.swings == play_duplicate(WHIST, *BOTS, deals=7, seed=5).swings


def test_with_fewer_deals_the_file_keeps_the_rest(path: Path) -> None:
    play(path, 6)
    assert play(path, 2).deals == 2
    assert len(stored(path)) == 6


def test_several_contests_share_a_file(path: Path) -> None:
    for pair in (0, 1, 0):
        play(path, 4 if pair else 6, pair)
    assert (len(stored(path)), len(stored(path, pair=1))) == (6, 4)


def test_no_temporary_files_are_left(path: Path) -> None:
    play(path, 2)
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_a_failure_keeps_the_deals_played_before(path: Path) -> None:
    with contextlib.suppress(ZeroDivisionError), open_results(path, HEADER) as results:
        play_duplicate(
            WHIST,
            *BOTS,
            deals=3,
            seed=5,
            on_deals=lambda deals: results.add(0, deals),
            chunk_size=3,
        )
        raise ZeroDivisionError
    assert len(stored(path)) == 3


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, list[DealResult]]:
    path = tmp_path_factory.mktemp("whole") / "deals.jsonl"
    play(path, 4)
    data = path.read_bytes()
    return data, stored(path)


@given(cut=st.floats(0, 1))
@settings(
    max_examples=times(10, whole=25), suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_a_file_truncated_at_any_byte_resumes_to_the_same_end(
    whole: tuple[bytes, list[DealResult]], tmp_path: Path, cut: float
) -> None:
    data, deals = whole
    path = tmp_path / "cut.jsonl"
    path.write_bytes(data[: round(cut * len(data))])
    play(path, 4)
    assert stored(path) == deals
    assert path.read_bytes().count(b"\n") == 5


def test_an_unfinished_parquet_file_resumes_from_its_part(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    lines, path = tmp_path / "deals.jsonl", tmp_path / "deals.parquet"
    play(lines, 4)
    part = tmp_path / "deals.parquet.part"
    part.write_bytes(lines.read_bytes()[:-7])
    outcome = play(path, 4)
    assert not part.exists()
    assert stored(path) == stored(lines)
    assert outcome.deals == 4


def test_parquet_has_a_row_for_each_table(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "deals.parquet"
    outcome = play(path, 4)
    rows = parquet.read_table(path).to_pylist()
    assert [(row["deal"], row["table"]) for row in rows] == [
        (deal, table) for deal in range(4) for table in range(2)
    ]
    own = sum(row["tricks"][row["table"]] for row in rows)
    assert own - 13 * 4 == sum(outcome.swings["tricks"])


@pytest.mark.parametrize(
    ("other", "error"),
    [
        (replace(HEADER, seed=6), "started with seed 5, not 6"),
        (replace(HEADER, bots=BOTS[::-1]), "with bots casual, random, not random, casual"),
        (replace(HEADER, rules={"game": "whist"}), "started with rules .*target:5"),
        (replace(HEADER, whole=True), "started with whole false, not true"),
        (replace(HEADER, together=True), "started with together false, not true"),
    ],
)
def test_a_file_of_another_contest_is_refused_and_left_as_it_is(
    path: Path, other: Header, error: str
) -> None:
    play(path, 2)
    data = path.read_bytes()
    with pytest.raises(OddtrickError, match=error), open_results(path, other):
        pass
    assert path.read_bytes() == data
    assert [file.name for file in path.parent.iterdir()] == [path.name]


@pytest.mark.parametrize(
    "text", ["my poem", "my poem\n", "{}\n", '{"format":"oddtrick/1"}\n', "\0\0\0"]
)
def test_a_file_of_another_kind_is_refused_and_left_as_it_is(path: Path, text: str) -> None:
    path.write_text(text)
    with (
        pytest.raises(OddtrickError, match="not an arena results file"),
        open_results(path, HEADER),
    ):
        pass
    assert path.read_text() == text


@pytest.mark.parametrize(
    ("line", "error"),
    [
        (b"garbage", "line 3: this is not a deal"),
        (b'{"pair":0}', "line 3: this is not a deal: .*deal"),
        (b"\xff", "line 3: this is not a deal"),
        (b'{"pair":0,"deal":{"number":0,"tables":[]}}', "line 3: deal 0, expected 1"),
        (b'{"pair":0,"deal":{"number":3,"tables":[]}}', "line 3: deal 3, expected 1"),
    ],
)
def test_a_corrupt_line_is_reported_by_number(tmp_path: Path, line: bytes, error: str) -> None:
    path = tmp_path / "deals.jsonl"
    play(path, 1)
    path.write_bytes(path.read_bytes() + line + b"\n")
    with pytest.raises(OddtrickError, match=error), open_results(path, HEADER):
        pass


def test_only_one_process_writes_at_a_time(path: Path) -> None:
    with (
        open_results(path, HEADER),
        pytest.raises(OddtrickError, match="another arena is writing"),
        open_results(path, HEADER),
    ):
        pass


def test_a_file_whose_arena_ends_while_it_is_opened_is_refused(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What would be written to a file without a name would be lost."""

    def lock(handle: int) -> bool:
        for file in path.parent.iterdir():
            file.unlink()
        return try_lock(handle)

    monkeypatch.setattr("oddtrick.arena.results_file.try_lock", lock)
    with pytest.raises(OddtrickError, match="another arena"), open_results(path, HEADER):
        pass


def test_a_missing_folder_is_reported(tmp_path: Path) -> None:
    missing = tmp_path / "missing" / "deals.jsonl"
    with pytest.raises(OddtrickError, match="no such file"), open_results(missing, HEADER):
        pass
