"""Tests of docs/examples/ppo.py that test_each_extra.py runs in an environment with PyTorch.

The name keeps them out of the default run: the environment of development has no PyTorch.
"""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from oddtrick.arena import play_duplicate
from oddtrick.games import rules_of
from oddtrick.solver.deals import DealStart, VectorDeals, legal_table

torch: Any = import_module("torch")  # unknown to mypy, which runs where there is none
onnxruntime: Any = import_module("onnxruntime")

SCRIPT = Path(__file__).parents[2] / "docs" / "examples" / "ppo.py"

pytestmark = pytest.mark.filterwarnings("ignore")  # torch warns of its own deprecations


@pytest.fixture(scope="module")
def ppo() -> Any:
    spec = importlib.util.spec_from_file_location("ppo_example", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look up their annotations there
    spec.loader.exec_module(module)
    torch.set_num_threads(1)
    return module


def small(ppo: Any, game: str, **more: Any) -> Any:
    settings = ppo.Settings(deals=210, width=48, minibatch=512, rate=3e-3, **more)
    return ppo.Trainer(rules_of(game), settings)


def against_random(ppo: Any, trainer: Any, file: Path, deals: int) -> Any:
    rules = trainer.rules
    ppo.export(trainer.actor, rules.game, file)
    return play_duplicate(rules, f"onnx:{file}", "random", deals=deals, seed=5)


@pytest.mark.parametrize(
    ("game", "rounds", "deals"), [("whist", 20, 60), ("knockout-whist", 6, 80)]
)
def test_a_short_training_beats_random_play(
    ppo: Any, tmp_path: Path, game: str, rounds: int, deals: int
) -> None:
    """The 95 % interval is above an even result by half of its own width at least."""
    trainer = small(ppo, game)
    for turn in range(rounds):
        trainer.iterate(turn / rounds)
    outcome = against_random(ppo, trainer, tmp_path / "a.onnx", deals)
    low, high = outcome.ci95
    assert low - outcome.break_even > (high - low) / 2


def test_the_script_writes_a_network_and_a_rising_curve(tmp_path: Path) -> None:
    """The first measurement is made before the training; the last one beats random play."""
    words = ["whist", "--minutes", "0.3", "--every", "0.3", "--opponent", "random"]
    files = ["--deals", "120", "--out", "whist.onnx", "--curve", "curve.json"]
    subprocess.run(
        [sys.executable, "-W", "ignore", str(SCRIPT), *words, *files], cwd=tmp_path, check=True
    )
    curve = json.loads((tmp_path / "curve.json").read_text())
    first, last = curve["points"][0], curve["points"][-1]
    assert (first["minutes"], first["deals"]) == (0, 0)
    assert last["minutes"] >= 0.3
    # How far it rises depends on the time that a busy machine gives it, and the start on luck.
    assert last["low"] > 0
    assert curve["command"].startswith("ppo.py whist --minutes 0.3")
    assert (tmp_path / "whist.onnx").stat().st_size > 10_000


def test_an_untrained_network_is_no_better_than_random_play(ppo: Any, tmp_path: Path) -> None:
    outcome = against_random(ppo, small(ppo, "whist"), tmp_path / "a.onnx", 60)
    assert outcome.ci95[0] < 0.5


def test_the_exported_network_scores_as_the_trained_one(ppo: Any, tmp_path: Path) -> None:
    trainer, file = small(ppo, "scotch-whist"), tmp_path / "a.onnx"
    ppo.export(trainer.actor, "scotch-whist", file)
    session = onnxruntime.InferenceSession(str(file))
    for count in (1, 7):
        seen = VectorDeals(trainer.rules, count, seed=3).look().observations.astype(np.float32)
        (scores,) = session.run(None, {"observation": seen})
        with torch.inference_mode():
            wanted = trainer.actor(torch.from_numpy(seen)).numpy()
        assert np.allclose(scores, wanted, atol=1e-4)


def test_a_network_treats_all_suits_alike(ppo: Any) -> None:
    """Suits exchanged in the observation are exchanged in the scores."""
    trainer = small(ppo, "knockout-whist")
    now = VectorDeals(trainer.rules, 8, seed=1, start=DealStart(number=2, chooser=1)).look()
    seen, swap = now.observations.astype(np.float32), np.array([2, 0, 3, 1])
    cards = (13 * swap[:, None] + np.arange(13)).ravel()
    other = seen.copy()
    for name, size in (("hand", 52), ("table", 52), ("turn_up", 52), ("earlier", 52), ("led", 4)):
        place = ppo.PARTS[name]
        other[:, place] = seen[:, place][:, cards if size == 52 else swap]
    for row in range(8):
        begin = ppo.PARTS["played"].start + 52 * row
        other[:, begin : begin + 52] = seen[:, begin : begin + 52][:, cards]
    with torch.inference_mode():
        one, two = (trainer.actor(torch.from_numpy(each)).numpy() for each in (seen, other))
    assert np.allclose(two[:, :52], one[:, cards], atol=1e-4)
    assert np.allclose(two[:, 52:], one[:, 52 + swap], atol=1e-4)


def test_advantages_follow_from_the_definition(ppo: Any) -> None:
    """The estimate of each decision, summed forward over all later ones of the deal."""
    trainer, rng = small(ppo, "whist"), np.random.default_rng(1)
    turns, deals = 12, 3
    choice = rng.random((turns, deals)) < 0.7
    values = rng.normal(size=(turns, deals, 4)).astype(np.float32)
    results = rng.normal(size=(deals, 4)).astype(np.float32)
    found = trainer._gains(choice, values, results)
    for deal in range(deals):
        decisions = np.flatnonzero(choice[:, deal])
        expected = np.vstack([values[decisions, deal], results[deal]])
        errors = np.diff(expected, axis=0)
        for place, turn in enumerate(decisions):
            later = errors[place:]
            discounts = trainer.settings.trace ** np.arange(len(later))[:, None]
            wanted = (later * discounts).sum(axis=0)
            assert found[turn, deal] == pytest.approx(wanted, abs=1e-5)


def test_the_results_of_a_deal_go_clockwise_from_the_seat_to_act(ppo: Any) -> None:
    """With lambda 1 the critic should have expected the results, the margin of two sides."""
    target = small(ppo, "whist", trace=1.0)._play(DealStart(), 20).target.numpy()
    assert np.abs(target[:, 0]).max() > 0.1
    assert np.allclose(target, target[:, :1] * [1, -1, 1, -1], atol=1e-5)


def test_a_knockout_counts_the_chance_to_win_the_match(ppo: Any) -> None:
    """K4, K5: out is worth nothing, and the one with most tricks chooses trumps next."""
    trainer = small(ppo, "knockout-whist")
    trainer.worth[1, 3] = 0.3, 0.4
    tricks = np.array([[3, 4, 0, 0], [7, 0, 0, 0], [3, 3, 1, 0]])
    found = trainer._results(tricks, DealStart()) / 3
    wanted = [[0.5, 0.5, 0, 0], [1, 0, 0, 0], [0.35, 0.35, 0.3, 0]]
    assert found == pytest.approx(np.array(wanted))


def test_a_knockout_learns_what_choosing_trumps_is_worth(ppo: Any) -> None:
    """K3: the chance of a chooser moves to what choosers reached, by a tenth."""
    trainer = small(ppo, "knockout-whist")
    start = DealStart(number=6, seats=(0, 2), chooser=2)
    trainer._results(np.array([[0, 0, 1, 0], [0, 0, 1, 0]]), start)
    assert trainer.worth[6, 2] == pytest.approx([0.45, 0.55])


def test_only_decisions_with_a_choice_are_learnt_from(ppo: Any) -> None:
    decisions = small(ppo, "whist")._play(DealStart(), 20)
    assert (decisions.legal.sum(dim=1) > 1).all()
    assert decisions.legal[range(len(decisions.action)), decisions.action].all()
    held = decisions.seen[:, ppo.PARTS["held"]][:, 1:4].sum(dim=1)
    assert (decisions.others.sum(dim=(1, 2)) == held).all()
    legal = legal_table(np.array([0b11], np.uint64))
    assert legal.sum() == 2
