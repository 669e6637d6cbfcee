"""Batches of games with calls or a stock: the same deals as those of ``Match``."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest

from oddtrick.calls import Bid, Call
from oddtrick.cards import CARDS, Card, Suit
from oddtrick.match import ToDeal
from oddtrick.solver.deals import play_deals
from oddtrick.solver.deals.called_deals import Caller
from oddtrick.solver.deals.observation_parts import ORDER, PartLayout, write_order
from oddtrick.solver.deals.observations import ORDER_SIZE
from oddtrick.solver.deals.playouts import PolicyName
from oddtrick.views import View
from tests.support.extent import part
from tests.support.solver.python_deals import (
    KINDS,
    KINDS_WITH_MORE,
    a_start,
    called,
    check_called_row,
    dealt,
    rules_for,
)

each_kind = pytest.mark.parametrize("kind", part(KINDS_WITH_MORE, 8), ids=str)


def highest(view: View) -> Call:
    """A fixed way to call: the last legal call, which is the highest bid or card."""
    (*_, call) = view.legal
    assert isinstance(call, (Bid, Card))
    return call


def compare(
    kind: tuple[str, dict[str, Any]],
    seed: int,
    deals: int,
    policy: PolicyName = "uniform",
    caller: Caller | None = None,
) -> Counter[str]:
    """Plays deals from all parts of a match, checks them by the rules, and counts the contracts."""
    rules, rng, found = rules_for(kind), Random(seed), Counter[str]()
    for _ in range(-(-deals // 20)):
        batch = play_deals(
            rules,
            20,
            rng.getrandbits(64),
            start=a_start(rules, rng),
            policy=policy,
            caller=caller,
            record=("actions", "masks"),
        )
        contracts = [check_called_row(batch, row) for row in range(len(batch))]
        found.update(each.bid.name if each else "" for each in contracts)
    return found


@each_kind
def test_deals_with_calls_or_a_stock_are_those_of_a_match(kind: tuple[str, dict[str, Any]]) -> None:
    compare(kind, seed=1, deals=100)


@each_kind
def test_deals_called_and_played_by_fixed_policies_are_those_of_a_match(
    kind: tuple[str, dict[str, Any]],
) -> None:
    compare(kind, seed=2, deals=40, policy="greedy", caller=highest)


@pytest.mark.parametrize("kind", [*part(KINDS, 6), *part(KINDS_WITH_MORE, 4)], ids=str)
def test_the_order_of_tricks_is_that_of_the_view(kind: tuple[str, dict[str, Any]]) -> None:
    rules, rng = rules_for(kind), Random(6)
    layout = PartLayout(ORDER)
    assert layout.size == ORDER_SIZE
    batch = play_deals(rules, 4, 6, start=a_start(rules, rng), record=("actions", "masks", "order"))
    for row in range(len(batch)):
        match = called(batch, row)
        for action, seen in zip(batch.actions[row].tolist(), batch.order[row], strict=True):
            if action < 0:
                assert not seen.any()
                continue
            if isinstance(match.phase, ToDeal):  # trumps were chosen blind
                match = match.apply(dealt(batch, row))
            view = match.view(match.to_act)
            numbers = np.zeros(layout.size, np.uint8)
            write_order(layout.split(numbers), view)
            assert (seen == numbers).all()
            match = match.apply(CARDS[action] if action < 52 else Suit(action - 52))


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS_WITH_MORE, ids=str)
def test_ten_thousand_deals_are_those_of_a_match(kind: tuple[str, dict[str, Any]]) -> None:
    compare(kind, seed=3, deals=10_000)
    compare(kind, seed=4, deals=10_000, policy="greedy", caller=highest)


def test_the_compared_deals_have_every_kind_of_contract() -> None:
    solo = compare(("solo-whist", {"no_bid": "general-misere"}), seed=5, deals=400)
    assert solo.keys() >= {"solo", "misere", "open misere", "declared abundance"}
    bid = compare(("bid-whist", {}), seed=5, deals=100)
    assert bid.keys() == {"uptown", "downtown", "no trump high", "no trump low"}
    assert compare(("minnesota-whist", {}), seed=5, deals=100).keys() == {"high", "low"}
