"""Each machine loads the kernel that it can run, and nothing of another one gets into it."""

from __future__ import annotations

import os
import platform
import re
import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

from oddtrick.solver import _kernel, _processor

LEVELS = _processor.levels()

V3 = {"abm", "avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "movbe", "popcnt", "xsave"}
"""The words of Linux for what x86-64-v3 has and the baseline may lack; abm brings LZCNT."""

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="as Linux and its tools tell it")
on_x86_64 = pytest.mark.skipif(
    platform.machine() != "x86_64", reason="of other processors no words"
)

SAY_LEVEL = "from oddtrick.solver import _kernel; print(_kernel.level())"

# What only a compiler that was allowed more than the baseline writes: a VEX prefix, BMI, MOVBE.
# TZCNT is not among them: to an older processor it is BSF, and compilers write it as such.
BEYOND_BASELINE = re.compile(
    r"\t(v[a-z0-9]+|andn|bextr|blsi|blsmsk|blsr|bzhi|lzcnt|movbe|mulx|pdep|pext|popcnt|rorx"
    r"|sarx|shlx|shrx)\s"
)


def module(name: str) -> Path:
    spec = find_spec(f"oddtrick.solver.{name}")
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin)


def python(code: str, *options: str, level: str | None = None) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if name != "ODDTRICK_KERNEL"}
    if level is not None:
        environment["ODDTRICK_KERNEL"] = level
    return subprocess.run(
        [sys.executable, *options, "-c", code],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def output(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_the_best_kernel_that_runs_here_is_loaded() -> None:
    assert python(SAY_LEVEL).stdout.split() == [LEVELS[-1]]
    assert python(SAY_LEVEL, level="").stdout.split() == [LEVELS[-1]]


@pytest.mark.parametrize("level", LEVELS)
def test_each_kernel_that_runs_here_can_be_selected(level: str) -> None:
    assert python(SAY_LEVEL, level=level).stdout.split() == [level]


def test_an_unsupported_kernel_is_rejected_with_the_supported_ones() -> None:
    refusal = python(SAY_LEVEL, level="v9").stderr.splitlines()[-1]
    assert refusal == (
        f"ImportError: ODDTRICK_KERNEL is 'v9'; this machine runs: {', '.join(LEVELS)}"
    )


@on_linux
@on_x86_64
def test_the_detection_of_v3_agrees_with_the_operating_system() -> None:
    flags = re.search(r"^flags\s*:(.*)$", Path("/proc/cpuinfo").read_text("utf-8"), re.MULTILINE)
    assert flags is not None
    assert ("v3" in LEVELS) == (set(flags[1].split()) >= V3)


def test_all_kernels_load_side_by_side_without_a_warning() -> None:
    imports = "; ".join(f"import oddtrick.solver._kernel_{level}" for level in LEVELS)
    done = python(imports, "-W", "error")
    assert (done.returncode, done.stderr) == (0, "")


def test_every_kernel_has_the_same_names() -> None:
    compiled = import_module(f"oddtrick.solver._kernel_{_kernel.level()}")
    assert compiled.__name__ == "oddtrick.solver._kernel"
    named = {name: thing for name, thing in vars(compiled).items() if not name.startswith("__")}
    assert named.items() <= vars(_kernel).items()
    assert "level" in named


@on_linux
@pytest.mark.parametrize("name", ["_processor", *(f"_kernel_{level}" for level in LEVELS)])
def test_a_module_exports_only_its_entry_point(name: str) -> None:
    shown = output("nm", "--dynamic", "--defined-only", "--format=just-symbols", str(module(name)))
    assert shown.split() == [f"PyInit_{name}"]


@on_linux
@on_x86_64
@pytest.mark.parametrize("name", ["_processor", "_kernel_baseline"])
def test_the_baseline_has_no_instruction_beyond_the_baseline(name: str) -> None:
    code = output("objdump", "--disassemble", "--no-show-raw-insn", str(module(name)))
    assert "PyInit_" in code
    assert {found[1] for found in BEYOND_BASELINE.finditer(code)} == set()
