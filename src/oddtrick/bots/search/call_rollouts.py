"""Rollouts of the calls before the play.

A call is worth what the deal is worth under the contract that it leads to, in worlds weighted by
the calls heard. A discard is tried together with the best discards that can follow. A bid of tricks
leads to no contract: the deal is played with it and with the bids that later seats would make.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from msgspec.structs import replace

from oddtrick.bots.heuristics.bids import count_for, trick_count_of
from oddtrick.bots.heuristics.contracts import undertaking
from oddtrick.bots.heuristics.discards import hand_kept
from oddtrick.bots.search.bids import bid_log_likelihood, contract_log_likelihood
from oddtrick.bots.search.hand_counts import best_cards, card_values, expected_tricks
from oddtrick.bots.search.rollout import Outcomes, roll_out_deal
from oddtrick.bots.search.search_context import NoTimeError
from oddtrick.bots.search.trained_policies import policies_for
from oddtrick.calls import Bid
from oddtrick.cards import Card, Hand
from oddtrick.rules import Contract
from oddtrick.solver.sampling import SampledWorlds, Worlds, resample_rows

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from numpy.typing import NDArray

    from oddtrick.bots.search.search_context import Deadline, SearchBudget
    from oddtrick.calls import Call
    from oddtrick.views import View

WORLDS_SHARE = 4
"""Calls get this fraction of the worlds of a card: each rollout plays more cards."""

CHUNK = 128
"""Worlds per batch; the deadline is checked between batches."""

MOST_GROUPS = 12
"""The maximum number of combinations of later bids that are rolled out."""

Consequence = Contract | Hand | Bid | None
"""The consequence of a call: a contract, the hand kept, or a bid of tricks; None: none of these."""


class _Limits(NamedTuple):
    """The limits of the work."""

    budget: SearchBudget
    deadline: Deadline


def roll_out_calls(
    view: View, budget: SearchBudget, rng: Random, deadline: Deadline
) -> dict[Call, Outcomes]:
    """Rolls out the deal after each legal call, all calls in the same worlds.

    A contract that others have to join is rolled out in worlds where they would. Points are those
    of the sides before the call.

    Raises:
        NoTimeError: time ran out before all calls were tried in some worlds.
    """
    calls = [call for call in view.legal if isinstance(call, (Bid, Card))]
    after = {call: _consequence(view, call) for call in calls}
    drawn = Worlds(view).draw(budget.candidates, rng.getrandbits(64))
    heard, offset, seed = bid_log_likelihood(view, drawn), rng.random(), rng.getrandbits(64)
    count, worlds = max(1, budget.worlds // WORLDS_SHARE), {}
    for each in dict.fromkeys(after.values()):
        logs = budget.weight_power * (heard + _joining(view, each, drawn))
        worlds[each] = drawn.take(resample_rows(np.exp(logs - logs.max()), count, offset))
    limits, rounds = _Limits(budget, deadline), []
    for first in range(0, count, CHUNK):
        rows, own_seed = np.arange(first, min(first + CHUNK, count)), (seed + first) % 2**64
        ends = {
            each: _roll_out(view, each, some.take(rows), own_seed, limits)
            for each, some in worlds.items()
        }
        if any(len(end) < end.requested for end in ends.values()):
            break
        rounds.append(ends)
    if not rounds:
        raise NoTimeError
    joined = {each: _joined([ends[each] for ends in rounds]) for each in worlds}
    return {call: joined[each] for call, each in after.items()}


def _consequence(view: View, call: Call) -> Consequence:
    """Returns the consequence of a call."""
    if view.offers:
        return dict(view.offers).get(call)
    return hand_kept(view, call) if isinstance(call, Card) else call


def _joining(view: View, consequence: Consequence, worlds: SampledWorlds) -> NDArray[np.float64]:
    """The log-likelihood in each world that others join an own contract: float64 [n]."""
    if isinstance(consequence, Contract) and consequence.declarer == view.seat:
        return contract_log_likelihood(view, consequence, worlds)
    return np.zeros(len(worlds))


def _roll_out(
    view: View,
    consequence: Consequence,
    worlds: SampledWorlds,
    seed: int,
    limits: _Limits,
) -> Outcomes:
    """Plays the deal out after a call; points are those of the sides before it."""
    parts = []
    for after, some in _continuations(view, consequence, worlds):
        rules = after.deal_rules
        ends = roll_out_deal(
            after,
            some,
            policies_for(rules, after.trump).search,
            seed,
            temperature=limits.budget.temperature,
            threads=limits.budget.threads,
            seconds=limits.deadline.remaining(),
            cancel=limits.deadline.cancel,
        )
        sides = view.deal_rules.by_side(tuple(range(len(rules.sides))), rules.sides)
        parts.append(Outcomes(ends.points[:, :, list(sides)], ends.tricks, ends.requested))
    return _joined(parts) if parts else _thrown_in(view, worlds)


def _continuations(
    view: View, consequence: Consequence, worlds: SampledWorlds
) -> Iterator[tuple[View, SampledWorlds]]:
    """The ways in which the deal goes on, as views before the play with worlds; or none."""
    if isinstance(consequence, Contract):
        after = replace(view, contract=consequence, trump=consequence.trump, trump_known=True)
        yield after, _with_kitty(view, consequence, worlds)
    elif isinstance(consequence, Hand):
        hands = worlds.hands.copy()
        hands[:, view.seat] = consequence.mask
        yield view, SampledWorlds(hands, worlds.later, worlds.rest)
    elif consequence is not None:
        for later, some in _by_later_bids(view, worlds):
            yield with_calls(view, consequence, later), some


def _with_kitty(view: View, contract: Contract, worlds: SampledWorlds) -> SampledWorlds:
    """The worlds after the declarer has taken the kitty and kept the best cards (B3)."""
    rules, declarer = view.rules.under(contract), contract.declarer
    if not rules.plan.kitty or view.contract is not None or declarer is None:
        return worlds
    told = undertaking(view.rules, contract, declarer, view.number, view.open_calls)
    value = card_values(count_for(view, contract, wanted=told.wanted))
    hands, held = worlds.hands.copy(), worlds.hands[:, declarer] | worlds.rest
    kept = best_cards(held, value, sum(rules.plan.sizes(view.number)))
    hands[:, declarer] = kept
    return SampledWorlds(hands, worlds.later, held & ~kept)


def _thrown_in(view: View, worlds: SampledWorlds) -> Outcomes:
    """Deals that nobody plays."""
    points = np.zeros((len(worlds), 1, len(view.deal_rules.sides)), np.int16)
    tricks = np.zeros((len(worlds), 1, view.rules.players), np.int8)
    return Outcomes(points, tricks, len(worlds))


def _joined(parts: list[Outcomes]) -> Outcomes:
    return Outcomes(
        np.concatenate([part.points for part in parts]),
        np.concatenate([part.tricks for part in parts]),
        sum(part.requested for part in parts),
    )


# Bids of a number of tricks.


def _by_later_bids(view: View, worlds: SampledWorlds) -> list[tuple[dict[int, int], SampledWorlds]]:
    """The worlds by the bids to be expected of those who bid later, the commonest first."""
    done = {seat for seat, _ in view.calls[-1][1]} | {view.seat}
    later = [seat for seat in view.seats if seat not in done]
    most = view.deal_rules.tricks_in(view.number)
    bids = np.zeros((len(worlds), len(later)), np.int64)
    for at, seat in enumerate(later):
        expected = expected_tricks(trick_count_of(view), worlds.hands[:, seat])
        bids[:, at] = expected.round().clip(0, most)
    kinds, of, counts = np.unique(bids, axis=0, return_inverse=True, return_counts=True)
    common = np.argsort(-counts, kind="stable")[:MOST_GROUPS].tolist()
    return [
        (
            dict(zip(later, kinds[kind].tolist(), strict=True)),
            worlds.take(np.flatnonzero(of.reshape(-1) == kind)),
        )
        for kind in common
    ]


def with_calls(view: View, bid: Bid, later: dict[int, int]) -> View:
    """The view after the seat's own bid and those of the later seats."""
    assert view.seat is not None
    *before, (name, made) = view.calls
    others = tuple((seat, Bid(number)) for seat, number in later.items())
    return replace(view, calls=(*before, (name, (*made, (view.seat, bid), *others))))
