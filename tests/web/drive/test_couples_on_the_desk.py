"""Couples and teams on the desk: two taps, an absence that shifts nobody, two names on a line."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator, expect

from tests.support.server.drive_client import DriveClient
from tests.support.web.browser_user import BrowserUser, BrowserUsers
from tests.support.web.drive_pages import open_desk, open_phase

COUPLES = {f"Ann {n:02}": f"Zed {n:02}" for n in range(1, 21)}
FORTY_ONE = "".join(f"{one}\n{other}\n" for one, other in COUPLES.items()) + "Single"
HUSBANDS = ("Zed 03", "Zed 17")


def test_a_partner_drive_of_41_with_two_absent_husbands(
    users: BrowserUsers, new_drive: Callable[..., DriveClient]
) -> None:
    plan = {"movement": "partner", "rounds": 3, "seats": "list", "spare": "sit-out"}
    drive = new_drive(FORTY_ONE, plan=plan, settings={"check_in": True})
    for entry in drive.parts["entries"]:
        if entry["name"] not in HUSBANDS:
            drive.does("change-entry", entry=entry["id"], here=True)
    desk = open_desk(users.open(), drive, "Players")
    expect(button(desk, "Ann 03")).to_have_text("with Zed 03")
    expect(button(desk, "Single")).to_have_text("Partner …")
    # Ann 01 has come with Zed 02 tonight: two taps. The two who are left are another two.
    button(desk, "Ann 01").click()
    expect(desk.see(".company-question")).to_contain_text("Who came with Ann 01?")
    button(desk, "Zed 02").click()
    expect(button(desk, "Zed 02")).to_have_text("with Ann 01")
    expect(button(desk, "Zed 01")).to_have_text("Partner …")
    button(desk, "Zed 01").click()
    button(desk, "Ann 02").click()
    expect(button(desk, "Ann 02")).to_have_text("with Zed 01")
    together = COUPLES | {"Ann 01": "Zed 02", "Ann 02": "Zed 01"}
    open_phase(desk, "Rounds")
    desk.page.get_by_role("button", name="Begin round 1").click()
    expect(desk.see(".tables-grid li")).to_have_count(9)
    check_pairs(desk, drive, {one: two for one, two in together.items() if two not in HUSBANDS})
    drive.enter_missing()
    open_phase(desk, "Players")
    for husband in HUSBANDS:
        desk.page.get_by_label(f"{husband} is here").check()
    open_phase(desk, "Rounds")
    desk.page.get_by_role("button", name="Begin round 2").click()
    expect(desk.see(".tables-grid li")).to_have_count(10)
    check_pairs(desk, drive, together)


def button(desk: BrowserUser, name: str) -> Locator:
    row = desk.see(".entry").filter(has=desk.page.locator(".name", has_text=name))
    return row.locator(".together")


def check_pairs(desk: BrowserUser, drive: DriveClient, couples: dict[str, str]) -> None:
    """Checks that the tiles of the tables show each couple as partners, unless one sits out."""
    parts = drive.parts
    out = {parts["players"][player]["name"] for player in parts["round"]["sitting_out"]}
    shown = desk.see(".tables-grid .pair").all_inner_texts()
    for one, other in couples.items():
        if not {one, other} & out:
            assert any(one in pair and other in pair for pair in shown), (one, other)


def test_two_names_on_a_line_are_asked_about_once(
    users: BrowserUsers, new_drive: Callable[..., DriveClient]
) -> None:
    drive = new_drive(plan={"movement": "partner"})
    desk = open_desk(users.open(), drive, "Players")
    desk.page.get_by_label("Add names").fill("Yves & Zoe\nUlla & Vera\nWim")
    desk.page.get_by_role("button", name="Add", exact=True).click()
    dialog = desk.page.get_by_role("dialog", name="Two names on a line")
    dialog.get_by_label("They are a couple").check()
    dialog.get_by_role("button", name="Add").click()
    expect(desk.see(".entries .name")).to_have_count(13)
    expect(button(desk, "Zoe")).to_have_text("with Yves")
    expect(button(desk, "Wim")).to_have_text("Partner …")


def test_teams_are_made_by_two_taps(
    users: BrowserUsers, new_drive: Callable[..., DriveClient]
) -> None:
    drive = new_drive("\n".join(f"P{n}" for n in range(1, 9)), plan={"movement": "military"})
    desk = open_desk(users.open(), drive, "Players")
    expect(button(desk, "P3")).to_have_text("Team P1")
    button(desk, "P3").click()
    desk.see(".company-question").get_by_role("button", name="Alone").click()
    expect(button(desk, "P3")).to_have_text("Team …")
    button(desk, "P3").click()
    button(desk, "P8").click()
    expect(button(desk, "P3")).to_have_text("Team P5")
