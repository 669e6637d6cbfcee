"""Validates a data set against its card: files, digests, columns, and a sample of its values."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from io import BytesIO
from random import Random
from typing import TYPE_CHECKING, Any

from oddtrick.arena.parquet import import_pyarrow
from oddtrick.cards import parse_suit
from oddtrick.datasets import dataset_card
from oddtrick.datasets.dataset_tables import (
    arrow_schema,
    first_deal,
    position_of_lead,
    rows_of_match,
)
from oddtrick.datasets.plan import FILE, path_of, read_plan, rules_of_game, shards_of, tables_of
from oddtrick.errors import OddtrickError
from oddtrick.record import decode_record, replay
from oddtrick.solver import solve

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from oddtrick.datasets.plan import DatasetPlan, Shard

    Reader = Callable[[Path], list[dict[str, Any]]]


def check_dataset(folder: Path, sample: int = 20, seed: int = 0) -> Iterator[str]:
    """Yields the faults of a data set, each as a sentence; none if it is as its card says.

    Args:
        folder: the folder.
        sample: values to solve again, and matches to replay, of each game.
        seed: chooses the sample.

    Raises:
        OddtrickError: the folder holds no data set, or a file cannot be read.
    """
    import_pyarrow()
    plan = read_plan(folder)
    if plan is None:
        raise OddtrickError(f"{folder}: there is no {FILE}, so this is no data set")
    try:
        listed = dataset_card.files_in(
            (folder / dataset_card.METADATA_FILE).read_text(encoding="utf-8")
        )
    except OSError as error:
        raise OddtrickError(
            f"{folder / dataset_card.METADATA_FILE}: {(error.strerror or str(error)).lower()}: "
            "is the data set complete?"
        ) from None
    except ValueError as error:
        raise OddtrickError(f"{folder / dataset_card.METADATA_FILE}: {error}") from None
    faults = [*_check_files(folder, plan, listed), *_check_texts(folder, plan, listed)]
    yield from faults
    if not faults:
        yield from _check_sample(folder, plan, sample, Random(seed))


def _check_files(
    folder: Path, plan: DatasetPlan, listed: dict[str, dataset_card.FileFacts]
) -> Iterator[str]:
    expected = list(dataset_card.paths_of(plan))
    for path in expected:
        if path not in listed:
            yield f"{path}: it is part of the plan, but not listed in {dataset_card.METADATA_FILE}"
    found = {file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file()}
    for path in sorted(
        found - set(expected) - {FILE, dataset_card.CARD_FILE, dataset_card.METADATA_FILE}
    ):
        yield f"{path}: it is not part of the data set"
    for path, facts in listed.items():
        if path not in expected:
            yield f"{path}: it is listed in {dataset_card.METADATA_FILE}, but not part of the plan"
        elif path not in found:
            yield f"{path}: it is missing"
        else:
            yield from _check_file(folder / path, path, facts)


def _check_file(file: Path, path: str, facts: dataset_card.FileFacts) -> Iterator[str]:
    arrow, parquet = import_pyarrow()
    data = file.read_bytes()
    if sha256(data).hexdigest() != facts.sha256 or len(data) != facts.size:
        yield f"{path}: its bytes differ from the digest in {dataset_card.METADATA_FILE}"
        return
    try:
        table = parquet.read_table(BytesIO(data))
    except arrow.ArrowException as error:
        yield f"{path}: not a Parquet file: {str(error).splitlines()[0]}"
        return
    if not table.schema.equals(arrow_schema(path.partition("/")[0])):
        yield f"{path}: its columns are not those of its table"
    elif table.num_rows != facts.rows:
        yield f"{path}: it has {table.num_rows} rows, not {facts.rows}"


def _check_texts(
    folder: Path, plan: DatasetPlan, listed: dict[str, dataset_card.FileFacts]
) -> Iterator[str]:
    texts = {
        dataset_card.CARD_FILE: dataset_card.card_text(plan, listed),
        dataset_card.METADATA_FILE: dataset_card.croissant_text(plan, listed),
    }
    for name, text in texts.items():
        file = folder / name
        if not file.exists():
            yield f"{name}: it is missing"
        elif file.read_bytes() != text.encode():
            yield f"{name}: it does not describe this data set"


def _check_sample(folder: Path, plan: DatasetPlan, sample: int, rng: Random) -> Iterator[str]:
    """Solves values again and replays matches, spread over all shards of each game."""
    rows_of = cache(_read_rows)
    for game in range(len(plan.games)):
        for table, check in (("solved", _check_value), ("played", _check_match)):
            shards = [s for s in shards_of(plan) if (s.table, s.game) == (table, game)]
            for _ in range(sample if shards else 0):
                shard = rng.choice(shards)
                yield from check(folder, plan, shard, rng, rows_of)


def _read_rows(file: Path) -> list[dict[str, Any]]:
    _, parquet = import_pyarrow()
    rows: list[dict[str, Any]] = parquet.read_table(file).to_pylist()
    return rows


def _check_value(
    folder: Path, plan: DatasetPlan, shard: Shard, rng: Random, rows_of: Reader
) -> Iterator[str]:
    path = path_of(plan, shard)
    row = rng.choice(rows_of(folder / path))
    where = f"{path}, deal {row['deal']}, trumps {row['trump']}, leader {row['leader']}"
    rules = rules_of_game(plan.games[shard.game])
    _, deal = first_deal(rules, plan.seed, row["deal"])
    if [str(hand) if hand else "" for hand in deal.hands[row["hand"]]] != row["hands"]:
        yield f"{where}: these are not the cards of the seed"
        return
    trump = None if row["trump"] == "N" else parse_suit(row["trump"])
    value = solve(position_of_lead(rules, tuple(row["hands"]), trump, row["leader"]))
    if value != row["value"]:
        yield f"{where}: the value is {value}, not {row['value']}"


def _check_match(
    folder: Path, plan: DatasetPlan, shard: Shard, rng: Random, rows_of: Reader
) -> Iterator[str]:
    matches, hands = (path_of(plan, shard, table) for table in tables_of(shard))
    row = rng.choice(rows_of(folder / matches))
    where = f"{matches}, match {row['match']}"
    try:
        match = replay(decode_record(row["record"]))
    except OddtrickError as error:
        yield f"{where}: {error}"
        return
    stored = [other for other in rows_of(folder / hands) if other["match"] == row["match"]]
    if not match.over or (match.winner, len(match.result)) != (row["winner"], row["deals"]):
        yield f"{where}: its result is not that of its record"
    elif list(rows_of_match(match, row["match"])) != stored:
        yield f"{where}: {hands} differs from its record"
