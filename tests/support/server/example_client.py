"""The example client of ``docs/examples``, imported as a module."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

FILE = Path(__file__).parents[3] / "docs" / "examples" / "client.py"


def _load() -> Any:
    spec = importlib.util.spec_from_file_location("example_client", FILE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


client = _load()
