"""Tests of play by mouse in a real browser against a real server."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing

import pytest
from playwright.sync_api import expect

from oddtrick.server.store.engine import DATABASE_FILE
from tests.support.extent import part
from tests.support.server.server_process import ServerProcess
from tests.support.web.browser_user import DESK, ON_TURN, PHONE, BrowserUser, BrowserUsers


@pytest.mark.whole(held_by="tests/web/test_whole_games.py::test_a_match_of_each_game_is_played")
@pytest.mark.parametrize("size", part([PHONE, DESK], 1), ids=str)
def test_a_deal_of_whist_is_played_by_clicking(users: BrowserUsers, size: tuple[int, int]) -> None:
    anna = users.open(size)
    anna.open_table()
    assert len(anna.hand()) == 13
    assert anna.fits()
    for _ in range(13):
        anna.play()
    panel = anna.see(".panel")
    expect(panel.get_by_role("button", name="Next deal")).to_be_visible()
    tricks = [int(cell) for cell in panel.locator("tbody td:nth-child(2)").all_inner_texts()]
    points = [int(cell) for cell in panel.locator("tbody td:nth-child(3)").all_inner_texts()]
    assert sum(tricks) == 13
    assert points == [max(0, side - 6) for side in tricks]
    scores = [each.get_attribute("data-score") for each in anna.see(".score .points").all()]
    assert scores == [str(side) for side in points]
    panel.get_by_role("button", name="Next deal").click()
    expect(anna.see(".game")).to_have_text("Whist · deal 2")
    assert len(anna.hand()) == 13
    assert anna.fits()


@pytest.mark.whole(
    held_by="tests/web/test_table_layout.py::test_all_elements_are_visible_without_overlap"
)
def test_the_table_fits_every_window(users: BrowserUsers) -> None:
    anna = users.open()
    anna.open_table()
    assert len(anna.hand()) == 13
    for width in (320, 390, 600, 640, 820, 959, 960, 1120, 1440, 2560):
        anna.page.set_viewport_size({"width": width, "height": 800})
        assert anna.fits(), width


@pytest.mark.whole(
    held_by="tests/web/test_table_accessibility.py::test_a_match_is_playable_from_announcements_alone"
)
def test_a_hand_is_played_from_the_keyboard(users: BrowserUsers) -> None:
    anna = users.open()
    anna.open_table()
    anna.see(ON_TURN).first.wait_for()
    hand, keyboard = anna.hand(), anna.page.keyboard
    anna.see(".hand [tabindex='0']").focus()
    keyboard.press("End")
    keyboard.press("ArrowRight")
    expect(anna.see(f".hand [data-key='{hand[0]}']")).to_be_focused()
    legal = [card.get_attribute("data-key") for card in anna.see(ON_TURN).all()]
    for _ in range(hand.index(str(legal[0]))):
        keyboard.press("ArrowRight")
    keyboard.press("Enter")
    expect(anna.see(".hand .card")).to_have_count(12)
    assert legal[0] not in anna.hand()
    expect(anna.see(".hand .card:focus")).to_have_count(1)


def test_an_illegal_card_is_refused_with_what_to_play(users: BrowserUsers) -> None:
    anna = users.open()
    anna.open_table()
    unlike = anna.see(".hand[data-turn] .card:not([data-legal])")
    while not (anna.see(ON_TURN).first.is_visible() and unlike.count()):
        anna.play()
        anna.see(ON_TURN).first.wait_for()
    held = anna.see(".hand .card").count()
    anna.tap(unlike.first)
    expect(anna.see(".own-area .error")).to_have_text(
        re.compile(r"^You must follow suit: play a (heart|diamond|spade|club)$")
    )
    assert anna.see(".hand .card").count() == held
    anna.play()
    expect(anna.see(".own-area .error")).to_be_hidden()


def test_undo_works_against_bots(users: BrowserUsers) -> None:
    anna = users.open()
    anna.open_table()
    before = anna.hand()
    anna.play()
    anna.see(ON_TURN).first.wait_for()
    anna.press(anna.page.get_by_role("button", name="Undo"))
    expect(anna.see(".hand .card")).to_have_count(13)
    assert anna.hand() == before


@pytest.mark.whole(
    held_by="tests/web/test_table_disconnects.py::test_the_others_may_let_a_bot_play_for_a_friend_who_is_offline"
)
def test_a_bot_plays_until_the_person_returns(users: BrowserUsers) -> None:
    anna = users.open()
    anna.open_table(bot_delay_ms=100)
    anna.see(ON_TURN).first.wait_for()
    anna.page.get_by_role("button", name="More").click()
    anna.page.get_by_role("button", name="Let a bot play for me").click()
    expect(anna.see(".actions")).to_contain_text("A bot is playing for you.")
    expect(anna.see(".hand .card")).not_to_have_count(13)
    anna.page.get_by_role("button", name="Take over again").click()
    expect(anna.see(".actions")).not_to_contain_text("A bot is playing for you.")
    anna.play()


def test_a_double_click_gives_a_command_once(users: BrowserUsers) -> None:
    user = users.open()
    sent: list[str] = []

    def note(frame: str | bytes) -> None:
        asked = json.loads(frame)
        sent.extend([asked["command"]["type"]] if asked["type"] == "command" else [])

    user.page.on("websocket", lambda socket: socket.on("framesent", note))
    user.gather()
    for name, command in (
        ("Add a bot", "add-bot"),
        ("Start", "begin"),
        ("Let a bot play for me", "away"),
    ):
        if command == "away":
            user.see(".actions [data-key=more]").click()
        button = user.page.get_by_role("button", name=name).first
        button.evaluate("(button) => { button.click(); button.click(); }")
        expect(user.page.get_by_role("button", name=name)).to_have_count(2 * (command == "add-bot"))
        assert [one for one in sent if one == command] == [command]
        assert user.see(".error").inner_text() == ""


@pytest.mark.whole(
    held_by="tests/web/test_table_disconnects.py::test_a_suspended_phone_reconnects_after_a_server_crash"
)
def test_a_deal_survives_a_reload_and_a_server_crash(
    users: BrowserUsers, own_server: ServerProcess
) -> None:
    anna = users.open(server=own_server)
    anna.open_table()
    anna.play()
    anna.see(ON_TURN).first.wait_for()
    hand = anna.hand()
    anna.page.reload()
    anna.see(ON_TURN).first.wait_for()
    assert anna.hand() == hand
    anna.page.wait_for_load_state("networkidle")  # parts that load later are there

    own_server.kill()
    expect(anna.see(".connection")).to_have_text("Reconnecting…")
    card = anna.see(ON_TURN).first.get_attribute("data-key")
    anna.tap(anna.see(ON_TURN).first)  # sent while the server is down
    own_server.start()
    expect(anna.see(".connection")).to_have_text("")
    expect(anna.see(".hand .card")).to_have_count(11)
    assert {*anna.hand()} == {*hand} - {card}  # reordered if it was the last of its suit
    anna.play()

    # The socket, and the words of an error if one came just before the line was lost.
    line = re.compile("WebSocket connection to|net::ERR_CONNECTION_")
    lost = [each for each in users.complaints if line.search(each)]
    assert users.complaints == lost, "a browser says that a line is lost, and nothing else"
    users.complaints.clear()


@pytest.mark.whole(
    held_by="tests/web/test_people_met.py::test_a_person_met_is_invited_and_comes_to_the_same_table"
)
def test_two_people_meet_by_a_link_and_see_each_other_play(
    users: BrowserUsers, server: ServerProcess
) -> None:
    anna, ben = users.open(), users.open(PHONE)
    path = _host(anna)
    _take_a_place(ben, path)
    expect(anna.see(".seat .name").filter(has_text="Ben")).to_be_visible()
    anna.page.get_by_role("button", name="Start").click()
    _talk(anna, ben)
    _one_trick(anna, ben)
    assert anna.fits()
    assert ben.fits()
    assert _contributed(server, path) == {0, 1}, "both had a part in the first draw"


def _host(anna: BrowserUser) -> str:
    """Opens a table for friends and returns the path of its link."""
    anna.named("Anna <b>&amp;</b>")
    path = f"/t/{anna.gather()}"
    link = anna.page.get_by_label("Link to this table").input_value()
    assert link == anna.url + path
    return path


def _take_a_place(ben: BrowserUser, path: str) -> None:
    ben.go(path)
    ben.page.get_by_role("button", name="Sit here: seat 2").click()
    ben.page.get_by_role("textbox", name="Your name?").fill("Ben")
    ben.page.get_by_role("button", name="Take a seat").click()
    expect(ben.see(".seat[data-own] .name")).to_have_attribute("title", "Ben")


def _talk(anna: BrowserUser, ben: BrowserUser) -> None:
    """Asserts that chat is rendered as text."""
    hostile = "<img src=/x onerror=alert(1)> hello"
    anna.page.get_by_role("button", name="Chat", exact=True).click()
    anna.page.get_by_role("textbox", name="Message").fill(hostile)
    anna.page.get_by_role("button", name="Send").click()
    ben.rest()
    ben.page.get_by_role("button", name="Chat, 1 new message", exact=True).click()
    ben.rest()  # before the deal, the button to send is where this one was
    expect(ben.see(".messages li")).to_have_text(f"Anna <b>&amp;</b> {hostile}")
    ben.page.get_by_label("Quick message").select_option("Good luck!")
    ben.page.get_by_role("button", name="Send").click()
    expect(anna.see(".messages li").last).to_have_text("Ben Good luck!")
    for user in (anna, ben):
        user.page.get_by_role("textbox", name="Message").press("Escape")


def _one_trick(anna: BrowserUser, ben: BrowserUser) -> None:
    """Plays a card with each person and waits for it in the other browser."""
    to_play = {anna: ben, ben: anna}
    while to_play:
        for player, other in list(to_play.items()):
            if player.see(ON_TURN).count():
                card = player.play()
                expect(other.page.get_by_role("log")).to_contain_text(f"s the {card}.")
                del to_play[player]
        anna.page.wait_for_timeout(50)


def _contributed(server: ServerProcess, path: str) -> set[int]:
    """The places with an opened secret, by the log."""
    with closing(sqlite3.connect(f"file:{server.data / DATABASE_FILE}?mode=ro", uri=True)) as log:
        rows = log.execute(
            "select f.value ->> 'place' from entries e, json_each(e.facts) f"
            " where e.table_id = ? and f.value ->> 'type' = 'unsealed'",
            [path.removeprefix("/t/")],
        )
        return {place for (place,) in rows}


def test_an_unknown_code_shows_a_message(users: BrowserUsers) -> None:
    anna = users.open()
    anna.go("/t/000000000000")
    expect(anna.see(".reason")).to_contain_text("There is no table with this code")


@pytest.mark.whole(held_by="tests/web/test_whole_games.py::test_a_match_of_each_game_is_played")
@pytest.mark.parametrize(
    "game", part(["colonial-whist", "colonial-scotch-whist", "scotch-whist", "knockout-whist"], 1)
)
def test_each_game_can_be_played(users: BrowserUsers, game: str) -> None:
    anna = users.open(PHONE)
    anna.open_table(game)
    for _ in range(2):
        _act(anna)
    assert anna.fits()


def _act(anna: BrowserUser) -> None:
    """Plays a card, after any choice, throw or pause."""
    deed = anna.see(".panel :is(.choices button, [data-key='next'])")
    card = anna.see(ON_TURN)
    deed.or_(card).first.wait_for()
    while deed.count():
        deed.first.click()
        card.first.wait_for()
    anna.play()


def test_cut_cards_are_shown_at_their_players(users: BrowserUsers) -> None:
    anna = users.open(PHONE, preferences={"speed": "slow"})
    anna.open_table("colonial-whist")
    cards = anna.see(".trick[data-cut] .card[data-side]")
    expect(cards).to_have_count(4)  # ties are cut again
    expect(anna.see(".trick .card[data-side='0']")).to_have_count(2)
    expect(anna.see(".trick .card[data-first]")).to_have_count(1)
    settled = re.compile(r"^Partners: .* deals? first\.$")
    expect(anna.see(".banner")).to_have_text(settled)
    cut = cards.evaluate_all("all => all.map((card) => [card.dataset.card, card.dataset.side])")
    first = anna.see(".trick .card[data-first]").get_attribute("data-card") or ""
    order = sorted(cut, key=lambda each: "23456789TJQKA".index(each[0][0]))
    if "Tie" not in anna.page.get_by_role("log").inner_text():
        assert first == order[0][0]
        assert order[0][1] == order[1][1] != order[2][1] == order[3][1]
    anna.see(".felt").click(position={"x": 30, "y": 30})  # skips the display
    expect(anna.see(".trick[data-cut]")).to_have_count(0)
    expect(anna.see(".hand .card")).to_have_count(13)


def test_after_play_now_the_first_tab_stop_is_a_playable_card(users: BrowserUsers) -> None:
    anna = users.open()
    anna.go("/")
    anna.see("[data-game='whist'] .play").click()
    anna.see(ON_TURN).first.wait_for()
    anna.rest()
    anna.page.keyboard.press("Tab")
    focused = anna.see(".hand :focus")
    expect(focused).to_have_attribute("data-legal", "")
    anna.page.keyboard.press("Enter")
    expect(anna.see(".hand .card")).to_have_count(12)


def test_a_focused_card_hides_no_index_of_its_neighbours(users: BrowserUsers) -> None:
    anna = users.open(PHONE)
    anna.open_table()
    anna.see(ON_TURN).first.wait_for()
    anna.see(".hand .card").first.focus()
    for _ in range(13):
        hidden = anna.page.evaluate(
            """async () => {
              const hand = document.querySelector(".hand");
              const motions = hand.getAnimations({ subtree: true });
              await Promise.all(motions.map((motion) => motion.finished.catch(() => null)));
              return [...hand.children].filter((card) => {
                const { left, top, width, height } = card.getBoundingClientRect();
                const [x, y] = [left + width * 0.17, top + height * 0.2];
                return !card.contains(document.elementFromPoint(x, y));
              }).map((card) => card.dataset.key);
            }"""
        )
        assert hidden == []
        anna.page.keyboard.press("ArrowRight")


def test_buttons_stay_in_place_when_there_is_a_last_trick(users: BrowserUsers) -> None:
    anna = users.open(PHONE)
    anna.open_table()
    anna.see(ON_TURN).first.wait_for()
    places = (
        "(buttons) => buttons.map((each) => [each.dataset.key, each.getBoundingClientRect().x])"
    )
    before = anna.see(".actions button").evaluate_all(places)
    anna.play()
    anna.see(ON_TURN).first.wait_for()
    assert anna.see(".actions button").evaluate_all(places) == before
