"""A whole evening of people who leave, come back, come late and take cards over, in any order."""

from __future__ import annotations

from collections import Counter
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from oddtrick.drive import (
    Drive,
    DrivePlan,
    Entry,
    Player,
    Signature,
    add_entries,
    begin_round,
    enter_result,
    leave_drive,
    open_drive,
    return_player,
    standings_of,
    undo_round,
)
from oddtrick.drive.attendance import choose_crossing
from oddtrick.drive.entry_list import waiting_entries
from oddtrick.drive.late_seats import take_card
from oddtrick.drive.players import GROUPS
from oddtrick.drive.sheets import SheetOptions
from oddtrick.drive.sheets.movement_and_result_slips import all_result_slips, movement_slips
from oddtrick.drive.sheets.printable_event import Event, foreseen_seatings
from oddtrick.drive.sheets.scorecards import scorecards, table_cards
from oddtrick.drive.sheets.wall_sheets import balance_sheet, results_sheet, wall_sheet
from tests.support.drives import RESULT_BASED, plans, play_at_random

FEW = settings(max_examples=60, deadline=None)
SIGNED = Signature("Ann", "2026-11-27T20:15:00+00:00", "as it happens")


class Evening:
    """A drive to which things happen at random."""

    def __init__(self, drive: Drive, rng: Random) -> None:
        self.drive, self.rng = drive, rng
        self.late = 0

    def people(self, *, gone: bool) -> list[Player]:
        return [one for one in self.drive.players if not one.bot and (one.left is not None) == gone]

    def plays_a_round(self) -> None:
        self.drive = begin_round(self.drive)
        there = {one.id for one in self.people(gone=False)}
        seated = set(self.drive.rounds[-1].seating.players)
        bots = {one.id for one in self.drive.players if one.bot}
        assert seated - bots == there, "exactly those who have not left"
        for table in self.drive.rounds[-1].missing:
            taken = self.rng.randrange(14)
            self.drive = enter_result(self.drive, table, (taken, 13 - taken))

    def leaves(self) -> None:
        there = self.people(gone=False)
        if len(there) > 4:
            self.drive = leave_drive(self.drive, self.rng.choice(there).id, SIGNED)

    def comes_back(self) -> None:
        gone = self.people(gone=True)
        if not gone:
            return
        player = self.rng.choice(gone)
        before = score(self.drive, player.id)
        entry = next(one for one in self.drive.entries if one.player == player.id)
        way = self.rng.randrange(3)
        if way == 0:
            self.drive = return_player(self.drive, player.id, SIGNED)
        elif way == 1:
            self.drive = add_entries(self.drive, [Entry(player.name)], SIGNED)
        else:
            self.drive = take_card(self.drive, entry.id, player.id, SIGNED)
        assert self.drive.players[player.id].left is None
        assert self.drive.log[-1].kind == "returned"
        assert score(self.drive, player.id) == before, "with the score so far"

    def comes_late(self) -> None:
        self.late += 1
        group = self.rng.choice((*GROUPS, None))
        self.drive = add_entries(self.drive, [Entry(f"Late {self.late}", group)])

    def takes_over(self) -> None:
        """Somebody who waits takes the card of somebody who has left, who may come again."""
        waiting = [one for one in self.drive.entries if one.player is None and not one.gone]
        gone = self.people(gone=True)
        if waiting and gone:
            card = self.rng.choice(gone)
            self.drive = take_card(self.drive, self.rng.choice(waiting).id, card.id, SIGNED)
            if self.rng.random() < 0.5:
                self.drive = add_entries(self.drive, [Entry(card.name)], SIGNED)
                assert not next(one for one in self.drive.entries if one.name == card.name).gone

    def chooses(self) -> None:
        ids = [entry.id for entry in self.drive.entries]
        self.drive = choose_crossing(self.drive, self.rng.sample(ids, min(3, len(ids))))

    def undoes(self) -> None:
        if len(self.drive.rounds) > 1:
            self.drive = undo_round(self.drive, SIGNED)


def score(drive: Drive, player: int) -> float:
    return next(one.total for one in standings_of(drive) if one.player == player)


FIXED = ("partner", "duplicate", "balanced")
"""The movements that are fixed in advance, whose empty seats substitutes play in a hall."""


@FEW
@given(plans(RESULT_BASED + FIXED), st.integers(8, 26), st.integers(0, 2**32))
def test_any_order_of_leaving_and_returning_works(plan: DrivePlan, count: int, seed: int) -> None:
    rng = Random(seed)
    # On a list in order two of one group may be a couple, of whom one crosses over by choice.
    plan = plan if plan.by_result else replace(plan, spare="sit-out", seats="draw")
    entries = [Entry(f"Person {n}", rng.choice(("A", "A", "B", None))) for n in range(count)]
    evening = Evening(add_entries(open_drive(plan), entries), rng)
    evening.plays_a_round()
    acts = [evening.leaves, evening.leaves, evening.comes_back, evening.comes_back]
    acts += [evening.comes_late, evening.takes_over, evening.undoes]
    acts += [evening.chooses] if plan.by_result else []
    while not evening.drive.over:
        for _ in range(rng.randrange(5)):
            rng.choice(acts)()
        if not evening.drive.over:
            evening.plays_a_round()
        drive = evening.drive
        assert not waiting_entries(drive.entries, check_in=False), "who comes late plays"
        last = drive.rounds[-1].seating
        empty = sum(drive.players[one].fills_seat for one in last.players)
        assert empty + len(last.sitting_out) <= 3
        groups = Counter(drive.players[one].group for one in last.seat_groups)
        seats = last.seat_groups
        cross = sum(drive.players[one].group != seats[one] for one in seats)
        assert cross == abs(groups["A"] - groups["B"]) // 2 or not plan.grouped


@FEW
@given(plans((*FIXED, "military")), st.integers(8, 40), st.integers(0, 2**32))
def test_in_a_hall_a_fixed_schedule_stands_for_all_whom_no_absence_concerns(
    plan: DrivePlan, count: int, seed: int
) -> None:
    rng = Random(seed)
    plan = replace(plan, spare="sit-out", rounds=7)
    entries = [Entry(f"Person {n}") for n in range(count)]
    whole = play_at_random(add_entries(open_drive(plan), entries), seed)
    drive = begin_round(add_entries(open_drive(plan), entries))
    while not drive.over:
        for table in drive.rounds[-1].missing:
            drive = enter_result(drive, table, (9, 4))
        there = [one for one in drive.players if one.left is None and not one.bot]
        for player in rng.sample(there, min(rng.randrange(3), max(0, len(there) - 8))):
            drive = leave_drive(drive, player.id, SIGNED)
        if not drive.over:
            drive = begin_round(drive)
    for number, played in enumerate(drive.rounds, start=1):
        gone = {one.id for one in drive.players if not one.is_present(number)}
        scheduled = whole.rounds[number - 1].seating
        if plan.movement == "military":
            assert sorted(played.seating.players) == sorted(scheduled.players)
            continue
        assert gone.isdisjoint(played.seating.players)
        assert len(played.seating.sitting_out) == (count - len(gone)) % 4
        if not gone:
            assert played.seating == scheduled
        # Each who is missing concerns the table of the schedule, and one more that fills it up.
        moved = sum(one not in scheduled.tables for one in played.seating.tables)
        assert moved <= 2 * (len(gone) + len(played.seating.sitting_out))


@FEW
@given(plans(RESULT_BASED + FIXED), st.integers(8, 26), st.integers(0, 2**32))
def test_who_was_there_all_evening_sat_out_as_often_as_anybody_give_or_take_one(
    plan: DrivePlan, count: int, seed: int
) -> None:
    rng = Random(seed)
    plan = plan if plan.by_result else replace(plan, spare="sit-out")
    evening = Evening(
        add_entries(open_drive(plan), [Entry(f"Person {n}") for n in range(count)]),
        rng,
    )
    evening.plays_a_round()
    acts = [evening.leaves, evening.comes_back, evening.comes_late]
    while not evening.drive.over:
        for _ in range(rng.randrange(4)):
            rng.choice(acts)()
        evening.plays_a_round()
    drive = evening.drive
    rests = Counter(one for played in drive.rounds for one in played.seating.sitting_out)
    always = [
        rests[one.id]
        for one in drive.players
        if one.since == 1 and not one.absences and one.left is None and not one.fills_seat
    ]
    if always:
        assert max(always) - min(always) <= 1
        assert max(rests.values(), default=0) <= min(always) + 1


@FEW
@given(plans(RESULT_BASED + FIXED), st.integers(8, 26), st.integers(0, 2**32))
def test_all_sheets_can_be_printed_for_the_tables_and_people_that_there_are_in_each_round(
    plan: DrivePlan, count: int, seed: int
) -> None:
    rng = Random(seed)
    plan = plan if plan.by_result else replace(plan, spare="sit-out")
    evening = Evening(
        add_entries(open_drive(plan), [Entry(f"Person {n}") for n in range(count)]), rng
    )
    evening.plays_a_round()
    acts = [evening.leaves] * 4 + [evening.comes_back, evening.comes_late, evening.undoes]
    while not evening.drive.over:
        for _ in range(rng.randrange(9)):
            rng.choice(acts)()
        drive = evening.drive
        event = Event(drive, SheetOptions())
        for draw in (scorecards, balance_sheet, results_sheet):
            assert draw(event)
        here = sorted(event.names[one] for one in drive.rounds[-1].seating.players)
        assert sorted(slip["name"] for slip in movement_slips(event)["slips"]) == here
        assert len(wall_sheet(event)["seats"]) == len(here)
        assert len(table_cards(event)["cards"]) == len(drive.rounds[-1].results)
        coming = foreseen_seatings(drive)[len(drive.rounds) :]
        wanted = Counter(table.number for seating in coming for table in seating.tables)
        titles = Counter(slip["title"] for slip in all_result_slips(event)["slips"])
        assert titles == {f"Table {number}": rounds for number, rounds in wanted.items()}
        evening.plays_a_round()
