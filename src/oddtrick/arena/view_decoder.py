"""Reads views and games back from the JSON of :mod:`.view_json`.

It lets bots of one installation play as programs in another. Unknown keys are ignored, so that an
older installation reads the views of a newer one.
"""

from __future__ import annotations

from itertools import starmap
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UnsetType

from oddtrick.calls import parse_bid, parse_call
from oddtrick.cards import Card, Hand, Suit, mask_of, parse_card, parse_suit
from oddtrick.errors import OddtrickError
from oddtrick.games import find_game, read_options
from oddtrick.match import CHANCE
from oddtrick.rules import Contract, Throw, parse_play
from oddtrick.scoring import Account, Standing
from oddtrick.view_json import ContractView, DealView, MatchView, PhaseCalls, TrickView
from oddtrick.views import Awaited, FinishedDeal, PlayedTrick, View

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from oddtrick.calls import Calls
    from oddtrick.rules import PlayerAction, Rules

_THROWS = {throw.value: throw for throw in Throw}
_PARSERS: dict[Awaited, Callable[[str], PlayerAction]] = {
    Awaited.CARD: parse_play,
    Awaited.CHOICE: parse_suit,
    Awaited.CALL: parse_call,
    Awaited.THROW: Throw,
}


class _Deal(DealView, frozen=True, kw_only=True):
    """A finished deal, with what pages are not told."""

    turn_up: str | None
    chooser: int | None
    contest: tuple[tuple[int, str], ...]
    hands: tuple[tuple[TrickView, ...], ...]


class _View(MatchView, frozen=True, kw_only=True):
    """A view of a page, with what bots alone are given.

    What follows from the rest has a default, and so has what older versions do not send.
    """

    awaited: Awaited  # type: ignore[assignment]  # read as text by pages
    deals: tuple[_Deal, ...]
    seating: tuple[int, ...]
    seats_in: tuple[int, ...]
    game_over: bool
    earlier: tuple[tuple[TrickView, ...], ...]
    voids: tuple[str, ...]
    account: Account = ()
    won: tuple[int, ...] = ()
    last_trick: TrickView | None = None
    rubber: tuple[int, ...] = ()
    dogs: tuple[int, ...] = ()
    dogs_life_given: bool = False
    passed: tuple[int, ...] = ()
    offers: tuple[tuple[str, ContractView], ...] = ()


def decode_rules(named: Mapping[str, object]) -> Rules:
    """Returns the game that a mapping names by its id and options, as in a record.

    Args:
        named: the id as ``game``, and the options by name.

    Raises:
        OddtrickError: there is no such game or option, or a value is out of its bounds.
    """
    options = dict(named)
    game = find_game(str(options.pop("game", "")))
    return game.rules(read_options(game, options))


def decode_view(document: object, rules: Rules) -> View:
    """Returns the view that :func:`~oddtrick.arena.view_json.encode_view` wrote.

    Args:
        document: the JSON object, parsed.
        rules: its game.

    Raises:
        OddtrickError: a key is missing, or a value is of the wrong kind; the message names it.
    """
    try:
        return _decode(msgspec.convert(document, _View), rules)
    except ValueError as error:  # also the errors of msgspec and of cards
        raise OddtrickError(f"the view cannot be read: {error}") from None


def _decode(data: _View, rules: Rules) -> View:
    chance = data.to_act is None and data.awaited is not Awaited.NOTHING
    parse = _PARSERS.get(data.awaited, parse_play)
    return View(
        rules=rules,
        seat=data.seat,
        awaited=data.awaited,
        to_act=CHANCE if chance else data.to_act,
        legal=tuple(map(parse, data.legal)),
        number=data.number,
        dealer=data.dealer,
        seats=data.seats,
        seating=data.seating,
        standing=_standing(data),
        past=tuple(starmap(_deal, enumerate(data.deals))),
        to_cut=data.to_cut,
        cut=tuple((seat, parse_card(text)) for seat, text in data.cut),
        thrown=data.thrown,
        own_throw=None if data.own_throw is None else Throw(data.own_throw),
        contest=_contest(data.contest),
        chooser=data.chooser,
        calls=_read_calls(data.calls),
        contract=_contract(data.contract),
        offers=tuple((parse_call(call), _read_contract(each)) for call, each in data.offers),
        kitty=_hand(data.kitty or ()),
        places=tuple((of, _hand(cards)) for of, cards in data.places or ()),
        **_cards(data),
    )


def _contract(contract: ContractView | UnsetType) -> Contract | None:
    return _read_contract(contract) if contract else None


def _read_contract(contract: ContractView) -> Contract:
    return Contract(
        bid=parse_bid(contract.bid),
        declarer=contract.declarer,
        side=contract.side,
        trump=_suit(contract.trump),
        leader=contract.leader,
    )


def _read_calls(calls: tuple[PhaseCalls, ...] | UnsetType) -> Calls:
    return tuple(
        (name, tuple((seat, None if text is None else parse_call(text)) for seat, text in made))
        for name, made in calls or ()
    )


def _standing(data: _View) -> Standing:
    return Standing(
        data.score,
        data.games,
        data.seats_in,
        len(data.deals),
        data.game_over,
        data.over,
        data.winner,
        data.rubber,
        data.dogs,
        data.dogs_life_given,
    )


def _cards(data: _View) -> dict[str, Any]:
    """Trumps, and the cards of the hand under way."""
    return {
        "trump": _suit(data.trump),
        "trump_known": data.trump_known,
        "turn_up": _card(data.turn_up),
        "turn_up_seat": data.turn_up_seat,
        "turn_up_shown": data.turn_up_shown,
        "hand_number": data.hand_number,
        "hand_count": data.hand_count,
        "hand": _hand(data.hand),
        "counts": data.counts,
        "earlier": tuple(map(_tricks, data.earlier)),
        "tricks": _tricks(data.tricks),
        "table": tuple(map(parse_card, data.table)),
        "table_seats": data.table_seats,
        "passed": data.passed,
        "voids": tuple(tuple(map(parse_suit, letters)) for letters in data.voids),
        "broken": data.broken,
        "stock": data.stock or 0,
        "stock_top": _card(data.stock_top or None),
        "drawn": tuple(tuple(map(_card, each)) for each in data.drawn or ()),
    }


def _hand(cards: Iterable[str]) -> Hand:
    return Hand(mask_of(map(parse_card, cards)))


def _suit(letter: str | None) -> Suit | None:
    return None if letter is None else parse_suit(letter)


def _card(text: str | None) -> Card | None:
    return None if text is None else parse_card(text)


def _contest(pairs: Iterable[tuple[int, str]]) -> tuple[tuple[int, Card | Throw], ...]:
    return tuple((seat, _THROWS.get(text) or parse_card(text)) for seat, text in pairs)


def _tricks(tricks: Iterable[TrickView]) -> tuple[PlayedTrick, ...]:
    return tuple(
        PlayedTrick(trick.seats, tuple(map(parse_card, trick.cards)), trick.winner, trick.passed)
        for trick in tricks
    )


def _deal(number: int, deal: _Deal) -> FinishedDeal:
    return FinishedDeal(
        dealer=deal.dealer,
        trump=_suit(deal.trump),
        turn_up=_card(deal.turn_up),
        chooser=deal.chooser,
        contest=_contest(deal.contest),
        hands=tuple(map(_tricks, deal.hands)),
        tricks=deal.tricks,
        points=deal.points,
        score=deal.score,
        games=deal.games,
        calls=_read_calls(deal.calls),
        number=number,
        contract=_contract(deal.contract),
    )
