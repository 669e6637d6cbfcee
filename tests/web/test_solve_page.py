"""Tests of the solver page: a deal set up, solved and played in a real browser."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from playwright.sync_api import Browser, expect

from oddtrick.cards import Suit
from oddtrick.pbn import Board, read_boards
from oddtrick.solver import Position, solve_cards
from oddtrick.tricks import CardOrder
from oddtrick.web import standalone_solver_page
from oddtrick.web.static_files import SOLVER, files
from tests.support.extent import part, times
from tests.support.pbn_boards import lin_of, rbn_of, whole_boards
from tests.support.web.axe import barriers
from tests.support.web.browser import modules_base
from tests.support.web.browser_user import DESK, NARROW, PHONE, BrowserUser, BrowserUsers
from tests.support.web.pseudo_locale import speak_in_brackets, untranslated
from tests.support.web.replay_pages import a_file

pytestmark = pytest.mark.skipif(
    SOLVER not in files().named, reason="the solver for the page was not built: no zig"
)

HANDS = ["AK2..Q7.T9", "QJT.5..A63", "98.K8.A8.2", "76.A9.KT.4"]
DEAL = "N:" + " ".join(HANDS)
PBN = """% two boards
[Board "7"]
[Deal "E:QJT.5..A63 98.K8.A8.2 76.A9.KT.4 AK2..Q7.T9"]
[Declarer "S"]
[Contract "4H"]
[Board "8"]
[Deal "N:A... K... Q... J..."]
[OddtrickTrump "N"]
"""


def _typed(user: BrowserUser, text: str) -> None:
    user.page.get_by_label("Hands as text").fill(text)
    user.page.keyboard.press("Tab")


def _solved(user: BrowserUser) -> dict[str, int]:
    """Waits for the values and returns them by card."""
    expect(user.see(".choice-cards [data-best]").first).to_be_visible()
    buttons = user.see(".choice-cards button").all()
    worth = ".worth"
    return {
        str(button.get_attribute("data-key")): int(button.locator(worth).inner_text())
        for button in buttons
    }


def _kernel(trump: str | None, leader: int) -> dict[str, int]:
    position = Position.parse(HANDS, trump, leader)
    return {str(card): value for card, value in solve_cards(position).items()}


def test_a_typed_deal_shows_the_worth_of_each_card(users: BrowserUsers) -> None:
    user = users.open()
    user.go("/solve")
    expect(user.see(".caption")).to_have_text(re.compile("^Deal at random, paste a deal"))
    _typed(user, DEAL)
    assert _solved(user) == _kernel("S", 0)
    user.page.get_by_role("radio", name="♥ hearts").check()
    user.page.get_by_role("group", name="First lead").get_by_role("radio", name="West").check()
    expect(user.see(".caption")).to_have_text(re.compile("^West to play. Best play: "))
    values = _solved(user)
    assert values == _kernel("H", 3)
    expect(user.see(".caption")).to_contain_text(f"{max(values.values())} trick")
    shown = user.see(".board [data-worth]").all()
    pairs = {e.get_attribute("data-card"): int(str(e.get_attribute("data-worth"))) for e in shown}
    assert pairs == values


def test_a_deal_of_a_game_with_contracts_is_solved_under_the_chosen_one(
    users: BrowserUsers,
) -> None:
    user = users.open()
    user.go("/solve")
    _typed(user, DEAL)
    user.page.get_by_role("radio", name="No trumps").check()
    user.page.get_by_label("Game").select_option("solo-whist")
    user.page.get_by_label("Contract").select_option("misere")
    user.page.get_by_label("Sides").select_option("0.2.3-1")
    expect(user.see(".caption")).to_contain_text("Each side wants the fewest. Best play: ")
    alone = Position.parse(HANDS, None, 0, sides=(0, 1, 0, 0), fewest=True)
    assert _solved(user) == {str(card): value for card, value in solve_cards(alone).items()}
    user.page.reload()
    assert _solved(user) == {str(card): value for card, value in solve_cards(alone).items()}
    user.page.get_by_label("Game").select_option("bid-whist")
    user.page.get_by_label("Contract").select_option("downtown")
    low = Position.parse(HANDS, None, 0, order=CardOrder.LOW_WINS_ACE_HIGH)
    expect(user.see(".caption")).to_have_text(re.compile("^North to play. Best play: "))
    assert _solved(user) == {str(card): value for card, value in solve_cards(low).items()}


@pytest.mark.whole(
    held_by="tests/web/test_solve_page.py::test_a_typed_deal_shows_the_worth_of_each_card"
)
def test_cards_are_played_taken_back_and_played_again(users: BrowserUsers) -> None:
    user = users.open()
    user.go("/solve")
    _typed(user, DEAL)
    before = _solved(user)
    user.page.get_by_role("button", name=re.compile("^king of spades: ")).click()
    expect(user.see(".caption")).to_have_text(re.compile("^East to play"))
    expect(user.see(".middle li")).to_have_count(1)
    assert "plays=KS" in user.page.url
    user.page.reload()
    expect(user.see(".caption")).to_have_text(re.compile("^East to play. Best"))
    user.page.keyboard.press("ArrowLeft")
    expect(user.see(".caption")).to_have_text(re.compile("^North to play. Best"))
    assert _solved(user) == before
    user.page.keyboard.press("ArrowRight")
    expect(user.see(".caption")).to_have_text(re.compile("^East to play. Best"))
    for count in range(2, 29):
        _solved(user)
        user.page.keyboard.press("b")
        expect(user.see(".ranks .played, .ranks .on-table")).to_have_count(count)
    expect(user.see(".caption")).to_have_text(re.compile("^The deal is over. North and South: "))
    best = max(before.values())
    expect(user.see(".caption")).to_contain_text(f"North and South: {best} tricks")
    user.page.keyboard.press("Home")
    expect(user.see(".caption")).to_have_text(re.compile("^North to play"))


@pytest.mark.parametrize(
    ("text", "message"),
    part(
        [
            ("N:AX... K... Q... J...", "“X” isn’t a rank"),
            ("N:A... A... Q... J...", "The ace of spades is there twice."),
            ("N:A... K... Q...", "There are 3 hands, and the game has 4 players."),
            ("N:A.K... K... Q... J...", "“A.K...” isn’t a hand"),
            ('[Deal "N:"]', "There are no hands in the text."),
        ],
        2,
    ),
)
def test_an_error_in_the_text_is_explained(users: BrowserUsers, text: str, message: str) -> None:
    user = users.open()
    user.go("/solve")
    _typed(user, text)
    expect(user.see(".deal-form [role=alert]")).to_contain_text(message)


def test_hands_of_different_sizes_are_named(users: BrowserUsers) -> None:
    user = users.open()
    user.go("/solve")
    _typed(user, "N:A2... K... Q... J...")
    expect(user.see(".caption")).to_have_text(
        "Give every hand the same number of cards: North has 2, East 1."
    )


def test_a_pbn_file_offers_its_boards(users: BrowserUsers) -> None:
    user = users.open()
    user.go("/solve")
    user.see("input[type=file]").set_input_files(files=[a_file("two.pbn", PBN.encode())])
    assert _solved(user) == _kernel("H", 3)
    user.page.get_by_label("2 deals in two.pbn").select_option("Board 8")
    expect(user.see("[name]:checked + span").first).to_have_text("No trumps")
    expect(user.see(".choice-cards button")).to_have_count(1)


READ = """async ([base, texts]) => {
  const { parseBoards } = await import(base + "solver/deal-notation.js");
  return texts.map((text) => parseBoards(text).map(({ read }) => read(4)));
}"""


@pytest.fixture
def solve_page(users: BrowserUsers) -> BrowserUser:
    user = users.open()
    user.go("/solve")
    return user


def without_auction(text: str) -> str:
    """Without the play too, which shows who led."""
    return re.sub(r"(mb|pc)\|[^|]*\||^[CP] .*\n", "", text, flags=re.MULTILINE)


def without_dealer(text: str) -> str:
    """Without the auction either: who leads after one is told by who began it."""
    plain = without_auction(text)
    return re.sub(r"^A .*\n", "", re.sub(r"md\|\d", "md|0", plain), flags=re.MULTILINE)


def with_suits_reversed(text: str) -> str:
    hand = re.compile(r"(S\w*)(H\w*)(D\w*)(C\w*)(?=[,|])")
    return hand.sub(r"\4\3\2\1", text).lower()


def as_written(text: str) -> str:
    return text


@settings(
    max_examples=times(40, whole=400), suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    drawn=st.lists(
        st.tuples(whole_boards(), st.none() | st.integers(0, 3)), min_size=1, max_size=3
    ),
    change=st.sampled_from((as_written, without_auction, without_dealer, with_suits_reversed)),
)
def test_lin_and_rbn_are_read_as_the_library_reads_them(
    solve_page: BrowserUser,
    drawn: list[tuple[Board, int | None]],
    change: Callable[[str], str],
) -> None:
    lin = change("\n".join(lin_of(board, left_out=hand) for board, hand in drawn))
    rbn = "\n".join(rbn_of(board, (1,), left_out=hand) for board, hand in drawn)
    texts = [lin, rbn if change is with_suits_reversed else change(rbn)]
    shown = solve_page.page.evaluate(READ, [modules_base(), texts])
    for text, boards in zip(texts, shown, strict=True):
        for (board, _), right, read in zip(drawn, read_boards(text), boards, strict=True):
            assert right.hands == board.hands
            hands = [sorted(map(str, hand)) for hand in right.hands]
            assert [sorted(hand) for hand in read["hands"]] == hands
            assert (read["trump"], read["leader"]) == (trump_letter(right), right.leader)


def trump_letter(board: Board) -> str | None:
    if board.trump is None:
        return "N"
    return board.trump.letter if isinstance(board.trump, Suit) else None


@pytest.mark.parametrize("name", ["deal.lin", "deal.rbn"])
def test_a_file_with_cards_that_are_not_named_is_refused_in_one_line(
    users: BrowserUsers, name: str
) -> None:
    text = {
        "deal.lin": "md|1SAKXHQD2C3,SQH2D3C4,S2H3D4C5,|",
        "deal.rbn": "H N:AKx.Q.2.3:Q.2.3.4:2.3.4.5:3.4.5.6\n",
    }[name]
    user = users.open()
    user.go("/solve")
    user.see("input[type=file]").set_input_files(files=[a_file(name, text.encode())])
    expect(user.see(".deal-form .error")).to_have_text(
        "“X” isn’t a rank: write A K Q J T 9 8 7 6 5 4 3 2."
    )


def test_cards_are_given_by_keyboard_and_the_rest_by_chance(users: BrowserUsers) -> None:
    user = users.open()
    user.go("/solve")
    user.see("summary").click()
    user.see("[data-card=AS]").focus()
    user.page.keyboard.press("Enter")
    user.page.keyboard.press("ArrowRight")
    user.page.keyboard.press("ArrowDown")
    user.page.keyboard.press("Enter")
    expect(user.page.get_by_role("button", name="king of hearts: North")).to_be_focused()
    user.page.get_by_role("button", name="Deal the rest at random").click()
    expect(user.see(".choice-cards button")).to_have_count(13)
    assert {"AS", "KH"} <= set(_solved(user))
    expect(user.see(".pack-grid [data-held]")).to_have_count(52)


def test_another_game_counts_its_own_points(users: BrowserUsers) -> None:
    user = users.open()
    user.go("/solve")
    user.page.get_by_label("Game").select_option("scotch-whist")
    user.page.get_by_label("Players").select_option("2")
    _typed(user, "0:J..A. T..K.")
    expect(user.see(".caption")).to_have_text("Seat 1 to play. Best play: 25 points for Seat 1.")
    user.page.get_by_role("button", name="Deal at random").click()
    expect(user.see(".choice-cards button")).to_have_count(6)


@pytest.mark.parametrize("language", part(["en", "de"], 1))
@pytest.mark.parametrize("size", part([PHONE, DESK, NARROW], 1))
def test_the_page_is_accessible_and_fits(
    users: BrowserUsers, size: tuple[int, int], language: str
) -> None:
    user = users.open(size, locale=language)
    user.go("/solve")
    user.page.locator(".deal-form .primary").click()
    expect(user.see(".choice-cards [data-best]").first).to_be_visible()
    user.see("summary").click()
    assert user.fits()
    assert barriers(user.page) == []


def test_every_text_comes_from_the_catalogues(users: BrowserUsers) -> None:
    user = users.open()
    speak_in_brackets(user.page)
    user.go("/solve")
    user.page.locator(".deal-form .primary").click()
    expect(user.see(".choice-cards [data-best]").first).to_be_visible()
    user.see("summary").click()
    symbols = [*"AKQJ"]
    assert untranslated(user.page, *symbols, passed=".choice-cards") == []


def test_a_missing_solver_is_told(users: BrowserUsers) -> None:
    user = users.open()
    user.page.context.route("**/solver.wasm", lambda route: route.fulfill(status=404))
    user.go("/solve")
    _typed(user, DEAL)
    expect(user.see(".console [role=alert]")).to_contain_text("can’t be loaded")
    users.complaints.clear()  # of the browser, about the 404


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[str]:
    """The page as static files, served below the root by a server that is not ours."""
    standalone_solver_page.write_bundle(tmp_path / "docs/solve")
    handler = partial(_Quiet, directory=str(tmp_path))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/docs/solve/"
        server.shutdown()


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *args: object) -> None:
        """Prints nothing."""


@pytest.mark.parametrize("language", part(["en", "de"], 1))
def test_the_folder_of_static_files_needs_no_server_of_ours(
    chromium: Browser, folder: str, language: str
) -> None:
    context = chromium.new_context(locale=language)
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(folder)
    page.locator(".deal-form .primary").click()
    expect(page.locator(".choice-cards [data-best]").first).to_be_visible()
    page.get_by_role("button", name="Deutsch").click()
    expect(page.locator("h1")).to_have_text("Blatt lösen")
    expect(page.locator(".choice-cards [data-best]").first).to_be_visible()
    page.locator(".settings-button").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert complaints == []
    context.close()
