"""Decisions in a deal with a stock: worlds with the order of their stock, played on and solved.

While the stock lasts, each card is tried in sampled worlds: hands and stock are drawn uniformly
among those that the view allows, the first stage is played by a rule that weighs what a trick
draws, and the tricks after it are solved double dummy. Once the stock is gone, two players know
each other's cards, and the solver's answer is exact.
"""

from __future__ import annotations

import math
from random import Random
from typing import TYPE_CHECKING

import numpy as np
from msgspec.structs import replace

from oddtrick.bots.search.evaluation import ChoiceValue, Evaluation, best_of, value_of
from oddtrick.bots.search.rollout import roll_out_drawing
from oddtrick.bots.search.search_context import Deadline, NoTimeError, SearchBudget, decision_seed
from oddtrick.bots.search.tie_break import heuristic_advice
from oddtrick.bots.search.utility import TRICK, utility_kind
from oddtrick.cards import Card
from oddtrick.errors import OddtrickError
from oddtrick.scoring import DealFacts
from oddtrick.solver.position import Position
from oddtrick.solver.sampling import Worlds, check_view
from oddtrick.solver.solving import Solver
from oddtrick.tricks import CardOrder

if TYPE_CHECKING:
    from threading import Event

    from numpy.typing import NDArray

    from oddtrick.bots.styles import Style
    from oddtrick.rules import Rules
    from oddtrick.views import View

SHARE = 8
"""The rollouts of another game that cost as much as one world here, whose ending is solved."""

TIED_ERRORS = 0.5
"""The advice of the heuristics is taken where it is behind by fewer standard errors than this."""

TABLE_MB = 16


def check_drawing(rules: Rules) -> None:
    """Checks that a game with a stock can be searched.

    Raises:
        OddtrickError: it is not for two, or more than tricks score in it, or fewer tricks may be
            better.
    """
    scores = rules.profile.by_tricks and rules.profile.rising
    plain = scores and not rules.break_trumps and rules.order is CardOrder.ACE_HIGH
    if rules.players != 2 or not plain:
        raise OddtrickError(
            f"{rules.game}: with a stock, deals for two are searched in which tricks alone score, "
            "the more the better"
        )


def search_drawing(
    view: View,
    budget: SearchBudget,
    rng: Random | None = None,
    *,
    style: Style | None = None,
    seconds: float | None = None,
    cancel: Event | None = None,
) -> Evaluation:
    """The value of each legal card, and the card to play.

    Args:
        view: of the seat to play.
        budget: the amount of work.
        rng: the source of all chance; None: :func:`decision_seed`.
        style: its taste among cards that tie.
        seconds: the time limit; None: that of the budget.
        cancel: ends the search when it is set.

    Raises:
        OddtrickError: the view is not that of a seat to play a card.
        NoTimeError: time ran out before one world was finished.
    """
    check_view(view)
    check_drawing(view.deal_rules)
    chance = rng or Random(decision_seed(view))
    runs = _runs(view)
    choices = [run[0] for run in runs]
    if view.stock:
        limit = Deadline(budget.seconds if seconds is None else seconds, cancel)
        tricks = _roll_out(view, choices, budget, chance.getrandbits(64), limit)
    else:
        tricks = _solve(view, choices)
    by_choice = _values(view, choices, tricks)
    by_card = {card: value for run, value in zip(runs, by_choice, strict=True) for card in run}
    values = tuple(replace(by_card[card], action=card) for card in sorted(by_card))
    return Evaluation(
        choices=values,
        chosen=_choose(view, values, chance, style),
        worlds=len(tricks),
        effective_worlds=float(len(tricks)),
        exact=not view.stock,
        distinct=len(runs),
    )


def _choose(
    view: View, values: tuple[ChoiceValue, ...], chance: Random, style: Style | None
) -> Card:
    """The best card; that of the heuristics where it is about as good."""
    best = best_of(values)
    advice = heuristic_advice(view, chance, style).action
    if isinstance(advice, Card):
        advised = value_of(values, advice)
        if best.utility - advised.utility <= TIED_ERRORS * advised.error:
            return advice
    assert isinstance(best.action, Card)
    return best.action


def _runs(view: View) -> list[list[Card]]:
    """The legal cards in runs of one suit with no card of others between, the lowest first."""
    others = (
        view.deal_rules.pack
        & ~view.hand.mask
        & ~sum(card.bit for trick in view.tricks for card in trick.cards)
    )
    runs: list[list[Card]] = []
    for card in view.legal:
        assert isinstance(card, Card)
        last = runs[-1][-1] if runs else None
        between = 0 if last is None else (card.bit - 1) & ~(2 * last.bit - 1) & others
        if last is not None and last.suit is card.suit and not between:
            runs[-1].append(card)
        else:
            runs.append([card])
    return runs


def _roll_out(
    view: View, choices: list[Card], budget: SearchBudget, seed: int, limit: Deadline
) -> NDArray[np.float64]:
    """The tricks of the seat that count from here: float64 [n, C]."""
    assert view.seat is not None
    count = max(1, budget.worlds // SHARE)
    drawn = Worlds(view).draw(count, seed)
    tricks = roll_out_drawing(
        view,
        choices,
        drawn,
        seed,
        threads=budget.threads,
        seconds=limit.remaining(),
        cancel=limit.cancel,
    )
    if not len(tricks):
        raise NoTimeError
    return tricks[:, :, view.seat].astype(np.float64)


def _solve(view: View, choices: list[Card]) -> NDArray[np.float64]:
    """The same for the one layout that is left, by the solver: float64 [1, C]."""
    hands = Worlds(view).draw_worlds(1, seed=0)[0].hands
    position = Position.of(view.deal_rules, hands, view.trump, view.table_seats[0], view.table)
    found = Solver(TABLE_MB).solve_cards(position)
    return np.array([[float(found[card]) for card in choices]])


def _values(view: View, choices: list[Card], tricks: NDArray[np.float64]) -> list[ChoiceValue]:
    """The value of each choice: its chance to win the deal, and a little for each trick."""
    assert view.seat is not None
    total = tricks + view.won[view.seat]
    lead = np.array(_leads(view))[total.astype(np.intp)]
    is_chance = utility_kind(view.deal_rules) == "chance"
    utility = ((lead + 1) / 2 if is_chance else lead) + TRICK * total
    best = int(utility.mean(axis=0).argmax())
    apart = (utility - utility[:, [best]]).std(axis=0) / math.sqrt(len(utility))
    return [
        ChoiceValue(
            action=card,
            utility=float(utility[:, place].mean()),
            error=float(apart[place]),
            points=float(lead[:, place].mean()),
            tricks=float(total[:, place].mean()),
            win_chance=float((lead[:, place] + 1).mean() / 2) if is_chance else None,
            trick_chance=float((total[:, place] > 0).mean()),
        )
        for place, card in enumerate(choices)
    ]


def _leads(view: View) -> list[float]:
    """The seat's lead in points at the end of the deal, by its tricks."""
    rules, seat = view.deal_rules, view.seat
    assert seat is not None
    size, nothing, leads = rules.tricks_in(view.number), (0,) * rules.players, []
    for won in range(size + 1):
        tricks = (won, size - won) if seat == 0 else (size - won, won)
        score = view.score
        facts = DealFacts(rules.sides, tricks, nothing, nothing, 0, view.trump, score)
        points = [sum(stage) for stage in zip(*rules.scoring.stages(facts), strict=True)]
        leads.append(float(points[seat] - points[1 - seat]))
    return leads
