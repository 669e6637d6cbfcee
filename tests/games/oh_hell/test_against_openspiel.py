"""Oh Hell against OpenSpiel's: the same cards, bids and plays give the same points."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from oddtrick.calls import Bid
from oddtrick.cards import Card, Hand, parse_card
from oddtrick.games import rules_of
from oddtrick.match import CallPhase, Deal, Match, start
from tests.support.extent import times

pyspiel = pytest.importorskip("pyspiel")


def dealt_by_openspiel(state: Any, players: int, size: int, rng: Random) -> tuple[Match, Any]:
    """A deal with the same cards here as there, before the first bid; and there."""
    dealer, cards = 0, list[Card]()
    while state.is_chance_node():
        action = rng.choice(state.legal_actions())
        text = state.action_to_string(state.current_player(), action)
        if len(state.legal_actions()) == players and not cards:
            dealer = action
        elif text[0] in "CDHS":
            cards.append(parse_card(text[1] + text[0]))
        state.apply_action(action)
    held = {seat: Hand.of(cards[seat : players * size : players]) for seat in range(players)}
    rules = rules_of("oh-hell", players=players, most=size, run="down", score="tricks-plus")
    deal = Deal((tuple(held[seat] for seat in range(players)),), cards[players * size])
    return start(rules, dealer=dealer).apply(deal), state


@pytest.mark.parametrize("players", range(3, 8))
def test_O5_a_deal_scores_the_same_as_in_openspiel(players: int) -> None:
    rng, made = Random(players), 0
    for _ in range(times(12, whole=60)):
        size = rng.randint(1, 51 // players)
        game = pyspiel.load_game(f"oh_hell(players={players},num_tricks_fixed={size})")
        match, state = dealt_by_openspiel(game.new_initial_state(), players, size, rng)
        while not state.is_terminal():
            assert state.current_player() == match.to_act
            action = rng.choice(state.legal_actions())
            text = state.action_to_string(state.current_player(), action)
            if isinstance(match.phase, CallPhase):
                assert len(match.legal_actions()) == len(state.legal_actions())
                ours: Bid | Card = Bid(action - 52)
            else:
                ours = parse_card(text[1] + text[0])
                assert len(match.legal_actions()) == len(state.legal_actions())
            match, _ = match.apply(ours), state.apply_action(action)
        assert list(match.result[0].points) == state.returns()
        made += max(match.result[0].points) >= 10
    assert made
