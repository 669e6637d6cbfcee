"""Compares a way of scoring with its profile on random outcomes, before anything is computed.

The kernel knows a way of scoring by its profile alone. If points depend on something that the
profile does not name, every value would be wrong; these checks refuse such a game instead.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import NoReturn

from oddtrick.calls import Calls
from oddtrick.cards import CARDS, Card, Rank, Suit, card_at, cards_in, mask_of
from oddtrick.errors import OddtrickError
from oddtrick.rules import Rules, TrumpSource
from oddtrick.scoring import DealFacts, Honours
from oddtrick.scoring.deals import HONOUR_RANKS
from oddtrick.scoring.own_tricks import OWN_TRICKS, depend_on_own_tricks

OUTCOMES = 24
"""The number of outcomes to compare."""

OUTCOMES_WITH_CALLS = 2
"""The same after calls: a search plans many deals that differ in nothing else."""


@lru_cache(256)
def check_named_cards(rules: Rules) -> None:
    """Checks that points do not change if cards that the profile does not name change places.

    Raises:
        OddtrickError: they do.
    """
    rng, score = Random(OUTCOMES), (0,) * len(rules.sides)
    for facts in random_outcomes(rules, 0, range(rules.players), score):
        trump = facts.trump
        ranks = () if trump is None else named_ranks(rules)
        named = {card_at(trump or 0, rank) for rank in ranks}
        plain = [card for card in cards_in(rules.pack) if card not in named]
        other = dict(zip(plain, rng.sample(plain, len(plain)), strict=True))
        moved = DealFacts(
            sides=facts.sides,
            tricks=facts.tricks,
            taken=_moved(facts.taken, other),
            dealt=_moved(facts.dealt, other),
            winning=_moved([facts.winning], other)[0],
            trump=facts.trump,
            score=facts.score,
        )
        if rules.scoring.stages(moved) != rules.scoring.stages(facts):
            refuse(rules, "points change with cards that its profile does not name")


def check_own_tricks(rules: Rules, facts: DealFacts) -> None:
    """Checks that points stay the same whichever player of a side has won its tricks.

    Raises:
        OddtrickError: they do not, as where a player may bid to win none.
    """
    if depend_on_own_tricks(rules.scoring, facts):
        name = type(rules.scoring).__name__
        raise OddtrickError(f"{rules.game}: {name} can't be counted: {OWN_TRICKS}")


def refuse(rules: Rules, why: str) -> NoReturn:
    """Refuses a game whose profile does not describe its points.

    Raises:
        OddtrickError: always.
    """
    raise OddtrickError(
        f"{rules.game}: {type(rules.scoring).__name__} can't be counted: {why}; its profile has to "
        "name each trump that scores in captures, wins_with or honours, and to say "
        "per_side=False if points depend on other sides"
    )


def named_ranks(rules: Rules) -> set[Rank]:
    """The ranks of the trumps that the profile names."""
    profile = rules.profile
    honours = () if profile.honours is Honours.NONE else HONOUR_RANKS
    return {*honours, *(rank for rank, _ in (*profile.captures, *profile.wins_with))}


def random_outcomes(
    rules: Rules, number: int, seats: Sequence[int], score: tuple[int, ...], calls: Calls = ()
) -> Iterator[DealFacts]:
    """Yields ends of a deal, the same each time: lopsided ones, too.

    Args:
        rules: the game.
        number: the number of the deal.
        seats: the seats that are in.
        score: the score of each side before the deal.
        calls: the calls before its play, as far as they are known.
    """
    rng, size = Random(number), rules.tricks_in(number)
    if size * len(seats) > rules.pack.bit_count():
        return  # the kernel says so
    fixed = rules.trumps.source(number) is TrumpSource.FIXED
    for turn in range(OUTCOMES_WITH_CALLS if calls else OUTCOMES):
        pack = list(cards_in(rules.pack))
        rng.shuffle(pack)
        dealt, taken, tricks = ([0] * rules.players for _ in range(3))
        # The power makes some deals lopsided: a scoring may treat those in its own way.
        luck = [rng.random() ** (turn % 4) + 0.001 for _ in seats]
        winning = 0
        for _ in range(size):
            cards = [pack.pop() for _ in seats]
            for seat, card in zip(seats, cards, strict=True):
                dealt[seat] |= card.bit
            at = rng.choices(range(len(seats)), luck)[0]
            taken[seats[at]] |= mask_of(cards)
            tricks[seats[at]] += 1
            winning |= cards[at].bit
        trump: Suit | None = rules.trumps.fixed(number) if fixed else rng.choice(CARDS).suit
        yield DealFacts(
            rules.sides,
            tuple(tricks),
            tuple(taken),
            tuple(dealt),
            winning,
            trump,
            score,
            calls,
            number,
        )


def _moved(masks: Sequence[int], other: dict[Card, Card]) -> tuple[int, ...]:
    return tuple(mask_of(other.get(card, card) for card in cards_in(mask)) for mask in masks)
