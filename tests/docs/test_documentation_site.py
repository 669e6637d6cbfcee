"""The documentation site is built without a warning or a network, and has every public name."""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page
from sphinx.util.inventory import InventoryFile

from oddtrick.cli import make_parser
from oddtrick.games import GAMES
from oddtrick.rulebook import TRICK_PLAY
from tests.support.public_api import public_modules, public_names
from tests.support.web.browser import open_chromium

ROOT = Path(__file__).parents[2]
pytestmark = [pytest.mark.whole, pytest.mark.timeout(1800)]  # Sphinx takes minutes

UNREACHABLE = "http://127.0.0.1:9"
"""A proxy where nothing listens."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built as ``make site`` builds it, with no way to the network."""
    folder = tmp_path_factory.mktemp("site")
    command = re.search(r"-m (sphinx .*?) docs build/site\n", _makefile(), re.DOTALL)
    assert command
    words = command[1].replace("\\\n", " ").split()
    words[words.index("build/site-doctrees")] = str(folder / "doctrees")
    built = subprocess.run(
        [sys.executable, "-m", *words, "docs", str(folder / "html")],
        cwd=ROOT,
        env=os.environ | dict.fromkeys(("http_proxy", "https_proxy", "ALL_PROXY"), UNREACHABLE),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (built.returncode, built.stderr) == (0, "")
    return folder / "html"


def _makefile() -> str:
    return (ROOT / "Makefile").read_text(encoding="utf-8")


def _pages(site: Path) -> list[Path]:
    return sorted(page for page in site.rglob("*.html") if "_static" not in page.parts)


def test_the_reference_has_every_public_name(site: Path) -> None:
    inventory = InventoryFile.loads((site / "objects.inv").read_bytes(), uri="")
    known = {
        name for kind, names in inventory.data.items() if kind.startswith("py:") for name in names
    }
    for module in public_modules()[1:]:
        missing = [name for name in public_names(module) if f"{module}.{name}" not in known]
        assert missing == [], f"{module}: a docstring makes a name part of the reference"


def test_the_site_loads_nothing_from_elsewhere(site: Path) -> None:
    loaded = re.compile(
        r"<(?:script|img|link|iframe|source)\b[^>]*?(?:src|href)=\"(?:https?:)?//[^\"]*\""
    )
    found = {page.name: loaded.findall(page.read_text(encoding="utf-8")) for page in _pages(site)}
    assert {name: urls for name, urls in found.items() if urls} == {}
    styles = "".join(file.read_text(encoding="utf-8") for file in site.rglob("*.css"))
    assert not re.search(r"(?:@import|url\()\s*[\"']?(?:https?:)?//", styles)


def test_the_rules_have_pictures_of_their_cards(site: Path) -> None:
    for page in (TRICK_PLAY, *(game.id for game in GAMES)):
        drawn = (site / "rules" / f"{page}.html").read_text(encoding="utf-8")
        assert drawn.count('class="card small"') >= 2, page
        assert "<!-- cards" not in drawn


def test_the_command_reference_has_every_verb_and_option(site: Path) -> None:
    page = (site / "commands.html").read_text(encoding="utf-8")
    for verb in make_parser().walk():
        assert f'id="{"-".join(verb.prog.split())}"' in page, verb.prog
        shown = [one for one in verb.arguments if one.help != argparse.SUPPRESS]
        for action in shown:
            for option in action.option_strings[:1]:
                assert option == "-h" or option in page, f"{verb.prog} {option}"


@pytest.fixture(scope="module")
def phone() -> Iterator[Page]:
    with open_chromium() as browser:
        yield browser.new_page(viewport={"width": 390, "height": 844}, color_scheme="dark")


def test_no_page_is_wider_than_a_phone(site: Path, phone: Page) -> None:
    wide = {}
    for page in _pages(site):
        phone.goto(page.as_uri())
        width = phone.evaluate("document.documentElement.scrollWidth")
        if width > 390:
            wide[page.name] = width
    assert wide == {}
