"""Tests of the worth of cards in a replay, computed in the browser."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import expect

from oddtrick.cards import Card
from oddtrick.dealing import new_match
from oddtrick.match import CallPhase
from oddtrick.record import decode_record, encode_record, record_of, replay
from oddtrick.review.turns import Turn, turns_of
from oddtrick.solver import Solver
from oddtrick.solver.double_dummy import DoubleDummy, points_taken, position_of
from oddtrick.web.static_files import SOLVER, files
from tests.support.extent import part
from tests.support.web.axe import barriers
from tests.support.web.browser_user import DESK, PHONE, BrowserUser, BrowserUsers
from tests.support.web.pseudo_locale import speak_in_brackets, untranslated
from tests.support.web.replay_pages import NAMES, by_players, dropped, example_record

pytestmark = pytest.mark.skipif(
    SOLVER not in files().named, reason="the solver for the page was not built: no zig"
)

COMPARED = 14
"""The number of plays at the end of a deal whose worths are compared."""

SHOWN = """() => Object.fromEntries(Array.from(document.querySelectorAll(".board [data-worth]"),
  (at) => [at.dataset.card, Number(at.dataset.worth)]))"""


def _plays_of_the_first_deal(data: bytes) -> list[Turn]:
    turns = turns_of(replay(decode_record(data)))
    return [turn for turn in turns if turn.deal == 0 and isinstance(turn.action, Card)]


def _switch_on(user: BrowserUser) -> None:
    user.page.get_by_role("switch", name="Show what each card is worth").check()


@pytest.mark.parametrize(
    "name",
    part(["whist-1", "colonial-whist-1", "colonial-scotch-whist-1", "knockout-whist-1", "five"], 1),
)
def test_each_decision_shows_the_values_of_the_kernel(users: BrowserUsers, name: str) -> None:
    data = by_players(5) if name == "five" else example_record(name)[0]
    plays = _plays_of_the_first_deal(data)
    oracle = DoubleDummy()
    user = users.open()
    dropped(user, data)
    user.page.keyboard.press("End")
    _switch_on(user)
    for turn in reversed(plays[-COMPARED:]):
        user.page.keyboard.press("ArrowLeft")
        values = oracle.choices(turn.before)
        assert values is not None
        assert isinstance(turn.action, Card)
        expect(user.see(".worth-line")).to_contain_text("Best play")
        expect(user.see(".board [data-worth]")).to_have_count(len(values))
        assert user.page.evaluate(SHOWN) == {str(card): n for card, n in values.items()}
        loss = max(values.values()) - values[turn.action]
        expect(user.see(".worth-line")).to_contain_text("costs" if loss else "as good as any")
        expect(user.see("[data-chosen]")).to_have_attribute("data-card", str(turn.action))


LOW_DEALS = {
    "bid-whist": ("3 downtown", "pass", "pass", "pass", "spades"),
    "solo-whist": ("misere", "pass", "pass", "pass"),
    "minnesota-whist": (),
}
"""Games with the calls that lead to a low deal; in Minnesota Whist each puts a red card down."""

BEST = (
    """() => Array.from(document.querySelectorAll(".board [data-best]"), (at) => at.dataset.card)"""
)


def _first_deal(game: str, *calls: str) -> bytes:
    """Returns the record of a first deal with these calls, or red cards, and random plays."""
    match, rng, left = new_match(game, seed=3, dealer=0), Random(3), [*calls]
    while not match.number:
        legal = match.legal_actions()
        if isinstance(match.phase, CallPhase):
            red = [call for call in legal if str(call)[-1] in "HD"]
            action = match.phase.parse(left.pop(0)) if left else rng.choice(red or legal)
        else:
            action = rng.choice(legal)
        match = match.apply(action)
    return encode_record(record_of(match, NAMES[:4]))


@pytest.mark.parametrize("game", part([*LOW_DEALS], 2))
def test_a_low_deal_is_shown_under_its_contract(users: BrowserUsers, game: str) -> None:
    data, solver = _first_deal(game, *LOW_DEALS[game]), Solver(8)
    plays = _plays_of_the_first_deal(data)
    user = users.open()
    dropped(user, data)
    user.page.keyboard.press("End")
    _switch_on(user)
    for turn in reversed(plays[-9:]):
        user.page.keyboard.press("ArrowLeft")
        before, position = turn.before, position_of(turn.before)
        rules, log = before.deal_rules, before.deal
        assert isinstance(turn.action, Card)
        assert position.fewest is (game != "bid-whist")
        values = solver.solve_cards(position)
        taken = points_taken(rules, log, before.played_hands(log))[rules.side_of(turn.seat)]
        expect(user.see(".worth-line")).to_contain_text("Best play")
        expect(user.see(".board [data-worth]")).to_have_count(len(values))
        assert user.page.evaluate(SHOWN) == {str(card): taken + n for card, n in values.items()}
        best = position.best(values.values())
        assert set(user.page.evaluate(BEST)) == {str(c) for c, n in values.items() if n == best}
        said = "costs" if values[turn.action] != best else "as good as any"
        expect(user.see(".worth-line")).to_contain_text(said)
        if position.fewest:
            expect(user.see(".worth-line")).to_contain_text("Each side wants the fewest.")


def test_a_deal_without_a_double_dummy_value_says_so(users: BrowserUsers) -> None:
    user = users.open()
    dropped(user, _first_deal("oh-hell"))
    expect(user.see(".worths")).to_contain_text("no side simply wants the most tricks, or the few")
    expect(user.page.get_by_role("switch", name="Show what each card is worth")).to_be_hidden()


def test_the_worths_are_off_by_default_and_need_no_server(users: BrowserUsers) -> None:
    user = users.open()
    requested: list[str] = []
    user.page.on("request", lambda request: requested.append(request.url))
    dropped(user, example_record("whist-1")[0])
    user.page.wait_for_load_state("networkidle")
    assert not [url for url in requested if "/solver/" in url]
    expect(user.see(".board [data-worth]")).to_have_count(0)
    requested.clear()
    _switch_on(user)
    expect(user.see(".board [data-best]").first).to_be_visible()
    assert [url for url in requested if url.endswith("solver.wasm")]
    # Every page asks for invitations once it is idle.
    asked = [url for url in requested if "/api/" in url and not url.endswith("/invitations")]
    assert asked == []
    user.page.get_by_role("switch", name="Show what each card is worth").uncheck()
    expect(user.see(".board [data-worth]")).to_have_count(0)
    expect(user.see(".worth-line")).to_be_hidden()


def test_a_position_is_opened_on_the_solver_page(users: BrowserUsers) -> None:
    user = users.open()
    dropped(user, example_record("whist-1")[0])
    _switch_on(user)
    for _ in range(3):
        user.page.keyboard.press("ArrowRight")
    expect(user.see(".worth-line")).to_contain_text("Best play")
    shown = user.page.evaluate(SHOWN)
    user.page.get_by_role("link", name="Try other cards").click()
    expect(user.see(".middle li")).to_have_count(3)
    expect(user.see(".choice-cards [data-best]").first).to_be_visible()
    assert user.page.evaluate(SHOWN) == shown


@pytest.mark.parametrize("size", part([DESK, PHONE], 1))
def test_the_worths_are_accessible_and_translated(
    users: BrowserUsers, size: tuple[int, int]
) -> None:
    user = users.open(size)
    speak_in_brackets(user.page)
    dropped(user, by_players(5))
    user.page.get_by_role("switch").check()
    expect(user.see(".board [data-best]").first).to_be_visible()
    assert user.fits()
    assert barriers(user.page) == []
    names = ("Ann", "Bartholomew", "Cat", "Dot", "Eve")
    assert untranslated(user.page, *names, passed=".suits, .tricks") == []
