"""Tests of the archive of a match and of its updates."""

from __future__ import annotations

from typing import Any

import pytest

from oddtrick.cards import parse_card
from oddtrick.fair import verify
from oddtrick.match import Playing
from oddtrick.record import decode_record, encode_record, replay
from oddtrick.tables import (
    Change,
    EntryUpdates,
    Settings,
    Update,
    change_of,
    decode_facts,
    player_results,
    table_proof,
    table_record,
    table_view,
    update_for,
)
from oddtrick.tables import commands as c
from tests.support.extent import part
from tests.support.random_matches import EVERY, WITH_CALLS
from tests.support.tables.table_driver import TableDriver, cards_of, verified


@pytest.mark.parametrize(("game", "options"), [*part(EVERY, 30), *WITH_CALLS], ids=str)
def test_every_match_can_be_replayed_from_its_record_and_its_proof_is_right(
    game: str, options: dict[str, Any]
) -> None:
    table = TableDriver(game, **options)
    table.begin("ann", "bea")
    table.play_out()
    record = table_record(table.table)
    assert record is not None
    read = decode_record(encode_record(record))
    last = replay(read)
    assert last.result == table.match.result
    assert last.standing == table.match.standing
    proof = verified(table.table)
    assert proof.deals == len(table.match.result)
    assert table.refolded() == table.table


@pytest.mark.parametrize(("game", "options"), [*EVERY[::3], *WITH_CALLS], ids=str)
def test_player_results_add_up_to_the_match(game: str, options: dict[str, Any]) -> None:
    table = TableDriver(game, **options)
    table.begin("ann", "bea")
    table.play_out()
    results, match = player_results(table.table), table.match
    sides = match.rules.sides
    assert [each.seat for each in results] == list(range(match.rules.players))
    assert sum(each.tricks for each in results) == sum(sum(deal.tricks) for deal in match.result)
    people = {match.seating[each.seat]: each.person for each in results}
    assert (people[0], people[1]) == ("ann", "bea")
    for each in results:
        assert each.side == match.rules.side_of(each.seat)
        assert each.points == sum(deal.points[each.side] for deal in match.result)
        assert each.name == table.table.chairs[match.seating[each.seat]].name
        assert (each.level is None) == (each.person is not None)
        if match.winner is None:
            assert each.won is None
        else:
            assert each.won == (each.side == match.winner)
            assert each.won == (each.rank == 0) or not each.won
    assert {each.rank for each in results} <= set(range(len(sides)))
    assert min(each.rank for each in results) == 0


def test_knockout_ranks_players_by_survival() -> None:
    for seed in range(6):
        table = TableDriver("knockout-whist", seed=seed, players=5)
        table.begin("ann")
        table.play_out()
        lasted = [0] * 5
        for log in table.match.all_deals:
            for seat in log.seats:
                lasted[seat] += 1
        order = sorted(player_results(table.table), key=lambda each: each.rank)
        assert order[0].won
        assert [lasted[each.seat] for each in order] == sorted(lasted, reverse=True)


def test_a_table_without_a_match_has_no_record_or_proof() -> None:
    table = TableDriver().table
    assert table_record(table) is None
    assert table_proof(table) is None


def test_the_record_of_a_running_match_ends_with_the_last_finished_deal() -> None:
    table = TableDriver("knockout-whist", players=3)
    table.begin("ann")
    seen = set()
    while table.table.under_way:
        record = table_record(table.table)
        assert record is not None
        assert len(record.deals) == len(table.match.result)
        seen.add(len(record.deals))
        table.step()
    assert len(seen) > 1


def test_C2_the_record_names_the_seats_and_the_proof_the_places() -> None:
    for seed in range(9):
        table = TableDriver("colonial-whist", seed=seed, target=2)
        table.begin("ann", "bea", "cid", "dan")
        table.play_out()
        record, proof = table_record(table.table), table_proof(table.table)
        assert record is not None
        assert proof is not None
        assert proof.names == ("Ann", "Bea", "Cid", "Dan")
        names = [proof.names[place] for place in table.match.seating]
        assert record.names == names
        results = player_results(table.table)
        assert [each.name for each in results] == names


def anns_card(*, settings: Settings | None = None) -> TableDriver:
    """Returns a table in mid-hand after a card by Ann, with Bea seated."""
    table = TableDriver(settings=settings or Settings(pause_seconds=0, bot_delay_ms=0))
    table.begin("ann", "bea", "cid", "dan")
    table.play_on(5)
    return table


def update_of(table: TableDriver, person: str | None) -> Update:
    return update_for(table.before, table.table, table.facts, person)


def test_a_card_update_is_minimal_and_only_the_next_player_gets_legal_cards() -> None:
    table = anns_card()
    turn = table.turn
    for person in (None, "ann", "bea", "cid", "dan", "zoe"):
        update = update_of(table, person)
        assert update.table is None
        assert update.turn is not None
        assert (update.turn.legal is None) == (person != turn)
    legal = update_of(table, turn).turn
    assert legal is not None
    assert legal.legal == tuple(map(str, table.match.legal_actions()))


def test_audiences_with_equal_card_updates_share_the_same_bytes() -> None:
    table = anns_card()
    telling = EntryUpdates(table.before, table.table, table.facts)
    people = (None, "ann", "bea", "cid", "dan", "zoe")
    assert [person for person in people if telling.differs(person)] == [table.turn]
    for person in people:
        assert telling.for_person(person) == update_of(table, person)
        assert telling.differs(person) or telling.for_person(person) is telling.common
    assert telling.for_person("zoe", re="k7").re == "k7"


def test_other_changes_send_each_person_their_full_view() -> None:
    table = anns_card()
    table.do("ann", c.Away())
    telling = EntryUpdates(table.before, table.table, table.facts)
    people = (None, "ann", "bea", "zoe")
    assert [person for person in people if telling.differs(person)] == ["ann", "bea"]
    for person in people:
        assert telling.for_person(person).table == table_view(table.table, person)


def test_the_last_card_of_a_trick_names_its_winner() -> None:
    for game, options in EVERY[::9]:
        table = TableDriver(game, **options)
        table.begin("ann", "bea")
        while table.table.under_way:
            before = table.match.phase
            table.step()
            last = update_of(table, None).events[0]
            won = getattr(last, "winner", None)
            if won is None:
                continue
            assert isinstance(before, Playing)
            (card,) = cards_of(table.facts)
            assert won == before.trick.play(parse_card(card)).winner


def test_a_second_window_changes_no_view() -> None:
    table = anns_card()
    table.connect("ann", worker="w2")
    assert change_of(table.before, table.table, table.facts) is Change.CARDS
    table.connect("zoe")
    assert change_of(table.before, table.table, table.facts) is Change.CARDS
    assert update_of(table, "ann").table is None
    table.disconnect("bea")
    assert change_of(table.before, table.table, table.facts) is Change.MORE


def test_a_pause_shows_no_turn_for_the_next_tie() -> None:
    for seed in range(40):
        table = TableDriver(
            "knockout-whist",
            Settings(pause_seconds=9, bot_delay_ms=0),
            seed=seed,
            players=3,
            tie="rps",
        )
        table.begin("ann", "bea", "cid")
        table.play_deal()
        waits = table.match.to_act
        if table.table.under_way and waits is not None and waits >= 0:
            person = ["ann", "bea", "cid"][waits]
            seen = table_view(table.table, person).match
            assert seen is not None
            assert (seen.to_act, seen.legal) == (None, ())
            table.tick(9_000)
            seen = table_view(table.table, person).match
            assert seen is not None
            assert seen.to_act == waits
            assert seen.legal
            return
    pytest.fail("no tie in any of the matches")


def test_the_log_holds_secrets_that_no_view_shows() -> None:
    table = anns_card()
    facts = [fact for _, entry in table.log for fact in decode_facts(entry)]
    secrets = {getattr(fact, "secret", None) or getattr(fact, "salt", None) for fact in facts}
    secrets.discard(None)
    assert len(secrets) > 4
    sent = repr(table_view(table.table, "ann")) + repr(update_of(table, "ann"))
    assert not any(str(secret) in sent for secret in secrets)


@pytest.mark.parametrize("seed", part(range(4), 1))
@pytest.mark.parametrize("tie", ["rps", "cut"])
def test_the_archive_can_be_verified_at_every_moment_of_a_match(tie: str, seed: int) -> None:
    table = TableDriver(
        "knockout-whist", Settings(pause_seconds=0, bot_delay_ms=0), seed=seed, players=3, tie=tie
    )
    table.begin("ann", "bea")
    while table.table.under_way:
        proof, record = table_proof(table.table), table_record(table.table)
        assert proof is not None
        assert record is not None
        replayed = replay(decode_record(encode_record(record)))
        assert len(verify(proof, replayed, record.names).rounds) == len(proof.rounds)
        table.step()
