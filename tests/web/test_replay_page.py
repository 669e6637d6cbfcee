"""Tests of the replay of a match with all hands open, in a real browser."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from playwright.sync_api import expect

from oddtrick.cards import Card, Hand
from oddtrick.games import register_game, unregister_game
from oddtrick.match import CHANCE, CallPhase
from oddtrick.record import decode_record, encode_record, record_of, replay, steps_of
from oddtrick.rules import PASS
from tests.support.bidding_games import EXCHANGE
from tests.support.extent import part
from tests.support.random_matches import course
from tests.support.web.axe import barriers
from tests.support.web.browser import modules_base
from tests.support.web.browser_user import DESK, PHONE
from tests.support.web.replay_pages import CAPTION, by_players, dropped, example_record, with_passes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from oddtrick.match import DealLog
    from oddtrick.rules import Rules
    from tests.support.web.browser_user import BrowserUser, BrowserUsers


TABLET, NARROW = (820, 1180), (320, 700)


MOMENTS = """async ([base, deals]) => {
  const { turnCount, stateAt } = await import(base + "replay/replay-states.js");
  return deals.map((deal) => {
    const moments = [];
    for (let card = 0; card <= turnCount(deal); card++) {
      const { played, held, ...moment } = stateAt(deal, card);
      moments.push({ ...moment, played: [...played] });
    }
    return moments;
  });
}"""


FITS = """() => [...document.querySelectorAll(".replay .wide")]
  .every((list) => list.scrollWidth <= list.clientWidth)"""


def _expected(log: DealLog, rules: Rules) -> Iterator[dict[str, Any]]:
    """Yields every state of a deal: before the first turn, and after each."""
    assert log.deal is not None
    hands = [list(hand.turns(log.seats)) for hand in log.hands]
    draws = [each for hand in log.hands for each in hand.draws(log.seats, log.deal.stock)]
    tricks, drawn = 0, list[tuple[int, str]]()
    calls = [[seat, str(call)] for phase in log.calls for seat, call in phase.made]
    seats = [seat for seat, _ in calls] + [seat for hand in hands for t in hand for seat, _ in t]
    won = [0] * rules.players
    opening = {"hand": 0, "trick": -1, "table": [], "winner": None, "won": won, "drawn": []}
    for at, seat in enumerate(seats[: len(calls) + 1]):
        yield {**opening, "next": seat, "calls": calls[:at]}
    at = len(calls)
    for number, hand in enumerate(hands):
        cards_played: list[str] = []
        for count, trick in enumerate(hand):
            table: list[tuple[int, str | None]] = []
            winner = log.hands[number].winners[count]
            for seat, play in trick:
                at += 1
                card = None if play is PASS else str(play)
                table.append((seat, card))
                cards_played += [] if card is None else [card]
                done = len(table) == len(trick)
                if done:
                    tricks += 1
                    counts = tricks > rules.idle_tricks(log.number)
                    won = [n + (counts and other == winner) for other, n in enumerate(won)]
                    now = draws[tricks - 1 : tricks]
                    drawn += [(who, str(taken)) for each in now for who, taken in each]
                yield {
                    "calls": calls,
                    "hand": number,
                    "trick": count,
                    "table": list(map(list, table)),
                    "winner": winner if done else None,
                    "next": seats[at] if at < len(seats) else None,
                    "won": won,
                    "drawn": list(map(list, drawn)),
                    "played": sorted(cards_played),
                }


@pytest.mark.parametrize(
    "name",
    part(
        [
            "with-passes",
            "whist-1",
            "colonial-whist-1",
            "colonial-scotch-whist-1",
            "scotch-whist-1",
            "knockout-whist-1",
            "german-whist",
            "oh-hell",
        ],
        4,
    ),
)
def test_every_replay_state_matches_the_match(users: BrowserUsers, name: str) -> None:
    if name in ("german-whist", "oh-hell"):
        match = course(name, {}, 1)[-1]
    else:
        match = with_passes() if name == "with-passes" else replay(decode_record(_example(name)))
    steps = msgspec.to_builtins(steps_of(match))
    user = users.open()
    user.go("/")
    shown = user.page.evaluate(MOMENTS, [modules_base(), steps["deals"]])
    for log, moments in zip(match.all_deals, shown, strict=True):
        expected = list(_expected(log, match.rules))
        for moment, right in zip(moments, expected, strict=True):
            right.setdefault("played", [])
            assert {**moment, "played": sorted(moment["played"])} == right


HANDS = """async ([base, deal]) => {
  const { turnCount, stateAt } = await import(base + "replay/replay-states.js");
  return Array.from({ length: turnCount(deal) + 1 }, (_, card) => {
    const { held, played } = stateAt(deal, card);
    return held.map((cards) => cards.filter((each) => !played.has(each)));
  });
}"""


@pytest.fixture
def exchange() -> Iterator[None]:
    register_game(EXCHANGE)
    yield
    unregister_game(EXCHANGE.id)


@pytest.mark.usefixtures("exchange")
@pytest.mark.parametrize("name", ["oh-hell", "german-whist", EXCHANGE.id])
def test_the_hands_shown_are_those_of_the_match_less_the_cards_laid_down(
    users: BrowserUsers, name: str
) -> None:
    """Cards are drawn, laid down, taken back or given away as it happens."""
    states = course(name, {}, 1)
    (deal, *_) = msgspec.to_builtins(steps_of(states[-1]).deals)
    user = users.open()
    user.go("/")
    shown = user.page.evaluate(HANDS, [modules_base(), deal])
    turns = [each for each in states if each.number == 0 and each.to_act not in (None, CHANCE)]
    for match, hands in zip(turns, shown, strict=False):
        made = match.phase.made if isinstance(match.phase, CallPhase) else ()
        for seat, cards in enumerate(hands):
            laid = Hand.of(call for by, call in made if by == seat and isinstance(call, Card))
            assert sorted(cards) == sorted(map(str, match.view(seat).hand - laid)), match.phase


def _example(name: str) -> bytes:
    return example_record(name)[0]


@pytest.mark.parametrize("language", ["en", "de"])
def test_X5_each_knock_is_a_step_and_only_its_deal_has_no_review(
    users: BrowserUsers, language: str
) -> None:
    match = with_passes()
    names = ["Ann", "Bob", "Cat", "Dot"]
    user = users.open(PHONE, preferences={"language": language})
    dropped(user, encode_record(record_of(match, names)))
    caption = user.see(CAPTION)
    assert user.page.evaluate(FITS), "the lists of tricks and scores, without scrolling sideways"
    for number, log in enumerate(match.all_deals):
        for trick in [trick for hand in log.hands for trick in hand.turns(log.seats)]:
            for seat, play in trick:
                user.page.keyboard.press("ArrowRight")
                expect(caption).to_contain_text(names[seat])
                verb = {"en": "knocks.", "de": "klopft."}[language]
                assert (verb in caption.inner_text()) == (play is PASS)
            passes = sum(play is PASS for _, play in trick)
            expect(user.see(".middle .knock")).to_have_count(passes)
        knocks = sum(play is PASS for hand in log.hands for play in hand.plays)
        expect(user.see(".tricks .knock")).to_have_count(knocks)
        expect(user.see("a.review")).to_be_visible(visible=not log.dogs)
        reason = {"en": "aren’t reviewed", "de": "nicht analysiert"}[language]
        expect(user.see(".worths")).to_be_visible(visible=not log.dogs)
        assert (reason in user.see("aside").inner_text()) == bool(log.dogs)
        assert user.fits()
        if number + 1 < len(match.all_deals):
            user.page.keyboard.press("ArrowRight")


def _on_the_table(user: BrowserUser) -> list[str]:
    return [each.get_attribute("data-key") or "" for each in user.see(".middle [data-key]").all()]


def test_a_deal_is_replayed_by_keyboard_and_every_card_is_announced(users: BrowserUsers) -> None:
    data, match = example_record("whist-1")
    user = users.open()
    dropped(user, data)
    press = user.page.keyboard.press
    names, deal = match["names"] or [f"Seat {n + 1}" for n in range(4)], match["deals"][0]
    live = user.see(CAPTION)
    assert live.get_attribute("aria-live") == "polite"
    expect(live).to_contain_text("Deal 1:")
    for number, trick in enumerate(deal["hands"][0]["tricks"][:4], 1):
        for at, (seat, card) in enumerate(trick["plays"]):
            press("ArrowRight")
            verb = "leads" if at == 0 else "plays"
            expect(live).to_contain_text(f"{names[seat]} {verb} the")
            if at == 0:
                expect(live).to_contain_text(f"Trick {number}.")
            assert _on_the_table(user) == [played for _, played in trick["plays"][: at + 1]]
            assert card in _on_the_table(user)
        expect(live).to_contain_text(f"{names[trick['winner']]} wins the trick.")
    press("ArrowUp")
    assert _on_the_table(user) == [card for _, card in deal["hands"][0]["tricks"][2]["plays"]]
    press("ArrowDown")
    press("ArrowLeft")
    assert len(_on_the_table(user)) == 3
    press("End")
    expect(live).to_contain_text("Deal 1 is over.")
    press("ArrowRight")
    expect(live).to_contain_text("Deal 2:")
    press("PageUp")
    expect(live).to_contain_text("Deal 1:")
    press("ArrowLeft")
    expect(live).to_contain_text("Deal 1:")


def test_hands_are_described_in_text_and_shrink(users: BrowserUsers) -> None:
    data, match = example_record("whist-1")
    user = users.open()
    dropped(user, data)
    seat, card = match["deals"][0]["hands"][0]["tricks"][0]["plays"][0]
    held = user.see(f'.open[data-seat="{seat}"] .held')
    before = (held.text_content() or "").count(",")
    assert re.search(r"Spades|spades", held.text_content() or "")
    user.page.keyboard.press("ArrowRight")
    expect(user.see(f'.open[data-seat="{seat}"] .on-table')).to_have_text(
        card[0].replace("T", "10")
    )
    assert (held.text_content() or "").count(",") in (before - 1, before)
    user.page.keyboard.press("End")
    expect(held).to_have_text("No cards left.")


@pytest.mark.whole(
    held_by="tests/web/test_replay_page.py::test_a_deal_is_replayed_by_keyboard_and_every_card_is_announced"
)
def test_buttons_slider_lists_and_deal_selector_navigate_the_match(
    users: BrowserUsers,
) -> None:
    data, match = example_record("whist-1")
    user = users.open(PHONE)
    dropped(user, data)
    first = match["deals"][0]["hands"][0]["tricks"]
    user.see('[data-command="trick-on"]').click()
    assert _on_the_table(user) == [card for _, card in first[0]["plays"]]
    user.see('[data-command="on"]').click()
    assert len(_on_the_table(user)) == 1
    user.see('[data-command="back"]').click()
    user.see('[data-command="trick-back"]').click()
    expect(user.see(CAPTION)).to_contain_text("Deal 1:")
    user.see("input[type=range]").fill("7")
    assert _on_the_table(user) == [card for _, card in first[1]["plays"][:3]]
    user.see(".tricks tbody button").nth(5).click()
    assert _on_the_table(user) == [card for _, card in first[5]["plays"]]
    expect(user.see(".tricks [aria-current=step]")).to_have_text("6")
    user.page.keyboard.press("End")  # scrolls if a list has the focus
    assert _on_the_table(user) == [card for _, card in first[5]["plays"]]
    user.page.keyboard.press("ArrowLeft")
    assert _on_the_table(user) == [card for _, card in first[5]["plays"][:3]]
    user.see(".titles select").select_option("1")
    expect(user.see(CAPTION)).to_contain_text("Deal 2:")
    user.see(".scores tbody button").first.click()
    expect(user.see(CAPTION)).to_contain_text("Deal 1:")


def test_autoplay_runs_until_it_is_stopped(users: BrowserUsers) -> None:
    data, _ = example_record("whist-1")
    user = users.open()
    dropped(user, data)
    user.page.evaluate(
        "localStorage.setItem('oddtrick-preferences', JSON.stringify({ speed: 'fast' }))"
    )
    user.page.keyboard.press("Space")
    play = user.see('[data-command="play"]')
    expect(play).to_have_attribute("aria-label", "Pause")
    expect(user.see(CAPTION)).to_contain_text("wins the trick")
    play.click()
    expect(play).to_have_attribute("aria-label", "Play")
    user.page.keyboard.press("End")
    expect(user.see(CAPTION)).to_contain_text("is over")


def test_the_table_rotates_to_the_selected_seat(users: BrowserUsers) -> None:
    user = users.open()
    dropped(user, by_players(5))
    user.see(".seat-button").nth(3).click()
    seats = user.see(".open").all()
    assert [seat.get_attribute("data-at") for seat in seats] == ["2", "3", "4", "0", "1"]
    expect(user.see('.open[data-at="0"] .seat-button')).to_be_focused()
    expect(user.see('.open[data-at="0"] .seat-button')).to_have_attribute("aria-pressed", "true")
    user.page.wait_for_url(re.compile("#deal=1&card=0&seat=3$"))


def test_an_unfinished_deal_is_not_shown(users: BrowserUsers) -> None:
    ann, bob = users.open(), users.open()
    code = ann.open_table()
    expect(ann.see(".hand .card").first).to_be_visible()
    bob.go(f"/t/{code}/replay")
    expect(bob.see("main")).to_contain_text("No finished deals yet.")
    assert bob.see(".board").count() == 0


def test_a_missing_match_shows_a_message(users: BrowserUsers) -> None:
    user = users.open()
    user.go("/t/000000000000/replay")
    expect(user.see("main.not-found")).to_be_visible()
    assert users.complaints
    assert all("404" in each for each in users.complaints)
    users.complaints.clear()


OVERLAPS = """() => {
  const boxes = [...document.querySelectorAll(".open, .middle")].map((at) =>
    at.getBoundingClientRect());
  const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  const found = boxes.flatMap((one, at) =>
    boxes.slice(at + 1).filter((other) => over(one, other)).map(() => at));
  const cut = [...document.querySelectorAll(".ranks, .caption, .facts, .moves")]
    .filter((at) => at.scrollWidth > at.clientWidth + 1).map((at) => at.className);
  return [...found, ...cut];
}"""
"""Returns the overlapping hands and the overflowing elements."""


@pytest.mark.parametrize("players", part(range(8, 1, -1), 1))
def test_all_hands_fit_at_every_width_and_at_double_text_size(
    users: BrowserUsers, players: int
) -> None:
    user = users.open()
    dropped(user, by_players(players))
    for _ in range(2):
        user.page.keyboard.press("ArrowDown")
    for size in (PHONE, TABLET, DESK, NARROW):
        user.page.set_viewport_size({"width": size[0], "height": size[1]})
        for scale in ("100%", "200%"):
            user.page.evaluate("(size) => document.documentElement.style.fontSize = size", scale)
            assert user.fits(), (size, scale)
            assert user.page.evaluate(OVERLAPS) == [], (size, scale)


@pytest.mark.parametrize("look", part(["dark", "light", "more"], 1))
def test_the_replay_is_accessible(users: BrowserUsers, table: str, look: str) -> None:
    wishes = {"contrast": "high"} if look == "more" else {"theme": look, "deck": "four"}
    user = users.open(PHONE, preferences={**wishes, "motion": "reduced"})
    user.go("/replay")
    expect(user.see(".zone")).to_be_visible()
    assert barriers(user.page) == []
    user.go(f"/t/{table}/replay#deal=1&card=8")
    expect(user.see(".board")).to_be_visible()
    assert barriers(user.page) == []
    user.see(".match-actions button").filter(has_text="Share").click()
    assert barriers(user.page) == []


def test_the_replay_is_translated_into_german(users: BrowserUsers, table: str) -> None:
    user = users.open()
    user.go("/replay")
    user.page.evaluate(
        "localStorage.setItem('oddtrick-preferences', JSON.stringify({ language: 'de' }))"
    )
    user.go(f"/t/{table}/replay#deal=1&card=4")
    expect(user.see(CAPTION)).to_contain_text("macht den Stich")
    user.see(".verify").click()
    expect(user.see("dialog")).to_contain_text("Diese Runde war fair")


def test_G3_a_replay_shows_drawn_cards_in_the_hands_and_names_them(users: BrowserUsers) -> None:
    match = course("german-whist", {}, 1)[-1]
    (log,) = match.all_deals
    assert log.deal is not None
    user = users.open()
    dropped(user, encode_record(record_of(match, ["Ann", "Bob"])))
    for drawn in log.hands[0].draws(log.seats, log.deal.stock)[:2]:
        user.page.keyboard.press("ArrowRight")
        user.page.keyboard.press("ArrowRight")
        for seat, card in drawn:
            expect(user.see(CAPTION)).to_contain_text(f"{['Ann', 'Bob'][seat]} draws the ")
            hand = user.see(f".open[data-seat='{seat}']")
            left = hand.locator(".ranks span:not(.played, .void, .on-table)")
            expect(left).to_have_count(13)
            suits = hand.locator(".held").inner_text()
            assert card.suit.name.lower() in suits.lower()
    expect(user.see(".worths")).to_be_hidden()
