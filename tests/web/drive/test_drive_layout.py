"""Layout and accessibility of each page of a drive, at every size, theme and text size."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.support.extent import part
from tests.support.server.drive_client import DriveClient
from tests.support.web.browser_user import DESK, NARROW, PHONE, TABLET, BrowserUser, BrowserUsers
from tests.support.web.drive_pages import SHORT, open_desk, open_phone
from tests.support.web.layout_checks import faults

LONG = "Zoë Zimmermann-Featherstonehaugh\nBartholomew Cholmondeley\nAnn\nBen\nCat\nDot\nEve\nFay"
LOW = (1280, 600)
LAPTOPS = (LOW, DESK, TABLET, PHONE, NARROW)
PHONES = (PHONE, NARROW, (320, 568), (844, 390), DESK)


def _hub(user: BrowserUser, drive: DriveClient) -> None:
    open_desk(user, drive)
    user.go("/drive")
    expect(user.page.get_by_role("link", name="Desk: Village hall")).to_be_visible()


def _new(user: BrowserUser, _: DriveClient) -> None:
    user.go("/drive/new")
    user.page.get_by_text("More options").click()
    user.page.get_by_label("Names", exact=True).fill(LONG)
    expect(user.see(".preview")).to_contain_text("8 players")


def _season(user: BrowserUser, drive: DriveClient) -> None:
    _play(drive)
    open_desk(user, drive)
    user.go("/drive/season")
    expect(user.see(".standings tbody tr").first).to_be_visible()


def _players(user: BrowserUser, drive: DriveClient) -> None:
    open_desk(user, drive, "Players")
    expect(user.see(".entry")).to_have_count(8)


def _rounds(user: BrowserUser, drive: DriveClient) -> None:
    drive.does("begin-round")
    drive.does("enter-result", round=1, table=1, tricks=[8, 5])
    drive.phone(table=2).does("enter-result", round=1, table=2, tricks=[8, 5])
    open_desk(user, drive, "Rounds")
    expect(user.see("[data-state=entered]")).to_be_visible()


def _results(user: BrowserUser, drive: DriveClient) -> None:
    _play(drive)
    open_desk(user, drive, "Results")
    expect(user.see(".log .why")).to_be_visible()


def _prizes(user: BrowserUser, drive: DriveClient) -> None:
    _play(drive)
    own = [{"name": "Raffle", "player": 0}, {"name": "Zoological-society-of-the-county visitor"}]
    drive.does("change-prizes", prizes={"own": own})
    open_desk(user, drive, "Prizes")
    expect(user.see(".prizes li").first).to_be_visible()
    expect(user.page.get_by_label("Raffle")).to_be_visible()


def _prize_list(user: BrowserUser, drive: DriveClient) -> None:
    _prizes(user, drive)
    user.page.get_by_role("button", name="Edit prizes").click()
    expect(user.page.get_by_label("Prizes given by hand")).to_be_visible()


def _dialog(button: str) -> Callable[[BrowserUser, DriveClient], None]:
    def bring(user: BrowserUser, drive: DriveClient) -> None:
        open_desk(user, drive)
        user.page.get_by_role("button", name=button, exact=True).click()
        user.page.wait_for_load_state("networkidle")

    return bring


def _seats(user: BrowserUser, drive: DriveClient) -> None:
    drive.does("begin-round")
    open_desk(user, drive, "Rounds")
    user.page.get_by_role("button", name="Check seats").click()
    expect(user.page.get_by_role("dialog")).to_contain_text("Tables checked: 0 of 2")


def _correction(user: BrowserUser, drive: DriveClient) -> None:
    _play(drive)
    open_desk(user, drive, "Results")
    user.page.get_by_role("button", name="Correct table 1 of round 2").click()
    expect(user.page.get_by_label("Reason")).to_be_visible()


def _entry(user: BrowserUser, drive: DriveClient) -> None:
    _play(drive)
    open_desk(user, drive, "Players")
    user.page.get_by_role("button", name="More about Ann").click()


def _choice(user: BrowserUser, drive: DriveClient) -> None:
    drive.does("begin-round")
    user.go(f"/drive/{drive.code}#table={drive.table_key(1)}")
    user.page.get_by_text("One phone for the whole table").focus()


def _seat(user: BrowserUser, drive: DriveClient) -> None:
    drive.does("begin-round")
    open_phone(user, drive, "Ann")
    user.see("[data-tricks='8']").click()


def _confirm(user: BrowserUser, drive: DriveClient) -> None:
    drive.does("begin-round")
    open_phone(user, drive, "Ann")
    table = drive.get("/players/2")["next"]["table"]
    pairs = drive.parts["round"]["tables"][table - 1]["pairs"]
    opponent = next(pair[0] for pair in pairs if 2 not in pair)
    drive.phone(player=opponent).does("enter-result", round=1, table=table, tricks=[8, 5])
    expect(user.page.get_by_role("button", name="Yes, that’s right")).to_be_visible()


def _card(user: BrowserUser, drive: DriveClient) -> None:
    _play(drive)
    open_phone(user, drive, "Ann")
    user.page.get_by_role("button", name="Card", exact=True).click()
    expect(user.see(".scorecard")).to_be_visible()


def _standings(user: BrowserUser, drive: DriveClient) -> None:
    _play(drive)
    open_phone(user, drive, "Ann")
    user.page.get_by_role("button", name="Standings").click()
    expect(user.see(".view:not(.round-part) .prizes")).to_be_visible()


def _seating_slide(user: BrowserUser, drive: DriveClient) -> None:
    drive.does("begin-round")
    _slide(user, drive)


def _prizes_slide(user: BrowserUser, drive: DriveClient) -> None:
    _play(drive)
    _slide(user, drive)


def _join_slide(user: BrowserUser, drive: DriveClient) -> None:
    _slide(user, drive)


def _slide(user: BrowserUser, drive: DriveClient) -> None:
    user.go(f"/drive/{drive.code}/screen")
    expect(user.see("h2")).not_to_be_empty()
    user.page.keyboard.press("Space")


def _play(drive: DriveClient) -> None:
    """Plays both rounds and corrects a result."""
    drive.play_round()
    drive.play_round((4, 9))
    drive.does("correct-result", round=1, table=1, tricks=[5, 8], why="sides swapped")


STATES: dict[
    str, tuple[tuple[tuple[int, int], ...], Callable[[BrowserUser, DriveClient], None]]
] = {
    "hub": (LAPTOPS, _hub),
    "new drive": (LAPTOPS, _new),
    "season": (LAPTOPS, _season),
    "players": (LAPTOPS, _players),
    "rounds": (LAPTOPS, _rounds),
    "results": (LAPTOPS, _results),
    "prizes": (LAPTOPS, _prizes),
    "prize list": (LAPTOPS, _prize_list),
    "check of the seats": (LAPTOPS, _seats),
    "share": (LAPTOPS, _dialog("Share")),
    "print": (LAPTOPS, _dialog("Print")),
    "drive settings": (LAPTOPS, _dialog("Drive settings")),
    "correction": (LAPTOPS, _correction),
    "entry": (LAPTOPS, _entry),
    "whose phone": (PHONES, _choice),
    "seat": (PHONES, _seat),
    "confirm": (PHONES, _confirm),
    "card": (PHONES, _card),
    "phone standings": (PHONES, _standings),
    "seating slide": (LAPTOPS, _seating_slide),
    "prizes slide": (LAPTOPS, _prizes_slide),
    "join slide": (LAPTOPS, _join_slide),
}


@pytest.mark.parametrize("state", part(STATES, 3))
def test_every_page_of_a_drive_fits_and_is_accessible(
    users: BrowserUsers, new_drive: Callable[..., DriveClient], state: str
) -> None:
    sizes, bring = STATES[state]
    settings = {"name": "Village hall", "fee": 350, "minutes": 8}
    drive = new_drive(LONG, plan=SHORT | {"groups": ["Gents", "Ladies"]}, settings=settings)
    user = users.open(sizes[0], reduced_motion="reduce")
    bring(user, drive)
    assert not (found := faults(user, sizes)), "\n".join(found)
