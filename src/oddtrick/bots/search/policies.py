"""How players of each game tend to play: habits learnt by self-play, read once."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from io import BytesIO
from typing import TYPE_CHECKING

import numpy as np

from oddtrick.scoring import Honours
from oddtrick.solver.rollout import Policy

if TYPE_CHECKING:
    from oddtrick.cards import Suit
    from oddtrick.rules import Rules

_FILE = "policies.npz"

_TRUST = {"scotch-alone": 0.1}


def kind_of(rules: Rules, trump: Suit | None) -> str:
    """Under which name the habits of a deal were learnt.

    It goes by what counts and by whether there are partners, so that a game of one's own finds the
    habits of its nearest relation.
    """
    profile, partners = rules.profile, rules.has_partners
    if profile.captures:
        return "scotch-sides" if partners else "scotch-alone"
    if profile.wins_with:
        return "ten"
    if rules.goal.eliminates or not partners:
        return "knockout"
    if trump is None:
        return "no-trumps"
    return "honours" if profile.honours is Honours.CAPTURED else "whist"


def policy_of(rules: Rules, trump: Suit | None) -> Policy:
    """The habits of those who play these rules under these trumps."""
    return _read()[kind_of(rules, trump)]


def player_types(rules: Rules, trump: Suit | None) -> tuple[Policy, ...]:
    """The sorts of players that one may meet: those who search, and those with people's manners."""
    kind, all_habits = kind_of(rules, trump), _read()
    sorts = (kind, f"{kind}-people")
    return tuple(all_habits[sort] for sort in sorts if sort in all_habits)


def trust_of(rules: Rules, trump: Suit | None) -> float:
    """How much habit is trusted beside what becomes of a card in worlds: utility for each e-fold.

    Policy that were learnt from deals as they lay know what others' plays say of their cards. So do
    worlds that are read, but they err in other ways: both together are better than either.
    """
    return _TRUST.get(kind_of(rules, trump), 0.0)


@cache
def _read() -> dict[str, Policy]:
    packed = files(__package__).joinpath(_FILE).read_bytes()
    with np.load(BytesIO(packed)) as arrays:
        return {name: Policy(arrays[name].astype(np.int16)) for name in arrays.files}
