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
from tests.support.web.replay_pages import dropped, told

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.support.server.server_process import ServerProcess
    from tests.support.web.browser_user import Visitors

KNOCKOUT = {"game": "knockout-whist", "players": 3}


@pytest.fixture(scope="module")
def played(house: ServerProcess) -> Iterator[str]:
    """A table at which Ann has played knock-out whist against bots."""
    yield from play_with_bots(house, KNOCKOUT)


def test_a_deal_and_its_review_link_to_each_other(visitors: Visitors, played: str) -> None:
    visitor = visitors.come(PHONE)
    visitor.go(f"/t/{played}/replay/1")
    link = visitor.see("a.review")
    expect(link).to_have_text("Review deal")
    expect(link).to_have_attribute("href", f"/t/{played}/review/1/1")
    visitor.page.keyboard.press("PageDown")
    expect(link).to_have_attribute("href", f"/t/{played}/review/1/2")
    link.click()
    visitor.page.wait_for_url(f"**/t/{played}/review/1/2", timeout=60_000)
    expect(visitor.see("h2").first).to_have_text("Deal 2")
    assert visitor.see(".fan .card").count() > 0
    assert visitor.fits()
    visitor.see(".ways a").first.click()
    expect(visitor.see(".titles select")).to_have_value("1")


def test_a_finished_match_links_to_the_last_deal(visitors: Visitors, played: str) -> None:
    visitor = visitors.come(PHONE)
    visitor.go(f"/t/{played}")
    visitor.see(".panel [data-key=review]").click()
    visitor.page.wait_for_url(f"**/t/{played}/review/1/*", timeout=60_000)
    last = visitor.page.url.rpartition("/")[2]
    expect(visitor.see("h2").first).to_have_text(f"Deal {last}")
    visitor.go(f"/t/{played}/review/1/{int(last) + 1}")
    expect(visitor.see("h1")).to_have_text("No review")
    visitors.complaints.clear()  # 404


def test_a_running_review_shows_that_it_takes_time(visitors: Visitors, played: str) -> None:
    visitor = visitors.come()
    visitor.page.route("**/review/1/1", lambda route: route.fulfill(status=204))
    visitor.go(f"/t/{played}/replay/1")
    visitor.see("a.review").click()
    expect(visitor.see(".waits")).to_contain_text("a few seconds")


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_the_page_obeys_its_content_policy_and_the_preferences(
    visitors: Visitors, played: str, scheme: str
) -> None:
    wishes = {"theme": scheme, "deck": "four", "contrast": "high"}
    visitor = visitors.come(DESK, wishes=wishes)
    visitor.go(f"/t/{played}/review/1/1")
    root = visitor.see("html")
    expect(root).to_have_attribute("data-theme", scheme)
    expect(root).to_have_attribute("data-deck", "four")
    expect(root).to_have_attribute("data-contrast", "high")
    visitor.page.evaluate("document.querySelectorAll('details').forEach((e) => { e.open = true; })")
    assert barriers(visitor.page) == []
    wide = "document.querySelector('.hands .card').getBoundingClientRect().width"
    assert 20 < visitor.page.evaluate(wide) < 60, "its style sheets have come"
    here = visitor.see("nav [aria-current]")
    expect(here).to_have_text("Everyone")
    visitor.see("nav").get_by_role("link", name="Ann", exact=True).click()
    expect(here).to_have_text("Ann")
    expect(visitor.see("h3").first).to_have_text("What mattered most for Ann")


def test_the_winner_is_readable_at_double_text_size(visitors: Visitors, table: str) -> None:
    visitor = visitors.come(PHONE)
    visitor.go(f"/t/{table}")
    names = visitor.see(".panel .result tbody th")
    names.first.wait_for()
    visitor.page.evaluate("document.documentElement.style.fontSize = '200%'")
    longest = "(names) => Math.max(...names.map((name) => name.getClientRects()[0].height))"
    line = "parseFloat(getComputedStyle(document.querySelector('.result')).lineHeight)"
    assert names.evaluate_all(longest) < 3 * visitor.page.evaluate(line), "a word or two on a line"
    title = visitor.see(".panel h2").bounding_box()
    assert title is not None
    assert title["x"] >= 0
    assert title["x"] + title["width"] <= PHONE[0], "wholly in sight"


def test_a_review_fits_at_every_width_and_at_double_text_size(
    visitors: Visitors, played: str
) -> None:
    visitor = visitors.come(DESK)
    visitor.go(f"/t/{played}/review/1/1")
    visitor.page.evaluate("document.querySelectorAll('details').forEach((e) => { e.open = true; })")
    for size in (PHONE, TABLET, DESK, NARROW):
        visitor.page.set_viewport_size({"width": size[0], "height": size[1]})
        for scale in ("100%", "200%"):
            visitor.page.evaluate("(size) => document.documentElement.style.fontSize = size", scale)
            assert visitor.fits(), (size, scale)


def test_only_imported_records_have_reviews(visitors: Visitors, house: ServerProcess) -> None:
    visitor = visitors.come().named("Ben")
    data, _ = told("knockout-whist-1")
    dropped(visitor, data)
    assert visitor.see("a.review").count() == 0
    ben = ApiClient(house.url)
    for cookie in visitor.context.cookies():
        ben.remember(cookie["name"], cookie["value"])
    name = upload_record(ben, EXAMPLES / "knockout-whist-1.record.json")["id"]
    ben.close()
    visitor.go(f"/replay/{name}#deal=7")
    visitor.see("a.review").click()
    visitor.page.wait_for_url(f"**/review/{name}/7", timeout=60_000)
    expect(visitor.see("h2").first).to_have_text("Deal 7")


def test_a_missing_review_shows_the_reason(visitors: Visitors, played: str) -> None:
    visitor = visitors.come()
    visitor.go(f"/t/{played}/review/1/99")
    expect(visitor.see("h1")).to_have_text("No review")
    expect(visitor.see(".outcome")).to_contain_text("no deal of that number")
    assert barriers(visitor.page) == []
    visitors.complaints.clear()  # 404
