"""Inference from calls: the likelihood of the other hands given their bids."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from oddtrick.bots.heuristics.bids import count_for, trick_count_of
from oddtrick.bots.heuristics.contracts import undertaking
from oddtrick.bots.search.hand_counts import expected_tricks
from oddtrick.calls import Bid

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from oddtrick.rules import Contract
    from oddtrick.solver.sampling import SampledWorlds
    from oddtrick.views import View

SPREAD = 0.35
"""Standard deviation of a bid from the expected tricks, per root of the tricks in the deal."""

CERTAINTY = 2.0
"""Log-odds of undertaking a contract, in nats for each standard deviation of surplus tricks."""


def heard_bids(view: View) -> dict[int, int]:
    """The bid of each other seat in this deal, where a bid says how many tricks are wanted."""
    if view.deal_rules.profile.rising or heard_contract(view) is not None:
        return {}
    return {
        seat: call.number
        for _, made in view.open_calls
        for seat, call in made
        if seat != view.seat and isinstance(call, Bid) and call.number >= 0 and not call.name
    }


def heard_contract(view: View) -> Contract | None:
    """The contract of another seat: the final one, or that of the bids so far."""
    found = [view.contract] if view.contract is not None else [each for _, each in view.offers]
    return next((each for each in found if each.declarer not in (None, view.seat)), None)


def bid_log_likelihood(view: View, worlds: SampledWorlds) -> NDArray[np.float64]:
    """The log-likelihood of the calls heard in each world: float64 [n]."""
    logs = np.zeros(len(worlds))
    spread = SPREAD * view.deal_rules.tricks_in(view.number) ** 0.5
    for seat, number in heard_bids(view).items():
        expected = expected_tricks(trick_count_of(view), _whole_hands(view, worlds, seat))
        logs -= ((number - expected) / spread) ** 2 / 2
    contract = heard_contract(view)
    return logs if contract is None else logs + contract_log_likelihood(view, contract, worlds)


def contract_log_likelihood(
    view: View, contract: Contract, worlds: SampledWorlds
) -> NDArray[np.float64]:
    """The log-likelihood in each world that others undertake a contract as they do: float64 [n].

    The declarer has undertaken it. Others who are not its partners in the match had a choice: they
    joined its side, or did not.
    """
    assert contract.declarer is not None
    logs, bound = np.zeros(len(worlds)), view.rules.partners(contract.declarer)
    joined = any(seat not in (contract.declarer, *bound) for seat in contract.side)
    spread = SPREAD * view.deal_rules.tricks_in(view.number) ** 0.5
    for seat in view.seats:
        if seat == view.seat or seat in bound or not (joined or seat in contract.side):
            continue
        surplus = _surplus(view, contract, _whole_hands(view, worlds, seat))
        sign = 1 if seat in contract.side else -1
        logs -= np.logaddexp(0.0, -sign * CERTAINTY * surplus / spread)
    return logs


def _surplus(view: View, contract: Contract, hands: NDArray[np.uint64]) -> NDArray[np.float64]:
    """The tricks by which a hand and fair shares of its partners' exceed the need: float64 [n].

    A seat with partners has to supply half of what is needed beyond the fair share of its side.
    """
    assert contract.declarer is not None
    told = undertaking(view.rules, contract, contract.declarer, view.number, view.open_calls)
    if told.need is None:
        return np.zeros(len(hands))
    own = expected_tricks(count_for(view, contract, wanted=told.wanted), hands)
    rules = view.rules.under(contract)
    others = len(rules.sides[told.side]) - 1
    total = rules.tricks_in(view.number)
    tricks, fair = own + (total - own) * others / (rules.players - 1), total / rules.players
    need = (told.need + fair * (others + 1)) / 2 if others else told.need
    return tricks - need if told.wanted else need - tricks


def _whole_hands(view: View, worlds: SampledWorlds, seat: int) -> NDArray[np.uint64]:
    """The cards of a seat in each world, with those that it has played in the hand under way."""
    played = [
        card
        for trick in view.tricks
        for by, card in zip(trick.seats, trick.cards, strict=True)
        if by == seat
    ]
    played += [card for by, card in zip(view.table_seats, view.table, strict=False) if by == seat]
    return worlds.hands[:, seat] | np.uint64(sum(card.bit for card in played))
