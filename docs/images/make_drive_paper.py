"""Makes drive-paper.png, a picture of printed sheets: ``python docs/images/make_drive_paper.py``.

The drive and its results are the same each time.
"""

# ruff: noqa: INP001 (a script, not a package)

from __future__ import annotations

import io
from pathlib import Path

from PIL import Image

from oddtrick.drive import DrivePlan, Entry, begin_round, create_drive, enter_result
from oddtrick.drive.sheets import SheetOptions
from oddtrick.drive.sheets.pdf import draw_pages

HERE = Path(__file__).parent
NAMES = [
    "Ann Archer",
    "Ben Baker",
    "Cat Cooper",
    "Dot Dyer",
    "Eve Easton",
    "Fred Fisher",
    "Gus Green",
    "Hanna Holm",
    "Ida Ingram",
    "Joe Jolly",
    "Kay Knight",
    "Lou Lane",
    "Meg Miller",
    "Ned Noble",
    "Olga Ørsted",
    "Pat Price",
]
RESULTS = (((8, 5), (4, 9), (10, 3), (6, 7)), ((7, 6), (9, 4), (5, 8), (3, 10)))
GAP = 16


def main() -> None:
    """Puts the first pages of some sheets side by side."""
    plan = DrivePlan(scoring="tricks", groups=("Gents", "Ladies"))
    drive = begin_round(create_drive(plan, [Entry(name) for name in NAMES]))
    for results in RESULTS:
        for table, tricks in enumerate(results, start=1):
            drive = enter_result(drive, table, tricks)
        drive = begin_round(drive)
    pages = []
    for sheet in ("scorecards", "table-cards", "movement-slips", "wall"):
        options = SheetOptions(
            sheets=(sheet,), title="Village hall", url="https://whist.example.org/drive"
        )
        page = draw_pages(drive, options, dots_per_inch=54)[0]
        pages.append(Image.open(io.BytesIO(page)).convert("RGB"))
    width, height = pages[0].size
    picture = Image.new("RGB", (4 * width + 5 * GAP, height + 2 * GAP), (226, 226, 222))
    for at, page in enumerate(pages):
        picture.paste(page, (GAP + at * (width + GAP), GAP))
    colours = picture.quantize(32)
    colours.save(HERE / "drive-paper.png", optimize=True)


if __name__ == "__main__":
    main()
