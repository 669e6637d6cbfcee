"""Builders of positions from the properties relevant to a test."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain
from typing import NamedTuple

from msgspec.structs import replace

from oddtrick.cards import CARDS, Card, Hand, Rank, Suit, card_at, parse_card
from oddtrick.games import rules_of
from oddtrick.match import Action, Deal, Match, Playing, start
from oddtrick.rules import DealPlan, Rules, Sequence, TrumpSource
from oddtrick.scoring import DealFacts
from oddtrick.tricks import from_seat, left_of

PARTNERS = ((0, 2), (1, 3))


def cards(text: str) -> tuple[Card, ...]:
    """Parses a list of cards, as in ``"AS TD 9C"``."""
    return tuple(parse_card(word) for word in text.split())


def after(match: Match, actions: str | Iterable[Action]) -> Match:
    """Returns the match after these actions or cards."""
    for action in cards(actions) if isinstance(actions, str) else actions:
        match = match.apply(action)
    return match


def ending(
    *hands: str, trump: Suit | None = None, lead: int = 0, game: str = "whist", **options: object
) -> Match:
    """Returns a deal of only these cards, seat 0 first, under the rules of the game."""
    dealt = tuple(Hand.of(hand) for hand in hands)
    if game in ("scotch-whist", "knockout-whist"):
        options["players"] = len(hands)
    rules = replace(
        rules_of(game, **options), plan=DealPlan((len(dealt[0]),)), trumps=Sequence((trump,))
    )
    return start(rules, dealer=(lead - 1) % len(hands)).apply(Deal((dealt,)))


def playing(match: Match) -> Playing:
    """The hand under way."""
    assert isinstance(match.phase, Playing)
    return match.phase


def held(match: Match, seat: int) -> Hand:
    """The cards that a seat still holds."""
    return Hand(playing(match).held(seat))


class Course(NamedTuple):
    """A deal and its plays."""

    hands: tuple[Hand, ...]
    plays: tuple[Card, ...]


def taking(tricks: int) -> str:
    """Returns the winners of thirteen tricks: seat 0 takes the first ``count``, seat 1 the rest."""
    return "0" * tricks + "1" * (13 - tricks)


def course(
    rules: Rules,
    winners: str,
    *,
    seats: tuple[int, ...],
    lead: int,
    trump: Suit | None,
    trump_tricks: tuple[str, ...] = (),
) -> Course:
    """Returns a deal in which these seats win the tricks in order; up to six seats.

    Each trick has cards of one suit, trumps first; its winner holds the highest, the next seats
    the lower ones in turn. Four seats that play out a pack have one card of each suit left for
    the last trick: the trump among them wins it, or without trumps the card led.

    Args:
        rules: the rules, with the pack and the order of cards.
        winners: the seat that wins each trick, as in ``"0012"``.
        seats: the seats that play.
        lead: the seat that leads first.
        trump: the trump suit.
        trump_tricks: the ranks of the trump tricks; without it the highest four, the next …
    """
    strength = rules.order.strengths(trump)
    suits = sorted(Suit, key=lambda suit: (suit is not trump, suit))
    tricks, over = [], []
    for suit in suits:
        left = [card for card in CARDS if card.suit is suit and rules.pack & card.bit]
        left.sort(key=lambda card: strength[card], reverse=True)
        given = [cards(" ".join(rank + suit.letter for rank in t)) for t in trump_tricks]
        rows = [left[at : at + len(seats)] for at in range(0, len(left), len(seats))]
        full = [tuple(trick) for trick in rows if len(trick) == len(seats)]
        groups = given if given and suit is trump else full
        tricks += [sorted(t, key=lambda card: strength[card], reverse=True) for t in groups]
        over += [card for card in left if card not in chain(*groups)]
    if len(winners) > len(tricks):
        tricks.append(over)
    hands: dict[int, list[Card]] = {seat: [] for seat in range(rules.players)}
    plays: list[Card] = []
    for number, trick in enumerate(tricks[: len(winners)]):
        holders = dict(zip(from_seat(seats, int(winners[number])), trick, strict=True))
        plays += [holders[seat] for seat in from_seat(seats, lead)]
        for seat, card in holders.items():
            hands[seat].append(card)
        lead = int(winners[number])
    return Course(tuple(Hand.of(hand) for hand in hands.values()), tuple(plays))


def play_deal(
    match: Match,
    winners: str,
    *,
    trump: Suit = Suit.SPADES,
    trump_tricks: tuple[str, ...] = (),
) -> Match:
    """Returns the match after one more deal in which these seats win the tricks.

    A chooser of trumps chooses this suit; fixed trumps stay.
    """
    rules, log, number = match.rules, match.deal, match.number
    source = rules.trumps.source(number)
    suit = rules.trumps.fixed(number) if source is TrumpSource.FIXED else trump
    hands, plays = course(
        rules,
        winners,
        seats=log.seats,
        lead=left_of(log.seats, log.dealer),
        trump=suit,
        trump_tricks=trump_tricks,
    )
    turn_up = None
    if source is TrumpSource.TURNED:
        turn_up = next(iter(hands[log.dealer].suit(trump)))
    if source is TrumpSource.SPARE:
        turn_up = next(
            card_at(trump, rank)
            for rank in Rank
            if not any(card_at(trump, rank) in hand for hand in hands)
        )
    match = match.apply(Deal((hands,), turn_up))
    if source is TrumpSource.CHOSEN and not isinstance(match.phase, Playing):
        match = match.apply(trump)
    match = after(match, plays)
    result = match.all_deals[number].result
    assert result is not None
    assert result.tricks == tuple(winners.count(str(seat)) for seat in range(rules.players))
    return match


def facts(
    tricks: tuple[int, ...] = (7, 6),
    *,
    dealt: Mapping[int, str] | None = None,
    taken: Mapping[int, str] | None = None,
    won_with: str = "",
    trump: Suit | None = Suit.SPADES,
    score: tuple[int, ...] | None = None,
    sides: tuple[tuple[int, ...], ...] = PARTNERS,
) -> DealFacts:
    """Returns the input of scoring for a finished deal; a side's tricks are its first seat's.

    Args:
        tricks: the tricks of each side.
        dealt: the relevant cards dealt to each seat.
        taken: the relevant cards in each seat's tricks.
        won_with: the relevant cards that won a trick.
        trump: the trump suit.
        score: the score of each side before the deal; 0 by default.
        sides: the seats of each side.
    """
    players = range(sum(map(len, sides)))
    firsts = {side[0]: won for side, won in zip(sides, tricks, strict=True)}

    def masks(by_seat: Mapping[int, str] | None) -> tuple[int, ...]:
        return tuple(Hand.of((by_seat or {}).get(seat, "")).mask for seat in players)

    return DealFacts(
        sides=sides,
        tricks=tuple(firsts.get(seat, 0) for seat in players),
        taken=masks(taken),
        dealt=masks(dealt),
        winning=Hand.of(won_with).mask,
        trump=trump,
        score=score or (0,) * len(sides),
    )
