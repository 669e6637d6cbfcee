"""Standings and prizes: places, ties, and the tie-breaks in their order."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from io import StringIO

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oddtrick.drive import (
    Drive,
    DrivePlan,
    Entry,
    OwnPrize,
    PrizeList,
    begin_round,
    change_prizes,
    close_drive,
    create_drive,
    decode_drive,
    encode_drive,
    enter_result,
    prizes_of,
    standings_of,
)
from oddtrick.drive.result_export import csv_standings
from oddtrick.drive.standings import scores_of_round
from oddtrick.errors import OddtrickError
from tests.support.drives import play_at_random, played_drives

FEW = settings(max_examples=30)


def partner_drive(rounds: Sequence[Sequence[int]], people: int = 8) -> Drive:
    """Plays a partner drive: pair 0 of table t is players t and t + people / 2."""
    plan = DrivePlan(movement="partner", rounds=len(rounds), scoring="tricks", seed=1)
    drive = create_drive(plan, [Entry(f"Person {number}") for number in range(people)])
    for tricks in rounds:
        drive = begin_round(drive)
        for table, taken in enumerate(tricks, start=1):
            drive = enter_result(drive, table, (taken, 13 - taken))
    return drive


@FEW
@given(played_drives())
def test_places_count_the_players_who_are_better(drive: Drive) -> None:
    standings = standings_of(drive)
    for score in standings:
        assert score.place == 1 + sum(other.rank > score.rank for other in standings)
    assert [score.player for score in standings] == [
        score.player for score in sorted(standings, key=lambda s: (s.place, -s.won, s.player))
    ]


@FEW
@given(played_drives())
def test_D3_nobody_wins_two_prizes_and_no_filling_bot_wins_one(drive: Drive) -> None:
    winners = [prize.player for prize in prizes_of(drive)]
    assert len(set(winners)) == len(winners)
    assert not any(drive.players[player].fills_seat for player in winners)


@FEW
@given(played_drives())
def test_first_prizes_go_to_the_best_of_their_group(drive: Drive) -> None:
    ranks = {score.player: score.rank for score in standings_of(drive)}
    for prize in prizes_of(drive):
        if prize.prize.startswith("first "):
            group = drive.players[prize.player].group
            assert ranks[prize.player] == max(
                ranks[player.id]
                for player in drive.players
                if player.group == group and not player.fills_seat
            )


CASES = [
    # Totals by pair (0, 1 at home; 2, 3 moving), each as tricks of the home pair by round.
    ([(13, 0), (5, 12)], None),
    ([(7, 13), (7, 8), (7, 0)], "won"),
    ([(8, 7), (7, 8)], "last-half"),
    ([(7, 7), (7, 7)], "cut"),
]


@pytest.mark.parametrize(("rounds", "settled"), CASES)
def test_a_tie_for_first_is_settled_in_order(rounds: list[Sequence[int]], settled: str) -> None:
    first = prizes_of(partner_drive(rounds))[0]
    assert (first.tie_break and first.tie_break.by) == settled


def test_a_cut_is_drawn_from_the_seed_and_shown() -> None:
    drive = partner_drive([(7, 7), (7, 7)])
    broken = prizes_of(drive)[0].tie_break
    assert broken is not None
    assert broken == prizes_of(drive)[0].tie_break
    assert set(broken.cards) == set(broken.among)
    assert len(set(broken.cards.values())) == len(broken.cards)


def test_hundreds_can_cut_for_one_prize() -> None:
    plan = DrivePlan(rounds=1, scoring="tricks")
    drive = create_drive(plan, [Entry(f"Person {number}") for number in range(240)])
    drive = play_at_random(drive, seed=1, tricks=(7,))
    broken = prizes_of(drive)[0].tie_break
    assert broken is not None
    assert len(broken.among) == 60


def test_a_half_is_scored_from_the_round_after_the_interval() -> None:
    drive = partner_drive([(13, 13), (13, 13), (6, 6), (7, 7)])
    for score in standings_of(drive):
        by_round = [scores_of_round(drive, each).get(score.player, 0) for each in drive.rounds]
        assert (score.first_half, score.last_half) == (sum(by_round[:2]), sum(by_round[2:]))


def test_in_a_duplicate_drive_match_points_are_zero_sum_about_the_field() -> None:
    plan = DrivePlan(movement="duplicate", rounds=7, scoring="tricks")
    people = [Entry(f"Person {number}") for number in range(24)]
    drive = play_at_random(create_drive(plan, people), seed=4)
    standings = standings_of(drive)
    tables = len(people) // 4
    assert sum(score.match_points or 0 for score in standings) == 7 * 2 * 2 * tables * (tables - 1)
    assert abs(sum(score.above_average or 0 for score in standings)) < 0.5
    assert [score.rank for score in standings] == sorted(
        (score.match_points or 0 for score in standings), reverse=True
    )


def test_flags_of_a_military_drive_change_hands_and_never_disappear() -> None:
    plan = DrivePlan(movement="military", rounds=9)
    drive = create_drive(plan, [Entry(f"Person {number}") for number in range(20)])
    standings = standings_of(play_at_random(drive, seed=8))
    flags = {score.team: score.flags for score in standings}
    assert set(flags) == {1, 2, 3, 4, 5}
    assert sum(number or 0 for number in flags.values()) == 5 * 12
    members = {team: sum(score.team == team for score in standings) for team in flags}
    assert set(members.values()) == {4}


def test_the_spreadsheet_has_the_places_and_the_groups_by_their_labels() -> None:
    plan = DrivePlan(groups=("Herren", "=Damen"), rounds=3, scoring="tricks")
    drive = play_at_random(create_drive(plan, [Entry(f"Person {n}") for n in range(8)]), seed=1)
    rows = list(csv.DictReader(StringIO(csv_standings(drive))))
    scores = standings_of(drive)
    assert [int(row["total"]) for row in rows] == [score.total for score in scores]
    assert [int(row["place"]) for row in rows] == [score.place for score in scores]
    assert {row["group"] for row in rows} == {"Herren", "'=Damen"}  # no formula
    for row in rows:
        assert sum(int(row[f"round {number}"]) for number in (1, 2, 3)) == int(row["total"])


@st.composite
def prize_lists(draw: st.DrawFn) -> PrizeList:
    names = draw(st.lists(st.sampled_from(["Raffle", "first A", "lowest score"]), unique=True))
    own = tuple(OwnPrize(name, draw(st.none() | st.integers(0, 3))) for name in names)
    return PrizeList(
        places=draw(st.integers(0, 10)),
        halves=draw(st.booleans()),
        lowest=draw(st.booleans()),
        each_group=draw(st.booleans()),
        one_each=draw(st.booleans()),
        own=own,
    )


@FEW
@given(played_drives(), prize_lists())
def test_the_prizes_are_those_of_the_list(drive: Drive, chosen: PrizeList) -> None:
    drive = change_prizes(drive, chosen)
    prizes = prizes_of(drive)
    won = [prize for prize in prizes if prize.kind != "own"]
    given_by_hand = [OwnPrize(one.prize, one.player) for one in prizes if one.kind == "own"]
    assert given_by_hand == [one for one in chosen.own if one.player is not None]
    groups = ("A", "B") if drive.plan.grouped else (None,)
    for group in groups:
        places = [one for one in won if one.kind == "place" and one.group == group]
        able = [one for one in drive.players if one.group == group and not one.fills_seat]
        assert [one.place for one in places] == list(range(1, min(chosen.places, len(able)) + 1))
        assert len({one.player for one in places}) == len(places)
    others = [one for one in won if one.kind != "place"]
    kinds = [(one.kind, one.group) for one in others]
    offered = {"first-half", "last-half"} if chosen.halves and drive.plan.rounds > 1 else set()
    offered |= {"lowest"} if chosen.lowest else set()
    each = groups if chosen.each_group else (None,)
    assert len(set(kinds)) == len(kinds)
    assert set(kinds) <= {(kind, group) for kind in offered for group in each}
    assert all(drive.players[one.player].group == one.group for one in others if one.group)
    if chosen.one_each:
        assert len({one.player for one in won}) == len(won)
    else:
        people_of = {one.group for one in drive.players if not one.fills_seat} | {None}
        assert set(kinds) == {
            (kind, group) for kind in offered for group in each if group in people_of
        }
        # Whoever has a place as well can have the best half.
        ranks = [score.player for score in standings_of(drive)]
        lowest = next(
            (one.player for one in won if (one.kind, one.group) == ("lowest", None)), None
        )
        people = [one for one in ranks if not drive.players[one].fills_seat]
        totals = {score.player: score.rank for score in standings_of(drive)}
        assert lowest is None or totals[lowest] == totals[people[-1]]


@FEW
@given(played_drives(), prize_lists())
def test_the_list_of_prizes_is_kept_in_the_file_and_in_the_spreadsheet(
    drive: Drive, chosen: PrizeList
) -> None:
    drive = change_prizes(drive, chosen)
    assert decode_drive(encode_drive(drive)) == drive
    rows = csv.DictReader(StringIO(csv_standings(drive)))
    shown = {int(row["card"]) - 1: row["prizes"] for row in rows}
    for prize in prizes_of(drive):
        assert prize.prize in shown[prize.player]
        broken = prize.tie_break
        for card in broken.cards.values() if broken else ():
            assert card in shown[prize.player]
    assert all(shown[prize.player] for prize in prizes_of(drive))
    winners = {prize.player for prize in prizes_of(drive)}
    assert not any(text for player, text in shown.items() if player not in winners)


def test_an_old_file_has_the_prizes_that_it_always_had() -> None:
    drive = partner_drive([(7, 7), (7, 7)])
    text = encode_drive(drive)
    assert b'"prizes"' not in text
    assert [prize.prize for prize in prizes_of(decode_drive(text))] == [
        *("first A", "first B", "second A", "second B", "third A", "third B"),
        *("best first half", "best last half"),
    ]


def test_once_the_drive_is_closed_only_prizes_given_by_hand_change() -> None:
    drive = change_prizes(partner_drive([(7, 7)]), PrizeList(own=(OwnPrize("Raffle"),)))
    closed = close_drive(drive)
    drawn = change_prizes(closed, PrizeList(own=(OwnPrize("Raffle", 3),)))
    assert prizes_of(drawn)[-1].player == 3
    with pytest.raises(OddtrickError, match="only prizes given by hand can change"):
        change_prizes(closed, PrizeList(places=1, own=drive.prizes.own))


@pytest.mark.parametrize(
    ("own", "why"),
    [
        ((OwnPrize(" "),), "a prize has no name: write one"),
        ((OwnPrize("Raffle"), OwnPrize("Raffle", 1)), "'Raffle' is there twice"),
        ((OwnPrize("Raffle", 8),), "'Raffle' is for a card that does not exist"),
        ((OwnPrize("Raffle", 7),), "Bot 8 only fills a seat and wins no prize"),
    ],
)
def test_a_list_of_prizes_that_cannot_be_is_refused(own: tuple[OwnPrize, ...], why: str) -> None:
    drive = create_drive(DrivePlan(), [Entry(f"Person {number}") for number in range(7)])
    with pytest.raises(OddtrickError, match=why):
        change_prizes(drive, PrizeList(own=own))
    text = encode_drive(msgspec.structs.replace(drive, prizes=PrizeList(own=own)))
    if own[0].name.strip():
        with pytest.raises(OddtrickError, match=why):
            decode_drive(text)
