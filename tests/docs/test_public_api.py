"""The public names and signatures change on purpose only, and the lists of them are complete."""

from __future__ import annotations

import re
from importlib import import_module
from pkgutil import iter_modules

import pytest

import oddtrick
from tests.support.public_api import ROOT, STORED, changes, compared, public_modules, public_names

MODULES = public_modules()


@pytest.mark.parametrize("module", MODULES)
def test_a_public_name_changes_only_with_its_stored_list(module: str) -> None:
    assert changes(module) == [], "if this is meant, run `make api` and mention it in CHANGELOG.md"


def test_each_list_belongs_to_a_page_of_the_reference() -> None:
    assert {file.stem for file in STORED.glob("*.txt")} == set(MODULES)


def test_each_module_has_a_page_of_the_reference_or_is_named_as_internal() -> None:
    modules = {f"oddtrick.{each.name}" for each in iter_modules(oddtrick.__path__)}
    text = (ROOT / "docs" / "versions.md").read_text(encoding="utf-8")
    (internal,) = re.findall(r"not in the API reference\s+\(([^)]*)\)", text)
    named = set(re.findall(r"`([\w.]+)`", internal))
    assert modules - {"oddtrick.__main__"} - named == modules & set(MODULES)
    assert named <= modules


def test_the_first_page_of_the_reference_links_every_other() -> None:
    text = (ROOT / "docs" / "api" / "index.md").read_text(encoding="utf-8")
    linked = re.findall(r"\[`(oddtrick\.[\w.]+)`\]\(([\w.]+)\.md\)", text)
    assert all(module == f"oddtrick.{page}" for module, page in linked)
    assert {module for module, _ in linked} == set(MODULES) - {"oddtrick"}


def test_a_change_is_reported_by_name_and_class() -> None:
    old = ["class Match(Struct)", "    over: bool", "    apply(action: Action) -> Match", "start()"]
    new = ["class Match(Struct)", "    over: bool", "    apply(card: Card) -> Match", "start()"]
    assert compared("m", old, new) == [
        "m: gone: Match.apply(action: Action) -> Match",
        "m: new: Match.apply(card: Card) -> Match",
    ]


@pytest.mark.parametrize("module", MODULES)
def test_each_public_name_can_be_imported(module: str) -> None:
    imported = import_module(module)
    assert [name for name in public_names(module) if not hasattr(imported, name)] == []


def test_the_names_of_the_package_itself_are_on_the_first_page_of_the_reference() -> None:
    page = (STORED.parents[2] / "docs" / "api" / "index.md").read_text(encoding="utf-8")
    table = page.partition("| --- | --- |")[2].partition("\n## ")[0]
    assert set(re.findall(r"`(\w+)`(?=[,; ]+[`|])", table)) >= set(public_names("oddtrick"))
