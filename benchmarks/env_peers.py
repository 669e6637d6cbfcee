"""Random play in environments of other libraries, and in ours, measured alike.

Each runner plays whole episodes, one after another or in a batch, and counts the decisions of
players. In the first way actions are drawn at random from the legal ones; in the second they were
chosen beforehand, so that only the environment is measured: its step, the legal actions and the
observation of the seat to act.
"""

# mypy: disallow-untyped-calls=False, allow-untyped-defs

from __future__ import annotations

import random
import time
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from oddtrick.games import rules_of
from oddtrick.solver.deals import VectorDeals, legal_table

if TYPE_CHECKING:
    from collections.abc import Callable


BATCH = 1_024
EPISODES = 20
"""Episodes of a game that is stepped one state at a time."""


class Rate(NamedTuple):
    """Decisions a second of processor time.

    Attributes:
        drawn: with actions drawn at random.
        given: with actions chosen beforehand.
    """

    drawn: float
    given: float


@dataclass
class KernelDeals:
    """Deals of ours, stepped in a batch by the kernel; every seat plays."""

    game: str

    def __call__(self, seed: int) -> Rate:
        """Plays a batch at random, then the same deals with the same actions."""
        deals = VectorDeals(rules_of(self.game), BATCH, seed=seed)
        rng, actions = np.random.default_rng(seed), list[Any]()
        now, began = deals.look(), time.process_time()
        while not now.over.all():
            legal = legal_table(now.masks)
            actions.append((legal * (1 - rng.random(legal.shape, np.float32))).argmax(axis=1))
            now = deals.step(actions[-1])
        middle = time.process_time()
        deals.reset(seed)
        again = time.process_time()
        for each in actions:
            deals.step(each)
        steps = len(actions) * BATCH
        return Rate(steps / (middle - began), steps / (time.process_time() - again))


@dataclass
class SpielGame:
    """A game of OpenSpiel through its Python interface, one state after another."""

    game: Any
    episodes: int = EPISODES

    def __call__(self, seed: int) -> Rate:
        """Plays episodes at random, then the same ones with the same actions."""
        rng, played = random.Random(seed), list[list[int]]()
        looks = _look_of(self.game)
        began, decisions = time.process_time(), 0
        for _ in range(self.episodes):
            state = self.game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(rng.choices(outcomes, chances)[0])
                    continue
                looks(state)
                state.apply_action(rng.choice(state.legal_actions()))
                decisions += 1
            played.append(state.history())
        middle = time.process_time()
        for history in played:
            state = self.game.new_initial_state()
            for action in history:
                if not state.is_chance_node():
                    looks(state)
                    state.legal_actions()
                state.apply_action(action)
        return Rate(decisions / (middle - began), decisions / (time.process_time() - middle))


def _look_of(game: Any) -> Callable[[Any], object]:
    """The input of an agent: the observation, or the information state if there is none."""
    kind = game.get_type()
    if kind.provides_observation_tensor:
        return lambda state: state.observation_tensor()
    return lambda state: state.information_state_tensor()


class PgxGame:
    """A game of pgx, stepped in a batch by compiled code."""

    def __init__(self, name: str) -> None:
        jax, pgx = import_module("jax"), import_module("pgx")  # optional

        self._jax, env = jax, pgx.make(name)

        def drawn(state: Any, key: Any) -> Any:
            logits = jax.numpy.log(state.legal_action_mask.astype(np.float32))
            action = jax.random.categorical(key, logits, axis=-1)
            return jax.vmap(env.step)(state, action), action

        self._init = jax.jit(jax.vmap(env.init))
        self._drawn = jax.jit(drawn)
        self._given = jax.jit(jax.vmap(env.step))
        self(0)  # compiles

    def __call__(self, seed: int) -> Rate:
        """Plays a batch at random until every episode has ended, then the same actions again."""
        jax = self._jax
        state = first = self._init(jax.random.split(jax.random.PRNGKey(seed), BATCH))
        key, actions, decisions = jax.random.PRNGKey(seed + 1), list[Any](), 0
        began = time.process_time()
        while not bool(state.terminated.all()):
            decisions += int((~state.terminated).sum())
            key, own = jax.random.split(key)
            state, action = self._drawn(state, own)
            actions.append(action)
        middle = time.process_time()
        state = first
        for action in actions:
            state = self._given(state, action)
        state.terminated.block_until_ready()
        return Rate(decisions / (middle - began), decisions / (time.process_time() - middle))


def batch_runners() -> dict[str, Callable[[int], Rate]]:
    """Returns the runners of ours and of the peers that are installed, by title."""
    runners: dict[str, Callable[[int], Rate]] = {
        f"oddtrick, {title}, {BATCH:,} deals at once": KernelDeals(game)
        for title, game in (("whist", "whist"), ("scotch whist", "scotch-whist"))
    }
    if find_spec("pyspiel"):
        import pyspiel  # noqa: PLC0415

        import oddtrick.envs.openspiel  # noqa: PLC0415

        oddtrick.envs.openspiel.register_openspiel()
        # Bridge scores by double-dummy analysis otherwise, which takes seconds a deal.
        bridge = "bridge(use_double_dummy_result=false)"
        for name in ("spades", "hearts", bridge, "euchre", "oh_hell"):
            title = f"OpenSpiel in C++, {name.partition('(')[0]}"
            runners[title] = SpielGame(pyspiel.load_game(name))
        own = SpielGame(pyspiel.load_game("oddtrick_whist"), EPISODES // 4)
        runners["oddtrick, whist through OpenSpiel, in Python"] = own
    if find_spec("pgx"):
        for name in ("kuhn_poker", "leduc_holdem", "sparrow_mahjong"):
            runners[f"pgx, {name}, {BATCH:,} at once"] = PgxGame(name)
    return runners
