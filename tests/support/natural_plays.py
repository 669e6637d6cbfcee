"""The positions of ``tests/data/natural_plays.toml``, with the cards that good players play."""

from __future__ import annotations

import tomllib
from itertools import cycle, islice
from pathlib import Path
from random import Random

import msgspec

from oddtrick.cards import Card, Hand, mask_of, parse_suit
from oddtrick.games import rules_of
from oddtrick.match import Match
from oddtrick.tricks import Trick
from oddtrick.views import View
from tests.support.bot_positions import table
from tests.support.position_builders import cards

FILE = Path("tests/data/natural_plays.toml")


class Principle(msgspec.Struct, forbid_unknown_fields=True):
    """A principle of play with its sources and positions."""

    name: str
    rule: str
    sources: list[str]
    positions: str
    game: str = "whist"
    options: dict[str, int] = {}

    def moments(self) -> list[Moment]:
        return [Moment(self, line) for line in self.positions.split("\n") if line]


class Moment:
    """A position of a principle: what the seat to play has seen, and the natural cards."""

    def __init__(self, principle: Principle, line: str) -> None:
        hand, trump, leader, played, natural = line.split("|")
        self.principle = principle
        self.dealt = Hand.of(hand.strip())
        self.trump = parse_suit(trump.strip())
        self.leader = int(leader)
        self.played = played.strip()
        self.natural = cards(natural)

    def __str__(self) -> str:
        return f"{self.principle.name}: {self.dealt}, {self.trump.letter} after {self.played!r}"

    @property
    def view(self) -> View:
        return self.match().view(self.seat)

    @property
    def seat(self) -> int:
        return self._course()[0]

    def match(self, seed: int = 0) -> Match:
        """The position in a deal in which the others hold cards that the play allows."""
        seat, shown, voids = self._course()
        pack = Hand(rules_of(self.principle.game, **self.principle.options).pack)
        hidden = list(pack - self.dealt - Hand.of(cards(self.played)))
        rng = Random(seed)
        while True:
            rng.shuffle(hidden)
            rest, hands = iter(hidden), []
            for other in range(4):
                missing = len(self.dealt) - len(shown[other])
                held = [*shown[other], *islice(rest, 0 if other == seat else missing)]
                hands.append(self.dealt if other == seat else Hand(mask_of(held)))
            later = [hand - Hand.of(was) for hand, was in zip(hands, shown, strict=True)]
            if not any(card.suit in voids[other] for other in range(4) for card in later[other]):
                break
        return table(
            *map(str, hands),
            trump=self.trump,
            lead=self.leader,
            played=self.played,
            game=self.principle.game,
            **self.principle.options,
        )

    def _course(self) -> tuple[int, list[list[Card]], list[set[object]]]:
        """The seat to play, the cards played by each seat, and the suits it has shown to lack."""
        order = rules_of(self.principle.game, **self.principle.options).order
        shown: list[list[Card]] = [[] for _ in range(4)]
        voids: list[set[object]] = [set() for _ in range(4)]
        played, leader = cards(self.played), self.leader
        for first in range(0, len(played) + 1, 4):
            trick = played[first : first + 4]
            seats = tuple(islice(cycle(range(4)), leader, leader + 4))
            for seat, card in zip(seats, trick, strict=False):
                shown[seat].append(card)
                if card.suit is not trick[0].suit:
                    voids[seat].add(trick[0].suit)
            if len(trick) < 4:
                return seats[len(trick)], shown, voids
            winner = Trick(seats, trick, self.trump, order.strengths(self.trump)).winner
            assert winner is not None
            leader = winner
        raise AssertionError


PRINCIPLES = msgspec.convert(
    tomllib.loads(FILE.read_text(encoding="utf-8"))["principle"], list[Principle]
)
MOMENTS = [moment for principle in PRINCIPLES for moment in principle.moments()]
