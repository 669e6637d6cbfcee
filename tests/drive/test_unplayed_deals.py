"""A table that cannot finish: the round goes on, and its deal is scored as the organiser says."""

from __future__ import annotations

import json
from itertools import count
from random import Random
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oddtrick.drive import (
    Drive,
    DrivePlan,
    Signature,
    begin_round,
    close_drive,
    correct_result,
    create_drive,
    decode_drive,
    encode_drive,
    enter_result,
    mark_unplayed,
    prizes_of,
    result_json,
    standings_of,
)
from oddtrick.drive.live import commands as c
from oddtrick.drive.live.online_tables import opened_boards
from oddtrick.drive.live.refusals import ChangedMeanwhile
from oddtrick.drive.live.settings import OnlineSettings, PlanChoices
from oddtrick.drive.live.state import Actor
from oddtrick.drive.live.views_by_role import Projection
from oddtrick.drive.players import bot_entries
from oddtrick.drive.rounds import Unplayed, result_text
from oddtrick.drive.sealed_boards import seal_boards
from oddtrick.drive.standings import score_text, scores_of_round
from oddtrick.errors import OddtrickError
from tests.support.drives import (
    ANN,
    BEA,
    VIEWER,
    DriveLog,
    entered,
    plans,
    play_at_random,
    replayed,
)

FEW = settings(max_examples=60, deadline=None)
SIGNED = Signature("Ann", "2026-11-27T20:15:00+00:00", "taken ill")
SCORES = {"odd": 0.5, "tricks": 6.5, "matches": 0.5}


@st.composite
def drives(draw: st.DrawFn) -> tuple[Drive, list[tuple[int, int, Unplayed]]]:
    """Draws a drive where some deals, of any round and before or after their result, stop."""
    drive = create_drive(draw(plans()), bot_entries(draw(st.integers(8, 24))))
    stopped = []
    while not drive.over:
        drive = begin_round(drive)
        number = len(drive.rounds)
        for _ in range(draw(st.integers(0, 2))):
            table = draw(st.integers(1, len(drive.rounds[-1].results)))
            how = draw(st.sampled_from(get_args(Unplayed)))
            drive = mark_unplayed(drive, number, table, how, SIGNED)
            stopped.append((number, table, how))
        for table in drive.rounds[-1].missing:
            taken = draw(st.integers(0, 13))
            drive = enter_result(drive, table, (taken, 13 - taken))
    last = {(number, table): how for number, table, how in stopped}
    return drive, [(*where, how) for where, how in last.items()]


@FEW
@given(drives())
def test_the_round_goes_on_and_each_deal_counts_as_was_said(
    drawn: tuple[Drive, list[tuple[int, int, Unplayed]]],
) -> None:
    drive, stopped = drawn
    for number, table, how in stopped:
        played = drive.rounds[number - 1]
        scores = scores_of_round(drive, played)
        for player in played.seating.tables[table - 1].players:
            if how == "later":
                assert player not in scores
            else:
                assert scores[player] == (SCORES[drive.plan.scoring] if how == "average" else 0)
    totals = {score.player: score.total for score in standings_of(drive)}
    for player, total in totals.items():
        assert total == sum(scores_of_round(drive, each).get(player, 0) for each in drive.rounds)
        assert isinstance(total, int) or total % 1 == 0.5
    prizes_of(drive)
    listed = [
        (each["round"], table["table"], table["unplayed"])
        for each in result_json(drive)["rounds"]
        for table in each["tables"]
        if "unplayed" in table
    ]
    assert sorted(listed) == sorted(stopped)


@FEW
@given(drives())
def test_a_drive_is_closed_when_no_result_is_to_come_any_more(
    drawn: tuple[Drive, list[tuple[int, int, Unplayed]]],
) -> None:
    drive, stopped = drawn
    for number, table, how in stopped:
        if how == "later":
            with pytest.raises(OddtrickError, match="was to be entered later"):
                close_drive(drive)
            drive = correct_result(drive, number, table, (9, 4), SIGNED)
            assert drive.rounds[number - 1].results[table - 1] == (9, 4)
            assert (drive.log[-1].before, drive.log[-1].after) == ("later", "9-4")
    assert close_drive(drive).closed


@FEW
@given(st.booleans(), st.integers(0, 2**32))
def test_no_review_and_no_board_opens_while_a_deal_of_it_may_be_played(
    is_event: bool, seed: int
) -> None:
    rng = Random(seed)
    codes = map(str, count())
    drive = DriveLog(
        8,
        PlanChoices(movement="duplicate", rounds=3),
        online=OnlineSettings(tables="all"),
    )
    drive.codes = lambda: next(codes)
    secrets = tuple(f"{number:064x}" for number in range(3))
    drive.does(
        c.TakeBoards(seal_boards("may", secrets, "HDSC")) if is_event else c.SealBoards(secrets)
    )
    expected: dict[int, bool] = {}

    def check() -> None:
        for played in drive.live.drive.rounds:
            later = {table for table, how in played.unplayed if how == "later"}
            expected[played.number] = not played.missing and not later
        is_over = len(expected) == 3 and all(expected.values())
        for actor in (ANN, VIEWER):
            shown = Projection(drive.live)
            for played in drive.live.drive.rounds:
                part = shown.round_for(actor, played.number)
                open_codes = {table.code is not None for table in part.tables}
                assert open_codes == {expected[played.number] and (is_over or not is_event)}
        boards = opened_boards(drive.live)
        assert boards is not None
        opened = {board.number for board in boards.boards if board.secret is not None}
        assert opened == {number for number, done in expected.items() if done and not is_event}

    for _ in range(3):
        drive.does(c.BeginRound())
        for table in (1, 2):
            check()
            if rng.random() < 0.4:
                drive.does(
                    c.MarkUnplayed(
                        round=drive.live.round_number, table=table, score="later", why="ill"
                    )
                )
            else:
                drive.does(entered(drive.live, table, rng.randrange(14)))
        check()
    for played in drive.live.drive.rounds:
        for table, _ in played.unplayed:
            check()
            correction = c.CorrectResult(round=played.number, table=table, tricks=(9, 4), why="x")
            drive.does(correction)
    check()


def test_a_deal_that_was_scored_without_play_is_corrected_not_entered() -> None:
    drive = begin_round(create_drive(DrivePlan(), bot_entries(8)))
    later = mark_unplayed(drive, 1, 1, "later", SIGNED)
    assert enter_result(later, 1, (8, 5)).rounds[0].unplayed == ()
    drive = mark_unplayed(drive, 1, 1, "average", SIGNED)
    with pytest.raises(OddtrickError, match="has a result in round 1: correct it instead"):
        enter_result(drive, 1, (8, 5))
    with pytest.raises(OddtrickError, match="no table 3"):
        mark_unplayed(drive, 1, 3, "average", SIGNED)
    with pytest.raises(OddtrickError, match="round 2 has not begun"):
        mark_unplayed(drive, 2, 1, "average", SIGNED)


def test_a_file_with_a_result_for_a_deal_not_played_is_refused() -> None:
    drive = mark_unplayed(
        play_at_random(create_drive(DrivePlan(rounds=2), bot_entries(8)), 1),
        1,
        1,
        "average",
        SIGNED,
    )
    fields = json.loads(encode_drive(drive))
    fields["rounds"][0]["results"][0] = [7, 6]
    with pytest.raises(
        OddtrickError, match="round 1: table 1 cannot be one whose deal was not played"
    ):
        decode_drive(json.dumps(fields).encode())


def test_scores_and_results_are_written_as_people_write_them() -> None:
    assert [score_text(score) for score in (0, 0.5, 6, 6.5, 13.0)] == ["0", "½", "6", "6½", "13"]
    assert [result_text(one) for one in (None, (8, 5), "later")] == ["", "8-5", "later"]


def test_the_desk_lets_a_round_go_on_and_every_page_is_told() -> None:
    log = DriveLog(8, PlanChoices(rounds=2, scoring="tricks"))
    log.does(c.BeginRound())
    log.does(c.EnterResult(round=1, table=1, tricks=(8, 5)), Actor("captain", "1", table=1))
    for table in (1, 2):
        log.does(c.MarkUnplayed(round=1, table=table, score="average", why="taken ill"))
    assert log.live.stage == "between"
    assert not log.live.pending
    shown = Projection(log.live).round_for(ANN, 1).tables
    assert [(one.state, one.unplayed) for one in shown] == [("unplayed", "average")] * 2
    card = Projection(log.live).card_for(ANN, 0)[0]
    assert (card.total, card.rounds[0].unplayed, card.rounds[0].tricks) == (6.5, "average", None)
    log.does(c.BeginRound())
    assert log.live.round_number == 2
    seen = log.live.seq
    log.does(c.CorrectResult(round=1, table=1, tricks=(8, 5), why="played after all"), BEA)
    with pytest.raises(ChangedMeanwhile, match="it is now 8–5, you were setting nothing"):
        log.does(c.MarkUnplayed(round=1, table=1, score="nothing", why="ill"), seen=seen)
    assert replayed(log.entries) == log.live


def test_a_phone_may_not_say_that_a_deal_was_not_played() -> None:
    log = DriveLog(8)
    log.does(c.BeginRound())
    with pytest.raises(OddtrickError, match="only the organiser or a scorer"):
        log.does(
            c.MarkUnplayed(round=1, table=1, score="average", why="x"),
            Actor("captain", "table 1", table=1),
        )
