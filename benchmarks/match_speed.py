"""Speed of matches in pure Python: whole random deals of whist, compared with OpenSpiel.

``python benchmarks/match_speed.py`` makes ``benchmarks/.venv`` with OpenSpiel in it, measures and
prints a table; ``--write`` also puts the table into ``benchmarks/README.md``. It needs nothing but
Python and the compiler that builds the kernel.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import os
import platform
import resource
import subprocess
import venv
from pathlib import Path
from statistics import median
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parent
README = HERE / "README.md"
ENVIRONMENT = HERE / ".venv"
OPEN_SPIEL = "open_spiel>=2,<3"

IMPORTS = 30
GOAL_SPADES = 1 / 3
GOAL_PYTHON = 2.5
GOAL_IMPORT = 80

TITLES = {
    "oddtrick": "oddtrick, whist through `Match`, pure Python",
    "spades": "OpenSpiel, spades in C++ through Python",
    "python_whist": "OpenSpiel, whist written in Python",
}


def main() -> None:
    """Measures and prints the figures; ``--write`` stores them in the README."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="put the table into the README")
    parser.add_argument("--rounds", type=int, default=15)
    args = parser.parse_args()
    python = make_environment()
    measured = json.loads(
        _output(python, str(HERE / "random_deals_by_contender.py"), f"--rounds={args.rounds}")
    )
    table = "\n".join(report(measured, import_times(python), slow_imports(python)))
    print(table)
    if args.write:
        write(table)


def make_environment() -> str:
    """The Python of an environment with OpenSpiel, this tree and its kernel in it."""
    python = ENVIRONMENT / ("Scripts" if os.name == "nt" else "bin") / "python"
    made = ENVIRONMENT / ".made"
    sources = (ROOT / "pyproject.toml", ROOT / "CMakeLists.txt", *(ROOT / "kernel").rglob("*"))
    changed = max(path.stat().st_mtime for path in sources)
    if not made.exists() or made.stat().st_mtime < changed:
        venv.create(ENVIRONMENT, with_pip=True, clear=True)
        pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        # Built beside what `make` builds: two environments in one folder would undo each other.
        apart = "--config-settings=build-dir=build/benchmarks"
        subprocess.run([*pip, OPEN_SPIEL, apart, "--editable", str(ROOT)], check=True)
        made.touch()
    return str(python)


def _output(*command: str) -> str:
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def import_times(python: str) -> list[float]:
    """Milliseconds of processor time that ``import oddtrick`` adds to an interpreter.

    An interpreter that imports it takes turns with one that imports nothing.
    """
    _processor_time(python, "import oddtrick")
    return [
        _processor_time(python, "import oddtrick") - _processor_time(python, "pass")
        for _ in range(IMPORTS)
    ]


def _processor_time(python: str, code: str) -> float:
    """Milliseconds that a process takes from its start to its end."""
    began = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([python, "-c", code], check=True)
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (ended.ru_utime - began.ru_utime + ended.ru_stime - began.ru_stime)


def slow_imports(python: str, most: int = 6) -> list[tuple[str, float]]:
    """The packages of ours and of others that take most of it, in milliseconds."""
    done = subprocess.run(
        [python, "-X", "importtime", "-c", "import oddtrick"],
        check=True,
        stderr=subprocess.PIPE,
        text=True,
    )
    own: dict[str, float] = {}
    for line in done.stderr.splitlines()[1:]:
        micros, _, name = line.removeprefix("import time:").split("|")
        part = ".".join(name.strip().split(".")[:2])
        own[part] = own.get(part, 0) + int(micros) / 1000
    started = own.keys() - _at_start(python)
    return sorted(((name, own[name]) for name in started), key=lambda pair: -pair[1])[:most]


def _at_start(python: str) -> set[str]:
    """The modules that every interpreter imports at start."""
    return set(_output(python, "-c", "import sys; print(*sys.modules)").split())


def report(
    measured: dict[str, Any], imports: list[float], slow: list[tuple[str, float]]
) -> list[str]:
    """The figures as lines of Markdown."""
    rates: list[dict[str, float]] = measured["rates"]
    lines = [
        "| | deals a second of processor time | oddtrick ÷ this | goal |",
        "| --- | ---: | --- | --- |",
    ]
    goals = {"spades": GOAL_SPADES, "python_whist": GOAL_PYTHON}
    for name, title in TITLES.items():
        row = [title, f"{median(rate[name] for rate in rates):,.0f}", "", ""]
        if name in goals:
            ratios = [rate["oddtrick"] / rate[name] for rate in rates]
            row[2] = f"{median(ratios):.2f} ({min(ratios):.2f}–{max(ratios):.2f})"
            row[3] = f"at least {goals[name]:.2f}: {_met(median(ratios) >= goals[name])}"
        lines.append(f"| {' | '.join(row)} |")
    versions = measured["versions"]
    where = f"{machine()}, Python {versions['python']}, OpenSpiel {versions['open_spiel']}"
    return [
        *lines,
        "",
        *_import_lines(imports, slow),
        "",
        f"{len(rates)} rounds, {day()}, {where}.",
    ]


def _import_lines(imports: list[float], slow: list[tuple[str, float]]) -> list[str]:
    spread = f"({min(imports):.0f}–{max(imports):.0f}, {IMPORTS} times)"
    taken = f"{median(imports):.0f} ms of processor time beyond Python's own {spread}"
    met = _met(median(imports) < GOAL_IMPORT)
    most = ", ".join(f"`{name}` {millis:.1f}" for name, millis in slow)
    return [
        f"`import oddtrick`: {taken}, goal below {GOAL_IMPORT}: {met}.",
        f"Most of it, in ms by `-X importtime`: {most}.",
    ]


def _met(met: bool) -> str:  # noqa: FBT001  a word for a yes or no
    return "met" if met else "missed"


def day() -> str:
    """Today."""
    return dt.datetime.now(tz=dt.UTC).date().isoformat()


def machine() -> str:
    """The processor and how many there are."""
    cpu = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        models = [line for line in info.read_text().splitlines() if line.startswith("model name")]
        cpu = models[0].split(":")[1].strip() if models else cpu
    return f"{cpu}, {os.cpu_count()} cores"


def table_of(head: str, rows: list[str], below: str) -> str:
    """A table with its head, and a line below it."""
    columns = head.count("|") - 1
    return "\n".join([head, "| --- " * columns + "|", *rows, "", below])


def write(table: str, section: str = "figures") -> None:
    """Puts the table between the marks of its section in the README."""
    text = README.read_text(encoding="utf-8")
    begin, end = f"<!-- {section} -->\n", f"<!-- /{section} -->\n"
    before, rest = text.split(begin)
    _, after = rest.split(end)
    README.write_text(f"{before}{begin}{table}\n{end}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
