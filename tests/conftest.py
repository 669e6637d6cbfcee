"""Collects tests only, and lets the HTTP clients of a process share the trusted certificates."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import pytest
from _pytest.doctest import DoctestModule
from httpx._transports import default as httpx_transports

if TYPE_CHECKING:
    from collections.abc import Generator

# A new client reads all the certificates of the machine, which takes 20 ms of the processor, and
# each request without a client makes one.
httpx_transports.create_ssl_context = cache(  # type: ignore[attr-defined]  # private
    httpx_transports.create_ssl_context  # type: ignore[attr-defined]  # private
)


@pytest.hookimpl(wrapper=True)
def pytest_collect_file() -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Leaves out the examples in docstrings, which belong to the package, not to its tests.

    Searching every helper and test for them takes seconds.
    """
    return [found for found in (yield) if not isinstance(found, DoctestModule)]
