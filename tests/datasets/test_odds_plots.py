"""The plots of docs/odds.md: drawn by the real script from a small data set, from true figures."""

from __future__ import annotations

import runpy
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from oddtrick.datasets import DatasetPlan, generate_dataset, read_game

DOCS = Path(__file__).parents[2] / "docs"


@cache
def script() -> dict[str, Any]:
    """The names of the script, which imports Matplotlib: only a worker that draws does, too."""
    return runpy.run_path(str(DOCS / "images" / "make_odds.py"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("odds") / "data"
    generate_dataset(
        folder,
        DatasetPlan(games=(read_game("whist"),), seed=3, solved=8, played=12, bots=("casual",)),
    )
    return folder


@pytest.fixture(scope="module")
def deals(folder: Path) -> list[Any]:
    found: list[Any] = script()["read_deals"](folder)
    return found


def test_the_plots_are_the_same_bytes_each_time(folder: Path, tmp_path: Path) -> None:
    drawn = []
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
        drawn.append(
            [file.read_bytes() for file in script()["make_plots"](folder, tmp_path / name)]
        )
    assert drawn[0] == drawn[1]
    assert len(set(drawn[0])) == 4
    assert all(b"<svg" in data for data in drawn[0])


def test_the_page_shows_every_plot_and_each_is_in_the_repository() -> None:
    page = (DOCS / "odds.md").read_text(encoding="utf-8")
    for name in script()["PLOTS"]:
        assert f"](images/odds-{name}.svg)" in page
        assert (DOCS / "images" / f"odds-{name}.svg").read_bytes().startswith(b"<?xml")


def test_all_deals_are_read_with_a_value_for_each_trump_and_leader(deals: list[Any]) -> None:
    assert len(deals) == 8
    for deal in deals:
        assert deal.tricks.shape == (5, 4)
        assert 0 <= deal.tricks.min() < deal.tricks.max() <= 13


def test_a_group_of_independent_observations_has_the_usual_interval() -> None:
    values = np.random.default_rng(1).normal(5, 2, 50)
    (group,) = script()["group_means"]([(3.0, value, deal) for deal, value in enumerate(values)])
    assert group.mean == pytest.approx(values.mean())
    assert group.half == pytest.approx(1.96 * values.std(ddof=1) / np.sqrt(50))
    assert (group.at, group.count) == (3.0, 50)


def test_repeating_the_observations_of_a_deal_narrows_no_interval() -> None:
    values = list(enumerate(np.random.default_rng(2).normal(5, 2, 40)))
    (once,) = script()["group_means"]([(0.0, value, deal) for deal, value in values])
    (four,) = script()["group_means"]([(0.0, v, deal) for deal, v in values for _ in range(4)])
    assert (four.mean, four.half) == (pytest.approx(once.mean), pytest.approx(once.half))


def test_small_groups_are_left_out() -> None:
    assert script()["group_means"]([(0.0, 1.0, deal) for deal in range(29)]) == []


def test_the_tricks_of_all_hands_average_to_half(deals: list[Any]) -> None:
    rows = [
        (0.0, script()["of_side"](float(deal.tricks[:4].mean()), seat), number)
        for number, deal in enumerate(deals)
        for seat in range(4)
    ]
    (group,) = script()["group_means"](rows, 1)
    assert group.mean == pytest.approx(6.5)
    assert group.half == pytest.approx(0, abs=1e-9)


def test_forty_points_are_dealt(deals: list[Any]) -> None:
    for deal in deals:
        assert sum(map(script()["strength"], deal.hands)) == 40


def test_the_shares_of_the_lead_add_up_and_give_its_mean(deals: list[Any]) -> None:
    for mean, shares in script()["worth_of_lead"](deals).values():
        assert sum(shares.values()) == pytest.approx(1)
        assert sum(gain * share for gain, share in shares.items()) == pytest.approx(mean.mean)
