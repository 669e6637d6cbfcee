"""A view as JSON for external bots: that of a page, and what is of no use to people.

:mod:`.view_decoder` reads it back; nothing of a view is lost between the two.
"""

from __future__ import annotations

from typing import Any

import msgspec

from oddtrick.cards import cards_in
from oddtrick.rules import Rules
from oddtrick.view_json import cards_text, contract_view, match_view, seat_texts, trick_views
from oddtrick.views import FinishedDeal, View


def encode_rules(rules: Rules) -> dict[str, Any]:
    """Returns the game with all its options, as in a record, and the seats of each side."""
    options: dict[str, Any] = msgspec.to_builtins(rules.options)
    return {
        "rules": {"game": rules.game, **options},
        "players": rules.players,
        "sides": rules.sides,
        "pack": cards_text(cards_in(rules.pack)),
    }


def encode_view(view: View) -> dict[str, Any]:
    """Returns everything that the seat may know."""
    shown: dict[str, Any] = msgspec.to_builtins(match_view(view))
    del shown["account"], shown["highlights"]  # for people: how the deal's points came about
    for row, deal in zip(shown["deals"], view.past, strict=True):
        row.update(_more_of_a_deal(deal))
    return {**shown, **msgspec.to_builtins(_more(view))}


def _more(view: View) -> dict[str, Any]:
    more = {
        "seating": view.seating,
        "seats_in": view.standing.seats_in,
        "game_over": view.standing.game_over,
        "dogs_life_given": view.standing.dogs_life_given,
        "earlier": tuple(map(trick_views, view.earlier)),
        "voids": ["".join(suit.letter for suit in suits) for suits in view.voids],
    }
    if view.rules.course:
        more["offers"] = [(str(call), contract_view(each)) for call, each in view.offers]
        more["places"] = [(places, cards_text(cards)) for places, cards in view.places]
    return more


def _more_of_a_deal(deal: FinishedDeal) -> dict[str, Any]:
    more = {
        "turn_up": None if deal.turn_up is None else str(deal.turn_up),
        "chooser": deal.chooser,
        "contest": seat_texts(deal.contest),
        "hands": tuple(map(trick_views, deal.hands)),
    }
    return dict(msgspec.to_builtins(more))
