"""A drive under way: results, corrections, rounds undone, players replaced, and its file."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oddtrick.cards import Suit
from oddtrick.drive import (
    Drive,
    DrivePlan,
    Entry,
    Signature,
    begin_round,
    close_drive,
    correct_result,
    create_drive,
    decode_drive,
    encode_drive,
    enter_result,
    read_trumps,
    replace_player,
    standings_of,
    undo_round,
)
from oddtrick.drive.entry_list import find_labels, read_entries
from oddtrick.drive.players import bot_entries
from oddtrick.drive.rounds import Round
from oddtrick.errors import OddtrickError
from tests.support.drives import play_at_random, played_drives

FEW = settings(max_examples=30)
SIGNED = Signature("Ann", "2026-11-22T20:15:00+00:00", "sides exchanged")


def a_drive(**plan: Any) -> Drive:
    return play_at_random(create_drive(DrivePlan(rounds=6, **plan), bot_entries(16)), seed=3)


@FEW
@given(played_drives(), st.data())
def test_D3_a_corrected_score_changes_totals_and_no_seats(
    drive: Drive, data: st.DataObject
) -> None:
    played = data.draw(st.sampled_from(drive.rounds))
    table = data.draw(st.integers(1, len(played.results)))
    taken = data.draw(st.integers(0, 13))
    corrected = correct_result(drive, played.number, table, (taken, 13 - taken), SIGNED)
    assert [r.seating for r in corrected.rounds] == [r.seating for r in drive.rounds]
    seated = set(played.seating.tables[table - 1].players)
    before = {score.player: score.total for score in standings_of(drive)}
    after = {score.player: score.total for score in standings_of(corrected)}
    assert {player for player in after if after[player] != before[player]} <= seated
    assert corrected.log[-1].after == f"{taken}-{13 - taken}"
    assert corrected.log[-1].why == "sides exchanged"


@FEW
@given(played_drives())
def test_D3_tricks_of_all_players_add_up_to_26_a_table_and_deal(drive: Drive) -> None:
    total = sum(score.total for score in standings_of(drive))
    tables = sum(len(played.results) for played in drive.rounds)
    rests = sum(len(played.seating.sitting_out) for played in drive.rounds)
    if drive.plan.scoring == "tricks":
        assert total == 26 * tables + 6 * rests
    if drive.plan.scoring == "matches":
        assert total == 2 * tables


def test_D1_the_default_score_is_the_odd_tricks() -> None:
    drive = begin_round(create_drive(DrivePlan(), [Entry(name) for name in ("a", "b", "c", "d")]))
    drive = enter_result(drive, 1, (9, 4))
    assert {score.player: score.total for score in standings_of(drive)} == {0: 3, 2: 3, 1: 0, 3: 0}


def test_a_round_undone_is_seated_again_as_before() -> None:
    drive = a_drive()
    undone = undo_round(drive, SIGNED)
    assert undone.rounds == drive.rounds[:-1]
    assert begin_round(undone).rounds[-1].seating == drive.rounds[-1].seating
    assert undone.log[-1].kind == "undone"


def test_a_correction_before_the_next_round_decides_who_moves() -> None:
    drive = begin_round(create_drive(DrivePlan(), bot_entries(8)))
    for table in (1, 2):
        drive = enter_result(drive, table, (8, 5))
    wrong = begin_round(drive).rounds[-1].seating
    right = begin_round(correct_result(drive, 1, 1, (5, 8), SIGNED)).rounds[-1].seating
    assert wrong != right


def test_who_takes_over_a_card_keeps_its_score_and_place() -> None:
    drive = a_drive()
    replaced = replace_player(drive, 3, "Zoe", SIGNED)
    assert standings_of(replaced) == standings_of(drive)
    assert replaced.players[3].name == "Zoe"
    assert (replaced.log[-1].before, replaced.log[-1].after) == ("Bot 4", "Zoe")


def test_a_late_arrival_takes_the_card_of_a_bot_and_may_win() -> None:
    drive = create_drive(DrivePlan(), [Entry(f"Person {number}") for number in range(7)])
    bot = next(player for player in drive.players if player.fills_seat)
    arrived = replace_player(drive, bot.id, "Late Lucy", SIGNED).players[bot.id]
    assert (arrived.bot, arrived.fills_seat, arrived.group) == (False, False, bot.group)


def test_a_closed_drive_is_final() -> None:
    closed = close_drive(a_drive())
    with pytest.raises(OddtrickError, match="closed and its results are final"):
        correct_result(closed, 1, 1, (7, 6), SIGNED)


REFUSED = [
    (lambda drive: enter_result(drive, 1, (7, 7)), "13 tricks, and 7 and 7 was entered"),
    (lambda drive: enter_result(drive, 1, (-1, 14)), "13 tricks, and -1 and 14 was entered"),
    (lambda drive: enter_result(drive, 9, (7, 6)), "no table 9: tables run from 1 to 2"),
    (lambda drive: enter_result(drive, 2, (7, 6)), "has a result in round 1: correct it instead"),
    (lambda drive: correct_result(drive, 1, 1, (7, 6), SIGNED), "enter it first"),
    (lambda drive: correct_result(drive, 2, 1, (7, 6), SIGNED), "round 2 has not begun"),
    (lambda drive: replace_player(drive, 8, "Zoe", SIGNED), "cards run from 1 to 8"),
    (lambda drive: replace_player(drive, 1, "Bot 1", SIGNED), "'Bot 1' is entered already"),
    (close_drive, "0 of 24 rounds are complete"),
]


@pytest.mark.parametrize(("act", "message"), REFUSED, ids=[message for _, message in REFUSED])
def test_a_refusal_says_why(act: Any, message: str) -> None:
    drive = begin_round(create_drive(DrivePlan(), bot_entries(8)))
    with pytest.raises(OddtrickError, match=message):
        act(enter_result(drive, 2, (10, 3)))


BROKEN = [
    ('"format": "oddtrick-drive/1"', '"format": "oddtrick-drive/9"', "this is not a drive"),
    ('"format"', "format", "this is not a drive: JSON is malformed"),
    ('"number": 2', '"number": 7', "round 1: table 7 stands in place 2"),
    ('"pairs": [', '"pairs": 3, "was": [', "expected `array`"),
    ('"seed": 0', '"seed": "x"', "plan.seed"),
    ('"trump": "H"', '"trump": "X"', "'X' is not a trump suit"),
    ("{", "", "malformed"),
]


@pytest.mark.parametrize(("found", "replacement", "message"), BROKEN, ids=[b[2] for b in BROKEN])
def test_a_file_broken_by_hand_is_refused_in_one_line(
    found: str, replacement: str, message: str
) -> None:
    text = encode_drive(a_drive()).decode()
    assert found in text
    with pytest.raises(OddtrickError) as refused:
        decode_drive(text.replace(found, replacement, 1).encode())
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_file_is_read_a_round_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A call of the decoder holds the interpreter's lock, and a server has tables to run."""
    data = encode_drive(a_drive())
    fields = json.loads(data)
    real, kinds = msgspec.convert, list[Any]()

    def convert(value: Any, kind: Any) -> Any:
        kinds.append(kind)
        return real(value, kind)

    monkeypatch.setattr("oddtrick.drive.drive_file.msgspec.convert", convert)
    assert encode_drive(decode_drive(data)) == data
    assert kinds.count(Round) == len(fields["rounds"]) > 1
    assert not {tuple[Round, ...], list[Round]} & set(kinds)
    for broken, message in (({}, 'no "rounds"'), ({"rounds": 3}, "expected `array`")):
        kept = {name: value for name, value in fields.items() if name != "rounds"}
        with pytest.raises(OddtrickError, match=message):
            decode_drive(json.dumps(kept | broken).encode())
    fields["rounds"][3]["number"] = "x"
    with pytest.raises(OddtrickError, match=r"rounds\[3\]\.number"):
        decode_drive(json.dumps(fields).encode())


def test_a_result_that_is_not_thirteen_tricks_is_refused_with_its_place() -> None:
    fields = json.loads(encode_drive(a_drive()))
    fields["rounds"][3]["results"][1] = [9, 5]
    with pytest.raises(OddtrickError, match="round 4: table 2: a deal has 13 tricks, and 9 and 5"):
        decode_drive(json.dumps(fields).encode())


def test_a_file_where_people_of_both_groups_play_as_the_other_is_refused() -> None:
    fields = json.loads(encode_drive(a_drive()))
    first, second = fields["rounds"][0]["seating"]["tables"][0]["pairs"][0]
    fields["rounds"][0]["seating"]["tables"][0]["pairs"][0] = [second, first]
    message = f"round 1: players {second} and {first} both play in the seats of the other's group"
    with pytest.raises(OddtrickError, match=message):
        decode_drive(json.dumps(fields).encode())


@given(st.binary(max_size=60))
def test_any_bytes_are_refused_in_one_line(data: bytes) -> None:
    with pytest.raises(OddtrickError) as refused:
        decode_drive(data)
    assert "\n" not in str(refused.value)


def test_R2_trumps_are_read_as_organisers_write_them() -> None:
    assert read_trumps("h, d n") == (Suit.HEARTS, Suit.DIAMONDS, None)
    for text in ("", "HX", " , "):
        with pytest.raises(OddtrickError, match="write letters of C D H S"):
            read_trumps(text)


def test_entries_are_read_from_a_list_or_a_spreadsheet() -> None:
    pasted = "1. Ann  Lee\n2) Bob\n\nCarl, B\n"
    assert read_entries(pasted) == [Entry("Ann Lee"), Entry("Bob"), Entry("Carl", "B")]
    sheet = 'Paid\tGroup\tPlayer name\nyes\tGents\t"Dora ""D"" Roe"\nno\tladies\tEve\n'
    groups = ("Gents", "Ladies")
    assert read_entries(sheet, groups) == [Entry('Dora "D" Roe', "A"), Entry("Eve", "B")]
    with pytest.raises(
        OddtrickError, match="line 2: 'Lords' is not a group: write Gents or Ladies"
    ):
        read_entries("Ann\nBob,Lords", groups)


def test_headings_say_which_columns_hold_the_name_and_the_group() -> None:
    two = [Entry("Ann Lee", "A"), Entry("Bob Roe")]
    assert read_entries("Nr;Vorname;Nachname;Gruppe\n1;Ann;Lee;A\n2;Bob;Roe;\n") == two
    assert read_entries("First name,Surname\nAnn,Lee\nBob,Roe\n") == [
        Entry("Ann Lee"),
        Entry("Bob Roe"),
    ]
    assert read_entries("Spieler\nAnn Lee\n") == [Entry("Ann Lee")]
    assert read_entries("Name,Side\nAnn Lee,A\nBob Roe\n") == two
    assert read_entries("Paid,Name\nyes,Ann Lee\n") == [Entry("Ann Lee")]
    assert read_entries("Name,Phone,Paid\nAnn Lee,555,yes\n") == [Entry("Ann Lee")]


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("Name,Group\nAnn,Gents\nBob,Ladies", ("Gents", "Ladies")),
        ("Name,Group\nAnn,L\nBob,G\nCarl,", ("G", "L")),
        ("Ann,Red\nBob,Blue\nCarl,red\nDora,blue", ("Red", "Blue")),
        ("Ann,A\nBob,B\nCarl,A\nDora,B", None),  # as they are called without labels
        ("Ann,Lee\nBob,Roe", None),  # last names, perhaps
        ("Name,Group\nAnn,One\nBob,Two\nCarl,Three", None),
        (f"Name,Group\nAnn,One\nBob,{'x' * 21}", None),  # too long to print
        ("Name,Phone,Paid\nAnn,5,yes\nBob,6,yes", None),
        ("", None),
    ],
)
def test_a_column_of_two_labels_names_the_groups(text: str, labels: tuple[str, str] | None) -> None:
    assert find_labels(text) == labels
    if labels is not None:
        assert {entry.group for entry in read_entries(text, labels)} >= {"A", "B"}


@FEW
@given(st.integers(4, 40), st.sampled_from(["bots", "sit-out"]))
def test_groups_are_filled_to_whole_tables(count: int, spare: str) -> None:
    entries = bot_entries(count)
    plan = DrivePlan(spare="bots" if spare == "bots" else "sit-out")
    players = create_drive(plan, entries).players
    sizes = [sum(player.group == group for player in players) for group in ("A", "B")]
    if spare == "bots":
        assert sizes[0] == sizes[1] == -(-count // 4) * 2
        assert sum(player.fills_seat for player in players) == len(players) - count < 4
    else:
        assert len(players) == count
        assert abs(sizes[0] - sizes[1]) <= 1
