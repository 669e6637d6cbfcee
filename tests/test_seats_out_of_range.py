"""Seats are 0 to n - 1 wherever one is given: -1 is not the last seat, and True is not seat 1."""

from __future__ import annotations

import inspect
import pkgutil
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from random import Random
from typing import Any

import msgspec
import numpy as np
import pytest

import oddtrick as ot
from oddtrick.arena.players import create_player, find_entrant
from oddtrick.arena.subprocess_bot import SubprocessBot
from oddtrick.arena.text_bot import TextBot
from oddtrick.bots.heuristics.aims import trick_aim, tricks_wanted
from oddtrick.bots.search import SearchBudget
from oddtrick.bots.search.rollout import FEATURE_COUNT, Policy, RolloutPosition
from oddtrick.bots.search.self_play import collect_training_data
from oddtrick.datasets.dataset_tables import position_of_lead
from oddtrick.dealing import draw
from oddtrick.envs.gymnasium_envs import WhistEnv, WhistVectorEnv
from oddtrick.games.minnesota_whist.rules import HIGH, Bidding
from oddtrick.match import CHANCE, CallPhase, Match, Playing, start
from oddtrick.match.exchange import Exchange
from oddtrick.pbn import Board, match_of, write_boards
from oddtrick.record import record_of, replay
from oddtrick.review import Review, advise, for_seat, review, review_deal
from oddtrick.rules import Contract
from oddtrick.solver import Position, _kernel
from oddtrick.solver.claims import claim, provable_claim
from oddtrick.solver.deals import DealStart, VectorDeals, plan_deal
from oddtrick.solver.pimc import evaluate
from oddtrick.solver.sampling import worlds
from oddtrick.tables import Table
from oddtrick.tables.bot_turns import bot_decision, bot_style
from oddtrick.views import View
from tests.support.tables.table_driver import TableDriver

RULES = ot.rules_of("whist")
MATCH = ot.new_match(rules=RULES, seed=7, dealer=0)
HANDS = ("A...", "K...", "Q...", "J...")
WRONG = (-1, -2, 4, 2**80, True, False, "1", "N", 1.0, 1.5, np.bool_(1), (1,))


def hand() -> Playing:
    assert isinstance(MATCH.phase, Playing)
    return MATCH.phase


@cache
def reviewed() -> Review:
    lead = MATCH.apply(MATCH.legal_actions()[0])
    return review(record_of(lead), budget=SearchBudget(candidates=20, worlds=5))


@cache
def table() -> Table:
    driver = TableDriver()
    driver.begin()
    return driver.table


def replayed(dealer: Any) -> object:
    played = record_of(MATCH)
    deals = [msgspec.structs.replace(deal, dealer=dealer) for deal in played.deals]
    return replay(msgspec.structs.replace(played, deals=deals))


def learnt(learner: Any) -> object:
    policy = Policy(np.zeros(FEATURE_COUNT, np.int16))
    return collect_training_data(RULES, DealStart(), policy, [learner], deals=1, seed=0)


def position(leader: Any) -> Position:
    return Position(tuple(map(ot.Hand.of, HANDS)), None, leader)


def viewed(seat: Any) -> View:
    """A view as a program might make it, whose seat nobody has checked."""
    return msgspec.structs.replace(MATCH.view(MATCH.to_act), seat=seat)


def led(leader: Any) -> object:
    contract = Contract(bid=HIGH, declarer=0, side=(0, 2), leader=leader)
    return plan_deal(ot.rules_of("minnesota-whist").under(contract))


def observed(observer: Any) -> object:
    plan = plan_deal(RULES, DealStart()).kernel
    return _kernel.DecisionPoint(plan, -1, -1, [], observer)


@cache
def in_calls(game: str, phase: type[CallPhase]) -> Match:
    """A match after the first call of such a phase: Match.view alone asks it what a seat sees."""
    match, rng = ot.new_match(game, seed=7, dealer=0), Random(7)
    while not (isinstance(match.phase, phase) and match.phase.made):
        chance = match.to_act == CHANCE
        match = match.apply(draw(match, rng) if chance else match.legal_actions()[0])
    return match


def seen_by(seat: Any) -> View:
    return in_calls("oh-hell", CallPhase).view(seat)


def seen_in_exchange(seat: Any) -> View:
    return in_calls("bid-whist", Exchange).view(seat)


def seen_of_cards_put_down(seat: Any) -> View:
    return in_calls("minnesota-whist", Bidding).view(seat)


TAKES_SEAT: dict[str, Callable[[Any], object]] = {
    "match.state.Match.view": MATCH.view,
    "match.phase.Phase.shown": MATCH.view,
    "match.call_phase.CallPhase.seen_by": seen_by,
    "match.call_phase.CallPhase.places_seen_by": seen_by,
    "match.exchange.Exchange.seen_by": seen_in_exchange,
    "match.exchange.Exchange.places_seen_by": seen_in_exchange,
    "match.exchange.Exchange.shown": seen_in_exchange,
    "games.minnesota_whist.rules.Bidding.seen_by": seen_of_cards_put_down,
    "games.minnesota_whist.rules.Bidding.places_seen_by": seen_of_cards_put_down,
    "match.state.start": lambda seat: start(RULES, dealer=seat),
    "match.hand_play.Playing.held": lambda seat: hand().held(seat),
    "bots.bot.Bot.choose": lambda seat: ot.bots.casual.choose(viewed(seat), Random(0)),
    "bots.heuristics.aims.trick_aim": lambda seat: trick_aim(MATCH.view(0), seat),
    "bots.heuristics.aims.tricks_wanted": lambda seat: tricks_wanted(MATCH.view(0), seat),
    "bots.search.Searcher.choose": lambda seat: ot.bots.expert.choose(viewed(seat), Random(0)),
    "dealing.new_match": lambda seat: ot.new_match("whist", dealer=seat),
    "rules.Rules.side_of": RULES.side_of,
    "rules.Rules.partners": RULES.partners,
    "arena.players.create_player": lambda s: create_player(find_entrant("club"), RULES, s, 1),
    "arena.subprocess_bot.SubprocessBot": lambda s: SubprocessBot("x", ["x"], RULES, s, 1),
    "arena.text_bot.TextBot": lambda s: TextBot("x", ["x"], RULES, s, 1),
    "datasets.dataset_tables.position_of_lead": lambda s: position_of_lead(RULES, HANDS, None, s),
    "pbn.board.Board": lambda seat: write_boards([Board(dealer=seat)]),
    "pbn.board.Board.leader": lambda seat: match_of(
        Board(hands=tuple(map(ot.Hand.of, HANDS)), trump=None, leader=seat)  # type: ignore[arg-type]
    ),
    "record.format.DealRecord": replayed,
    "solver.claims.claim": lambda seat: claim(MATCH, seat),
    "solver.claims.provable_claim": lambda seat: provable_claim(MATCH, seat),
    "review.losses.for_seat": lambda seat: for_seat(reviewed(), seat),
    "review.review_match.review_deal": lambda seat: next(
        review_deal(record_of(MATCH), 0, seat=seat)
    ),
    "review.hints.advise": lambda seat: advise(viewed(seat), 0),
    "solver.sampling.hidden_cards": lambda seat: worlds(viewed(seat)),
    "solver.pimc.evaluate": lambda seat: evaluate(viewed(seat), worlds=2, seed=0),
    "bots.search.rollout.RolloutPosition": lambda seat: RolloutPosition(viewed(seat)),
    "solver.deals.kernel_deal_plan.DealStart": lambda seat: plan_deal(
        RULES, DealStart(dealer=seat)
    ),
    "solver.deals.kernel_deal_plan.DealStart.seats": lambda s: plan_deal(
        RULES, DealStart(seats=(0, 1, s))
    ),
    "solver.deals.kernel_deal_plan.plan_called_deal": led,
    "solver.deals.vector_deals.VectorDeals.observe": VectorDeals(RULES, 1, seed=0).observe,
    "solver.position.Position": position,
    "solver.position.Position.out": lambda seat: Position.parse(HANDS, out=(seat,)),
    "solver.position.Position.parse": lambda seat: Position.parse(HANDS, leader=seat),
    "solver.position.Position.of": lambda seat: Position.of(
        RULES, tuple(map(ot.Hand.of, HANDS)), None, seat
    ),
    "bots.search.self_play.collect_training_data": learnt,
    "envs.gymnasium_envs.WhistEnv": lambda seat: WhistEnv("whist", seat=seat),
    "envs.gymnasium_envs.WhistVectorEnv": lambda seat: WhistVectorEnv("whist", 1, seat=seat),
    "tables.bot_turns.bot_decision": lambda place: bot_decision(table(), place),
    "tables.bot_turns.bot_style": lambda place: bot_style(table(), place),
    "tables.state.Table.seat_at": lambda place: table().seat_at(place),
    "tables.state.Table.stand_in_times": lambda place: table().stand_in_times(place),
    "tables.state.Table.place_at": lambda seat: table().place_at(seat),
}


NOT_GIVEN = {
    "arena.seeds.PublicHistory.add",  # the seat to act of the match
    "match.view_builder.build_view",  # Match.view
    "match.stock_view.draws_seen_by",
    "match.cutting.ToCut.shown",
    "match.trump_choice.ToThrow.shown",
    "match.chance_actions.check_deal",  # Match.apply
    "match.hand_play.open_hand",
    "bots.heuristics.situation.Situation.is_void",  # heuristics ask about the seats of a view
    "bots.heuristics.situation.Situation.can_ruff",
    "bots.heuristics.win_probability.beat_probability",
    "bots.heuristics.win_probability.must_win_probability",
    "pbn.bridge_board.contract_of",  # the dealer of a board that was read
    "pbn.board.left_of",
    "pbn.board.right_of",
    "envs.episode.Episode.mask",  # the seat of an environment
    "envs.observation_layout.seat_indices",
    "review.losses.worst",  # a filter of decisions
    "review.provable.beats_surely",
    "review.provable.may_beat",
    "tables.bot_turns.bot_decision",  # the place of a bot's timer
    "tables.bot_turns.bot_style",
    "tables.fold.charge_time",  # the place of a logged fact
    "tables.fold.restart_clock",
    "tables.fold.with_spent",
    "tables.transaction.Transaction.end_stand_in",  # the place of a command
    "tricks.left_of",  # also of a seat that is out
    "tricks.check_seat",
    "tricks.Trick.without",  # the seat to play
}
"""Functions with a seat that no user gives: the library takes it from a match or a view."""


@pytest.mark.parametrize("wrong", WRONG, ids=repr)
@pytest.mark.parametrize("where", TAKES_SEAT)
def test_a_seat_out_of_range_is_refused_in_one_sentence(where: str, wrong: object) -> None:
    with pytest.raises(ot.OddtrickError) as refusal:
        TAKES_SEAT[where](wrong)
    message = str(refusal.value)
    assert "\n" not in message
    assert "0 to 3" in message
    assert len(message) < 120


def test_a_seat_may_be_a_numpy_integer_and_becomes_a_plain_one() -> None:
    view = MATCH.view(np.int8(2))  # type: ignore[arg-type]
    assert type(view.seat) is int
    assert view == MATCH.view(2)


def test_the_kernel_refuses_an_observer_without_a_seat() -> None:
    for wrong in (-1, -2, 4):
        with pytest.raises(ValueError, match=f"there is no seat {wrong}: the seats are 0 to 3"):
            observed(wrong)


def takers() -> Iterator[str]:
    """The functions and methods of the library with a parameter that is a seat."""
    outside = ("cli", "server", "terminal", "web", "__main__")
    for info in pkgutil.walk_packages(ot.__path__, "oddtrick."):
        if info.name.split(".")[1] in outside:
            continue
        module = import_module(info.name)
        for name, value in vars(module).items():
            if getattr(value, "__module__", "") != info.name or name.startswith("_"):
                continue
            where = f"{info.name.removeprefix('oddtrick.')}.{name}"
            functions = {where: value}
            if inspect.isclass(value):
                struct = issubclass(value, msgspec.Struct)
                functions = {} if struct else {where: value.__init__}
                functions |= {f"{where}.{n}": v for n, v in vars(value).items() if n[0] != "_"}
            for called, found in functions.items():
                function = getattr(found, "__func__", found)
                if inspect.isfunction(function):
                    parameters = set(inspect.signature(function).parameters)
                    if parameters & {"seat", "dealer", "leader", "observer", "place"}:
                        yield called


def test_every_function_that_takes_a_seat_is_tested_here() -> None:
    tested = {where.removesuffix(".out").removesuffix(".leader") for where in TAKES_SEAT}
    exported = {name.rsplit(".", 1)[-1] for name in tested}
    missing = {
        name
        for name in takers()
        if name not in tested | NOT_GIVEN and name.rsplit(".", 1)[-1] not in exported
    }
    assert not missing
