"""Tests of the card images, drawn by a browser under the page's content policy."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from oddtrick.web.static_files import files
from tests.support.server.server_process import ServerProcess
from tests.support.web.browser import modules_base

SUITS = "SHDC"
COURTS = "JQK"
PACK = [rank + suit for suit in SUITS for rank in "23456789TJQKA"]
PIPS = {**{rank: int(rank) for rank in "23456789"}, "T": 10, "A": 1}

BUDGET = 14_000
"""The compressed size of all files that draw the cards, in bytes."""

LEGIBLE = 4.5
"""The minimum contrast of text by WCAG level AA."""

HELD = 0.45
"""The visible part of a card in a fanned hand."""

DRAW = """async ([base, cards, width]) => {
  const { face } = await import(base + "cards/card-face.js");
  const { cardBack } = await import(base + "cards/card-backs.js");
  const table = document.createElement("div");
  for (const card of cards) {
    const place = document.createElement("div");
    place.className = "card";
    place.dataset.card = card;
    place.style.width = width + "px";
    place.append(card.length === 2 ? face(card) : cardBack(card));
    table.append(place);
  }
  document.body.replaceChildren(table);
}"""


@pytest.fixture(scope="module")
def page(chromium: Browser, server: ServerProcess) -> Iterator[Page]:
    context = chromium.new_context(viewport={"width": 1300, "height": 900}, color_scheme="light")
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(server.url)
    complaints.clear()
    yield page
    context.close()
    assert complaints == []


def _draw(page: Page, cards: list[str], width: int) -> None:
    page.evaluate(DRAW, [modules_base(), cards, width])


def test_every_card_has_a_distinct_face(page: Page) -> None:
    _draw(page, [*PACK, "red", "blue"], 60)
    drawn: list[str] = page.evaluate(
        "() => [...document.querySelectorAll('.card')].map((card) => card.innerHTML)"
    )
    assert len(set(drawn)) == 54
    for picture in drawn:
        assert not re.search(r"\s(style|id|href)=|NaN|undefined", picture)
    for card, picture in zip(PACK, drawn, strict=False):
        alike = [other for other in PACK if other[0] == card[0] and other != card]
        assert all(picture != drawn[PACK.index(other)] for other in alike)


def test_each_call_returns_a_new_copy_of_a_face(page: Page) -> None:
    script = """async ([base]) => {
      const { face } = await import(base + "cards/card-face.js");
      const [one, other] = [face("QH"), face("QH")];
      one.firstChild.remove();
      return [one === other, face("QH").isEqualNode(other)];
    }"""
    assert page.evaluate(script, [modules_base()]) == [False, True]


PLACES = """() => Object.fromEntries([...document.querySelectorAll(".card")].map((card) => {
  const frame = card.getBoundingClientRect();
  const place = (pip) => {
    const { x, y, width, height } = pip.getBoundingClientRect();
    const turned = pip.getAttribute("transform").includes("scale(-");
    const at = [x + width / 2 - frame.x, y + height / 2 - frame.y];
    return [...at.map((n) => Math.round(n)), turned];
  };
  return [card.dataset.card, [
    [...card.querySelectorAll(".in-pip")].map(place),
    card.querySelectorAll(".face-corner > .in-suit").length,
  ]];
}))"""


def test_a_card_has_the_pips_of_its_rank(page: Page) -> None:
    _draw(page, PACK, 600)
    found: dict[str, Any] = page.evaluate(PLACES)
    for card, (pips, corners) in found.items():
        assert (len(pips), corners) == (PIPS.get(card[0], 0), 2), card
        assert len({(x, y) for x, y, _ in pips}) == len(pips), card
        for _, y, turned in pips:
            assert turned == (y > 440), card  # the middle row of a card 840 high is upright


def test_pips_are_symmetric_except_on_the_seven(page: Page) -> None:
    # Diamonds: only their outlines and centres are symmetric.
    _draw(page, [card for card in PACK if card[1] == "D"], 600)
    found: dict[str, Any] = page.evaluate(PLACES)
    for card, (pips, _) in found.items():
        here = {(x, y) for x, y, _ in pips}
        there = {(600 - x, 840 - y) for x, y in here}
        near = all(any(abs(x - u) + abs(y - v) <= 2 for u, v in there) for x, y in here)
        assert near == (card[0] != "7"), card


SEEN = """([width, height, step]) => [...document.querySelectorAll(".card")].flatMap((card) => {
  card.scrollIntoView({ block: "center" });
  const frame = card.getBoundingClientRect();
  const seen = (x, y) => {
    const at = document.elementFromPoint(frame.x + x, frame.y + y);
    return at instanceof SVGGeometryElement ? at.getAttribute("class") + at.getAttribute("d") : "";
  };
  const wrong = [];
  for (let x = step / 2; x < width; x += step) {
    for (let y = step / 2; y < height / 2; y += step) {
      const [here, there] = [seen(x, y), seen(width - x, height - y)];
      if (here !== there) wrong.push([card.dataset.card, x, y, here, there]);
    }
  }
  return wrong;
})"""


def test_courts_and_backs_are_rotationally_symmetric(page: Page) -> None:
    courts = [rank + suit for rank in COURTS for suit in SUITS]
    _draw(page, [*courts, "red", "blue"], 300)
    wrong = page.evaluate(SEEN, [300, 420, 5])
    assert wrong == []
    halves = page.evaluate("""() => [...document.querySelectorAll(".face-court")].map((court) => {
      const [one, other] = court.querySelectorAll(".court-half");
      return one.isEqualNode(other) && other.parentNode.getAttribute("transform");
    })""")
    assert halves == ["rotate(180 30 42)"] * 12


def test_suits_are_distinguishable_by_shape_alone(page: Page) -> None:
    _draw(page, ["2S", "2H", "2D", "2C"], 300)
    shapes: list[list[bool]] = page.evaluate("""() =>
      [...document.querySelectorAll(".face > .face-corner > .in-suit")].map((pip) => {
          const cells = [];
          for (let x = -9.5; x < 10; x++) for (let y = -9.5; y < 10; y++) {
            cells.push(pip.isPointInFill(new DOMPoint(x, y)));
          }
          return cells;
        })""")
    assert len(shapes) == 4
    for one, other in combinations(shapes, 2):
        either = sum(a or b for a, b in zip(one, other, strict=True))
        differing = sum(a != b for a, b in zip(one, other, strict=True))
        assert differing / either > 0.2


COLOURS = """() => [...document.querySelectorAll(".face")].map((face) => [
  getComputedStyle(face.querySelector(".in-stock")).fill,
  getComputedStyle(face.querySelector(".face-corner > .in-suit")).fill,
  getComputedStyle(face.querySelector(".face-corner .in-stroke")).stroke,
])"""


WISH = """async ([base, name, value]) => {
  const { setPreference } = await import(base + "ui/preferences.js");
  setPreference(name, value);
}"""


def _luminance(colour: str) -> float:
    parts = [int(part) / 255 for part in re.findall(r"\d+", colour)]
    assert len(parts) == 3, colour
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _contrast(one: str, other: str) -> float:
    dark, light = sorted([_luminance(one), _luminance(other)])
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("contrast", ["auto", "high", "system"])
@pytest.mark.parametrize("theme", ["auto", "light", "dark", "system"])
@pytest.mark.parametrize("deck", ["two", "four"])
def test_suit_colours_contrast_with_the_paper(
    page: Page, deck: str, theme: str, contrast: str
) -> None:
    page.emulate_media(
        color_scheme="dark" if theme == "system" else "light",
        contrast="more" if contrast == "system" else "no-preference",
    )
    wishes = {"deck": deck, "theme": theme, "contrast": contrast}
    for name, value in wishes.items():
        usual = "auto" if value == "system" else value
        page.evaluate(WISH, [modules_base(), name, usual])
    _draw(page, ["KS", "KH", "KD", "KC"], 60)
    drawn: list[list[str]] = page.evaluate(COLOURS)
    spades, hearts, diamonds, clubs = (suit for _, suit, _ in drawn)
    for paper, suit, stroke in drawn:
        assert suit == stroke
        assert _contrast(paper, suit) >= (7 if contrast != "auto" else LEGIBLE)
    if deck == "two":
        assert (spades, hearts) == (clubs, diamonds)
        assert spades != hearts
    else:
        assert len({spades, hearts, diamonds, clubs}) == 4
    dimmed = theme in ("dark", "system") and contrast == "auto"
    assert (_luminance(drawn[0][0]) < 0.8) == dimmed


@pytest.mark.parametrize("deck", ["two", "four"])
def test_suits_in_text_contrast_with_the_felt(page: Page, deck: str) -> None:
    fills: list[list[str]] = page.evaluate(
        """async ([base, deck]) => {
          const { suitSymbol } = await import(base + "cards/card-face.js");
          document.documentElement.setAttribute("data-deck", deck);
          const line = document.createElement("p");
          line.append(...["S", "H", "D", "C"].map(suitSymbol));
          document.body.replaceChildren(line);
          return [...line.children].map((drawn) => [
            drawn.getAttribute("aria-label"), getComputedStyle(drawn.firstChild).fill,
          ]);
        }""",
        [modules_base(), deck],
    )
    assert [name for name, _ in fills] == ["spades", "hearts", "diamonds", "clubs"]
    assert len({colour for _, colour in fills}) == (2 if deck == "two" else 4)
    for _, colour in fills:
        assert _contrast(colour, "rgb(28, 92, 70)") > 3  # the brightest of the felt


CORNER = """() => [...document.querySelectorAll(".card")].map((card) => {
  const frame = card.getBoundingClientRect();
  const box = (at) => {
    const { left, top, right, bottom } = at.getBoundingClientRect();
    return [left - frame.x, top - frame.y, right - frame.x, bottom - frame.y];
  };
  const boxes = (what) => [...card.querySelectorAll(what)].map(box);
  const [glyph, corner] = [".face-glyph", ".face-corner"].map((what) => card.querySelector(what));
  return [card.dataset.card, box(glyph), box(corner), boxes(".in-pip, .in-frame")];
})"""


@pytest.mark.parametrize("width", [35, 40, 64, 89])
def test_a_small_card_is_identifiable_by_the_strip_visible_in_a_fan(page: Page, width: int) -> None:
    _draw(page, PACK, width)
    for card, (left, top, right, bottom), corner, _ in page.evaluate(CORNER):
        assert min(left, top) > 0.03 * width, card  # half a stroke lies outside the box
        assert right < HELD * width, card
        assert corner[2] < HELD * width, card
        assert corner[3] < 0.6 * width * 1.4, card
        assert bottom - top > 0.3 * width, card
    parts = [".face-pips", ".face-turned", ".in-fine", ".in-alone", ".court-half"]
    shown = page.evaluate(
        """(parts) => parts.map((what) =>
          [...document.querySelectorAll(what)].some((at) => at.getBoundingClientRect().width))""",
        parts,
    )
    assert shown == [False, False, False, True, True]


@pytest.mark.parametrize("width", [90, 120, 400])
def test_a_large_card_shows_all_parts_without_covering_its_corner(page: Page, width: int) -> None:
    _draw(page, [card for card in PACK if card != "AS"], width)
    for card, _, (_, _, right, bottom), others in page.evaluate(CORNER):
        assert len(others) >= 1, card
        for left, top, _, _ in others:
            assert right <= left or bottom <= top, card
    hidden = page.evaluate("""() => [...document.querySelectorAll(".in-alone")].some((at) =>
      at.getBoundingClientRect().width)""")
    assert hidden is False


def test_the_name_mark_has_an_accessible_name(page: Page) -> None:
    script = """async ([base]) => {
      const { wordmark } = await import(base + "cards/wordmark.js");
      document.body.replaceChildren(wordmark());
      const { width, height } = document.querySelector(".in-letters").getBoundingClientRect();
      return width > height && height > 0;
    }"""
    assert page.evaluate(script, [modules_base()])
    assert page.get_by_role("img", name="Oddtrick", exact=True).count() == 1
    boxes = page.evaluate("""() => {
      const mark = document.querySelector(".name-mark");
      const all = mark.getBoundingClientRect();
      return [...mark.querySelectorAll("path")].map((at) => at.getBoundingClientRect())
        .every((at) => at.left >= all.left && at.right <= all.right
          && at.top >= all.top && at.bottom <= all.bottom);
    }""")
    assert boxes is True


def test_the_card_images_stay_within_their_size_budget() -> None:
    drawing = {
        name: len(file.packed)
        for name, file in files().named.items()
        if name.startswith("cards/") and not name.endswith("-names.js")
    }
    assert {
        "cards/card-face.js",
        "cards/card-backs.js",
        "cards/wordmark.js",
        "cards/cards.css",
    } <= set(drawing)
    assert sum(drawing.values()) < BUDGET
