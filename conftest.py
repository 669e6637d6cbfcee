"""Collects the Python examples of the documentation, and seeds the chance of every test."""

import gc
import signal
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from sybil import Sybil
from sybil.parsers.markdown import ClearNamespaceParser, PythonCodeBlockParser, SkipParser

from tests.support import chance
from tests.support.extent import ALL, times

chance.begin_run()

# Under coverage and next to other workers, a slow example says nothing about the code.
settings.register_profile("oddtrick", settings(), deadline=None, max_examples=times(12, whole=100))
settings.register_profile("quick", settings.get_profile("oddtrick"), max_examples=10)
settings.register_profile("thorough", settings.get_profile("oddtrick"), max_examples=1000)
settings.load_profile("oddtrick")

# Programs of their own: they read standard input, or need what only the documentation needs.
collect_ignore_glob = ["docs/examples/*.py", "docs/images/*.py"]

pytest_collect_file = Sybil(
    parsers=[ClearNamespaceParser(), PythonCodeBlockParser(), SkipParser()],
    pattern="*.md",
).pytest()

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell ignores SIGINT for background jobs, and programs that tests start would inherit that:
    # some tests interrupt them.
    signal.signal(signal.SIGINT, signal.default_int_handler)


# What is collected stays until the end, and every worker collects thousands of tests: searching
# them for garbage took a fifth of the time.
gc.disable()

COLLECT = (5_000, 10, 30)
"""Thresholds of the garbage collector.

With Python's own, tests of the terminal and the page made it search all objects so often that it
took a fifth of the time of a test process.
"""


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Seeds the examples of Hypothesis."""
    config.option.hypothesis_seed = config.option.hypothesis_seed or str(chance.number_of(""))


def pytest_report_header() -> str:
    """Says which cards and cases the run draws."""
    return f"chance: {chance.VARIABLE}={chance.SEED}"


def pytest_unconfigure() -> None:
    """Ends the run."""
    chance.end_run()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Begins the chance of a test."""
    chance.begin(item.nodeid)


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(
    fixturedef: pytest.FixtureDef[Any], request: pytest.FixtureRequest
) -> Generator[None, object, object]:
    """Gives what several tests share a chance of its own, whichever test comes first."""
    if fixturedef.scope == "function":
        return (yield)
    case = f"[{getattr(request, 'param_index', '')}]" if hasattr(request, "param") else ""
    with chance.scope(f"{fixturedef.baseid}::{fixturedef.argname}{case}"):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Says how to repeat a failed test with the same chance."""
    report = yield
    if report.failed:
        report.sections.append(("chance", chance.how_to_repeat(item.nodeid)))
    return report


def pytest_collection_finish() -> None:
    """Collects garbage again, but not among the tests."""
    gc.freeze()
    gc.set_threshold(*COLLECT)
    gc.enable()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves out what has no smaller part, and orders the rest."""
    left_out = [] if ALL else [item for item in items if item.get_closest_marker("whole")]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not item.get_closest_marker("whole")]
    _spread(items)


def _spread(items: list[pytest.Item]) -> None:
    """Spreads the tests of each folder over the run, the longest files first.

    Otherwise all workers would run browsers at the same time, one each, and the files of another
    folder that only wait, at another. The longest files are
    those of the page and of the terminal: none of them is among the last, when the other workers
    would wait for it.
    """
    files = list(dict.fromkeys(item.path for item in items))
    folders: dict[Path, list[Path]] = {}
    for file in files:
        folders.setdefault(file.parent, []).append(file)
    share = {"web": 0.85, "terminal": 0.85}
    when = {
        file: n / len(group) * share.get(folder.name, 1.0)
        for folder, group in folders.items()
        for n, file in enumerate(group)
    }
    items.sort(key=lambda item: ("chaos" not in item.path.parts, when[item.path]))
