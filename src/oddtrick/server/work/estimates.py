"""The cost of slow work, estimated from its size before it is done.

So it can be charged when it is asked for, refused while it has cost nothing, and queued by its
length. The figures are processor seconds on a machine of 2026; ``benchmarks/work_estimates.py``
compares them with what is measured.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, get_args

from oddtrick.drive.sealed_boards import decode_boards
from oddtrick.drive.sheets.print_options import SheetName
from oddtrick.record import decode_record
from oddtrick.server.work.drives import export, preview_of, read_drive_file, typeset_sheets
from oddtrick.server.work.reviews import practise_in_record, practise_in_stored
from oddtrick.server.work.season import encode_season
from oddtrick.server.work.uploaded_records import (
    board_records,
    encode_result,
    encode_stored_replay,
    import_match,
    record_as_pbn,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from oddtrick.drive.drive import Drive
    from oddtrick.drive.sheets import SheetOptions

SHORT_SECONDS = 2.0
"""Work up to this length waits for no longer work."""

MOST_SECONDS = 40.0
"""Longer work is refused: a request has no right to more of a server than this."""

BYTES = 1e-6
CELL = 3e-6
"""The seconds for one score of a player that is read, added up or written."""


BOX = 2.7e-4
"""The seconds for one box of a sheet."""

BOX_BESIDE_ANOTHER = 6.5e-8
"""The seconds that it takes more for each box of the longest sheet."""


class Size(NamedTuple):
    """The size of a drive on paper.

    Attributes:
        people: the number of players.
        rounds: the number of rounds.
    """

    people: int
    rounds: int

    @property
    def tables(self) -> int:
        """The number of tables in a round."""
        return -(-self.people // 4)


CELLS: dict[SheetName, Callable[[Size], float]] = {
    "scorecards": lambda size: size.people * size.rounds,
    "blank-scorecards": lambda size: 4 * size.rounds,
    "table-cards": lambda size: 20 * size.tables,
    "place-cards": lambda size: 4 * size.people,
    "movement-slips": lambda size: 2 * size.people,
    "result-slips": lambda size: 6 * size.tables,
    "all-result-slips": lambda size: 2.5 * size.tables * size.rounds,
    "blank-result-slips": lambda _: 100,
    "wall": lambda size: 4 * size.people,
    "balance": lambda size: 6 * size.people,
    "results": lambda size: 5 * size.people + 4 * size.rounds,
    "receipts": lambda size: 2 * size.people,
    "helpers": lambda _: 50,
}
"""The length of each sheet, in boxes of a scorecard that take as long."""

AFTERWARDS: Sequence[SheetName] = ("scorecards", "results", "receipts")
"""The sheets that are printed of a drive that is over, unless others are named."""


def sheet_seconds(drive: Drive, options: SheetOptions) -> float:
    """Returns the cost of sheets; that of one grows faster than its length."""
    size = Size(max(len(drive.players), len(drive.entries)), drive.plan.rounds)
    kinds = options.sheets or (AFTERWARDS if drive.over else get_args(SheetName))
    cells = [CELLS[kind](size) for kind in kinds]
    return 0.05 + sum(cells) * (BOX + BOX_BESIDE_ANOTHER * max(cells))


def _scores(drive: Drive) -> int:
    return len(drive.players) * (len(drive.rounds) + 1) + len(drive.entries)


def _sheets(drive: Drive, options: SheetOptions, **_: object) -> float:
    return sheet_seconds(drive, options)


def _export(drive: Drive, _form: str) -> float:
    return CELL * _scores(drive)


def _season(drives: Sequence[Drive], *_: object) -> float:
    return CELL * sum(map(_scores, drives))


def _upload(work: Callable[[bytes], object], body: bytes) -> float:
    return (3.0 if work is board_records else 0.7) * BYTES * len(body)


def _each_byte(factor: float) -> Callable[..., float]:
    return lambda data, *_: factor * BYTES * len(data)


def _constant(seconds: float) -> Callable[..., float]:
    return lambda *_, **__: seconds


ESTIMATES: dict[Callable[..., object], Callable[..., float]] = {
    typeset_sheets: _sheets,
    export: _export,
    encode_season: _season,
    preview_of: lambda data: 2 * BYTES * len(data.entries) + 0.01,
    read_drive_file: _each_byte(0.2),
    decode_boards: _each_byte(1.0),
    encode_result: _upload,
    import_match: _each_byte(0.7),
    decode_record: _each_byte(0.1),
    encode_stored_replay: _each_byte(0.7),
    record_as_pbn: _each_byte(2.0),
    practise_in_record: _constant(0.2),
    practise_in_stored: _constant(0.2),
}
"""The seconds that each kind of slow work takes with some arguments."""

_ADVICE: dict[Callable[..., object], str] = {
    typeset_sheets: (
        "choose fewer sheets, or save the drive and print it with `oddtrick drive print`"
    )
}


def estimate_of(work: Callable[..., object], *args: Any, **kwargs: Any) -> float | None:
    """Returns the seconds that some work with these arguments takes; None: no more than usual."""
    estimate = ESTIMATES.get(work)
    return None if estimate is None else estimate(*args, **kwargs)


def advice_against(work: Callable[..., object]) -> str:
    """Returns how to ask for less."""
    return _ADVICE.get(work, "send it in parts")
