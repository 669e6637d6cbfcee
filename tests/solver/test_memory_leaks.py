"""Repeated use of the kernel leaves no memory behind."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.support.extent import part

_MEASURE = """
from pathlib import Path
{setup}
def peak():
    status = Path("/proc/self/status").read_text().split()
    return 1024 * int(status[status.index("VmHWM:") + 1])
for _ in range({rounds}):
    {act}
warm = peak()
for _ in range({rounds}):
    {act}
print(peak() - warm)
"""


def growth(act: str, setup: str, rounds: int) -> int:
    """Bytes by which a fresh process grows the second time that it does `act` for `rounds` rounds.

    What it keeps on purpose, such as a table of a fixed size, it has from the first time. The peak
    is asked for, and not what is held now: it can't fall, so what the allocator gives back and
    takes again does not count. Linux is asked itself: `getrusage` begins with the peak of the
    process that started this one.
    """
    script = _MEASURE.format(setup=setup, act=act, rounds=rounds)
    command = [sys.executable, "-c", script]
    fields = subprocess.run(command, capture_output=True, text=True, check=True)
    assert fields.stderr == "", "nothing complained"
    return int(fields.stdout)


pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="as Linux tells the peak"),
    # Sanitizers keep what was freed, to catch who still uses it; they look for leaks themselves.
    pytest.mark.unsanitized,
]

ALLOWED = 1 << 20
"""Bytes: the odd page of the allocator. Ten bytes lost in each of the rounds are more."""

ROUNDS = 200_000

ACTS = {
    "saying its level": ("_kernel.level()", ROUNDS),
    "counting layouts": ("_kernel.Layouts([1, 1], [(3, 3)]).count", ROUNDS),
    "drawing layouts": ("layouts.draw_rows(1, 0, rows)", ROUNDS),
    "listing layouts": ("layouts.list_rows([1, 0, 0, 0], rows)", ROUNDS),
    "refusing layouts": ("refuse(lambda: _kernel.Layouts([2], [(1, 1)]))", 50_000),
    "making a position": ("replace(position).kernel()", 20_000),
    "making a solver": ("Solver().solve(position)", 20_000),
    "solving": ("kernel.solve_cards(whole, None, None, None)", ROUNDS),
    "solving for an objective": ("kernel.solve_cards(whole, objective, None, None)", 50_000),
    "stopping a search": ("refuse(lambda: _kernel.Solver(0).solve(whole, None, 0, None))", 20_000),
    "solving many": ("_kernel.solve_cards_many([(whole, objective)], 1, 0, None, None)", 5_000),
    "playing deals with calls": ("play_deals(called, 1, 1, record=['order'])", 300),
    "stepping deals with calls": ("VectorDeals(called, 1, seed=1, order=True).observe(0)", 300),
    "playing deals": ("play_deals(rules, 2, 1, threads=1, record=['actions', 'masks'])", 1_000),
    "stepping and renewing": (
        "deals.step(legal_table(deals.renew(chosen).masks).argmax(axis=1), chosen)",
        20_000,
    ),
    "evaluating": ("evaluate(view, 3, 1, threads=2)", 1_000),
    "evaluating without time": ("evaluate(view, 3, 1, seconds=0)", 500),
    "imagining": ("RolloutPosition(view)", 2_000),
    "weighing and playing out": (
        "here.log_likelihood(drawn, [policy]), here.roll_out(drawn, policy, 1)",
        1_000,
    ),
    "playing out a stock": ("roll_out_drawing(drawing, drawing.legal[:1], stocks, 1)", 500),
    "refusing other worlds": ("refuse(lambda: here.roll_out(wrong, policy, 1))", 20_000),
    "refusing to evaluate": ("refuse(lambda: evaluate(view, 0, 1))", ROUNDS),
}
"""The actions and their repetitions, enough for a leak of a few bytes to show.

What takes longer is done less often: there it is a table or an array lost that would show.
"""


SETUP = """
import numpy as np
from msgspec.structs import replace
from oddtrick.dealing import new_match
from oddtrick.games import rules_of
from oddtrick.match import Playing
from oddtrick.solver import _kernel, Objective, Position, Solver
from oddtrick.solver.pimc import evaluate
from oddtrick.solver.deals import VectorDeals, legal_table, play_deals
from oddtrick.bots.search.rollout import FEATURE_COUNT, Policy, RolloutPosition, roll_out_drawing
from oddtrick.solver.sampling import SampledWorlds, worlds
rows = np.empty((1, 2), np.uint64)
layouts = _kernel.Layouts([1, 1], [(3, 3)])
called = rules_of("bid-whist")
position = Position.parse(["A2...", "K3...", "..A2.", "..K3."], trump="D", leader=1)
whole = position.kernel()
objective = Objective.from_function(lambda end: end.tricks, tricks=2).kernel()
kernel = _kernel.Solver(0)
rules = rules_of("knockout-whist", players=2)
deals, chosen = VectorDeals(rules, 2), np.array([True, True])
match = new_match("knockout-whist", players=3, seed=1)
while not isinstance(match.phase, Playing) or len(match.view(match.to_act).hand) > 2:
    match = match.apply(match.legal_actions()[0])
view = match.view(match.to_act)
here, drawn = RolloutPosition(view), worlds(view).draw(2, 1)
policy = Policy(np.zeros(FEATURE_COUNT, np.int16))
wrong = SampledWorlds(np.roll(drawn.hands, 1, axis=1), drawn.later, drawn.rest)
drawing = new_match("german-whist", seed=1, dealer=0).view(1)
stocks = worlds(drawing).draw(2, 1)
def refuse(wrong):
    try:
        wrong()
    except (ValueError, RuntimeError):
        pass
"""
"""The inputs of the actions."""


@pytest.mark.parametrize("name", part(ACTS, 3))
def test_the_kernel_does_not_leak_memory_by(name: str) -> None:
    act, rounds = ACTS[name]
    assert growth(act, SETUP, rounds) < ALLOWED


def test_a_leak_of_a_few_bytes_a_round_is_detected() -> None:
    assert growth("lost.append(bytes(8))", "lost = []", ROUNDS) > ALLOWED
