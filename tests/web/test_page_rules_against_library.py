"""The rules in the page against those of the library: the same views and results of each match."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from oddtrick.cards import Hand, mask_of, parse_card
from oddtrick.games import rules_of
from oddtrick.match import Action, Cut, Deal, Match, start
from oddtrick.record import decode_record, record_of, replay, result_of
from oddtrick.view_json import MatchView, match_view
from tests.support.extent import times
from tests.support.random_matches import EVERY, WITH_CALLS
from tests.support.web.browser import PLAYED_OFFLINE
from tests.support.web.page_modules import PageModules

PLAY = """async ([base, game, options, seed, matches]) => {
  const { rulesOf } = await import(base + "match/game-rules.js");
  const { Match } = await import(base + "match/match-state.js");
  const { matchView } = await import(base + "match/view-builder.js");
  const { recordOf } = await import(base + "match/match-state.js");
  const { drawChance } = await import(base + "match/dealing.js");
  let state = seed;
  const random = (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
  const rules = rulesOf(game, options);
  const names = Array.from({ length: rules.players }, (_, seat) => `Player ${seat}`);
  const played = [];
  for (let number = 0; number < matches; number++) {
    const match = new Match(rules);
    const steps = [];
    const look = () => {
      const seat = steps.length % (rules.players + 1);
      steps.push([matchView(match, seat === rules.players ? null : seat), match.legal]);
    };
    for (look(); !match.over; look()) {
      const { legal } = match;
      match.apply(match.awaitsChance ? drawChance(match, random) : legal[random(legal.length)]);
    }
    const again = Match.after(rules, match.actions);
    const same = JSON.stringify(matchView(again, 0)) === JSON.stringify(matchView(match, 0));
    const { sides, scoring: { book } } = rules;
    const record = recordOf(match, names);
    played.push({ actions: match.actions, steps, record, same, sides, book });
  }
  return JSON.stringify(played);
}"""


class PlayedMatch(msgspec.Struct):
    """A match that the page has played, with a view after each action."""

    actions: list[Any]
    steps: list[tuple[MatchView, list[str]]]
    record: dict[str, Any]
    same: bool
    sides: tuple[tuple[int, ...], ...]
    book: int


@pytest.mark.parametrize("game", PLAYED_OFFLINE)
def test_every_view_and_result_of_a_random_match_is_that_of_the_library(
    modules: PageModules, game: str
) -> None:
    deals = 0
    for number, (options, matches) in enumerate(_cases(game)):
        for played in _play(modules, game, options, 1000 + number, matches):
            rules = rules_of(game, **options)
            assert played.sides == rules.sides
            assert played.book == rules.scoring.profile.book
            assert played.same
            match = _compare_views(start(rules), played, rules.players)
            record = decode_record(msgspec.json.encode(played.record))
            names = [f"Player {seat}" for seat in range(rules.players)]
            assert record == record_of(match, names)
            assert result_of(replay(record)) == result_of(match)
            assert match.over
            deals += len(match.all_deals)
    assert deals >= 30


def _cases(game: str) -> list[tuple[dict[str, Any], int]]:
    """The options of the cases with the number of matches of each."""
    found = [options for name, options in (*EVERY, *WITH_CALLS) if name == game]
    found += [{**found[0], "cut": "ace-low"}]
    repeats = max(3, times(20, whole=40) // len(found))
    return [(options, repeats) for options in found]


def _compare_views(match: Match, played: PlayedMatch, players: int) -> Match:
    """Replays a match of the page, and compares the views and the legal actions at each step."""
    for number, (view, legal) in enumerate(played.steps):
        seat = number % (players + 1)
        ours = match_view(match.view(None if seat == players else seat))
        assert view == msgspec.convert(msgspec.to_builtins(ours), MatchView), number
        acting = match.to_act
        assert legal == (
            [] if acting is None or acting < 0 else list(match_view(match.view(acting)).legal)
        )
        if number < len(played.actions):
            match = match.apply(_action(match, played.actions[number]))
    return match


def _action(match: Match, given: Any) -> Action:
    if isinstance(given, str):
        return match.phase.parse(given)
    if given["type"] == "cut":
        return Cut(tuple((seat, parse_card(card)) for seat, card in given["cards"]))
    hands = tuple(
        tuple(Hand(mask_of(map(parse_card, hand))) for hand in each) for each in given["hands"]
    )
    stock = tuple(map(parse_card, given.get("stock", ())))
    return Deal(hands, parse_card(given["turnUp"]) if given["turnUp"] else None, stock)


def _play(
    modules: PageModules, game: str, options: dict[str, Any], seed: int, matches: int
) -> list[PlayedMatch]:
    told = modules.call(PLAY, game, options, seed, matches)
    return msgspec.json.decode(told, type=list[PlayedMatch])
