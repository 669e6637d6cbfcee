"""The plan of a drive: movement, rounds, trumps and scoring, settled before the first deal (D3)."""

from __future__ import annotations

from random import Random
from typing import Literal, get_args

import msgspec

from oddtrick.cards import Card, Suit
from oddtrick.errors import OddtrickError

MovementName = Literal[
    "progressive",
    "semi-partner",
    "winners-move",
    "head-table",
    "partner",
    "balanced",
    "duplicate",
    "military",
]
"""The names of the movements; :mod:`oddtrick.drive.movements` describes each."""

ScoringName = Literal["odd", "tricks", "matches"]
"""The score for a deal: the side's odd tricks (above six, D1), its tricks, or 1 for a win."""

SpareSeats = Literal["bots", "sit-out"]
"""Odd numbers: bots fill empty seats and win no prizes, or players sit out in turn for an award."""

BY_RESULT = ("progressive", "semi-partner", "winners-move", "head-table")
"""The movements in which results decide who moves where."""

TRICKS = 13
"""The tricks of a deal (W3)."""

TrumpOrder = tuple[Suit | None, ...] | Literal["cut"]
"""The trumps of the rounds in turn, None for no trumps; or ``"cut"``: a cut decides each."""

TRUMP_SEQUENCE = (Suit.HEARTS, Suit.DIAMONDS, Suit.SPADES, Suit.CLUBS)
"""The trumps of the deals, in turn (R1)."""

FirstSeats = Literal["list", "draw"]
"""The first seats: in the order of the list, or drawn from the drive's seed."""

_AWARDS = {"odd": 0, "tricks": 6, "matches": 0}


USUAL_LABELS = ("A", "B")
"""The labels of the groups where nobody has chosen others."""


class DrivePlan(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The choices of the organiser.

    Args:
        movement: who moves where after a deal.
        rounds: the number of deals; one is played at each table in each round.
        scoring: the score of a player for a deal.
        trumps: the trumps of the rounds, in turn; None stands for no trumps (R1, R2). ``"cut"``:
            one cut for the whole hall, when a round begins.
        spare: what happens if the players do not fill the tables.
        seats: whether the first seats are drawn, or follow the list of entries. Fixed pairs and
            teams are made in the order of the list, and only their tables are drawn.
        groups: the labels of groups A and B on cards and in prizes.
        seed: the seed of bots' deals, of the draw for seats, of cuts for trumps and for tied
            prizes.
    """

    movement: MovementName = "progressive"
    rounds: int = 24
    scoring: ScoringName = "odd"
    trumps: TrumpOrder = TRUMP_SEQUENCE
    spare: SpareSeats = "bots"
    seats: FirstSeats = "list"
    groups: tuple[str, str] = USUAL_LABELS
    seed: int = 0

    def __post_init__(self) -> None:
        """Refuses a plan that cannot be played."""
        for value, kind, what in (
            (self.movement, MovementName, "movement"),
            (self.scoring, ScoringName, "scoring"),
            (self.spare, SpareSeats, "way to fill spare seats"),
            (self.seats, FirstSeats, "way to give the first seats"),
        ):
            if value not in get_args(kind):
                raise OddtrickError(
                    f"{value!r} is not a {what}: choose {', '.join(get_args(kind))}"
                )
        if self.rounds < 1:
            raise OddtrickError(f"a drive has at least 1 deal, not {self.rounds}")
        if not self.trumps:
            raise OddtrickError("the list of trumps is empty: name at least one suit, or N")
        if self.trumps == "cut" and self.movement == "duplicate":
            raise OddtrickError(
                "the boards of a duplicate drive are sealed with their trumps: name them in turn, "
                "for example HDSC, instead of cutting for them"
            )
        if self.groups[0] == self.groups[1]:
            raise OddtrickError(f"both groups are called {self.groups[0]!r}: give two labels")

    @property
    def grouped(self) -> bool:
        """True if partners are always one player of group A and one of group B."""
        return self.movement != "balanced"

    @property
    def by_result(self) -> bool:
        """True if results decide who moves, so that tables can be added and broken up."""
        return self.movement in BY_RESULT

    @property
    def has_substitutes(self) -> bool:
        """True if others play an empty seat: bots can't, nor can a team of four lend anybody."""
        return self.spare == "sit-out" and self.movement != "military"

    @property
    def last_half(self) -> int:
        """The number of the first round of the last half, after the interval."""
        return (self.rounds + 1) // 2 + 1

    @property
    def award(self) -> int:
        """The score of a player for a round that they sit out."""
        return _AWARDS[self.scoring]

    @property
    def average(self) -> float:
        """The score of a player for a deal that is scored without being played: 6½ tricks."""
        return (self.score(TRICKS // 2) + self.score(TRICKS // 2 + 1)) / 2

    def trump(self, round_number: int) -> Suit | None:
        """Returns the trumps of a round, counted from 1; None for no trumps."""
        if self.trumps == "cut":
            # By the round's number, so that a round that was undone has the same trumps again.
            rng = Random(f"oddtrick drive {self.seed}: trumps of round {round_number}")
            return rng.choice(list(Card)).suit
        return self.trumps[(round_number - 1) % len(self.trumps)]

    def score(self, tricks: int) -> int:
        """Returns what a player scores for a deal in which their side took these tricks.

        >>> [DrivePlan(scoring=name).score(9) for name in ("odd", "tricks", "matches")]
        [3, 9, 1]
        """
        if self.scoring == "tricks":
            return tricks
        odd = max(0, tricks - TRICKS // 2)
        return min(odd, 1) if self.scoring == "matches" else odd


def read_trumps(text: str) -> tuple[Suit | None, ...]:
    """Reads a list of trumps as organisers write it.

    >>> ["no trumps" if suit is None else str(suit) for suit in read_trumps("h d n")]
    ['hearts', 'diamonds', 'no trumps']

    Raises:
        OddtrickError: a letter is no suit, or there is none.
    """
    found: list[Suit | None] = []
    for letter in text.upper().replace(",", "").replace(" ", ""):
        if letter == "N":
            found.append(None)
        elif letter in "CDHS":
            found.append(Suit("CDHS".index(letter)))
        else:
            raise OddtrickError(f"{letter!r} is not a trump suit: write letters of C D H S, and N")
    if not found:
        raise OddtrickError("the list of trumps is empty: write letters of C D H S, and N")
    return tuple(found)


def read_trump_order(text: str) -> TrumpOrder:
    """Reads a list of trumps as :func:`read_trumps` does, or the word ``cut``.

    >>> read_trump_order("Cut")
    'cut'

    Raises:
        OddtrickError: it is neither.
    """
    return "cut" if text.strip().lower() == "cut" else read_trumps(text)


def write_trump_order(trumps: TrumpOrder) -> str:
    """Returns the letters of a list of trumps, N for no trumps; or ``cut``.

    >>> write_trump_order(TRUMP_SEQUENCE), write_trump_order("cut")
    ('HDSC', 'cut')
    """
    if trumps == "cut":
        return trumps
    return "".join("N" if trump is None else trump.letter for trump in trumps)
