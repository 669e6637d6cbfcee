"""Tests of the review page of a finished match."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.support.server.server_process import ServerProcess
from tests.support.server.upload_example_records import EXAMPLES, upload_record
from tests.support.web.browser import play_with_bots
from tests.support.web.browser_user import ON_TURN, PHONE, PRESS, BrowserUsers

KNOCKOUT = {"game": "knockout-whist", "players": 3}

SUIT = ".panel .choices button:is([data-key=C], [data-key=D], [data-key=H], [data-key=S])"
DECISION = f"{ON_TURN}, {SUIT}"
"""A card to play, or a suit to choose as trumps: either can be the mistake of a review."""


@pytest.fixture(scope="module")
def played(server: ServerProcess) -> Iterator[str]:
    """A table at which Ann has played knock-out whist against bots."""
    yield from play_with_bots(server, KNOCKOUT)


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


def test_a_mistake_can_be_tried_again_from_its_position(users: BrowserUsers, played: str) -> None:
    user = users.open(PHONE)
    matches = f"{user.url}/api/tables/{played}/matches/1"
    deals = user.context.request.get(f"{matches}/replay").json()["match"]["deals"]
    number, decision = next(
        (number, decision)
        for number in range(1, len(deals) + 1)
        for deal in user.context.request.get(f"{matches}/review/{number}").json()["deals"]
        for decision in deal["decisions"]
        if decision["loss"]["real"]
    )
    user.go(f"/t/{played}/retry/1/{number}/{decision['number'] + 1}")
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
