"""Generates a data set, shard by shard, and goes on where it was interrupted."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from hashlib import sha256
from io import BytesIO
from pathlib import Path

from oddtrick.arena.executors import Pool
from oddtrick.arena.parquet import import_pyarrow
from oddtrick.atomic_file import sole_change, write_atomically
from oddtrick.datasets import dataset_card
from oddtrick.datasets.dataset_tables import check_bots, play_matches, solve_deals, write_rows
from oddtrick.datasets.plan import (
    FILE,
    DatasetPlan,
    Shard,
    encode_plan,
    path_of,
    read_plan,
    rules_of_game,
    shards_of,
    tables_of,
)
from oddtrick.errors import OddtrickError

QUEUED_PER_WORKER = 2
"""Shards submitted ahead for each worker."""


def generate_dataset(
    folder: Path,
    plan: DatasetPlan,
    pool: Pool | None = None,
    on_shard: Callable[[Shard], None] = lambda shard: None,
) -> dict[str, dataset_card.FileFacts]:
    """Generates what the folder does not hold yet, then writes its card and metadata.

    The bytes depend on the plan and the version of pyarrow alone.

    Args:
        folder: the folder, created if it does not exist.
        plan: the plan; that of a folder cannot change.
        pool: the workers; None: this thread.
        on_shard: called with each shard when it is in the folder.

    Returns:
        The files of the tables by path.

    Raises:
        OddtrickError: the folder holds something else, a bot is unknown, or a file cannot be
            written.
    """
    import_pyarrow()
    check_bots(plan.bots)
    _begin(folder, plan)
    try:
        for shard, tables in _make_shards(folder, plan, pool):
            for table, data in tables.items():
                _write(folder / path_of(plan, shard, table), data)
            on_shard(shard)
        files = {path: facts_of(folder / path) for path in dataset_card.paths_of(plan)}
        _write(folder / dataset_card.CARD_FILE, dataset_card.card_text(plan, files).encode())
        _write(
            folder / dataset_card.METADATA_FILE, dataset_card.croissant_text(plan, files).encode()
        )
    except OSError as error:
        raise OddtrickError(f"{folder}: {(error.strerror or str(error)).lower()}") from None
    return files


def _begin(folder: Path, plan: DatasetPlan) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with sole_change(folder):
            _keep_plan(folder, plan)
    except OSError as error:
        raise OddtrickError(f"{folder}: {(error.strerror or str(error)).lower()}") from None


def _keep_plan(folder: Path, plan: DatasetPlan) -> None:
    found = read_plan(folder)
    if found is None:
        if any(folder.iterdir()):
            raise OddtrickError(f"{folder}: this folder holds other files: choose an empty one")
        _write(folder / FILE, encode_plan(plan))
    elif found != plan:
        raise OddtrickError(
            f"{folder}: this folder has another plan, see {FILE}: repeat its command, which is "
            f"in {dataset_card.CARD_FILE} once it is complete, or choose another folder"
        )


def _make_shards(
    folder: Path, plan: DatasetPlan, pool: Pool | None
) -> Iterator[tuple[Shard, dict[str, bytes]]]:
    """Yields every shard in order, with the files of those that the folder lacks."""
    pending: deque[tuple[Shard, Future[dict[str, bytes]] | None]] = deque()

    def wait() -> tuple[Shard, dict[str, bytes]]:
        shard, future = pending.popleft()
        return shard, {} if future is None else future.result()

    try:
        for shard in shards_of(plan):
            if all((folder / path_of(plan, shard, table)).exists() for table in tables_of(shard)):
                pending.append((shard, None))
            elif pool is None:
                yield shard, make_shard(plan, shard)
            else:
                pending.append((shard, pool.executor.submit(make_shard, plan, shard)))
            while pending and (pool is None or len(pending) >= pool.workers * QUEUED_PER_WORKER):
                yield wait()
        while pending:
            yield wait()
    finally:
        for _, future in pending:
            if future is not None:
                future.cancel()


def make_shard(plan: DatasetPlan, shard: Shard) -> dict[str, bytes]:
    """Returns the files of a shard by table, as Parquet."""
    rules = rules_of_game(plan.games[shard.game])
    if shard.table == "solved":
        return {
            "solved": _parquet("solved", solve_deals(rules, plan.seed, shard.first, shard.last))
        }
    matches, hands = play_matches(rules, plan.bots, plan.seed, shard.first, shard.last)
    return {"matches": _parquet("matches", matches), "hands": _parquet("hands", hands)}


def _parquet(table: str, rows: list[dict[str, object]]) -> bytes:
    file = BytesIO()
    write_rows(file, table, rows)
    return file.getvalue()


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, data)


def facts_of(file: Path) -> dataset_card.FileFacts:
    """Returns the digest, size and rows of a Parquet file.

    Raises:
        OSError: it cannot be read.
        OddtrickError: it is not a Parquet file.
    """
    arrow, parquet = import_pyarrow()
    data = file.read_bytes()
    try:
        rows = parquet.read_metadata(BytesIO(data)).num_rows
    except arrow.ArrowException:
        raise OddtrickError(
            f"{file}: this is not a Parquet file: remove it, and generate again"
        ) from None
    return dataset_card.FileFacts(sha256(data).hexdigest(), len(data), rows)
