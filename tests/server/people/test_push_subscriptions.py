"""Subscriptions end with their session or person, and a turn is claimed once, on both databases."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import Connection, Engine, func, select

from oddtrick.server.people.accounts import create_account, delete_person, end_access
from oddtrick.server.people.push_subscriptions import (
    MAX_SUBSCRIPTIONS,
    Subscription,
    claim_turn,
    subscribe,
    subscriptions_of,
    unsubscribe,
)
from oddtrick.server.people.sessions import _end, _keep
from oddtrick.server.store.engine import database_url, make_engine, writing
from oddtrick.server.store.schema import metadata, push_subscriptions
from tests.support.server.sample_rows import NOW

LATER = NOW + 1_000_000
ANN, BEN = b'{"person": "p_ann"}', b'{"person": "p_ben"}'


@pytest.fixture(params=["sqlite", "postgresql"])
def engine(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Engine]:
    url = None if request.param == "sqlite" else request.getfixturevalue("postgres_url")
    engine = make_engine(database_url(url, tmp_path))
    metadata.create_all(engine)
    yield engine
    engine.dispose()


@pytest.fixture
def db(engine: Engine) -> Iterator[Connection]:
    with writing(engine) as connection:
        yield connection


def browser(name: str, person: str = "p_ann", session: str | None = None) -> Subscription:
    return Subscription(
        person_id=person,
        session=session,
        endpoint=f"https://push.example.com/{name}",
        p256dh=b"\x04" * 65,
        auth=b"a" * 16,
        language="en",
        origin="https://whist.example",
    )


def names(db: Connection, person: str = "p_ann", now: int = NOW) -> list[str]:
    return [each.endpoint.rpartition("/")[2] for each in subscriptions_of(db, person, now)]


def stored(db: Connection) -> int:
    return db.scalar(select(func.count()).select_from(push_subscriptions)) or 0


def test_a_person_has_a_handful_the_newest(db: Connection) -> None:
    for number in range(MAX_SUBSCRIPTIONS + 2):
        subscribe(db, browser(str(number)), NOW + number)
    assert names(db) == ["6", "5", "4", "3", "2"]
    assert stored(db) == MAX_SUBSCRIPTIONS
    unsubscribe(db, "p_ben", browser("5").id)
    unsubscribe(db, "p_ann", browser("4").id)
    assert names(db) == ["6", "5", "3", "2"]
    assert subscriptions_of(db, "p_ann", NOW)[0] == browser("6")


def test_a_browser_belongs_to_whoever_asked_last(db: Connection) -> None:
    subscribe(db, browser("phone"), NOW)
    subscribe(db, browser("phone", "p_ben"), NOW)
    assert (names(db), names(db, "p_ben")) == ([], ["phone"])


def test_a_log_out_ends_the_subscriptions_of_that_session_only(db: Connection) -> None:
    for session in ("one", "two", "three"):
        _keep(db, session, ANN, NOW, LATER)
        subscribe(db, browser(session, session=session), NOW)
    _end(db, "one")
    assert sorted(names(db)) == ["three", "two"]
    end_access(db, "p_ann", "two", NOW)
    assert names(db) == ["two"]
    assert stored(db) == 1
    assert names(db, now=LATER) == [], "the session has expired"
    _keep(db, "other", BEN, LATER, LATER + 1)
    assert stored(db) == 0, "a session that has expired leaves nothing"


def test_a_renewed_session_and_a_guest_who_registers_keep_theirs(db: Connection) -> None:
    subscribe(db, browser("guest"), NOW)
    subscribe(db, browser("ben", "p_ben"), NOW)
    create_account(db, "p_ann", ("ann", "Ann", "hash"), NOW)
    _keep(db, "first", ANN, NOW, LATER)
    assert subscriptions_of(db, "p_ann", NOW) == [browser("guest", session="first")]
    _keep(db, "second", ANN, NOW, LATER, instead_of="first")
    assert subscriptions_of(db, "p_ann", NOW) == [browser("guest", session="second")]
    _keep(db, "third", BEN, NOW, LATER, instead_of="second")
    assert names(db) == [], "another person has logged in there"
    assert names(db, "p_ben") == ["ben"]


def test_a_deleted_person_leaves_none(db: Connection) -> None:
    create_account(db, "p_ann", ("ann", "Ann", "hash"), NOW)
    _keep(db, "session", ANN, NOW, LATER)
    subscribe(db, browser("phone", session="session"), NOW)
    delete_person(db, "p_ann", NOW)
    assert stored(db) == 0


def test_each_turn_is_claimed_once_by_any_number_of_workers(engine: Engine) -> None:
    def claim(turn: int) -> bool:
        with writing(engine) as connection:
            return claim_turn(connection, "table", turn, NOW)

    with ThreadPoolExecutor(8) as workers:
        for turn in (3, 9, 10):
            assert sorted(workers.map(claim, [turn] * 8)) == [False] * 7 + [True]
    assert not claim(9), "an earlier turn"
