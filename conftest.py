"""Collects the Python examples of the documentation as tests, and sets up Hypothesis."""

import signal

import pytest
from hypothesis import settings
from sybil import Sybil
from sybil.parsers.markdown import ClearNamespaceParser, PythonCodeBlockParser, SkipParser

# Under coverage and next to other workers, a slow example says nothing about the code.
settings.register_profile("oddtrick", settings(), deadline=None)
settings.register_profile("quick", settings.get_profile("oddtrick"), max_examples=10)
settings.load_profile("oddtrick")

pytest_collect_file = Sybil(
    parsers=[ClearNamespaceParser(), PythonCodeBlockParser(), SkipParser()],
    pattern="*.md",
).pytest()

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell ignores SIGINT for background jobs, and programs that tests start would inherit that:
    # some tests interrupt them.
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Runs the longest files first, so that no worker is left with one at the end."""
    items.sort(key=lambda item: "chaos" not in item.path.parts)
