"""Whist games in the terminal, seated and played out for tests."""

from __future__ import annotations

from typing import Any

from oddtrick.cards import Card, Hand
from oddtrick.games import rules_of
from oddtrick.match import Deal, Match, start
from oddtrick.rules import PlayerAction
from oddtrick.terminal.event_text import GameEvent
from oddtrick.terminal.game_session import GameSession, new_session

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("whist", {"target": 2}),
    ("colonial-whist", {"target": 3}),
    ("colonial-scotch-whist", {"target": 4}),
    ("scotch-whist", {"players": 3, "target": 20}),
    ("knockout-whist", {"players": 4}),
]
"""All five games with options for a short match."""


def session(game: str, *, seed: int = 1, keep: bool = False, **options: Any) -> GameSession:
    """Returns a new game with these options."""
    return new_session(rules_of(game, **options), seed=seed, keep=keep)


def until_yours(game: GameSession) -> list[GameEvent]:
    """Plays for chance and the bots until the person is to act, and returns the events."""
    events: list[GameEvent] = []
    while not game.over and not game.is_own_turn:
        events += game.apply(game.next_action())
    return events


def play_out(game: GameSession) -> list[PlayerAction]:
    """Plays to the end with the person's first legal action, and returns those actions."""
    own: list[PlayerAction] = []
    until_yours(game)
    while not game.over:
        own.append(game.view.legal[0])
        game.apply(own[-1])
        until_yours(game)
    return own


def before_the_last_card(game: str, *, seed: int = 1) -> GameSession:
    """Returns a game in whose first deal the person is to play the last card."""
    begun = session(game, seed=seed)
    until_yours(begun)
    while len(begun.view.hand) > 1:
        begun.apply(begun.view.legal[0])
        until_yours(begun)
    return begun


def opened(game: str, hands: str, turn_up: Card | None, dealer: int = 3, **options: Any) -> Match:
    """Returns a match whose first deal has these hands, from seat 0."""
    rules = rules_of(game, **options)
    deal = Deal((tuple(Hand.of(hand) for hand in hands.split()),), turn_up)
    return start(rules, dealer=dealer).apply(deal)


def seated(match: Match, names: str = "You Bob Cal Dot") -> GameSession:
    """Returns a game session at seat 0 of a prepared match."""
    return GameSession(match, player=0, names=names.split(), seed=1)
