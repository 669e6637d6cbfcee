"""Typesets the sheets of a drive as one PDF, with tags for screen readers.

Typst lays out the templates of this package. Names and all other text reach them as JSON and are
never read as markup. The same drive and options give the same bytes: the file holds no date and no
random identifier, and only the fonts inside Typst are used unless folders of fonts are named.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.resources import as_file, files
from typing import NamedTuple

import typst

from oddtrick.drive.drive import Drive
from oddtrick.drive.sheets.movement_and_result_slips import (
    all_result_slips,
    blank_result_slips,
    movement_slips,
    result_slips,
)
from oddtrick.drive.sheets.print_options import SheetName, SheetOptions
from oddtrick.drive.sheets.printable_event import FIXED_IN_ADVANCE, Event, Fields
from oddtrick.drive.sheets.scorecards import (
    blank_scorecards,
    place_cards,
    qr_code,
    receipts,
    scorecards,
    table_cards,
)
from oddtrick.drive.sheets.wall_sheets import balance_sheet, has_matrix, results_sheet, wall_sheet
from oddtrick.drive.wifi import Wifi, wifi_text

_STEPS = ("check-in", "pay", "card", "not-listed", "substitute", "leave")
_NOTES = ("phones", "no-connection", "ask")


def helpers_sheet(event: Event) -> Fields:
    """Returns the steps at the door and what to do when something is unclear."""
    text = event.words.text
    return {
        "title": text("helpers.title"),
        "about": text("helpers.about"),
        "blanks": [text("helpers.begin"), text("helpers.fee")],
        "steps": [(text(f"helpers.{step}"), text(f"helpers.{step}.how")) for step in _STEPS],
        "notes": [(text(f"helpers.{note}"), text(f"helpers.{note}.how")) for note in _NOTES],
    }


_SHEETS: dict[SheetName, Callable[[Event], Fields]] = {
    "scorecards": scorecards,
    "blank-scorecards": blank_scorecards,
    "table-cards": table_cards,
    "place-cards": place_cards,
    "movement-slips": movement_slips,
    "result-slips": result_slips,
    "all-result-slips": all_result_slips,
    "blank-result-slips": blank_result_slips,
    "wall": wall_sheet,
    "balance": balance_sheet,
    "results": results_sheet,
    "receipts": receipts,
    "helpers": helpers_sheet,
}

_PROBE = '#set document(title: "x")\n#set text(lang: "en")\n#sys.inputs.text'


class Typeset(NamedTuple):
    """A PDF, and the names in it with characters that no font has, which show as boxes."""

    pdf: bytes
    without_font: tuple[str, ...]


def typeset(drive: Drive, options: SheetOptions) -> Typeset:
    """Prints sheets of a drive into a PDF.

    The PDF conforms to PDF/UA-1. If a name has characters that no font has, it is tagged in the
    same way but does not claim to conform.

    Raises:
        OddtrickError: the drive has nothing for a sheet, or the address is too long for a QR code.
    """
    event = Event(drive, options)
    data = json.dumps(_document(event), ensure_ascii=False)
    fonts = typst.Fonts(include_system_fonts=False, font_paths=list(options.fonts))
    with as_file(files("oddtrick.drive.sheets") / "main.typ") as template:
        try:
            return Typeset(_compile(str(template), data, fonts, conforming=True), ())
        except typst.TypstError as error:
            if "could not be displayed" not in error.message:
                raise
        names = [
            *event.names,
            event.title,
            *dict.fromkeys(map(event.group, range(len(event.names)))),
        ]
        lacking = tuple(name for name in names if not _has_glyphs(name, fonts))
        return Typeset(_compile(str(template), data, fonts, conforming=False), lacking)


def draw_pages(drive: Drive, options: SheetOptions, *, dots_per_inch: float) -> list[bytes]:
    """Draws the pages as PNG, to show them on a screen."""
    data = json.dumps(_document(Event(drive, options)), ensure_ascii=False)
    fonts = typst.Fonts(include_system_fonts=False, font_paths=list(options.fonts))
    with as_file(files("oddtrick.drive.sheets") / "main.typ") as template:
        pages = typst.Compiler(str(template), font_paths=fonts, sys_inputs={"data": data}).compile(
            format="png", ppi=dots_per_inch
        )
    return pages if isinstance(pages, list) else [pages or b""]


def _compile(template: str, data: str, fonts: typst.Fonts, *, conforming: bool) -> bytes:
    return typst.compile(
        template,
        font_paths=fonts,
        sys_inputs={"data": data},
        pdf_standards="ua-1" if conforming else [],
        timestamp=0,
    )


def _has_glyphs(text: str, fonts: typst.Fonts) -> bool:
    try:
        typst.compile(
            _PROBE.encode(), font_paths=fonts, sys_inputs={"text": text}, pdf_standards="ua-1"
        )
    except typst.TypstError:
        return False
    return True


def _document(event: Event) -> Fields:
    options = event.options
    wanted = options.sheets or tuple(name for name in _SHEETS if _applies(name, event))
    return {
        "title": event.title,
        "language": options.language,
        "paper": {"a4": "a4", "letter": "us-letter"}[options.paper],
        "large": options.large,
        "url": options.url,
        "qr": qr_code(options.url) if options.url else None,
        "wifi": _wifi(options.wifi) if options.wifi else None,
        "words": event.words.template_words(),
        "sheets": [{"kind": name, **_SHEETS[name](event)} for name in wanted],
    }


def _applies(name: SheetName, event: Event) -> bool:
    """Tells whether a sheet is needed for the rest of the drive."""
    drive = event.drive
    match name:
        case "balance":
            return event.plan.movement == "balanced" and has_matrix(event)
        case "receipts":
            return any(entry.paid for entry in drive.entries)
        case "place-cards" | "result-slips":
            # The scorecards name the first table, and the slips of all rounds are those of this.
            return False
        case "movement-slips":
            moves_by_result = drive.plan.movement not in FIXED_IN_ADVANCE
            return moves_by_result and len(drive.rounds) > 1 and not drive.over
        case "scorecards" | "results":
            return True
    return not drive.over


def _wifi(wifi: Wifi) -> Fields:
    return {"name": wifi.name, "password": wifi.password, "qr": qr_code(wifi_text(wifi))}
