"""Tables play games with calls: people call by a command, bots by themselves."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from oddtrick.cards import Hand
from oddtrick.errors import RuleBroken
from oddtrick.games import Game
from oddtrick.match import CallPhase, Playing
from oddtrick.tables import commands as c
from tests.support.bidding_games import CONTRACT, EXCHANGE, LOSING, NOMINATION
from tests.support.contributing_example_game import registered
from tests.support.tables.table_driver import TableDriver

PEOPLE = ("ann", "bea")


@pytest.fixture(autouse=True)
def _registered() -> Iterator[None]:
    with registered(NOMINATION), registered(EXCHANGE), registered(CONTRACT):
        yield


@pytest.mark.parametrize("game", [NOMINATION, EXCHANGE], ids=lambda game: game.id)
def test_each_is_shown_the_calls_that_their_seat_has_seen(game: Game) -> None:
    table, audiences = TableDriver(game.id), (*PEOPLE, None)
    table.begin(*PEOPLE)
    seen = 0
    while table.table.under_way:
        acted = table.table.turn is not None
        table.step()
        if not acted or not isinstance(table.match.phase, CallPhase):
            continue
        for person in audiences:
            place = None if person is None else table.table.place_of(person)
            view = table.match.view(None if place is None else table.table.seat_at(place))
            shown = table.update_json(person)["table"]["match"].get("calls", [])
            assert shown == [
                [name, [[seat, None if call is None else str(call)] for seat, call in made]]
                for name, made in view.calls
            ]
            seen += bool(shown)
    assert seen > 50
    assert table.refolded().match == table.match


def test_a_command_that_is_no_call_is_refused_with_what_the_table_waits_for() -> None:
    table = TableDriver("own-nomination")
    table.begin(*PEOPLE)
    while table.turn is None:
        table.step()
    person = table.turn
    for command, kind in ((c.Play("AS"), "card"), (c.Choose("S"), "choice"), (c.Pass(), "card")):
        refusal = table.refused(person, command)
        assert str(refusal) == f"the table waits for a call, not for a {kind}"
    with pytest.raises(RuleBroken, match="may not call 9, only 0, 1, 2"):
        table.do(person, c.Call("9"))
    assert table.refused(person, c.Call("?")).code == "invalid"
    while table.match.legal_actions() and table.match.to_act is not None:
        if not isinstance(table.match.phase, CallPhase) and table.turn is not None:
            break
        table.step()
    assert str(table.refused(table.turn or "", c.Call("3"))) == (
        "the table waits for a card, not for a call"
    )


def test_a_hand_is_laid_open_to_everybody_after_the_first_trick() -> None:
    opened = 0
    table = TableDriver(CONTRACT.id)
    table.begin(*PEOPLE)
    while table.table.under_way:
        table.step()
        match = table.match
        contract, phase = match.deal.contract, match.phase
        if contract is None or contract.bid != LOSING or not isinstance(phase, Playing):
            continue
        if len(phase.winners) != 1 or phase.trick.cards:
            continue
        update = table.update_json(None)["table"]
        assert contract.declarer is not None
        held = [str(card) for card in Hand(phase.held(contract.declarer))]
        assert update["match"]["places"] == [[[contract.declarer], held]]
        assert update["match"]["aim"] == [0, 0]
        assert [contract.declarer] in update["match"]["deal_sides"]
        opened += 1
    assert opened


def test_a_table_without_calls_says_nothing_of_them() -> None:
    table = TableDriver("whist")
    table.begin(*PEOPLE)
    table.play_on(1)
    assert "calls" not in str(table.update_json("ann"))
