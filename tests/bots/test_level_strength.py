"""The lead of each level over the one below, on fixed deals.

Equal players would have a swing of 0, an equal share of matches, and no point margin. The bounds
lie well above that and below the measured figures, so they fail when play gets worse and not when
one card is played differently.
"""

from __future__ import annotations

from random import Random
from statistics import fmean, stdev

import pytest

from oddtrick.bots import Bot, casual, club, novice, random_bot
from oddtrick.dealing import Seeded, new_match
from oddtrick.games import rules_of
from oddtrick.match import start
from tests.support.bot_positions import play_out


def swings(bot: Bot, other: Bot, deals: int) -> list[int]:
    """Tricks of a bot's pair over both tables, less 13, for each deal of duplicate whist.

    A deal is played twice, the second time with the sides exchanged, so that luck counts less.
    """
    rules = rules_of("whist", match="deals", deals=1)
    found = []
    for seed in range(deals):
        match, tricks = start(rules, dealer=seed % 4, chance=Seeded(seed)), 0
        for side in (0, 1):
            bots = tuple(bot if seat % 2 == side else other for seat in range(4))
            done = play_out(match, bots, Random(seed))
            tricks += done.result[0].tricks[side] + done.result[0].tricks[side + 2]
        found.append(tricks - 13)
    return found


def lower_bound(found: list[int]) -> float:
    """The mean less three standard errors."""
    return float(fmean(found) - 3 * stdev(found) / len(found) ** 0.5)


def share(game: str, players: int, matches: int) -> float:
    """The share of matches that one casual player wins against random ones, each for himself."""
    won = 0
    for seed in range(matches):
        seat = seed % players
        bots: tuple[Bot, ...] = tuple(
            casual if other == seat else random_bot for other in range(players)
        )
        done = play_out(new_match(game, seed=seed, players=players), bots, Random(seed))
        won += done.winner == seat
    return won / matches


@pytest.mark.whole(
    held_by="tests/bots/test_level_strength.py::test_a_novice_pair_stands_between_a_random_and_a_casual_pair"
)
def test_a_casual_pair_wins_duplicate_whist_against_a_random_pair() -> None:
    assert lower_bound(swings(casual, random_bot, 100)) > 2.5


def test_a_novice_pair_stands_between_a_random_and_a_casual_pair() -> None:
    assert lower_bound(swings(novice, random_bot, 60)) > 2
    assert lower_bound(swings(casual, novice, 100)) > 0.2


def test_a_club_pair_wins_duplicate_whist_against_a_casual_pair() -> None:
    assert fmean(swings(club, casual, 120)) > 0.1


@pytest.mark.long
def test_a_club_pair_wins_a_fifth_of_a_trick_a_deal_from_a_casual_pair() -> None:
    assert lower_bound(swings(club, casual, 4000)) > 0.2


def test_one_casual_player_wins_knock_out_more_often_than_chance() -> None:
    assert share("knockout-whist", 4, 100) > 0.4


def test_one_casual_player_wins_scotch_whist_more_often_than_chance() -> None:
    assert share("scotch-whist", 5, 200) > 0.26


def test_one_casual_player_takes_more_points_at_scotch_whist_from_the_same_cards() -> None:
    """Each deal is played five times, so that casual holds each hand once."""
    rules, gains = rules_of("scotch-whist", players=5), []
    for seed in range(60):
        match, gained = start(rules, dealer=seed % 5, chance=Seeded(seed)), 0.0
        for seat in range(5):
            bots = tuple(casual if other == seat else random_bot for other in range(5))
            points = play_out(match, bots, Random(seed), deals=1).result[0].points
            gained += points[seat] - (sum(points) - points[seat]) / 4
        gains.append(gained / 5)
    assert fmean(gains) - 3 * stdev(gains) / len(gains) ** 0.5 > 1
