"""Tests that updates do not depend on information hidden from their receiver.

Whole sessions are played with undo, claims, chat, arrivals and departures. At any moment, for any
audience, everything sent since the shuffle is byte for byte the same in another world, with other
positions of the cards hidden from that audience and with other secrets.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from oddtrick.match import Playing, ToThrow
from oddtrick.rules import Throw
from oddtrick.tables import Settings, Table, fold_entry, table_proof
from oddtrick.tables import commands as c
from oddtrick.tables import facts as f
from tests.support.extent import part, times
from tests.support.random_matches import EVERY, WITH_CALLS
from tests.support.tables.table_driver import TableDriver
from tests.support.tables.tables_with_other_hidden_cards import (
    Course,
    answer,
    answers,
    kept,
    sent_to,
)

SETTINGS = Settings(pause_seconds=0, bot_delay_ms=0, deal_seconds=300)


def evening(game: str, options: dict[str, Any], seed: int) -> TableDriver:
    """Plays a match, or its beginning, with one to three people who sometimes disrupt it."""
    rng = Random(seed)
    table = TableDriver(game, SETTINGS, seed=seed, **options)
    table.begin(
        *["ann", "bea", "cid"][: rng.choice([1, 1, 2, 3 if table.table.rules.players > 2 else 2])]
    )
    for _ in range(150):
        if not table.table.under_way:
            break
        table.wait(rng.randrange(2000))
        person = rng.choice(["ann", "bea", "cid", "zoe"])
        disturb(table, person, rng)
        if table.table.under_way:
            table.step()
    return table


def disturb(table: TableDriver, person: str, rng: Random) -> None:
    """Issues a random command other than a play."""
    wishes: list[c.Command] = [
        c.Say("sorry"),
        c.Away(),
        c.StandIn(rng.randrange(4)),
        c.Back(),
        c.Undo(),
        c.Sit(rng.randrange(4)),
    ]
    if rng.random() < 0.15:
        answerable(table, person, rng.choice(wishes))
    if rng.random() < 0.03 and isinstance(table.match.phase, Playing) and table.turn is not None:
        answerable(table, table.turn, c.Claim())


def answerable(table: TableDriver, person: str, command: c.Command) -> None:
    """Issues a command and ignores a refusal."""
    if answer(table.table, command, person, Random(0))[:1] == b"{":
        table.do(person, command)


def check_blind(game: str, options: dict[str, Any], seed: int, moments: int) -> int:
    """Compares other worlds with the played one and returns the number of possible ones."""
    rng, course = Random(seed), Course(evening(game, options, seed))
    return sum(_check_moment(course, rng.choice(course.moments()), rng) for _ in range(moments))


def _check_moment(course: Course, seq: int, rng: Random) -> int:
    """Compares some other worlds for one audience at one moment."""
    table, first = course.states[seq], course.dealt[seq]
    assert first is not None
    people = [chair.person for chair in table.chairs if chair.person is not None]
    person = rng.choice([None, "zoe", *people, *people])
    entries, played = course.entries[first : seq + 1], course.states[first - 1 : seq + 1]
    others = [course.other(seq, person, rng, swaps=swaps) for swaps in (1, 1, 1, 2, 2, 6)]
    possible = [other for other in others if other is not None]
    sent, fetched = sent_to(played, entries, person), kept(table)
    answering = person or "yan"
    answered = answers(table, answering, Random(1))
    for other in possible:
        assert sent_to(other, entries, person) == sent
        assert kept(other[-1]) == fetched
        assert answers(other[-1], answering, Random(1)) == answered
    return len(possible)


@pytest.mark.parametrize(("game", "options"), [*part(EVERY, 8), *WITH_CALLS], ids=str)
def test_updates_do_not_depend_on_hidden_information(game: str, options: dict[str, Any]) -> None:
    assert check_blind(game, options, 1, 9) > 8


@pytest.mark.long
@pytest.mark.parametrize(("game", "options"), [*EVERY, *WITH_CALLS], ids=str)
def test_updates_do_not_depend_on_hidden_information_in_100_000_cases(
    game: str, options: dict[str, Any]
) -> None:
    """Compares 112,026 worlds over all games and options."""
    assert sum(check_blind(game, options, seed, 10) for seed in range(2, 28)) > 850


def test_the_holder_of_the_cards_is_sent_the_difference() -> None:
    """Confirms that the comparison detects a visible difference."""
    rng, course = Random(5), Course(evening("whist", {}, 5))
    seq = course.moments()[20]
    first = course.dealt[seq]
    assert first is not None
    other = None
    while other is None:
        other = course.other(seq, "zoe", rng, swaps=6)
    entries, played = course.entries[first : seq + 1], course.states[first - 1 : seq + 1]
    assert sent_to(other, entries, "zoe") == sent_to(played, entries, "zoe")
    assert sent_to(other, entries, "ann") != sent_to(played, entries, "ann")
    proofs = (table_proof(other[-1]), table_proof(played[-1]))
    assert all(proof is not None and proof.rounds[-1].secret is None for proof in proofs)


@pytest.mark.parametrize("game", ["whist", "scotch-whist", "knockout-whist", "german-whist"])
def test_T9_a_claim_reveals_nothing_about_hidden_cards(game: str) -> None:
    denied = stood = 0
    for seed in range(12):
        rng, course = Random(seed), Course(evening(game, {}, seed))
        for seq in course.moments()[-25:]:
            table = course.states[seq]
            turn = table.turn
            person = None if turn is None else table.chairs[turn].person
            if person is None or len(table.match.view(None).table) > 2:  # type: ignore[union-attr]  # a hand is under way
                continue
            other = course.other(seq, person, rng, swaps=2)
            if other is None:
                continue
            one, two = (answer(each, c.Claim(), person, Random(1)) for each in (table, other[-1]))
            assert (DENIED in one) == (DENIED in two), "a claim told the worlds apart"
            if DENIED in one:
                assert one == two
                denied += 1
            stood += DENIED not in one
    assert denied > 10
    assert stood > 2


DENIED = b'"claim-denied"'


def test_K5_a_throw_is_secret_until_all_have_thrown() -> None:
    tried = 0
    for seed in range(times(15, whole=40)):
        table = TableDriver("knockout-whist", SETTINGS, seed=seed, players=6, tie="rps")
        table.begin("ann", "bea", "cid", "dan", "eli", "fay")
        while table.table.under_way:
            before = table.table
            table.step()
            phase = table.match.phase
            if isinstance(phase, ToThrow) and phase.throwing.thrown:
                tried += _check_throw(table, before)
    assert tried > 30


def _check_throw(table: TableDriver, before: Table) -> int:
    """Asserts that a different throw changes only the thrower's update."""
    fact = table.facts[-1]
    assert isinstance(fact, f.Acted)
    at = table.table.at
    others = [f.Acted(fact.place, throw.value, fact.bot) for throw in Throw]
    for other in others:
        after = fold_entry(before, before.seq + 1, at, (other,))
        for place, chair in enumerate(table.table.chairs):
            worlds = [[before, state] for state in (table.table, after)]
            one, two = (sent_to(world, [(at, (fact,))], chair.person) for world in worlds)
            assert (one == two) == (place != fact.place or other == fact)
        worlds = [[before, state] for state in (table.table, after)]
        one, two = (sent_to(world, [(at, (fact,))], None) for world in worlds)
        assert one == two
    return len(others)


def test_views_show_names_but_no_person_ids() -> None:
    table = TableDriver(seed=3, host="id:host")
    for number, person in enumerate(["id:host", "id:one", "id:two"]):
        table.connect(person)
        table.do(person, c.Sit(number), name="Same")
    table.do("id:one", c.Say(text="hello"))
    table.do("id:host", c.TransferHost(1))
    table.do("id:one", c.Begin())
    table.finish_draw()
    table.disconnect("id:two")
    table.play_on(9)
    course = Course(table)
    for audience in (None, "id:host", "id:two", "id:stranger"):
        for sent in sent_to(course.states, course.entries[1:], audience):
            assert b"id:" not in sent
            assert b"w1" not in sent
    assert b"id:" not in kept(table.table)
