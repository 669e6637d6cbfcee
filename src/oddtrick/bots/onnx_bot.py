"""A bot that plays by a neural network in an ONNX file, with onnxruntime alone.

The model has one input, ``[N, 742]`` float or uint8: observations as the vector environment gives
them (:mod:`oddtrick.solver.deals.observations`). Its first output, ``[N, 52]`` or ``[N, 56]``
float, has a score for each action; the bot takes the legal action with the highest one.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np

from oddtrick.cards import CARDS, Card, Suit
from oddtrick.errors import OddtrickError
from oddtrick.extras import install_command
from oddtrick.rules import PlayerAction, Rules
from oddtrick.solver.deals.observations import ACTIONS, OBSERVATION_SIZE, observe_view
from oddtrick.views import Awaited, View

PREFIX = "onnx:"
"""The prefix of a file given in place of a bot's name."""

GAMES_KEY = "oddtrick.games"
"""Metadata of a model: the ids of the games it plays, separated by commas; absent: any game."""

_TYPES: dict[str, type[np.generic]] = {"tensor(float)": np.float32, "tensor(uint8)": np.uint8}
_MAX_SHOWN = 160


class _Model(NamedTuple):
    """A loaded model.

    Attributes:
        session: the session of onnxruntime; threads may share it.
        input: the name of the input.
        dtype: the type of its numbers.
        actions: the number of actions that it scores.
        games: the ids of the games it plays; empty: any.
    """

    session: Any
    input: str
    dtype: type[np.generic]
    actions: int
    games: tuple[str, ...]


class OnnxBot:
    """Plays the legal action that a model scores highest, the lowest of several.

    Rock, paper, scissors is thrown at random (K5): a model has no scores for it.

    Args:
        path: the ONNX file.
        name: the name of the bot; None: ``onnx:`` and the path.

    Raises:
        OddtrickError: onnxruntime is missing, the file can't be read, or its inputs and outputs
            are not those of a bot.
    """

    def __init__(self, path: Path | str, name: str | None = None) -> None:
        self.path = Path(path)
        self.name = f"{PREFIX}{path}" if name is None else name
        self._model = _load(self.path, file_digest(self.path))

    def check(self, rules: Rules) -> None:
        """Checks that the model plays a game.

        Raises:
            OddtrickError: it was made for other games, or has no scores for the choice of trumps,
                or for calls.
        """
        model = self._model
        if model.games and rules.game not in model.games:
            raise OddtrickError(
                f"{self.path}: the model plays {', '.join(model.games)}, not {rules.game}"
            )
        if rules.goal.dogs_life:
            raise OddtrickError(
                f"{self.path}: a model has no score for a knock: leave dogs_life out (X5)"
            )
        if rules.course:
            raise OddtrickError(f"{self.path}: a model has no scores for the calls of {rules.game}")
        if rules.plan.stock:
            raise OddtrickError(f"{self.path}: a model does not see the stock of {rules.game}")
        if rules.goal.eliminates and model.actions < ACTIONS:
            raise OddtrickError(
                f"{self.path}: the model scores {model.actions} actions; {rules.game}, where "
                f"trumps are chosen, has {ACTIONS}"
            )

    def choose(self, view: View, rng: Random) -> PlayerAction:
        """Returns the legal action with the highest score.

        Raises:
            OddtrickError: it is not the turn of the view's seat, or a score is not a number.
        """
        if not view.legal:
            raise OddtrickError(f"it is not seat {view.seat}'s turn, so there is no choice")
        if view.awaited is Awaited.THROW:
            return rng.choice(view.legal)
        scores = self.scores(view)
        legal = [len(CARDS) + int(a) if isinstance(a, Suit) else _card(a) for a in view.legal]
        if legal[-1] >= len(scores):
            raise OddtrickError(f"{self.path}: the model has no scores for the choice of trumps")
        own = scores[legal]
        if np.isnan(own).any():
            raise OddtrickError(f"{self.path}: the score of an action is not a number")
        return view.legal[int(own.argmax())]

    def scores(self, view: View) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
        """Returns the score of each action, legal or not: ``[52]`` or ``[56]``."""
        seen = observe_view(view)[None].astype(self._model.dtype)
        found: np.ndarray[tuple[int], np.dtype[np.float32]]
        found = self._model.session.run(None, {self._model.input: seen})[0][0]
        return found


def _card(action: PlayerAction) -> int:
    assert isinstance(action, Card)
    return int(action)


def file_digest(path: Path) -> str:
    """Returns the SHA-256 of a file, which identifies the model.

    Raises:
        OddtrickError: the file can't be read.
    """
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError as error:
        raise OddtrickError(f"{path}: {(error.strerror or str(error)).lower()}") from None
    except ValueError:  # a null character in the name
        raise OddtrickError(f"{str(path)[:80]!r} is not a file name") from None


@lru_cache(16)
def _load(path: Path, digest: str) -> _Model:
    """Loads a model once for each content of its file."""
    del digest  # the key of the cache: a file that was written again is another model
    if find_spec("onnxruntime") is None:
        raise OddtrickError(f"an ONNX bot needs onnxruntime: run {install_command('onnx')}")
    runtime = import_module("onnxruntime")
    options = runtime.SessionOptions()
    options.intra_op_num_threads = 1  # the arena runs one deal on each processor
    options.log_severity_level = 4  # errors are raised too
    try:
        session = runtime.InferenceSession(
            str(path), sess_options=options, providers=["CPUExecutionProvider"]
        )
    except Exception as error:  # noqa: BLE001  # onnxruntime has no common class of its own
        reason = " ".join(str(error).split())[:_MAX_SHOWN]
        raise OddtrickError(
            f"{path}: this is not a model that onnxruntime reads: {reason}"
        ) from None
    return _checked(path, session)


def _checked(path: Path, session: Any) -> _Model:
    inputs, outputs = session.get_inputs(), session.get_outputs()
    first = inputs[0]
    if len(inputs) != 1 or first.type not in _TYPES or not _fits(first.shape, OBSERVATION_SIZE):
        have = ", ".join(f"{each.name} {each.type} {_shape(each.shape)}" for each in inputs)
        raise OddtrickError(
            f"{path}: the model takes {have[:_MAX_SHOWN]}: a bot takes one input, tensor(float) or "
            f"tensor(uint8) [N, {OBSERVATION_SIZE}]"
        )
    out = outputs[0]
    sizes = [size for size in (len(CARDS), ACTIONS) if _fits(out.shape, size)]
    if out.type != "tensor(float)" or len(sizes) != 1:
        raise OddtrickError(
            f"{path}: the model returns {out.name} {out.type} {_shape(out.shape)}: a bot returns "
            f"tensor(float) [N, {len(CARDS)}] or [N, {ACTIONS}]"
        )
    named = session.get_modelmeta().custom_metadata_map.get(GAMES_KEY, "")
    games = tuple(name.strip() for name in named.split(",") if name.strip())
    return _Model(session, first.name, _TYPES[first.type], sizes[0], games)


def _fits(shape: list[Any], size: int) -> bool:
    """True for a batch of any size, or of one, of rows of that size."""
    return len(shape) == 2 and shape[1] == size and (shape[0] == 1 or not isinstance(shape[0], int))


def _shape(shape: list[Any]) -> str:
    return "[" + ", ".join("?" if size is None else str(size) for size in shape) + "]"
