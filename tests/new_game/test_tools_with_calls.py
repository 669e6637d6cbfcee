"""Tools beyond the table take games with calls, or refuse them in one line where they are asked."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from random import Random

import pytest

from oddtrick.bots.heuristics.calls import is_valued_call
from oddtrick.bots.search import SearchBudget, Searcher
from oddtrick.cards import Hand
from oddtrick.cli.game_layers import try_layers
from oddtrick.dealing import new_match
from oddtrick.errors import OddtrickError
from oddtrick.games import Game, rules_of
from oddtrick.match import CallPhase, Match, Playing
from oddtrick.pbn import boards_of, is_whist
from oddtrick.record import record_of, steps_of
from oddtrick.review import advise, review
from oddtrick.review.turns import turns_of
from oddtrick.rules import action_text
from oddtrick.solver import pimc
from oddtrick.solver.deals import DealStart, play_deals
from oddtrick.solver.sampling import worlds
from oddtrick.terminal.game_session import new_session
from oddtrick.terminal.plain_game import PlainGame
from tests.support.bidding_games import EXCHANGE, NOMINATION
from tests.support.contributing_example_game import registered
from tests.support.server.api_requests import ApiClient, refusal
from tests.support.server.server_process import server
from tests.support.server.table_requests import open_table
from tests.support.solver.python_deals import check_called_row

BOTH = pytest.mark.parametrize("game", [NOMINATION, EXCHANGE], ids=lambda game: game.id)
ROOT = Path(__file__).parents[2]
QUICK = SearchBudget(candidates=10, worlds=3)


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))  # where games are saved
    with registered(NOMINATION), registered(EXCHANGE):
        yield


def states(game: Game, seed: int) -> Iterator[Match]:
    match, rng = new_match(rules=game.rules(), seed=seed), Random(seed)
    while not match.over:
        yield match
        match = match.apply(rng.choice(match.legal_actions()))
    yield match


@BOTH
def test_the_steps_of_a_match_have_the_calls_of_its_record(game: Game) -> None:
    match = list(states(game, 4))[-1]
    deals = record_of(match, ["Ann", "Bob", "Cat", "Dan"]).deals
    for steps, deal in zip(steps_of(match).deals, deals, strict=True):
        assert isinstance(steps.calls, tuple)
        assert {name: [call for _, call in made] for name, made in steps.calls} == deal.calls


@BOTH
def test_the_cards_as_they_lie_are_among_the_worlds_of_every_view(game: Game) -> None:
    lost = 0
    for match in states(game, 2):
        if not isinstance(match.phase, Playing):
            continue
        for seat in (None, *range(match.rules.players)):
            view = match.view(seat)
            found = worlds(view).hidden
            for holder in match.deal.seats:
                held = Hand(match.phase.held(holder))
                known = Hand(found.known[holder])
                may = (Hand(cards) for cards, places in found.kinds if places >> holder & 1)
                assert len(held) == len(known) + found.sizes[holder]
                assert known <= held
                assert held - known <= Hand.of(card for cards in may for card in cards)
            turned = view.turn_up if game is EXCHANGE else None
            lost += turned is not None and turned not in view.hand | view.played
    assert (lost > 20) == (game is EXCHANGE)


@BOTH
def test_the_searching_bots_play_for_every_seat(game: Game) -> None:
    for name in ("expert", "master"):
        bot = Searcher(name, QUICK)
        for match in (each for each in states(game, 4) if each.number == 0):
            view = match.view(match.to_act)
            assert bot.choose(view, Random(1)) in match.legal_actions()


@BOTH
def test_there_are_hints_for_the_play_and_one_line_for_calls(game: Game) -> None:
    calls = 0
    for match in (each for each in states(game, 1) if each.number == 0):
        view = match.view(match.to_act)
        if not isinstance(match.phase, CallPhase):
            hint = advise(view, budget=QUICK)
            assert hint.action in map(action_text, match.legal_actions())
            continue
        calls += 1
        if is_valued_call(view):
            hint = advise(view, budget=QUICK)
            assert hint.action in map(str, match.legal_actions())
            assert len(hint.choices) == len(match.legal_actions())
            continue
        with pytest.raises(OddtrickError, match=r"^there are no hints for such calls yet, only"):
            advise(view)
    assert calls >= 4
    said, session = StringIO(), new_session(game.rules(), seed=7)
    while not session.is_own_turn:
        session.apply(session.next_action())
    counts = is_valued_call(session.view)
    PlainGame(session, StringIO("hint\nquit\n"), said, str).play()
    assert ("Hint: " in said.getvalue()) == counts
    assert ("There are no hints for such calls yet" in said.getvalue()) != counts


def test_a_server_gives_hints_for_bids_and_one_line_for_other_calls(
    tmp_path: Path,
) -> None:
    (tmp_path / "bidding_plugin.py").write_text(
        "from oddtrick.games import register_game\n"
        "from tests.support.bidding_games import EXCHANGE, NOMINATION\n"
        "register_game(NOMINATION)\nregister_game(EXCHANGE)\n"
    )
    environ = {
        "PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT)]),
        "ODDTRICK_PLUGINS": "bidding_plugin",
    }
    with server(tmp_path / "data", environ=environ) as process:
        for game in (NOMINATION, EXCHANGE):
            ann = ApiClient(process.url)
            rules = {"game": game.id}
            code = open_table(ann, rules=rules, sit=0, fill="casual", begin=True)["code"]
            table = ann(f"GET /api/tables/{code}").json()
            while table["turn"] is None or table["turn"] != table["you"]:
                time.sleep(0.02)
                table = ann(f"GET /api/tables/{code}").json()
            assert table["match"]["awaited"] == "call"
            answer = ann(f"GET /api/tables/{code}/hint")
            if game is NOMINATION:
                assert answer.json()["call"] in table["match"]["legal"]
            else:
                assert refusal(answer) == (409, "no-hint")
                assert "there are no hints for such calls yet, only for the play" in answer.text
            ann.close()
        assert [line for line in process.log if '"level": "error"' in line] == []


@BOTH
def test_a_review_has_every_card_played_and_the_bids_that_bots_value(game: Game) -> None:
    match = new_match(rules=game.rules(), seed=4)
    while not match.past:
        match = match.apply(match.legal_actions()[0])
    cards = sum(len(hand.plays) for hand in match.past[0].hands)
    turns = [turn for turn in turns_of(match) if turn.deal == 0]
    calls = [turn for turn in turns if turn.is_call]
    assert len(calls) == (match.rules.players if game is NOMINATION else 0)
    assert [turn.number for turn in turns] == list(range(len(calls) + cards))
    played = [turn for turn in turns if not turn.is_call]
    assert all(isinstance(turn.before.phase, Playing) for turn in played)
    found = review(match, seed=1, budget=QUICK, deals=[0])
    assert {each.seat for deal in found.deals for each in deal.decisions} == set(
        range(match.rules.players)
    )


@BOTH
def test_a_game_with_calls_is_no_board_of_bridge(game: Game) -> None:
    assert not is_whist(game.rules())
    for match in (new_match(rules=game.rules(), seed=1), list(states(game, 1))[-1]):
        with pytest.raises(OddtrickError, match=rf"^{game.id} cannot be written as PBN: .*calls"):
            boards_of(match)


@pytest.mark.parametrize("game", [NOMINATION.id, EXCHANGE.id])
def test_batches_of_deals_are_called_as_a_match_is(game: str) -> None:
    rules = rules_of(game)
    batch = play_deals(rules, 40, 1, record=["actions", "masks"])
    for row in range(len(batch)):
        check_called_row(batch, row)
    phase = batch.calls[0][0][0]
    with pytest.raises(OddtrickError, match=rf"^{game}: seat . calls in '{phase}': give its call"):
        play_deals(rules, 1, 1, start=DealStart(calls=((phase, ()),)))


def test_points_that_fall_with_tricks_are_not_solved_as_tricks() -> None:
    for game in ("oh-hell", NOMINATION.id):
        match = new_match(game, seed=4)
        while not isinstance(match.phase, Playing):
            match = match.apply(match.legal_actions()[0])
        view = match.view(match.to_act)
        with pytest.raises(OddtrickError, match=rf"cost points in {game}, .*objective='tricks'$"):
            pimc.evaluate(view, 3, seed=1)
        assert len(pimc.evaluate(view, 3, seed=1, objective="tricks")) == 3


@BOTH
def test_a_check_of_the_game_finds_no_failure(game: Game) -> None:
    results = {each.layer: each for each in try_layers(game)}
    refused = {name: each.reason for name, each in results.items() if each.state == "no"}
    assert {name for name, each in results.items() if each.state != "works"} == refused.keys()
    # Bots can value the calls of one of the two.
    if game is EXCHANGE:
        assert refused.pop("hints") == "there are no hints for such calls yet, only for the play"
    else:
        assert "has no double-dummy value" in refused.pop("double-dummy solver")
    assert not refused
