"""OpenSpiel's information-set MCTS as an external bot for the arena, for whist.

    oddtrick arena expert openspiel --bot openspiel='python benchmarks/openspiel_ismcts.py'

It needs OpenSpiel and none of our code. The bot is the unmodified ``ISMCTSBot`` of
``open_spiel.python.algorithms.ismcts`` with 1,000 simulations, random rollouts, and the exploration
constant of OpenSpiel's own tests. The game is that of ``openspiel_whist.py`` with information
states; worlds are drawn uniformly among all that are consistent with the view.
"""

# mypy: allow-subclassing-any, allow-untyped-defs, allow-untyped-calls

from __future__ import annotations

import argparse
import json
import sys
from random import Random
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from openspiel_uniform_sampling import RANKS, Layouts
from openspiel_whist import CARDS, GAME_INFO, PLAYERS, WhistState, game_type

SIMULATIONS = 1000
UCT_C = 5.0
"""The exploration constant of OpenSpiel's tests; a deal of whist returns -7 to 7."""

NO_CARD = -1
LETTERS, SUIT_LETTERS = "23456789TJQKA", "CDHS"


class ObservedWhistState(WhistState):
    """A deal with its public history: the cards played and the voids shown."""

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
        """The player's hand and the public history: the turn-up and the plays."""
        hand = self.hands[self.next_player if player is None else player]
        return bytes([*hand, CARDS, self.turn_up, *self.played]).decode("latin1")

    def layouts(self, player):
        """Returns the other seats and all layouts of their hidden cards."""
        others = [seat for seat in range(PLAYERS) if seat != player]
        known = {*self.played, *self.hands[player]}
        sizes = [len(self.hands[seat]) for seat in others]
        if self.turn_up not in known:  # the dealer, seat 0, holds it
            known.add(self.turn_up)
            sizes[others.index(0)] -= 1
        hidden = [card for card in range(CARDS) if card not in known]
        return others, Layouts(hidden, sizes, [self.voids[seat] for seat in others])

    def in_world(self, player, others, hands):
        """Returns the state with these cards in the hands of the other seats."""
        state = ObservedWhistState(self.get_game())
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


class ObservedWhistGame(pyspiel.Game):
    """One deal of whist with information states; seat 0 deals."""

    def __init__(self, params=None):
        super().__init__(_GAME_TYPE, GAME_INFO, params or {})

    def new_initial_state(self):
        """Returns the state before the deal."""
        return ObservedWhistState(self)


_GAME_TYPE = game_type(
    "python_whist_observed", "Python Whist, with information states", has_information_state=True
)
pyspiel.register_game(_GAME_TYPE, ObservedWhistGame)


class RandomRollout:
    """OpenSpiel's ``RandomRolloutEvaluator``, specialised to this game for speed."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def prior(self, state: Any) -> list[tuple[int, float]]:
        """Returns equal probabilities for all legal cards."""
        cards = state.legal_actions()
        return [(card, 1 / len(cards)) for card in cards]

    def evaluate(self, state: Any) -> list[float]:
        """Plays the state out at random, in place, and returns the result."""
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
                seat = state._winner(seat)  # noqa: SLF001  # of openspiel_whist.py
                tricks[seat] += 1
                trick.clear()
        returns: list[float] = state.returns()
        return returns


def make_bot(game: Any, seed: int, simulations: int = SIMULATIONS) -> Any:
    """Creates OpenSpiel's bot with seeded randomness."""
    rng = Random(seed)
    numpy_rng = np.random.RandomState(seed % 2**32)
    bot = ISMCTSBot(game, RandomRollout(rng), UCT_C, simulations, random_state=numpy_rng)
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
    """Builds a state from a view; the other hands have the right size but unknown cards."""
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
    """Runs the bot protocol of ``docs/arena.md``."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--simulations", type=int, default=SIMULATIONS)
    simulations = parser.parse_args().simulations
    game = pyspiel.load_game("python_whist_observed")
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "bye":
            break
        answer = {"protocol": "oddtrick-bot/1"}
        if message["type"] == "hello" and message["rules"]["game"] != "whist":
            sys.exit("this program plays whist only")
        if message["type"] == "choose":
            card = make_bot(game, message["seed"], simulations).step(
                state_of(game, message["view"])
            )
            answer = {"action": LETTERS[card % RANKS] + SUIT_LETTERS[card // RANKS]}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
