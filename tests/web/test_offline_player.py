"""The searching player in the page against the kernel of the library, and against the novice."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np
import pytest

from oddtrick.bots.search.rollout import RolloutPosition
from oddtrick.bots.search.trained_policies import policies_for
from oddtrick.cards import parse_card
from oddtrick.games import GAMES
from oddtrick.solver.sampling import worlds
from oddtrick.tables.view_json import match_view
from oddtrick.views import Awaited
from oddtrick.web.static_files import PLAYER, files
from tests.support.extent import part
from tests.support.random_matches import EVERY, course
from tests.support.sentence_reference_rules import World
from tests.support.sentence_truth import TRUE
from tests.support.web.browser import defaults_of, modules_base

if TYPE_CHECKING:
    from oddtrick.views import View
    from tests.support.web.browser_user import BrowserUser, BrowserUsers

pytestmark = pytest.mark.skipif(
    PLAYER not in files().named, reason="the player for the page was not built: no zig"
)

MIN_PROBABILITY = 1e-3
WEIGHT_POWER = 0.7

LOAD = """
  const { rulesOf } = await import(base + "match/game-rules.js");
  const { WasmPlayer } = await import(base + "offline/host/wasm-player.js");
  const policies = new Map();
  const fetchPolicy = async (name) => {
    const address = `${base}offline/policies/${name}.bin`;
    if (!policies.has(name)) policies.set(name, await (await fetch(address)).arrayBuffer());
    return policies.get(name);
  };
  const player = await WasmPlayer.load(fetch(base + "offline/player.wasm"));
"""

EVALUATE = (
    "async ([base, cases]) => {"
    + LOAD
    + """
  const found = [];
  for (const [game, defaults, options, match, earlier, candidates, tried] of cases) {
    const view = { rules: rulesOf(game, defaults, options), match, earlier };
    const budget = { candidates, worlds: tried };
    const values = await player.evaluate(view, 7n, budget, fetchPolicy);
    const played = match.table.length || match.tricks.length || earlier.length;
    found.push([values, played ? player.weights(candidates) : []]);
  }
  return JSON.stringify(found);
}"""
)


class Value(msgspec.Struct):
    """The value of a card as the page found it."""

    card: str
    points: float
    others: float
    tricks: float
    trickShare: float  # noqa: N815  # as the script names it


@pytest.fixture
def page(users: BrowserUsers) -> BrowserUser:
    """A page that may compile WebAssembly, which only workers may otherwise."""
    user = users.open(bypass_csp=True)
    user.go("/rules")
    return user


@pytest.mark.parametrize("game", part([game.id for game in GAMES], 1))
def test_weights_and_rollouts_are_those_of_the_library(page: BrowserUser, game: str) -> None:
    views = list(_views(game))
    candidates, tried = 200, 20
    cases = [(*_shown(game, options, view), candidates, tried) for options, view in views]
    told = page.page.evaluate(EVALUATE, [modules_base(), cases])
    found = msgspec.json.decode(told, type=list[tuple[list[Value], list[float]]])
    assert len(views) > 40
    for (_, view), (values, weights) in zip(views, found, strict=True):
        _compare(view, values, np.array(weights), candidates, tried)


def _views(game: str) -> list[tuple[dict[str, Any], View]]:
    """Views in which a seat may play one of several cards."""
    found = []
    every = [options for name, options in EVERY if name == game]
    rng = Random(3)
    for seed, options in enumerate(every * max(1, 6 // len(every))):
        states = [
            state
            for state in course(game, options, seed)
            if state.to_act is not None and state.to_act >= 0
        ]
        for state in rng.sample(states, min(12, len(states))):
            view = state.view(state.to_act)
            if view.awaited is Awaited.CARD and len(view.legal) > 1 and not view.dogs:
                found.append((options, view))
    return found[:150]


def _shown(game: str, options: dict[str, Any], view: View) -> tuple[Any, ...]:
    earlier = [str(card) for hand in view.earlier for trick in hand for card in trick.cards]
    defaults = defaults_of(game)
    return (game, defaults, options, msgspec.to_builtins(match_view(view)), earlier)


def _compare(
    view: View, values: list[Value], weights: np.ndarray[Any, Any], candidates: int, tried: int
) -> None:
    assert view.seat is not None
    position, policy = RolloutPosition(view), policies_for(view.rules, view.trump).search
    played = bool(view.table or view.tricks or view.earlier)
    drawn = worlds(view).draw(candidates if played else tried, 7)
    if played:
        logs = position.log_likelihood(drawn, [policy], min_probability=MIN_PROBABILITY)
        expected = WEIGHT_POWER * logs[0].sum(axis=1)
        np.testing.assert_allclose(weights, np.exp(expected - expected.max()), rtol=1e-9)
        points = (np.arange(tried) + 0.5) * (weights.sum() / tried)
        drawn = drawn.take(np.searchsorted(np.cumsum(weights), points, side="right"))
    ends = position.roll_out(drawn, policy, 7)
    own = view.rules.side_of(view.seat)
    cards = list(map(str, position.choices))
    assert [value.card for value in values] == cards
    scored = ends.points.astype(float).mean(axis=0)
    np.testing.assert_allclose([value.points for value in values], scored[:, own])
    others = np.delete(scored, own, axis=1).mean(axis=1)
    np.testing.assert_allclose([value.others for value in values], others)
    tricks = ends.tricks[:, :, list(view.rules.sides[own])].sum(axis=2)
    np.testing.assert_allclose([value.tricks for value in values], tricks.mean(axis=0))
    np.testing.assert_allclose([value.trickShare for value in values], (tricks > 0).mean(axis=0))


REASONS = """async ([base, cases]) => {
  const { rulesOf } = await import(base + "match/game-rules.js");
  const { reasonFor, reasonForAll } = await import(base + "offline/host/offline-hint.js");
  return cases.map(([game, defaults, options, match, earlier]) => {
    const view = { rules: rulesOf(game, defaults, options), match, earlier };
    const pairs = match.legal.slice(1).map((card) => [match.legal[0], card]);
    const several = [match.legal, ...pairs].map((cards) => [cards, reasonForAll(view, cards)]);
    return [...match.legal.map((card) => [[card], reasonFor(view, card)]), ...several];
  });
}"""


@pytest.mark.parametrize("game", part([game.id for game in GAMES], 1))
def test_every_card_has_a_reason_that_is_true_in_every_world(page: BrowserUser, game: str) -> None:
    views = list(_views(game))
    cases = [_shown(game, options, view) for options, view in views]
    tags = set()
    for (_, view), reasons in zip(
        views, page.page.evaluate(REASONS, [modules_base(), cases]), strict=True
    ):
        drawn = worlds(view).draw(4, 1).hands.tolist()
        for cards, reason in reasons:
            if reason is None:
                assert len(cards) > 1, "a single card has a reason"
                continue
            tags.add(reason["tag"])
            for hands, card in product(drawn, cards):
                world = World(view, hands, reason["params"], parse_card(card))
                assert TRUE[reason["tag"]](world), (card, reason, view)
    assert len(tags) >= 8, "the reasons differ"


CLOSE = """async ([base, game, defaults, options, match, differences, scored]) => {
  const { rulesOf } = await import(base + "match/game-rules.js");
  const { closeCall, offlineHint } = await import(base + "offline/host/offline-hint.js");
  const view = { rules: rulesOf(game, defaults, options), match, earlier: [] };
  const cards = match.legal.slice(0, differences.length);
  const values = cards.map((card, at) => {
    const behind = -differences[at];
    return { card, points: scored ? behind : 0, others: 0, tricks: behind, trickShare: 1 };
  });
  const hint = await offlineHint(view, async () => ({ values: [...values], worlds: 9 }));
  const compared = hint.details.slice(1).map(({ params }) => params.card);
  return [cards, closeCall(view, values), compared];
}"""


@pytest.mark.parametrize("game", part(["whist", "knockout-whist"], 1))
def test_cards_about_as_good_are_named(page: BrowserUser, game: str) -> None:
    options, view = next(each for each in _views(game) if len(each[1].legal) > 3)
    game, defaults, options, match, _ = _shown(game, options, view)

    def close(*differences: float, scored: bool = True) -> Any:
        case = [modules_base(), game, defaults, options, match, differences, scored]
        return page.page.evaluate(CLOSE, case)

    cards, none, compared = close(0, 0.3, 0.5)
    assert none is None
    assert compared == cards[1:]
    assert close(0, 0.3, 0.5, scored=False)[1] is None, "tricks that score nothing yet"
    cards, some, compared = close(0, 0.1, 0.5)
    assert some["reason"] == {"tag": "close-cards", "params": {"cards": " ".join(cards[:2])}}
    assert compared == cards[2:], "of the cards named no figures are told"
    _, any_card, compared = close(0, 0.1, 0.14)
    assert (any_card["reason"]["tag"], compared) == ("close-any", [])


CONTEST = (
    "async ([base, game, defaults, options, deals]) => {"
    + LOAD
    + """
  const { Match } = await import(base + "match/match-state.js");
  const { matchView } = await import(base + "match/view-builder.js");
  const { drawChance } = await import(base + "match/dealing.js");
  const { noviceAction } = await import(base + "offline/host/novice.js");
  const rules = rulesOf(game, defaults, options);
  const generator = (seed) => (n) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * n);
  };
  const lead = [];
  for (let deal = 0; deal < deals; deal++) {
    let points = 0;
    for (const searching of [0, 1]) {
      const random = generator(deal);
      const match = new Match(rules);
      while (!match.past.length && !match.over) {
        if (match.awaitsChance) { match.apply(drawChance(match, random)); continue; }
        const earlier = match.deal.played.flat().flatMap((trick) => trick.cards);
        const view = { rules, match: matchView(match, match.toAct), earlier };
        const own = rules.sides[searching].includes(match.toAct);
        const budget = { candidates: 200, worlds: 40 };
        const card = own && view.match.awaited === "card"
          ? (await player.rankedCards(view, BigInt(deal), budget, fetchPolicy))[0].card
          : noviceAction(view, random);
        if (!match.legal.includes(card)) throw new Error(`${card} is not legal`);
        match.apply(card);
      }
      const { points: scored } = match.allDeals[0].result;
      points += scored[searching] - scored[1 - searching];
    }
    lead.push(points);
  }
  return lead;
}"""
)


@pytest.mark.parametrize(
    ("game", "options"),
    part(
        [
            ("whist", {"match": "deals", "deals": 2}),
            ("colonial-scotch-whist", {"target": 100}),
            ("scotch-whist", {"players": 2, "target": 500}),
            ("scotch-whist", {"players": 4, "sides": 2, "target": 500}),
            ("knockout-whist", {"players": 2}),
        ],
        1,
    ),
)
def test_the_searching_player_beats_the_novice_on_the_same_deals(
    page: BrowserUser, game: str, options: dict[str, Any]
) -> None:
    page.page.set_default_timeout(120_000)
    defaults = defaults_of(game)
    lead = page.page.evaluate(CONTEST, [modules_base(), game, defaults, options, 24])
    assert sum(lead) > 0
