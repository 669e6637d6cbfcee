"""The example game of CONTRIBUTING.md works everywhere, with no code but its own."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from oddtrick import fair
from oddtrick.arena import play_duplicate
from oddtrick.arena.metrics import default_unit
from oddtrick.arena.players import Oracle
from oddtrick.bots import BOTS, Bot, club
from oddtrick.bots.heuristics.situation import situation_of
from oddtrick.bots.search.utility import utility_kind
from oddtrick.cli.replay import report as replay_lines
from oddtrick.cli.review_report import report as review_lines
from oddtrick.dealing import new_match
from oddtrick.match import Match
from oddtrick.perft import perft
from oddtrick.record import decode_record, encode_record, record_of, replay, result_of, steps_of
from oddtrick.review import advise, review
from oddtrick.server.routes.games import game_info
from oddtrick.terminal.game_session import new_session
from oddtrick.terminal.plain_game import PlainGame
from tests.support.contributing_example_game import example_game, registered
from tests.support.fair_table import played, recorded
from tests.support.review_deals import LITTLE
from tests.support.tables.table_driver import TableDriver, verified
from tests.support.terminal.game_sessions import play_out
from tests.support.terminal.pilot import playing
from tests.support.terminal.terminal_process import typed

GAME = example_game()
RULES = GAME.rules(GAME.options(target=6))
"""Of a match that is over after one deal, unless two players are level on top."""


@pytest.fixture(autouse=True)
def known_game(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with registered(GAME):
        yield


def match_by(bot: Bot, *, actions: int = 1000, seed: int = 1) -> Match:
    """A short match between three of the same bot, or its first actions."""
    match, rng = new_match(rules=RULES, seed=seed), Random(seed)
    while not match.over and actions:
        assert match.to_act is not None
        match = match.apply(bot.choose(match.view(match.to_act), rng))
        actions -= 1
    return match


@pytest.mark.parametrize("bot", BOTS[:-2], ids=lambda bot: bot.name)
def test_heuristic_bots_play_it_to_the_end(bot: Bot) -> None:
    match = match_by(bot)
    assert match.over
    assert sum(match.result[0].tricks) == 17


@pytest.mark.parametrize("bot", BOTS[-2:], ids=lambda bot: bot.name)
def test_searching_bots_play_it(bot: Bot) -> None:
    match = match_by(club, actions=45)
    assert match.to_act is not None
    view = match.view(match.to_act)
    assert bot.choose(view, Random(1)) in view.legal


def test_nobody_plays_it_to_stay_in() -> None:
    match, rng = new_match(rules=RULES, seed=1), Random(1)
    while not match.over:
        assert match.to_act is not None
        view = match.view(match.to_act)
        assert not situation_of(view).card_points.eliminates
        advice = club.advise(view, rng)
        assert "survive" not in advice.reason
        match = match.apply(advice.action)


def test_it_is_measured_in_its_own_tricks_and_points() -> None:
    rules = GAME.rules()
    assert default_unit(rules) == "tricks"
    assert utility_kind(rules) == "points"
    assert rules.max_points(0) == 17


def test_it_is_played_in_the_arena() -> None:
    outcome = play_duplicate(GAME.rules(), "club", "random", deals=2, seed=1)
    assert not outcome.faults
    assert len(outcome.swings["tricks"]) == 2


def test_the_oracle_plays_it_with_open_cards() -> None:
    match = match_by(club, actions=40)
    oracle = Oracle()
    assert oracle.act(match, Random(1)) in match.legal_actions()
    oracle.close()


def test_it_is_recorded_and_replayed() -> None:
    match = match_by(club)
    record = decode_record(encode_record(record_of(match, ["Ann", "Bob", "Cat"])))
    again = replay(record)
    assert result_of(again) == result_of(match)
    lines = list(replay_lines("game.json", record, again))
    assert any("Points of each deal" in line for line in lines)
    assert any("won" in line for line in lines)


def test_its_plays_are_counted() -> None:
    match = match_by(club, actions=45)
    assert sum(perft(match).outcomes.values()) > 0


def test_it_is_reviewed_and_the_review_is_told() -> None:
    found = review(match_by(club), seed=1, budget=LITTLE, deals=[0])
    assert found.over
    assert all(decision.best for decision in found.deals[0].decisions)
    told = list(review_lines("game.json", found))
    assert GAME.title in told[0]
    assert not any("stay in" in line for line in told)


def test_a_hint_is_given() -> None:
    match = match_by(club, actions=40)
    assert match.to_act is not None
    view = match.view(match.to_act)
    assert advise(view, 1, budget=LITTLE).action in map(str, view.legal)


def test_it_is_played_in_plain_lines() -> None:
    own = play_out(new_session(RULES, seed=1, keep=False))
    lines = "".join(f"{word}\n" for word in ("score", "hint", *map(typed, own), "score"))
    out = io.StringIO()
    game = PlainGame(new_session(RULES, seed=1, keep=False), io.StringIO(lines), out, str)
    assert game.play() == 0
    output = out.getvalue()
    assert output.startswith("Three-handed Whist, first to 6.")
    assert "stay" not in output
    assert any(line.endswith("the match.") for line in output.splitlines())


async def test_it_is_played_on_the_drawn_table() -> None:
    session = new_session(RULES, seed=2, keep=False)
    async with playing(session) as person:
        await person.through(until="DealResult")
        assert any("Deal 1 is over" in line for line in person.screen)
        await person.through()
        assert person.session.over


def test_it_is_played_at_a_table_by_people_and_verified() -> None:
    table = TableDriver(GAME.id, target=6)
    table.begin("ann", "bob", "cat")
    table.play_out()
    assert table.match.over
    assert verified(table.table).deals == len(table.match.all_deals)
    seen = table.update_json("ann")
    assert seen["table"]["game"] == GAME.id
    assert seen["table"]["eliminates"] is False


def test_a_client_learns_how_to_offer_and_verify_it() -> None:
    offered = game_info(GAME)
    assert (offered.players.least, offered.players.most) == (3, 3)
    assert [option.name for option in offered.options] == ["target"]
    rules = steps_of(match_by(club)).rules
    assert len(rules.pack) == 51
    assert "2C" not in rules.pack
    assert rules.deals[0].sizes == (17,)
    assert rules.deals[0].turned == "last"


def test_its_deals_are_verified_from_its_record() -> None:
    match, table = played(GAME.id, {"target": 6}, Random(1))
    record = recorded(match)
    assert fair.verify(table.proof(match), replay(record), record.names).deals
