"""A bot that plays by an ONNX file: by its scores alone, and only by a file that fits."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random

import numpy as np
import pytest

pytest.importorskip("onnxruntime")

from onnx import TensorProto

from oddtrick.arena import find_entrant, play_duplicate
from oddtrick.arena.players import check_entrant, create_player
from oddtrick.bots.onnx_bot import OnnxBot
from oddtrick.cards import Card
from oddtrick.dealing import new_match
from oddtrick.envs.actions import Actions
from oddtrick.errors import OddtrickError
from oddtrick.games import Game, rules_of
from oddtrick.match import ToChoose, ToThrow
from oddtrick.rules import PlayerAction
from oddtrick.solver.deals.observations import ACTIONS, OBSERVATION_SIZE, PARTS
from tests.support.bidding_games import EXCHANGE, NOMINATION
from tests.support.onnx_models import write_linear
from tests.support.permute_hidden_cards import permute_hidden
from tests.support.random_matches import course
from tests.support.run_program import oddtrick


def test_the_legal_action_with_the_highest_score_is_played(tmp_path: Path) -> None:
    """Weights at random: the choice follows from the observation by hand."""
    rng = np.random.default_rng(1)
    weights = rng.normal(size=(OBSERVATION_SIZE, ACTIONS)).astype(np.float32)
    bot = OnnxBot(write_linear(tmp_path / "a.onnx", weights))
    actions = Actions(rules_of("knockout-whist"))
    for match in course("knockout-whist", {"players": 3}, 4):
        if match.over:
            break
        view = match.view(match.to_act)
        scores = bot.scores(view)
        best = max(view.legal, key=lambda a: scores[actions.number_of(a)])
        assert bot.choose(view, Random(1)) == best
        own = [card for card in Card if weights[PARTS["hand"].start + card].any()]
        assert own


def test_a_tie_goes_to_the_lowest_action_and_throws_are_random(tmp_path: Path) -> None:
    flat = np.zeros((OBSERVATION_SIZE, ACTIONS), np.float32)
    bot = OnnxBot(write_linear(tmp_path / "a.onnx", flat), "flat")
    assert bot.name == "flat"
    options = {"players": 5, "tie": "rps", "choose": "blind"}
    thrown, chosen = set[PlayerAction](), set[bool]()
    for match in course("knockout-whist", options, 3):
        if match.over:
            break
        view = match.view(match.to_act)
        action = bot.choose(view, Random(len(thrown)))
        if isinstance(match.phase, ToThrow):
            thrown |= {bot.choose(view, Random(seed)) for seed in range(20)}
        else:
            assert action == view.legal[0]
            chosen.add(isinstance(match.phase, ToChoose))
    assert chosen == {True, False}
    assert len(thrown) in (0, 3)


def test_hidden_cards_make_no_difference(tmp_path: Path) -> None:
    rng = np.random.default_rng(2)
    weights = rng.normal(size=(OBSERVATION_SIZE, ACTIONS)).astype(np.float32)
    bot, compared = OnnxBot(write_linear(tmp_path / "a.onnx", weights)), 0
    for match in course("whist", {}, 3)[:60:7]:
        other = permute_hidden(match, match.to_act, Random(1))
        if other is not None:
            one, two = (bot.choose(m.view(m.to_act), Random(0)) for m in (match, other))
            assert one == two
            compared += 1
    assert compared > 4


def test_it_plays_in_the_arena_the_same_for_any_executor(tmp_path: Path) -> None:
    file = write_linear(tmp_path / "a.onnx", games="whist, scotch-whist", kind=TensorProto.UINT8)
    args = ("arena", f"onnx:{file}", "random", "--deals", "6", "--chunk", "2", "--json")
    lines = [oddtrick(*args, "--executor", kind) for kind in ("threads", "processes")]
    assert [line.returncode for line in lines] == [0, 0], lines[0].stderr
    told = [line.stdout.partition('"seconds"')[0] for line in lines]
    assert told[0] == told[1]
    assert f'"a": "onnx:{file}"' in told[0]


def test_a_file_that_changed_is_another_bot(tmp_path: Path) -> None:
    file, out = write_linear(tmp_path / "a.onnx"), tmp_path / "deals.jsonl"
    args = ("arena", f"onnx:{file}", "random", "--deals", "2", "--json", "--out", str(out))
    assert oddtrick(*args).returncode == 0
    before = find_entrant(f"onnx:{file}")
    write_linear(file, games="whist")
    done = oddtrick(*args)
    assert (done.returncode, done.stdout) == (1, "")
    assert "repeat the original command, or choose another name" in done.stderr
    with pytest.raises(OddtrickError, match="the file has changed since the contest began"):
        create_player(before, rules_of("whist"), 0, 1)


def test_files_that_do_not_fit_are_refused_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "junk.onnx").write_bytes(bytes(range(256)))
    (tmp_path / "empty.onnx").write_bytes(b"")
    write_linear(tmp_path / "narrow.onnx", inputs=100)
    write_linear(tmp_path / "text.onnx", kind=TensorProto.INT64)
    write_linear(tmp_path / "few.onnx", outputs=51)
    write_linear(tmp_path / "batch.onnx", rows=32)
    for name, wrong in {
        "missing.onnx": "missing.onnx: no such file or directory",
        "": ": is a directory",
        "junk.onnx": "junk.onnx: this is not a model that onnxruntime reads: ",
        "empty.onnx": "empty.onnx: this is not a model that onnxruntime reads",
        "narrow.onnx": "the model takes observation tensor(float) [N, 100]: a bot takes one input",
        "text.onnx": "the model takes observation tensor(int64) [N, 742]: a bot takes one input",
        "few.onnx": "the model returns scores tensor(float) [N, 51]: a bot returns",
        "batch.onnx": "the model takes observation tensor(float) [32, 742]",
    }.items():
        done = oddtrick("arena", f"onnx:{tmp_path / name}", "random", "--json")
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), name
        assert wrong in done.stderr
        assert len(done.stderr) < 400


def test_a_model_of_another_game_is_refused_before_the_first_deal(tmp_path: Path) -> None:
    file = write_linear(tmp_path / "a.onnx", games="whist,scotch-whist")
    done = oddtrick("arena", f"onnx:{file}", "random", "--game", "knockout", "--json")
    assert (done.returncode, done.stdout) == (2, "")
    assert "the model plays whist, scotch-whist, not knockout-whist" in done.stderr
    cards = find_entrant(f"onnx:{write_linear(tmp_path / 'b.onnx', outputs=52)}")
    check_entrant(cards, rules_of("whist"))
    with pytest.raises(OddtrickError, match="scores 52 actions; knockout-whist, where trumps are"):
        check_entrant(cards, rules_of("knockout"))


@pytest.mark.parametrize("game", [NOMINATION, EXCHANGE], ids=lambda game: game.id)
def test_a_model_refuses_a_game_with_calls_before_the_first_deal(
    game: Game, tmp_path: Path
) -> None:
    model = find_entrant(f"onnx:{write_linear(tmp_path / 'a.onnx')}")
    with pytest.raises(OddtrickError, match=f"a model has no scores for the calls of {game.id}$"):
        check_entrant(model, game.rules())


def test_a_score_that_is_no_number_fails(tmp_path: Path) -> None:
    weights = np.full((OBSERVATION_SIZE, ACTIONS), np.nan, np.float32)
    bot = OnnxBot(write_linear(tmp_path / "a.onnx", weights))
    match = new_match("whist", seed=1)
    with pytest.raises(OddtrickError, match="the score of an action is not a number"):
        bot.choose(match.view(match.to_act), Random(1))
    assert match.to_act is not None
    with pytest.raises(OddtrickError, match="it is not seat"):
        bot.choose(match.view((match.to_act + 1) % 4), Random(1))


def test_neither_the_arena_nor_the_bot_needs_a_training_library(tmp_path: Path) -> None:
    file = write_linear(tmp_path / "a.onnx")
    code = (
        "import sys\n"
        "from oddtrick.arena import play_duplicate\n"
        "from oddtrick.games import rules_of\n"
        f"play_duplicate(rules_of('whist'), 'onnx:{file}', 'random', deals=1)\n"
        "assert 'onnxruntime' in sys.modules\n"
        "print([name for name in ('torch', 'onnx', 'gymnasium') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.stdout, done.returncode) == ("[]\n", 0), done.stderr


def test_a_model_against_itself_is_even(tmp_path: Path) -> None:
    name = f"onnx:{write_linear(tmp_path / 'a.onnx')}"
    assert play_duplicate(rules_of("whist"), name, name, deals=3).mean == 0
