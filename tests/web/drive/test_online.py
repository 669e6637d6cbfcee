"""A drive played online, in a browser: joining, the way to the table and back, the standings."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.support.server.drive_client import DriveClient
from tests.support.web.browser_user import BrowserUser, BrowserUsers
from tests.support.web.drive_pages import PEOPLE, open_desk, open_phone

ONLINE: dict[str, Any] = {"tables": "some", "start_seconds": 0, "bot_delay_ms": 0}
DUPLICATE = {"rounds": 2, "scoring": "tricks", "movement": "duplicate"}


def join(user: BrowserUser, drive: DriveClient, name: str, link: str = "") -> None:
    user.go(link or f"/drive/{drive.code}")
    user.page.get_by_label("Your name").fill(name)
    user.page.get_by_role("button", name="Join", exact=True).click()
    expect(user.see(".identity")).to_have_text(name)


def test_the_page_leads_to_the_table_and_back_to_the_comparison(
    users: BrowserUsers, new_drive: Callable[..., DriveClient]
) -> None:
    drive = new_drive(plan=DUPLICATE, settings={"online": ONLINE | {"tables": "all"}})
    user = users.open((390, 844))
    join(user, drive, "Zoe")
    expect(user.see(".online-seat")).to_contain_text("2 boards are sealed")
    drive.does("begin-round")
    user.page.wait_for_url(re.compile(r"/t/\w+$"))
    expect(user.see("h1")).to_contain_text("round 1")
    user.page.get_by_role("button", name="More").click()
    user.page.get_by_role("button", name="Let a bot play for me").click()
    user.page.get_by_role("link", name="Back to the drive").first.click()
    expect(user.see(".field-view")).to_contain_text("match points")
    expect(user.see(".field-view tbody tr")).to_have_count(drive_tables(drive))
    expect(user.see(".online-seat")).to_contain_text("The organiser begins the next round.")


LIST_LINK = "Link for the people on the list"


def link_for_the_list(desk: BrowserUser) -> str:
    """Opens the dialog of links, and returns the one for those on the list."""
    desk.page.get_by_role("button", name="Share").click()
    return desk.page.get_by_label(LIST_LINK, exact=True).input_value()


def drive_tables(drive: DriveClient) -> int:
    return len(drive.parts["round"]["tables"])


def test_the_desk_frees_a_place_and_marks_who_plays_from_home(
    users: BrowserUsers, new_drive: Callable[..., DriveClient]
) -> None:
    drive = new_drive(settings={"online": ONLINE})
    join(users.open((390, 844)), drive, "Zoe")
    desk = open_desk(users.open(), drive)
    entry = desk.see(".entries li").filter(has_text="Zoe")
    entry.get_by_role("button").last.click()
    expect(desk.page.get_by_role("switch", name="Plays from home")).to_be_checked()
    desk.page.get_by_role("button", name="Free the place").click()
    expect(desk.see(".said")).to_contain_text("Zoe can join again, with the link")
    stranger = users.open((390, 844))
    stranger.go(f"/drive/{drive.code}")
    stranger.page.get_by_label("Your name").fill("Zoe")
    stranger.page.get_by_role("button", name="Join", exact=True).click()
    expect(stranger.see(".online-join .error")).to_contain_text("This name is on the list")
    assert all("403" in each for each in users.complaints)
    users.complaints.clear()
    link = link_for_the_list(desk)
    desk.page.get_by_role("button", name="Replace", exact=True).click()
    expect(desk.page.get_by_label(LIST_LINK, exact=True)).not_to_have_value(link)
    link = desk.page.get_by_label(LIST_LINK, exact=True).input_value()
    join(users.open((390, 844)), drive, "Zoe", link.removeprefix(drive.url))
    assert [each["joined"] for each in drive.parts["entries"] if each["name"] == "Zoe"] == [True]


def test_somebody_from_the_hall_who_is_seated_online_plays_on_the_phone(
    users: BrowserUsers, new_drive: Callable[..., DriveClient]
) -> None:
    drive = new_drive(settings={"online": ONLINE})
    join(users.open((390, 844)), drive, "Zoe")
    drive.does("begin-round")
    parts = drive.parts
    (table,) = [table for table in parts["round"]["tables"] if table["online"]]
    names = {player["id"]: player["name"] for player in parts["players"]}
    name = next(names[one] for pair in table["pairs"] for one in pair if names[one] in PEOPLE)
    desk = open_desk(users.open(), drive, "Rounds")
    desk.page.get_by_label("Table", exact=True).fill(str(table["table"]))
    expect(desk.page.get_by_text("online: the result is entered automatically")).to_be_visible()
    user = users.open((390, 844))
    open_phone(user, drive, name)
    expect(user.see(".online-seat")).to_contain_text("is played online in this round")
    expect(user.page.get_by_text("Play on another device")).to_have_count(0)
    asked: list[str] = []
    user.page.on("request", lambda request: asked.append(request.url))
    user.page.get_by_role("button", name="Play on this phone").click()
    user.page.wait_for_url(re.compile(r"/t/\w+$"))
    code = user.page.url.rpartition("/")[2]
    before = asked[: asked.index(user.page.url)]
    assert not [url for url in before if f"tables/{code}" in url], "asked too early"
    joined = {each["name"] for each in drive.parts["entries"] if each["joined"]}
    assert joined == {"Zoe", name}


def test_the_desk_tells_who_plays_from_home_and_asks_for_tables_in_the_hall(
    users: BrowserUsers, new_drive: Callable[..., DriveClient]
) -> None:
    drive = new_drive("", settings={"online": ONLINE}, plan={"movement": "partner"})
    zoe = users.open((390, 844))
    zoe.go(f"/drive/{drive.code}")
    zoe.page.get_by_text("I am in the hall").click()
    expect(zoe.page.get_by_label("Code on your table’s card")).to_be_visible()
    expect(zoe.page.get_by_text("The drive hasn’t begun yet")).to_have_count(1)
    join(zoe, drive, "Zoe")
    drive.does("add-entries", text="Ann\nBen\nCat\nDot\nEve\nFay\nGuy")
    drive.does("change-entry", entry=1, partner=2)
    desk = open_desk(users.open(), drive)
    expect(desk.see(".entries li[data-key='1']")).to_contain_text("plays from home")
    expect(desk.see(".entries").get_by_text("plays from home")).to_have_count(1)
    drive.does("begin-round")
    (online,) = [table["table"] for table in drive.parts["round"]["tables"] if table["online"]]
    assert online == 1, "a lower number than that of the table in the hall"
    desk.page.get_by_role("tab", name="Rounds").click()
    expect(desk.page.get_by_label("Table", exact=True)).to_have_value("2")
    desk.page.get_by_label("Tricks N–S").fill("8")
    desk.page.keyboard.press("Enter")
    expect(desk.page.get_by_label("Table", exact=True)).to_have_value("1")
    expect(desk.page.get_by_text("the result is entered automatically")).to_be_visible()
    drive.does("enter-result", round=1, table=1, tricks=[8, 5])
    expect(desk.page.get_by_label("Table", exact=True)).to_have_value("")
    desk.page.get_by_label("Table", exact=True).fill("1")
    expect(desk.page.get_by_text("the result is entered automatically")).to_have_count(0)


def test_the_link_for_another_device_is_gone_when_the_drive_is_closed(
    users: BrowserUsers, new_drive: Callable[..., DriveClient]
) -> None:
    drive = new_drive("Ann\nBen\nCat", settings={"online": ONLINE}, plan={"rounds": 1})
    zoe = users.open((390, 844))
    join(zoe, drive, "Zoe")
    link = zoe.page.get_by_text("Play on another device")
    expect(link).to_be_visible()
    drive.play_round()
    zoe.go(f"/drive/{drive.code}")
    expect(link).to_be_visible()
    drive.does("close")
    expect(zoe.page.get_by_text("The drive is over.")).to_be_visible()
    expect(link).to_have_count(0)
