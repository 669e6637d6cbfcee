"""The worth of a contract to a seat that knows its own hand alone, and the call that follows.

The tricks of its side are assumed to be normally distributed, truncated at none and at all. The
mean is what the own hand expects plus a fair share of the others. The scoring of the deal gives the
points for each number. The constants are fitted to deals played by policy.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from math import erf, sqrt
from typing import TYPE_CHECKING, NamedTuple

from oddtrick.bots.heuristics.aims import points_by_tricks
from oddtrick.bots.heuristics.bids import count_for
from oddtrick.bots.heuristics.heuristic import make_advice
from oddtrick.calls import PASS
from oddtrick.cards import Card

if TYPE_CHECKING:
    from oddtrick.bots.bot import Advice
    from oddtrick.calls import Calls
    from oddtrick.rules import Contract, PlayerAction, Rules
    from oddtrick.views import View


OWN_VARIANCE, OTHERS_VARIANCE = 0.1, 0.2
"""Variance of the tricks, for each trick of the deal: of an own hand whose cards are known, and of
the other hands of a side together."""

LOW_VARIANCE, EACH_VARIANCE = 0.01, 0.5
"""The same for an own hand that plays to lose: with no trick expected, and for each one."""

ALONE, UNITED = 1.1, 0.75
"""Tricks of one who plays against all others for each that the hand expects, and those that it
loses because they play together."""

ATTACKED = 0.1
"""Tricks that one who means to lose them all has to take because the others attack together."""

KITTY = 1.6
"""Tricks of a card in the kitty, relative to any other card: the declarer keeps the best."""

UNSTOPPED = 1.6
"""Tricks fewer for a declarer who could have had trumps: without them the others run their long
suits. Fitted in Bid Whist, where `club` expected 8.1 tricks at no trump and took 7.0."""

RIVALS = 0.8
"""The share of the tricks above the average claimed by opponents that an own contract loses."""

MISERE_SHORT = 0.5
"""Tricks more than are allowed from which on a contract to lose them is likelier lost than kept."""

HOPELESS = 1.5
"""Tricks short of a contract from which on it is called to forestall that of others."""


class Undertaking(NamedTuple):
    """The tricks that a contract demands of its side, and the points for each number of them.

    Args:
        side: the index of that side in the deal; the seat's own if no side undertook the contract.
        worth: for each number of its tricks, the lead of the seat over the other sides of the match
            in points.
        need: the least number of tricks, or the most where few are wanted, with which the side
            comes out ahead; None: no number does so.
        wanted: more tricks are worth more to it.
    """

    side: int
    worth: tuple[float, ...]
    need: int | None
    wanted: bool


@lru_cache(1024)
def undertaking(
    rules: Rules, contract: Contract, seat: int, number: int, calls: Calls = ()
) -> Undertaking:
    """Returns the demands of a contract and its worth to a seat.

    Args:
        rules: those of the match.
        contract: the contract.
        seat: the seat.
        number: of the deal.
        calls: of the deal.
    """
    under = rules.under(contract)
    side = under.side_of(contract.side[0] if contract.side else seat)
    score = (0,) * len(under.sides)
    worth, own = [], rules.side_of(seat)
    for points in points_by_tricks(under, side, number, score, calls):
        mine = rules.by_side(points, under.sides)
        worth.append(mine[own] - (sum(mine) - mine[own]) / max(1, len(mine) - 1))
    sign = 1 if seat in under.sides[side] else -1
    wanted = sign * (worth[-1] - worth[0]) >= 0
    ahead = [tricks for tricks, lead in enumerate(worth) if sign * lead > 0]
    need = (min if wanted else max)(ahead) if ahead else None
    return Undertaking(side, tuple(worth), need, wanted)


def contract_worth(view: View, contract: Contract, caution: float = 0.0) -> tuple[float, float]:
    """The worth of a contract in points of lead, and the tricks expected of its side.

    Args:
        view: of a seat that has seen its hand.
        contract: the contract.
        caution: tricks by which the own hand is valued less.
    """
    assert view.seat is not None
    told = undertaking(view.rules, contract, view.seat, view.number, view.open_calls)
    mean, variance = _tricks(view, contract, told, caution)
    chances = _chances(mean, sqrt(variance), len(told.worth) - 1)
    worth = sum(chance * lead for chance, lead in zip(chances, told.worth, strict=True))
    return worth, min(max(mean, 0.0), float(len(chances) - 1))


def _tricks(
    view: View, contract: Contract, told: Undertaking, caution: float
) -> tuple[float, float]:
    """The mean and the variance of the tricks of the side."""
    under, seat = view.rules.under(contract), view.seat
    assert seat is not None
    total, members = under.tricks_in(view.number), under.sides[told.side]
    own = count_for(view, contract, wanted=told.wanted).expected(view.hand.mask)
    gain = -caution
    if contract.declarer == seat:
        gain += kitty_gain(view, under) - RIVALS * _claimed(view)
        if contract.trump is None and under.plan.kitty:
            gain -= UNSTOPPED
    own += gain if told.wanted else -gain
    mean, known = _of_side(under, told, seat, own, total), False
    if seat in members:
        known = len(members) == 1
        low = LOW_VARIANCE + EACH_VARIANCE * max(0.0, own) / total
        variance = OWN_VARIANCE if told.wanted else low
    else:
        variance = 0.0
    if told.need is not None and _others_bid(view, contract):
        # They expected to make it, with fair shares of all others.
        shift = told.need - total * len(members) / under.players
        mean += max(0.0, shift) if told.wanted else min(0.0, shift)
    return mean, total * (variance + (0.0 if known else OTHERS_VARIANCE))


def _of_side(under: Rules, told: Undertaking, seat: int, own: float, total: int) -> float:
    """The tricks of the side, by those that the own hand of a seat expects."""
    members, left = under.sides[told.side], (total - own) / (under.players - 1)
    if seat not in members:
        return left * len(members)
    if len(members) == 1 and len(under.sides) == 2:
        return ALONE * own - UNITED if told.wanted else own + ATTACKED
    return own + left * (len(members) - 1)


def _claimed(view: View) -> float:
    """The tricks above the average that opponents claim by a contract of theirs that stands."""
    assert view.seat is not None
    for _, contract in view.offers:
        if contract.declarer is not None and view.seat not in contract.side:
            told = undertaking(view.rules, contract, view.seat, view.number, view.open_calls)
            under = view.rules.under(contract)
            fair = under.tricks_in(view.number) * len(contract.side) / under.players
            return 0.0 if told.need is None else abs(told.need - fair)
    return 0.0


def kitty_gain(view: View, under: Rules) -> float:
    """The tricks by which the best cards of a hand and the kitty are better than the hand (B3)."""
    if not under.plan.kitty or view.contract is not None:
        return 0.0
    dealt = sum(under.plan.sizes(view.number)) * under.players
    return KITTY * (under.pack.bit_count() - dealt) * under.tricks_in(view.number) / dealt


def _others_bid(view: View, contract: Contract) -> bool:
    """True if others choose to undertake it, rather than as partners in the match."""
    assert view.seat is not None
    bound = (view.seat, *view.rules.partners(view.seat))
    declarer = contract.declarer not in (None, view.seat)
    return declarer or any(seat not in bound for seat in contract.side)


def _chances(mean: float, spread: float, most: int) -> list[float]:
    """The chance of each number of tricks, 0 to ``most``: what lies beyond counts as the last."""
    below = [
        0.0,
        *((1 + erf((tricks + 0.5 - mean) / (spread * sqrt(2)))) / 2 for tricks in range(most)),
        1.0,
    ]
    return [upper - lower for lower, upper in pairwise(below)]


def call_by_worth(view: View, caution: float = 0.0) -> Advice | None:
    """The call whose contract is worth most; a call without a contract is worth nothing.

    Of cards that come to the same, the lowest says least. None where no call leads to a contract.

    Args:
        view: of a seat that is to call and has seen its hand.
        caution: tricks by which its hand is valued less.
    """
    if not view.offers or not view.hand:
        return None
    offers: dict[PlayerAction, Contract] = dict(view.offers)

    def merit(call: PlayerAction) -> tuple[float, int]:
        worth = contract_worth(view, offers[call], caution)[0] if call in offers else 0.0
        return worth, -telling(call)

    return explain_call(view, max(view.legal, key=merit), caution)


def explain_call(view: View, call: PlayerAction, caution: float = 0.0) -> Advice:
    """A call that leads to a contract, or a pass, as an advice with its reason.

    Args:
        view: of the seat that is to call.
        call: the call.
        caution: tricks by which its hand is valued less.
    """
    contract = next((contract for each, contract in view.offers if each == call), None)
    if contract is None or call == PASS:
        return make_advice(call, "call-pass")
    assert view.seat is not None
    told = undertaking(view.rules, contract, view.seat, view.number, view.open_calls)
    tricks = contract_worth(view, contract, caution)[1]
    expected = {"bid": contract.bid, "number": f"{tricks:.1f}"}
    short = 0.0 if told.need is None else told.need - tricks if told.wanted else tricks - told.need
    if told.need is not None and told.wanted and short >= HOPELESS and _claimed(view):
        return make_advice(call, "call-forestall", **expected, count=str(told.need))
    if short > (0 if told.wanted else MISERE_SHORT):
        return make_advice(call, "call-risk", bid=contract.bid)
    if told.need is None or not told.wanted:
        return make_advice(call, "call-lose", **expected)
    return make_advice(call, "call-make", **expected, count=str(told.need))


def telling(call: PlayerAction) -> int:
    """The order of cards that come to the same if they are shown: a low one says least."""
    return call.rank if isinstance(call, Card) else 0
