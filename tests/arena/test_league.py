"""Leagues: complete, resumable, the same to the byte on every executor, and read by other tools."""

from __future__ import annotations

import json
import shlex
import sys
import warnings
from itertools import combinations, permutations
from pathlib import Path

import duckdb
import polars as pl
import pytest
from msgspec import to_builtins

from oddtrick.arena import find_entrant, play_duplicate
from oddtrick.arena.bot_version import version_of
from oddtrick.arena.executors import ExecutorKind, open_pool
from oddtrick.arena.league import League, Terms, enter, play_league, read_league, terms_of
from oddtrick.arena.league_tables import (
    METADATA_KEY,
    SCHEMAS,
    Leaderboard,
    make_leaderboard,
    write_tables,
)
from oddtrick.arena.parquet import import_pyarrow
from oddtrick.arena.players import Entrant
from oddtrick.errors import OddtrickError
from oddtrick.games import rules_of
from oddtrick.rules import Rules
from tests.support.arena_programs import SAMPLE
from tests.support.extent import part

WHIST = rules_of("whist")
KNOCKOUT = rules_of("knockout-whist", players=3)
BOTS = ("random", "novice", "casual")
SAME_EVERYWHERE = ("ratings", "pairs", "deals", "tables")
DEALS = 6


def whist_terms(seed: int = 4) -> Terms:
    return terms_of(WHIST, seed=seed, unit=None, limit=10.0)


def play(
    folder: Path,
    bots: tuple[str, ...] = BOTS,
    deals: int = DEALS,
    kind: ExecutorKind | None = None,
) -> Leaderboard:
    league = enter(folder, whist_terms(), WHIST, [find_entrant(bot) for bot in bots])
    if kind is None:
        contests = play_league(folder, league, WHIST, deals=deals)
    else:
        with open_pool(kind, 2) as pool:
            contests = play_league(folder, league, WHIST, deals=deals, pool=pool, chunk_size=2)
    board = make_leaderboard(league, 2, contests)
    write_tables(folder, league, 2, contests, board)
    return board


def tables_of(folder: Path) -> dict[str, bytes]:
    return {name: (folder / f"{name}.parquet").read_bytes() for name in SAME_EVERYWHERE}


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("league") / "table"
    play(folder)
    return folder


@pytest.mark.filterwarnings("default")  # Dask leaks resources
@pytest.mark.parametrize("kind", part(["threads", "dask", "processes"], 1))
def test_every_executor_gives_the_same_bytes(
    kind: ExecutorKind, played: Path, tmp_path: Path
) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        play(tmp_path, kind=kind)
    assert tables_of(tmp_path) == tables_of(played)


def test_pairs_have_the_result_of_a_contest_of_their_own(played: Path) -> None:
    rows = pl.read_parquet(played / "pairs.parquet").to_dicts()
    assert [(row["bot"], row["opponent"]) for row in rows] == list(combinations(BOTS, 2))
    for row in rows:
        outcome = play_duplicate(WHIST, row["bot"], row["opponent"], deals=DEALS, seed=4)
        assert row["swing"] == pytest.approx(outcome.mean)
        assert (row["low"], row["high"]) == pytest.approx(outcome.ci95)
        assert (row["error"], row["deals"]) == (pytest.approx(outcome.error), DEALS)


def test_a_league_grows_by_bots_and_deals_to_the_same_end(played: Path, tmp_path: Path) -> None:
    play(tmp_path, BOTS[:2], deals=2)
    play(tmp_path, (), deals=4)
    logs = {file: file.read_bytes() for file in (tmp_path / "pairs").iterdir()}
    play(tmp_path, BOTS[2:])
    assert tables_of(tmp_path) == tables_of(played)
    assert all(file.read_bytes().startswith(data) for file, data in logs.items())


def test_fewer_deals_rate_the_first_ones(tmp_path: Path, played: Path) -> None:
    few = play(tmp_path, deals=3)
    again = play(played.parent / "again")
    assert again.deals == DEALS
    assert play(played.parent / "again", deals=3).ratings == few.ratings


def test_with_more_sides_a_pair_plays_in_both_directions(tmp_path: Path) -> None:
    terms = terms_of(KNOCKOUT, seed=1, unit="firsts", limit=10.0)
    league = enter(tmp_path, terms, KNOCKOUT, [find_entrant(bot) for bot in BOTS[:2]])
    contests = play_league(tmp_path, league, KNOCKOUT, deals=4)
    assert [contest.bots for contest in contests] == list(permutations(range(2)))
    board = make_leaderboard(league, 3, contests)
    shares = [
        play_duplicate(KNOCKOUT, *pair, deals=4, seed=1, unit="firsts").mean
        for pair in (BOTS[:2], BOTS[1::-1])
    ]
    assert board.pairs[0].swing.value == pytest.approx((shares[0] - shares[1]) / 2)


def test_the_tables_have_the_documented_columns(played: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "league.md").read_text(encoding="utf-8")
    for name, columns in SCHEMAS.items():
        schema = import_pyarrow()[1].read_schema(played / f"{name}.parquet")
        assert schema.names == list(columns)
        assert json.loads(schema.metadata[METADATA_KEY]) == to_builtins(whist_terms())
        section = page.partition(f"### `{name}.parquet`")[2].partition("\n### ")[0]
        for column, kind in columns.items():
            assert f"| `{column}` | {kind} |" in section, (name, column)


def test_duckdb_and_polars_compute_the_ratings_from_the_deals(played: Path) -> None:
    stored = {
        row["bot"]: row["rating"] for row in pl.read_parquet(played / "ratings.parquet").to_dicts()
    }
    deals = str(played / "deals.parquet")
    sums = duckdb.execute(
        f"""select name, sum(swing) / (3 * {DEALS}) from (
            select bot as name, swing from '{deals}' union all
            select opponent, -swing from '{deals}') group by name"""  # noqa: S608  a file of ours
    ).fetchall()
    assert dict(sums) == pytest.approx(stored)
    frame = pl.read_parquet(deals)
    mean = frame.filter(pl.col("bot") == "random", pl.col("opponent") == "casual")["swing"].mean()
    pairs = pl.read_parquet(played / "pairs.parquet")
    row = pairs.row(by_predicate=(pl.col("bot") == "random") & (pl.col("opponent") == "casual"))
    assert row[3] == pytest.approx(mean)


def test_tables_add_up_to_the_swings(played: Path) -> None:
    tables, deals = (pl.read_parquet(played / f"{name}.parquet") for name in ("tables", "deals"))
    own = (
        tables.with_columns(own=pl.col("tricks").list.get(pl.col("side")))
        .group_by("bot", "opponent", "deal", maintain_order=True)
        .agg(pl.col("own").sum() - 13)
    )
    assert own["own"].to_list() == deals["swing"].to_list()


def test_a_program_enters_with_a_digest_of_its_file(tmp_path: Path) -> None:
    own = tmp_path / "bot.py"
    own.write_bytes(SAMPLE.read_bytes())
    entrant = find_entrant("mine", {"mine": shlex.join([sys.executable, str(own)])})
    league = enter(tmp_path / "league", whist_terms(), WHIST, [entrant, find_entrant("random")])
    assert league.participants[0].version.startswith("sha256:")
    own.write_text(own.read_text() + "# changed\n")
    with pytest.raises(
        OddtrickError, match=r"mine has changed: it entered as sha256:.*, now it is"
    ):
        enter(tmp_path / "league", whist_terms(), WHIST, [])
    assert read_league(tmp_path / "league") == league


def test_bots_that_enter_at_once_are_all_entered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second command enters its bots while the first is still looking at its own."""
    others = [find_entrant("club"), find_entrant("expert")]

    def version_meanwhile(entrant: Entrant, rules: Rules, limit: float) -> str:
        if others:
            entering = others.copy()
            others.clear()
            enter(tmp_path, whist_terms(), WHIST, entering)
        return version_of(entrant, rules, limit)

    monkeypatch.setattr("oddtrick.arena.league.version_of", version_meanwhile)
    mine = [find_entrant(bot) for bot in BOTS]
    league = enter(tmp_path, whist_terms(), WHIST, mine)
    assert {one.name for one in league.participants} == {*BOTS, "club", "expert"}
    assert read_league(tmp_path) == league


def test_a_version_signs_the_play_of_a_bot_and_nothing_else() -> None:
    versions = {bot: version_of(find_entrant(bot), WHIST) for bot in (*BOTS, "club", "oracle")}
    assert len(set(versions.values())) == 5
    assert versions["casual"] == version_of(Entrant("casual"), WHIST)
    assert version_of(Entrant("casual"), KNOCKOUT) != versions["casual"]


def test_a_file_in_the_name_of_an_entrant_is_digested(tmp_path: Path) -> None:
    weights = tmp_path / "weights.bin"
    weights.write_bytes(b"1")
    entrant = Entrant(f"net:{weights}")
    before = version_of(entrant, WHIST)
    weights.write_bytes(b"2")
    assert before.startswith("sha256:")
    assert version_of(entrant, WHIST) != before


@pytest.mark.parametrize(
    ("terms", "wrong"),
    [
        (whist_terms(seed=5), "this league has seed 4, not 5"),
        (terms_of(WHIST, seed=4, unit="points", limit=10.0), 'unit "tricks", not "points"'),
        (terms_of(WHIST, seed=4, unit=None, limit=1.0), r"limit 10\.0, not 1\.0"),
        (terms_of(KNOCKOUT, seed=4, unit="tricks", limit=10.0), "this league has rules .*whist"),
    ],
)
def test_other_terms_are_refused(played: Path, terms: Terms, wrong: str) -> None:
    before = (played / "league.json").read_bytes()
    with pytest.raises(OddtrickError, match=wrong):
        enter(played, terms, WHIST, [])
    assert (played / "league.json").read_bytes() == before


def test_a_single_bot_is_no_league(tmp_path: Path) -> None:
    with pytest.raises(OddtrickError, match="at least two bots"):
        enter(tmp_path, whist_terms(), WHIST, [find_entrant("casual"), find_entrant("casual")])


@pytest.mark.parametrize("text", ["", "poem", "[]", '{"terms": 1}', "\0", "[" * 100_000])
def test_a_file_that_is_no_league_is_named(tmp_path: Path, text: str) -> None:
    (tmp_path / "league.json").write_text(text)
    with pytest.raises(OddtrickError, match=r"league\.json: this is not a league"):
        read_league(tmp_path)


def test_a_folder_without_a_league_has_none(tmp_path: Path) -> None:
    assert read_league(tmp_path / "none") is None
    assert League(whist_terms()).participants == ()
