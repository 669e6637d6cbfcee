"""Tests of the solver as WebAssembly, in a real browser, against the compiled kernel."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from oddtrick.cards import Suit
from oddtrick.web.solver_rules import solver_games
from oddtrick.web.static_files import BASE, SOLVER, files
from tests.support.extent import part, times
from tests.support.web.solver_cases import Case, case_of_a_game, case_of_an_ending

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.support.web.browser_user import BrowserUser, BrowserUsers

pytestmark = pytest.mark.skipif(
    SOLVER not in files().named, reason="the solver for the page was not built: no zig"
)

TRUMPS: tuple[Suit | None, ...] = (None, *Suit)
GAMES = tuple(solver_games())

COMPARE = """async ([base, json]) => {
  const { SolverClient } = await import(base + "solver/solver-client.js");
  const client = new SolverClient();
  const wrong = [];
  for (const { deal, plays, next, points, values } of JSON.parse(json)) {
    const got = await new Promise((done) => {
      let progress;
      client.ask(deal, plays, {
        onProgress: (found) => (progress = found),
        onValues: (found) => done([progress.next, progress.points, found]),
        onError: (message) => done([message]),
      });
    });
    const order = (of) => Object.fromEntries(Object.entries(of).sort());
    const wanted = [next, points, order(values)];
    if (got[2]) got[2] = order(got[2]);
    if (JSON.stringify(got) !== JSON.stringify(wanted)) wrong.push([deal, plays, wanted, got]);
  }
  return wrong.slice(0, 3);
}"""


def _differences(user: BrowserUser, cases: Sequence[Case]) -> Any:
    user.go("/solve")
    user.page.set_default_timeout(300_000)
    json = msgspec.json.encode(cases).decode()
    return user.page.evaluate(COMPARE, [f"{BASE}{files().version}/", json])


def test_endings_of_every_kind_have_the_values_of_the_kernel(users: BrowserUsers) -> None:
    rng = Random(1)
    cases = [case_of_an_ending(rng) for _ in range(times(500, whole=1500))]
    assert _differences(users.open(), cases) == []


@pytest.mark.parametrize("game", part(GAMES, 2), ids=lambda game: f"{game.id}-{game.players}")
def test_deals_of_every_game_have_the_values_of_the_kernel(users: BrowserUsers, game: Any) -> None:
    rng, most = Random(f"{game.id} {game.players}"), min(game.size, 24 // game.players)
    cases = [
        case_of_a_game(
            rng,
            game,
            rng.randint(1, most),
            trump=trump,
            leader=leader,
            played=rng.randrange(12),
        )
        for trump in TRUMPS
        for leader in range(game.players)
        for _ in range(5)
    ]
    assert _differences(users.open(), cases) == []


def test_whole_deals_of_whist_have_the_values_of_the_kernel(users: BrowserUsers) -> None:
    rng = Random(2)
    cases = [
        case_of_a_game(
            rng, GAMES[0], 13, trump=trump, leader=leader, played=rng.choice((0, 0, 5, 18))
        )
        for trump in TRUMPS
        for leader in range(4)
    ]
    assert _differences(users.open(), cases) == []


def test_what_is_no_deal_is_refused_and_the_next_one_solved(users: BrowserUsers) -> None:
    case = case_of_a_game(Random(3), GAMES[0], 2, trump=None, leader=0, played=0)
    hands = case.deal["hands"]
    uneven = Case({**case.deal, "hands": [hands[0][:1], *hands[1:]]}, [], 0, [], {})
    illegal = Case(case.deal, [hands[1][0]], 0, [], {})
    wrong = _differences(users.open(), [uneven, illegal, case])
    assert [answer for _, _, _, [answer] in wrong] == [
        "seat 0 holds 1 cards and should hold 2, as the longest hand has 2",
        f"{hands[1][0]} is not a legal card of seat 0",
    ]
