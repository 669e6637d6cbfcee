"""One deal of whist as a Python game for OpenSpiel, for comparison.

It follows the style of OpenSpiel's own Python games: a mutable ``pyspiel.State``, cards as integers
13 * suit + rank, dealt one by one by the chance player, the last one turned up for trumps. It has
no observer, which the measurements do not need.
"""

# mypy: allow-subclassing-any, allow-untyped-defs, allow-untyped-calls

from __future__ import annotations

import pyspiel

PLAYERS = 4
CARDS = 52
BOOK = 6


def game_type(short_name, long_name, *, has_information_state):
    """Returns OpenSpiel's description of whist.

    Args:
        short_name: the name to load it by.
        long_name: the display name.
        has_information_state: whether states provide information state strings.
    """
    return pyspiel.GameType(
        short_name=short_name,
        long_name=long_name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=PLAYERS,
        min_num_players=PLAYERS,
        provides_information_state_string=has_information_state,
        provides_information_state_tensor=False,
        provides_observation_string=False,
        provides_observation_tensor=False,
        parameter_specification={},
    )


_GAME_TYPE = game_type("python_whist", "Python Whist", has_information_state=False)
GAME_INFO = pyspiel.GameInfo(
    num_distinct_actions=CARDS,
    max_chance_outcomes=CARDS,
    num_players=PLAYERS,
    min_utility=-7.0,
    max_utility=7.0,
    utility_sum=0.0,
    max_game_length=CARDS,
)


class WhistGame(pyspiel.Game):
    """One deal; seat 0 deals."""

    def __init__(self, params=None):
        super().__init__(_GAME_TYPE, GAME_INFO, params or {})

    def new_initial_state(self):
        """Returns the state before the deal."""
        return WhistState(self)


class WhistState(pyspiel.State):
    """The cards left in the pack and in each hand, the trick on the table, tricks won."""

    def __init__(self, game):
        super().__init__(game)
        self.pack = list(range(CARDS))
        self.hands: list[list[int]] = [[] for _ in range(PLAYERS)]
        self.trump = None
        self.trick = []
        self.tricks = [0] * PLAYERS
        self.next_player = 1

    def current_player(self):
        """Returns the seat to act, the chance player, or the terminal player."""
        if self.pack:
            return pyspiel.PlayerId.CHANCE
        if sum(self.tricks) == CARDS // PLAYERS:
            return pyspiel.PlayerId.TERMINAL
        return self.next_player

    def _legal_actions(self, player):
        hand = self.hands[player]
        if self.trick:
            led = self.trick[0] // 13
            following = [card for card in hand if card // 13 == led]
            if following:
                return sorted(following)
        return sorted(hand)

    def chance_outcomes(self):
        """Returns equal probabilities for the cards left in the pack."""
        return [(card, 1 / len(self.pack)) for card in self.pack]

    def _apply_action(self, action):
        if self.pack:
            self._deal(action)
            return
        self.hands[self.next_player].remove(action)
        self.trick.append(action)
        self.next_player = (self.next_player + 1) % PLAYERS
        if len(self.trick) == PLAYERS:
            self.next_player = self._winner(self.next_player)
            self.tricks[self.next_player] += 1
            self.trick = []

    def _deal(self, card):
        self.pack.remove(card)
        self.hands[self.next_player].append(card)
        self.next_player = (self.next_player + 1) % PLAYERS
        if not self.pack:
            self.trump = card // 13

    def _winner(self, leader):
        best = 0
        for place, card in enumerate(self.trick):
            suit, best_suit = card // 13, self.trick[best] // 13
            if suit == best_suit:
                if card > self.trick[best]:
                    best = place
            elif suit == self.trump:
                best = place
        return (leader + best) % PLAYERS

    def _action_to_string(self, player, action):
        verb = "deal" if player == pyspiel.PlayerId.CHANCE else "play"
        return f"{verb} {'23456789TJQKA'[action % 13]}{'CDHS'[action // 13]}"

    def is_terminal(self):
        """True when all thirteen tricks have been played."""
        return not self.pack and sum(self.tricks) == CARDS // PLAYERS

    def returns(self):
        """Returns the odd tricks of the winning side; the other side loses as many."""
        if not self.is_terminal():
            return [0.0] * PLAYERS
        won = self.tricks[0] + self.tricks[2]
        odd = won - BOOK if won > BOOK else won - BOOK - 1
        return [odd if seat % 2 == 0 else -odd for seat in range(PLAYERS)]

    def __str__(self):
        return f"hands {self.hands}, trick {self.trick}, tricks {self.tricks}"


pyspiel.register_game(_GAME_TYPE, WhistGame)
