"""Tests of tables whose deal was sealed beforehand: the same cards and bots for everybody."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oddtrick import fair
from oddtrick.errors import OddtrickError
from oddtrick.record import encode_record
from oddtrick.rules import action_text
from oddtrick.tables import (
    SERVER,
    CommandRefused,
    SealedDeal,
    Settings,
    Stage,
    Table,
    can_view,
    decode_facts,
    encode_facts,
    fold_entry,
    handle,
    open_sealed_table,
    table_proof,
    table_record,
    table_view,
)
from oddtrick.tables import commands as c
from oddtrick.tables.archive import host_tricks
from oddtrick.tables.bot_turns import bot_decision
from oddtrick.tables.fixed_deals import DRAW

ONE_DEAL = {"game": "whist", "match": "deals", "deals": 1}
SECRET = "5e" * 32
DEAL = SealedDeal("daily-2026-11-23", SECRET, 3, once=True)
PRACTICE = SealedDeal("daily-2026-11-23", SECRET, 3)
QUICK = Settings(bot_delay_ms=0, pause_seconds=0)


def opened(
    sealed: SealedDeal = DEAL, *, host: str = "ann", code: str = "t_1", level: str = "club"
) -> Table:
    outcome = open_sealed_table(
        ONE_DEAL, QUICK, sealed, level=level, code=code, host=host, name="Ann", now=0
    )
    decoded = decode_facts(encode_facts(outcome.facts))
    assert fold_entry(None, 0, 0, decoded) == outcome.table
    return act(outcome.table, c.Arrive("w1"), host)


def act(table: Table, command: c.Command, by: str = "ann") -> Table:
    return handle(table, command, by=by, now=table.at + 1, new_secret=no_secret).table


def no_secret() -> bytes:
    raise AssertionError("a sealed deal draws nothing")


def bots_play(table: Table) -> Table:
    while (place := table.bot_turn) is not None:
        table = act(table, bot_decision(table, place), SERVER)
    return table


def played(table: Table, choices: Iterator[int]) -> Table:
    """Plays to the end: the host takes the legal cards with these numbers."""
    table = bots_play(table)
    while table.stage is not Stage.OVER:
        assert table.match is not None
        legal = table.match.legal_actions()
        card = legal[next(choices) % len(legal)]
        table = bots_play(act(table, c.Play(action_text(card)), table.host))
    return table


def record(table: Table) -> bytes:
    found = table_record(table)
    assert found is not None
    return encode_record(msgspec.structs.replace(found, names=None))


@pytest.mark.parametrize("level", ["club", "random"])  # random: every answer rests on the seed
@given(choices=st.lists(st.integers(0, 12), min_size=13, max_size=13))
def test_the_same_cards_are_always_answered_in_the_same_way(level: str, choices: list[int]) -> None:
    one = played(opened(level=level), iter(choices))
    other = opened(host="ben", code="t_2", level=level)
    for _ in range(1 + choices[0]):  # further entries in the log change nothing
        other = act(act(other, c.Depart("w1"), "ben"), c.Arrive("w1"), "ben")
    other = played(other, iter(choices))
    assert record(one) == record(other)
    assert host_tricks(one) == host_tricks(other)


def test_another_secret_deals_other_cards() -> None:
    other = SealedDeal(DEAL.event, "5f" * 32, DEAL.dealer, once=True)
    first, second = (table_view(opened(deal), "ann").match for deal in (DEAL, other))
    assert first is not None
    assert second is not None
    assert first.hand != second.hand


def test_the_cards_follow_from_the_published_seal() -> None:
    table = played(opened(), iter(range(13)))
    proof = table_proof(table)
    assert proof is not None
    assert table.match is not None
    assert proof.rounds[0].seal == fair.seal_of(DEAL.event, DRAW, fair.SERVER, SECRET)
    checked = fair.verify(proof, table.match)
    assert (checked.table, checked.deals, checked.first_dealer) == (DEAL.event, 1, DEAL.dealer)


def test_the_secret_stays_hidden_until_the_deal_is_over() -> None:
    table = opened()
    proof = table_proof(table)
    assert proof is not None
    assert proof.rounds[0].secret is None
    assert DEAL.secret not in repr(table_view(table, "ann"))


def test_nobody_else_sees_a_deal_that_is_played_once() -> None:
    under_way = opened()
    for table in (under_way, played(under_way, iter(range(13)))):
        assert can_view(table, "ann")
        assert not can_view(table, "ben")
        assert not can_view(table, None)


COMMANDS: list[Any] = [
    c.Leave(),
    c.AddBot(1, "master"),
    c.ClearPlace(1),
    c.TransferHost(0),
    c.ChangeSettings(Settings()),
    c.Begin(),
    c.Undo(),
    c.Ready(),
    c.Rematch(),
    c.Back(),
    c.Away(),
    c.StandIn(1),
    c.Say("hello"),
    c.Abandon(),
    c.Sit(1),
    c.Seal(1, "0" * 64),
    c.Open(1, "0" * 64),
]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda one: type(one).__name__)
def test_a_deal_that_is_played_once_takes_cards_and_claims_only(command: Any) -> None:
    for table in (opened(), played(opened(), iter(range(13)))):
        with pytest.raises(CommandRefused) as refused:
            act(table, command)
        assert refused.value.code == "played-once"


def test_the_refused_commands_are_all_but_those_that_play() -> None:
    playing = {c.Play, c.Pass, c.Choose, c.ThrowHand, c.Call, c.Claim}
    assert {type(one) for one in COMMANDS} == set(get_args(c.PlayerCommand)) - playing


def test_a_person_who_leaves_finds_the_deal_as_it_was() -> None:
    table = bots_play(opened())
    left = act(table, c.Depart("w1"))
    assert left.bot_turn is None
    later = handle(left, c.Tick(), by=SERVER, now=left.at + 3_600_000, new_secret=no_secret)
    back = act(later.table, c.Arrive("w1"))
    assert back.match == table.match
    assert back.turn == table.turn
    assert back.chairs[0].stand_in is None


def test_practice_can_be_undone_and_played_again_with_the_same_cards() -> None:
    table = bots_play(opened(PRACTICE))
    assert table.match is not None
    first = table_view(table, "ann").match
    assert first is not None
    card = table.match.legal_actions()[0]
    after = bots_play(act(table, c.Play(action_text(card))))
    assert act(after, c.Undo()).match == table.match
    over = played(after, iter(range(13)))
    again = bots_play(act(over, c.Rematch()))
    second = table_view(again, "ann").match
    assert second is not None
    assert (second.hand, second.table) == (first.hand, first.table)


def test_only_matches_of_one_deal_can_be_sealed() -> None:
    for rules in ({"game": "whist"}, {**ONE_DEAL, "deals": 2}, {"game": "knockout-whist"}):
        with pytest.raises(OddtrickError, match="one deal"):
            open_sealed_table(
                rules, QUICK, DEAL, level="club", code="t_1", host="ann", name="Ann", now=0
            )


@pytest.mark.parametrize(
    ("sealed", "why"),
    [
        (SealedDeal("two words", SECRET, 0), "is not an event name"),
        (SealedDeal("daily", "5e", 0), "64 small hexadecimal digits"),
        (SealedDeal("daily", SECRET, 4), "seat 4"),
    ],
)
def test_a_malformed_sealed_deal_is_refused(sealed: SealedDeal, why: str) -> None:
    with pytest.raises(OddtrickError, match=why):
        opened(sealed)
