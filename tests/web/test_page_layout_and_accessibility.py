"""Tests of layout and accessibility of every page at every size, theme and text size."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.support.extent import part
from tests.support.web.axe import barriers
from tests.support.web.browser_user import DESK, NARROW, PHONE, TABLET, BrowserUser, BrowserUsers
from tests.support.web.layout_checks import faults


def _setup(page: Page) -> None:
    page.get_by_role("button", name="Options: Whist", exact=True).click()
    page.locator(".levels input").first.wait_for(state="attached")


def _friends(page: Page) -> None:
    page.locator(".hero button").click()


def _settings(page: Page) -> None:
    page.locator(".settings-button").click()


def _register(page: Page) -> None:
    page.get_by_role("button", name="Create account").click()


def _right(page: Page) -> None:
    page.locator("[data-answer='AH']").click()


def _wrong(page: Page) -> None:
    page.locator("[data-answer='TH']").click()


def _nothing(page: Page) -> None:
    """Opens the page without further setup."""


STATES: dict[str, tuple[str, Callable[[Page], None]]] = {
    "start": ("/", _nothing),
    "options": ("/", _setup),
    "friends": ("/", _friends),
    "settings": ("/", _settings),
    "my games": ("/games", _nothing),
    "account": ("/games", _register),
    "ratings": ("/ratings", _nothing),
    "games": ("/rules", _nothing),
    "rules": ("/rules/whist", _nothing),
    "table of figures": ("/rules/scotch-whist", _nothing),
    "a seat": ("/learn#1", _nothing),
    "a right card": ("/learn#2", _right),
    "a wrong card": ("/learn#2", _wrong),
    "suits": ("/learn#6", _nothing),
    "numbers": ("/learn#10", _nothing),
    "the end": ("/learn#15", _nothing),
}


@pytest.mark.parametrize("state", part(STATES, 3))
def test_every_page_fits_the_window_and_is_accessible(users: BrowserUsers, state: str) -> None:
    anna = _before(users, state)
    assert faults(anna, (DESK, TABLET, PHONE, NARROW)) == []


def test_an_unknown_page_says_so_and_links_home(users: BrowserUsers) -> None:
    anna = users.open(PHONE, locale="de-DE")
    answer = anna.page.goto(f"{anna.url}/bridge/club")
    assert answer is not None
    assert answer.status == 404
    users.complaints.clear()  # the browser logs the 404
    expect(anna.page.get_by_text("Unter dieser Adresse gibt es nichts.")).to_be_visible()
    assert barriers(anna.page) == []
    anna.page.get_by_role("link", name="Startseite").click()
    expect(anna.page.get_by_role("heading", level=1)).to_have_text("Ein ruhiger Tisch für Whist")


@pytest.mark.parametrize("path", part(["/", "/games", "/rules", "/rules/whist", "/learn"], 3))
def test_each_page_has_its_own_title_and_one_main_heading(users: BrowserUsers, path: str) -> None:
    anna = users.open()
    anna.go(path)
    expect(anna.page.get_by_role("heading", level=1)).to_have_count(1)
    assert anna.page.title().endswith("Oddtrick")
    here = anna.see("header [aria-current=page]")
    expect(here).to_have_count(1)
    assert path.startswith(here.get_attribute("href") or "?")


def _before(users: BrowserUsers, state: str) -> BrowserUser:
    """Opens a browser with these settings and reduced motion."""
    path, bring = STATES[state]
    anna = users.open(reduced_motion="reduce")
    anna.go(path)
    anna.page.get_by_role("heading", level=1).wait_for()
    anna.page.wait_for_load_state("networkidle")
    bring(anna.page)
    return anna
