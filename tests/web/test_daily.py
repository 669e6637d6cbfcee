"""Tests of the daily deal in the browser."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from datetime import UTC, date, datetime, timedelta

import pytest
from playwright.sync_api import Locator, expect

from oddtrick.server.daily.daily_service import begin_of
from oddtrick.server.store.engine import DATABASE_FILE
from tests.support.extent import part
from tests.support.server.server_process import ServerProcess
from tests.support.web.axe import barriers
from tests.support.web.browser_user import (
    DESK,
    INSTANT,
    NARROW,
    ON_TURN,
    PHONE,
    PRESS,
    BrowserUser,
    BrowserUsers,
)
from tests.support.web.pseudo_locale import speak_in_brackets, untranslated

TODAY = datetime.now(UTC).date()


def seal_days(server: ServerProcess, days: int) -> None:
    """Gives the days before today a deal."""
    rows = [((TODAY - timedelta(n)).isoformat(), f"{n:064x}") for n in range(1, days + 1)]
    with closing(sqlite3.connect(server.data / DATABASE_FILE, timeout=20)) as log, log:
        log.executemany("insert or ignore into daily_deals values (?, ?, 0)", rows)


def add_result(server: ServerProcess, person: str, day: date, tricks: int) -> None:
    """Stores a finished attempt."""
    row = (day.isoformat(), person, "k3f90pqr7xyz", begin_of(day), begin_of(day) + 1, tricks)
    with closing(sqlite3.connect(server.data / DATABASE_FILE, timeout=20)) as log, log:
        log.execute("insert or replace into daily_plays values (?, ?, ?, ?, ?, ?)", row)


def begin_today(user: BrowserUser) -> str:
    user.go("/daily")
    user.page.get_by_role("button", name="Play today’s deal").click()
    user.page.wait_for_url("**/t/*")
    user.see(ON_TURN).first.wait_for()
    return user.page.url.rpartition("/")[2]


def play_out(user: BrowserUser) -> None:
    user.page.evaluate(PRESS)
    user.see("[data-stage=over]").wait_for(timeout=60_000)


def results(user: BrowserUser) -> Locator:
    return user.page.get_by_role("table", name="How others did").locator("tbody tr")


def test_a_deal_is_left_continued_finished_and_compared(
    users: BrowserUsers, server: ServerProcess
) -> None:
    anna = users.open(PHONE, preferences=INSTANT)
    anna.go("/")
    anna.page.get_by_role("link", name="Deal of the day").click()
    expect(anna.page.get_by_role("heading", level=1)).to_have_text("Deal of the day")
    expect(anna.page.get_by_text("The days you play appear here")).to_be_visible()
    code = begin_today(anna)
    held = set(anna.hand())
    anna.see("[data-key=more]").click()
    expect(anna.page.get_by_role("dialog").locator("[data-key=claim]")).to_be_visible()
    expect(anna.page.get_by_role("dialog").locator("[data-key=leave]")).to_have_count(0)
    expect(anna.see("[data-key=hint], [data-key=undo]")).to_have_count(0)
    anna.go("/daily")
    expect(results(anna)).to_have_count(0)
    add_result(server, "p_other", TODAY, 13)
    anna.page.get_by_role("link", name="Continue").click()
    anna.see(ON_TURN).first.wait_for()
    assert anna.page.url.endswith(code)
    assert set(anna.hand()) == held
    play_out(anna)
    expect(anna.see(".panel [data-key=rematch]")).to_have_count(0)
    anna.see(".panel [data-key=daily]").click()
    expect(anna.page.get_by_text(re.compile(r"Your side took \d+ trick"))).to_be_visible()
    expect(results(anna).first).to_contain_text("13 tricks")
    expect(anna.see(".results [data-own]")).to_contain_text("You")
    href = anna.page.get_by_role("link", name="Review deal").get_attribute("href")
    assert href == f"/t/{code}/replay/1#deal=1&review"
    anna.page.get_by_role("link", name="Replay").click()
    anna.page.get_by_role("button", name="Verify this deal").click()
    expect(anna.page.get_by_role("dialog")).to_contain_text("This deal was fair")


def test_the_calendar_shows_results_and_leads_to_earlier_deals(
    users: BrowserUsers, server: ServerProcess
) -> None:
    anna = users.open(DESK).named("Anna")
    person = anna.context.request.get(f"{anna.url}/api/me").json()["id"]
    anna.go("/daily")
    seal_days(server, 40)
    for back, tricks in ((1, 8), (2, 5), (3, 7), (6, 9)):
        add_result(server, person, TODAY - timedelta(back), tricks)
    anna.page.reload()
    expect(anna.see(".streaks dd")).to_have_text(["3", "3", "4"])
    day = TODAY - timedelta(2)
    if day.month != TODAY.month:
        anna.page.get_by_role("button", name="Previous month").click()
    cell = anna.see(f"a[href='/daily/{day.isoformat()}']")
    expect(cell).to_contain_text("5 tricks")
    cell.click()
    expect(anna.page.get_by_text("Your side took 5 tricks.")).to_be_visible()
    expect(results(anna)).to_have_count(1)
    before = anna.page.get_by_role("button", name="Previous month")
    anna.page.wait_for_load_state()
    before.press("Enter")
    expect(anna.page.get_by_role("button", name="Previous month")).to_have_count(1)
    missed = (TODAY - timedelta(4)).isoformat()
    anna.go(f"/daily/{missed}")
    anna.page.get_by_role("button", name="Play for practice").click()
    anna.page.wait_for_url("**/t/*")
    expect(anna.see("[data-key=hint]")).to_be_visible()


@pytest.mark.parametrize("size", part([NARROW, DESK], 1))
def test_the_page_is_accessible_and_fits(
    users: BrowserUsers, server: ServerProcess, size: tuple[int, int]
) -> None:
    anna = users.open(size).named("Anna")
    own = anna.context.request.get(f"{anna.url}/api/me").json()["id"]
    anna.go("/daily")
    add_result(server, own, TODAY, 13)
    for n in range(11):
        add_result(server, f"p_other_{n}", TODAY, 12)
    for scheme in ("light", "dark"):
        anna.page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        anna.go("/daily")
        expect(anna.see(".month")).to_be_visible()
        expect(anna.see(".results [data-own]")).to_contain_text("13 tricks")
        anna.see(".fairness summary").click()
        assert barriers(anna.page) == []
        assert anna.fits()


def test_every_text_comes_from_the_catalogues(users: BrowserUsers) -> None:
    anna = users.open()
    speak_in_brackets(anna.page)
    anna.go("/daily")
    expect(anna.see(".month")).to_be_visible()
    dates = anna.see("time, .month h3, .month th").all_text_contents()
    days = anna.see(".day .visually-hidden").all_text_contents()
    dates += [day.partition(": ")[0] for day in days]
    dates += anna.see(".month th").evaluate_all("all => all.map((at) => at.abbr)")
    codes = anna.see(".fairness dd").all_text_contents()
    formatted = sorted(dates, key=len, reverse=True)  # “Mon” is part of “Monday”
    assert untranslated(anna.page, *formatted, *codes, "‹", "›") == []


def test_a_day_without_a_deal_says_so(users: BrowserUsers) -> None:
    anna = users.open(locale="de-DE")
    anna.go("/daily/1999-01-01")
    expect(anna.page.get_by_role("alert")).to_have_text("Für diesen Tag gibt es hier keine Runde.")
    users.complaints.clear()  # the browser logs each error response
