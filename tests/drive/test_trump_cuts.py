"""Trumps that are cut for: one cut for the whole hall as each round begins."""

from __future__ import annotations

import io
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf import PdfReader

from oddtrick.cards import Suit
from oddtrick.drive import (
    Drive,
    DrivePlan,
    Signature,
    begin_round,
    create_drive,
    decode_drive,
    encode_drive,
    undo_round,
)
from oddtrick.drive.live.settings import choices_of
from oddtrick.drive.players import bot_entries
from oddtrick.drive.sheets import SheetName, SheetOptions
from oddtrick.drive.sheets.pdf import typeset
from oddtrick.errors import OddtrickError
from tests.support.drives import play_at_random

SIGNED = Signature("Ann", "2026-11-22T20:15:00+00:00", "the wrong round")
NAMES = dict(zip(Suit, ("Clubs", "Diamonds", "Hearts", "Spades"), strict=True))


def test_each_suit_is_cut_about_as_often() -> None:
    cuts = Counter(
        DrivePlan(trumps="cut", seed=seed).trump(number)
        for seed in range(400)
        for number in range(1, 26)
    )
    assert set(cuts) == set(Suit)
    # 10,000 cuts: the standard deviation of a count is 43.
    assert max(abs(count - 2500) for count in cuts.values()) < 5 * 43


@settings(max_examples=20)
@given(st.integers(0, 2**53 - 1))
def test_a_cut_depends_on_the_seed_and_the_round_alone(seed: int) -> None:
    drive = play_at_random(
        create_drive(DrivePlan(rounds=5, trumps="cut", seed=seed), bot_entries(8)), seed=1
    )
    cut = [played.trump for played in drive.rounds]
    assert begin_round(undo_round(drive, SIGNED)).rounds[-1].trump == cut[-1]
    other = create_drive(DrivePlan(rounds=5, trumps="cut", seed=seed), bot_entries(12))
    assert [played.trump for played in play_at_random(other, seed=2).rounds] == cut


def test_a_drive_with_cuts_is_read_back_from_its_file_and_from_the_desk() -> None:
    plan = DrivePlan(trumps="cut", seed=5)
    drive = begin_round(create_drive(plan, bot_entries(8)))
    data = encode_drive(drive)
    assert b'"trumps": "cut"' in data
    assert encode_drive(decode_drive(data)) == data
    assert choices_of(plan).plan() == plan


def test_the_boards_of_a_duplicate_drive_are_not_cut_for() -> None:
    with pytest.raises(OddtrickError, match="sealed with their trumps: name them in turn"):
        DrivePlan(movement="duplicate", trumps="cut")


def test_trumps_stand_on_paper_once_they_are_cut() -> None:
    plan = DrivePlan(rounds=4, trumps="cut", seed=5)
    drive = create_drive(plan, bot_entries(4))
    begun = begin_round(drive)
    named = NAMES[plan.trump(1) or Suit.CLUBS]
    sheets: tuple[SheetName, ...] = ("scorecards", "wall", "movement-slips", "result-slips")
    for sheet in sheets:
        before = _text_of(drive, sheet)
        assert not any(name in before for name in NAMES.values()), sheet
        assert ("cut for each deal" in before) == (sheet == "wall"), sheet
        assert ("Trumps ...." in before) == (sheet != "scorecards"), "room to write them"
        assert named in _text_of(begun, sheet), sheet


def _text_of(drive: Drive, sheet: SheetName) -> str:
    pdf = typeset(drive, SheetOptions(sheets=(sheet,))).pdf
    return "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages)
