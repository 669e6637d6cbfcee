"""Tests share `tests/support`, and cases and reference of a game: no test imports another."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]

OTHER_TEST = re.compile(
    r"^ *(?:from|import) tests\.(?!support\b|games\.\w+\.(?:cases|reference)\b).*", re.MULTILINE
)


def test_only_support_is_imported_from_tests() -> None:
    found = {
        file.relative_to(ROOT).as_posix(): lines
        for folder in ("tests", "benchmarks")
        for file in sorted((ROOT / folder).rglob("*.py"))
        if (lines := OTHER_TEST.findall(file.read_text(encoding="utf-8")))
    }
    assert found == {}
