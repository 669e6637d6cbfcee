"""The types of a reviewed decision: the value of each choice, the loss, its phase and theme."""

from __future__ import annotations

from typing import Literal, get_args

import msgspec

from oddtrick.review.sentences import Sentence

Kind = Literal["card", "trumps"]
"""The kind of decision: a card, or the trumps of the deal (K3)."""

UtilityKind = Literal["chance", "points", "tricks"]
"""The unit of utility: the chance of winning, points or tricks, as the game has it."""

Phase = Literal["trumps", "opening-lead", "early", "middle", "ending"]
"""The phase of a deal: choice of trumps, first lead of a hand, or a third of its tricks."""

PHASES: tuple[Phase, ...] = get_args(Phase)
"""The phases of a deal, in order."""

Theme = Literal[
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
    """The value of one legal card, or of one suit as trumps.

    All values but ``double_dummy`` are means over worlds consistent with what the seat had seen.

    Args:
        action: the card, as in ``"KH"``, or the suit's letter.
        utility: the quantity that play maximises: the chance of winning where there is a game or
            match to be won, else points or tricks. Only differences mean anything.
        error: standard error of the utility's distance from that of the best choice.
        points: the points of the seat's side in the deal, less the mean of the other sides.
        tricks: the tricks of the seat's side in the whole deal.
        win_chance: the chance of winning the game, rubber or match; None if utility does not
            depend on it, as in a fixed number of deals (D1).
        trick_chance: the chance that the seat's side takes a trick in the deal (K4).
        double_dummy: the double-dummy result of the seat's side in the whole deal, in the unit of
            the deal; None if too hard to solve.
    """

    action: str
    utility: float
    error: float
    points: float
    tricks: float
    win_chance: float | None
    trick_chance: float
    double_dummy: int | None = None


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
        trick: the number of the trick in that hand, from 0; 0 for a choice of trumps.
        place: the position in the trick, 0 for its leader.
        kind: a card or trumps.
        seat: the seat that decided.
        played: the choice made: the card, or the suit's letter.
        best: the choice that ``expert`` makes here; better for certain only where the loss is real.
        choices: the values of all legal choices, ascending.
        worlds: the number of worlds behind them.
        forced: whether there was no real choice: one card, or equivalent cards.
        loss: the cost against ``best``, as far as the seat could know.
        double_dummy_loss: the same double dummy, in the unit of the deal; None: too hard to solve.
        phase: the phase of the deal.
        theme: the question that it answered; None if it was forced.
        advised: the choice of the heuristics; None if trumps are chosen blind.
        rule: the tag of the heuristic that advises ``best``, or None.
        explanation: why ``best`` is better; empty unless the loss is real.
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
