"""The paper of a drive: every sheet for every movement, read back from the PDF."""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, get_args

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from PIL import Image
from pypdf import PdfReader

import oddtrick
from oddtrick.drive import (
    Drive,
    DrivePlan,
    Entry,
    OwnPrize,
    PrizeList,
    add_entries,
    begin_round,
    change_entry,
    change_prizes,
    create_drive,
    enter_result,
    open_drive,
    prizes_of,
    standings_of,
)
from oddtrick.drive.plan import MovementName
from oddtrick.drive.players import Group
from oddtrick.drive.sheets import Paper, SheetName, SheetOptions
from oddtrick.drive.sheets.pdf import draw_pages, typeset
from oddtrick.drive.sheets.printable_event import (
    FIXED_IN_ADVANCE,
    foreseen_seatings,
    known_rounds,
    ranges_text,
)
from oddtrick.drive.wifi import Wifi
from oddtrick.errors import OddtrickError
from oddtrick.i18n.catalogue import LANGUAGES, Language
from tests.support.drives import play_at_random
from tests.support.extent import part
from tests.support.report_texts import vocabulary, words_of

SHEETS: tuple[SheetName, ...] = get_args(SheetName)
MOVEMENTS: tuple[MovementName, ...] = get_args(MovementName)
PAPERS: tuple[Paper, ...] = get_args(Paper)
POINTS = {"a4": (595, 842), "letter": (612, 792)}
STATIC = Path(oddtrick.__file__).parent / "web" / "static"
BUTTONS = (
    *("search", "here", "paid", "paid.amount", "add", "add.do", "save"),
    *("replace", "leave", "waits", "seat"),
)
LONG = "Maximiliana Alexandrowna von Hohenstein-Wittgenburg und zu Sayn"


def name_of(player: int) -> str:
    return f"Name{player:02}x"


@cache
def a_drive(movement: MovementName, players: int = 9, rounds: int = 4) -> Drive:
    """A drive in its second round, of which one result is in; with sit-outs where there are any."""
    plan = DrivePlan(movement=movement, rounds=rounds, scoring="tricks", spare="sit-out")
    drive = create_drive(plan, [Entry(name_of(player)) for player in range(players)])
    drive = begin_round(drive)
    for table in drive.rounds[0].missing:
        drive = enter_result(drive, table, (table, 13 - table))
    return enter_result(begin_round(drive), 1, (9, 4))


def read(drive: Drive, *sheets: SheetName, **options: Any) -> PdfReader:
    made = typeset(drive, SheetOptions(sheets=sheets, **options))
    assert made.without_font == ()
    return PdfReader(io.BytesIO(made.pdf))


def lines_of(pdf: PdfReader) -> list[str]:
    return [
        " ".join(line.split()) for page in pdf.pages for line in page.extract_text().splitlines()
    ]


def _company(drive: Drive, sheet: SheetName) -> Iterator[str]:
    """Whom people came with, as their cards tell them; a team has the name of its first member."""
    cards = sheet in ("scorecards", "place-cards")
    for player in drive.players:
        if drive.plan.movement == "military" and (cards or sheet == "results"):
            yield from re.findall(r"Name\d\dx", player.team)
        elif drive.plan.movement in ("partner", "duplicate") and cards:
            yield from () if player.partner is None else (drive.players[player.partner].name,)


@pytest.mark.parametrize("sheet", SHEETS)
@pytest.mark.parametrize("movement", part(MOVEMENTS, 1))
def test_every_sheet_names_every_player_or_table_once(
    movement: MovementName, sheet: SheetName
) -> None:
    drive = a_drive(movement)
    seating = drive.rounds[-1].seating
    for paper, large in zip(PAPERS, (False, True), strict=True):
        pdf = read(drive, sheet, paper=paper, large=large)
        box = pdf.pages[0].mediabox
        assert (round(box.width), round(box.height)) == POINTS[paper]
        lines = lines_of(pdf)
        numbers = [
            int(table) for table in re.findall(r"^Table (\d+)", "\n".join(lines), re.MULTILINE)
        ]
        names = Counter(name for line in lines for name in re.findall(r"Name\d\dx|Bot \d+", line))
        everybody = [player.name for player in drive.players]
        if sheet == "result-slips":
            assert numbers == [table.number for table in seating.tables]
        if sheet in ("table-cards", "blank-scorecards", "blank-result-slips", "helpers"):
            assert not names
        elif sheet == "all-result-slips":
            known = foreseen_seatings(drive)[len(drive.rounds) - 1 : known_rounds(drive)]
            ids = [one for each in known for table in each.tables for one in table.players]
            assert names == Counter(drive.players[one].name for one in ids)
            rounds = drive.plan.rounds - len(drive.rounds) + 1
            assert Counter(numbers) == {table.number: rounds for table in seating.tables}
        elif sheet == "result-slips":
            seated = [drive.players[one].name for each in seating.tables for one in each.players]
            assert names == Counter(seated)
        elif sheet == "movement-slips":
            # On their own slip, and on those of the others at the table.
            resting = {drive.players[one].name for one in seating.sitting_out}
            assert names == {name: 1 if name in resting else 4 for name in everybody}
        elif sheet == "receipts":
            assert names == Counter(player.name for player in drive.players if not player.bot)
        else:
            assert names == Counter(everybody) + Counter(_company(drive, sheet))


def test_a_scorecard_has_the_rounds_in_two_halves_and_the_results_so_far() -> None:
    drive = play_at_random(
        create_drive(
            DrivePlan(rounds=7, scoring="tricks"), [Entry(name_of(one)) for one in range(8)]
        ),
        seed=5,
    )
    pages = read(drive, "scorecards", large=True, title="Village hall, 4 May").pages
    scores = {score.player: score for score in standings_of(drive)}
    for player, page in enumerate(pages):
        text = page.extract_text()
        assert text.startswith(f"Village hall, 4 May\n{name_of(player)}")
        subtotals = [int(number) for number in re.findall(r"Subtotal\s+(\d+)", text)]
        last_half = scores[player].last_half
        assert subtotals == [scores[player].total - last_half, last_half]
        totals = re.findall(r"Grand total\s+(\d+)", text)
        assert list(map(int, totals)) == [scores[player].total]
        assert text.index("First half") < text.index("Last half")
        assert Counter(re.findall("Hearts|Diamonds|Spades|Clubs", text)) == {
            "Hearts": 2,
            "Diamonds": 2,
            "Spades": 2,
            "Clubs": 1,
        }


@pytest.mark.parametrize(("rounds", "cards"), part([(60, 1), (1, 1), (61, 2), (24, 1)], 2))
def test_however_many_rounds_each_has_a_line_on_a_scorecard(rounds: int, cards: int) -> None:
    drive = create_drive(DrivePlan(rounds=rounds), [Entry(name_of(one)) for one in range(4)])
    lines = lines_of(read(drive, "scorecards"))
    numbers = Counter(
        int(found[1]) for line in lines if (found := re.match(r"(\d+) [♥♦♠♣]? ?[A-Z]", line))
    )
    assert numbers == dict.fromkeys(range(1, rounds + 1), 4)
    assert sum(line.startswith("Name") for line in lines) == 4 * cards


def test_where_the_movement_is_fixed_the_scorecard_names_every_table() -> None:
    drive = create_drive(
        DrivePlan(movement="balanced", rounds=7), [Entry(name_of(one)) for one in range(8)]
    )
    text = "\n".join(lines_of(read(drive, "scorecards")))
    assert len(re.findall(r"[12] (?:NS|EW)", text)) == 8 * 7


def test_the_results_list_the_prizes_and_say_how_ties_were_settled() -> None:
    drive = play_at_random(
        create_drive(DrivePlan(rounds=4), [Entry(name_of(one)) for one in range(16)]),
        seed=2,
        tricks=(6, 7),
    )
    broken = [prize for prize in prizes_of(drive) if prize.tie_break]
    assert any(prize.tie_break and prize.tie_break.cards for prize in broken)
    text = " ".join(lines_of(read(drive, "results")))
    assert text.count("Level: ") == len(broken)
    for prize in prizes_of(drive):
        assert name_of(prize.player) in text
        for player, card in (prize.tie_break.cards if prize.tie_break else {}).items():
            assert f"{name_of(player)} {card[0].replace('T', '10')}" in text


@pytest.mark.parametrize(("language", "paid"), [("en", "12.50"), ("de", "12,50")])
def test_a_receipt_names_what_was_paid_or_leaves_room(language: Language, paid: str) -> None:
    drive = add_entries(open_drive(DrivePlan()), [Entry(name_of(one)) for one in range(8)])
    drive = begin_round(change_entry(drive, replace(drive.entries[2], paid=1250)))
    text = "\n".join(lines_of(read(drive, "receipts", language=language)))
    assert text.count(paid) == 1
    assert len(re.findall(r"\.{10,}", text)) == 7 + 8


def test_the_same_drive_gives_the_same_bytes() -> None:
    drive = a_drive("progressive")
    options = SheetOptions(url="https://example.org/d/ab12")
    assert typeset(drive, options) == typeset(drive, options)


@pytest.mark.parametrize("language", part(LANGUAGES, 1))
def test_the_pdf_is_tagged_for_screen_readers(language: Language) -> None:
    url = "https://example.org/d/ab12"
    pdf = read(a_drive("balanced"), title="Village hall", language=language, url=url)
    root: Any = pdf.trailer["/Root"]
    assert root["/Lang"] == language
    assert root["/MarkInfo"]["/Marked"]
    assert pdf.metadata is not None
    assert pdf.metadata.title == "Village hall"
    assert b"<pdfuaid:part>1</pdfuaid:part>" in root["/Metadata"].get_data()
    kinds: Counter[str] = Counter()
    described = []
    branches = [root["/StructTreeRoot"]]
    while branches:
        branch = branches.pop().get_object()
        if isinstance(branch, list):
            branches += branch
        elif isinstance(branch, dict):
            kinds[branch.get("/S", "")] += 1
            described += [branch["/Alt"]] if "/Alt" in branch else []
            branches += [branch["/K"]] if "/K" in branch else []
    tables, players = 2, 9
    headings = players + 2 + tables + 3 * tables + 12 + 4
    assert kinds["/H1"] == headings, "each card, slip and sheet has a heading"
    assert kinds["/TH"] >= 6 * 2 * players, "the headings of the columns of each scorecard"
    assert described == [url] * (tables + 1), "a QR code on each table card and on the wall"


HOSTILE = [
    "#panic()",
    "$x$ *b* _i_ `c` <a> @b",
    "</svg>\\u{41}",
    '"}{"',
    "a\u202eb\u2067c",
    "-" * 90,
]
HOSTILE += ["x" * 300, " \t\x00y\x1b", "=1+1", "// gone", "שָׁלוֹם עליכם", "محمد"]


@settings(max_examples=6)
@given(st.lists(st.text(min_size=1, max_size=60), min_size=8, max_size=8, unique=True))
@example(HOSTILE[:8])
@example(HOSTILE[4:])
def test_no_name_is_read_as_markup_or_stops_the_printing(names: list[str]) -> None:
    plan = DrivePlan(rounds=2, groups=("*A", "#B"))
    drive = create_drive(plan, [Entry(f"{name} {at}") for at, name in enumerate(names)])
    made = typeset(drive, SheetOptions(sheets=("place-cards", "wall"), title=names[0]))
    assert PdfReader(io.BytesIO(made.pdf)).pages


def test_hostile_names_are_printed_as_they_are() -> None:
    names = [name for name in HOSTILE[:5] if name.isascii()]
    entries = [Entry(name) for name in (*names, *map(name_of, range(8 - len(names))))]
    lines = lines_of(read(create_drive(DrivePlan(), entries), "place-cards"))
    assert set(names) <= set(lines)


def test_a_name_without_a_font_is_reported_and_the_rest_is_printed() -> None:
    names = ["王小明", *map(name_of, range(7))]
    drive = create_drive(DrivePlan(), [Entry(name) for name in names])
    made = typeset(drive, SheetOptions(sheets=("place-cards",)))
    assert made.without_font == ("王小明",)
    pdf = PdfReader(io.BytesIO(made.pdf))
    assert "/StructTreeRoot" in pdf.trailer["/Root"]  # type: ignore[operator]
    assert set(names[1:]) <= set(lines_of(pdf))


def ink(picture: bytes) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """The dark pixels of a page; lines to cut along are light."""
    return np.asarray(Image.open(io.BytesIO(picture)).convert("L")) < 110


@pytest.mark.parametrize(("paper", "large"), part([("a4", False), ("letter", True)], 1))
def test_long_names_stay_within_their_cards(paper: Paper, large: bool) -> None:
    """At 50.8 dots per inch a dot is half a millimetre."""
    names = [LONG, LONG.replace(" ", ""), "x" * 300, f"{LONG} {LONG} 2", *"abcd"]
    plan = DrivePlan(rounds=4, groups=(LONG, LONG.upper()))
    drive = begin_round(create_drive(plan, [Entry(name) for name in names]))
    options = SheetOptions(paper=paper, large=large, language="de", title=LONG)
    for sheet in SHEETS:
        for picture in draw_pages(drive, replace(options, sheets=(sheet,)), dots_per_inch=50.8):
            dark = ink(picture)
            margin = 2 * 9
            inner = dark[margin:-margin, margin:-margin]
            assert inner.any()
            assert dark.sum() == inner.sum(), f"{sheet} prints into the margin"
            if sheet == "place-cards":
                middle = dark.shape[1] // 2
                gap = dark[:, middle - 6 : middle + 6].copy()
                assert not gap.any(), "two cards meet at the cut"


def test_an_address_too_long_for_a_qr_code_is_refused() -> None:
    drive = create_drive(DrivePlan(), [Entry(name) for name in "abcd"])
    with pytest.raises(OddtrickError, match="an address of 5000 characters is too long"):
        read(drive, "wall", url="x" * 5000)


@pytest.mark.parametrize("movement", part(MOVEMENTS, 2))
def test_before_the_evening_each_table_has_a_slip_for_each_round(movement: MovementName) -> None:
    plan = DrivePlan(movement=movement, rounds=5, scoring="tricks")
    drive = create_drive(plan, [Entry(name_of(one)) for one in range(12)])
    text = " ".join(lines_of(read(drive, "all-result-slips")))
    heads = []
    for slip in text.split("Table ")[1:]:
        found = re.match(r"(\d+) ?Round (\d+) of 5 · ", slip)
        assert found
        table, number = map(int, found.groups())
        heads.append((table, number))
        known = movement in FIXED_IN_ADVANCE or number == 1
        assert len(set(re.findall(r"Name\d\dx", slip))) == (4 if known else 0)
        assert slip.count("Cards") == (0 if known else 2), "room for the numbers of the cards"
    assert Counter(heads) == Counter(
        (table, round_) for table in (1, 2, 3) for round_ in range(1, 6)
    )


@pytest.mark.parametrize("count", [4, 20, 23, 80])
def test_cut_through_all_pages_at_once_each_pile_is_in_order(count: int) -> None:
    """The piles follow each other, so that nobody has to sort what was cut."""
    drive = create_drive(
        DrivePlan(spare="sit-out"),
        [Entry(name_of(one)) for one in range(count)],
    )
    pages = [
        re.findall(r"Name\d\dx", page.extract_text()) for page in read(drive, "place-cards").pages
    ]
    piles = [[page[at] for page in pages if at < len(page)] for at in range(len(pages[0]))]
    assert [name for pile in piles for name in pile] == [name_of(one) for one in range(count)]


@pytest.mark.parametrize(("paper", "large"), [("a4", False), ("letter", True)])
def test_a_table_card_folded_along_the_middle_reads_alike_from_both_sides(
    paper: Paper, large: bool
) -> None:
    options = SheetOptions(
        sheets=("table-cards",), paper=paper, large=large, url="https://example.org/d/ab12"
    )
    (page, *_) = draw_pages(a_drive("progressive"), options, dots_per_inch=50.8)
    dark = ink(page)[20:-20, 36:-36]  # without the ends of the table, which differ
    tent = dark if large else dark[: len(dark) // 2]
    middle = len(tent) // 2
    far, near = np.rot90(tent[:middle], 2), tent[-middle:]
    # By a dot, because the fold may run through one.
    shift = max(range(-2, 3), key=lambda by: (far & np.roll(near, by, axis=0)).sum())
    same = (far & np.roll(near, shift, axis=0)).sum()
    assert same > 0.8 * near[:-14].sum() > 0


def test_who_meets_whom_is_a_page_and_a_matrix_only_if_it_says_more_than_a_line() -> None:
    for count, rounds, matrix in ((16, 15, False), (16, 12, True), (9, 9, False), (28, 3, False)):
        plan = DrivePlan(movement="balanced", rounds=rounds, spare="sit-out")
        drive = create_drive(plan, [Entry(name_of(one)) for one in range(count)])
        pdf = read(drive, "balance")
        assert len(pdf.pages) == 1
        cells = re.findall(r"\b\d/\d\b", " ".join(lines_of(pdf)))
        assert len(cells) == (count * (count - 1) if matrix else 0)
        by_itself = " ".join(lines_of(read(drive, title="Hall")))
        assert ("Who meets whom" in by_itself) == matrix
        assert "Partners: " in by_itself, "on the wall sheet"


def test_before_the_first_result_the_results_are_a_form_for_everybody() -> None:
    drive = create_drive(DrivePlan(scoring="tricks"), [Entry(name_of(one)) for one in range(7)])
    lines = lines_of(read(drive, "results"))
    rows = [line for line in lines if re.match(r"\d+ ", line)]
    assert rows == [
        f"{player.id + 1} {player.name} {player.group}"
        for player in drive.players
        if not player.fills_seat
    ]
    assert "Results" in lines
    played = lines_of(read(play_at_random(drive, seed=1), "results"))
    assert sum(bool(re.match(r"\d+ \d+ ", line)) for line in played) == 8


@pytest.mark.parametrize(
    ("movement", "gents", "ladies"),
    part([("progressive", 5, 8), ("head-table", 3, 8), ("winners-move", 6, 11)], 1),
)
def test_scorecards_say_before_the_evening_who_sits_out_and_who_plays_as_the_others(
    movement: MovementName, gents: int, ladies: int
) -> None:
    groups: list[Group] = [*["A"] * gents, *["B"] * ladies]  # type: ignore[list-item]
    plan = DrivePlan(
        movement=movement,
        rounds=7,
        scoring="tricks",
        spare="sit-out",
        groups=("Gents", "Ladies"),
    )
    entries = [Entry(name_of(one), group) for one, group in enumerate(groups)]
    drive = create_drive(plan, entries)
    pages = read(drive, "scorecards", large=True).pages
    wall = " ".join(lines_of(read(drive, "wall")))
    rounds = play_at_random(drive, seed=gents).rounds
    for player, page in enumerate(pages):
        text = page.extract_text()
        rests = {int(found) for found in re.findall(r"^(\d+) . \w+ – 6\b", text, re.MULTILINE)}
        assert rests == {one.number for one in rounds if player in one.seating.sitting_out}
        crossing = [
            one.number
            for one in rounds
            if one.seating.seat_groups.get(player, groups[player]) != groups[player]
        ]
        said = f"plays as Gents in rounds {ranges_text(crossing)}" if crossing else ""
        assert said in " ".join(text.split())
        assert ("plays as" in text) == bool(crossing)
        assert (f"{name_of(player)} (as Gents)" in wall) == (1 in crossing)
    for one in rounds:
        assert f"{one.number}: {ranges_text(at + 1 for at in one.seating.sitting_out)}" in wall


def test_prizes_by_hand_stand_on_the_form_and_with_their_winners_on_the_results() -> None:
    plan = DrivePlan(rounds=2, groups=("Gents", "Ladies"))
    drive = create_drive(plan, [Entry(name_of(one)) for one in range(8)])
    chosen = PrizeList(places=4, halves=False, own=(OwnPrize("Raffle"), OwnPrize("Visitor", 5)))
    drive = change_prizes(drive, chosen)
    offered = ["First", "Second", "Third", "Fourth"]
    named = [f"{one}, {group}" for one in offered for group in plan.groups] + ["Lowest score"]
    form = lines_of(read(drive, "results"))
    at = form.index("Prize Name") + 1
    assert form[at : at + len(named) + 2] == [*named, "Raffle", "Visitor"]
    drive = play_at_random(drive, seed=3)
    text = " ".join(lines_of(read(drive, "results")))
    assert f"Raffle Visitor {name_of(5)}" in text, "the raffle still has room for a name"
    for prize in prizes_of(drive):
        assert f"{name_of(prize.player)}" in text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("paper", PAPERS)
def test_helpers_get_one_page_with_the_words_of_the_buttons(
    language: Language, paper: Paper
) -> None:
    drive = a_drive("progressive")
    large = read(drive, "helpers", language=language, paper=paper, large=True)
    usual = read(drive, "helpers", language=language, paper=paper)
    assert len(large.pages) == len(usual.pages) == 1
    text = " ".join(lines_of(usual))
    catalogue = (STATIC / "i18n" / language / "drive-desk.js").read_text("utf-8")
    for key in BUTTONS:
        (label,) = re.findall(rf'"desk.{re.escape(key)}": "([^"]*)"', catalogue)
        assert label in text, key


@pytest.mark.parametrize("movement", part(MOVEMENTS, 2))
@pytest.mark.parametrize("over", [False, True])
def test_no_english_is_left_on_german_paper(movement: MovementName, over: bool) -> None:
    drive = a_drive(movement, 13)
    drive = play_at_random(drive, seed=1) if over else drive
    sheets = () if over else SHEETS
    about: dict[str, Any] = {"wifi": Wifi("Hall", "secret"), "url": "https://example.org/"}
    english, german = (
        words_of(*lines_of(read(drive, *sheets, language=language, **about)))
        for language in LANGUAGES
    )
    names = words_of(*(player.name for player in drive.players), "Hall secret example.org https")
    assert english & german - names - vocabulary("de") <= {"ns"}  # North and Nord, South and Süd
    assert len(german - english) > 30
