"""A view as JSON for external bots: the keys of the table protocol, and a few more.

:mod:`.view_decoder` reads it back; nothing of a view is lost between the two. Cards are
written rank first (``TH``), suits as one letter, players as seat numbers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from oddtrick.cards import Card, Suit, cards_in
from oddtrick.rules import action_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from oddtrick.calls import Calls
    from oddtrick.rules import Contract, Rules, Throw
    from oddtrick.views import FinishedDeal, PlayedTrick, View


def encode_rules(rules: Rules) -> dict[str, Any]:
    """Returns the game with all its options, as in a record, and the seats of each side."""
    options: dict[str, Any] = msgspec.to_builtins(rules.options)
    return {
        "rules": {"game": rules.game, **options},
        "players": rules.players,
        "sides": rules.sides,
        "pack": _cards(cards_in(rules.pack)),
    }


def encode_view(view: View) -> dict[str, Any]:
    """Returns everything that the seat may know."""
    return {
        "seat": view.seat,
        "awaited": view.awaited.value,
        "to_act": None if view.to_act is None or view.to_act < 0 else view.to_act,
        "legal": [action_text(action) for action in view.legal],
        "seats": view.seats,
        "seating": view.seating,
        **_match(view),
        **_trumps(view),
        **_contest(view),
        **_cards_seen(view),
    }


def _match(view: View) -> dict[str, Any]:
    return {
        "number": view.number,
        "dealer": view.dealer,
        "score": view.standing.score,
        "games": view.standing.games,
        "rubber": view.standing.rubber,
        "seats_in": view.standing.seats_in,
        "game_over": view.standing.game_over,
        "over": view.standing.over,
        "winner": view.standing.winner,
        "dogs": view.standing.dogs,
        "dogs_life_given": view.standing.dogs_life_given,
        "deals": [_deal(deal) for deal in view.past],
        **_called(view.calls, view.contract),
        **_open_to_seat(view),
    }


def _open_to_seat(view: View) -> dict[str, Any]:
    """What the seat knows from calls; nothing at all in a game without them."""
    if not view.rules.course:
        return {}
    return {
        "offers": [(str(call), _contract(contract)) for call, contract in view.offers],
        "places": [(places, _cards(cards)) for places, cards in view.places],
    }


def _trumps(view: View) -> dict[str, Any]:
    return {
        "chooser": view.chooser,
        "trump": _letter(view.trump),
        "trump_known": view.trump_known,
        "turn_up": None if view.turn_up is None else str(view.turn_up),
        "turn_up_seat": view.turn_up_seat,
        "turn_up_shown": view.turn_up_shown,
        "broken": view.broken,
    }


def _contest(view: View) -> dict[str, Any]:
    return {
        "to_cut": view.to_cut,
        "cut": _seat_pairs(view.cut),
        "thrown": view.thrown,
        "own_throw": None if view.own_throw is None else view.own_throw.value,
        "contest": _seat_pairs(view.contest),
    }


def _cards_seen(view: View) -> dict[str, Any]:
    last = view.last_trick
    return {
        "hand_number": view.hand_number,
        "hand_count": view.hand_count,
        "hand": _cards(cards_in(view.hand.mask)),
        "counts": view.counts,
        "won": view.won,
        "earlier": [_tricks(hand) for hand in view.earlier],
        "tricks": _tricks(view.tricks),
        "table_seats": view.table_seats,
        "passed": view.passed,
        "table": _cards(view.table),
        "last_trick": None if last is None else _trick(last),
        "voids": ["".join(suit.letter for suit in suits) for suits in view.voids],
        **(_stock(view) if view.rules.plan.stock else {}),
    }


def _stock(view: View) -> dict[str, Any]:
    """The stock and what has been drawn from it; nothing at all in a game without one."""
    return {
        "stock": view.stock,
        "stock_top": None if view.stock_top is None else str(view.stock_top),
        "drawn": [[None if card is None else str(card) for card in each] for each in view.drawn],
    }


def _called(calls: Calls, contract: Contract | None) -> dict[str, Any]:
    """The calls and the contract; nothing at all in a game without them."""
    phases = [
        (name, [(seat, None if call is None else str(call)) for seat, call in made])
        for name, made in calls
    ]
    settled = {} if contract is None else {"contract": _contract(contract)}
    return {"calls": phases, **settled} if phases else {}


def _contract(contract: Contract) -> dict[str, Any]:
    return {
        "bid": str(contract.bid),
        "declarer": contract.declarer,
        "side": contract.side,
        "trump": _letter(contract.trump),
        "leader": contract.leader,
    }


def _letter(suit: Suit | None) -> str | None:
    return None if suit is None else suit.letter


def _cards(cards: Iterable[Card]) -> list[str]:
    return [str(card) for card in cards]


def _seat_pairs(pairs: Iterable[tuple[int, Card | Throw]]) -> list[tuple[int, str]]:
    return [(seat, str(what)) for seat, what in pairs]


def _trick(trick: PlayedTrick) -> dict[str, Any]:
    return {
        "seats": trick.seats,
        "cards": _cards(trick.cards),
        "winner": trick.winner,
        "passed": trick.passed,
    }


def _tricks(tricks: Iterable[PlayedTrick]) -> list[dict[str, Any]]:
    return [_trick(trick) for trick in tricks]


def _deal(deal: FinishedDeal) -> dict[str, Any]:
    return {
        "dealer": deal.dealer,
        "trump": _letter(deal.trump),
        "turn_up": None if deal.turn_up is None else str(deal.turn_up),
        "chooser": deal.chooser,
        "contest": _seat_pairs(deal.contest),
        **_called(deal.calls, deal.contract),
        "tricks": deal.tricks,
        "points": deal.points,
        "score": deal.score,
        "games": deal.games,
        "hands": [_tricks(hand) for hand in deal.hands],
    }
