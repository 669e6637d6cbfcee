"""Tests of the start page: the first game, forms, tables for friends and the lobby."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Request, expect

from oddtrick.games import GAMES
from tests.support.extent import part
from tests.support.server.server_process import ServerProcess
from tests.support.web.browser_user import ON_TURN, PHONE, BrowserUser, BrowserUsers
from tests.support.web.layout_checks import SMALL_SCREENS

CODE = re.compile(r"/t/([0-9a-z]{12})$")


@pytest.mark.whole(
    held_by="tests/web/test_play_by_mouse.py::test_after_play_now_the_first_tab_stop_is_a_playable_card"
)
@pytest.mark.parametrize("game", part([game.id for game in GAMES], 1))
def test_one_tap_starts_a_game(users: BrowserUsers, game: str) -> None:
    anna = users.open(PHONE)
    anna.go("/")
    anna.see(f"[data-game='{game}'] .play").click()
    anna.page.wait_for_url(CODE)
    assert len(anna.hand()) >= 6
    assert _table(anna)["game"] == game


def test_the_main_button_is_on_the_first_screen_of_every_window(users: BrowserUsers) -> None:
    anna = users.open()
    anna.go("/")
    main = anna.page.get_by_role("button", name="Play now: Whist", exact=True)
    below = {}
    for width, height in (*SMALL_SCREENS, (683, 328)):  # the last is a laptop at 200 % zoom
        anna.page.set_viewport_size({"width": width, "height": height})
        anna.page.evaluate("window.scrollTo(0, 0)")
        box = main.bounding_box()
        assert box is not None
        bottom = box["y"] + box["height"]
        if bottom > height:
            below[width, height] = bottom
    assert not below


@pytest.mark.whole(
    held_by="tests/web/test_play_by_mouse.py::test_after_play_now_the_first_tab_stop_is_a_playable_card"
)
def test_the_first_card_can_be_played_by_keyboard(users: BrowserUsers) -> None:
    anna = users.open()
    anna.go("/")
    keyboard = anna.page.keyboard
    play = anna.page.get_by_role("button", name="Play now: Whist", exact=True)
    play.wait_for()
    _tab_to(anna, play)
    keyboard.press("Enter")
    anna.page.wait_for_url(CODE)
    anna.see(ON_TURN).first.wait_for()
    anna.rest()
    anna.see(ON_TURN).first.focus()
    keyboard.press("Enter")
    expect(anna.see(".hand .card")).to_have_count(12)


def test_few_tab_stops_precede_the_content(users: BrowserUsers) -> None:
    anna = users.open()
    anna.go("/")
    skip = anna.page.get_by_role("link", name="Skip to content")
    expect(skip).to_be_attached()
    anna.page.keyboard.press("Tab")
    expect(skip).to_be_focused()
    anna.page.keyboard.press("Enter")
    expect(anna.see("main")).to_be_focused()


def test_every_option_of_a_form_reaches_the_table(users: BrowserUsers) -> None:
    anna = users.open()
    _options(anna, "Whist")
    dialog = anna.page.get_by_role("dialog", name="Options")
    expect(dialog.get_by_label("Deals", exact=True)).to_be_hidden()
    dialog.get_by_role("button", name="Points to win: more").click()
    dialog.get_by_label("As dealt").check()
    dialog.get_by_label("♥ ♦ ♠ ♣ in turn").check()
    dialog.get_by_label("Best of three games").check()
    dialog.get_by_label("Random").check()
    command = _play(anna)
    assert command["rules"] == {
        "game": "whist",
        "target": 6,
        "honours": "dealt",
        "trumps": "sequence",
        "match": "rubber",
    }
    assert command["fill"] == "random"
    assert len(anna.hand()) == 13
    options = _table(anna)["options"]
    assert {name: options[name] for name in ("target", "honours", "trumps", "match")} == {
        "target": 6,
        "honours": "dealt",
        "trumps": "sequence",
        "match": "rubber",
    }


def test_dependent_options_are_shown_and_sent_only_with_their_condition(
    users: BrowserUsers,
) -> None:
    anna = users.open()
    _options(anna, "Whist")
    deals = anna.page.get_by_label("Deals", exact=True)
    anna.page.get_by_label("Fixed number of deals").check()
    deals.fill("2")
    anna.page.get_by_label("One game").check()
    expect(deals).to_be_hidden()
    assert _play(anna)["rules"] == {"game": "whist"}


@pytest.mark.whole(
    held_by="tests/web/test_start_page.py::test_every_option_of_a_form_reaches_the_table"
)
def test_options_of_every_kind_reach_the_table(users: BrowserUsers) -> None:
    anna = users.open()
    _options(anna, "Whist")
    dialog = anna.page.get_by_role("dialog")
    dialog.get_by_label("Game", exact=True).select_option(label="Knock-out Whist")
    dialog.get_by_label("6", exact=True).check()
    dialog.get_by_label("Before seeing them").check()
    dialog.get_by_label("Rock, paper, scissors").check()
    dialog.get_by_role("switch", name="Trumps must be broken").check()
    _play(anna)
    anna.hand()
    table = _table(anna)
    assert len(table["places"]) == 6
    assert table["options"] == {"players": 6, "choose": "blind", "tie": "rps", "broken": True}


@pytest.mark.whole(
    held_by="tests/web/test_start_page.py::test_conflicting_options_show_a_correctable_error_in_the_form"
)
def test_sides_are_optional(users: BrowserUsers) -> None:
    anna = users.open()
    _options(anna, "Scotch Whist")
    dialog = anna.page.get_by_role("dialog")
    dialog.get_by_label("6", exact=True).check()
    dialog.get_by_label("Sides").select_option("3")
    dialog.get_by_role("spinbutton", name="Points to win").fill("20")
    _play(anna)
    anna.hand()
    assert _table(anna)["options"] == {"players": 6, "sides": 3, "target": 20}


def test_conflicting_options_show_a_correctable_error_in_the_form(
    users: BrowserUsers,
) -> None:
    anna = users.open()
    _options(anna, "Scotch Whist")
    dialog = anna.page.get_by_role("dialog")
    dialog.get_by_label("5", exact=True).check()
    dialog.get_by_label("Sides").select_option("2")
    dialog.get_by_role("button", name="Play now").click()
    expect(dialog.get_by_role("alert")).to_contain_text("can’t be divided")
    users.complaints.clear()  # the browser logs each error response
    dialog.get_by_label("Sides").select_option("")
    _play(anna)
    assert len(anna.hand()) == 7


def test_numbers_out_of_bounds_are_not_sent(users: BrowserUsers) -> None:
    anna = users.open()
    _options(anna, "Colonial Whist")
    target = anna.page.get_by_label("Points to win", exact=True)
    target.fill("0")
    anna.page.get_by_role("dialog").get_by_role("button", name="Play now").click()
    assert target.evaluate("field => field.matches(':user-invalid')")
    assert anna.page.url == f"{anna.url}/"
    anna.page.get_by_role("button", name="Points to win: less").click()
    expect(target).to_have_value("1")


def test_the_chosen_level_becomes_the_default(users: BrowserUsers) -> None:
    anna = users.open()
    _options(anna, "Whist")
    anna.page.get_by_label("Random").check()
    anna.page.get_by_role("button", name="Close").click()
    expect(anna.page.get_by_role("dialog")).to_have_count(0)
    with anna.page.expect_request("**/api/tables") as request:
        anna.page.get_by_role("button", name="Play now: Knock-out Whist").click()
    assert _sent(request.value)["fill"] == "random"
    anna.hand()


def test_a_public_table_is_listed_in_the_lobby(users: BrowserUsers, server: ServerProcess) -> None:
    ben = users.open(PHONE)
    ben.go("/")
    anna = users.open()
    anna.go("/")
    anna.page.get_by_role("button", name="Play with friends").click()
    dialog = anna.page.get_by_role("dialog", name="Play with friends")
    dialog.get_by_label("Your name").fill("Anna & Co.")
    dialog.get_by_role("switch", name="Public: listed in the lobby").check()
    dialog.get_by_label("Time per card").select_option("30")
    dialog.get_by_role("button", name="Open table").click()
    anna.page.wait_for_url(CODE)
    row = ben.see(".lobby li").filter(has_text="Anna & Co.’s table")
    expect(row).to_contain_text("3 seats free, timed")
    row.get_by_role("link", name="Join").click()
    ben.page.wait_for_url(CODE)
    assert ben.page.url == anna.page.url
    settings = _table(anna)["settings"]
    assert (settings["public"], settings["move_seconds"]) == (True, 30)


@pytest.mark.whole(
    held_by="tests/web/test_table_several_people.py::test_a_spectator_sees_the_played_cards_and_no_hand"
)
def test_a_full_public_table_can_be_watched(users: BrowserUsers) -> None:
    anna, ben = users.open(), users.open()
    code = anna.open_table(public=True, late_join=False)
    ben.go("/")
    ben.see(f".lobby a[href='/t/{code}']").filter(has_text="Watch").click()
    ben.page.wait_for_url(CODE)
    expect(ben.see(".seat .name").first).to_be_visible()
    assert _table(ben)["you"] is None


def test_an_unfinished_game_is_offered_first(users: BrowserUsers) -> None:
    anna = users.open()
    code = anna.open_table()
    anna.hand()
    anna.go("/")
    anna.page.get_by_role("region", name="Continue playing").get_by_role("link").click()
    assert anna.page.url.endswith(code)
    assert len(anna.hand()) == 13
    anna.page.go_back()
    expect(anna.page.get_by_role("heading", level=1)).to_be_visible()


@pytest.mark.parametrize("sent", part(["{}", "http://host:8000/t/{}", " /t/{}/?from=chat#top "], 1))
def test_a_code_or_a_link_opens_the_table(users: BrowserUsers, sent: str) -> None:
    anna = users.open()
    code = anna.open_table()
    anna.go("/")
    anna.page.get_by_label("Got a link or a code?").fill(sent.format(code))
    anna.page.get_by_role("button", name="Go to table").click()
    anna.page.wait_for_url(f"**/t/{code}")


@pytest.mark.parametrize(("speed", "pace"), part([("slow", 1200), ("fast", 300)], 1))
def test_at_a_table_for_friends_the_bots_play_at_the_hosts_speed(
    users: BrowserUsers, speed: str, pace: int
) -> None:
    anna = users.open(preferences={"speed": speed})
    anna.go("/")
    anna.page.get_by_role("button", name="Play with friends").click()
    anna.page.get_by_label("Your name").fill("Anna")
    with anna.page.expect_request("**/api/tables") as request:
        anna.page.get_by_role("button", name="Open table").click()
    assert _sent(request.value)["settings"]["bot_delay_ms"] == pace
    anna.page.wait_for_url(CODE)


def test_an_unreachable_server_is_reported_and_retried(
    users: BrowserUsers, own_server: ServerProcess
) -> None:
    anna = users.open(server=own_server)
    anna.go("/")
    play = anna.page.get_by_role("button", name="Play now: Whist", exact=True)
    play.wait_for()
    own_server.kill()
    play.click()
    expect(anna.page.get_by_role("alert")).to_contain_text("Can’t reach the server")
    own_server.start()
    play.click()
    anna.page.wait_for_url(CODE)
    assert len(anna.hand()) == 13
    users.complaints.clear()  # the lost connection


def test_settings_apply_immediately_and_persist(users: BrowserUsers) -> None:
    anna = users.open()
    anna.go("/")
    anna.page.get_by_role("button", name="Settings").click()
    dialog = anna.page.get_by_role("dialog", name="Settings")
    for label in ("Light", "High", "Four", "Off", "Slow", "Wine red", "Black and gold"):
        dialog.get_by_label(label, exact=True).check()
    dialog.get_by_role("switch", name="Mute chat").check()
    wished = {
        "theme": "light",
        "contrast": "high",
        "deck": "four",
        "motion": "reduced",
        "speed": "slow",
        "felt": "wine",
        "backs": "night",
    }
    assert _shown(anna) == wished
    anna.go("/rules/whist")
    assert _shown(anna) == wished
    anna.page.get_by_role("button", name="Settings").click()
    expect(dialog.get_by_role("switch", name="Mute chat")).to_be_checked()
    expect(dialog.get_by_label("Slow")).to_be_checked()


def test_system_preferences_apply_unless_overridden(
    users: BrowserUsers,
) -> None:
    anna = users.open(color_scheme="light", reduced_motion="reduce", contrast="more")
    anna.go("/rules")
    system = {"theme": "light", "contrast": "high", "motion": "reduced"}
    usual = {"deck": "two", "felt": "green", "backs": "classic"}
    assert _shown(anna) == {**system, **usual, "speed": "instant"}
    anna.page.emulate_media(color_scheme="dark")
    expect(anna.see("html")).to_have_attribute("data-theme", "dark")
    anna.page.get_by_role("button", name="Settings").click()
    anna.page.get_by_label("Light", exact=True).check()
    assert _shown(anna)["theme"] == "light"


def test_every_page_starts_in_the_chosen_theme(users: BrowserUsers) -> None:
    anna = users.open(color_scheme="light", preferences={"theme": "dark"})
    anna.page.route("**/main.js", lambda route: route.abort())
    anna.go("/")
    assert _shown(anna) == {"theme": "dark"}, "no module has run"
    users.complaints.clear()  # the refused connection


def test_a_closed_dialog_returns_the_focus(users: BrowserUsers) -> None:
    anna = users.open()
    anna.go("/")
    gear = anna.page.get_by_role("button", name="Settings")
    for close in ("Escape", "Close", "beside it"):
        gear.focus()
        anna.page.keyboard.press("Enter")
        dialog = anna.page.get_by_role("dialog")
        dialog.wait_for()
        if close == "Escape":
            anna.page.keyboard.press("Escape")
        elif close == "Close":
            dialog.get_by_role("button", name="Close").press("Enter")
        else:
            anna.page.mouse.click(10, 10)
        expect(dialog).to_have_count(0)
        expect(gear).to_be_focused()


def _options(anna: BrowserUser, game: str) -> None:
    anna.go("/")
    anna.page.get_by_role("button", name=f"Options: {game}", exact=True).click()
    anna.see(".levels input").first.wait_for(state="attached")


def _play(anna: BrowserUser) -> dict[str, Any]:
    """Submits the form and returns its request."""
    with anna.page.expect_request("**/api/tables") as request:
        anna.page.get_by_role("dialog").get_by_role("button", name="Play now").click()
    anna.page.wait_for_url(CODE)
    return _sent(request.value)


def _sent(request: Request) -> dict[str, Any]:
    sent: dict[str, Any] | None = request.post_data_json
    assert sent is not None
    return sent


def _table(anna: BrowserUser) -> dict[str, Any]:
    """Returns the table view sent to this user."""
    found = CODE.search(anna.page.url)
    assert found is not None
    answer = anna.context.request.get(f"{anna.url}/api/tables/{found[1]}")
    body: dict[str, Any] = answer.json()
    return body


def _shown(anna: BrowserUser) -> dict[str, str]:
    dataset: dict[str, str] = anna.page.evaluate("() => ({...document.documentElement.dataset})")
    return dataset


def _tab_to(anna: BrowserUser, target: Any) -> None:
    for _ in range(60):
        anna.page.keyboard.press("Tab")
        if target.evaluate("at => at === document.activeElement"):
            return
    pytest.fail("Tab does not lead there")
