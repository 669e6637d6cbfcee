"""Tests of the review of a deal that is printed, or saved as a page in one file."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from playwright.sync_api import expect

from oddtrick.bots import find_bot
from oddtrick.games import GAMES
from oddtrick.record import encode_record, record_of
from oddtrick.review import review
from tests.support.extent import part
from tests.support.report_texts import vocabulary, words_of
from tests.support.review_deals import LITTLE, played
from tests.support.web.axe import barriers
from tests.support.web.browser_user import DESK, NARROW, PHONE, TABLET
from tests.support.web.draw_card_faces import KEPT, ROOT, drawn

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page

    from tests.support.web.browser_user import BrowserUser, BrowserUsers

HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=x()>',
    "</style></main>&amp;",
    "Bartholomew-Maximilian-X",
)

MISTAKES = '[data-part="print.mistakes"] > ol > li'
UNFOLD = "document.querySelectorAll('details').forEach((each) => { each.open = true; })"


@cache
def _deal(game: str) -> tuple[bytes, bytes, Any]:
    """A first deal of a game: its record, its review as the server sends it, and as a value."""
    matches = (played(game, seed, find_bot("random")) for seed in range(20))
    match = next(match for match in matches if match.all_deals[0].hands)
    record = record_of(match, HOSTILE[: match.rules.players])
    encoded = msgspec.json.encode(review(record, deals=[0], budget=LITTLE))
    return encode_record(record), encoded, msgspec.json.decode(encoded)["deals"][0]


def _print(user: BrowserUser, game: str) -> Any:
    """Opens the printed review of a game's deal, and returns the review."""
    record, encoded, deal = _deal(game)
    user.named("Ben")
    stored = user.api_client()
    name = stored("POST /api/records", record).json()["id"]
    stored.close()
    answer = {"body": encoded, "content_type": "application/json"}
    user.page.route(f"**/api/records/{name}/review/1", lambda route: route.fulfill(**answer))
    user.go(f"/replay/{name}?print=1")
    user.see(".printed").wait_for()
    return deal


def _saved(user: BrowserUser, file: Path) -> Path:
    with user.page.expect_download() as download:
        user.page.get_by_role("button", name=re.compile("Save as a file|Als Datei")).click()
    assert re.fullmatch(
        r"(Review|Analyse)-[\w-]+-1-Oddtrick\.html", download.value.suggested_filename
    )
    download.value.save_as(file)
    return file


def _alone(browser: Browser, file: Path) -> tuple[Page, list[str]]:
    """Opens a saved page without a server; with all that it asks for and says."""
    page = browser.new_context(viewport={"width": PHONE[0], "height": PHONE[1]}).new_page()
    heard: list[str] = []
    page.on("console", lambda message: heard.append(message.text))
    page.on("pageerror", lambda error: heard.append(str(error)))
    page.on("request", lambda request: heard.append(request.url))
    page.goto(file.as_uri())
    heard.remove(file.as_uri())
    return page, heard


@pytest.mark.parametrize("game", part([game.id for game in GAMES], 3))
def test_the_printed_review_of_every_game_tells_all_and_is_kept_in_one_file(
    users: BrowserUsers, chromium: Browser, tmp_path: Path, game: str
) -> None:
    user = users.open(TABLET)
    deal = _print(user, game)
    steps, real = deal["steps"], [one for one in deal["decisions"] if one["loss"]["real"]]
    assert user.see(".printed .board").count() == len(steps["hands"])
    plays = [play for hand in steps["hands"] for each in hand["tricks"] for play in each["plays"]]
    calls = [call for _, made in steps.get("calls") or [] for call in made]
    assert user.see(".printed .tricks td .short").count() == len(plays)
    assert user.see(".printed .stock li").count() == len(steps.get("stock", ()))
    listed = user.see(MISTAKES).evaluate_all("(all) => all.map((each) => each.dataset.decision)")
    assert list(map(int, listed)) == [one["number"] for one in real]
    marked = {
        (one["hand"], one["trick"], one["seat"], one["kind"] == "call")
        for one in real
        if one["kind"] != "trumps"
    }
    assert user.see(".printed td[data-missed]").count() == len(marked)
    assert user.see(".printed details li").filter(has=user.see("p")).count() == len(
        deal["decisions"]
    )
    assert user.see(".courses figure").count() == len(deal["losses"])
    assert user.see('[data-part="print.luck"]').count() == (deal["luck"]["par"] is not None)
    assert user.see(".printed button").count() == 0, "on paper they lead nowhere"
    assert bool(calls) == (user.see(".printed .tricks tbody td.small").count() > 0)
    file = _saved(user, tmp_path / "review.html")
    page, heard = _alone(chromium, file)
    shown = [each.locator(".printed").inner_text() for each in (page, user.page)]
    assert shown[0].split() == shown[1].split()
    assert all(name in shown[0] for name in HOSTILE[: len(steps["hands"][0]["cards"])])
    assert page.locator("main script, main img").count() == 0
    for size in (NARROW, DESK):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), size
    page.context.close()
    assert heard == []


def test_a_deal_leads_to_its_printed_review_and_back(users: BrowserUsers, table: str) -> None:
    user = users.open(PHONE)
    user.go(f"/t/{table}/replay/1")
    user.page.get_by_role("link", name="Print or save review").click()
    user.page.wait_for_url(f"**/t/{table}/replay/1?print=1")
    user.see(".printed").wait_for()
    user.page.get_by_role("link", name="Back to the replay").click()
    user.page.wait_for_url(f"**/t/{table}/replay/1#deal=1&review")
    expect(user.see(".coach-head")).to_be_visible()
    user.go(f"/t/{table}/replay/1?print=99")
    expect(user.see("main")).to_contain_text("No deal of that number")
    users.complaints.clear()  # 404


@pytest.mark.parametrize("theme", part(["dark", "light"], 1))
def test_the_printed_review_is_readable_on_screen_and_on_paper(
    users: BrowserUsers, theme: str
) -> None:
    user = users.open(DESK, preferences={"theme": theme, "deck": "four"})
    _print(user, "whist")
    user.page.evaluate(UNFOLD)
    assert barriers(user.page) == []
    for size in (PHONE, TABLET, DESK, NARROW):
        user.page.set_viewport_size({"width": size[0], "height": size[1]})
        for scale in ("100%", "200%"):
            user.page.evaluate("(size) => document.documentElement.style.fontSize = size", scale)
            assert user.fits(), (size, scale)
    user.page.evaluate("document.documentElement.style.fontSize = '100%'")
    user.page.emulate_media(media="print")
    user.page.set_viewport_size({"width": 688, "height": 1000})  # A4 within its margins
    assert user.fits()
    assert barriers(user.page, "color-contrast") == [], "dark print on white"
    assert not user.see(".print-actions").is_visible()


def test_the_printed_review_is_for_one_player_and_in_the_chosen_language(
    users: BrowserUsers,
) -> None:
    user = users.open(preferences={"language": "de"})
    deal = _print(user, "solo-whist")
    text = user.see("main").inner_text()
    english, german = vocabulary("en"), vocabulary("de")
    assert words_of(text) & english - german - words_of(*HOSTILE) == set()
    for seat in range(4):
        user.page.get_by_label("Wessen Entscheidungen").select_option(str(seat))
        own = [one for one in deal["decisions"] if one["seat"] == seat]
        expect(user.see(".printed details > ol > li")).to_have_count(len(own))
        expect(user.see(MISTAKES)).to_have_count(sum(one["loss"]["real"] for one in own))
        expect(user.see(".courses figure")).to_have_count(1)


def test_cards_are_drawn_in_the_documentation_as_on_the_page(chromium: Browser) -> None:
    stored = (ROOT / KEPT).read_text(encoding="utf-8")
    assert stored == drawn(chromium), "run python -m tests.support.web.draw_card_faces"
