"""Laws of meetings and invitations: who may invite whom, and what is shown of anybody."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import permutations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection, Engine, delete, select

from oddtrick.server.errors import ApiError
from oddtrick.server.people import contacts
from oddtrick.server.people.accounts import delete_person, ensure_person
from oddtrick.server.people.contacts import (
    HERE_MS,
    INVITATION_MS,
    MEETING_MS,
    ContactSettings,
    answer_invitation,
    inbox_of,
    send_invitation,
)
from oddtrick.server.people.principal import CredentialKind, PersonKind, Principal
from oddtrick.server.security.cookies import MAX_COOKIE_AGE
from oddtrick.server.store.engine import database_url, make_engine, writing
from oddtrick.server.store.log_entries import write_appends
from oddtrick.server.store.schema import (
    contact_settings,
    invitations,
    meetings,
    metadata,
    muted_inviters,
    tables,
)
from oddtrick.server.store.table_rows import TABLES, SeatChange, table_append
from tests.support.extent import times
from tests.support.server.sample_rows import NOW, entry, row

PEOPLE = ("p_ann", "p_ben", "p_cleo")
PAIRS = tuple(permutations(PEOPLE, 2))
OPEN = ("gathering",)
DAY = 86_400_000

pair = st.sampled_from(PAIRS)
step = st.one_of(
    st.tuples(st.just("meet"), st.sets(st.sampled_from(PEOPLE), min_size=2)),
    st.tuples(st.sampled_from(["mute", "unmute", "invite", "decline"]), pair),
    st.tuples(st.just("allow"), st.sampled_from(PEOPLE), st.booleans(), st.booleans()),
    st.tuples(st.just("wait"), st.sampled_from([HERE_MS, INVITATION_MS, MEETING_MS])),
)


@dataclass
class Model:
    """What should be true, in plain Python."""

    now: int = NOW
    met: dict[tuple[str, str], int] = field(default_factory=dict)
    muted: set[tuple[str, str]] = field(default_factory=set)
    closed: set[str] = field(default_factory=set)
    shown: dict[str, int] = field(default_factory=dict)
    invited: dict[tuple[str, str], int] = field(default_factory=dict)

    def have_met(self, one: str, other: str) -> bool:
        return self.met.get((one, other), -MEETING_MS) > self.now - MEETING_MS

    def may_invite(self, sender: str, person: str) -> bool:
        return (
            self.have_met(sender, person)
            and person not in self.closed
            and (person, sender) not in self.muted
        )


@pytest.fixture(scope="module")
def people_database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    engine = make_engine(database_url(None, tmp_path_factory.mktemp("contacts")))
    metadata.create_all(engine)
    with writing(engine) as connection:
        for person in PEOPLE:
            ensure_person(connection, guest(person), NOW + 1000 * MEETING_MS)
    yield engine
    engine.dispose()


def guest(person: str) -> Principal:
    return Principal(person, PersonKind.GUEST, person[2:].title(), CredentialKind.GUEST)


def meet(connection: Connection, table: str, at: int, *persons: str) -> None:
    """Begins a match of these persons at a table of its own."""
    met = tuple(sorted(persons))
    first = entry(table, 0, at=at)
    write_appends(connection, TABLES, [table_append(first, row=row(table), met=met)], {})


@given(st.lists(step, max_size=14))
@settings(
    max_examples=times(12, whole=30),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
def test_invitations_and_presence_follow_the_model(
    people_database: Engine, steps: list[tuple[object, ...]]
) -> None:
    model, count = Model(), 0
    with people_database.connect() as connection, connection.begin() as transaction:
        for kind, *how in steps:
            count += 1
            _apply(connection, model, count, str(kind), how)
            _compare(connection, model)
        transaction.rollback()


def _apply(connection: Connection, model: Model, count: int, kind: str, how: list[object]) -> None:
    match kind, how:
        case "meet", [set() as persons]:
            meet(connection, f"t{count}", model.now, *persons)
            model.met |= dict.fromkeys(permutations(persons, 2), model.now)
        case "wait", [int() as time]:
            model.now += time
        case "allow", [str() as person, bool() as invited, bool() as seen]:
            contacts.set_settings(connection, person, ContactSettings(invited, seen), model.now)
            (model.closed.discard if invited else model.closed.add)(person)
            model.shown.pop(person, None)
            if seen:
                model.shown[person] = model.now
        case _, [(str() as one, str() as other)]:
            _apply_pair(connection, model, count, kind, (one, other))


def _apply_pair(
    connection: Connection, model: Model, count: int, kind: str, pair: tuple[str, str]
) -> None:
    one, other = pair
    allowed = {"mute": model.have_met(*pair), "invite": model.may_invite(*pair)}.get(kind, True)
    if not allowed:
        with pytest.raises(ApiError):
            _do(connection, kind, pair, count, model.now)
        return
    _do(connection, kind, pair, count, model.now)
    match kind:
        case "mute":
            model.muted.add(pair)
        case "unmute":
            model.muted.discard(pair)
        case "invite":
            model.invited[pair] = model.now
        case _ if (one, other) not in model.muted and one not in model.closed:
            model.invited.pop((other, one), None)  # what is hidden cannot be declined


def _do(connection: Connection, kind: str, pair: tuple[str, str], count: int, now: int) -> None:
    one, other = pair
    match kind:
        case "mute":
            contacts.mute(connection, one, other, now)
        case "unmute":
            contacts.unmute(connection, one, other)
        case "invite":
            connection.execute(tables.insert(), vars_of_row(f"i{count}"))
            send_invitation(connection, one, other, f"i{count}", now)
        case _:
            for invitation in inbox_of(connection, one, OPEN, now).rows:
                if invitation.sender == other:
                    answer_invitation(connection, one, invitation.id)


def vars_of_row(table: str) -> dict[str, object]:
    sample = row(table)
    return {name: getattr(sample, name) for name in sample.__struct_fields__}


def _compare(connection: Connection, model: Model) -> None:
    for person in PEOPLE:
        others = [other for other in PEOPLE if other != person]
        known = {one.id: one for one in contacts.people_met(connection, person, model.now)}
        assert set(known) == {other for other in others if model.have_met(person, other)}
        for other, one in known.items():
            assert one.takes_invitations == model.may_invite(person, other)
            assert one.muted == ((person, other) in model.muted)
            seen = model.shown.get(other, -HERE_MS) > model.now - HERE_MS
            assert one.here == (seen and (other, person) not in model.muted)
        waiting = {one.sender for one in inbox_of(connection, person, OPEN, model.now).rows}
        assert waiting == {
            sender
            for (sender, to), at in model.invited.items()
            if to == person
            and at > model.now - INVITATION_MS
            and person not in model.closed
            and (person, sender) not in model.muted
            and any(model.have_met(person, other) for other in others)
        }


def test_an_invitation_ends_with_the_table_and_with_the_seat_taken(engine: Engine) -> None:
    with writing(engine) as connection:
        people_who_met(connection)
        send_invitation(connection, "p_ann", "p_ben", "oak", NOW)
        assert len(inbox_of(connection, "p_ben", OPEN, NOW).rows) == 1
        assert inbox_of(connection, "p_ben", ("playing",), NOW).rows == []
        write_appends(
            connection,
            TABLES,
            [table_append(entry("oak", 1), seats=(SeatChange("p_ben", 2),))],
            {"oak": 0},
        )
        assert inbox_of(connection, "p_ben", OPEN, NOW).rows == []


def test_a_guest_is_met_as_long_as_the_cookie_can_be_valid(engine: Engine) -> None:
    end = NOW + MAX_COOKIE_AGE * 1000
    with writing(engine) as connection:
        people_who_met(connection)
        meet(connection, "late", end - DAY, "p_ann", "p_ben")
        assert [one.id for one in contacts.people_met(connection, "p_ann", end - 1)] == ["p_ben"]
        assert contacts.people_met(connection, "p_ann", end) == []
        assert not contacts.have_met(connection, "p_ann", "p_ben", end)


def test_deleting_a_person_leaves_no_trace_in_either_direction(engine: Engine) -> None:
    with writing(engine) as connection:
        people_who_met(connection)
        for one, other in (("p_ann", "p_ben"), ("p_ben", "p_ann")):
            send_invitation(connection, one, other, "oak", NOW)
        for one, other in (("p_ann", "p_ben"), ("p_ben", "p_ann")):
            contacts.mute(connection, one, other, NOW)
        contacts.set_settings(connection, "p_ann", ContactSettings(), NOW)
        delete_person(connection, "p_ann", NOW)
        for table in (meetings, invitations, muted_inviters, contact_settings):
            assert connection.execute(select(table)).all() == [], table.name


def test_what_has_expired_is_deleted(engine: Engine) -> None:
    with writing(engine) as connection:
        people_who_met(connection)
        send_invitation(connection, "p_ann", "p_ben", "oak", NOW)
        later = NOW + MEETING_MS
        connection.execute(delete(muted_inviters))
        with pytest.raises(ApiError) as refusal:
            send_invitation(connection, "p_ann", "p_ben", "oak", later)
        assert refusal.value.code == "not-met"
        for table in (meetings, invitations):
            assert connection.execute(select(table)).all() == [], table.name


def people_who_met(connection: Connection) -> None:
    """Writes two guests who have begun a match at the table *oak*, and a table *elm*."""
    for person in ("p_ann", "p_ben"):
        ensure_person(connection, guest(person), NOW)
    meet(connection, "oak", NOW, "p_ann", "p_ben")
    connection.execute(tables.insert(), vars_of_row("elm"))
