"""The policies learnt by self-play, for each kind of deal, loaded once.

Searching bots roll worlds out by them and weigh worlds with them; a study can use them as players
of known strength, as the prior of a search of its own, or to continue training from.

>>> from oddtrick.cards import Suit
>>> from oddtrick.games import rules_of
>>> from oddtrick.bots.search.rollout import FEATURE_COUNT
>>> policies = policies_for(rules_of("whist"), Suit.HEARTS)
>>> policies.search.weights.shape == (FEATURE_COUNT,), len(policies.player_types)
(True, 2)
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from io import BytesIO
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from oddtrick.bots.search.rollout import Policy
from oddtrick.scoring import Honours

if TYPE_CHECKING:
    from oddtrick.cards import Suit
    from oddtrick.rules import Rules

_FILE = "policies.npz"

_PRIOR_WEIGHTS = {"scotch-alone": 0.1}
"""Tricks or points for each nat of log policy; 0 for every other kind of deal, as measured in
`docs/bots-experiments.md`."""

_LEARNT_BY_TRICKS = frozenset({"whist", "no-trumps"})
"""Kinds of deal whose policy has learnt to take tricks; the others have learnt to score points."""


class PolicySet(NamedTuple):
    """The policies for one kind of deal.

    A :class:`~oddtrick.bots.search.rollout.Policy` has a weight of 16 bits for each feature,
    ``[FEATURE_COUNT]``.

    Args:
        search: that of players who search; rollouts use it.
        player_types: the types of opponent that a belief reckons with: players who search, and
            players with the conventions of people. The last is the most human one.
        prior_weight: weight of the policy prior beside rollouts, in tricks or points per nat. A
            policy learnt from whole deals knows what plays say of the hidden cards; so do weighted
            worlds, but their errors differ, and both together beat either.
        learnt_by: what the policy has learnt to gain, and so the unit of that weight.
    """

    search: Policy
    player_types: tuple[Policy, ...]
    prior_weight: float
    learnt_by: Literal["tricks", "points"]


def policies_for(rules: Rules, trump: Suit | None) -> PolicySet:
    """The policies for deals by these rules under these trumps.

    Args:
        rules: the game.
        trump: the trump suit; None is no trumps.
    """
    kind, policies = kind_of(rules, trump), _load()
    types = tuple(policies[name] for name in (kind, f"{kind}-people") if name in policies)
    return PolicySet(
        search=policies[kind],
        player_types=types,
        prior_weight=_PRIOR_WEIGHTS.get(kind, 0.0),
        learnt_by="tricks" if kind in _LEARNT_BY_TRICKS else "points",
    )


def kind_of(rules: Rules, trump: Suit | None) -> str:
    """The name under which the policy for such a deal is stored.

    It depends on what counts and on whether there are partners, so that a game added later uses the
    policy of its nearest relation.

    Args:
        rules: the game.
        trump: the trump suit; None is no trumps.

    Returns:
        ``"whist"``, ``"no-trumps"``, ``"honours"``, ``"ten"``, ``"scotch-sides"``,
        ``"scotch-alone"``, ``"knockout"``, ``"aims"`` or ``"aims-sides"``
        (tricks that may be unwanted, without and with partners).

    >>> from oddtrick.games import rules_of
    >>> kind_of(rules_of("whist"), None)
    'no-trumps'
    """
    profile, partners = rules.profile, rules.has_partners
    if not profile.rising:
        return "aims-sides" if partners else "aims"
    if profile.captures:
        return "scotch-sides" if partners else "scotch-alone"
    if profile.wins_with:
        return "ten"
    if rules.goal.eliminates or not partners:
        return "knockout"
    if trump is None:
        return "no-trumps"
    return "honours" if profile.honours is Honours.CAPTURED else "whist"


def search_policies() -> dict[str, Policy]:
    """The policies of players who search, by kind of deal, as :func:`kind_of` names it."""
    return {name: policy for name, policy in _load().items() if not name.endswith("-people")}


@cache
def _load() -> dict[str, Policy]:
    packed = files(__package__).joinpath(_FILE).read_bytes()
    with np.load(BytesIO(packed)) as arrays:
        return {name: Policy(arrays[name].astype(np.int16)) for name in arrays.files}
