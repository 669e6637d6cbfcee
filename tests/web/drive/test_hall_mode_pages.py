"""The desk and the projector in a hall: how phones get into the network and to the drive."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.support.run_program import oddtrick
from tests.support.server.drive_client import DriveClient
from tests.support.server.drive_serve_process import hall
from tests.support.server.postgres_and_redis import free_port
from tests.support.web.browser_user import BrowserUser
from tests.support.web.drive_pages import PEOPLE, open_desk


def test_the_desk_shows_the_two_steps_of_a_phone(chromium: Browser, tmp_path: Path) -> None:
    file = tmp_path / "village.drive"
    assert oddtrick("drive", "new", file, "-", "--deals", "2", stdin=PEOPLE).returncode == 0
    with hall(tmp_path, file, port=free_port()) as (drive, _):
        context = chromium.new_context()
        desk = open_desk(BrowserUser(context, drive.url), drive)
        desk.page.get_by_role("button", name="Share").click()
        dialog = desk.page.get_by_role("dialog", name="Share")
        address = dialog.locator(".hall-step .typed")
        expect(address).to_have_text([drive.get("/hall")["address"]])
        expect(dialog.get_by_text("127.0.0.1")).to_have_count(0)
        dialog.get_by_label("Name of the network").fill("Village hall")
        dialog.get_by_label("Password (empty: none)").fill("short")
        dialog.get_by_role("button", name="Save").click()
        expect(dialog.get_by_role("alert").filter(has_text="8 characters")).to_be_visible()
        dialog.get_by_label("Password (empty: none)").fill("secret123")
        dialog.get_by_role("button", name="Save").click()
        expect(dialog.get_by_role("heading", level=4)).to_have_text(
            ["1. Join the Wi-Fi", "2. Open the drive"]
        )
        expect(dialog.locator(".hall-step .typed").first).to_have_text("Village hall")
        pictures = dialog.locator(".hall-step img")
        expect(pictures).to_have_count(2)
        desk.page.wait_for_function(
            "() => [...document.querySelectorAll('.hall-step img')]"
            ".every((image) => image.complete && image.naturalWidth > 0)"
        )
        screen = dialog.get_by_label("Projector").first
        assert screen.input_value().startswith(drive.get("/hall")["address"].removesuffix("/d"))
        assert screen.input_value().endswith(f"key={_screen_key(drive)}")
        _the_projector_shows_both_codes(chromium, drive)
        context.close()


def _screen_key(drive: DriveClient) -> str:
    """The key of the projector's link."""
    keys: list[dict[str, str]] = drive.get("/keys")["keys"]
    return next(key["link"].partition("key=")[2] for key in keys if key["role"] == "screen")


def _the_projector_shows_both_codes(chromium: Browser, drive: DriveClient) -> None:
    """Opens the projector with its key, and without one, which is not told the password."""
    context = chromium.new_context()
    projector = BrowserUser(context, drive.url)
    projector.go(f"/drive/{drive.code}/screen#key={_screen_key(drive)}")
    expect(projector.see(".join-step h3")).to_have_text(["1. Join the Wi-Fi", "2. Open the drive"])
    expect(projector.page.get_by_text("Password: secret123")).to_be_visible()
    projector.page.wait_for_function(
        "() => [...document.querySelectorAll('.join-step img')]"
        ".every((image) => image.complete && image.naturalWidth > 0)"
    )
    context.close()
    context = chromium.new_context()
    stranger = BrowserUser(context, drive.url)
    stranger.go(f"/drive/{drive.code}/screen")
    expect(stranger.page.get_by_text("Wi-Fi: Village hall")).to_be_visible()
    expect(stranger.page.get_by_text("secret123")).to_have_count(0)
    context.close()
