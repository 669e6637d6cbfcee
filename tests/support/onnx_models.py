"""Small ONNX models for tests, made without a training library."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from onnx import TensorProto, checker, helper, numpy_helper

from oddtrick.bots.onnx_bot import GAMES_KEY
from oddtrick.solver.deals.observations import ACTIONS, OBSERVATION_SIZE


def write_linear(
    path: Path,
    weights: NDArray[np.float32] | None = None,
    *,
    inputs: int = OBSERVATION_SIZE,
    outputs: int = ACTIONS,
    rows: int | str = "N",
    games: str = "",
    kind: int = TensorProto.FLOAT,
) -> Path:
    """Writes a model whose scores are a linear function of the observation.

    Args:
        path: the file.
        weights: ``[inputs, outputs]``; None: a score of 1 for each card, falling with its number.
        inputs: the size of an observation.
        outputs: the number of scores.
        rows: the size of the batch.
        games: the games in the metadata.
        kind: the type of the input.
    """
    if weights is None:
        weights = np.zeros((inputs, outputs), np.float32)
        weights[:] = -np.arange(outputs)
    nodes = [
        helper.make_node("Cast", ["observation"], ["numbers"], to=TensorProto.FLOAT),
        helper.make_node("MatMul", ["numbers", "weights"], ["scores"]),
    ]
    graph = helper.make_graph(
        nodes,
        "linear",
        [helper.make_tensor_value_info("observation", kind, [rows, inputs])],
        [helper.make_tensor_value_info("scores", TensorProto.FLOAT, [rows, outputs])],
        [numpy_helper.from_array(weights.astype(np.float32), "weights")],
    )
    model = helper.make_model(
        graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=9, producer_name="tests"
    )
    if games:
        helper.set_model_props(model, {GAMES_KEY: games})
    checker.check_model(model)
    path.write_bytes(model.SerializeToString())
    return path
