"""Takes the screenshots of docs/first-drive.md: ``python docs/images/make_drive_pages.py``.

A real server runs the drive. Needs Playwright and Chromium; set ``CHROMIUM`` to its path if it is
not /usr/bin/chromium.
"""

# ruff: noqa: INP001 (a script, not a package)

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from make_page_screenshots import CHROMIUM, run_server
from playwright.sync_api import sync_playwright

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

HERE = Path(__file__).parent
DESK = {"width": 1280, "height": 720}
PHONE = {"width": 390, "height": 720}
NAMES = """Ann Archer
Ben Baker
Cat Cooper
Dot Dyer
Eve Easton
Fred Fisher
Gus Green
Hanna Holm
Ida Ingram
Joe Jolly
Kay Knight
Lou Lane
Meg Miller
Ned Noble
Olga Ørsted
Pat Price
Quentin Quill
Rose Reed
Sam Stone
Tess Turner
Uma Underwood
Vic Vance
Wendy West"""
RESULTS = (8, 5, 9)


def open_page(browser: Browser, url: str, size: dict[str, int], scheme: str = "light") -> Page:
    """Opens a page and waits until it is complete."""
    page = browser.new_page(viewport=size, color_scheme=scheme, locale="en-GB")
    page.goto(url)
    page.wait_for_load_state("networkidle")
    return page


def take(page: Page, name: str) -> None:
    """Saves a screenshot when what has been said on the page has gone."""
    page.wait_for_timeout(6500)
    page.screenshot(path=HERE / f"drive-{name}.png")


def create(desk: Page) -> None:
    """Fills in the form of a new drive and creates it."""
    desk.get_by_label("Name of the drive").fill("Village hall, 4 May")
    desk.get_by_label("All tricks, 0–13").check()
    desk.get_by_label("First group").fill("Gents")
    desk.get_by_label("Second group").fill("Ladies")
    desk.get_by_text("More options").click()
    desk.get_by_label("Time for a deal").select_option("8")
    desk.get_by_label("Entry fee").fill("3.50")
    desk.get_by_text("More options").click()
    desk.get_by_label("Names", exact=True).fill(NAMES)
    desk.get_by_text("23 players").wait_for()
    desk.evaluate("window.scrollTo(0, 0)")
    take(desk, "new")
    desk.get_by_role("button", name="Create drive").click()
    desk.wait_for_url("**/desk")


def last_seat(desk: Page, drive: str) -> tuple[str, str]:
    """Returns the name of somebody at the last table, and the key on its card."""
    address = drive.replace("/drive/", "/api/drives/")
    parts = desk.request.get(address).json()["parts"]
    table = parts["round"]["tables"][-1]
    (name,) = (each["name"] for each in parts["players"] if each["id"] == table["pairs"][0][1])
    key = desk.request.get(f"{address}/tables/{table['table']}/key").json()["key"]
    return name, key


def main() -> None:
    """Takes the screenshots of the form, the desk, a phone and the projector view."""
    with run_server() as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        desk = open_page(browser, f"{url}/drive/new", DESK)
        create(desk)
        for name in NAMES.split("\n")[:14]:
            desk.get_by_label(f"{name} is here").check()
            desk.get_by_label(f"{name} has paid").check()
        take(desk, "players")
        desk.get_by_role("tab", name="Rounds").click()
        desk.get_by_role("button", name="Begin round 1").click()
        desk.get_by_label("Tricks N–S").wait_for()
        for tricks in RESULTS:
            desk.get_by_label("Tricks N–S").press_sequentially(str(tricks))
            desk.keyboard.press("Enter")
        drive = desk.url.removesuffix("#rounds").removesuffix("/desk")
        name, key = last_seat(desk, drive)
        phone = open_page(browser, f"{drive}#table={key}", PHONE)
        phone.get_by_role("button", name=name).click()
        phone.locator("[data-tricks='8']").click()
        take(phone, "phone")
        phone.get_by_role("button", name="Send").click()
        desk.get_by_text("to confirm").wait_for()
        take(desk, "rounds")
        screen = open_page(browser, f"{drive}/screen", DESK, "dark")
        screen.keyboard.press("Space")
        take(screen, "screen")
        browser.close()


if __name__ == "__main__":
    main()
