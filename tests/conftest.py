"""Collects tests only: the examples in docstrings belong to the package, not to its tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from _pytest.doctest import DoctestModule

if TYPE_CHECKING:
    from collections.abc import Generator


@pytest.hookimpl(wrapper=True)
def pytest_collect_file() -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Leaves out the search for examples in every helper and test, which takes seconds."""
    return [found for found in (yield) if not isinstance(found, DoctestModule)]
