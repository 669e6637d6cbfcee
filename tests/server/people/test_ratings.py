"""Ratings: one update per match for accounts and their bots, by sides and ranks."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from openskill.models import PlackettLuce
from sqlalchemy import Engine, func, insert, select

from oddtrick.server.people import accounts
from oddtrick.server.people.principal import PersonKind
from oddtrick.server.people.ratings import (
    Rating,
    is_rateable,
    leaderboard,
    record_match,
    statistics_of,
    updated_ratings,
)
from oddtrick.server.store.engine import reading, writing
from oddtrick.server.store.listings import FinishedMatch
from oddtrick.server.store.schema import matches, people, players, ratings
from oddtrick.tables.archive import PlayerResult
from tests.support.extent import part

FOUR = ("p_ann", "p_bob", "p_cal", "p_dot")


def match(
    *seats: str | None,
    sides: tuple[int, ...] = (0, 1, 0, 1),
    ranks: tuple[int, ...] = (0, 1),
    number: int = 0,
    rated: bool = True,
) -> FinishedMatch:
    """A finished match of whist."""
    return FinishedMatch(
        table="k3f90pqr7xyz",
        number=number,
        game="whist",
        rated=rated,
        ended=1000 + number,
        record="{}",
        players=tuple(
            PlayerResult(
                seat=seat,
                side=sides[seat],
                person=person,
                name=person or "Bob",
                level=None if person else "club",
                won=None if len(set(ranks)) == 1 else ranks[sides[seat]] == 0,
                rank=ranks[sides[seat]],
                tricks=seat + 1,
                points=5 - ranks[sides[seat]],
            )
            for seat, person in enumerate(seats)
        ),
    )


def settle(engine: Engine, *guests: str) -> None:
    """Adds four accounts and a bot of Ann's; the people named in ``guests`` have no account."""
    with writing(engine) as connection:
        for one in FOUR:
            row = {"id": one, "name": one, "created": 1, "changed": 1, "kind": PersonKind.ACCOUNT}
            row |= {"kind": PersonKind.GUEST} if one in guests else {}
            connection.execute(insert(people).values(row))
        bot = {"id": "p_bot", "kind": PersonKind.BOT, "owner": "p_ann", "name": "Robo"}
        connection.execute(insert(people).values(**bot, created=1, changed=1))


def archive(engine: Engine, finished: FinishedMatch) -> bool:
    """Stores and rates a match in a transaction of its own."""
    with writing(engine) as connection:
        return record_match(connection, finished)


def strengths(engine: Engine) -> dict[str, Rating]:
    """Returns the ratings of all players."""
    query = select(ratings.c.person_id, ratings.c.mu, ratings.c.sigma, ratings.c.matches)
    with reading(engine) as connection:
        return {row[0]: Rating(*row[1:]) for row in connection.execute(query)}


def test_winners_rise_and_losers_fall_by_the_published_model(engine: Engine) -> None:
    settle(engine)
    assert archive(engine, match(*FOUR))
    model = PlackettLuce()
    [[winner, _], [loser, _]] = model.rate(
        [[model.rating(), model.rating()], [model.rating(), model.rating()]]
    )
    result = strengths(engine)
    assert result["p_ann"] == result["p_cal"] == Rating(winner.mu, winner.sigma, 1)
    assert result["p_bob"] == result["p_dot"] == Rating(loser.mu, loser.sigma, 1)
    assert result["p_ann"].mu > Rating().mu > result["p_bob"].mu


def test_a_match_is_archived_and_rated_once(engine: Engine) -> None:
    settle(engine)
    with ThreadPoolExecutor(4) as threads:
        stored = list(threads.map(lambda _: archive(engine, match(*FOUR)), range(8)))
    assert sorted(stored) == [False] * 7 + [True]
    assert {one.matches for one in strengths(engine).values()} == {1}
    assert archive(engine, match(*FOUR, number=1))
    assert {one.matches for one in strengths(engine).values()} == {2}
    with reading(engine) as connection:
        assert connection.scalar(select(func.count()).select_from(matches)) == 2
        assert connection.scalar(select(func.count()).select_from(players)) == 8


def test_concurrent_matches_are_all_rated(engine: Engine) -> None:
    settle(engine)

    def end(number: int) -> bool:
        seats = FOUR if number % 2 else FOUR[::-1]
        return archive(engine, match(*seats, number=number))

    with ThreadPoolExecutor(4) as threads:
        assert all(threads.map(end, range(16)))
    assert {one.matches for one in strengths(engine).values()} == {16}


@pytest.mark.parametrize(
    ("finished", "guests"),
    part(
        [
            pytest.param(match(*FOUR, rated=False), (), id="not agreed"),
            pytest.param(match("p_ann", None, "p_bob", None), (), id="one side"),
            pytest.param(
                match("p_ann", "p_bob", "p_cal", "p_dot"), ("p_bob", "p_dot"), id="against guests"
            ),
            pytest.param(match("p_ann", "p_bot", None, None), (), id="own bot"),
            pytest.param(match("p_ann", "p_ann", "p_bob", "p_cal"), (), id="two seats"),
            pytest.param(match(None, None, None, None), (), id="bots only"),
        ],
        3,
    ),
)
def test_unratable_matches_are_archived_without_a_rating(
    engine: Engine, finished: FinishedMatch, guests: tuple[str, ...]
) -> None:
    settle(engine, *guests)
    assert archive(engine, finished)
    assert strengths(engine) == {}


def test_guests_and_built_in_bots_are_not_rated_but_their_partners_are(engine: Engine) -> None:
    settle(engine, "p_cal")
    archive(engine, match("p_ann", "p_bob", "p_cal", None))
    assert set(strengths(engine)) == {"p_ann", "p_bob"}


def test_a_partner_bot_of_the_same_owner_is_not_rated(engine: Engine) -> None:
    settle(engine)
    archive(engine, match("p_ann", "p_bob", "p_bot", "p_dot"))
    assert set(strengths(engine)) == {"p_ann", "p_bob", "p_bot", "p_dot"}


def alone(*ranks: int) -> FinishedMatch:
    return match(*FOUR[: len(ranks)], sides=tuple(range(len(ranks))), ranks=ranks)


@given(st.permutations(range(4)))
def test_rating_changes_follow_the_final_ranks_without_sides(
    ranks: list[int],
) -> None:
    result = updated_ratings(alone(*ranks), dict.fromkeys(FOUR, Rating()))
    by_rank = sorted(FOUR, key=lambda one: ranks[FOUR.index(one)])
    assert sorted(FOUR, key=lambda one: -result[one].mu) == by_rank


@given(st.lists(st.integers(0, 3), min_size=2, max_size=4))
def test_tied_players_get_the_same_rating_change(ranks: list[int]) -> None:
    result = updated_ratings(alone(*ranks), dict.fromkeys(FOUR[: len(ranks)], Rating()))
    for one, rank in zip(FOUR, ranks, strict=False):
        for other, its in zip(FOUR, ranks, strict=False):
            if rank == its:
                assert result[one].mu == pytest.approx(result[other].mu)
            elif rank < its:
                assert result[one].mu >= result[other].mu
        best, worst = (result[FOUR[ranks.index(one(ranks))]].mu for one in (min, max))
        assert best > worst or len(set(ranks)) == 1


@given(st.permutations(range(4)))
def test_rating_changes_do_not_depend_on_the_seat(order: list[int]) -> None:
    before = {one: Rating(20.0 + 3 * place, 5.0) for place, one in enumerate(FOUR)}
    plain = updated_ratings(alone(0, 1, 2, 3), before)
    shuffled = match(*(FOUR[place] for place in order), sides=(0, 1, 2, 3), ranks=tuple(order))
    for one, strength in updated_ratings(shuffled, before).items():
        assert strength.mu == pytest.approx(plain[one].mu)


def test_a_player_in_two_seats_is_not_rated() -> None:
    homes = {one: one for one in FOUR}
    assert is_rateable(match(*FOUR), homes)
    assert not is_rateable(match(*FOUR), {**homes, "p_bob": "p_ann"})
    assert is_rateable(match(*FOUR), {**homes, "p_cal": "p_ann"})


def test_statistics_add_up(engine: Engine) -> None:
    settle(engine)
    archive(engine, match(*FOUR, number=0))
    archive(engine, match(*FOUR, number=1, ranks=(1, 0)))
    archive(engine, match(*FOUR, number=2, ranks=(0, 0), rated=False))
    other = msgspec.structs.replace(match(*FOUR, number=3), game="scotch-whist", rated=False)
    archive(engine, other)
    with reading(engine) as connection:
        scotch, whist = statistics_of(connection, "p_bob")
        assert statistics_of(connection, "p_nobody") == []
    assert (whist.game, whist.matches, whist.won, whist.level) == ("whist", 3, 1, 1)
    assert (whist.tricks, whist.points, whist.rated_matches) == (6, 4 + 5 + 5, 2)
    assert whist.rating == strengths(engine)["p_bob"].shown
    assert (scotch.game, scotch.matches, scotch.rating) == ("scotch-whist", 1, None)


def test_the_leaderboard_is_sorted_and_omits_deleted_accounts(engine: Engine) -> None:
    settle(engine)
    for number in range(3):
        archive(engine, match(*FOUR, number=number))
    with writing(engine) as connection:
        accounts.delete_person(connection, "p_cal", 5)
    with reading(engine) as connection:
        board = leaderboard(connection, "whist", 10)
        assert [(one.place, one.id) for one in board] == [
            (1, "p_ann"),
            (2, "p_bob"),
            (2, "p_dot"),
        ]
        assert board[0].rating > board[1].rating
        assert leaderboard(connection, "whist", 1) == board[:1]
        assert leaderboard(connection, "scotch-whist", 10) == []
