"""The values of a review: choices, losses and decisions, deals, and the match."""

from __future__ import annotations

from typing import Any, Literal, get_args

import msgspec

from oddtrick.errors import OddtrickError
from oddtrick.record import DealSteps
from oddtrick.review.sentences import Sentence

Kind = Literal["card", "trumps", "call"]
"""The kind of decision: a card, the trumps of the deal (K3), or a call before the play."""

Grade = Literal["quick", "full"]
"""The grade of a review's values: a first estimate from few worlds, or the final one."""

UtilityKind = Literal["chance", "points", "tricks"]
"""The unit of utility: the chance of winning, points or tricks, as the game has it."""

Phase = Literal["calls", "trumps", "opening-lead", "early", "middle", "ending"]
"""The phase of a deal: calls, choice of trumps, first lead of a hand, or a third of its tricks."""

PHASES: tuple[Phase, ...] = get_args(Phase)
"""The phases of a deal, in order."""

Theme = Literal[
    "bid",
    "trump-choice",
    "trump-lead",
    "suit-led",
    "card-led",
    "partners-trick",
    "win-or-leave",
    "how-high",
    "ruff",
    "discard",
]
"""The question that a decision answered, by the cards that could be played:

* ``bid``: what to bid.
* ``trump-choice``: the choice of trumps.
* ``trump-lead``: whether to lead trumps.
* ``suit-led``, ``card-led``: which plain suit to lead; which card of a suit.
* ``partners-trick``: whether to overtake or ruff partner's winning card.
* ``win-or-leave``: whether to take the trick, following suit.
* ``how-high``: which of several cards that win, or that lose.
* ``ruff``: whether to ruff.
* ``discard``: which card to discard.
"""

THEMES: tuple[Theme, ...] = get_args(Theme)
"""The themes of mistakes."""


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """The value of one legal card, of one suit as trumps, or of one bid.

    All values but ``double_dummy`` are means over worlds consistent with what the seat had seen.

    Args:
        action: the card, as in ``"KH"``, the suit's letter, or the bid, as in ``"3"``.
        utility: the quantity that play maximises: the chance of winning where there is a game or
            match to be won, else points or tricks. Only differences mean anything.
        error: standard error of the utility's distance from that of the best choice.
        points: the points of the seat's side in the deal, less the mean of the other sides.
        tricks: the tricks of the seat's side in the whole deal.
        win_chance: the chance of winning the game, rubber or match; None if utility does not
            depend on it, as in a fixed number of deals (D1).
        trick_chance: the chance that the seat's side takes a trick in the deal (K4).
        double_dummy: the double-dummy result of the seat's side in the whole deal, in the unit of
            the deal; None if too hard to solve, and before the play is settled.
        kept: the chance that a bid of tricks brings no less than if it is kept exactly; None of
            other choices, and where partners bid together.
    """

    action: str
    utility: float
    error: float
    points: float
    tricks: float
    win_chance: float | None
    trick_chance: float
    double_dummy: int | None = None
    kept: float | None = None


class Loss(msgspec.Struct, frozen=True, kw_only=True):
    """The cost of a decision against the choice of ``expert``, as far as the seat could know.

    Args:
        utility: 0 or more.
        error: its standard error.
        points: the cost in points; negative if that choice is better for another reason.
        tricks: the cost in tricks, likewise.
        win_chance: the cost in chance of winning; None if unknown.
        real: whether it is too large to be sampling error.
    """

    utility: float
    error: float
    points: float
    tricks: float
    win_chance: float | None
    real: bool


class Decision(msgspec.Struct, frozen=True, kw_only=True):
    """One decision of a match.

    Args:
        number: the number of the decision in its deal, from 0.
        deal: the number of the deal, from 0.
        hand: the number of the separate hand in the deal, from 0 (S4).
        trick: the number of the trick in that hand, from 0; 0 for trumps and calls.
        place: the position in the trick, 0 for its leader; of a call, the number of calls before.
        kind: a card, trumps or a call.
        seat: the seat that decided.
        played: the choice made: the card, the suit's letter, or the bid.
        best: the choice that ``expert`` makes here; better for certain only where the loss is real.
        choices: the values of all legal choices, ascending.
        worlds: the number of worlds behind them.
        forced: whether there was no real choice: one card, or equivalent cards.
        loss: the cost against ``best``, as far as the seat could know.
        double_dummy_loss: the same double dummy, in the unit of the deal; None: too hard to solve,
            or a call.
        phase: the phase of the deal.
        theme: the question that it answered; None if it was forced.
        advised: the choice of the heuristics; None if trumps are chosen blind.
        rule: the tag of the heuristic that advises ``best``, or None.
        explanation: why ``best`` is better; empty unless the loss is real.
        line: the deal as it would have gone with ``best``, played on by ``club`` in every seat;
            None unless the loss is real.
    """

    number: int
    deal: int
    hand: int
    trick: int
    place: int
    kind: Kind
    seat: int
    played: str
    best: str
    choices: tuple[Choice, ...]
    worlds: int
    forced: bool
    loss: Loss
    double_dummy_loss: int | None
    phase: Phase
    theme: Theme | None
    advised: str | None
    rule: str | None = None
    explanation: tuple[Sentence, ...] = ()
    line: DealSteps | None = None

    def choice(self, action: str) -> Choice:
        """The value of one choice.

        Raises:
            KeyError: the rules did not allow it.
        """
        return choice_of(self.choices, action)


def choice_of(choices: tuple[Choice, ...], action: str) -> Choice:
    """The choice of that action.

    Raises:
        KeyError: there is none.
    """
    for choice in choices:
        if choice.action == action:
            return choice
    raise KeyError(action)


# Deals and matches.


REVIEW_FORMAT = "oddtrick-review/1"
"""The name of the JSON format of a review."""

Unit = Literal["tricks", "points"]
"""The unit of double-dummy values: tricks, or the worth of the cards taken."""


class ReviewStopped(OddtrickError):
    """The review was cancelled."""

    def __init__(self) -> None:
        super().__init__("the review was stopped before its end")


class Tally(msgspec.Struct, frozen=True, kw_only=True):
    """The cost of some decisions together, as far as the players could know.

    Only real losses count: sampling errors of losses are never negative and would add up.

    Args:
        decisions: the number that were not forced.
        mistakes: the number of them with a real loss.
        utility: the cost of the mistakes in utility.
        points: the cost of the mistakes in points.
        tricks: the cost of the mistakes in tricks.
        win_chance: the cost of the mistakes in chance of winning; None if unknown.
        double_dummy: the double-dummy cost of all decisions; None where one could not be solved.
    """

    decisions: int = 0
    mistakes: int = 0
    utility: float = 0.0
    points: float = 0.0
    tricks: float = 0.0
    win_chance: float | None = 0.0
    double_dummy: int | None = 0


class SeatLosses(msgspec.Struct, frozen=True, kw_only=True):
    """The cost of the decisions of one seat.

    Args:
        seat: the seat.
        total: the sum over all decisions of the seat.
        by_phase: the same by phase; only phases that occurred.
        by_theme: the same by theme.
        lessons: what the seat's clear mistakes have in common, the costliest theme first; at most
            three.
    """

    seat: int
    total: Tally
    by_phase: dict[str, Tally]
    by_theme: dict[str, Tally]
    lessons: tuple[Sentence, ...] = ()


class Moment(msgspec.Struct, frozen=True):
    """One of the decisions that mattered most.

    Args:
        deal: the place of the deal in ``Review.deals``, from 0.
        decision: the place of the decision in ``DealReview.decisions``, from 0.
    """

    deal: int
    decision: int


Missing = Literal["hard", "aim", "stock", "unplayed"]
"""The reason why a deal has no double-dummy value: it is too hard to solve, more tricks may be
worth less, cards are drawn from a stock, or no card was played."""


class Luck(msgspec.Struct, frozen=True, kw_only=True):
    """The double-dummy value of a deal's cards, and the result: by side.

    With two sides ``par[0] - made[0]`` is exactly ``given[0] - given[1]``: every trick short of par
    was given away by the side, or given back by the other. With more sides each is measured alone
    against all others together, which does not add up.

    Args:
        par: the result with best play from the first card or choice of trumps on; None: unknown.
        made: the result; in an unfinished deal, with best play from where it stops.
        given: the double-dummy cost of the side's decisions.
        expert: the result of ``expert`` in every seat with the same cards, seeing only its own;
            None in a quick review.
        points: the points scored; None if the deal is unfinished.
        expert_points: the points scored by ``expert``, likewise.
        missing: the reason why ``par`` or ``made`` is unknown; None where both are known.
    """

    par: tuple[int, ...] | None
    made: tuple[int, ...] | None
    given: tuple[int, ...] | None
    expert: tuple[int, ...] | None
    points: tuple[int, ...] | None
    expert_points: tuple[int, ...] | None
    missing: Missing | None = None


class DealReview(msgspec.Struct, frozen=True, kw_only=True):
    """The review of one deal.

    Args:
        number: the number of the deal, from 0.
        score: the score of each side before the deal.
        unit: the unit of double-dummy values in this deal.
        steps: the cards, tricks and result.
        decisions: the decisions, in order.
        losses: the losses of each seat that made decisions.
        moments: the decisions that mattered most, the worst first; at most three.
        luck: the double-dummy value of the cards, and the result.
    """

    number: int
    score: tuple[int, ...]
    unit: Unit
    steps: DealSteps
    decisions: tuple[Decision, ...]
    losses: tuple[SeatLosses, ...]
    moments: tuple[Moment, ...]
    luck: Luck


class Review(msgspec.Struct, frozen=True, kw_only=True):
    """The review of a match, or of some of its deals.

    Args:
        game: the game's id.
        options: the options of the game, in record form.
        players: the number of seats.
        names: the name of each seat; None: unknown.
        sides: the seats of each side.
        over: whether the match is over.
        winner: the index of the side that won; None: none has.
        seed: the random seed of the review.
        utility: the unit of ``utility``: a chance of winning, points or tricks.
        deals: the reviewed deals, in order.
        losses: the losses of each seat over these deals.
        moments: the decisions that mattered most in these deals, the worst first; at most three.
        left_out: the numbers of the deals that were to be reviewed and are not, because a seat
            might pass in them (X5).
        format: ``"oddtrick-review/1"``.
    """

    game: str
    options: dict[str, Any]
    players: int
    names: tuple[str, ...] | None
    sides: tuple[tuple[int, ...], ...]
    over: bool
    winner: int | None
    seed: int
    utility: UtilityKind
    deals: tuple[DealReview, ...]
    losses: tuple[SeatLosses, ...]
    moments: tuple[Moment, ...]
    left_out: tuple[int, ...] = ()
    format: str = REVIEW_FORMAT

    def decision(self, moment: Moment) -> Decision:
        """The decision of a moment."""
        return self.deals[moment.deal].decisions[moment.decision]
