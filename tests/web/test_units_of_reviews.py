"""The figures of a review: one unit for a decision and its alternatives, in an order that stays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.support.web.page_modules import PageModules

COSTS = """async ([base, decisions, unit]) => {
  const { setLanguage } = await import(base + "i18n/translate.js");
  const { costTexts, unitOf } = await import(base + "replay/coach-texts.js");
  await setLanguage("en", "review");
  return decisions.map((one) => [unitOf(one, unit), ...costTexts(one, unit)]);
}"""


def _decision(kind: str, tricks: float, points: float, chance: float | None) -> dict[str, Any]:
    loss = {"tricks": tricks, "points": points, "win_chance": chance, "utility": points}
    return {"kind": kind, "loss": loss, "double_dummy_loss": None}


@pytest.mark.parametrize("unit", ["tricks", "points"])
def test_a_call_costs_points_alone_as_its_alternatives_are_told(
    modules: PageModules, unit: str
) -> None:
    calls = [_decision("call", 0.2, 6.34, 0.55), _decision("call", 0.9, 0.01, 0.3)]
    assert modules.call(COSTS, calls, unit) == [
        ["points", "cost 6.3 points"],
        ["points", "cost a little"],
    ]
    ((own, first, *_),) = modules.call(COSTS, [_decision("card", 1.0, 1.0, 0.2)], unit)
    assert (own, first) == (unit, f"cost 1 {unit.removesuffix('s')}")


KEPT = """async ([base, seen, worst]) => {
  const { keptOrder } = await import(base + "replay/coach-texts.js");
  const mistake = (number) => ({ number });
  return keptOrder(worst.map(mistake), seen.map(mistake)).map(({ number }) => number);
}"""


def test_mistakes_keep_their_order_before_the_readers_eyes(modules: PageModules) -> None:
    assert modules.call(KEPT, [], [4, 1, 7]) == [4, 1, 7]
    assert modules.call(KEPT, [4, 1, 7], [1, 7, 4]) == [4, 1, 7]
    assert modules.call(KEPT, [4, 1, 7], [2, 7, 4]) == [4, 7, 2]
