"""Who came together sits together: couples in partner drives, teams in military ones."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from oddtrick.drive import (
    Drive,
    DrivePlan,
    Entry,
    Signature,
    add_entries,
    begin_round,
    change_entry,
    create_drive,
    decode_drive,
    encode_drive,
    enter_result,
    leave_drive,
    open_drive,
    remove_entry,
    return_player,
)
from oddtrick.drive.couples import split_two_names, team_units
from oddtrick.drive.entry_list import EntryList, read_entries
from oddtrick.drive.late_seats import take_card
from oddtrick.drive.plan import FirstSeats, MovementName, SpareSeats
from oddtrick.errors import OddtrickError
from tests.support.drives import play_at_random

FEW = settings(max_examples=60, deadline=None)
SIGNED = Signature("Ann", "2026-11-29T20:15:00+00:00", "as it happens")
PARTNERS: tuple[MovementName, ...] = ("partner", "duplicate")

either_seats = st.sampled_from(get_args(FirstSeats))
plans_of_partners = st.builds(
    DrivePlan,
    movement=st.sampled_from(PARTNERS),
    rounds=st.integers(2, 7),
    spare=st.sampled_from(get_args(SpareSeats)),
    seats=st.sampled_from(get_args(FirstSeats)),
    seed=st.integers(0, 99),
)


def couples_and_singles(couples: int, singles: int, rng: Random) -> list[Entry]:
    """Couples of any groups and single people, in any order of the list."""
    entries = [Entry(f"Single {n}", rng.choice(("A", "B", None))) for n in range(singles)]
    for n in range(couples):
        one, other = f"One {n}", f"Two {n}"
        entries.append(Entry(one, rng.choice(("A", "B", None)), partner=other))
        entries.append(Entry(other, rng.choice(("A", "B", None)), partner=one))
    rng.shuffle(entries)
    return entries


def partners(drive: Drive) -> dict[str, str]:
    """The partner of everybody at a table in the last round, by name."""
    found: dict[str, str] = {}
    for table in drive.rounds[-1].seating.tables:
        for one, other in table.pairs:
            names = drive.players[one].name, drive.players[other].name
            found |= dict(zip(names, reversed(names), strict=True))
    return found


def here(entries: EntryList, absent: set[str]) -> EntryList:
    return tuple(replace(entry, here=entry.name not in absent) for entry in entries)


def with_results(drive: Drive) -> Drive:
    for table in drive.rounds[-1].missing:
        drive = enter_result(drive, table, (9, 4))
    return drive


def check_couples(drive: Drive) -> None:
    """Of each couple either both sit as partners, or somebody has left or is not at a table."""
    names = {entry.id: entry.name for entry in drive.entries}
    gone = {player.name for player in drive.players if player.left is not None}
    sits_with = {one: other for one, other in partners(drive).items() if one not in gone}
    for entry in drive.entries:
        other = names.get(entry.partner or 0)
        if other in sits_with and entry.name in sits_with:
            assert sits_with[entry.name] == other


@FEW
@given(plans_of_partners, st.integers(2, 16), st.integers(0, 9), st.data())
def test_couples_who_both_play_sit_together_whoever_comes_and_goes(
    plan: DrivePlan, couples: int, singles: int, data: st.DataObject
) -> None:
    rng = Random(data.draw(st.integers(0, 2**32)))
    drive = add_entries(open_drive(plan), couples_and_singles(couples, singles + 4, rng))
    absent = {one.name for one in rng.sample(drive.entries, rng.randrange(4))}
    drive = begin_round(replace(drive, entries=here(drive.entries, absent)), check_in=True)
    check_couples(drive)
    while not drive.over:
        drive = with_results(drive)
        if drive.over:
            break
        if rng.random() < 0.5:
            drive = replace(drive, entries=here(drive.entries, set()))
        people = [one for one in drive.players if not one.bot]
        there = [one for one in people if one.left is None]
        if rng.random() < 0.5 and len(there) > 8:
            drive = leave_drive(drive, rng.choice(there).id, SIGNED)
        gone = [one for one in people if one.left is not None]
        if rng.random() < 0.5 and gone:
            drive = return_player(drive, rng.choice(gone).id, SIGNED)
        if rng.random() < 0.3:
            one, other = rng.sample(drive.entries, 2)
            drive = change_entry(drive, replace(one, partner=other.id))
        drive = begin_round(drive, check_in=True)
        check_couples(drive)
        assert decode_drive(encode_drive(drive)) == drive


@FEW
@given(
    st.sampled_from(PARTNERS), st.sampled_from(get_args(SpareSeats)), st.integers(4, 20), st.data()
)
def test_an_absence_changes_the_partner_of_nobody_else(
    movement: MovementName, spare: SpareSeats, couples: int, data: st.DataObject
) -> None:
    rng = Random(data.draw(st.integers(0, 2**32)))
    plan = DrivePlan(
        movement=movement, spare=spare, seats=data.draw(st.sampled_from(("list", "draw")))
    )
    singles = rng.randrange(4)
    names = [f"Person {n}" for n in range(2 * couples)]
    drive = add_entries(open_drive(plan), [Entry(name) for name in names])
    drive = add_entries(drive, [Entry(f"Single {n}", team="-") for n in range(singles)])
    absent = set(data.draw(st.lists(st.sampled_from(names), max_size=3, unique=True)))
    begun = begin_round(replace(drive, entries=here(drive.entries, absent)), check_in=True)
    sits_with = partners(begun)
    out = {begun.players[one].name for one in begun.rounds[0].seating.sitting_out}
    for at in range(0, len(names), 2):
        one, other = names[at : at + 2]
        if not {one, other} & (absent | out):
            assert sits_with[one] == other
    touched = {names[names.index(name) ^ 1] for name in absent} - absent - out
    free = {f"Single {n}" for n in range(singles)} | touched
    for name in touched:
        partner = sits_with[name]
        assert (
            partner in free or partner.startswith("Bot") or names[names.index(partner) ^ 1] in out
        )
    # A round that is undone and begun with everybody has all couples.
    whole = begin_round(replace(drive, entries=here(drive.entries, set())), check_in=True)
    together = partners(whole)
    out = {whole.players[one].name for one in whole.rounds[0].seating.sitting_out}
    assert all(together[name] == names[at ^ 1] for at, name in enumerate(names) if name not in out)


@FEW
@given(st.integers(2, 9), st.integers(0, 9), st.integers(0, 5), st.data())
def test_teams_of_a_military_drive_are_those_that_came(
    teams: int, singles: int, couples: int, data: st.DataObject
) -> None:
    rng = Random(data.draw(st.integers(0, 2**32)))
    plan = DrivePlan(
        movement="military", rounds=3, seats=data.draw(st.sampled_from(("list", "draw")))
    )
    sizes = [rng.choice((4, 4, 4, 3, 2, 1)) for _ in range(teams)]
    entries = [
        Entry(f"{team}.{n}", rng.choice(("A", "B", None)), team=f"Team {team}")
        for team, size in enumerate(sizes)
        for n in range(size)
    ]
    entries += couples_and_singles(couples, singles + 4, rng)
    rng.shuffle(entries)
    drive = create_drive(plan, entries)
    for played in play_at_random(drive, 1).rounds[:1]:
        tables = played.seating.tables
        units = [
            {*table.pairs[0], *tables[(at + 1) % len(tables)].pairs[1]}
            for at, table in enumerate(tables)
        ]
        for size, team in zip(sizes, range(teams), strict=True):
            members = {
                one.id for one in drive.players if one.team == f"Team {team}" and not one.bot
            }
            assert len(members) == size
            assert sum(members <= unit for unit in units) == 1
        for player in drive.players:
            if player.partner is not None:
                assert sum({player.id, player.partner} <= unit for unit in units) == 1


@FEW
@given(st.lists(st.integers(1, 4), max_size=12), st.integers(0, 8), st.integers(0, 12))
def test_fours_are_as_few_as_they_can_be(teams: list[int], couples: int, singles: int) -> None:
    rows: list[tuple[str, int | None]] = [
        (f"T{team}", None) for team, size in enumerate(teams) for _ in range(size)
    ]
    for _ in range(couples):
        rows += [("", len(rows) + 1), ("", len(rows))]
    rows += [("", None)] * singles
    units = team_units(rows)
    assert sorted(at for unit in units for at in unit) == list(range(len(rows)))
    sizes = Counter([*teams, *[2] * couples, *[1] * singles])
    # A part of three leaves room for one; what is left of the ones fits beside the twos.
    rest = 2 * sizes[2] + max(0, sizes[1] - sizes[3])
    assert len(units) == sizes[4] + sizes[3] + -(-rest // 4), "never more"


def pairs_of(drive: Drive) -> set[frozenset[str]]:
    return {frozenset(pair) for pair in partners(drive).items()}


TWELVE = [f"{name} {couple}" for couple in "ABCDEF" for name in ("Ann", "Zed")]
COUPLES = {frozenset(TWELVE[at : at + 2]) for at in range(0, 12, 2)}


@pytest.mark.parametrize("seats", get_args(FirstSeats))
@pytest.mark.parametrize("movement", PARTNERS)
def test_lines_one_after_another_are_couples(movement: MovementName, seats: FirstSeats) -> None:
    plan = DrivePlan(movement=movement, seats=seats)
    drive = create_drive(plan, [Entry(name) for name in TWELVE])
    assert pairs_of(begin_round(drive)) == COUPLES
    listed = add_entries(open_drive(plan), [Entry(name) for name in TWELVE])
    assert pairs_of(begin_round(listed)) == COUPLES
    # Somebody who does not come, or is struck from the list, shifts nobody.
    for absent in TWELVE:
        there = begin_round(replace(listed, entries=here(listed.entries, {absent})), check_in=True)
        others = {couple for couple in COUPLES if absent not in couple}
        out = {there.players[one].name for one in there.rounds[0].seating.sitting_out}
        assert {couple for couple in others if not couple & out} <= pairs_of(there)
        entry = next(one for one in listed.entries if one.name == absent)
        assert (
            begin_round(remove_entry(listed, entry.id)).rounds[0].seating == there.rounds[0].seating
        )


def test_two_of_one_group_are_a_couple_where_the_list_gives_the_seats() -> None:
    ladies = [Entry("Ann", "B"), Entry("Bea", "B"), Entry("Carl", "A"), Entry("Dora", "B")]
    plan = DrivePlan(movement="partner")
    assert pairs_of(begin_round(create_drive(plan, ladies))) == {
        frozenset(("Ann", "Bea")),
        frozenset(("Carl", "Dora")),
    }
    # Where seats are drawn, a list may have all gents first.
    sorted_list = [Entry(f"Gent {n}", "A") for n in range(4)] + [
        Entry(f"Lady {n}", "B") for n in range(4)
    ]
    drawn = create_drive(replace(plan, seats="draw"), sorted_list)
    assert all(len({name[0] for name in pair}) == 2 for pair in pairs_of(begin_round(drawn)))


def test_columns_and_two_names_on_a_line_say_who_came_together() -> None:
    for text in (
        "Name;Partner\nAnn;Bob\nCarl;\nBob;Ann\nDora;",
        "Vorname,Nachname,Gruppe,Partnerin\nBob,,A,Ann\nCarl,,,\nDora,,B,\n",
    ):
        entries = read_entries(text)
        drive = add_entries(open_drive(DrivePlan(movement="partner")), entries)
        by_id = {entry.id: entry for entry in drive.entries}
        told = {
            (by_id[one.partner].name if one.partner else "", one.name) for one in by_id.values()
        }
        assert told == {("Ann", "Bob"), ("Bob", "Ann"), ("", "Carl"), ("", "Dora")}
    (team,) = {entry.team for entry in read_entries("Mannschaft,Name\nRot,Ann\nRot,Bob\n")}
    assert team == "Rot"
    two = split_two_names(read_entries("Ann & Bob,B\nCarl"))
    assert two == [
        Entry("Ann", "B", partner="Bob"),
        Entry("Bob", "A", partner="Ann"),
        Entry("Carl"),
    ]


WRONG = [
    ("Name,Partner\nAnn,Bob\nCarl,Bob\nDora,", "'Bob' is the partner of both 'Ann' and 'Carl'"),
    ("Name,Partner\nAnn,ANN\nBob,\nCarl,\nDora,", "'Ann' cannot be their own partner"),
    ("Name,Team\n" + "".join(f"P{n},Red\n" for n in range(5)), "team 'Red' has 5 people"),
]


@pytest.mark.parametrize(("text", "message"), WRONG, ids=[message for _, message in WRONG])
def test_what_cannot_be_is_refused(text: str, message: str) -> None:
    with pytest.raises(OddtrickError, match=message):
        create_drive(DrivePlan(movement="military"), read_entries(text))


@pytest.mark.parametrize("spare", get_args(SpareSeats))
def test_a_husband_who_comes_late_sits_with_his_wife(spare: SpareSeats) -> None:
    plan = DrivePlan(movement="partner", spare=spare, rounds=4)
    drive = add_entries(open_drive(plan), [Entry(name) for name in TWELVE])
    absent = {"Zed A", "Zed C"}
    drive = begin_round(replace(drive, entries=here(drive.entries, absent)), check_in=True)
    drive = replace(with_results(drive), entries=here(drive.entries, set()))
    for _ in range(3):
        drive = begin_round(drive, check_in=True)
        out = {drive.players[one].name for one in drive.rounds[-1].seating.sitting_out}
        assert {couple for couple in COUPLES if not couple & out} <= pairs_of(drive)
        drive = with_results(drive)


def test_a_couple_is_set_changed_and_parted_on_the_list() -> None:
    drive = add_entries(open_drive(DrivePlan(movement="partner")), [Entry(name) for name in TWELVE])
    joined = change_entry(drive, replace(drive.entries[0], partner=4))
    assert [entry.partner for entry in joined.entries[:4]] == [4, None, None, 1]
    assert frozenset(("Ann A", "Zed B")) in pairs_of(begin_round(joined))
    parted = change_entry(joined, replace(joined.entries[3], partner=None))
    assert [entry.partner for entry in parted.entries[:4]] == [None] * 4
    with pytest.raises(OddtrickError, match="cannot be their own partner"):
        change_entry(drive, replace(drive.entries[0], partner=1))
    with pytest.raises(OddtrickError, match="there is no entry 99"):
        change_entry(drive, replace(drive.entries[0], partner=99))
    # Under way it counts from the next round on.
    begun = with_results(begin_round(drive))
    joined = begin_round(change_entry(begun, replace(begun.entries[0], partner=4)))
    assert {frozenset(("Ann A", "Zed B")), frozenset(("Ann C", "Zed C"))} <= pairs_of(joined)


def test_a_share_of_a_seat_and_a_card_that_is_taken_over_keep_the_file_sound() -> None:
    plan = DrivePlan(movement="partner", spare="sit-out")
    drive = with_results(begin_round(create_drive(plan, [Entry(name) for name in TWELVE])))
    drive = add_entries(leave_drive(drive, 0, SIGNED), [Entry("Zoe")])
    taken = take_card(drive, drive.entries[0].id, 0, SIGNED)
    assert decode_drive(encode_drive(taken)) == taken
    assert frozenset(("Zoe", "Zed A")) in pairs_of(begin_round(taken)), "known from round 1"
