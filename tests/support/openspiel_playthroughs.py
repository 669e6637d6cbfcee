"""Playthroughs of our games by OpenSpiel's own generator, as golden files.

``python -m tests.support.openspiel_playthroughs --write`` writes them to ``tests/data/openspiel``;
``tests/envs/openspiel/test_playthroughs.py`` compares them. Tensors are written as the numbers that
are not 0: ``17`` for a 1 at index 17, ``17:3`` for a 3.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pyspiel

import oddtrick.envs.openspiel

FOLDER = Path(__file__).parents[1] / "data" / "openspiel"
SEED = 1863

PLAYTHROUGHS = {
    "whist": "oddtrick_whist(honours=dealt)",
    "colonial-whist": "oddtrick_colonial_whist",
    "colonial-scotch-whist": "oddtrick_colonial_scotch_whist",
    "scotch-whist-2-players": "oddtrick_scotch_whist(players=2,reward=points)",
    "knockout-whist-3-players": "oddtrick_knockout_whist(players=3,choose=blind,broken=True)",
    "short-pack-whist": "oddtrick_short_pack_whist",
    "oh-hell-3-players": "oddtrick_oh_hell(players=3,most=4,max_deals=2)",
}
"""The game of each file."""

_TENSOR = re.compile(r"(InformationStateTensor|ObservationTensor)\((\d+)\)")
_GRID = frozenset("◯◉ ")


def transcript(game: str) -> list[str]:
    """Returns the lines of a playthrough with random actions."""
    # Here, because it loads SciPy.
    generator = import_module("open_spiel.python.algorithms.generate_playthrough")
    return list(_with_sparse_tensors(game, generator.playthrough_lines(game, seed=SEED)))


def _with_sparse_tensors(game: str, lines: list[str]) -> Iterator[str]:
    """Replaces the lines of each tensor by one; the states are played along."""
    state, told, in_tensor = pyspiel.load_game(game).new_initial_state(), "", False
    for line in lines:
        found = _TENSOR.match(line)
        if found:
            if found[0] != told:
                yield f"{found[0]} = {_sparse(state, found[1], int(found[2]))}"
            told, in_tensor = found[0], True
            continue
        if in_tensor and _GRID.issuperset(line):
            continue  # a further row of the tensor
        in_tensor = False
        yield line
        if line.startswith("action: "):
            state.apply_action(int(line.removeprefix("action: ")))


def _sparse(state: Any, kind: str, player: int) -> str:
    recall = kind == "InformationStateTensor"
    tensor = state.information_state_tensor(player) if recall else state.observation_tensor(player)
    return " ".join(
        f"{index}" if number == 1 else f"{index}:{number:g}"
        for index, number in enumerate(tensor)
        if number
    )


def main() -> None:
    """Writes every playthrough and deletes obsolete ones."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", required=True)
    parser.parse_args()
    assert oddtrick.envs.openspiel.register_openspiel()
    FOLDER.mkdir(parents=True, exist_ok=True)
    for stale in set(FOLDER.glob("*.txt")) - {FOLDER / f"{name}.txt" for name in PLAYTHROUGHS}:
        stale.unlink()
    for name, game in PLAYTHROUGHS.items():
        text = "\n".join(transcript(game)) + "\n"
        (FOLDER / f"{name}.txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
