"""The laws of duplicate play, in every game: luck favours nobody."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oddtrick.arena import (
    Contest,
    DealResult,
    Entrant,
    Sprt,
    TableResult,
    Unit,
    default_unit,
    find_entrant,
    play_deals,
    play_duplicate,
    swing,
)
from oddtrick.arena import players as arena_players
from oddtrick.arena.contest import assign_sides
from oddtrick.arena.sequential import Evidence
from oddtrick.bots import Bot, casual, random_bot
from oddtrick.datasets.dataset_tables import play_match
from oddtrick.errors import OddtrickError
from oddtrick.games import rules_of
from oddtrick.rules import PlayerAction, Rules
from oddtrick.views import View
from tests.support.extent import part, times

GAMES = [
    rules_of("whist"),
    rules_of("whist", match="rubber", honours="dealt"),
    rules_of("colonial-whist"),
    rules_of("colonial-scotch-whist"),
    rules_of("scotch-whist", players=2),
    rules_of("scotch-whist", players=4, sides=2),
    rules_of("scotch-whist", players=5),
    rules_of("scotch-whist", players=6, sides=3),
    rules_of("knockout-whist", players=3, tie="rps"),
    rules_of("knockout-whist", players=7, choose="blind", broken=True),
]


def rules_id(rules: Rules) -> str:
    return f"{rules.game}-{rules.players}-{len(rules.sides)}-{rules.match.rule}"


UNITS: tuple[Unit, ...] = ("tricks", "points", "matches", "firsts")


def swings(rules: Rules, a: str, b: str, unit: Unit, deals: int = 4) -> tuple[float, ...]:
    return play_duplicate(rules, a, b, deals=deals, seed=5, unit=unit).swings[unit]


@pytest.mark.parametrize("rules", GAMES, ids=rules_id)
@pytest.mark.parametrize("unit", part(UNITS, 2))
@pytest.mark.parametrize("bot", part(["random", "casual"], 1))
def test_against_itself_every_bot_is_even_in_every_deal(rules: Rules, unit: Unit, bot: str) -> None:
    outcome = play_duplicate(rules, bot, bot, deals=3, seed=5, unit=unit)
    assert outcome.swings[unit] == pytest.approx([outcome.break_even] * 3)


@pytest.mark.parametrize("unit", part(UNITS, 2))
@pytest.mark.parametrize("rules", [rules for rules in GAMES if len(rules.sides) == 2], ids=rules_id)
def test_with_two_sides_swings_are_opposite(rules: Rules, unit: Unit) -> None:
    one, other = swings(rules, "casual", "random", unit), swings(rules, "random", "casual", unit)
    both = 1 if unit in ("firsts", "matches") else 0
    assert [a + b for a, b in zip(one, other, strict=True)] == pytest.approx([both] * 4)
    assert any(a != b for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize("rules", GAMES, ids=rules_id)
def test_the_tricks_of_a_table_add_up_to_the_deal(rules: Rules) -> None:
    contest = Contest(rules, assign_sides(rules, find_entrant("casual"), [find_entrant("random")]))
    for deal in play_deals(contest, 5, range(3)):
        assert len(deal.tables) == len(rules.sides)
        for table in deal.tables:
            assert sum(table.tricks) == sum(rules.plan.sizes(0))
            assert sum(table.firsts) == pytest.approx(1)


def test_in_whist_the_swing_is_the_tricks_over_both_tables_less_thirteen() -> None:
    contest = Contest(GAMES[0], (find_entrant("casual"), find_entrant("random")))
    for deal in play_deals(contest, 1, range(10)):
        own = deal.tables[0].tricks[0] + deal.tables[1].tricks[1]
        assert swing(deal, "tricks") == own - 13


def test_each_for_himself_the_swing_is_the_margin_over_the_mean() -> None:
    tables = (
        TableResult((5, 1, 0), (50, 10, 0), (1, 0, 0)),
        TableResult((2, 2, 2), (20, 20, 20), (1 / 3, 1 / 3, 1 / 3)),
        TableResult((3, 3, 0), (30, 30, 0), (0.5, 0.5, 0)),
    )
    deal = DealResult(0, tables)
    assert swing(deal, "tricks") == pytest.approx((4.5 + 0 - 3) / 3)
    assert swing(deal, "points") == pytest.approx((45 + 0 - 30) / 3)
    assert swing(deal, "firsts") == pytest.approx((1 + 1 / 3 + 0) / 3)


class RecordingBot:
    """Plays like casual and records its seats and their first hands."""

    name = "casual"

    def __init__(self) -> None:
        self.hands: dict[int | None, int] = {}

    def choose(self, view: View, rng: Random) -> PlayerAction:
        if not view.tricks and not view.past and view.hand_number == 0:
            assert self.hands.setdefault(view.seat, view.hand.mask) == view.hand.mask
        return casual.choose(view, rng)


@pytest.mark.parametrize(
    "rules", [rules for rules in GAMES if rules.players == len(rules.sides)], ids=rules_id
)
def test_each_for_himself_a_bot_sits_in_each_seat_with_the_cards_of_that_seat(
    rules: Rules, monkeypatch: pytest.MonkeyPatch
) -> None:
    recorded, everywhere = RecordingBot(), RecordingBot()
    found: dict[str, Bot] = {"casual": recorded, "random": random_bot}
    monkeypatch.setattr(arena_players, "find_bot", found.__getitem__)
    contest = Contest(rules, assign_sides(rules, Entrant("casual"), [Entrant("random")]))
    play_deals(contest, 6, [0])
    found["casual"] = everywhere
    play_deals(Contest(rules, (Entrant("casual"),) * rules.players), 6, [0])
    assert recorded.hands  # perhaps not of every seat: forced plays are not asked for
    for seat, hand in recorded.hands.items():
        assert everywhere.hands.get(seat, hand) == hand


@given(st.integers(0, 10**6), st.sets(st.integers(0, 10**6), min_size=1, max_size=3))
@settings(max_examples=10)
def test_a_deal_does_not_depend_on_its_chunk(seed: int, numbers: set[int]) -> None:
    contest = Contest(GAMES[0], (find_entrant("casual"), find_entrant("random")))
    together = play_deals(contest, seed, sorted(numbers))
    for deal in together:
        (alone,) = play_deals(contest, seed, [deal.number])
        assert (alone.number, alone.tables) == (deal.number, deal.tables)


def test_the_default_unit_suits_the_game() -> None:
    assert [default_unit(rules) for rules in GAMES] == [
        *["tricks"] * 3,
        *["points"] * 5,
        *["matches"] * 2,
    ]


def test_several_opponents_take_one_side_each() -> None:
    rules = rules_of("scotch-whist", players=3)
    outcome = play_duplicate(rules, "casual", "random", "casual", deals=6)
    assert (outcome.b, set(outcome.times)) == ("random+casual", {"casual", "random"})


@pytest.mark.parametrize(("players", "others"), [(5, 2), (5, 5), (2, 2)])
def test_a_line_up_fits_the_game(players: int, others: int) -> None:
    rules = rules_of("knockout-whist", players=players)
    with pytest.raises(OddtrickError, match=rf"{players} sides here.*needs 1 .*not {others}"):
        play_duplicate(rules, "casual", *["random"] * others, deals=1)


class IllegalBot:
    """Plays an illegal card."""

    name = "random"

    def choose(self, view: View, rng: Random) -> PlayerAction:
        return next(card for card in view.unseen if card not in view.legal)


class FailingBot:
    name = "random"

    def choose(self, view: View, rng: Random) -> PlayerAction:
        raise ZeroDivisionError("by zero")


@pytest.mark.parametrize(
    ("bot", "error"),
    [
        (IllegalBot(), r"deal 0, table \d: random played \w\w in seat \d, which is illegal"),
        (FailingBot(), r"deal 0, table \d: random failed in seat \d: ZeroDivisionError: by zero"),
    ],
)
def test_a_failing_builtin_bot_is_reported_with_deal_and_seat(
    bot: Bot, error: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arena_players, "find_bot", lambda *_: bot)
    with pytest.raises(OddtrickError, match=error):
        play_duplicate(GAMES[0], "random", "random", deals=1)


@pytest.mark.parametrize(("name", "number"), [("deals", 0), ("chunk_size", 0), ("deals", -4)])
def test_numbers_are_one_or_more(name: str, number: int) -> None:
    wanted: dict[str, Any] = {"deals": 1, name: number}
    with pytest.raises(OddtrickError, match=f"{name} is {number}: give a whole number from 1"):
        play_duplicate(GAMES[0], "random", "casual", **wanted)


def test_sprt_stops_at_the_same_deal_with_any_chunk_size() -> None:
    test = Sprt(3.5, 4.2)
    deals = times(80, whole=120)
    everything = play_duplicate(GAMES[0], "casual", "random", deals=deals, seed=2)
    evidence, verdict = Evidence(), None
    for one in everything.swings["tricks"]:
        evidence = evidence.with_swing(one)
        verdict = test.verdict(evidence)
        if verdict:
            break
    assert verdict is not None
    assert 50 < evidence.deals < deals
    for chunk in part((7, 64), 1):
        outcome = play_duplicate(
            GAMES[0], "casual", "random", deals=deals, seed=2, chunk_size=chunk, sprt=test
        )
        assert (outcome.verdict, outcome.deals) == (verdict, evidence.deals)
        assert outcome.swings["tricks"] == everything.swings["tricks"][: evidence.deals]


def test_baselines_are_found_by_name() -> None:
    played = play_duplicate(rules_of("whist"), "Playouts", "random", deals=1, seed=5)
    assert played.a == "playouts"
    assert played.unit == "tricks"
    with pytest.raises(OddtrickError, match="ismcts-20000"):
        find_entrant("nobody")


def test_players_of_ones_own_sit_where_an_entrant_would() -> None:
    seated = []

    def create(entrant: Entrant, rules: Rules, seat: int, limit: float) -> arena_players.Player:
        seated.append((entrant.name, seat))
        bot = {"mine": "casual", "theirs": "random"}[entrant.name]
        return arena_players.create_player(Entrant(bot), rules, seat, limit)

    own = play_duplicate(GAMES[0], Entrant("mine"), Entrant("theirs"), deals=3, create=create)
    assert own.swings == play_duplicate(GAMES[0], "casual", "random", deals=3).swings
    assert {seat for name, seat in seated[:4] if name == "mine"} == {0, 2}
    assert {seat for name, seat in seated[4:] if name == "mine"} == {1, 3}


def test_a_match_without_an_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("oddtrick.arena.duplicate.MOST_DEALS", 3)
    with pytest.raises(OddtrickError, match=r"not over after 3 deals, with the score \d+–\d+: "):
        play_duplicate(rules_of("whist", target=40), "random", "random", deals=1, unit="matches")
    with pytest.raises(OddtrickError, match="not over after 3 deals"):
        play_match(rules_of("whist", target=40), ["random"] * 4, 1, 0)
