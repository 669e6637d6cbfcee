"""The aim of each side of a deal, as far as best play with open cards can serve it."""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from itertools import pairwise

from oddtrick.errors import OddtrickError
from oddtrick.rules import Rules
from oddtrick.scoring import DealFacts


class Aim(Enum):
    """The aim of every side of a deal."""

    MOST = "most"
    """As many tricks as it can get, or as many points in them."""
    FEWEST = "fewest"
    """As few tricks as it can get, or that the side that may have none gets one."""
    OTHER = "other"
    """Something for which best play of one side against the other has no value."""


def aim_of(rules: Rules) -> Aim:
    """Returns the aim of each side of a deal.

    It follows from the points of the deal. Those of one side against the other may rise with its
    tricks or fall with them. If they do neither, as where a number of tricks has been bid, or if
    each of several sides wants few tricks, there is no best play of one side against the other.

    Args:
        rules: the rules of the deal, under its contract.

    >>> from oddtrick.games import rules_of
    >>> aim_of(rules_of("whist")), aim_of(rules_of("oh-hell"))
    (<Aim.MOST: 'most'>, <Aim.OTHER: 'other'>)
    """
    if rules.profile.rising:
        return Aim.MOST
    return Aim.FEWEST if _falls(rules) else Aim.OTHER


@lru_cache(256)
def _falls(rules: Rules) -> bool:
    """True if the points of a side against the one other fall with its tricks."""
    # What is bid without a contract counts in the points, and only the deal knows it.
    is_settled = rules.contract is not None or not rules.course
    if len(rules.sides) != 2 or not rules.profile.by_tricks or not is_settled:
        return False
    leads = _leads(rules)
    return leads[0] > leads[-1] and all(more <= fewer for fewer, more in pairwise(leads))


def check_aim(rules: Rules) -> None:
    """Checks that best play of a deal has a value.

    Raises:
        OddtrickError: it has none.
    """
    if aim_of(rules) is Aim.OTHER:
        under = "" if rules.contract is None else f" under the contract {rules.contract.bid}"
        raise OddtrickError(
            f"{rules.game} has no double-dummy value{under}: no side simply wants the most tricks, "
            "or the fewest"
        )


def _leads(rules: Rules) -> list[int]:
    """The points of one side of two less those of the other, by its tricks."""
    tricks = rules.tricks_in(0)
    return [_lead(rules, won, tricks - won) for won in range(tricks + 1)]


def _lead(rules: Rules, *won: int) -> int:
    """The points of the first side less those of the other, given the tricks of each."""
    nothing = (0,) * rules.players
    tricks = dict(zip((side[0] for side in rules.sides), won, strict=True))
    facts = DealFacts(
        sides=rules.sides,
        tricks=tuple(tricks.get(seat, 0) for seat in range(rules.players)),
        taken=nothing,
        dealt=nothing,
        winning=0,
        trump=None if rules.contract is None else rules.contract.trump,
        score=(0, 0),
    )
    return sum(first - second for first, second in rules.scoring.stages(facts))
