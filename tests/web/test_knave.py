"""Tests of the jack that the Colonial games call the knave (C1)."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from oddtrick.cards import Card
from oddtrick.games import find_game
from tests.support.extent import part
from tests.support.web.browser import modules_base
from tests.support.web.browser_user import PRESS, BrowserUsers

NAMES = """async ([base, cards, jack]) => {
  const { callJack, cardName, rankLabel } = await import(base + "cards/card-names.js");
  const { face } = await import(base + "cards/card-face.js");
  callJack(jack);
  return cards.map((card) => [cardName(card), rankLabel(card), face(card).outerHTML]);
}"""

HEARD = """
  window.heard = new Set();
  new MutationObserver(() => {
    for (const at of document.querySelectorAll("[aria-label]")) heard.add(at.ariaLabel);
    for (const at of document.querySelectorAll("[aria-live]")) heard.add(at.textContent);
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
"""
"""Collects every name of an element and every announcement."""

MATCHES: dict[str, dict[str, Any]] = {
    "whist": {"match": "deals", "deals": 2},
    "colonial-whist": {},
    "colonial-scotch-whist": {},
    "scotch-whist": {"target": 30},
    "knockout-whist": {"players": 6},
}


def test_C1_only_the_four_jacks_look_and_sound_different_as_knaves(users: BrowserUsers) -> None:
    user = users.open()
    user.go("/rules")
    cards = list(map(str, Card))
    jacks, knaves = (
        user.page.evaluate(NAMES, [modules_base(), cards, jack]) for jack in ("jack", "knave")
    )
    for card, jack, knave in zip(cards, jacks, knaves, strict=True):
        if card[0] == "J":
            assert (jack[0].replace("jack", "knave"), "Kn") == tuple(knave[:2])
            assert jack[2] != knave[2]
        else:
            assert jack == knave


@pytest.mark.parametrize("game", part(list(MATCHES), 2))
def test_C1_a_match_of_each_game_is_told_in_its_word_for_the_jack(
    users: BrowserUsers, game: str
) -> None:
    anna = users.open()
    anna.page.add_init_script(HEARD)
    code = anna.open_table(game, rules=MATCHES[game])
    anna.page.evaluate(PRESS)
    expect(anna.see("[data-stage=over] .panel h2")).to_be_visible(timeout=60_000)
    heard = " ".join(anna.page.evaluate("[...window.heard]"))
    anna.go(f"/t/{code}/replay/1")
    anna.see(".replay .board").wait_for()
    heard += anna.see("main").inner_text() + anna.page.content()
    words = set(re.findall(r"\b(jack|knave) of", heard))
    assert words == {find_game(game).jack}
