"""Tests of fair draws: seals, secrets, late contributors and false secrets."""

from __future__ import annotations

from typing import Any

import pytest

from oddtrick import fair
from oddtrick.match import ToCut
from oddtrick.tables import Settings, Stage, table_proof, update_for
from oddtrick.tables import commands as c
from oddtrick.tables import facts as f
from oddtrick.tables.projection import CardsCut
from oddtrick.tables.state import DRAW_STAGE_MS, Draw
from tests.support.tables.table_driver import TableDriver, kinds, verified

PEOPLE = ("ann", "bea", "cid", "dan")


def cutting(*people: str, game: str = "whist") -> TableDriver:
    """Returns a table that is cutting for the first deal (T7)."""
    table = TableDriver(game)
    table.begin(*people, draw=False)
    assert isinstance(table.match.phase, ToCut)
    return table


def dealing(*people: str) -> TableDriver:
    """Returns a table that is shuffling for a known dealer (W3)."""
    table = cutting(*people)
    while draw(table).purpose != "deal":
        for person in table.contributors():
            table.do(person, table.seal(person))
        for person in table.contributors():
            table.do(person, table.opening(person))
    return table


def draw(table: TableDriver) -> Draw:
    assert table.table.draw is not None
    return table.table.draw


def contributions(table: TableDriver, number: int) -> dict[int, str | None]:
    proof = table_proof(table.table)
    assert proof is not None
    revealed = next(each for each in proof.rounds if each.number == number)
    return {each.place: each.opened for each in revealed.contributions}


def test_T7_all_present_players_contribute_to_the_cut() -> None:
    table = TableDriver()
    table.seat(*PEOPLE)
    table.disconnect("bea")
    table.do("ann", c.Begin())
    assert (draw(table).purpose, draw(table).contributors) == ("dealer", (0, 2, 3))
    assert draw(table).names == ("Ann", "Cid", "Dan")


def test_W3_the_dealers_neighbours_shuffle_and_cut() -> None:
    table = dealing(*PEOPLE)
    dealer = table.match.deal.dealer
    assert set(draw(table).contributors) == {(dealer + 1) % 4, (dealer - 1) % 4}
    table.finish_draw()
    table.play_out()


def test_C2_contributors_are_places_even_after_the_cut_for_partners() -> None:
    for seed in range(30):
        table = TableDriver("colonial-whist", seed=seed)
        table.begin(*PEOPLE, draw=False)
        assert draw(table).purpose == "partners"
        while draw(table).purpose == "partners":
            for person in table.contributors():
                table.do(person, table.seal(person))
            for person in table.contributors():
                table.do(person, table.opening(person))
        seating, dealer = table.match.seating, table.match.deal.dealer
        beside = {seating[(dealer + 1) % 4], seating[(dealer - 1) % 4]}
        assert set(draw(table).contributors) == beside
        if seating != (0, 1, 2, 3):
            break
    else:
        pytest.fail("no cut has moved anybody")
    table.finish_draw()
    turn = table.table.turn
    assert turn is not None
    assert table.match.seating[table.match.to_act or 0] == turn
    table.play_out()


@pytest.mark.parametrize(
    ("game", "options", "purposes"),
    [
        ("colonial-whist", {}, {"partners"}),
        ("knockout-whist", {"players": 4, "tie": "cut"}, {"dealer", "trumps"}),
    ],
)
def test_cut_cards_are_public_and_dealt_cards_are_not(
    game: str, options: dict[str, Any], purposes: set[str]
) -> None:
    drawn_purposes = set()
    for seed in range(6):
        table = TableDriver(game, seed=seed, **options)
        table.begin(*PEOPLE, draw=False)
        while table.table.under_way and table.table.draw_count < 8:
            under_way, was = table.table.draw, table.table
            assert was.match is not None
            _next_entry(table)
            events = update_for(was, table.table, table.facts, None).events
            cuts = [each for each in events if isinstance(each, CardsCut)]
            if under_way is None or table.table.draw == under_way or under_way.purpose == "deal":
                assert cuts == []
            elif "drawn" in kinds(table.facts):
                (cut,) = cuts
                assert cut.purpose == under_way.purpose
                assert isinstance(was.match.phase, ToCut)
                seats = [was.seat_at(place) for place, _ in cut.cards]
                assert seats == list(was.match.phase.cutting.to_cut)
                assert "".join(card for _, card in cut.cards) == _drawn(table)
                drawn_purposes.add(cut.purpose)
    assert drawn_purposes == purposes


def _next_entry(table: TableDriver) -> None:
    """Performs the next step: a seal, a secret or an action."""
    under_way = table.table.draw
    waiting = table.contributors() if under_way is not None else []
    for person in waiting:
        place = table.table.place_of(person)
        if under_way is not None and not under_way.opening:
            if place not in dict(under_way.seals):
                table.do(person, table.seal(person))
                return
        elif under_way is not None and place not in dict(under_way.secrets):
            table.do(person, table.opening(person))
            return
    table.step()


def _drawn(table: TableDriver) -> str:
    (drawn,) = [fact.cards for fact in table.facts if isinstance(fact, f.Drawn)]
    return drawn


def test_a_draw_among_bots_needs_no_contributors() -> None:
    table = TableDriver("knockout-whist", players=2)
    table.connect("ann")
    facts = table.do("ann", c.Begin())
    assert "sealed" not in kinds(facts)
    assert table.table.stage is Stage.PLAYING
    table.play_out()


def test_the_server_seals_first_and_hides_its_secret() -> None:
    table = cutting(*PEOPLE)
    seal, secret = draw(table).seal, draw(table).secret
    assert seal == fair.seal_of(table.table.code, 1, fair.SERVER, secret)
    update = str(table.update_json("ann"))
    assert seal in update
    assert secret not in update


def test_cards_are_drawn_after_all_have_sealed_and_opened() -> None:
    table = cutting("ann", "bea")
    assert table.refused("ann", table.opening("ann")).code == "not-asked"
    table.do("ann", table.seal("ann"))
    assert table.refused("ann", table.seal("ann")).code == "sealed"
    assert table.refused("ann", table.opening("ann")).code == "too-early"
    assert kinds(table.do("bea", table.seal("bea"))) == ["sealed", "opening-began"]
    assert kinds(table.do("ann", table.opening("ann"))) == ["unsealed"]
    assert table.refused("ann", table.opening("ann")).code == "opened"
    assert kinds(table.do("bea", table.opening("bea")))[:2] == ["unsealed", "drawn"]


def test_only_contributors_may_seal_and_only_for_the_current_draw() -> None:
    table = dealing("ann", "bea", "cid", "dan")
    outside = next(person for person in PEOPLE if person not in table.contributors())
    assert table.refused(outside, table.seal(outside)).code == "not-asked"
    assert table.refused("zoe", table.seal("zoe")).code == "no-place"
    inside = table.contributors()[0]
    gone = draw(table).number - 1
    assert table.refused(inside, table.seal(inside, number=gone)).code == "no-draw"
    assert table.refused(inside, table.opening(inside, number=gone)).code == "no-draw"


def test_an_unsealed_secret_is_refused_and_the_right_one_still_counts() -> None:
    table = cutting("ann", "bea")
    for person in ("ann", "bea"):
        table.do(person, table.seal(person))
    assert table.refused("ann", c.Open(1, "0" * 64)).code == "wrong-secret"
    other = table.opening("bea")
    assert table.refused("ann", other).code == "wrong-secret"
    table.do("ann", table.opening("ann"))


def test_a_contributor_who_does_not_seal_is_skipped() -> None:
    table = cutting("ann", "bea", "cid")
    table.do("ann", table.seal("ann"))
    assert table.table.wake == table.now + DRAW_STAGE_MS
    assert table.tick(DRAW_STAGE_MS - 1) == ()
    assert kinds(table.tick(1)) == ["opening-began"]
    assert table.refused("bea", table.seal("bea")).code == "too-late"
    table.do("ann", table.opening("ann"))
    assert contributions(table, 1) == {0: table.secret("ann", 1)}
    table.finish_draw()
    table.play_out()


def test_the_server_draws_alone_if_nobody_seals() -> None:
    table = cutting("ann", "bea")
    assert "drawn" in kinds(table.tick(DRAW_STAGE_MS))
    assert contributions(table, 1) == {}
    table.finish_draw()
    table.play_out()


def test_a_withheld_secret_is_left_out_and_shown_in_the_proof() -> None:
    table = cutting("ann", "bea")
    for person in ("ann", "bea"):
        table.do(person, table.seal(person))
    table.do("bea", table.opening("bea"))
    assert "drawn" in kinds(table.tick(DRAW_STAGE_MS))
    assert contributions(table, 1) == {0: None, 1: table.secret("bea", 1)}
    table.finish_draw()
    table.play_out()


def test_each_contribution_changes_the_cards() -> None:
    drawn = set()
    for change in range(4):
        table = cutting("ann", "bea")
        table.secrets["ann", 1] = f"{change:064x}"
        for person in ("ann", "bea"):
            table.do(person, table.seal(person))
        table.do("ann", table.opening("ann"))
        facts = table.do("bea", table.opening("bea"))
        drawn |= {fact.cards for fact in facts if isinstance(fact, f.Drawn)}
    assert len(drawn) >= 4


def test_a_departed_contributor_has_the_usual_deadline() -> None:
    table = cutting("ann", "bea")
    table.disconnect("bea")
    table.do("ann", table.seal("ann"))
    table.tick(DRAW_STAGE_MS)
    table.do("ann", table.opening("ann"))
    table.finish_draw()
    assert contributions(table, 1) == {0: table.secret("ann", 1)}
    table.play_out()


def test_a_replacement_does_not_contribute_for_their_predecessor() -> None:
    table = cutting("ann", "bea")
    table.do("bea", c.Leave())
    table.connect("zoe")
    table.do("zoe", c.Sit(1))
    assert table.refused("zoe", table.seal("zoe")).code == "not-asked"
    table.tick(DRAW_STAGE_MS)
    table.finish_draw()
    assert contributions(table, 1) == {}
    table.play_out()


def test_a_contributor_is_known_by_identity_and_not_by_name() -> None:
    table = cutting("ann", "bea")
    (name,) = {chair.name for chair in table.table.chairs if chair.person == "bea"}
    table.do("bea", c.Leave())
    table.connect("zoe")
    table.do("zoe", c.Sit(1), name=name)
    assert table.refused("zoe", table.seal("zoe")).code == "not-asked"


def test_K5_tied_players_cut_for_trumps_with_a_proof() -> None:
    cuts = 0
    for seed in range(12):
        table = TableDriver("knockout-whist", seed=seed, players=4, tie="cut")
        table.begin(*PEOPLE)
        while table.table.under_way:
            under_way = table.table.draw
            if under_way is not None and under_way.purpose == "trumps":
                cuts += 1
                assert len(under_way.contributors) > 1
            table.step()
        verified(table.table)
    assert cuts > 3


def test_the_server_opens_its_secret_after_the_deal() -> None:
    table = dealing("ann", "bea")
    number = draw(table).number
    table.finish_draw()

    def secret() -> str | None:
        proof = table_proof(table.table)
        assert proof is not None
        return next(each.secret for each in proof.rounds if each.number == number)

    table.play_on(51)
    assert secret() is None
    verified(table.table)
    table.play_on(1)
    assert secret() is not None
    verified(table.table)


def test_draws_are_numbered_across_all_matches_of_a_table() -> None:
    table = TableDriver("knockout-whist", Settings(pause_seconds=0, bot_delay_ms=0), players=2)
    table.begin("ann", "bea")
    table.play_out()
    last = table.table.draws[-1].number
    for person in ("ann", "bea"):
        table.do(person, c.Rematch())
    assert draw(table).number == last + 1
    table.finish_draw()
    table.play_out()


@pytest.mark.parametrize("late", ["seal", "open"])
def test_the_draw_deadline_pauses_while_the_server_is_down(late: str) -> None:
    table = cutting("ann", "bea")
    table.do("ann", table.seal("ann"))
    if late == "open":
        table.do("bea", table.seal("bea"))
    table.wait(10_000)
    table.do("server", c.ExtendDeadlines(10_000))
    assert draw(table).until == table.now + DRAW_STAGE_MS
    assert table.tick() == ()
    table.finish_draw()
    table.play_out()
