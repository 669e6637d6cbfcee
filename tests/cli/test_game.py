"""``oddtrick game check``: what works with a game, and why something does not."""

from __future__ import annotations

import inspect
import json
import re
from pathlib import Path
from typing import Any

import pytest

import oddtrick as ot
from oddtrick.cli import game_layers, make_parser
from oddtrick.cli.game_layers import WITH_EVERY_GAME, WITH_MOST_GAMES, try_layers
from oddtrick.envs import WhistAECEnv, WhistEnv, WhistParallelEnv, WhistVectorEnv
from oddtrick.errors import OddtrickError
from oddtrick.games import GAMES, Game, options_of
from oddtrick.games.validation import RESERVED_OPTIONS
from tests.support.contributing_example_game import example_game, registered
from tests.support.example_package import oddtrick_with, with_site
from tests.support.extent import part

LAYERS = [*WITH_EVERY_GAME, *WITH_MOST_GAMES]

SOURCE = """
from msgspec import Struct
from msgspec.structs import replace
from oddtrick.cards import Suit
from oddtrick.games import Game
from oddtrick.games.whist.rules import WHIST, WhistOptions
from oddtrick.scoring import OddTricks, ScoringProfile

class Scoring(OddTricks, frozen=True):
    def stages(self, deal):
        {body}

def build(options):
    return replace(WHIST.build(options), game="odd-whist", scoring=Scoring({honours}))

ODD = Game(id="odd-whist", title="Odd Whist", objective="Win.", source="A test.", cites=(),
    options=WhistOptions, build=build)
"""
USUAL = "return OddTricks.stages(self, deal)"
HEARTS = "return (tuple(min(1, c & 0xF0F0) for c in deal.side_cards(deal.taken)),)"
LATE = "assert deal.score == (0, 0), 'after the first deal'; return ((3, 0),)"


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the bots that take seconds for a decision."""
    slow = {f"bot {name}": None for name in game_layers.SEARCHING}
    fast = {layer: check for layer, check in WITH_MOST_GAMES.items() if layer not in slow}
    monkeypatch.setattr(game_layers, "WITH_MOST_GAMES", fast)


@pytest.mark.parametrize("shipped", part([*GAMES], 2), ids=lambda shipped: shipped.id)
def test_every_layer_works_with_every_game_of_ours(shipped: Game) -> None:
    results = list(try_layers(shipped))
    assert [result.layer for result in results] == LAYERS
    rules = shipped.rules()
    refused = {"no"} if rules.course or rules.plan.stock else set()
    assert [result for result in results if result.state not in {"works"} | refused] == []


def test_the_example_of_the_guide_works_everywhere(quick: None) -> None:
    with registered(example_game()):
        assert {result.state for result in try_layers(example_game())} == {"works"}


def check(folder: Path, source: str, *args: str) -> Any:
    (folder / "odd_whist.py").write_text(source)
    return oddtrick_with(with_site(folder), "game", "check", "odd_whist.py", *args, cwd=folder)


def test_a_layer_that_may_refuse_a_game_says_why_with_status_0(tmp_path: Path) -> None:
    done = check(tmp_path, SOURCE.format(body=HEARTS, honours=""))
    assert (done.returncode, done.stderr) == (0, "")
    first, *rows = done.stdout.rstrip().splitlines()
    assert first == "Odd Whist (odd-whist)"
    cells = [re.split(" {2,}", row, maxsplit=2) for row in rows]
    assert [cell[0] for cell in cells] == LAYERS
    assert all(cell[1] == "works" for cell in cells if cell[0] in WITH_EVERY_GAME)
    refused = {cell[0]: cell[2] for cell in cells if cell[1] == "no"}
    assert {"bot expert", "batches of deals"} <= refused.keys()
    assert all("Scoring can't be counted: " in reason for reason in refused.values())


def test_a_deal_of_more_points_than_the_profile_says_fails(tmp_path: Path) -> None:
    done = check(tmp_path, SOURCE.format(body="return ((100, 0),)", honours=""))
    assert done.returncode == 1
    (row,) = (row for row in done.stdout.splitlines() if row.startswith("points "))
    assert "deal 1 has 100 points for a side, but by the profile of the scoring at most 7" in row


def test_a_layer_that_fails_says_why_with_status_1(
    tmp_path: Path, quick: None, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(rules: ot.Rules) -> None:
        raise ZeroDivisionError("two\nlines")

    def leaking(rules: ot.Rules) -> None:
        raise OddtrickError("the view of seat 1 shows a hidden card")

    with registered(example_game()), pytest.MonkeyPatch.context() as patch:
        patch.setattr(game_layers, "WITH_EVERY_GAME", {"terminal": broken, "views": leaking})
        patch.setattr(game_layers, "WITH_MOST_GAMES", {"review": broken})
        told = [tuple(result) for result in try_layers(example_game())]
    assert told == [
        ("terminal", "fails", "ZeroDivisionError: two lines"),
        ("views", "fails", "the view of seat 1 shows a hidden card"),
        ("review", "fails", "ZeroDivisionError: two lines"),
    ]
    done = check(
        tmp_path,
        SOURCE.format(body=USUAL, honours="").replace(
            "return replace",
            """
    import sys
    if "oddtrick.review" in sys.modules:
        raise RuntimeError("only now")
    return replace""",
        ),
        "--json",
    )
    assert (done.returncode, done.stderr) == (1, "")
    (line,) = done.stdout.splitlines()
    found = json.loads(line)
    assert found["game"] == "odd-whist"
    assert [each["layer"] for each in found["layers"]] == LAYERS
    assert any(each["reason"] == "RuntimeError: only now" for each in found["layers"])


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("", "odd_whist: it has no oddtrick.games.Game: define one at the top level"),
        (
            "from oddtrick.games.whist.rules import WHIST",
            "odd_whist: it has no oddtrick.games.Game",
        ),
        ("1/0", "the plugin odd_whist can't be loaded: ZeroDivisionError: division by zero"),
        (SOURCE.format(body=LATE, honours=""), "line 11: AssertionError: after the first deal"),
        (SOURCE.format(body="return ()", honours=""), "odd_whist.py: stages returns '()': return"),
        (SOURCE.format(body=USUAL, honours="7"), "/odd_whist.py: "),
    ],
)
def test_a_game_that_cannot_be_played_is_one_line_with_its_file(
    source: str, told: str, tmp_path: Path
) -> None:
    done = check(tmp_path, source)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert told in done.stderr


def test_the_names_of_all_other_arguments_are_reserved() -> None:
    taken = {"rules"}
    for parser in make_parser().walk():
        if parser.prog in ("oddtrick play", "oddtrick arena", "oddtrick arena league"):
            taken |= {action.dest for action in parser.arguments if action.option_strings}
    for call in (ot.new_match, WhistEnv, WhistAECEnv, WhistParallelEnv, WhistVectorEnv):
        taken |= set(inspect.signature(call).parameters)
    taken -= {name for name in taken if name.startswith("option_")} | {"options", "deals"}
    assert taken <= RESERVED_OPTIONS
    assert not any(
        option.name in RESERVED_OPTIONS for game in GAMES for option in options_of(game.options)
    )
