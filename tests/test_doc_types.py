"""Everything that the documentation shows passes a strict type checker."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy import api

from tests.support.doc_examples import ROOT, docstring_modules, page_modules

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_every_example_passes_strict_type_checking(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    modules = {**dict(page_modules()), **dict(docstring_modules())}
    # Its libraries are not installed here. Pyright looks at it, and the tests of the extras run it.
    del modules["training_libraries_md"]
    assert {"readme_md", "tutorial_md", "oddtrick_cards"} <= set(modules)
    for name, code in modules.items():
        (tmp_path / f"{name}.py").write_text(code, encoding="utf-8")
    monkeypatch.chdir(ROOT)  # the configuration and the cache of `make check`
    out, err, _ = api.run([*map(str, sorted(tmp_path.glob("*.py"))), "--no-pretty"])
    assert out.startswith("Success"), out.replace(str(tmp_path), "") + err
