"""The page offers a game of another package with the texts of that package."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.support.contributing_example_game import example_source
from tests.support.example_package import install, install_example, with_site
from tests.support.extent import part
from tests.support.server.server_process import ServerProcess
from tests.support.web.browser_user import BrowserUsers


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server with Prize Whist installed, and the game of CONTRIBUTING.md."""
    site = tmp_path_factory.mktemp("site")
    install_example(site)
    (site / "three_handed.py").write_text(example_source(), "utf-8")
    install(site, "three-handed", "1.0", {"three": "three_handed:THREE"})
    data = tmp_path_factory.mktemp("server")
    process = ServerProcess(data, environ=with_site(site), forked=False)
    process.start()
    try:
        yield process
    finally:
        process.stop()


@pytest.mark.parametrize(
    ("locale", "name", "label", "rule"),
    part(
        [
            ("en", "Prize Whist", "Points for game", "The play is that of Whist."),
            ("de", "Preis-Whist", "Punkte zum Sieg", "Gespielt wird wie beim Whist."),
        ],
        1,
    ),
)
def test_its_names_rules_and_options_are_those_of_its_package(
    users: BrowserUsers, locale: str, name: str, label: str, rule: str
) -> None:
    anna = users.open(locale=locale)
    anna.go("/")
    tile = anna.see("[data-game='prize-whist']")
    expect(tile.get_by_role("heading")).to_have_text(name)
    tile.locator(".options").click()
    expect(anna.page.get_by_role("dialog").get_by_text(label, exact=True)).to_be_visible()
    anna.go("/rules")
    anna.page.get_by_role("link", name=name).click()
    expect(anna.see("main h1")).to_have_text(name)
    expect(anna.see("main")).to_contain_text(rule)
    expect(anna.see("main h1")).to_have_count(1)


def test_a_table_bears_its_name(users: BrowserUsers) -> None:
    anna = users.open(locale="de")
    anna.go("/")
    anna.see("[data-game='prize-whist'] .play").click()
    anna.page.wait_for_url(re.compile(r"/t/[0-9a-z]{12}$"))
    assert len(anna.hand()) == 13
    expect(anna.see("body")).to_contain_text("Preis-Whist")


def test_it_plays_without_the_server_if_the_page_has_its_mechanisms(users: BrowserUsers) -> None:
    anna = users.open()
    anna.go("/offline/play")
    game = anna.see("form.setup select").first
    game.select_option("prize-whist")
    expect(anna.see(".error")).to_have_text("This game needs the server.")
    anna.see("form.setup .buttons button").click()
    expect(anna.see("h1")).to_have_text("Play offline")
    game.select_option("three-handed-whist")
    expect(anna.page.locator(".error")).to_have_text("")
    anna.see("form.setup .buttons button").click()
    anna.page.wait_for_url("**/offline/table")
    assert len(anna.hand()) == 17


def test_the_solver_page_offers_it(users: BrowserUsers) -> None:
    anna = users.open()
    anna.go("/solve")
    anna.see("select").first.wait_for()
    offered = anna.page.locator("select option").evaluate_all(
        "all => all.map((each) => each.value)"
    )
    assert {"three-handed-whist", "prize-whist", "whist"} <= set(offered)
