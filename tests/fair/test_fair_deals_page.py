"""The figures of ``docs/fair-deals.md`` are right, and its JavaScript agrees with the library."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import pytest

from oddtrick.fair import decode_proof, draw_action, encode_proof, key_of, shuffle_pack
from oddtrick.games import rules_of
from oddtrick.match import start
from oddtrick.record import encode_record, record_of
from tests.support.fair_table import played
from tests.support.hypothesis_strategies import play_on
from tests.support.run_program import oddtrick

PAGE = (Path(__file__).parents[2] / "docs" / "fair-deals.md").read_text(encoding="utf-8")


def block(pattern: str) -> str:
    found = re.search(pattern, PAGE, re.DOTALL)
    assert found is not None
    return found[1]


EXAMPLE = block(r'PROOF = """\n(.*?)"""')


def test_the_command_prints_the_output_shown_on_the_page(tmp_path: Path) -> None:
    proof = decode_proof(EXAMPLE)
    match = start(rules_of("whist", match="deals", deals=1), dealer=0)
    match = match.apply(draw_action(match, key_of(proof.table, proof.rounds[0])))
    match = play_on(match, Random(1), -1)
    (tmp_path / "game.json").write_bytes(encode_record(record_of(match)))
    (tmp_path / "proof.json").write_text(EXAMPLE)
    done = oddtrick("replay", "game.json", "--verify", "proof.json", cwd=tmp_path)
    assert (done.stderr, done.returncode) == ("", 0)
    assert done.stdout == block(r"--verify proof\.json\n(.*?)```")


def test_the_key_and_the_seal_on_the_page_are_those_of_its_proof() -> None:
    proof = decode_proof(EXAMPLE)
    key = key_of(proof.table, proof.rounds[0])
    assert key.hex() == block(r"The key of that round is `(\w+)`")
    bob = proof.rounds[0].contributions[0]
    assert bob.opened is not None
    lines = block(r"printf '(.*?)' \| sha256sum").split("\\n")
    assert lines == ["oddtrick/seal/1", proof.table, "1", str(bob.place), bob.opened]
    assert block(r"sha256sum\n(\w+)  -") == bob.seal


def by_node(proof: bytes, tmp_path: Path) -> Any:
    """The packs that the page's JavaScript finds in a proof, or its error."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    script = tmp_path / "check.mjs"
    script.write_text(
        block(r"```js\n(.*?)```")
        + "const { table, rounds } = JSON.parse(process.argv[2]);\n"
        + "const packs = [];\n"
        + "for (const round of rounds) packs.push(await check(table, round));\n"
        + "console.log(JSON.stringify(packs));\n",
        encoding="utf-8",
    )
    done = subprocess.run(
        [node, script, proof.decode()],
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=60,
    )
    return json.loads(done.stdout) if done.returncode == 0 else done.stderr


def test_the_javascript_of_the_page_gives_the_same_packs(tmp_path: Path) -> None:
    """Also with withheld secrets, cuts, and several deals."""
    match, table = played("whist", {"match": "deals", "deals": 12}, Random(5), actions=600)
    proof = table.proof(match)
    assert any(each.opened is None for draw in proof.rounds for each in draw.contributions)
    pack = match.rules.pack
    packs = [[str(card) for card in shuffle_pack(pack, key_of("example", r))] for r in proof.rounds]
    assert by_node(encode_proof(proof), tmp_path) == packs


def test_the_javascript_of_the_page_finds_a_wrong_secret(tmp_path: Path) -> None:
    wrong = EXAMPLE.replace("6e15d747", "6e15d748")
    assert wrong != EXAMPLE
    assert "round 1: a secret is not the one sealed" in by_node(wrong.encode(), tmp_path)
