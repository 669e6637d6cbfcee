"""Claims offline: the judge in the page against that of the library, and whole claims."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import msgspec
import pytest
from playwright.sync_api import expect

from oddtrick.cards import cards_in
from oddtrick.match import Match, Playing
from oddtrick.record import decode_record, replay, result_of
from oddtrick.solver.claims import provable_claim
from oddtrick.view_json import match_view
from tests.support.extent import times
from tests.support.random_matches import EVERY, WITH_CALLS, course
from tests.support.web.browser import PLAYED_OFFLINE, modules_base
from tests.support.web.browser_user import ON_TURN, PHONE, BrowserUser, BrowserUsers
from tests.support.web.page_modules import PageModules

JUDGE = """async ([base, cases]) => {
  const { rulesOf } = await import(base + "match/game-rules.js");
  const { provableClaim } = await import(base + "offline/host/claim-judge.js");
  return cases.map(([game, options, match, earlier, held]) =>
    provableClaim({ rules: rulesOf(game, options), match, earlier }, held));
}"""

DEAL_TRUMPS = """async ([base]) => {
  const { rulesOf } = await import(base + "match/game-rules.js");
  const { Match } = await import(base + "match/match-state.js");
  const name = "oddtrick-offline-table";
  const { form, state } = JSON.parse(localStorage.getItem(name));
  const rules = rulesOf(state.game, state.options);
  const cuts = state.actions.filter((action) => action.type === "cut");
  const { seating, deal } = Match.after(rules, cuts);
  const own = seating.indexOf(0);
  const trumps = rules.pack.filter((card) => card[1] === "S");
  const given = own === deal.dealer ? trumps : [...trumps.slice(1), "AC"];
  const rest = rules.pack.filter((card) => !given.includes(card));
  const hands = [[], [], [], []];
  hands[own] = given;
  const others = [0, 1, 2, 3].filter((seat) => seat !== own);
  const first = others.sort((one, other) => (other === deal.dealer) - (one === deal.dealer));
  rest.sort((one, other) => (other === "2S") - (one === "2S"));
  rest.forEach((card, at) => hands[first[at % 3]].push(card));
  state.actions = [...cuts, { type: "deal", hands: [hands], turnUp: "2S" }];
  localStorage.setItem(name, JSON.stringify({ form, state }));
}"""
"""Gives the player of the stored match the trumps, all of them or all but the turn-up."""

MOST_CARDS = 5
"""With more cards in hand, random play leaves too many layouts for a claim."""


def _begin(user: BrowserUser) -> None:
    """Begins a match of whist once the files are kept, without the network."""
    user.go("/offline/play")
    assert user.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    user.context.set_offline(True)
    user.page.locator("summary").click()
    user.page.get_by_role("radio", name="Fixed number of deals").check()
    user.page.get_by_role("spinbutton", name="Deals").fill("1")
    user.page.get_by_role("button", name="Play now").click()
    user.see(ON_TURN).first.wait_for()


def _claim(user: BrowserUser) -> None:
    user.page.get_by_role("button", name="More").click()
    user.page.get_by_role("button", name="Claim the rest").click()


def test_T9_a_proven_claim_ends_the_hand_without_a_network(users: BrowserUsers) -> None:
    user = users.open(PHONE)
    _begin(user)
    user.page.evaluate(DEAL_TRUMPS, [modules_base()])
    user.page.reload()
    user.see(ON_TURN).first.wait_for()
    if user.see(".trick .card").count():
        user.play()
        user.see(ON_TURN).first.wait_for()
    _claim(user)
    expect(user.see("[data-stage=over]")).to_be_attached()
    expect(user.see(".live")).to_contain_text("You claim the remaining tricks.")
    finished = json.loads(user.page.evaluate("localStorage.getItem('oddtrick-offline-finished')"))
    replayed = result_of(replay(decode_record(json.dumps(finished[0]["record"]))))
    assert max(replayed.deals[0].tricks) >= 12


@pytest.mark.whole(
    held_by="tests/web/test_claims_of_tricks_offline.py::test_T9_the_page_judges_every_claim_as_the_library_does"
)
def test_T9_a_rejected_claim_waits_for_the_next_card(users: BrowserUsers) -> None:
    user = users.open(PHONE)
    _begin(user)
    _claim(user)
    expect(user.see(".live")).to_contain_text("Claim rejected: as far as you can know")
    said = "This claim was rejected: play a card before you claim again"
    _claim(user)
    expect(user.see(".live")).to_contain_text(said)
    user.page.reload()
    user.see(ON_TURN).first.wait_for()
    _claim(user)
    expect(user.see(".live")).to_contain_text(said)
    user.play()
    user.see(ON_TURN).first.wait_for()
    _claim(user)
    expect(user.see(".live")).to_contain_text("Claim rejected: as far as you can know")


@pytest.mark.parametrize("game", PLAYED_OFFLINE)
def test_T9_the_page_judges_every_claim_as_the_library_does(
    modules: PageModules, game: str
) -> None:
    told = _endings(game)
    cases = [_shown(game, options, match) for options, match in told]
    found = modules.call(JUDGE, cases)
    judged = [provable_claim(match, match.to_act or 0) for _, match in told]
    expected = [None if line is None else list(map(str, line)) for line in judged]
    assert found == expected
    stand = sum(line is not None for line in expected)
    assert stand >= {"knockout-whist": 3, "oh-hell": 1}.get(game, 12)  # alone, few are certain
    assert expected.count(None) > 20


def _endings(game: str) -> list[tuple[dict[str, Any], Match]]:
    """Positions near the end of a hand, in random matches: the strongest hands, and any."""
    rng, each = Random(5), times(60, whole=100)
    every = [options for name, options in (*EVERY, *WITH_CALLS) if name == game]
    found = [
        (options, match)
        for seed, options in enumerate(every * max(1, each // 2 // len(every)))
        for match in course(game, options, seed)
        if _is_ending(match)
    ]
    strongest = sorted(found, key=lambda told: _strength(told[1]), reverse=True)[:each]
    return strongest + rng.sample(found, each)


def _strength(match: Match) -> float:
    """The mean rank of the cards of the seat to act, trumps above all others."""
    hand = match.phase
    assert isinstance(hand, Playing)
    own = cards_in(hand.held(hand.to_act))
    ranks = [card.rank + 13 * (card.suit is hand.layout.trump) for card in own]
    return sum(ranks) / len(ranks) + len(ranks) / 10


def _is_ending(match: Match) -> bool:
    hand = match.phase
    if not isinstance(hand, Playing):
        return False
    return 1 < hand.held(hand.to_act).bit_count() <= MOST_CARDS


def _shown(game: str, options: dict[str, Any], match: Match) -> tuple[Any, ...]:
    hand = match.phase
    assert isinstance(hand, Playing)
    view = match.view(hand.to_act)
    earlier = [str(card) for each in view.earlier for trick in each for card in trick.cards]
    held = [list(map(str, cards_in(hand.held(seat)))) for seat in range(match.rules.players)]
    return (game, options, msgspec.to_builtins(match_view(view)), earlier, held)
