"""Short-pack whist as a game tree of its own: no module of ours, no OpenSpiel.

Every deal and every play is enumerated. Best responses follow from the definition, the value of the
game from the linear program of the sequence form (Koller, Megiddo and von Stengel, 1996).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import combinations
from typing import NamedTuple

import numpy as np

Card = tuple[int, int]
"""Suit and rank; a higher rank is better."""

InformationSet = tuple[int, tuple[Card, ...], Card, tuple[Card, ...]]
"""The player, its cards as dealt, the card turned up, and the plays so far."""

Choice = tuple[InformationSet, Card]
Policy = Callable[[InformationSet, list[Card]], list[float]]

LEADER = 1
"""Seat 0 deals, so seat 1 leads."""


class History(NamedTuple):
    """One way for a deal to go.

    Attributes:
        chance: the probability of the deal.
        margin: the tricks of player 0 less those of player 1.
        choices: the choices of both players, forced cards among them, each with what was legal.
    """

    chance: float
    margin: int
    choices: tuple[tuple[InformationSet, list[Card], Card], ...]


def histories(suits: int, ranks: int, cards: int) -> list[History]:
    """Returns every history of the game."""
    pack = [(suit, rank) for suit in range(suits) for rank in range(ranks)]
    deals = [
        (one, other, turned)
        for one in combinations(pack, cards)
        for other in combinations([card for card in pack if card not in one], cards)
        for turned in pack
        if turned not in one and turned not in other
    ]
    return [
        History(1 / len(deals), margin, choices)
        for one, other, turned in deals
        for margin, choices in _plays((one, other), turned, (), LEADER)
    ]


def _plays(
    dealt: tuple[tuple[Card, ...], ...], turned: Card, plays: tuple[Card, ...], leader: int
) -> Iterator[tuple[int, tuple[tuple[InformationSet, list[Card], Card], ...]]]:
    """Yields each way to play on, with its margin."""
    if len(plays) == 2 * len(dealt[0]):
        yield 0, ()
        return
    player = leader if len(plays) % 2 == 0 else 1 - leader
    legal = [card for card in dealt[player] if card not in plays]
    if len(plays) % 2:
        legal = [card for card in legal if card[0] == plays[-1][0]] or legal
    seen = (player, dealt[player], turned, plays)
    for card in legal:
        following, won = leader, 0
        if len(plays) % 2:
            lead = plays[-1]
            beaten = card[1] > lead[1] if card[0] == lead[0] else card[0] == turned[0]
            following = player if beaten else leader
            won = 1 if following == 0 else -1
        for margin, choices in _plays(dealt, turned, (*plays, card), following):
            yield won + margin, ((seen, legal, card), *choices)


def best_response(tree: list[History], player: int, policy: Policy) -> float:
    """Returns the most that a player can expect against a policy of the other."""
    weighted = []
    for history in tree:
        weight = history.chance * (history.margin if player == 0 else -history.margin)
        own = []
        for seen, legal, card in history.choices:
            if seen[0] == player:
                own.append((seen, card))
            else:
                weight *= policy(seen, legal)[legal.index(card)]
        weighted.append((tuple(own), weight))
    return _best(weighted, 0)


def _best(weighted: list[tuple[tuple[Choice, ...], float]], depth: int) -> float:
    """The best sum of weights from a decision on, over choices made by information set."""
    total: float = 0.0
    sets: dict[InformationSet, dict[Card, list[tuple[tuple[Choice, ...], float]]]] = {}
    for own, weight in weighted:
        if len(own) == depth:
            total += weight
        else:
            seen, card = own[depth]
            sets.setdefault(seen, {}).setdefault(card, []).append((own, weight))
    return total + sum(
        max(_best(after, depth + 1) for after in cards.values()) for cards in sets.values()
    )


def exploitability(tree: list[History], policy: Policy) -> float:
    """Returns the mean of what both players could gain on each other's policy."""
    return (best_response(tree, 0, policy) + best_response(tree, 1, policy)) / 2


def game_value(tree: list[History]) -> float:
    """Returns what player 0 expects if both play an equilibrium."""
    own, other = _sequences(tree, 0), _sequences(tree, 1)
    payoff = np.zeros((len(own.numbers), len(other.numbers)))
    for history in tree:
        row, column = own.last(history, 0), other.last(history, 1)
        payoff[row, column] += history.chance * history.margin
    # Maximise f·q over realisation plans x with E x = e and F^T q <= A^T x.
    sets, columns = len(other.constraints), len(own.numbers)
    objective = np.concatenate([np.zeros(columns), -np.eye(sets)[0]])
    upper = np.hstack([-payoff.T, other.constraints.T])
    equal = np.hstack([own.constraints, np.zeros((len(own.constraints), sets))])
    linprog = import_module("scipy.optimize").linprog  # here: it loads slowly
    solved = linprog(
        objective,
        A_ub=upper,
        b_ub=np.zeros(len(upper)),
        A_eq=equal,
        b_eq=np.eye(len(equal))[0],
        bounds=[(0, None)] * columns + [(None, None)] * sets,
    )
    assert solved.success
    return float(-solved.fun)


class _Sequences(NamedTuple):
    """The sequences of a player, numbered from the empty one, and the plan constraints on them."""

    numbers: dict[tuple[Choice, ...], int]
    constraints: np.ndarray[tuple[int, int], np.dtype[np.float64]]

    def last(self, history: History, player: int) -> int:
        """Returns the number of the player's sequence in a history."""
        return self.numbers[_own(history, player)]


def _own(history: History, player: int) -> tuple[Choice, ...]:
    return tuple((seen, card) for seen, _, card in history.choices if seen[0] == player)


def _sequences(tree: list[History], player: int) -> _Sequences:
    numbers: dict[tuple[Choice, ...], int] = {(): 0}
    children: dict[tuple[tuple[Choice, ...], InformationSet], set[int]] = {}
    for history in tree:
        own = _own(history, player)
        for size in range(1, len(own) + 1):
            number = numbers.setdefault(own[:size], len(numbers))
            children.setdefault((own[: size - 1], own[size - 1][0]), set()).add(number)
    constraints = np.zeros((1 + len(children), len(numbers)))
    constraints[0, 0] = 1
    for row, ((before, _), after) in enumerate(children.items(), start=1):
        constraints[row, numbers[before]] = -1
        constraints[row, list(after)] = 1
    return _Sequences(numbers, constraints)
