"""OpenSpiel's search over information sets as a bot of the arena, for whist.

    oddtrick arena expert openspiel --bot openspiel='python benchmarks/openspiel_ismcts.py'

It runs where OpenSpiel is installed, and needs nothing of ours: the bot is ``ISMCTSBot`` of
``open_spiel.python.algorithms.ismcts`` as it is, with 1,000 simulations, playouts at random, and
the constant that its own tests use. The game is that of ``openspiel_whist.py``, together with what
its players have seen; worlds are drawn uniformly among all that fit.
"""

# mypy: allow-subclassing-any, allow-untyped-defs, allow-untyped-calls

from __future__ import annotations

import argparse
import json
import sys
from random import Random
from typing import Any

import numpy as np
import pyspiel  # type: ignore[import-not-found]
from open_spiel.python.algorithms.ismcts import (  # type: ignore[import-not-found, import-untyped, unused-ignore]
    ISMCTSBot,
)
from openspiel_layouts import RANKS, Layouts
from openspiel_whist import CARDS, GAME_INFO, PLAYERS, WhistState, game_type

SIMULATIONS = 1000
UCT_C = 5.0
"""As in OpenSpiel's tests; here a deal returns -7 to 7."""

NO_CARD = -1
LETTERS, SUIT_LETTERS = "23456789TJQKA", "CDHS"


class SeenWhistState(WhistState):
    """The same deal, with the cards that have been played and the suits that seats are out of."""

    def __init__(self, game):
        super().__init__(game)
        self.played: list[int] = []
        self.voids: list[frozenset[int]] = [frozenset()] * PLAYERS
        self.turn_up = NO_CARD

    def _apply_action(self, action):
        if self.pack:
            super()._apply_action(action)
            if not self.pack:
                self.turn_up = action
                for hand in self.hands:
                    hand.sort()
            return
        if self.trick and self.trick[0] // RANKS != action // RANKS:
            seat, led = self.next_player, self.trick[0] // RANKS
            self.voids[seat] = self.voids[seat] | {led}
        self.played.append(action)
        super()._apply_action(action)

    def information_state_string(self, player=None):
        """The player's hand and what all have seen: turn-up and plays."""
        hand = self.hands[self.next_player if player is None else player]
        return bytes([*hand, CARDS, self.turn_up, *self.played]).decode("latin1")

    def layouts(self, player):
        """What a player can't see: the other seats, and all ways that their cards may lie."""
        others = [seat for seat in range(PLAYERS) if seat != player]
        known = {*self.played, *self.hands[player]}
        sizes = [len(self.hands[seat]) for seat in others]
        if self.turn_up not in known:  # the dealer, seat 0, holds it
            known.add(self.turn_up)
            sizes[others.index(0)] -= 1
        hidden = [card for card in range(CARDS) if card not in known]
        return others, Layouts(hidden, sizes, [self.voids[seat] for seat in others])

    def in_world(self, player, others, hands):
        """The same for one player, with such cards in the hands of the others."""
        state = SeenWhistState(self.get_game())
        state.pack, state.trump, state.turn_up = [], self.trump, self.turn_up
        state.trick, state.tricks = self.trick[:], self.tricks[:]
        state.next_player, state.played = self.next_player, self.played[:]
        state.voids = self.voids[:]
        state.hands[player] = self.hands[player][:]
        for seat, hand in zip(others, hands, strict=True):
            state.hands[seat] = hand
        if self.turn_up not in self.played and player != 0:
            state.hands[0] = sorted([*state.hands[0], self.turn_up])
        return state


class SeenWhistGame(pyspiel.Game):
    """One deal of whist whose players know what they have seen; seat 0 deals."""

    def __init__(self, params=None):
        super().__init__(_GAME_TYPE, GAME_INFO, params or {})

    def new_initial_state(self):
        """The pack before the deal."""
        return SeenWhistState(self)


_GAME_TYPE = game_type("python_whist_seen", "Python Whist, with what players have seen", seen=True)
pyspiel.register_game(_GAME_TYPE, SeenWhistGame)


class RandomPlayout:
    """What OpenSpiel's ``RandomRolloutEvaluator`` does, for this game, without its detours."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def prior(self, state: Any) -> list[tuple[int, float]]:
        """Each legal card is as likely."""
        cards = state.legal_actions()
        return [(card, 1 / len(cards)) for card in cards]

    def evaluate(self, state: Any) -> list[float]:
        """What the deal returns if all play on at random; the state is played out."""
        chance = self._rng.random
        hands, trick, tricks, seat = state.hands, state.trick, state.tricks, state.next_player
        for _ in range(sum(map(len, hands))):
            cards = hands[seat]
            if trick:
                led = trick[0] // RANKS
                cards = [card for card in cards if card // RANKS == led] or cards
            card = cards[int(chance() * len(cards))]
            hands[seat].remove(card)
            trick.append(card)
            seat = (seat + 1) % PLAYERS
            if len(trick) == PLAYERS:
                seat = state._winner(seat)
                tricks[seat] += 1
                trick.clear()
        returns: list[float] = state.returns()
        return returns


def make_bot(game: Any, seed: int, simulations: int = SIMULATIONS) -> Any:
    """OpenSpiel's bot, whose luck comes from a seed."""
    rng = Random(seed)
    luck = np.random.RandomState(seed % 2**32)
    bot = ISMCTSBot(game, RandomPlayout(rng), UCT_C, simulations, random_state=luck)
    drawn: dict[int, Any] = {}

    def resample(state: Any, player: int) -> Any:
        if id(state) not in drawn:
            drawn.clear()
            drawn[id(state)] = state.layouts(player)
        others, layouts = drawn[id(state)]
        return state.in_world(player, others, layouts.draw(rng))

    bot.set_resampler(resample)
    return bot


def state_of(game: Any, view: dict[str, Any]) -> Any:
    """The deal as a seat sees it; of the others' hands only the number of cards is right."""
    state, dealer = game.new_initial_state(), view["dealer"]
    state.pack, state.turn_up = [], _card(view["turn_up"])
    state.trump = SUIT_LETTERS.index(view["trump"])
    tricks = [(trick["seats"], trick["cards"]) for trick in view["tricks"]]
    tricks.append((view["table_seats"], view["table"]))
    state.played = [_card(card) for _, cards in tricks for card in cards]
    state.trick = [_card(card) for card in view["table"]]
    state.next_player = (view["seat"] - dealer) % PLAYERS
    for seat in range(PLAYERS):
        place = (seat - dealer) % PLAYERS
        state.tricks[place] = view["won"][seat]
        state.voids[place] = frozenset(map(SUIT_LETTERS.index, view["voids"][seat]))
        state.hands[place] = [-1] * view["counts"][seat]
    state.hands[state.next_player] = sorted(map(_card, view["hand"]))
    return state


def _card(name: str) -> int:
    return RANKS * SUIT_LETTERS.index(name[1]) + LETTERS.index(name[0])


def main() -> None:
    """Speaks with the arena: ``docs/arena.md``."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--simulations", type=int, default=SIMULATIONS)
    simulations = parser.parse_args().simulations
    game = pyspiel.load_game("python_whist_seen")
    for line in sys.stdin:
        told = json.loads(line)
        if told["type"] == "bye":
            break
        answer = {"protocol": "oddtrick-bot/1"}
        if told["type"] == "hello" and told["rules"]["game"] != "whist":
            sys.exit("this program plays whist only")
        if told["type"] == "choose":
            card = make_bot(game, told["seed"], simulations).step(state_of(game, told["view"]))
            answer = {"action": LETTERS[card % RANKS] + SUIT_LETTERS[card // RANKS]}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
