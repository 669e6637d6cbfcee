"""Tests of the one-file report of a review in a real browser."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from oddtrick.report import for_seat, report_page, standalone_frame
from oddtrick.report.phrases import Phrases
from oddtrick.review import Review
from tests.support.extent import part
from tests.support.web import draw_card_faces
from tests.support.web.axe import barriers
from tests.support.web.browser_user import DESK, NARROW, PHONE, TABLET
from tests.support.web.report_pages import HOSTILE, reviewed

EXAMPLES = {
    "whist-1": (0,),
    "colonial-scotch-whist-1": (0,),
    "scotch-whist-2": (0, 1),
    "scotch-whist-1": (0,),
    "knockout-whist-1": (0, 5),
}
"""Examples with and without sides, with several hands, and with chosen trumps."""

each_example = pytest.mark.parametrize("name", part(EXAMPLES, 1))

WIDE = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
UNFOLD = "document.querySelectorAll('details').forEach((each) => { each.open = true; })"


@pytest.fixture
def shown(chromium: Browser, tmp_path: Path) -> Iterator[Callable[..., Page]]:
    """Opens reports; any browser error or request fails the test."""
    contexts: list[BrowserContext] = []
    requests: list[str] = []

    def show(
        review: Review,
        size: tuple[int, int] = DESK,
        scheme: str = "dark",
        seat: int | None = None,
    ) -> Page:
        file = tmp_path / f"report-{len(contexts)}.html"
        file.write_text(report_page(review, standalone_frame(), seat), encoding="utf-8")
        context = chromium.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme="light" if scheme == "light" else "dark",
        )
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: requests.append(message.text))
        page.on("pageerror", lambda error: requests.append(str(error)))
        page.on("dialog", lambda dialog: requests.append(dialog.message))
        page.on("request", lambda request: requests.append(request.url))
        page.goto(file.as_uri())
        requests.remove(file.as_uri())
        return page

    try:
        yield show
        assert requests == []
    finally:
        for context in contexts:
            context.close()


def test_cards_are_drawn_as_on_the_page(chromium: Browser) -> None:
    stored = (draw_card_faces.ROOT / draw_card_faces.KEPT).read_text(encoding="utf-8")
    assert stored == draw_card_faces.drawn(chromium), (
        "run python -m tests.support.web.draw_card_faces"
    )


@each_example
def test_nothing_overflows_at_any_window_size(shown: Callable[..., Page], name: str) -> None:
    page = shown(reviewed(name, *EXAMPLES[name]))
    page.evaluate(UNFOLD)
    for width, height in (NARROW, PHONE, TABLET, DESK):
        page.set_viewport_size({"width": width, "height": height})
        assert not page.evaluate(WIDE), width
    page.emulate_media(media="print")
    assert not page.evaluate(WIDE)


@pytest.mark.parametrize(
    ("name", "size", "scheme"),
    part(
        [
            ("whist-1", PHONE, "dark"),
            ("whist-1", DESK, "light"),
            ("scotch-whist-2", DESK, "dark"),
            ("knockout-whist-1", PHONE, "light"),
        ],
        1,
    ),
)
def test_the_report_is_accessible(
    shown: Callable[..., Page], name: str, size: tuple[int, int], scheme: str
) -> None:
    page = shown(reviewed(name, *EXAMPLES[name]), size, scheme)
    page.evaluate(UNFOLD)
    assert barriers(page) == []


@each_example
def test_every_card_and_every_decision_is_listed(shown: Callable[..., Page], name: str) -> None:
    review = reviewed(name, *EXAMPLES[name])
    page = shown(review)
    for deal in review.deals:
        section = page.locator(f"#deal{deal.number + 1}")
        dealt = sum(len(cards) for hand in deal.steps.hands for cards in hand.cards)
        assert section.locator(".fan .card").count() == dealt
        plays = [play for hand in deal.steps.hands for trick in hand.tricks for play in trick.plays]
        assert section.locator(".tricks .plays > li").count() == len(plays)
        assert section.locator(".decisions > li").count() == len(deal.decisions)
        free = [each for each in deal.decisions if not each.forced]
        assert section.locator(".decisions details").count() == len(free)
        rows = sum(len(each.choices) for each in free)
        assert section.locator(".choices tbody tr").count() == rows
        real = [each for each in deal.decisions if each.loss.real and each.kind == "card"]
        assert section.locator(".plays .missed").count() == len(real)
        assert section.locator(".of-moments .moment").count() == len(deal.moments)


def test_the_decisions_that_mattered_come_first_with_their_cards(
    shown: Callable[..., Page],
) -> None:
    review = reviewed("scotch-whist-2", *EXAMPLES["scotch-whist-2"])
    page = shown(review)
    phrases = Phrases("en", review=review)
    listed = page.locator(".key-decisions .moment")
    assert listed.count() == len(review.moments) > 0
    for at, moment in enumerate(review.moments):
        decision = review.decision(moment)
        places = listed.nth(at).locator(".place")
        assert places.first.inner_text() == phrases.place(decision)
        assert places.count() == (1 if decision.place == 0 else 2)
        lying = listed.nth(at).locator(".lying li")
        assert lying.locator(".card").count() == decision.place
        (deal,) = (each for each in review.deals if each.number == decision.deal)
        plays = deal.steps.hands[decision.hand].tricks[decision.trick].plays[: decision.place]
        assert lying.locator(".player").all_inner_texts() == [
            phrases.label(seat) for seat, _ in plays
        ]
        cards = (
            listed.nth(at)
            .locator(".pair [role=img]")
            .evaluate_all("(all) => all.map((each) => each.getAttribute('aria-label'))")
        )
        assert [each.rpartition(", ")[2] for each in cards] == ["played", "better"]


def test_names_are_escaped(shown: Callable[..., Page]) -> None:
    page = shown(reviewed("whist-1", 0, names=HOSTILE), PHONE)
    assert page.locator("script, img").count() == 0
    assert not page.evaluate(WIDE)
    body = page.locator("main").inner_text()
    for name in (HOSTILE[0], HOSTILE[1], "</style></main>&amp;[2J", HOSTILE[3]):
        assert name in body
    assert page.locator("main .deal").count() == 1


def test_a_report_for_one_player_lists_only_their_mistakes(shown: Callable[..., Page]) -> None:
    review = for_seat(reviewed("whist-1", 0), 1)
    page = shown(review, seat=1)
    said = page.locator(":is(.moment h4, .remarks b, .decisions .player)").all_text_contents()
    assert len(said) > 13
    assert all(line.startswith("Bartholomew") for line in said)
    assert page.locator(".decisions > li").count() == 13
    assert page.locator(".seats tbody tr").count() == 1


def test_the_curve_has_a_text_alternative_that_ends_at_the_result(
    shown: Callable[..., Page],
) -> None:
    review = reviewed("whist-1", 0)
    deal = review.deals[0]
    page = shown(review)
    listed = page.locator(".of-timeline svg").get_attribute("aria-label") or ""
    par, made = deal.luck.par, deal.luck.made
    assert par is not None
    assert made is not None
    assert listed.startswith(f"Ann and Cat would take {par[0]} trick")
    if par[0] != made[0]:
        assert f"{made[0]} after " in listed.split(";")[-1]
