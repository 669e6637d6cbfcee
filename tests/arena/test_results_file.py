"""Results on disk: whatever becomes of the program, no deal counts twice, half or not at all."""

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
from oddtrick.errors import OddtrickError
from oddtrick.games import rules_of

WHIST = rules_of("whist")
BOTS = (Entrant("casual"), Entrant("random"))
HEADING = make_header(WHIST, BOTS, 5, whole=False, together=False)


def played(path: Path, deals: int, pair: int = 0) -> Outcome:
    """The contest, gone on with where the file stops."""
    with open_results(path, HEADING) as results:
        return play_duplicate(
            WHIST,
            *BOTS,
            deals=deals,
            seed=5,
            chunk_size=2,
            previous=results.previous(pair),
            on_deals=lambda more: results.add(pair, more),
        )


def kept(path: Path, heading: Header = HEADING, pair: int = 0) -> list[DealResult]:
    with open_results(path, heading) as results:
        return [replace(deal, times={}) for deal in results.previous(pair)]


@pytest.fixture(params=["deals.jsonl", "deals.parquet"])
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    if request.param.endswith("parquet"):
        pytest.importorskip("pyarrow")
    named: str = request.param
    return tmp_path / named


def test_what_is_kept_is_what_was_played(path: Path) -> None:
    outcome = played(path, 5)
    assert [deal.number for deal in kept(path)] == list(range(5))
    again = played(path, 5)
    assert (again.swings, again.times) == (outcome.swings, outcome.times)


def test_a_file_says_what_it_is_and_what_is_played(tmp_path: Path) -> None:
    path = tmp_path / "deals.jsonl"
    played(path, 1)
    heading = json.loads(path.read_text().splitlines()[0])
    assert heading == {
        "format": "oddtrick-arena/1",
        "rules": {"game": "whist", **to_builtins(WHIST.options)},
        "bots": [{"name": "casual"}, {"name": "random"}],
        "seed": 5,
        "whole": False,
        "together": False,
    }


def test_more_deals_go_on_where_the_file_stops(path: Path) -> None:
    played(path, 3)
    before = kept(path)
    outcome = played(path, 7)
    assert kept(path)[:3] == before
    assert outcome.swings == play_duplicate(WHIST, *BOTS, deals=7, seed=5).swings


def test_fewer_deals_are_counted_and_all_are_kept(path: Path) -> None:
    played(path, 6)
    assert played(path, 2).deals == 2
    assert len(kept(path)) == 6


def test_several_contests_share_a_file(path: Path) -> None:
    for pair in (0, 1, 0):
        played(path, 4 if pair else 6, pair)
    assert (len(kept(path)), len(kept(path, pair=1))) == (6, 4)


def test_nothing_but_the_file_is_left_beside_it(path: Path) -> None:
    played(path, 2)
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_a_failure_keeps_what_was_played_before(path: Path) -> None:
    with contextlib.suppress(ZeroDivisionError), open_results(path, HEADING) as results:
        play_duplicate(
            WHIST,
            *BOTS,
            deals=3,
            seed=5,
            on_deals=lambda deals: results.add(0, deals),
            chunk_size=3,
        )
        raise ZeroDivisionError
    assert len(kept(path)) == 3


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, list[DealResult]]:
    path = tmp_path_factory.mktemp("whole") / "deals.jsonl"
    played(path, 4)
    data = path.read_bytes()
    return data, kept(path)


@given(cut=st.floats(0, 1))
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_cut_off_at_any_byte_it_goes_on_to_the_same_end(
    whole: tuple[bytes, list[DealResult]], tmp_path: Path, cut: float
) -> None:
    data, deals = whole
    path = tmp_path / "cut.jsonl"
    path.write_bytes(data[: round(cut * len(data))])
    played(path, 4)
    assert kept(path) == deals
    assert path.read_bytes().count(b"\n") == 5


def test_a_parquet_file_that_was_never_finished_goes_on_from_its_part(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    lines, path = tmp_path / "deals.jsonl", tmp_path / "deals.parquet"
    played(lines, 4)
    part = tmp_path / "deals.parquet.part"
    part.write_bytes(lines.read_bytes()[:-7])
    outcome = played(path, 4)
    assert not part.exists()
    assert kept(path) == kept(lines)
    assert outcome.deals == 4


def test_parquet_has_a_row_for_each_table(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "deals.parquet"
    outcome = played(path, 4)
    rows = parquet.read_table(path).to_pylist()
    assert [(row["deal"], row["table"]) for row in rows] == [
        (deal, table) for deal in range(4) for table in range(2)
    ]
    own = sum(row["tricks"][row["table"]] for row in rows)
    assert own - 13 * 4 == sum(outcome.swings["tricks"])


@pytest.mark.parametrize(
    ("other", "told"),
    [
        (replace(HEADING, seed=6), "started with seed 5, not 6"),
        (replace(HEADING, bots=BOTS[::-1]), "with bots casual, random, not random, casual"),
        (replace(HEADING, rules={"game": "whist"}), "started with rules .*target:5"),
        (replace(HEADING, whole=True), "started with whole false, not true"),
        (replace(HEADING, together=True), "started with together false, not true"),
    ],
)
def test_a_file_of_another_contest_is_refused_and_left_as_it_is(
    path: Path, other: Header, told: str
) -> None:
    played(path, 2)
    data = path.read_bytes()
    with pytest.raises(OddtrickError, match=told), open_results(path, other):
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
        open_results(path, HEADING),
    ):
        pass
    assert path.read_text() == text


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (b"garbage", "line 3: this is not a deal"),
        (b'{"pair":0}', "line 3: this is not a deal: .*deal"),
        (b"\xff", "line 3: this is not a deal"),
        (b'{"pair":0,"deal":{"number":0,"tables":[]}}', "line 3: deal 0, expected 1"),
        (b'{"pair":0,"deal":{"number":3,"tables":[]}}', "line 3: deal 3, expected 1"),
    ],
)
def test_a_spoilt_line_is_named(tmp_path: Path, line: bytes, told: str) -> None:
    path = tmp_path / "deals.jsonl"
    played(path, 1)
    path.write_bytes(path.read_bytes() + line + b"\n")
    with pytest.raises(OddtrickError, match=told), open_results(path, HEADING):
        pass


def test_only_one_program_writes_at_a_time(path: Path) -> None:
    with (
        open_results(path, HEADING),
        pytest.raises(OddtrickError, match="another arena is writing"),
        open_results(path, HEADING),
    ):
        pass


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    gone = tmp_path / "gone" / "deals.jsonl"
    with pytest.raises(OddtrickError, match="no such file"), open_results(gone, HEADING):
        pass
