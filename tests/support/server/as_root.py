"""Commands of tests that root runs, as an operator would."""

from __future__ import annotations

import os
import subprocess
from functools import cache

import pytest


@cache
def _prefix() -> list[str] | None:
    if os.getuid() == 0:
        return []
    sudo = ["sudo", "--non-interactive"]
    try:
        subprocess.run([*sudo, "true"], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    return sudo


def as_root() -> list[str]:
    """Returns what to write before a command for root; skips the test without, or fails in CI."""
    prefix = _prefix()
    if prefix is None:
        why = "neither root nor able to become root by sudo without a password"
        if os.environ.get("CI"):
            pytest.fail(why)
        pytest.skip(why)
    return prefix
