"""Tests of the review page of a finished match."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.support.extent import part
from tests.support.report_texts import vocabulary, words_of
from tests.support.server.server_process import ServerProcess
from tests.support.server.upload_example_records import EXAMPLES, upload_record
from tests.support.web.axe import barriers
from tests.support.web.browser import play_with_bots
from tests.support.web.browser_user import DESK, NARROW, ON_TURN, PHONE, PRESS, TABLET, BrowserUsers

KNOCKOUT = {"game": "knockout-whist", "players": 3}

SUIT = ".panel .choices button:is([data-key=C], [data-key=D], [data-key=H], [data-key=S])"
DECISION = f"{ON_TURN}, {SUIT}"
"""A card to play, or a suit to choose as trumps: either can be the mistake of a review."""


@pytest.fixture(scope="module")
def played(server: ServerProcess) -> Iterator[str]:
    """A table at which Ann has played knock-out whist against bots."""
    yield from play_with_bots(server, KNOCKOUT)


def test_a_deal_links_to_its_printed_report_and_back(users: BrowserUsers, played: str) -> None:
    user = users.open(PHONE)
    user.go(f"/t/{played}/replay/1")
    link = user.page.get_by_role("link", name="Print report")
    expect(link).to_have_attribute("href", f"/t/{played}/review/1/1")
    expect(user.see("a.review")).to_have_attribute("href", "#deal=1&review")
    user.page.keyboard.press("PageDown")
    expect(user.see("a.review")).to_have_attribute("href", "#deal=2&review")
    link.click()
    user.page.wait_for_url(f"**/t/{played}/review/1/2", timeout=60_000)
    expect(user.see("h2").first).to_have_text("Deal 2")
    assert user.see(".fan .card").count() > 0
    assert user.fits()
    user.see(".report-nav a").first.click()
    expect(user.see(".titles select")).to_have_value("1")


def test_a_finished_match_links_to_the_review_of_its_last_deal(
    users: BrowserUsers, played: str
) -> None:
    user = users.open(PHONE)
    user.go(f"/t/{played}")
    user.see(".panel [data-key=review]").click()
    user.page.wait_for_url(f"**/t/{played}/replay/1#deal=*&review")
    expect(user.see(".coach-head")).to_be_visible()
    deals = user.see(".titles option").count()
    expect(user.see(".titles select")).to_have_value(str(deals - 1))


def test_the_printed_report_is_in_german(users: BrowserUsers, played: str) -> None:
    user = users.open(locale="de-AT")
    user.go(f"/t/{played}/replay/1")
    user.page.get_by_role("link", name="Bericht drucken").click()
    user.page.wait_for_url(f"**/t/{played}/review/1/1", timeout=60_000)
    expect(user.see("html")).to_have_attribute("lang", "de")
    expect(user.see("h2").first).to_have_text("Runde 1")
    expect(user.see("h1")).to_have_text("Knock-out-Whisteine Analyse")
    _assert_german(user.see("body").inner_text())
    user.go(f"/t/{played}/review/1/99")
    expect(user.see("h1")).to_have_text("Keine Analyse")
    expect(user.see(".outcome")).to_contain_text("Diese Runde gibt es in dieser Partie nicht")
    users.complaints.clear()  # 404


def test_the_chosen_language_outweighs_that_of_the_browser(
    users: BrowserUsers, played: str
) -> None:
    user = users.open(preferences={"language": "de"})
    user.go(f"/t/{played}/replay/1")
    user.page.get_by_role("link", name="Bericht drucken").click()
    user.page.wait_for_url(f"**/t/{played}/review/1/1?language=de", timeout=60_000)
    expect(user.see("h2").first).to_have_text("Runde 1")
    user.see("nav").get_by_role("link", name="Ann", exact=True).click()
    expect(user.see("h3").first).to_have_text("Die wichtigsten Entscheidungen von Ann")
    user.go(f"/t/{played}/review/1/1")
    expect(user.see("html")).to_have_attribute("lang", "de")
    _assert_german(user.see("body").inner_text())


def _assert_german(text: str) -> None:
    """Fails if a word of a text occurs in English labels only."""
    english, german = vocabulary("en"), vocabulary("de")
    assert words_of(text) & english - german == set()
    assert words_of(text) & german - english


@pytest.mark.parametrize("scheme", part(["dark", "light"], 1))
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


@pytest.mark.whole(
    held_by="tests/web/test_import_games.py::test_an_anonymous_visitor_reviews_an_imported_game_in_the_language_of_the_page"
)
def test_an_imported_record_has_a_review(users: BrowserUsers) -> None:
    user = users.open().named("Ben")
    ben = user.api_client()
    name = upload_record(ben, EXAMPLES / "knockout-whist-1.record.json")["id"]
    ben.close()
    user.go(f"/replay/{name}#deal=7&review")
    expect(user.see(".coach")).to_have_attribute("data-grade", "full", timeout=60_000)
    user.page.get_by_role("button", name="Next decision that mattered").click()
    link = user.see("[data-key=retry]")
    assert (link.get_attribute("href") or "").startswith(f"/review/{name}/retry/7/")
    back = user.page.url
    link.click()
    expect(user.see(".panel")).to_contain_text("Choose trumps")
    assert user.see(".trick .card").count() == 0, "the cut cards have made room"
    expect(user.see(SUIT)).to_have_count(4)
    user.page.get_by_role("button", name="hearts", exact=True).click()
    user.see(ON_TURN).first.wait_for()
    user.play()
    expect(user.see(".panel")).to_contain_text("Deal over: your second try")
    user.page.get_by_role("link", name="Back to the review").click()
    user.page.wait_for_url(f"{back.partition('#')[0]}#deal=7&card=*&review")


@pytest.mark.whole(held_by="tests/web/test_review_page.py::test_the_printed_report_is_in_german")
def test_a_missing_review_shows_the_reason(users: BrowserUsers, played: str) -> None:
    user = users.open()
    user.go(f"/t/{played}/review/1/99")
    expect(user.see("h1")).to_have_text("No review")
    expect(user.see(".outcome")).to_contain_text("No deal of that number")
    assert barriers(user.page) == []
    users.complaints.clear()  # 404


def test_a_mistake_can_be_tried_again_from_its_position(users: BrowserUsers, played: str) -> None:
    user = users.open(PHONE)
    replay = f"{user.url}/api/tables/{played}/replay"
    deals = user.context.request.get(replay).json()["match"]["deals"]
    for number in range(1, len(deals) + 1):
        user.page.goto(f"{user.url}/t/{played}/review/1/{number}?seat=all", timeout=60_000)
        if user.see(".retry a").count():
            break
    link = user.see(".retry a").first
    expect(link).to_have_text("Try this decision again")
    href = link.get_attribute("href") or ""
    assert href.startswith(f"/t/{played}/retry/1/{number}/")
    link.click()
    user.see(DECISION).first.wait_for()
    if user.see(SUIT).count():
        user.press(user.see(SUIT).first)
    user.play()
    user.page.evaluate(PRESS.replace(".panel [data-key=next], .panel .choices button, ", ""))
    panel = user.see(".panel:is([data-panel=pause], [data-panel=over])")
    expect(panel).to_contain_text("Deal over: your second try")
    expect(panel).to_contain_text("In the match your side took")
    assert user.see(".seat button").count() == 0
    user.press(panel.get_by_role("button", name="Try again"))  # where the last card was, perhaps
    expect(user.see(DECISION).first).to_be_visible()
    user.page.get_by_role("button", name="More").click()
    user.page.get_by_role("link", name="Back to the review").click()
    user.page.wait_for_url(f"**/t/{played}/replay/1#deal={number}&review")


def test_a_retry_of_no_decision_says_so(users: BrowserUsers, played: str) -> None:
    user = users.open()
    user.go(f"/t/{played}/retry/1/1/999")
    expect(user.see("main")).to_contain_text("no decision 999")
    users.complaints.clear()  # 409
