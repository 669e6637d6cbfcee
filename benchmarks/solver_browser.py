"""Measures the solver of the page in Chromium against the native kernel, on the same whole deals.

python benchmarks/solver_browser.py [--deals N] [--write]
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import tempfile
import threading
import time
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from match_speed import day, machine, write
from playwright.sync_api import sync_playwright

from oddtrick.cards import CARDS, Hand, Suit
from oddtrick.solver import Position, Solver
from oddtrick.web.solver_rules import solver_games
from oddtrick.web.standalone_solver_page import write_bundle

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Page

DEALS = 60
SEED = 1885
TABLE_MB = 64
"""The size of the transposition table, as in the page."""
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")

ASK = """async (deal) => {
  const { SolverClient } = await import("./solver/solver-client.js");
  const client = (window.client ??= new SolverClient());
  let began = 0;
  return new Promise((done, fail) => client.ask(deal, [], {
    onProgress: () => (began = performance.now()),
    onValues: (values) => done([performance.now() - began, values]),
    onError: (message) => fail(new Error(message)),
  }));
}"""


def main() -> None:
    """Measures and prints; ``--write`` stores the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=DEALS)
    parser.add_argument("--write", action="store_true", help="keep the figures in README.md")
    args = parser.parse_args()
    lines = [
        "| every card of a whole deal of whist | native | in the page | ratio |",
        "| --- | --- | --- | --- |",
    ]
    native, page = _times(args.deals)
    for name, of in (("median", statistics.median), ("mean", statistics.fmean)):
        one, other = of(native), of(page)
        lines.append(f"| {name} | {one:.0f} ms | {other:.0f} ms | {other / one:.1f} |")
    lines += ["", f"{args.deals} deals, seed {SEED}, {day()}, {machine()}."]
    print("\n".join(lines))
    if args.write:
        write("\n".join(lines), "solver-browser")


def _times(deals: int) -> tuple[list[float], list[float]]:
    """Wall times in milliseconds, natively and in the page, deal by deal in turn.

    Raises:
        ValueError: the values differ.
    """
    rng, rules = random.Random(SEED), msgspec.to_builtins(next(solver_games()).rules)
    native: list[float] = []
    inside: list[float] = []
    with _opened_page() as page:
        for number in range(deals + 1):
            cards = rng.sample(CARDS, 52)
            hands = [Hand.of(cards[seat::4]) for seat in range(4)]
            trump, leader = rng.choice((None, *Suit)), rng.randrange(4)
            position = Position(tuple(hands), trump, leader)
            began = time.perf_counter()
            values = Solver(TABLE_MB).solve_cards(position)
            took = 1000 * (time.perf_counter() - began)
            deal: dict[str, Any] = {
                "rules": rules,
                "hands": [[str(card) for card in hand] for hand in hands],
                "trump": "N" if trump is None else trump.letter,
                "leader": leader,
            }
            there, found = page.evaluate(ASK, deal)
            if found != {str(card): value for card, value in values.items()}:
                raise ValueError(f"the values differ: {position}")
            if number:  # the first compiles the module
                native.append(took)
                inside.append(there)
    return native, inside


@contextmanager
def _opened_page() -> Iterator[Page]:
    """The solver page in a browser."""
    with tempfile.TemporaryDirectory() as folder:
        write_bundle(Path(folder))
        handler = partial(_Quiet, directory=folder)
        with (
            ThreadingHTTPServer(("127.0.0.1", 0), handler) as server,
            sync_playwright() as browsers,
        ):
            threading.Thread(target=server.serve_forever, daemon=True).start()
            browser = browsers.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
            page = browser.new_page()
            page.goto(f"http://127.0.0.1:{server.server_address[1]}/")
            yield page
            browser.close()
            server.shutdown()


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *args: object) -> None:
        """Prints nothing."""


if __name__ == "__main__":
    main()
