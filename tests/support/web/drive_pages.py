"""People at a whist drive in a browser."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Locator, expect

from tests.support.server.drive_client import DriveClient
from tests.support.web.browser_user import BrowserUser

PEOPLE = "Ann\nBen\nCat\nDot\nEve\nFay\nGuy\nHal"
"""Eight people: two tables."""

SHORT: dict[str, Any] = {"rounds": 2, "scoring": "tricks"}
"""A plan of two rounds."""


def open_desk(user: BrowserUser, drive: DriveClient, phase: str = "") -> BrowserUser:
    """Opens the desk of a drive by the link with its key."""
    user.go(f"/drive/{drive.code}/desk#key={drive.key}")
    expect(user.see("[role=tab][aria-selected=true]")).to_be_visible()
    if phase:
        open_phase(user, phase)
    return user


def open_phase(user: BrowserUser, phase: str) -> None:
    """Opens a part of the desk."""
    user.page.get_by_role("tab", name=phase, exact=True).click()
    expect(user.page.get_by_role("tabpanel", name=phase)).to_be_visible()


def open_phone(user: BrowserUser, drive: DriveClient, name: str) -> BrowserUser:
    """Opens a drive on a phone by the card of a table, and chooses a name there."""
    players = drive.parts["players"]
    (player,) = (each["id"] for each in players if each["name"] == name)
    user.go(f"/drive/{drive.code}#table={drive.player_key(player)}")
    user.see(".names button").filter(has_text=re.compile(rf"^{re.escape(name)}")).click()
    expect(user.see(".identity")).to_have_text(name)
    return user


def enter_tricks(user: BrowserUser, tricks: int) -> None:
    """Sends the tricks of the own side from a phone."""
    user.see(f"[data-tricks='{tricks}']").click()
    user.page.get_by_role("button", name="Send", exact=True).click()


def table_tile(user: BrowserUser, number: int) -> Locator:
    """Returns a table in the grid of the desk."""
    return user.see(f".tables-grid li[data-key='{number}']")
