"""Draws learning-curve.svg from the curves that the training wrote beside it.

    python docs/examples/ppo.py whist --out whist.onnx --curve docs/images/learning-whist.json
    python docs/images/make_learning_curve.py

It needs ``pip install '.[docs]'``.
"""

# ruff: noqa: INP001 (a script, no package)

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import matplotlib as mpl

mpl.use("svg")

import matplotlib.pyplot as plt

FOLDER = Path(__file__).parent
CURVES = ("learning-whist.json", "learning-knockout-whist.json")
UNITS = {"knockout-whist": ("matches won", 0.25)}
"""The unit of results, and the result of an even match; in tricks and 0 elsewhere."""

COLOUR = "#2a7f62"


def main() -> None:
    """Draws one panel for each game."""
    plt.rcParams |= {"svg.hashsalt": "oddtrick", "font.size": 9, "svg.fonttype": "none"}
    curves = [json.loads((FOLDER / name).read_text(encoding="utf-8")) for name in CURVES]
    figure, panels = plt.subplots(1, len(curves), figsize=(8, 3.4), layout="constrained")
    for panel, curve in zip(panels, curves, strict=True):
        draw(panel, curve)
    figure.savefig(FOLDER / "learning-curve.svg", metadata={"Date": None})


def draw(panel: Any, curve: dict[str, Any]) -> None:
    """Draws one curve with its 95 % intervals; below it the date, the command, the machine."""
    unit, even = UNITS.get(curve["game"], ("tricks a deal", 0.0))
    points = curve["points"]
    minutes = [point["minutes"] for point in points]
    panel.fill_between(
        minutes,
        [point["low"] for point in points],
        [point["high"] for point in points],
        color=COLOUR,
        alpha=0.25,
        linewidth=0,
    )
    panel.plot(minutes, [point["mean"] for point in points], "o-", color=COLOUR, markersize=3)
    panel.axhline(even, color="#666666", linewidth=1, linestyle="--")
    panel.set_title(f"{curve['game']}, against {curve['opponent']}")
    panel.set_ylabel(unit)
    command = curve["command"].replace(" --deals", "\n--deals")
    told = f"{command}\n{curve['date']}, {curve['machine']}"
    panel.set_xlabel(f"minutes of processor time\n\n{told}", fontsize=6.5)
    panel.grid(alpha=0.3)


if __name__ == "__main__":
    main()
