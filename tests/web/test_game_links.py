"""Tests of links that open a game at once, and of rated tables."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from oddtrick.games import GAMES
from tests.support.extent import part
from tests.support.web.browser_user import BrowserUser, BrowserUsers

CODE = re.compile(r"/t/([0-9a-z]{12})$")
PASSWORD = "correct horse"  # noqa: S105  # of nobody


def _table(user: BrowserUser) -> dict[str, Any]:
    user.page.wait_for_url(CODE)
    found = CODE.search(user.page.url)
    assert found is not None
    body: dict[str, Any] = user.context.request.get(f"{user.url}/api/tables/{found[1]}").json()
    return body


@pytest.mark.parametrize("game", part([game.id for game in GAMES], 1))
def test_the_address_of_a_game_opens_it_without_a_click(users: BrowserUsers, game: str) -> None:
    user = users.open()
    user.go(f"/play/{game}")
    assert _table(user)["game"] == game
    assert len(user.hand()) >= 6


@pytest.mark.whole(
    held_by="tests/web/test_game_links.py::test_what_cannot_be_opened_gets_a_clear_page"
)
def test_the_query_holds_options_of_every_kind(users: BrowserUsers) -> None:
    user = users.open()
    user.go("/")
    expect(user.see(".tile").first).to_be_visible()
    user.go("/play/knockout-whist?players=3&choose=blind&broken=true&bots=random")
    table = _table(user)
    options = table["options"]
    assert (options["players"], options["choose"], options["broken"]) == (3, "blind", True)
    assert [place["level"] for place in table["places"][1:]] == ["random", "random"]
    user.page.go_back()  # to the start page: the address has opened one table
    expect(user.see(".tile").first).to_be_visible()
    user.go("/play/scotch-whist?players=6&sides=3")
    assert _table(user)["options"]["sides"] == 3


@pytest.mark.parametrize(
    ("address", "message"),
    part(
        [
            ("/play/bridge", "There’s no game called “bridge”."),
            ("/play/whist?jokers=2", "Whist has no option “jokers”. The options are: target"),
            ("/play/whist?target=0", "“0” isn’t allowed for “target”."),
            ("/play/whist?honours=five", "“five” isn’t allowed for “honours”. Choose one of: "),
            ("/play/scotch-whist?players=5&sides=2", "can’t be divided"),
            ("/play/whist?bots=genius", "“genius” isn’t allowed for “bots”. Choose one of: random"),
        ],
        3,
    ),
)
def test_what_cannot_be_opened_gets_a_clear_page(
    users: BrowserUsers, address: str, message: str
) -> None:
    user = users.open()
    user.go(address)
    expect(user.page.get_by_role("alert")).to_contain_text(message)
    links = user.see("main .buttons a")
    expect(links).to_have_count(len(GAMES))
    users.complaints.clear()  # the browser logs each error response


def test_other_names_of_a_game_open_it_too(users: BrowserUsers) -> None:
    user = users.open()
    user.go("/play/diminishing-whist")
    assert _table(user)["game"] == "knockout-whist"
    user.go("/play/catch-the-ten")
    expect(user.page.get_by_role("alert")).to_have_text(
        "More than one game is called “Catch the ten”. Which one do you mean?"
    )
    assert user.see("main .buttons a").all_text_contents() == [
        "Colonial Scotch Whist",
        "Scotch Whist",
    ]


def test_a_guest_is_told_what_a_rated_match_needs(users: BrowserUsers) -> None:
    user = users.open(locale="de-AT")
    user.go("/ratings")
    user.page.get_by_role("link", name="Gewertete Partie beginnen").click()
    rated = user.page.get_by_role("switch", name="Gewertete Partie")
    expect(rated).to_be_disabled()
    expect(rated).not_to_be_checked()
    expect(user.see(".rated")).to_contain_text("Eine gewertete Partie braucht ein Konto.")
    user.see(".rated a").click()
    expect(user.page.get_by_role("button", name="Konto anlegen")).to_be_visible()


def test_an_account_opens_a_rated_table_from_the_leaderboard(users: BrowserUsers) -> None:
    user, guest = users.open(), users.open()
    user.post("/api/accounts", {"login": "rated-host", "password": PASSWORD, "name": "Ann"})
    user.go("/ratings")
    user.page.get_by_role("link", name="Start a rated match").click()
    dialog = user.page.get_by_role("dialog", name="Play with friends")
    rated = dialog.get_by_role("switch", name="Rated match")
    expect(rated).to_be_enabled()
    expect(rated).to_be_checked()
    dialog.get_by_role("button", name="Open table").click()
    assert _table(user)["settings"]["rated"] is True
    for each in (user, guest):
        each.go(user.page.url.removeprefix(user.url))
        expect(each.see(".invite")).to_contain_text("only players with an account get a rating")


def test_times_are_listed_in_order_and_saved(users: BrowserUsers) -> None:
    user = users.open()
    settings = {"bot_delay_ms": 300, "move_seconds": 15, "pause_seconds": 30}
    opened = user.post("/api/tables", {"rules": {"game": "whist"}, "settings": settings, "sit": 0})
    user.go(opened["url"])
    user.see("[data-key=arrange]").first.click()
    away = "A bot plays for absent players after"
    for label, least in (
        ("Bot delay", 6),
        ("Time per card", 6),
        ("Pause between deals", 7),
        (away, 5),
    ):
        menu = user.page.get_by_label(label)
        expect(menu).to_be_visible()
        values = menu.locator("option").evaluate_all(
            "options => options.map(option => option.value)"
        )
        times = [int(value or "0") for value in values if value != "null"]
        assert times == sorted(times)
        assert len(times) >= least
    user.page.get_by_label(away).select_option("1 day")
    user.page.get_by_role("button", name="Save").click()
    user.see("[data-key=arrange]").first.click()
    expect(user.page.get_by_label(away)).to_have_value("86400")
    assert _table(user)["settings"]["grace_seconds"] == 86_400
