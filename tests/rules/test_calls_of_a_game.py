"""The calls and contracts that rules list are those that there are in their deals, each of them."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from oddtrick.dealing import new_match
from oddtrick.games import rules_of
from oddtrick.match import CallPhase
from oddtrick.rules import Rules
from tests.support.random_matches import WITH_CALLS

DEALS = 3_000


def largest_first(game: str, options: dict[str, Any]) -> bool:
    """True if no later deal has more tricks to bid than the first."""
    each = rules_of(game, **options).plan.each
    return not each or each[0] == max(each)


KINDS = [each for each in WITH_CALLS if largest_first(*each)]


@pytest.mark.parametrize(("game", "options"), KINDS, ids=str)
def test_every_legal_call_and_contract_is_listed_and_every_listed_one_occurs(
    game: str, options: dict[str, Any]
) -> None:
    rules = rules_of(game, **options)
    calls, contracts = seen_in_deals(rules)
    assert calls == set(rules.calls)
    assert contracts == set(rules.contracts)
    assert len(rules.calls) == len(calls)
    assert len(rules.contracts) == len(contracts)


def seen_in_deals(rules: Rules) -> tuple[set[Any], set[Any]]:
    """The calls that were legal, and the bids of contracts, in first deals until all occurred."""
    rng = Random(1)
    calls: set[Any] = set()
    contracts: set[Any] = set()
    for seed in range(DEALS):
        match = new_match(rules=rules, seed=seed)
        while isinstance(match.phase, CallPhase) and not match.past:
            legal = match.legal_actions()
            calls |= set(legal)
            # The first are the low ones: an auction seldom ends with one where all are as likely.
            match = match.apply(rng.choice(legal[: rng.randint(1, len(legal))]))
        if match.deal.contract is not None:
            contracts.add(match.deal.contract.bid)
        if calls >= set(rules.calls) and contracts >= set(rules.contracts) and seed > 50:
            break
    return calls, contracts
