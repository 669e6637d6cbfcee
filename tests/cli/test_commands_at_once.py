"""Commands at once, each in its own process: what one acknowledges, the file keeps."""

from __future__ import annotations

from pathlib import Path

from oddtrick.drive import decode_drive
from tests.support.at_once import run_at_once
from tests.support.run_program import oddtrick

TABLES, LATE = 12, 7


def test_nineteen_commands_at_one_drive_lose_nothing(tmp_path: Path) -> None:
    file = tmp_path / "hall.drive"
    people = "\n".join(f"Player {number}" for number in range(4 * TABLES))
    assert oddtrick("drive", "new", file, "-", stdin=people).returncode == 0
    results = [("drive", "enter", file, table, table, 13 - table) for table in range(1, TABLES + 1)]
    arrivals = [("drive", "late", file, f"Late {number}") for number in range(LATE)]
    statuses = run_at_once([*results, *arrivals], first=("drive", "next", file))
    assert statuses == [0] * (TABLES + LATE)
    drive = decode_drive(file.read_bytes())
    assert drive.rounds[0].results == tuple((table, 13 - table) for table in range(1, TABLES + 1))
    came = {entry.name for entry in drive.entries} - set(people.splitlines())
    assert came == {f"Late {number}" for number in range(LATE)}
    assert [each.name for each in tmp_path.iterdir()] == ["hall.drive"]
