"""Data sets: the same bytes from the same seed, valid metadata, true values, and faults found."""

from __future__ import annotations

import json
import logging
import shutil
from collections import Counter
from importlib import import_module
from pathlib import Path
from typing import Any

import duckdb
import polars as pl
import pytest
from msgspec.structs import replace

from oddtrick.arena.executors import open_pool
from oddtrick.cards import FULL_PACK, Hand, Suit, parse_card
from oddtrick.datasets import (
    DatasetPlan,
    check_dataset,
    dataset_card,
    generate_dataset,
    read_game,
)
from oddtrick.datasets.dataset_card import command_of
from oddtrick.datasets.dataset_generation import facts_of
from oddtrick.datasets.dataset_tables import TABLES, solve_deals, trumps_of, write_rows
from oddtrick.datasets.plan import encode_plan, read_plan, rules_of_game, shards_of
from oddtrick.errors import OddtrickError
from oddtrick.games import GAMES, Game
from oddtrick.record import decode_record, replay
from oddtrick.solver import Position, solve
from tests.support.extent import part, times

GAMES_TEXT = (
    "whist",
    "scotch-whist:players=4,sides=2",
    "scotch-whist:players=2",
    "knockout:players=3",
)
DEALS = times(2, whole=3)
PLAN = DatasetPlan(
    games=tuple(map(read_game, GAMES_TEXT)),
    seed=7,
    solved=DEALS,
    played=DEALS,
    bots=("novice", "casual"),
    shard=DEALS - 1,
)


def bytes_of(folder: Path) -> dict[str, bytes]:
    files = (file for file in folder.rglob("*") if file.is_file())
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in files}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data") / "deals"
    generate_dataset(folder, PLAN)
    return folder


@pytest.fixture
def copy(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "copy"))


def faults(folder: Path, sample: int = 0) -> list[str]:
    return list(check_dataset(folder, sample))


def read(folder: Path, pattern: str) -> list[dict[str, Any]]:
    return pl.read_parquet(folder / pattern).to_dicts()


@pytest.mark.parametrize("kind", part(["threads", "processes"], 1))
def test_a_pool_generates_the_same_bytes(kind: Any, made: Path, tmp_path: Path) -> None:
    with open_pool(kind, 2) as pool:
        generate_dataset(tmp_path / "again", PLAN, pool)
    assert bytes_of(tmp_path / "again") == bytes_of(made)


def test_an_interrupted_data_set_goes_on_to_the_same_bytes(made: Path, tmp_path: Path) -> None:
    folder, seen = tmp_path / "again", []

    def stop(shard: object) -> None:
        seen.append(shard)
        if len(seen) in (1, 4):
            raise KeyboardInterrupt

    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            generate_dataset(folder, PLAN, on_shard=stop)
    assert not (folder / "croissant.json").exists()
    before = {file: file.stat().st_mtime_ns for file in folder.rglob("*.parquet")}
    generate_dataset(folder, PLAN)
    assert bytes_of(folder) == bytes_of(made)
    assert before
    assert all(file.stat().st_mtime_ns == time for file, time in before.items())


def test_shards_of_another_size_hold_the_same_rows(made: Path, tmp_path: Path) -> None:
    generate_dataset(tmp_path / "one", replace(PLAN, shard=100))
    for table in TABLES:
        pattern = f"{table}/whist/*.parquet"
        assert read(tmp_path / "one", pattern) == read(made, pattern)


def test_another_seed_gives_other_cards(made: Path) -> None:
    rules = rules_of_game(PLAN.games[0])
    other = {tuple(row["hands"]) for row in solve_deals(rules, 8, 0, 0)}
    assert not other & {tuple(row["hands"]) for row in read(made, "solved/whist/*.parquet")}


def test_a_data_set_is_as_its_card_says(made: Path) -> None:
    assert faults(made, sample=3) == []


def test_every_trump_suit_and_leader_is_solved_once(made: Path) -> None:
    rows = read(made, "solved/whist/*.parquet")
    keys = Counter((row["deal"], row["trump"], row["leader"]) for row in rows)
    assert keys == Counter((d, t, s) for d in range(DEALS) for t in "CDHSN" for s in range(4))
    for row in rows:
        hands = [Hand.of(hand) for hand in row["hands"]]
        assert sum(hand.mask for hand in hands) == FULL_PACK
        assert parse_card(row["turn_up"]) in hands[row["dealer"]]
        trump = None if row["trump"] == "N" else row["trump"]
        assert row["value"] == solve(Position.parse(row["hands"], trump, row["leader"]))
        assert row["total"] == 13


@pytest.mark.parametrize(
    "game",
    [game for game in GAMES if not game.rules().plan.stock and game.rules().terms is None],
    ids=lambda game: game.id,
)
def test_every_game_is_solved_with_values_between_nothing_and_all(game: Game) -> None:
    rules = game.rules()
    rows = solve_deals(rules, 1, 0, 0)
    hands = {row["hand"] for row in rows}
    assert len(rows) == len(hands) * len(trumps_of(rules)) * rules.players
    assert all(0 <= row["value"] <= row["total"] for row in rows)
    assert len({row["value"] for row in rows}) > 1


def test_no_trumps_are_solved_only_where_no_card_needs_them() -> None:
    kinds = {game.id: None in trumps_of(game.rules()) for game in GAMES}
    assert kinds["whist"]
    assert not kinds["scotch-whist"]
    assert trumps_of(rules_of_game(read_game("scotch")))[:4] == tuple(Suit)


def test_matches_replay_to_their_results(made: Path) -> None:
    for game in ("whist", "scotch-whist-1", "scotch-whist-2", "knockout-whist"):
        hands = read(made, f"hands/{game}/*.parquet")
        for row in read(made, f"matches/{game}/*.parquet"):
            match = replay(decode_record(row["record"]))
            assert (match.over, match.winner, len(match.result)) == (
                True,
                row["winner"],
                row["deals"],
            )
            own = [hand for hand in hands if hand["match"] == row["match"]]
            assert [hand["points"] for hand in own if hand["hand"] == 0] == [
                list(result.points) for result in match.result
            ]
            assert set(row["bots"]) <= {"novice", "casual"}
            for hand in own:
                held = sum(Hand.of(cards).mask for cards in hand["hands"])
                assert held == Hand.of(tuple(map(parse_card, hand["plays"]))).mask
                assert Counter(hand["seats"]) == Counter(
                    {seat: len(Hand.of(cards)) for seat, cards in enumerate(hand["hands"]) if cards}
                )


def test_each_bot_plays_every_side(made: Path) -> None:
    bots = [row["bots"] for row in read(made, "matches/whist/*.parquet")]
    assert bots[0] == ["novice", "casual", "novice", "casual"]
    assert bots[1] == ["casual", "novice", "casual", "novice"]


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of rdflib, which mlcroissant uses
def test_the_metadata_is_valid_and_reads_the_tables(
    made: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    mlcroissant = import_module("mlcroissant")  # here, because it loads Torch and SciPy
    data = mlcroissant.Dataset(str(made / "croissant.json"))
    issues = data.metadata.ctx.issues
    assert not issues.errors
    assert all("datePublished" in warning for warning in issues.warnings)
    assert "not standard" not in caplog.text
    for name in ("solved-whist", "hands-scotch-whist-2", "matches-knockout-whist"):
        table, _, game = name.partition("-")
        rows = read(made, f"{table}/{game}/*.parquet")
        records = [
            {key.partition("/")[2]: _text(value) for key, value in record.items()}
            for record in data.records(name)
        ]
        assert len(records) == len(rows)
        assert sorted(map(repr, records)) == sorted(
            repr({k: r[k] for k in records[0]}) for r in rows
        )


def _text(value: Any) -> Any:
    """A value of Croissant as Parquet has it: text is bytes there."""
    if isinstance(value, bytes):
        return value.decode()
    if isinstance(value, list):
        return [_text(each) for each in value]
    return value.item() if hasattr(value, "item") else value


def test_duckdb_reads_all_shards_of_a_game_at_once(made: Path) -> None:
    (row,) = duckdb.execute(
        f"select count(*), count(distinct deal) from '{made}/solved/whist/*.parquet'"  # noqa: S608
    ).fetchall()
    assert row == (20 * DEALS, DEALS)


def test_the_card_names_the_command_that_makes_it(made: Path) -> None:
    text = (made / "README.md").read_text(encoding="utf-8")
    assert f"$ {command_of(PLAN)}\n" in text
    for table, columns in TABLES.items():
        assert f"### {table}\n" in text
        assert all(f"| `{name}` | {column.type} |" in text for name, column in columns.items())


def test_a_changed_byte_is_found(copy: Path) -> None:
    file = copy / "solved" / "whist" / "00000.parquet"
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(data)
    assert faults(copy) == [
        "solved/whist/00000.parquet: its bytes differ from the digest in croissant.json"
    ]


def test_missing_and_foreign_files_are_found(copy: Path) -> None:
    (copy / "hands" / "whist" / "00001.parquet").unlink()
    (copy / "solved" / "more.parquet").write_bytes(b"")
    (copy / "README.md").unlink()
    assert faults(copy) == [
        "solved/more.parquet: it is not part of the data set",
        "hands/whist/00001.parquet: it is missing",
        "README.md: it is missing",
    ]


def _edit(copy: Path, path: str, change: Any) -> None:
    """Changes a table and makes the metadata agree, as somebody would who hides it."""
    frame = change(pl.read_parquet(copy / path))
    write_rows(copy / path, path.partition("/")[0], frame.to_dicts())
    files = {name: facts_of(copy / name) for name in dataset_card.paths_of(PLAN)}
    (copy / "README.md").write_bytes(dataset_card.card_text(PLAN, files).encode())
    (copy / "croissant.json").write_bytes(dataset_card.croissant_text(PLAN, files).encode())


def test_a_wrong_value_is_found_by_solving_it_again(copy: Path) -> None:
    for shard in ("00000", "00001"):
        _edit(
            copy,
            f"solved/whist/{shard}.parquet",
            lambda f: f.with_columns(value=13 - pl.col("value")),
        )
    found = faults(copy, sample=6)
    assert any("solved/whist" in fault and "the value is" in fault for fault in found)


def test_cards_of_another_seed_are_found(copy: Path) -> None:
    for shard in ("00000", "00001"):
        _edit(
            copy,
            f"solved/whist/{shard}.parquet",
            lambda f: f.with_columns(hands=pl.col("hands").list.reverse()),
        )
    assert any("not the cards of the seed" in fault for fault in faults(copy, sample=3))


def test_a_hand_that_differs_from_its_record_is_found(copy: Path) -> None:
    for shard in ("00000", "00001"):
        _edit(
            copy,
            f"hands/whist/{shard}.parquet",
            lambda f: f.with_columns(winners=pl.col("winners").list.reverse()),
        )
    assert any("differs from its record" in fault for fault in faults(copy, sample=3))


def test_a_record_that_breaks_a_rule_is_found(copy: Path) -> None:
    for shard in ("00000", "00001"):
        _edit(
            copy,
            f"matches/whist/{shard}.parquet",
            lambda f: f.with_columns(
                record=pl.col("record").str.replace('"plays":\\["..",', '"plays":[')
            ),
        )
    assert any(fault.startswith("matches/whist/") for fault in faults(copy, sample=3))


def test_other_columns_are_found(copy: Path) -> None:
    path = copy / "solved" / "whist" / "00000.parquet"
    pl.read_parquet(path).drop("value").write_parquet(path)
    text = (copy / "croissant.json").read_text()
    document = json.loads(text)
    facts = facts_of(path)
    for entry in document["distribution"]:
        if entry["@id"] == "solved/whist/00000.parquet":
            entry.update(sha256=facts.sha256, contentSize=f"{facts.size} B")
    (copy / "croissant.json").write_text(json.dumps(document))
    assert "solved/whist/00000.parquet: its columns are not those of its table" in faults(copy)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"distribution": [{}]}', "[" * 100_000])
def test_metadata_that_lists_no_files_is_named(copy: Path, text: str) -> None:
    (copy / "croissant.json").write_text(text)
    with pytest.raises(OddtrickError, match=r"croissant\.json: "):
        faults(copy)


def test_a_folder_of_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "poem.txt").write_text("x")
    with pytest.raises(OddtrickError, match="holds other files: choose an empty one"):
        generate_dataset(tmp_path, PLAN)
    with pytest.raises(OddtrickError, match=r"there is no plan\.json"):
        faults(tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == ["poem.txt"]


def test_another_plan_is_refused(copy: Path) -> None:
    before = bytes_of(copy)
    with pytest.raises(OddtrickError, match="this folder has another plan"):
        generate_dataset(copy, replace(PLAN, seed=8))
    assert bytes_of(copy) == before


def test_a_plan_reads_as_it_was_written(tmp_path: Path) -> None:
    (tmp_path / "plan.json").write_bytes(encode_plan(PLAN))
    assert read_plan(tmp_path) == PLAN
    covered = Counter(
        (s.table, s.game, n) for s in shards_of(PLAN) for n in range(s.first, s.last + 1)
    )
    assert set(covered.values()) == {1}
    assert len(covered) == 2 * DEALS * len(PLAN.games)


@pytest.mark.parametrize("text", ["", "[]", '{"games": 1}', "\0"])
def test_a_file_that_is_no_plan_is_named(tmp_path: Path, text: str) -> None:
    (tmp_path / "plan.json").write_text(text)
    with pytest.raises(OddtrickError, match=r"plan\.json: this is not a plan of a data set"):
        read_plan(tmp_path)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("bridge", "'bridge' is not a game"),
        ("whist:players=5", "whist has no option 'players'"),
        ("scotch:players", "write options as NAME=VALUE"),
        ("scotch:players=99", "players"),
        ("knockout:broken=maybe", "broken"),
    ],
)
def test_a_wrong_game_is_refused(text: str, wrong: str) -> None:
    with pytest.raises(OddtrickError, match=wrong):
        read_game(text)


def test_a_program_cannot_play_a_data_set(tmp_path: Path) -> None:
    with pytest.raises(OddtrickError, match="is a program: data sets are played by bots"):
        generate_dataset(tmp_path / "x", replace(PLAN, bots=("cmd:true",)))
