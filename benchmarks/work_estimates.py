"""Estimated and measured processor time of slow work: what is charged before it is done.

python benchmarks/work_estimates.py [--write]
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

HERE = Path(__file__).parent
sys.path.append(str(HERE.parent))

from match_speed import day, machine, write  # noqa: E402
from server import _row  # noqa: E402

from oddtrick.drive import DrivePlan, Entry, begin_round, create_drive  # noqa: E402
from oddtrick.drive.sheets import SheetOptions  # noqa: E402
from oddtrick.server.work.drives import (  # noqa: E402
    DrivePreview,
    export,
    preview_of,
    read_drive_file,
    typeset_sheets,
)
from oddtrick.server.work.estimates import estimate_of  # noqa: E402
from oddtrick.server.work.season import encode_season  # noqa: E402
from oddtrick.server.work.uploaded_records import (  # noqa: E402
    board_records,
    encode_result,
    record_as_pbn,
    replay_upload,
)
from tests.support.server.dear_requests import RECORD, drive_file  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from oddtrick.drive.drive import Drive
    from oddtrick.drive.sheets import SheetName


class Work(NamedTuple):
    """A job and its name.

    Attributes:
        name: what it does, and how large it is.
        work: the work.
        args: its arguments.
    """

    name: str
    work: Callable[..., object]
    args: tuple[Any, ...]


def _begun(people: int, rounds: int) -> Drive:
    entries = [Entry(f"Player {number}") for number in range(people)]
    return begin_round(create_drive(DrivePlan(rounds=rounds), entries))


def works() -> Iterator[Work]:
    """Yields the jobs, from small to large."""
    cards: tuple[SheetName, ...] = ("scorecards",)
    sizes = ((40, 24, ()), (200, 24, ()), (200, 24, cards), (400, 24, cards))
    for people, rounds, names in sizes:
        what = ", ".join(names) or "all sheets"
        options = SheetOptions(sheets=names, url="https://whist.example/drive/abc")
        drive = _begun(people, rounds)
        yield Work(f"{what}, {people} people, {rounds} rounds", typeset_sheets, (drive, options))
    file = drive_file()
    drive = read_drive_file(file)
    of = "700 people, 24 rounds"
    yield Work(f"read a drive's file, {of}", read_drive_file, (file,))
    yield Work(f"list of the standings, {of}", export, (drive, "csv"))
    yield Work(f"season, {of}", encode_season, ([drive], [], None, "full", None))
    entries = "\n".join(f"Player {number}" for number in range(2000))
    yield Work("preview of 2,000 entries", preview_of, (DrivePreview(entries=entries),))
    yield Work("replay of a record", encode_result, (replay_upload, RECORD))
    pbn = record_as_pbn(RECORD)
    yield Work("record as PBN", record_as_pbn, (RECORD,))
    yield Work("100 copies of a file of boards", encode_result, (board_records, pbn * 100))


def measured(work: Work) -> float:
    """Returns the processor seconds of a job; the least of three if it is short."""
    took: list[float] = []
    while len(took) < 3 and sum(took) < 1:
        before = time.process_time()
        work.work(*work.args, **({"check_in": False} if work.work is typeset_sheets else {}))
        took.append(time.process_time() - before)
    return min(took)


def main() -> None:
    """Measures and prints the figures; ``--write`` saves them in the README."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="save the results in README.md")
    args = parser.parse_args()
    lines = [_row("work", "estimated, s", "measured, s"), _row("---", "---:", "---:")]
    for work in works():
        estimated = estimate_of(work.work, *work.args) or 0.0
        lines.append(_row(work.name, f"{estimated:.3f}", f"{measured(work):.3f}"))
        print(lines[-1], flush=True)
    lines += ["", f"{day()}, {machine()}."]
    if args.write:
        write("\n".join(lines), "estimates")


if __name__ == "__main__":
    main()
