"""Hints at the table for whatever is to be decided: when they are offered, and what they say."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING

import msgspec
import pytest
from playwright.sync_api import expect

from oddtrick.games import GAMES
from tests.support.web.random_match_updates import random_updates

if TYPE_CHECKING:
    from tests.support.web.browser_user import BrowserUser, BrowserUsers
    from tests.support.web.page_modules import PageModules

ADVICE = """async ([base, language, tables]) => {
  const { setLanguage } = await import(base + "i18n/translate.js");
  const { canHint, hasChoice, isOwnTurn } = await import(base + "wire/state.js");
  const { adviceKey, adviceText } = await import(base + "table/advice.js");
  await setLanguage(language, "table", "table-menus");
  const kinds = { choice: "suit", throw: "throw", call: "call" };
  const said = [];
  for (const table of tables) {
    if (!isOwnTurn(table)) continue;
    const { awaited, legal, calls } = table.match;
    const phase = awaited === "call" ? calls.at(-1)[0] : awaited;
    for (const action of legal) {
      const passes = awaited === "card" && action === "pass";
      const hint = passes ? { pass: true } : { [kinds[awaited] ?? "card"]: action };
      const key = adviceKey(hint);
      const offered = hasChoice(table) === legal.length > 1;
      said.push([phase, action, offered, key, await adviceText(hint, table)]);
    }
  }
  return said;
}"""
"""What a hint would say of every legal action, and the key of the card or button that does it."""

SAYS = {
    "bids": "Bid|Pass|Put down",
    "auction": "Bid|Pass",
    "trumps": "Choose",
    "discards": "Put away",
    "choice": "Choose",
    "throw": "Throw",
    "card": "Play|Knock",
}
"""How the advice begins in each phase."""


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_decision_of_every_game_has_its_hint_in_words_that_fit(
    modules: PageModules, language: str
) -> None:
    phases = set()
    for game, seat in ((game.id, seat) for game in GAMES for seat in range(4)):
        _, steps = random_updates(game, f"p_{seat}", random.Random(f"{game} 2"), most=70)
        tables = [msgspec.to_builtins(table) for _, table in steps]
        for phase, action, offered, key, text in modules.call(ADVICE, language, tables):
            phases.add(phase)
            assert offered, (game, phase, action)
            assert key == ("knock" if (phase, action) == ("card", "pass") else action)
            assert re.fullmatch(r"\w.*\w\.", text), text
            if language == "en":
                assert re.match(SAYS[phase], text), (game, phase, text)
                assert text != "Bid pass."
    assert set(SAYS) - {"throw"} <= phases


def _advised(anna: BrowserUser, words: str) -> str:
    """Asks for a hint, and returns the key of what it marks."""
    anna.page.get_by_role("button", name="Hint").click()
    expect(anna.see(".hint b")).to_have_text(re.compile(words))
    marked = anna.see("button[data-hint]")
    expect(marked).to_have_count(1)
    expect(marked).to_be_focused()
    return marked.get_attribute("data-key") or ""


def test_hints_mark_the_bid_the_trumps_and_each_card_to_be_put_away(users: BrowserUsers) -> None:
    anna = users.open()
    anna.open_table("bid-whist")
    anna.see(".panel .calls").wait_for()
    bid = _advised(anna, r"^(Bid \d [a-z ]+|Pass)\.$")
    assert anna.see(f".panel [data-key='{bid}'][aria-description]").count() == 1
    anna.see(".panel [data-key='7 no trump'], .panel [data-key='pass']").first.click()
    anna.see(".panel [data-key=high]").wait_for()
    expect(anna.see("button[data-hint]")).to_have_count(0)
    assert _advised(anna, r"^Choose (high|low)\.$") in ("high", "low")
    anna.see("button[data-hint]").press("Enter")
    expect(anna.see(".turn-status")).to_have_text("Put away 4 cards")
    card = _advised(anna, r"^Put away the \w+ of \w+\.$")
    anna.tap(anna.see(f".hand [data-key='{card}']"))
    expect(anna.see(".turn-status")).to_have_text("Put away 3 cards")
    expect(anna.see("button[data-hint]")).to_have_count(0)


def test_what_is_at_stake_is_in_sight_from_the_auction_on(users: BrowserUsers) -> None:
    anna = users.open((390, 844))
    anna.open_table("bid-whist")
    anna.see(".panel .calls").wait_for()
    anna.see(".panel [data-key='7 no trump'], .panel [data-key='pass']").first.click()
    anna.see(".panel [data-key=high]").wait_for()
    expect(anna.see(".contract")).to_have_text("You: 7 no trump")
    anna.see(".panel [data-key=high]").press("Enter")
    expect(anna.see(".contract")).to_have_text("You: 7 no trump, high · 0 of 12 tricks")
    expect(anna.see(".score .tricks")).to_have_text(["0 of 12", "0 of 1"])
    anna.see(".bar .game a").click()
    rules = anna.see("dialog[open]")
    expect(rules.locator("li").first).to_have_text("Lowest bid: 3")
    expect(rules.get_by_role("link", name="Rules: Bid Whist")).to_have_attribute(
        "href", "/rules/bid-whist"
    )
    anna.page.keyboard.press("Escape")
    expect(anna.see(".turn-status")).to_have_text("Put away 4 cards")
