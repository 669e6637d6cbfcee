"""Tests of matches against bots without a network, and of their way into My games."""

from __future__ import annotations

import json
import re
from contextlib import suppress

import pytest
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import expect

from oddtrick.web.static_files import PLAYER, files
from tests.support.extent import part
from tests.support.web.axe import barriers
from tests.support.web.browser_user import DESK, ON_TURN, PHONE, PRESS, BrowserUser, BrowserUsers
from tests.support.web.pseudo_locale import speak_in_brackets, untranslated

OPTIONS, JS = "match/game-options.js", "text/javascript"
KEPT = "navigator.serviceWorker.ready.then(() => true)"
PLAY_DEAL = """() => {
  const timer = setInterval(() => {
    const ended = document.querySelector("[data-stage=pause], [data-stage=over]");
    if (ended) return clearInterval(timer);
    const next = ".panel .choices button, .calls [data-key], .hand[data-turn] [data-legal]";
    document.querySelector(next)?.click();
  }, 10);
}"""
"""Plays the deal to its end."""

REFUSE_STORAGE = "() => { Storage.prototype.setItem = () => { throw new Error('no room'); }; }"

FINISHED = "oddtrick-offline-finished"
STORED = "localStorage.getItem('oddtrick-offline-table')"
RESULTS = ".matches li"


def _go_offline(user: BrowserUser) -> None:
    """Opens the page that begins a match, waits until its files are kept, and cuts the network."""
    user.go("/offline/play")
    assert user.page.evaluate(KEPT)
    user.context.set_offline(True)


def _go_online(user: BrowserUser) -> None:
    """Restores the network and opens My games; the service worker hears of it after the page."""
    user.go("/offline/play")
    user.context.set_offline(False)
    title = user.page.get_by_role("heading", level=1)
    user.go("/games")
    while title.inner_text() == "No network":
        user.page.wait_for_timeout(100)
        with suppress(PlaywrightError):  # the page may be loading itself again
            user.go("/games")


def test_a_match_is_played_without_a_network_and_appears_in_my_games_once(
    users: BrowserUsers,
) -> None:
    user = users.open(PHONE)
    _go_offline(user)
    user.go("/offline/play")
    user.page.locator("summary").click()
    user.page.get_by_role("radio", name="Fixed number of deals").check()
    user.page.get_by_role("spinbutton", name="Deals").fill("1")
    user.page.get_by_role("button", name="Play now").click()
    for _ in range(3):
        user.play()
    user.see(ON_TURN).first.wait_for()
    hand = user.hand()
    user.page.reload()
    user.see(ON_TURN).first.wait_for()
    assert user.hand() == hand
    user.play()
    expect(user.see(".hand .card")).to_have_count(9)
    user.page.evaluate(PRESS)
    expect(user.see("[data-stage=over]")).to_be_attached(timeout=60_000)
    expect(user.see(".panel")).to_contain_text("The match is stored on this device")
    finished = user.page.evaluate(f"localStorage.getItem('{FINISHED}')")
    assert len(json.loads(finished)) == 1
    user.go("/games")
    expect(user.page.get_by_role("heading", level=1)).to_have_text("No network")
    _go_online(user)
    users.complaints.clear()  # of the browser, about the missing network
    expect(user.see(RESULTS)).to_have_count(1)
    expect(user.see(RESULTS)).to_contain_text("Whist")
    expect(user.see(RESULTS)).to_contain_text("played offline")
    expect(user.see(f"{RESULTS} .outcome")).to_have_text(re.compile("^(won|lost)$"))
    assert user.page.evaluate(f"localStorage.getItem('{FINISHED}')") is None
    # The answer to an upload may have been lost: the match is sent again.
    user.page.evaluate(f"(text) => localStorage.setItem('{FINISHED}', text)", finished)
    user.page.reload()
    expect(user.see(RESULTS)).to_have_count(1)
    user.see(RESULTS).get_by_role("link", name="Replay").click()
    expect(user.see(".table, .replay").first).to_be_visible()
    expect(user.page.get_by_role("main")).to_contain_text("You")
    expect(user.page.get_by_role("main")).not_to_contain_text("Guest")


def test_where_the_strong_bots_were_not_built_the_page_says_so_and_plays(
    users: BrowserUsers,
) -> None:
    user = users.open(PHONE, service_workers="block")  # it would keep the bots that are here
    without = files().named[OPTIONS].body.replace(b'["novice","strong"]', b'["novice"]')
    user.context.route(f"**/{OPTIONS}", lambda route: route.fulfill(body=without, content_type=JS))
    user.go("/offline/play")
    expect(user.page.get_by_role("main")).to_contain_text("adds them with “make wasm”")
    expect(user.page.get_by_role("radio", name="Strong")).to_have_count(0)
    user.page.get_by_role("button", name="Play now").click()
    user.reach_choice()
    user.page.get_by_role("button", name="Hint").click()
    expect(user.see(".hint")).to_contain_text("Hints without a network need the strong bots")
    user.play()
    users.complaints.clear()  # of Playwright, about the worker


@pytest.mark.parametrize("game", ["oh-hell", "german-whist"])
def test_a_deal_with_bids_or_a_stock_is_played_without_a_network(
    users: BrowserUsers, game: str
) -> None:
    user = users.open(PHONE)
    _go_offline(user)
    user.go("/offline/play")
    user.page.get_by_label("Game", exact=True).select_option(game)
    for novice in user.page.get_by_role("radio", name="Novice").all():
        novice.check()
    user.page.get_by_role("button", name="Play now").click()
    user.see(".hand .card").first.wait_for()
    user.page.evaluate(PLAY_DEAL)
    expect(user.see("[data-stage=pause], [data-stage=over]")).to_be_attached(timeout=90_000)
    user.page.reload()
    expect(user.see("[data-stage=pause], [data-stage=over]")).to_be_attached()
    users.complaints.clear()  # of the browser, about the missing network


@pytest.mark.whole(
    held_by="tests/web/test_play_offline.py::test_a_match_is_played_without_a_network_and_appears_in_my_games_once"
)
@pytest.mark.parametrize("game", ["scotch-whist", "colonial-whist", "knockout-whist"])
def test_a_whole_match_of_each_game_is_played_offline(users: BrowserUsers, game: str) -> None:
    user = users.open(DESK)
    user.go("/offline/play")
    user.page.get_by_label("Game", exact=True).select_option(game)
    user.page.get_by_role("button", name="Play now").click()
    user.see(".hand .card").first.wait_for()
    user.page.evaluate(PRESS)
    expect(user.see("[data-stage=over]")).to_be_attached(timeout=120_000)
    user.go("/offline/play")
    expect(user.page.get_by_label("Game", exact=True)).to_have_value(game)
    expect(user.page.get_by_role("link", name="Continue")).to_have_count(0)
    user.go("/offline/table")
    user.page.get_by_role("button", name="Rematch").click()
    expect(user.see(".hand .card").first).to_be_visible()
    assert len(json.loads(user.page.evaluate(f"localStorage.getItem('{FINISHED}')"))) == 1


@pytest.mark.whole(
    held_by="tests/web/test_play_offline.py::test_a_match_is_played_without_a_network_and_appears_in_my_games_once"
)
def test_a_finished_match_is_uploaded_from_the_table_when_the_network_is_back(
    users: BrowserUsers,
) -> None:
    user = users.open(DESK)
    _go_offline(user)
    user.page.get_by_label("Game", exact=True).select_option("knockout-whist")
    user.page.locator("summary").click()
    user.page.get_by_role("group", name="Players").get_by_role("radio", name="2").check()
    user.page.get_by_role("button", name="Play now").click()
    user.see(".hand .card").first.wait_for()
    user.page.evaluate(PRESS)
    expect(user.see("[data-stage=over]")).to_be_attached(timeout=60_000)
    assert user.page.evaluate(f"localStorage.getItem('{FINISHED}')")
    with user.page.expect_response("**/api/records?offline_seat=*") as uploaded:
        user.context.set_offline(False)
    assert uploaded.value.status == 201
    user.go("/games")
    expect(user.see(RESULTS)).to_have_count(1)
    expect(user.see(RESULTS)).to_contain_text("Knock-out Whist")


@pytest.mark.whole(
    held_by="tests/web/test_offline_player.py::test_weights_and_rollouts_are_those_of_the_library"
)
@pytest.mark.skipif(PLAYER not in files().named, reason="the player was not built: no zig")
def test_the_strong_bots_think_without_a_network(users: BrowserUsers) -> None:
    user = users.open(PHONE)
    _go_offline(user)
    user.go("/offline/play")
    expect(user.page.get_by_role("radio", name="Strong")).to_be_checked()
    loaded: list[str] = []
    user.context.on("requestfinished", lambda request: loaded.append(request.url))
    user.page.get_by_role("button", name="Play now").click()
    user.play()
    user.see(ON_TURN).first.wait_for()
    assert [worker.url for worker in user.page.workers if "player-worker" in worker.url]
    assert any(url.endswith("/offline/player.wasm") for url in loaded)
    assert any(url.endswith("/offline/policies/whist.bin") for url in loaded)


@pytest.mark.whole(
    held_by="tests/web/test_offline_player.py::test_every_card_has_a_reason_that_is_true_in_every_world"
)
@pytest.mark.skipif(PLAYER not in files().named, reason="the player was not built: no zig")
def test_a_hint_is_given_without_a_network(users: BrowserUsers) -> None:
    user = users.open(PHONE)
    _go_offline(user)
    user.go("/offline/play")
    user.page.get_by_role("button", name="Play now").click()
    user.reach_choice()
    user.page.get_by_role("button", name="Hint").click()
    expect(user.see(".hand [data-legal][data-hint]")).to_have_count(1)
    expect(user.see(".hint")).to_contain_text(re.compile("of (spades|hearts|diamonds|clubs)"))
    user.see(".hint summary").click()
    expect(user.see(".hint details")).to_contain_text("Compared in 400 deals")


def test_the_score_of_a_deal_waits_for_the_player_across_a_reload(users: BrowserUsers) -> None:
    user = users.open(DESK)
    user.go("/offline/play")
    user.page.locator("summary").click()
    user.page.get_by_role("radio", name="Best of three games").check()
    user.page.get_by_role("button", name="Play now").click()
    user.see(".hand .card").first.wait_for()
    user.page.evaluate(PLAY_DEAL)
    following = user.page.get_by_role("button", name="Next deal")
    expect(following).to_be_visible()
    user.page.reload()
    following.click()
    expect(user.see(".hand .card").first).to_be_visible()
    user.go("/offline/play")
    expect(user.page.get_by_role("link", name="Continue: Whist")).to_be_visible()
    expect(user.see(".setup")).to_contain_text("gives up the one in progress")


@pytest.mark.whole(held_by="tests/web/test_play_by_mouse.py::test_undo_works_against_bots")
def test_a_card_is_taken_back_and_the_server_is_never_asked(users: BrowserUsers) -> None:
    user = users.open(DESK)
    user.go("/offline/play")
    asked: list[str] = []
    user.page.on("request", lambda request: asked.append(request.url))
    user.page.get_by_role("button", name="Play now").click()
    user.see(ON_TURN).first.wait_for()
    hand = user.hand()
    user.play()
    user.see(ON_TURN).first.wait_for()
    user.press(user.page.get_by_role("button", name="Undo"))
    expect(user.see(".hand .card")).to_have_count(len(hand))
    assert user.hand() == hand
    assert not [url for url in asked if "/api/" in url or "/ws/" in url]


@pytest.mark.whole(
    held_by="tests/web/test_play_offline.py::test_a_match_begun_anew_takes_the_table_from_another_tab"
)
def test_a_second_tab_takes_the_match_over_and_the_first_stops(users: BrowserUsers) -> None:
    user = users.open(DESK)
    user.go("/offline/play")
    user.page.get_by_role("button", name="Play now").click()
    user.play()
    user.see(ON_TURN).first.wait_for()
    hand = user.hand()
    first, second = user.page, user.context.new_page()
    second.goto(f"{user.url}/offline/table")
    expect(second.get_by_role("heading", level=1)).to_have_text("This match is open in another tab")
    assert barriers(second) == []
    second.get_by_role("button", name="Play here").click()
    expect(first.get_by_role("button", name="Play here")).to_be_visible()
    user.page = second
    user.see(ON_TURN).first.wait_for()
    assert user.hand() == hand
    user.play()
    user.see(ON_TURN).first.wait_for()
    after = user.hand()
    first.get_by_role("button", name="Play here").click()
    expect(second.get_by_role("button", name="Play here")).to_be_visible()
    user.page = first
    user.see(ON_TURN).first.wait_for()
    assert user.hand() == after


@pytest.mark.whole(
    held_by="tests/web/test_play_offline.py::test_a_match_begun_anew_takes_the_table_from_another_tab"
)
def test_without_locks_a_tab_left_behind_catches_up_and_stores_nothing(
    users: BrowserUsers,
) -> None:
    user = users.open(DESK)
    user.context.add_init_script("Object.defineProperty(navigator, 'locks', { value: undefined })")
    user.go("/offline/play")
    user.page.get_by_role("button", name="Play now").click()
    user.see(ON_TURN).first.wait_for()
    first, second = user.page, user.context.new_page()
    user.page = second
    user.go("/offline/table")
    user.play()
    user.see(ON_TURN).first.wait_for()
    hand, stored = user.hand(), user.page.evaluate(STORED)
    user.page = first
    with first.expect_navigation():
        first.evaluate("document.querySelector('.hand[data-turn] [data-legal]').click()")
    user.see(ON_TURN).first.wait_for()
    assert user.hand() == hand
    assert user.page.evaluate(STORED) == stored


def test_a_match_begun_anew_takes_the_table_from_another_tab(users: BrowserUsers) -> None:
    user = users.open(DESK)
    user.go("/offline/play")
    user.page.get_by_role("button", name="Play now").click()
    user.see(ON_TURN).first.wait_for()
    first, second = user.page, user.context.new_page()
    user.page = second
    user.go("/offline/play")
    user.page.get_by_role("button", name="Start a new match").click()
    user.see(ON_TURN).first.wait_for()
    expect(first.get_by_role("button", name="Play here")).to_be_visible()


def test_options_that_do_not_go_together_are_explained(users: BrowserUsers) -> None:
    user = users.open(DESK)
    user.go("/offline/play")
    user.page.locator("summary").click()
    user.page.get_by_role("radio", name="As dealt").check()
    user.page.get_by_role("radio", name="Fixed number of deals").check()
    user.page.get_by_role("button", name="Play now").click()
    expect(user.see(".setup .error")).to_contain_text("Honours don’t count")


def test_a_browser_that_stores_nothing_says_so(users: BrowserUsers) -> None:
    user = users.open(DESK)
    user.go("/offline/play")
    user.page.evaluate(REFUSE_STORAGE)
    user.page.get_by_role("button", name="Play now").click()
    expect(user.see(".setup .error")).to_contain_text("Allow storage")


@pytest.mark.parametrize(
    "change",
    part(
        [
            "state.actions.push('XX')",
            "state.actions = 5",
            "state.game = 'poker'",
            "state.options = {trumps: 'hearts', match: 'deals', honours: 'dealt'}",
        ],
        1,
    ),
)
def test_a_stored_table_that_cannot_be_played_on_is_forgotten(
    users: BrowserUsers, change: str
) -> None:
    user = users.open(DESK)
    user.go("/offline/play")
    user.page.get_by_role("button", name="Play now").click()
    user.see(ON_TURN).first.wait_for()
    user.go("/rules")
    user.page.evaluate(f"""() => {{
      const {{ form, state }} = JSON.parse(localStorage.getItem("oddtrick-offline-table"));
      {change};
      localStorage.setItem("oddtrick-offline-table", JSON.stringify({{ form, state }}));
    }}""")
    user.go("/offline/table")
    expect(user.page.get_by_role("heading", level=1)).to_have_text("Play offline")
    expect(user.page.get_by_role("button", name="Play now")).to_be_visible()


def test_without_a_stored_table_its_page_leads_to_the_setup(users: BrowserUsers) -> None:
    user = users.open(DESK)
    user.go("/offline/table")
    expect(user.page.get_by_role("heading", level=1)).to_have_text("Play offline")


@pytest.mark.parametrize("look", part(["light", "dark"], 1))
def test_the_setup_is_accessible_and_translated(users: BrowserUsers, look: str) -> None:
    user = users.open(PHONE, preferences={"theme": look})
    speak_in_brackets(user.page)
    user.go("/offline/play")
    expect(user.page.get_by_role("heading", level=1)).to_be_visible()
    user.page.locator("summary").click()
    assert user.fits()
    assert barriers(user.page) == []
    assert untranslated(user.page) == []
