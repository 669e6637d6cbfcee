"""A package may have the pages of its game beside the module of its rules."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

import pytest

from oddtrick.rulebook import page
from tests.support.contributing_example_game import example_source, registered


def test_the_pages_of_a_game_lie_beside_its_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "three_in_a_folder"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "rules.py").write_text(example_source(), "utf-8")
    (folder / "rules.md").write_text("# Three\n\n<!-- options -->\n<!-- /options -->\n", "utf-8")
    (folder / "page.de.md").write_text("Zu dritt.\n", "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    module = import_module("three_in_a_folder.rules")
    try:
        with registered(module.THREE):
            assert "- `target`: a whole number from 1; default 21 (W6)." in page(module.THREE.id)
            assert page(module.THREE.id, "de") == "Zu dritt.\n"
            assert page(module.THREE.id, "en") == page(module.THREE.id)
    finally:
        for name in ("three_in_a_folder.rules", "three_in_a_folder"):
            sys.modules.pop(name, None)
