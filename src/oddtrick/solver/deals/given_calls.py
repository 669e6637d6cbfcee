"""The calls that a batch of deals is given: batches make none, and know no contracts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from msgspec.structs import replace

from oddtrick.calls import TRICK_BIDS, Bid, Calls, Made
from oddtrick.errors import WANTED_RULES, OddtrickError, check_type
from oddtrick.rules import Rules, TrumpSource
from oddtrick.scoring import DealFacts
from oddtrick.solver.deals.kernel_deal_plan import DealPlan, DealStart, plan_deal


def plan_called_deal(rules: Rules, start: DealStart | None = None) -> DealPlan:
    """Makes the plan of a deal that is dealt and played as it is: nobody calls.

    Raises:
        OddtrickError: as from :func:`plan_deal`; or the game has calls, and they are not given, are
            not its own, or settle trumps or a contract.
    """
    check_type(rules, Rules, WANTED_RULES)
    _check_contract(rules)
    plan = plan_deal(rules, start)
    assert plan.start.seats is not None
    _check_calls(rules, plan.start.number, plan.start.seats, plan.start.calls)
    return plan


def _check_contract(rules: Rules) -> None:
    """Checks that the calls of a game settle nothing about its play.

    Raises:
        OddtrickError: they lead to a contract.
    """
    if rules.terms is not None:
        raise OddtrickError(
            f"{rules.game}: batches of deals play no contracts, as its calls lead to: play it by "
            "new_match, or as an environment of oddtrick.envs"
        )


def _check_calls(rules: Rules, number: int, seats: Sequence[int], calls: Calls) -> None:
    """Checks the calls that were made before the deals of a batch.

    Args:
        rules: the game.
        number: the number of the deal.
        seats: the seats that are in.
        calls: the calls.

    Raises:
        OddtrickError: they settle trumps, none are given, or they are none of this game; or a seat
            has not bid, twice, or more tricks than there are.
    """
    if rules.trumps.source(number) is TrumpSource.CALLED:
        raise OddtrickError(f"{rules.game}: its calls settle trumps, and batches of deals don't")
    if rules.course and not calls:
        raise OddtrickError(
            f"{rules.game}: batches of deals make no calls: give those made as DealStart(calls=…)"
        )
    for name, made in calls:
        for _, call in made:
            if rules.calls and call is not None and call not in rules.calls:
                raise OddtrickError(f"{call} is no call of {rules.game}, as Rules.calls lists them")
        if name == TRICK_BIDS:
            _check_bids(rules, number, seats, made)
    if calls and not _count(rules, number, seats, calls):
        names = " and ".join(repr(name[:40]) for name, _ in calls)
        raise OddtrickError(
            f"{rules.game}: calls of the phase {names} change no points: give those of its own"
        )


def _count(rules: Rules, number: int, seats: Sequence[int], calls: Calls) -> bool:
    """True if calls change the points for some tricks, or tricks are wanted whatever was called."""
    if rules.course and rules.profile.rising:
        return True
    return any(
        rules.scoring.stages(facts) != rules.scoring.stages(replace(facts, calls=()))
        for facts in _outcomes(rules, number, seats, calls)
    )


def _outcomes(rules: Rules, number: int, seats: Sequence[int], calls: Calls) -> Iterator[DealFacts]:
    """Yields a deal for each number of tricks of each seat, in which the others have none."""
    nothing = (0,) * rules.players
    for seat, won in product(seats, range(rules.tricks_in(number) + 1)):
        yield DealFacts(
            sides=rules.sides,
            tricks=tuple(won if other == seat else 0 for other in range(rules.players)),
            taken=nothing,
            dealt=nothing,
            winning=0,
            trump=None,
            score=(0,) * len(rules.sides),
            calls=calls,
            number=number,
        )


def _check_bids(rules: Rules, number: int, seats: Sequence[int], made: Made) -> None:
    """Checks that every seat has bid once, and no more tricks than there are."""
    bidding = [seat for seat, _ in made]
    if sorted(bidding) != sorted(seats):
        raise OddtrickError(f"{rules.game}: the seats {bidding} have bid: give a bid of each seat")
    tricks = rules.tricks_in(number)
    for seat, bid in made:
        if isinstance(bid, Bid) and bid.number > tricks:
            raise OddtrickError(f"seat {seat} can't bid {bid}: deal {number} has {tricks} tricks")
