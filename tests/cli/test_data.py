"""``oddtrick data``: generating, resuming after a kill, checking, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.run_program import oddtrick

FEW = ("--game", "whist", "--solved", "2", "--played", "2", "--shard", "1", "--seed", "5")
ONE = ("--executor", "threads", "--workers", "1")


def bytes_of(folder: Path) -> dict[str, bytes]:
    files = (file for file in folder.rglob("*") if file.is_file())
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in files}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data") / "deals"
    done = oddtrick("data", "generate", folder, *FEW, *ONE)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"in 6 files, 0.0 MB. See {folder}/README.md\n" in done.stdout
    return folder


def test_a_data_set_is_checked(made: Path) -> None:
    done = oddtrick("data", "check", made, "--sample", "3")
    assert (done.returncode, done.stdout, done.stderr) == (
        0,
        f"{made}: matches its data card.\n",
        "",
    )
    answer = json.loads(oddtrick("data", "check", made, "--json", "--sample", "0").stdout)
    assert answer == {"folder": str(made), "faults": []}


def test_faults_are_listed_with_status_1(made: Path, tmp_path: Path) -> None:
    folder = tmp_path / "deals"
    assert oddtrick("data", "generate", folder, *FEW, *ONE).returncode == 0
    assert bytes_of(folder) == bytes_of(made)
    (folder / "solved" / "whist" / "00001.parquet").unlink()
    done = oddtrick("data", "check", folder)
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout == "solved/whist/00001.parquet: it is missing\n"
    answer = json.loads(oddtrick("data", "check", folder, "--json").stdout)
    assert answer["faults"] == ["solved/whist/00001.parquet: it is missing"]


def test_every_game_is_generated_unless_some_are_named(tmp_path: Path) -> None:
    assert oddtrick("data", "generate", tmp_path / "all", "--solved", "1", *ONE).returncode == 0
    games = {file.name for file in (tmp_path / "all" / "solved").iterdir()}
    assert {"whist", "scotch-whist", "knockout-whist", "colonial-whist"} < games
    assert not {"german-whist", "solo-whist"} & games


@pytest.mark.parametrize(
    ("args", "wrong"),
    [
        ((), "there is nothing to generate: name games, and deals or matches"),
        (("--solved", "-1"), "--solved: '-1' is not a whole number from 0"),
        (("--solved", "1", "--game", "bridge"), "'bridge' is not a game"),
        (("--solved", "1", "--game", "whist:x=1"), "whist has no option 'x'"),
        (("--solved", "1", "--game", "german"), "german-whist: deals with a stock are not solved"),
        (("--solved", "1", "--game", "solo"), "solo-whist: deals with contracts are not solved"),
        (("--solved", "1", "--game", "oh-hell"), "oh-hell: deals with other aims than tricks are"),
        (("--played", "1", "--bots", "nobody"), "'nobody' is not a bot"),
        (("--played", "1", "--bots", "cmd:true"), "is a program"),
        (("--solved", "1", "--shard", "0"), "--shard: '0' is not a whole number from 1"),
    ],
)
def test_wrong_usage_is_one_line_and_status_2(
    args: tuple[str, ...], wrong: str, tmp_path: Path
) -> None:
    done = oddtrick("data", "generate", "deals", *args, cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert wrong in done.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("args", "wrong"),
    [
        (("generate", "file", "--solved", "1"), "file: "),
        (("generate", "file/deals", "--solved", "1"), "file/deals: "),
        (("generate", ".", "--solved", "1"), ".: this folder holds other files"),
        (("check", "none"), "none: there is no plan.json, so this is no data set"),
        (("check", "file"), "file: there is no plan.json"),
    ],
)
def test_a_folder_that_cannot_be_used_is_one_line_and_status_1(
    args: tuple[str, ...], wrong: str, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    done = oddtrick("data", *args, *(ONE if args[0] == "generate" else ()), cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert done.error.startswith(wrong)
