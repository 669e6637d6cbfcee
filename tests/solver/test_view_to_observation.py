"""The observation of a view is the one that the kernel gives the seat."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from oddtrick.errors import OddtrickError
from oddtrick.solver.deals.observations import observe_view
from oddtrick.solver.deals.playouts import play_deals
from tests.support.extent import part
from tests.support.observation_layout import encoded
from tests.support.random_matches import WITHOUT_PASSES, course
from tests.support.solver.python_deals import KINDS, a_start, rules_for, states


@pytest.mark.parametrize("kind", part(KINDS, 10), ids=str)
def test_a_view_is_observed_as_the_kernel_observes_the_deal(
    kind: tuple[str, dict[str, Any]],
) -> None:
    rules, rng = rules_for(kind), Random(1)
    for _ in range(3):
        batch = play_deals(
            rules, 1, 5, start=a_start(rules, rng), record=["actions", "observations"]
        )
        *before, _ = states(batch, 0)
        for number, match in enumerate(before):
            own = observe_view(match.view(match.to_act))
            assert np.array_equal(own, batch.observations[0, number])


@pytest.mark.parametrize(("game", "options"), WITHOUT_PASSES[::4], ids=str)
def test_every_moment_of_a_match_is_observed(game: str, options: dict[str, Any]) -> None:
    """Out of turn, between deals, while trumps are chosen or thrown for, and at the end."""
    rng = Random(2)
    for match in course(game, options, 6)[::5]:
        view = match.view(rng.randrange(match.rules.players))
        assert np.array_equal(observe_view(view), encoded(view))


def test_a_spectator_has_no_observation() -> None:
    match = course("whist", {}, 1)[5]
    with pytest.raises(OddtrickError, match="a spectator has no observation: take the view of a"):
        observe_view(match.view(None))
