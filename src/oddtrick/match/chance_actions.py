"""The actions of chance, the deal, and what its cards must be (W2-W4, S2, S4, K1, K2, K4).

A match is determined by its rules, its first dealer if one was given, and its list of actions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from oddtrick.cards import Card, Hand
from oddtrick.errors import RuleBroken
from oddtrick.match.phase import Phase
from oddtrick.rules import PlayerAction, TrumpSource
from oddtrick.views import Awaited

if TYPE_CHECKING:
    from oddtrick.match.state import Match
    from oddtrick.rules import Rules


class Deal(msgspec.Struct, frozen=True):
    """The cards of one deal.

    Args:
        hands: for each of the separate hands (S4), the cards of every seat; a seat that is out
            has an empty hand.
        turn_up: the card turned up, or None where none is.
        stock: the undealt cards if they are drawn later, the top one first.
    """

    hands: tuple[tuple[Hand, ...], ...]
    turn_up: Card | None = None
    stock: tuple[Card, ...] = ()


class Cut(msgspec.Struct, frozen=True):
    """One round of cutting: each seat that cuts, with its card (T7, C2, K5)."""

    cards: tuple[tuple[int, Card], ...]


class StillTied(msgspec.Struct, frozen=True):
    """Unrecorded rounds of a tie left these seats in it (K5).

    Records keep only the last cut or throw of a tie; replaying one fills the gap with this action.
    """

    seats: tuple[int, ...]


class Withheld(msgspec.Struct, frozen=True):
    """A call that its record leaves out, because it stays secret after the deal, too (M2)."""


ChanceAction = Deal | Cut | StillTied | Withheld
"""An action of the chance player."""
Action = PlayerAction | ChanceAction
"""An action of a player or of the chance player."""


def check_deal(
    deal: Deal,
    rules: Rules,
    *,
    number: int,
    dealer: int,
    seats: tuple[int, ...],
    dogs: tuple[int, ...],
) -> None:
    """Refuses a deal that the rules do not allow.

    Args:
        deal: the deal.
        rules: the game and its options.
        number: of the deal, from 0.
        dealer: the seat that deals.
        seats: the seats that are still in.
        dogs: those of them that are dealt one card (X5).

    Raises:
        RuleBroken: a card is duplicate or not in the pack, a seat has the wrong number of cards,
            a seat that is out has cards, or the turn-up is in the wrong place.
    """
    sizes = rules.plan.seat_sizes(number, rules.players, seats, dogs)
    if len(deal.hands) != len(sizes):
        raise RuleBroken(
            f"the deal has {_hands(len(sizes))}, not {len(deal.hands)}", rules.plan.rule
        )
    _check_cards(deal, rules)
    for place, (hands, due) in enumerate(zip(deal.hands, sizes, strict=True), 1):
        if len(hands) != rules.players:
            error = f"there are cards for {len(hands)} seats, not {rules.players}"
            raise RuleBroken(error, rules.plan.rule, f"hand {place}")
        for seat, (hand, size) in enumerate(zip(hands, due, strict=True)):
            rule = "X5" if seat in dogs else rules.plan.rule
            _check_size((place, seat), hand, size, rule)
    _check_stock(deal, rules)
    _check_turn_up(deal, rules, number, dealer)


def _check_stock(deal: Deal, rules: Rules) -> None:
    """Refuses a stock that is not exactly the undealt rest of the pack."""
    stock, undealt = rules.plan.stock, rules.pack
    if stock is None:
        if deal.stock:
            raise RuleBroken("the deal has a stock, but no card is drawn", rules.plan.rule)
        return
    for hands in deal.hands:
        for hand in hands:
            undealt &= ~hand.mask
    for card in deal.stock:
        if not undealt & card.bit:
            raise RuleBroken(f"{card} of the stock is dealt already, or twice there", stock.rule)
        undealt &= ~card.bit
    if undealt:
        missing = next(iter(Hand(undealt)))
        raise RuleBroken(f"{missing} is neither dealt nor in the stock", stock.rule)


def _hands(count: int) -> str:
    return "one hand" if count == 1 else f"{count} separate hands"


def _where(place: tuple[int, int]) -> str:
    return f"hand {place[0]}, seat {place[1]}"


def _check_size(place: tuple[int, int], hand: Hand, size: int, rule: str) -> None:
    if size == 0 and hand:
        raise RuleBroken(f"the seat is out and is dealt {hand}", "K4", _where(place))
    if len(hand) != size:
        error = f"{len(hand)} cards are dealt, {hand}, not {size}"
        raise RuleBroken(error, rule, _where(place))


def _check_cards(deal: Deal, rules: Rules) -> None:
    dealt = 0
    for number, hands in enumerate(deal.hands, 1):
        for seat, hand in enumerate(hands):
            for wrong, why in ((dealt, "is dealt twice"), (~rules.pack, "is not in the pack")):
                if hand.mask & wrong:
                    card = next(iter(Hand(hand.mask & wrong)))
                    raise RuleBroken(f"{card} {why}", _pack(rules), _where((number, seat)))
            dealt |= hand.mask


def _pack(rules: Rules) -> str:
    return rules.plan.pack_rule


def _check_turn_up(deal: Deal, rules: Rules, number: int, dealer: int) -> None:
    source, rule, card = rules.trumps.source(number), rules.trumps.rule(number), deal.turn_up
    if source not in (TrumpSource.TURNED, TrumpSource.SPARE):
        if card is not None:
            raise RuleBroken(f"{card} is turned up, but trumps are {source.value}", rule)
        return
    if card is None:
        raise RuleBroken("no card is turned up", rule)
    if source is TrumpSource.TURNED and card not in deal.hands[-1][dealer]:
        raise RuleBroken(f"{card} is turned up, but seat {dealer}, the dealer, lacks it", rule)
    if source is TrumpSource.SPARE:
        _check_spare(card, deal, rules, rule)


def _check_spare(card: Card, deal: Deal, rules: Rules, rule: str) -> None:
    if not rules.pack & card.bit:
        raise RuleBroken(f"{card}, turned up, is not in the pack", rule)
    for hands in deal.hands:
        for seat, hand in enumerate(hands):
            if card in hand:
                raise RuleBroken(f"{card} is turned up and belongs to seat {seat}", rule)
    if deal.stock and card is not deal.stock[0]:
        raise RuleBroken(f"{card} is turned up, but {deal.stock[0]} lies on the stock", rule)


def check_still_tied(seats: tuple[int, ...], action: StillTied) -> None:
    """Refuses seats that are not among those of a tie (K5)."""
    untied = [seat for seat in action.seats if seat not in seats]
    if untied:
        raise RuleBroken(f"seat {untied[0]} did not tie for most tricks", "K5")
    if not action.seats:
        raise RuleBroken("no seat is named as still tied", "K5")
    if len(set(action.seats)) < len(action.seats):
        raise RuleBroken("a seat is named twice as still tied", "K5")


class ToDeal(Phase, frozen=True):
    """The cards are dealt: chance acts."""

    awaited = Awaited.DEAL
    waits = "the cards are dealt"

    def apply(self, match: Match, action: Action) -> Match:
        """The dealt cards, and trumps where the turn-up or a sequence gives them (R2)."""
        if not isinstance(action, Deal):
            raise self.misplaced(action)
        log, rules, number = match.deal, match.rules, match.number
        check_deal(action, rules, number=number, dealer=log.dealer, seats=log.seats, dogs=log.dogs)
        trump, turned = log.trump, action.turn_up
        if rules.trumps.source(number) is not TrumpSource.CHOSEN and not log.trump_called:
            trump = rules.trumps.fixed(number) if turned is None else turned.suit
        return match.logged(action, deal=action, trump=trump).proceed()
