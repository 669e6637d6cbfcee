"""A view contains only information that its seat may know.

Permuting the cards that a seat cannot see, in any way that the play so far allows, leaves its view
as it is, byte for byte; so does another throw of somebody else's that is still secret.
"""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from oddtrick.match import Match, ToThrow
from oddtrick.rules import Throw
from tests.support.extent import part
from tests.support.permute_hidden_cards import permute_hidden, replay_actions
from tests.support.random_matches import EVERY, WITH_CALLS, course


def shown(match: Match, seat: int | None) -> bytes:
    return msgspec.msgpack.encode(
        match.view(seat), enc_hook=repr
    )  # steps of a course are functions


def check_blind(game: str, options: dict[str, Any], seed: int) -> int:
    """Asserts the property at random moments of a match; returns the number of permutations."""
    rng, tried = Random(seed), 0
    states = course(game, options, seed)
    for match in rng.sample(states, min(len(states), 12)):
        seat = rng.choice([None, *range(match.rules.players)])
        other = permute_hidden(match, seat, rng)
        if other is not None:
            assert shown(other, seat) == shown(match, seat)
            tried += 1
    return tried


@pytest.mark.parametrize(("game", "options"), [*part(EVERY, 30), *WITH_CALLS], ids=str)
def test_permuting_unseen_cards_leaves_the_view_unchanged(
    game: str, options: dict[str, Any]
) -> None:
    assert sum(check_blind(game, options, seed) for seed in range(2)) > 5


@pytest.mark.long
@pytest.mark.parametrize(("game", "options"), [*EVERY, *WITH_CALLS], ids=str)
def test_permuting_unseen_cards_leaves_the_view_unchanged_many_times(
    game: str, options: dict[str, Any]
) -> None:
    assert sum(check_blind(game, options, seed) for seed in range(2, 100)) > 500


def test_the_holder_of_the_cards_would_see_the_permutation() -> None:
    """The test above can fail: with all hands open, a permutation does show."""
    match, rng = course("whist", {}, 5)[9], Random(5)
    other = permute_hidden(match, 0, rng)
    assert other is not None
    assert any(shown(other, seat) != shown(match, seat) for seat in (1, 2, 3))


def test_K5_a_throw_is_secret_until_all_are_in() -> None:
    tried = 0
    for seed in range(30):
        for match in course("knockout-whist", {"players": 6, "tie": "rps"}, seed):
            if not isinstance(match.phase, ToThrow) or not match.phase.throwing.thrown:
                continue
            thrower = match.phase.throwing.seats[0]
            actions = list(match.actions)
            at = len(actions) - len(match.phase.throwing.thrown)
            for throw in Throw:
                other = replay_actions(match, [*actions[:at], throw, *actions[at + 1 :]])
                for seat in (None, *range(6)):
                    same = shown(other, seat) == shown(match, seat)
                    assert same == (seat != thrower or throw is actions[at])
                tried += 1
    assert tried > 30
