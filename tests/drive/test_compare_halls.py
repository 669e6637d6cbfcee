"""Several halls: one table, in agreement with one drive of all tables, and fair to small halls."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random

import pytest

from oddtrick.drive import (
    Drive,
    DrivePlan,
    begin_round,
    create_drive,
    enter_result,
    read_trumps,
    standings_of,
)
from oddtrick.drive.compare_halls import compare_halls
from oddtrick.drive.players import bot_entries
from oddtrick.errors import OddtrickError


def hall(players: int, seed: int, rounds: int = 3, plan: DrivePlan | None = None) -> Drive:
    """A hall whose results are drawn from a seed."""
    rng = Random(seed)
    drive = create_drive(
        plan or DrivePlan(movement="duplicate", rounds=rounds), bot_entries(players)
    )
    for _ in range(drive.plan.rounds):
        drive = begin_round(drive)
        for table in drive.rounds[-1].missing:
            north = rng.randint(0, 13)
            drive = enter_result(drive, table, (north, 13 - north))
    return drive


def test_a_hall_beside_one_of_equal_results_ranks_as_it_does_alone() -> None:
    drive = hall(16, 1)
    scores = compare_halls({"north": drive, "south": drive})
    alone = {score.player: score.match_points for score in standings_of(drive)}
    for score in scores:
        # Each rival twice, and the pair's own twin once, level with it, in each of three deals.
        assert score.match_points == 2 * (alone[score.player] or 0) + 3
        assert score.most == 2 * 3 * (2 * 4 - 1)


def test_match_points_of_every_deal_add_up_over_all_halls() -> None:
    halls = {"north": hall(16, 1), "south": hall(8, 2), "west": hall(12, 3)}
    scores = compare_halls(halls)
    tables = 4 + 2 + 3
    assert sum(score.match_points for score in scores) == 3 * 2 * 2 * tables * (tables - 1)
    assert Counter(score.hall for score in scores) == {"north": 16, "south": 8, "west": 12}
    assert [score.share for score in scores] == sorted((s.share for s in scores), reverse=True)
    places = [score.place for score in scores]
    assert places[0] == 1
    assert all((a.place == b.place) == (a.share == b.share) for a, b in pairwise(scores))


def test_a_hall_with_fewer_results_is_measured_by_the_deals_it_played() -> None:
    halls = {"north": hall(8, 1, rounds=4), "south": hall(8, 2, rounds=2)}
    most = {score.hall: score.most for score in compare_halls(halls)}
    assert most == {"north": 2 * (3 + 3 + 1 + 1), "south": 2 * (3 + 3)}


def test_halls_without_results_are_level() -> None:
    drive = begin_round(create_drive(DrivePlan(movement="duplicate"), bot_entries(8)))
    scores = compare_halls({"north": drive, "south": drive})
    assert {(score.place, score.match_points, score.share) for score in scores} == {(1, 0, 0.0)}


@pytest.mark.parametrize(
    ("halls", "wrong"),
    [
        ({"north": hall(8, 1)}, "at least two halls"),
        (
            {"north": hall(8, 1), "south": hall(8, 1, plan=DrivePlan(rounds=1))},
            "south: its movement",
        ),
        (
            {
                "north": hall(8, 1),
                "south": hall(
                    8, 1, plan=DrivePlan(movement="duplicate", rounds=1, trumps=read_trumps("N"))
                ),
            },
            "have different trumps, so they share no deals",
        ),
    ],
)
def test_halls_that_share_no_deals_are_refused(halls: dict[str, Drive], wrong: str) -> None:
    with pytest.raises(OddtrickError, match=wrong):
        compare_halls(halls)
