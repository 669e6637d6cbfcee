"""Tests of the review page of a finished match."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.support.server.api_requests import ApiClient
from tests.support.server.record_requests import EXAMPLES, upload_record
from tests.support.web.axe import barriers
from tests.support.web.browser import play_with_bots
from tests.support.web.browser_user import DESK, NARROW, PHONE, TABLET
from tests.support.web.replay_pages import dropped, example_record

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.support.server.server_process import ServerProcess
    from tests.support.web.browser_user import BrowserUsers

KNOCKOUT = {"game": "knockout-whist", "players": 3}


@pytest.fixture(scope="module")
def played(server: ServerProcess) -> Iterator[str]:
    """A table at which Ann has played knock-out whist against bots."""
    yield from play_with_bots(server, KNOCKOUT)


def test_a_deal_and_its_review_link_to_each_other(users: BrowserUsers, played: str) -> None:
    user = users.open(PHONE)
    user.go(f"/t/{played}/replay/1")
    link = user.see("a.review")
    expect(link).to_have_text("Review deal")
    expect(link).to_have_attribute("href", f"/t/{played}/review/1/1")
    user.page.keyboard.press("PageDown")
    expect(link).to_have_attribute("href", f"/t/{played}/review/1/2")
    link.click()
    user.page.wait_for_url(f"**/t/{played}/review/1/2", timeout=60_000)
    expect(user.see("h2").first).to_have_text("Deal 2")
    assert user.see(".fan .card").count() > 0
    assert user.fits()
    user.see(".ways a").first.click()
    expect(user.see(".titles select")).to_have_value("1")


def test_a_finished_match_links_to_the_last_deal(users: BrowserUsers, played: str) -> None:
    user = users.open(PHONE)
    user.go(f"/t/{played}")
    user.see(".panel [data-key=review]").click()
    user.page.wait_for_url(f"**/t/{played}/review/1/*", timeout=60_000)
    last = user.page.url.rpartition("/")[2]
    expect(user.see("h2").first).to_have_text(f"Deal {last}")
    user.go(f"/t/{played}/review/1/{int(last) + 1}")
    expect(user.see("h1")).to_have_text("No review")
    users.complaints.clear()  # 404


def test_a_running_review_shows_that_it_takes_time(users: BrowserUsers, played: str) -> None:
    user = users.open()
    user.page.route("**/review/1/1", lambda route: route.fulfill(status=204))
    user.go(f"/t/{played}/replay/1")
    user.see("a.review").click()
    expect(user.see(".waits")).to_contain_text("a few seconds")


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_the_page_obeys_its_content_policy_and_the_preferences(
    users: BrowserUsers, played: str, scheme: str
) -> None:
    wishes = {"theme": scheme, "deck": "four", "contrast": "high"}
    user = users.open(DESK, preferences=wishes)
    user.go(f"/t/{played}/review/1/1")
    root = user.see("html")
    expect(root).to_have_attribute("data-theme", scheme)
    expect(root).to_have_attribute("data-deck", "four")
    expect(root).to_have_attribute("data-contrast", "high")
    user.page.evaluate("document.querySelectorAll('details').forEach((e) => { e.open = true; })")
    assert barriers(user.page) == []
    wide = "document.querySelector('.hands .card').getBoundingClientRect().width"
    assert 20 < user.page.evaluate(wide) < 60, "its style sheets have come"
    here = user.see("nav [aria-current]")
    expect(here).to_have_text("Everyone")
    user.see("nav").get_by_role("link", name="Ann", exact=True).click()
    expect(here).to_have_text("Ann")
    expect(user.see("h3").first).to_have_text("What mattered most for Ann")


def test_the_winner_is_readable_at_double_text_size(users: BrowserUsers, table: str) -> None:
    user = users.open(PHONE)
    user.go(f"/t/{table}")
    names = user.see(".panel .result tbody th")
    names.first.wait_for()
    user.page.evaluate("document.documentElement.style.fontSize = '200%'")
    longest = "(names) => Math.max(...names.map((name) => name.getClientRects()[0].height))"
    line = "parseFloat(getComputedStyle(document.querySelector('.result')).lineHeight)"
    assert names.evaluate_all(longest) < 3 * user.page.evaluate(line), "a word or two on a line"
    title = user.see(".panel h2").bounding_box()
    assert title is not None
    assert title["x"] >= 0
    assert title["x"] + title["width"] <= PHONE[0], "wholly in sight"


def test_a_review_fits_at_every_width_and_at_double_text_size(
    users: BrowserUsers, played: str
) -> None:
    user = users.open(DESK)
    user.go(f"/t/{played}/review/1/1")
    user.page.evaluate("document.querySelectorAll('details').forEach((e) => { e.open = true; })")
    for size in (PHONE, TABLET, DESK, NARROW):
        user.page.set_viewport_size({"width": size[0], "height": size[1]})
        for scale in ("100%", "200%"):
            user.page.evaluate("(size) => document.documentElement.style.fontSize = size", scale)
            assert user.fits(), (size, scale)


def test_only_imported_records_have_reviews(users: BrowserUsers, server: ServerProcess) -> None:
    user = users.open().named("Ben")
    data, _ = example_record("knockout-whist-1")
    dropped(user, data)
    assert user.see("a.review").count() == 0
    ben = ApiClient(server.url)
    for cookie in user.context.cookies():
        ben.remember(cookie["name"], cookie["value"])
    name = upload_record(ben, EXAMPLES / "knockout-whist-1.record.json")["id"]
    ben.close()
    user.go(f"/replay/{name}#deal=7")
    user.see("a.review").click()
    user.page.wait_for_url(f"**/review/{name}/7", timeout=60_000)
    expect(user.see("h2").first).to_have_text("Deal 7")


def test_a_missing_review_shows_the_reason(users: BrowserUsers, played: str) -> None:
    user = users.open()
    user.go(f"/t/{played}/review/1/99")
    expect(user.see("h1")).to_have_text("No review")
    expect(user.see(".outcome")).to_contain_text("no deal of that number")
    assert barriers(user.page) == []
    users.complaints.clear()  # 404
