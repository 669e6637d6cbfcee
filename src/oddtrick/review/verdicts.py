"""The review of one decision: the value of each choice, and the cost of the one made."""

from __future__ import annotations

from typing import Literal, get_args

import msgspec

from oddtrick.review.sentences import Sentence

Kind = Literal["card", "trumps"]
"""What was decided: a card, or the trumps of the deal (K3)."""

UtilityKind = Literal["chance", "points", "tricks"]
"""What utility is: the chance of winning, points or tricks, as the game has it."""

Phase = Literal["trumps", "opening-lead", "early", "middle", "ending"]
"""When: the choice of trumps, the first lead of a hand, or a third of its tricks."""

PHASES: tuple[Phase, ...] = get_args(Phase)

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
"""What it was about, from the cards that may be played:

* ``trump-choice``: the choice of trumps.
* ``trump-lead``: to lead trumps or not.
* ``suit-led``, ``card-led``: which plain suit to lead; which card of a suit.
* ``partners-trick``: partner is winning; to overtake or trump that card or not.
* ``win-or-leave``: to take the trick or not, following suit.
* ``how-high``: which of several cards that win, or that lose.
* ``ruff``: out of the suit, to trump or not.
* ``discard``: which card to throw away.
"""

THEMES: tuple[Theme, ...] = get_args(Theme)


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """What one legal card, or one suit as trumps, was worth.

    All but ``open`` is what the seat could know: the mean over worlds that fit what it had seen.

    Args:
        action: the card, as in ``"KH"``, or the suit's letter.
        utility: what it is all about: the chance of winning where there is a game or match to be
            won, else points or tricks. Only differences mean anything.
        error: the standard error of the utility, less that of the best choice.
        points: of the seat's side in the deal, less those of the other sides in the mean.
        tricks: of the seat's side in the whole deal.
        win_chance: of winning the game, rubber or match; None where utility says nothing of it, as
            in a fixed number of deals (D1).
        trick_chance: the chance that the seat's side takes a trick in the deal (K4).
        double_dummy: what the seat's side takes in the whole deal with best play of all and all
            cards open, in the unit of the deal; None where that was too hard to solve.
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
    """What a decision cost against the best choice, as far as the seat could know.

    Args:
        utility: 0 or more.
        error: its standard error.
        points: in points; where the best choice is best for another reason, it may be negative.
        tricks: in tricks, likewise.
        win_chance: in chances of winning; None where these are not known.
        real: whether it is too large to be an accident of the worlds that were drawn.
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
        number: of the decision in its deal, from 0.
        deal: the number of the deal, from 0.
        hand: the number of the separate hand in the deal, from 0 (S4).
        trick: the number of the trick in that hand, from 0; 0 for a choice of trumps.
        place: in the trick, 0 for its leader.
        kind: a card or trumps.
        seat: who decided.
        played: what was done: the card, or the suit's letter.
        best: what was best, as far as could be known; ``played``, where nothing is really better.
        choices: the worth of everything that the rules allowed, ascending.
        worlds: how many worlds that rests on.
        forced: whether there was nothing to decide: one card, or cards that come to the same.
        loss: against the best choice, as could be known.
        double_dummy_loss: the same double dummy, in the unit of the deal; None: too hard to solve.
        phase: when it was.
        theme: what it was about; None where it was forced.
        advised: what the rules of thumb say there; None where trumps are chosen blind.
        rule: the rule of thumb that asks for the best choice, by its tag; None: there is none.
        explanation: why the best choice is better, in sentences; nothing unless the loss is real.
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
        """The worth of one choice.

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
