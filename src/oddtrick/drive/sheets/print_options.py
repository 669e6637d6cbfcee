"""Options of printing: the sheets, the paper and the language."""

from __future__ import annotations

from typing import Literal

import msgspec

from oddtrick.drive.wifi import Wifi
from oddtrick.i18n.catalogue import DEFAULT_LANGUAGE, Language

SheetName = Literal[
    "scorecards",
    "blank-scorecards",
    "table-cards",
    "place-cards",
    "movement-slips",
    "result-slips",
    "all-result-slips",
    "blank-result-slips",
    "wall",
    "balance",
    "results",
    "receipts",
    "helpers",
]
"""The sheets, in the order in which they are printed."""

Paper = Literal["a4", "letter"]
"""The paper sizes."""


class TableKey(msgspec.Struct, frozen=True):
    """The right to be a phone of one table, as the table's card says it.

    Args:
        link: the address in its QR code.
        code: the key, to be typed.
    """

    link: str
    code: str


class SheetOptions(msgspec.Struct, frozen=True, kw_only=True):
    """The choices for printing.

    Args:
        sheets: the sheets to print; empty: those that the rest of the drive needs.
        paper: the paper size.
        language: the language of the sheets.
        large: whether to print large, with fewer cards on a page.
        title: the name of the event; empty: "Whist drive".
        url: the address in the QR codes; empty: no codes.
        table_keys: the key on each table card, in the order of the tables; empty: none.
        wifi: the hall's wireless network, for a QR code on the wall; None: none.
        fonts: folders with further fonts, for names in scripts that the embedded fonts lack.
    """

    sheets: tuple[SheetName, ...] = ()
    paper: Paper = "a4"
    language: Language = DEFAULT_LANGUAGE
    large: bool = False
    title: str = ""
    url: str = ""
    table_keys: tuple[TableKey, ...] = ()
    wifi: Wifi | None = None
    fonts: tuple[str, ...] = ()
