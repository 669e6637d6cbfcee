"""The highlights of a finished deal and of a finished match, as facts without words.

Page and terminal word them, so that both tell the same story. Everything follows from the public
tricks, what the scoring depends on, and the scores.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec

from oddtrick.cards import Card, card_at
from oddtrick.scoring import DealFacts, Honours
from oddtrick.scoring.deals import HONOUR_RANKS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from oddtrick.rules import Contract, Rules
    from oddtrick.views import FinishedDeal, PlayedTrick


@lru_cache(256)
def contract_aim(rules: Rules, contract: Contract | None, number: int) -> tuple[int, int] | None:
    """The fewest and the most tricks with which the side of a contract scores.

    Args:
        rules: those of the deal, under its contract.
        contract: the contract that its calls settled.
        number: of the deal, from 0.

    Returns:
        None where no side has undertaken anything, or it scores with no number of tricks.
    """
    if contract is None or not contract.side:
        return None
    side, nobody = rules.side_of(contract.side[0]), (0,) * rules.players
    other = next(seat for seat in range(rules.players) if seat not in rules.sides[side])
    scores = []
    for taken in range(rules.tricks_in(number) + 1):
        tricks = [0] * rules.players
        tricks[contract.side[0]], tricks[other] = taken, rules.tricks_in(number) - taken
        facts = DealFacts(
            rules.sides,
            tuple(tricks),
            nobody,
            nobody,
            0,
            contract.trump,
            nobody[: len(rules.sides)],
        )
        if sum(stage[side] for stage in rules.scoring.stages(facts)) > 0:
            scores.append(taken)
    return (scores[0], scores[-1]) if scores else None


class OddTrick(msgspec.Struct, frozen=True):
    """The first trick of a side above its book (W5, C3).

    Args:
        seat: the seat that won it.
        card: the card that won it.
        number: the number of the trick in its deal, from 1.
    """

    seat: int
    card: Card
    number: int


class PrizedTrump(msgspec.Struct, frozen=True):
    """The trump with most points of its own among those that can be lost, and where it went.

    In the games that catch the ten this is the ten (S5, CS2).

    Args:
        card: the trump.
        holder: the seat that played it.
        taker: the seat that won the trick.
        winning: the card that won the trick.
        scores: its points go to the taker; not if it has to win the trick itself (CS2).
    """

    card: Card
    holder: int
    taker: int
    winning: Card
    scores: bool


class ContractResult(msgspec.Struct, frozen=True):
    """The outcome of the contract of a deal.

    Args:
        made: its side has scored.
        tricks: the tricks of its side.
        over: those beyond the fewest with which it is made, less than nothing if it falls short; of
            a contract to take few tricks, those beyond the most, and nothing if it is made.
    """

    made: bool
    tricks: int
    over: int


class Highlights(msgspec.Struct, frozen=True):
    """The facts of a finished deal that are worth telling.

    Args:
        odd_trick: the odd trick; None in games without a book, if no side has passed it, or where
            a side has undertaken other tricks.
        prize: the trump that is caught; None where no single trump has points.
        honours: the honours of each side, as the game counts them: dealt to it (H1), or in its
            tricks (C5); empty where honours don't count or there are no trumps.
        contract: the outcome of the contract; None where no side has undertaken anything.
    """

    odd_trick: OddTrick | None
    prize: PrizedTrump | None
    honours: tuple[tuple[Card, ...], ...]
    contract: ContractResult | None = None


def highlights_of(deal: FinishedDeal, rules: Rules) -> Highlights:
    """Returns the highlights of a finished deal.

    Args:
        deal: the deal.
        rules: of its match.
    """
    rules = rules.under(deal.contract)
    contract = _contract(deal, rules)
    odd_trick = None if contract else _odd_trick(deal, rules)
    return Highlights(odd_trick, _prize(deal, rules), _honours(deal, rules), contract)


def _contract(deal: FinishedDeal, rules: Rules) -> ContractResult | None:
    aim = contract_aim(rules, deal.contract, deal.number)
    if aim is None:
        return None
    assert deal.contract is not None
    (least, most), taken = aim, sum(deal.tricks[seat] for seat in deal.contract.side)
    made = least <= taken <= most
    over = max(0, taken - most) if taken > most or not least else taken - least
    return ContractResult(made, taken, over)


def _tricks(deal: FinishedDeal) -> Iterator[PlayedTrick]:
    return (trick for hand in deal.hands for trick in hand)


def _winning_card(trick: PlayedTrick) -> Card:
    return trick.cards[trick.seats.index(trick.winner)]


def _odd_trick(deal: FinishedDeal, rules: Rules) -> OddTrick | None:
    book = rules.scoring.profile.book
    if not book:
        return None
    won, idle = [0] * len(rules.sides), rules.idle_tricks(deal.number)
    for number, trick in enumerate(_tricks(deal), 1):
        side = rules.side_of(trick.winner)
        won[side] += number > idle
        if won[side] > book:
            return OddTrick(trick.winner, _winning_card(trick), number)
    return None


def _prize(deal: FinishedDeal, rules: Rules) -> PrizedTrump | None:
    profile, trump = rules.scoring.profile, deal.trump
    if trump is None:
        return None
    points = {**profile.captured_points(trump), **profile.winning_points(trump)}
    strengths = rules.order.strengths(trump)
    suit = [card for card in Card if card.suit is trump and rules.pack & card.bit]
    can_be_lost = sorted(suit, key=strengths.__getitem__)[:-1]
    prized = max(can_be_lost, key=lambda card: points.get(card, 0))
    if not points.get(prized):
        return None
    trick = next((trick for trick in _tricks(deal) if prized in trick.cards), None)
    if trick is None:
        return None
    winning = _winning_card(trick)
    return PrizedTrump(
        prized,
        trick.seats[trick.cards.index(prized)],
        trick.winner,
        winning,
        prized in profile.captured_points(trump) or winning is prized,
    )


def _honours(deal: FinishedDeal, rules: Rules) -> tuple[tuple[Card, ...], ...]:
    how, trump = rules.scoring.profile.honours, deal.trump
    if how is Honours.NONE or trump is None:
        return ()
    facts = deal.facts(rules)
    cards = facts.side_cards(facts.dealt if how is Honours.DEALT else facts.taken)
    honours = [card_at(trump, rank) for rank in HONOUR_RANKS]
    return tuple(tuple(card for card in honours if card.bit & held) for held in cards)


class Survival(msgspec.Struct, frozen=True):
    """The place of a player in a match of elimination (K4, X5).

    Args:
        place: 1 for the winner; players who fell out in the same deal share a place.
        out: the number of the deal in which the player fell out, from 1; None: still in.
        dog: the number of the deal that the player survived without a trick, from 1, or None.
    """

    place: int
    out: int | None
    dog: int | None


def survival_of(deals: Sequence[FinishedDeal]) -> tuple[Survival, ...]:
    """Returns the place that each player reached, by seat.

    Args:
        deals: the finished deals of a match of elimination.
    """
    seats = range(len(deals[0].score))
    out = [_first(not deal.score[seat] for deal in deals) for seat in seats]
    dogs = [_first(deal.score[seat] and not deal.tricks[seat] for deal in deals) for seat in seats]
    last = len(deals) + 1
    return tuple(
        Survival(1 + sum((other or last) > (out[seat] or last) for other in out), out[seat], dog)
        for seat, dog in zip(seats, dogs, strict=True)
    )


def _first(found: Iterable[object]) -> int | None:
    """The number of the first deal of which something is true, from 1."""
    return next((number for number, each in enumerate(found, 1) if each), None)
