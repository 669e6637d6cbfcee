"""An observation is a function of the seat's view, and so holds no card that the seat can't see."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from oddtrick.cards import Suit
from oddtrick.games import rules_of
from oddtrick.solver.deals.kernel_deal_plan import DealStart
from oddtrick.solver.deals.observations import OBSERVATION_SIZE, PARTS, legal_table, split
from oddtrick.solver.deals.playouts import play_deals
from oddtrick.solver.deals.vector_deals import VectorDeals
from tests.support.extent import part
from tests.support.observation_layout import encoded
from tests.support.solver.python_deals import KINDS, a_start, rules_for, states


@pytest.mark.parametrize("kind", part(KINDS, 10), ids=str)
def test_an_observation_equals_the_view(
    kind: tuple[str, dict[str, Any]],
) -> None:
    rules, rng = rules_for(kind), Random(1)
    for _ in range(3):
        start = a_start(rules, rng)
        batch = play_deals(rules, 1, 3, start=start, record=["actions", "observations"])
        deals = VectorDeals(rules, 1, seed=3, start=start)
        *before, _ = states(batch, 0)
        for number, match in enumerate(before):
            assert match.to_act is not None
            own = batch.observations[0, number]
            assert difference(own, encoded(match.view(match.to_act))) == []
            for seat in {rng.randrange(rules.players), match.to_act}:
                seen = deals.observe(seat)[0]
                assert difference(seen, encoded(match.view(seat))) == []
            deals.step(batch.actions[0, number : number + 1])


def difference(one: NDArray[np.uint8], other: NDArray[np.uint8]) -> list[str]:
    """The parts in which two observations are not the same."""
    ours, theirs = split(one), split(other)
    return [name for name in PARTS if not np.array_equal(ours[name], theirs[name])]


def test_indistinguishable_deals_have_equal_observations() -> None:
    """Of one card each there are few hands: all deals that bring the same one are compared."""
    rules = rules_of("knockout-whist", players=4, choose="seen")
    start = DealStart(number=6, dealer=3, chooser=0)
    batch = play_deals(rules, 5_000, 5, start=start, record=["observations"])
    alike: dict[int, set[bytes]] = {}
    for hand, seen in zip(batch.dealt[:, 0, 0].tolist(), batch.observations[:, 0], strict=True):
        alike.setdefault(hand, set()).add(seen.tobytes())
    assert len(alike) == 52
    assert all(len(seen) == 1 for seen in alike.values())


def test_the_parts_partition_an_observation() -> None:
    ends = [0, *(place.stop for place in PARTS.values())]
    assert [place.start for place in PARTS.values()] == ends[:-1]
    assert ends[-1] == OBSERVATION_SIZE


def test_the_legal_table_has_the_bits_of_the_masks() -> None:
    masks = np.array([[1, 1 << 51], [(1 << 52) - 1, 0xF << 52]], dtype=np.uint64)
    table = legal_table(masks)
    assert table.shape == (2, 2, 56)
    assert (table @ (1 << np.arange(56)) == masks.astype(np.int64)).all()
    assert table[1, 1].nonzero()[0].tolist() == [52 + suit for suit in Suit]
