"""One name in any case, spacing and form of Unicode is one person: on lists, online, in seasons."""

from __future__ import annotations

from collections.abc import Callable
from unicodedata import normalize

import pytest
from msgspec.structs import replace

from oddtrick.drive import (
    Drive,
    DrivePlan,
    Entry,
    Signature,
    add_entries,
    begin_round,
    change_entry,
    create_drive,
    enter_result,
    leave_drive,
    open_drive,
    replace_player,
)
from oddtrick.drive.live import commands as c
from oddtrick.drive.live.settings import OnlineSettings
from oddtrick.drive.season import season_of
from oddtrick.errors import OddtrickError
from tests.support.drives import DriveLog

NAME = "Zoë Müller-Ångström"
WRITTEN = [
    NAME.upper(),
    NAME.casefold(),
    NAME.replace(" ", " \t  "),
    normalize("NFD", NAME),
    normalize("NFKD", NAME.upper()),
]
SIGNED = Signature("Ann", "2026-11-29T20:15:00+00:00", "went home")

ways = pytest.mark.parametrize("name", WRITTEN, ids=["upper", "lower", "spaces", "nfd", "nfkd"])


def listed(*names: str) -> Drive:
    return add_entries(open_drive(DrivePlan(rounds=2)), [Entry(name) for name in names])


ENTERED: list[Callable[[Drive, str], Drive]] = [
    lambda drive, name: add_entries(drive, [Entry(name)]),
    lambda drive, name: change_entry(drive, replace(drive.entries[1], name=name)),
    lambda drive, name: create_drive(drive.plan, [Entry(NAME), Entry(name), *map(Entry, "abc")]),
    lambda drive, name: replace_player(begin_round(drive), 1, name, SIGNED),
]


@ways
@pytest.mark.parametrize("enter", ENTERED, ids=["added", "changed", "created", "replaced"])
def test_a_name_is_entered_once(name: str, enter: Callable[[Drive, str], Drive]) -> None:
    with pytest.raises(OddtrickError, match=r"is entered (already|twice)"):
        enter(listed(NAME, "b", "c", "d"), name)


@ways
def test_a_name_is_kept_as_it_was_entered_first_and_may_be_written_anew(name: str) -> None:
    drive = listed(NAME, "b", "c", "d")
    anew = change_entry(drive, replace(drive.entries[0], name=name)).entries[0].name
    assert anew == " ".join(normalize("NFC", name).split())
    assert listed(normalize("NFD", f" {NAME}  ")).entries[0].name == NAME


@ways
def test_who_left_comes_back_under_the_same_name(name: str) -> None:
    drive = begin_round(listed(NAME, "b", "c", "d"))
    (card,) = [player.id for player in drive.players if player.name == NAME]
    back = add_entries(leave_drive(drive, card, SIGNED), [Entry(name)])
    assert back.players[card].left is None
    assert len(back.entries) == 4


@ways
def test_who_joins_online_takes_their_own_entry(name: str) -> None:
    log = DriveLog(7, online=OnlineSettings(tables="all"))
    log.does(c.AddEntries(text=NAME))
    log.does(c.JoinOnline(name, "hash", "p1"))
    assert [entry.name for entry in log.live.drive.entries if entry.online] == [NAME]
    with pytest.raises(OddtrickError, match="has joined already"):
        log.does(c.JoinOnline(NAME, "other", "p2"))


@ways
def test_a_season_adds_up_the_drives_of_one_person(name: str) -> None:
    drives = []
    for written in (NAME, name):
        plan = DrivePlan(rounds=1)
        drive = begin_round(create_drive(plan, [Entry(written), *map(Entry, "bcd")]))
        drives.append(enter_result(drive, 1, (9, 4)))
    assert sorted(row.played for row in season_of(drives)) == [2, 2, 2, 2]
