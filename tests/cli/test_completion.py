"""``oddtrick completion`` in real shells: what the Tab key makes of a line."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from oddtrick.bots import BOTS
from oddtrick.cli import make_parser
from oddtrick.games import GAMES
from tests.support.run_program import oddtrick
from tests.support.server.postgres_and_redis import need

SHELLS = {
    "bash": ["bash", "--norc", "--noprofile", "-i"],
    "zsh": ["zsh", "-f", "-i"],
    "fish": ["fish", "--no-config", "--private"],
}
PATIENCE = 60

OFFERS = [
    ("oddtrick re", {"replay", "review"}),
    ("oddtrick play ", {game.id for game in GAMES}),
    ("oddtrick rules ", {game.id for game in GAMES}),
    ("oddtrick pbn ", {"export", "import"}),
    ("oddtrick review --eff", {"--effort"}),
    ("oddtrick review --effort ", {"quick", "expert", "master"}),
    ("oddtrick play whist --bot ", {bot.name for bot in BOTS}),
    ("oddtrick replay ga", {"game.json"}),
    ("oddtrick completion ", set(SHELLS)),
]


@pytest.fixture(scope="module")
def scripts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the script of each shell."""
    folder: Path = tmp_path_factory.mktemp("completion")
    for shell in SHELLS:
        done = oddtrick("completion", shell)
        assert (done.returncode, done.stderr) == (0, "")
        (folder / shell).write_text(done.stdout, encoding="utf-8")
    (folder / "game.json").touch()
    return folder


def offered_by_bash(scripts: Path) -> list[set[str]]:
    """The words that bash offers for the last word of each line."""
    program = r"""
        source ./bash
        function=$(complete -p oddtrick | sed 's/.*-F \([^ ]*\) .*/\1/')
        while IFS=' ' read -r -a COMP_WORDS; do
            COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
            [[ ${COMP_WORDS[COMP_CWORD]} == EMPTY ]] && COMP_WORDS[COMP_CWORD]=
            $function
            echo "${COMPREPLY[*]}"
        done
    """
    lines = "".join(f"{line}EMPTY\n" if line[-1] == " " else f"{line}\n" for line, _ in OFFERS)
    done = subprocess.run(
        [need("bash"), "-c", program],
        input=lines,
        cwd=scripts,
        capture_output=True,
        text=True,
        check=True,
    )
    return [set(offers.split()) for offers in done.stdout.splitlines()]


def offered_by_fish(scripts: Path) -> list[set[str]]:
    """The words that fish offers for the last word of each line, without descriptions."""
    program = "source ./fish; for line in $argv; complete -C $line; echo; end"
    done = subprocess.run(
        [need("fish"), "--no-config", "-c", program, *(line for line, _ in OFFERS)],
        cwd=scripts,
        capture_output=True,
        text=True,
        check=True,
    )
    return [
        {offer.split("\t")[0] for offer in offers.splitlines()}
        for offers in done.stdout.removesuffix("\n").split("\n\n")
    ]


@pytest.mark.parametrize("shell", SHELLS)
def test_each_script_names_verbs_games_and_bots(scripts: Path, shell: str) -> None:
    verbs = make_parser().verbs
    assert verbs is not None
    words = set(re.findall(r"[\w-]+", (scripts / shell).read_text(encoding="utf-8")))
    assert words >= {*verbs.parsers, *(game.id for game in GAMES), *(bot.name for bot in BOTS)}


@pytest.mark.whole(
    held_by="tests/cli/test_completion.py::test_each_script_names_verbs_games_and_bots"
)
@pytest.mark.parametrize("offered", [offered_by_bash, offered_by_fish])
def test_a_shell_offers_verbs_options_values_and_files(
    scripts: Path, offered: Callable[[Path], list[set[str]]]
) -> None:
    for (line, expected), offers in zip(OFFERS, offered(scripts), strict=True):
        assert offers == expected, line


@pytest.mark.whole(
    held_by="tests/cli/test_completion.py::test_each_script_names_verbs_games_and_bots"
)
@pytest.mark.parametrize("shell", ["bash", "zsh"])
def test_the_tab_key_completes_a_verb_and_an_option(scripts: Path, shell: str) -> None:
    need(shell)
    load = {
        "bash": "source ./bash",
        "zsh": "cp zsh _oddtrick; fpath=($PWD $fpath); autoload -Uz compinit; compinit -u -D",
    }
    program = f'{load[shell]}; oddtrick() {{ echo "<$1|$2>"; }}\n'
    shown = _typed(shell, scripts, program + "oddtrick rev\t--eff\t\n")
    assert "<review|--effort>" in shown


def _typed(shell: str, folder: Path, keys: str) -> str:
    """The screen of a shell in a terminal in which these keys were typed."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(folder)
        os.environ.update(TERM="dumb", HOME=str(folder), PS1="$ ")
        os.execvp(SHELLS[shell][0], SHELLS[shell])  # noqa: S606  # the shell is what is tested
    os.write(terminal, keys.encode() + b"exit\n")
    shown, ends = b"", time.monotonic() + PATIENCE
    while time.monotonic() < ends:
        if select.select([terminal], [], [], 1)[0]:
            try:
                shown += os.read(terminal, 4096)
            except OSError:  # the shell has left
                break
    os.close(terminal)
    os.waitpid(pid, 0)
    return shown.decode(errors="replace")


def test_an_unknown_shell_is_one_line() -> None:
    done = oddtrick("completion", "tcsh")
    assert (done.returncode, done.stdout) == (2, "")
    assert "invalid choice: 'tcsh' (choose from " in done.stderr
