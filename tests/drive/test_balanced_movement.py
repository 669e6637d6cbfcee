"""The balanced movement Wh(v): everyone partners everyone once and opposes everyone twice."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import comb
from random import Random

import pytest

from oddtrick.drive import balance_of, seat_balanced
from oddtrick.drive.movements import balanced
from oddtrick.drive.movements.balanced import (
    FIXED,
    MOST_PLAYERS,
    search_starter,
    stored_schedules,
    stored_starters,
)
from oddtrick.drive.seating import check_seating
from oddtrick.errors import OddtrickError
from tests.support.extent import part

PERFECT = (4, 5, 8, 9, 12, 13, 16, 17, 20, 21, 24, 25, 28, 29, 32, 37, 41, 49, 53)
"""Numbers of players for which a perfect movement is known here."""


def cycle(players: int) -> int:
    return players - 1 if players % 4 == 0 else players


@pytest.mark.parametrize("players", PERFECT)
def test_D3_a_perfect_movement_meets_its_counts(players: int) -> None:
    partners: Counter[frozenset[int]] = Counter()
    opponents: Counter[frozenset[int]] = Counter()
    for number in range(1, cycle(players) + 1):
        seating = seat_balanced(range(players), number)
        check_seating(seating, range(players))
        for table in seating.tables:
            partners.update(map(frozenset, table.pairs))
            opponents.update(frozenset((a, b)) for a in table.pairs[0] for b in table.pairs[1])
    everybody = [frozenset(pair) for pair in combinations(range(players), 2)]
    assert partners == dict.fromkeys(everybody, 1)
    assert opponents == dict.fromkeys(everybody, 2)


@pytest.mark.parametrize("players", [6, 7, 10, 11, 14, 22, 33, 36, 42, 46, 51])
def test_where_none_is_known_nobody_partners_anyone_more_than_twice(players: int) -> None:
    seatings = [seat_balanced(range(players), number) for number in range(1, cycle(players) + 1)]
    balance = balance_of(range(players), seatings)
    assert max(balance.partner_counts) <= 2
    assert max(balance.opponent_counts) <= 4
    assert max(balance.sat_out) == min(balance.sat_out) == players % 4


SIT_OUT = [players for players in range(6, 40) if players % 4 in (2, 3)]
MORE_LEFT = {22: 12, 30: 16, 38: 57}
"""Where the bound is not reached: by parity no starter with even sit-outs can, and no schedule that
was found does."""


@pytest.mark.parametrize("players", SIT_OUT)
def test_no_more_pairs_than_must_are_left_unpartnered_after_a_cycle(players: int) -> None:
    seatings = [seat_balanced(range(players), number) for number in range(1, players + 1)]
    counts = balance_of(range(players), seatings).partner_counts
    left = comb(players, 2) - 2 * (players // 4) * players
    assert left == (players // 2 if players % 4 == 2 else players)
    assert counts[0] == MORE_LEFT.get(players, left)


@pytest.mark.parametrize("players", sorted(stored_schedules()))
def test_a_stored_schedule_spreads_partners_evenly_over_all_its_rounds(players: int) -> None:
    schedule = stored_schedules()[players]
    assert all(len(set(seats)) == players - players % 4 for seats in schedule)
    assert len(schedule) * (players % 4) % players == 0, "all have sat out equally often"
    seatings = [seat_balanced(range(players), number + 1) for number in range(len(schedule))]
    partners = balance_of(range(players), seatings).partner_counts
    if players < 30:
        assert min(partners) >= 1
        assert max(partners) - min(partners) <= 1
    after_24 = balance_of(range(players), seatings[:24]).partner_counts
    assert min(after_24) >= 1 or players in (22, 30)


@pytest.mark.parametrize("players", part(range(5, 56), 20))
def test_D3_sit_outs_differ_by_at_most_one_after_any_round(players: int) -> None:
    rests: Counter[int] = Counter(dict.fromkeys(range(players), 0))
    for number in range(1, 2 * players + 1):
        rests.update(seat_balanced(range(players), number).sitting_out)
        assert max(rests.values()) - min(rests.values()) <= 1


def test_every_stored_starter_seats_each_residue_once() -> None:
    for players, starter in stored_starters().items():
        modulus = cycle(players)
        assert len(starter) == players - players % 4
        assert len(set(starter)) == len(starter)
        assert set(starter) <= {*range(modulus), *([FIXED] if players % 4 == 0 else [])}


@pytest.mark.parametrize("players", range(4, MOST_PLAYERS + 1))
def test_every_number_of_players_is_seated_without_a_search(
    players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(balanced, "search_starter", None)
    schedule = stored_schedules().get(players)
    rounds = cycle(players) if schedule is None else len(schedule)
    for number in (1, 2, rounds, rounds + 1):
        check_seating(seat_balanced(range(players), number), range(players))
    assert seat_balanced(range(players), 1) == seat_balanced(range(players), rounds + 1)


@pytest.mark.parametrize("players", [MOST_PLAYERS + 1, MOST_PLAYERS + 29, 2_000])
def test_more_players_than_starters_are_known_for_are_refused(players: int) -> None:
    with pytest.raises(OddtrickError, match="at most 200 players"):
        seat_balanced(range(players), 1)


def test_a_search_finds_perfect_starters_and_repeats_itself() -> None:
    found = search_starter(12, 20_000, Random(1))
    assert found == search_starter(12, 20_000, Random(1))
    differences = Counter(
        min((a - b) % 11, (b - a) % 11)
        for at in range(0, 12, 2)
        for a, b in [found[at : at + 2]]
        if FIXED not in (a, b)
    )
    assert differences == dict.fromkeys(range(1, 6), 1)
