"""Bids of a number of tricks: what they say of hands, and what each would be worth.

A bid is valued by rollouts of the whole deal with it, in worlds weighted by the bids heard. Those
who have yet to bid are taken to bid the tricks that their hand in the world lets them expect.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from msgspec.structs import replace

from oddtrick.bots.heuristics.bids import shares_of
from oddtrick.bots.search.rollout import Outcomes, roll_out_with_trump
from oddtrick.bots.search.trained_policies import policies_for
from oddtrick.calls import Bid
from oddtrick.solver.sampling import Worlds, resample_rows

if TYPE_CHECKING:
    from random import Random

    from numpy.typing import NDArray

    from oddtrick.bots.search.search_context import SearchBudget
    from oddtrick.solver.sampling import SampledWorlds
    from oddtrick.views import View

SPREAD = 0.35
"""Tricks by which a bid differs from the tricks to be expected, times the root of the hand."""

WORLDS_SHARE = 4
"""A bid is rolled out in a fraction of the worlds of a card: there are more cards to play."""

MOST_GROUPS = 12
"""The most different bids of later seats that are played out."""


def heard_bids(view: View) -> dict[int, int]:
    """The bid of each other seat in this deal, where a bid says how many tricks are wanted."""
    if view.deal_rules.profile.rising:
        return {}
    return {
        seat: call.number
        for _, made in view.open_calls
        for seat, call in made
        if seat != view.seat and isinstance(call, Bid) and call.number >= 0 and not call.name
    }


def expected_tricks(view: View, hands: NDArray[np.uint64]) -> NDArray[np.float64]:
    """The tricks to be expected from each whole hand (masks [n]): float64 [n]."""
    octets = np.ascontiguousarray(hands).view(np.uint8).reshape(len(hands), 8)
    cards = np.unpackbits(octets, axis=1, bitorder="little")[:, :52]
    return np.asarray(cards @ np.array(shares_of(view)), np.float64)


def bid_log_likelihood(view: View, worlds: SampledWorlds) -> NDArray[np.float64]:
    """The log-likelihood of the bids heard in each world: float64 [n]."""
    logs = np.zeros(len(worlds))
    spread = SPREAD * view.deal_rules.tricks_in(view.number) ** 0.5
    for seat, number in heard_bids(view).items():
        hands = worlds.hands[:, seat] | np.uint64(_played_by(view, seat))
        logs -= ((number - expected_tricks(view, hands)) / spread) ** 2 / 2
    return logs


def _played_by(view: View, seat: int) -> int:
    """The cards (mask) that a seat has played in the hand under way."""
    played = [
        card
        for trick in view.tricks
        for by, card in zip(trick.seats, trick.cards, strict=True)
        if by == seat
    ]
    played += [card for by, card in zip(view.table_seats, view.table, strict=False) if by == seat]
    return sum(card.bit for card in played)


def roll_out_bids(view: View, budget: SearchBudget, rng: Random) -> dict[Bid, Outcomes]:
    """The ends of the deal after each legal bid, for all bids in the same worlds."""
    drawn = Worlds(view).draw(budget.candidates, rng.getrandbits(64))
    logs = budget.weight_power * bid_log_likelihood(view, drawn)
    count = max(1, budget.worlds // WORLDS_SHARE)
    rows = resample_rows(np.exp(logs - logs.max()), count, rng.random())
    groups = _by_later_bids(view, drawn.take(rows))
    seed, policy = rng.getrandbits(64), policies_for(view.deal_rules, view.trump).search
    ends = {}
    for bid in view.legal:
        if not isinstance(bid, Bid):
            continue
        parts = [
            roll_out_with_trump(
                _with_calls(view, bid, later),
                view.trump,
                worlds,
                policy,
                seed,
                temperature=budget.temperature,
                threads=budget.threads,
            )
            for later, worlds in groups
        ]
        ends[bid] = Outcomes(
            np.concatenate([part.points for part in parts]),
            np.concatenate([part.tricks for part in parts]),
            sum(part.requested for part in parts),
        )
    return ends


def _by_later_bids(view: View, worlds: SampledWorlds) -> list[tuple[dict[int, int], SampledWorlds]]:
    """The worlds by the bids to be expected of those who bid later, the commonest first."""
    done = {seat for seat, _ in view.calls[-1][1]} | {view.seat}
    later = [seat for seat in view.seats if seat not in done]
    most = view.deal_rules.tricks_in(view.number)
    bids = np.zeros((len(worlds), len(later)), np.int64)
    for at, seat in enumerate(later):
        bids[:, at] = expected_tricks(view, worlds.hands[:, seat]).round().clip(0, most)
    kinds, of, counts = np.unique(bids, axis=0, return_inverse=True, return_counts=True)
    common = np.argsort(-counts, kind="stable")[:MOST_GROUPS].tolist()
    return [
        (
            dict(zip(later, kinds[kind].tolist(), strict=True)),
            worlds.take(np.flatnonzero(of.reshape(-1) == kind)),
        )
        for kind in common
    ]


def _with_calls(view: View, bid: Bid, later: dict[int, int]) -> View:
    """The view after the seat's own bid and those of the later seats."""
    assert view.seat is not None
    *before, (name, made) = view.calls
    others = tuple((seat, Bid(number)) for seat, number in later.items())
    return replace(view, calls=(*before, (name, (*made, (view.seat, bid), *others))))
