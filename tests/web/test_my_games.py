"""Tests of a person's games, results, ratings and account."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from oddtrick.server.store.engine import DATABASE_FILE
from tests.support.server.server_process import ServerProcess
from tests.support.web.axe import barriers
from tests.support.web.browser_user import NARROW, PHONE, BrowserUser, BrowserUsers
from tests.support.web.pseudo_locale import speak_in_brackets, untranslated
from tests.support.web.replay_pages import example_record

PASSWORD = "correct horse"  # noqa: S105  # of nobody


PLAY_OUT = """async (code) => {
  const address = `/api/tables/${code}`;
  for (let number = 0; ; number++) {
    const { stage, turn, you, match } = await (await fetch(address)).json();
    if (stage === "over") return;
    const legal = turn === you && match?.legal[0];
    const command = { type: "play", card: legal };
    if (!legal) await new Promise(requestAnimationFrame);
    else await fetch(`${address}/commands`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ id: `c${number}`, command }),
    });
  }
}"""


@pytest.mark.whole(
    held_by="tests/web/test_share_and_verify.py::test_the_record_and_pbn_can_be_downloaded"
)
def test_a_finished_match_can_be_replayed_and_downloaded(
    users: BrowserUsers, tmp_path: Path
) -> None:
    anna = users.open(PHONE)
    code = _played(anna)
    anna.go("/games")
    row = anna.page.get_by_role("region", name="History").get_by_role("listitem")
    expect(row).to_have_count(1)
    expect(row).to_contain_text("Whist")
    expect(row.locator(".outcome")).to_have_text(re.compile("won|lost"))
    assert row.get_by_role("link", name="Replay").get_attribute("href") == f"/replay/{code}.1"
    record = _saved(row, "Download", tmp_path)
    assert record.startswith('{"format":"oddtrick/1"')
    assert "[Event" in _saved(row, "PBN", tmp_path)
    figures = anna.page.get_by_role("region", name="Statistics").get_by_role("listitem")
    expect(figures).to_have_count(1)
    counts = figures.get_by_role("definition").all_inner_texts()
    assert counts[0] == "1"
    assert 0 <= int(counts[3]) <= 13
    _bring(anna, record, tmp_path)
    expect(row).to_have_count(2)
    expect(anna.see(".outcome").filter(has_text="imported")).to_have_count(1)
    _is_sound(anna)
    assert _out_of_catalogues(anna) == []


def test_the_history_leads_to_the_review_of_a_match(users: BrowserUsers) -> None:
    anna = users.open(PHONE).named("Anna")
    identity = anna.post("/api/records", json.loads(example_record("whist-1")[0]))["id"]
    anna.go("/games")
    row = anna.page.get_by_role("region", name="History").get_by_role("listitem")
    expect(row.get_by_role("link")).to_have_text(["Replay", "Review", "Download", "PBN"])
    assert anna.fits()
    row.get_by_role("link", name="Review").click()
    expect(anna.page).to_have_url(f"{anna.url}/replay/{identity}#deal=1&review")
    expect(anna.see(".coach-head")).to_be_visible()


def test_an_invalid_record_is_refused_with_a_message(users: BrowserUsers, tmp_path: Path) -> None:
    anna = users.open()
    anna.open_table()
    anna.go("/games")
    _bring(anna, "[Event “A bridge match”]", tmp_path)
    expect(anna.see(".played").get_by_role("alert")).to_contain_text("This isn’t a saved game")
    _bring(anna, '{"format":"oddtrick/1"}', tmp_path)
    expect(anna.see(".played").get_by_role("alert")).not_to_contain_text("This isn’t a saved game")
    expect(anna.see(".played").get_by_role("alert")).not_to_be_empty()
    users.complaints.clear()  # the browser logs each error response


def test_unfinished_games_can_be_resumed(users: BrowserUsers) -> None:
    anna = users.open()
    codes = {anna.open_table(), anna.open_table("knockout-whist")}
    anna.go("/games")
    under = anna.page.get_by_role("region", name="In progress").get_by_role("link", name="Resume")
    expect(under).to_have_count(2)
    assert {link.get_attribute("href") for link in under.all()} == {f"/t/{code}" for code in codes}
    under.first.click()
    assert anna.hand()


def test_an_account_is_created_logged_out_logged_in_and_deleted(users: BrowserUsers) -> None:
    anna = users.open()
    code = anna.open_table()
    anna.go("/games")
    _register(anna, "anna.k")
    person = anna.page.get_by_role("region", name="Guest")
    expect(person).to_contain_text("Account: anna.k")
    expect(anna.page.get_by_role("link", name="Resume")).to_have_attribute("href", f"/t/{code}")
    _rename(anna, "Anna K.")
    anna.page.get_by_role("button", name="Log out").click()
    expect(anna.page.get_by_role("heading", name="No name yet")).to_be_visible()

    phone = users.open(PHONE)
    phone.go("/games")
    _sign(phone, "Log in", "anna.k")
    expect(phone.page.get_by_role("region", name="Anna K.")).to_contain_text("Account: anna.k")
    expect(phone.page.get_by_role("link", name="Resume")).to_have_attribute("href", f"/t/{code}")
    phone.page.get_by_role("button", name="Delete my data").click()
    phone.page.get_by_role("button", name="Delete permanently").click()
    expect(phone.page.get_by_role("heading", name="No name yet")).to_be_visible()
    _sign(phone, "Log in", "anna.k")
    expect(phone.page.get_by_role("dialog").get_by_role("alert")).to_contain_text(
        "Wrong username or password"
    )
    users.complaints.clear()  # the browser logs each error response


@pytest.mark.whole(
    held_by="tests/server/people/test_accounts.py::test_the_account_life_cycle_works_on_postgresql"
)
def test_the_password_can_be_changed(users: BrowserUsers) -> None:
    anna = users.open()
    anna.go("/games")
    first = _register(anna, "change.me")
    anna.page.get_by_role("button", name="Change password").click()
    dialog = anna.page.get_by_role("dialog")
    dialog.get_by_label("Current password").fill("not this one")
    dialog.get_by_label("New password").fill("battery staple")
    dialog.get_by_role("button", name="Change password").click()
    expect(dialog.get_by_role("alert")).to_have_text("The current password is wrong.")
    users.complaints.clear()  # the browser logs each error response
    dialog.get_by_label("Current password").fill(PASSWORD)
    dialog.get_by_role("button", name="Change password").click()
    assert _shown_code(anna) != first  # the code went with the password
    expect(dialog).to_have_count(0)
    anna.page.get_by_role("button", name="Log out").click()
    _sign(anna, "Log in", "change.me", "battery staple")
    expect(anna.page.get_by_role("region", name="change.me")).to_be_visible()


def test_a_lost_password_is_replaced_with_the_recovery_code(users: BrowserUsers) -> None:
    anna, finder = users.open(PHONE), users.open()
    anna.go("/games")
    code = _register(anna, "lost.it")
    person = anna.page.get_by_role("region", name="lost.it")
    expect(person).not_to_contain_text("No recovery code yet")
    finder.go("/games")
    next_code = _recover(finder, "lost.it", code)
    expect(finder.page.get_by_role("region", name="lost.it")).to_be_visible()
    anna.page.reload()
    expect(anna.page.get_by_role("heading", name="No name yet")).to_be_visible()
    _recover(anna, "lost.it", code, "Wrong username or recovery code.")
    anna.page.reload()
    assert _recover(anna, "lost.it", next_code.upper()) not in {code, next_code}
    expect(anna.page.get_by_role("region", name="lost.it")).to_be_visible()
    users.complaints.clear()  # the browser logs each error response


def test_an_account_without_a_recovery_code_says_so_and_gets_one(users: BrowserUsers) -> None:
    anna = users.open(PHONE)
    speak_in_brackets(anna.page)
    account = {"login": "codeless", "password": PASSWORD, "name": "Anna"}
    anna.post("/api/accounts", account)
    anna.go("/games")
    person = anna.page.get_by_role("region", name="Anna")
    expect(person.locator("p.small")).to_have_count(2)
    person.locator(".buttons button").nth(2).click()
    dialog = anna.page.get_by_role("dialog")
    dialog.locator("[name=password]").fill(PASSWORD)
    dialog.locator(".primary").click()
    expect(dialog.locator(".recovery-code")).to_have_value(re.compile(r"(\w{4}-){3}\w{4}"))
    assert barriers(anna.page) == []
    assert untranslated(anna.page, "Anna", "codeless") == []
    dialog.locator(".primary").click()
    expect(person.locator("p.small")).to_have_count(1)


@pytest.mark.parametrize(
    ("login", "password", "said"),
    [
        ("a!", PASSWORD, "3 to 32 letters"),
        ("jo.smith", "jo.smith1", "at least 8 characters"),
        ("jo.smith", "Password123", "easy to guess"),
    ],
)
def test_an_invalid_login_is_refused_with_a_message(
    users: BrowserUsers, login: str, password: str, said: str
) -> None:
    anna = users.open()
    anna.go("/games")
    _sign(anna, "Create account", login, password)
    expect(anna.page.get_by_role("dialog").get_by_role("alert")).to_contain_text(said)
    users.complaints.clear()  # the browser logs each error response


def test_names_are_rendered_as_text(users: BrowserUsers) -> None:
    anna = users.open()
    anna.go("/games")
    name = "<img src=x onerror=a>"
    _rename(anna, name)
    expect(anna.page.get_by_role("heading", name=name)).to_be_visible()


def _is_sound(anna: BrowserUser) -> None:
    assert barriers(anna.page) == []
    for text in ("100%", "200%"):
        anna.page.set_viewport_size({"width": NARROW[0], "height": NARROW[1]})
        anna.page.evaluate("size => { document.documentElement.style.fontSize = size; }", text)
        assert anna.fits()


def _out_of_catalogues(anna: BrowserUser) -> list[str]:
    """Returns the texts outside the catalogues; the browser formats times."""
    speak_in_brackets(anna.page)
    anna.page.reload()
    anna.see(".stats-list li").wait_for()
    times = "all => all.map((at) => at.textContent)"
    return untranslated(anna.page, "Guest", *anna.see("time").evaluate_all(times))


def _played(anna: BrowserUser) -> str:
    """Plays a short match to its end and returns the code of its table."""
    requested = {
        "rules": {"game": "whist", "target": 1},
        "settings": {"bot_delay_ms": 0, "pause_seconds": 0},
        "sit": 0,
        "fill": "casual",
        "begin": True,
    }
    answer = anna.context.request.post(
        f"{anna.url}/api/tables", data=requested, headers={"Origin": anna.url}
    )
    code = str(answer.json()["code"])
    anna.go("/rules")
    anna.page.evaluate(PLAY_OUT, code)
    return code


def _sign(anna: BrowserUser, how: str, login: str, password: str = PASSWORD) -> None:
    """Submits the form for a new account or a login."""
    dialog = anna.page.get_by_role("dialog")
    if not dialog.is_visible():
        anna.page.get_by_role("button", name=how).click()
    dialog.get_by_label("Username").fill(login)
    dialog.get_by_label("Password").fill(password)
    dialog.get_by_role("button", name=how).click()


def _register(anna: BrowserUser, login: str) -> str:
    """Creates an account; returns the recovery code that the page shows."""
    _sign(anna, "Create account", login)
    return _shown_code(anna)


def _recover(anna: BrowserUser, login: str, code: str, refusal: str = "") -> str:
    """Sets a new password with a recovery code; returns the next code, or "" if refused."""
    anna.page.get_by_role("button", name="Log in").click()
    anna.page.get_by_role("button", name="Forgot your password?").click()
    dialog = anna.page.get_by_role("dialog")
    dialog.get_by_label("Username").fill(login)
    dialog.get_by_label("Recovery code").fill(code)
    dialog.get_by_label("New password").fill("battery staple")
    dialog.get_by_role("button", name="Set a new password").click()
    if not refusal:
        return _shown_code(anna)
    expect(dialog.get_by_role("alert")).to_have_text(refusal)
    return ""


def _shown_code(anna: BrowserUser) -> str:
    """Returns the recovery code on the page, and closes it."""
    dialog = anna.page.get_by_role("dialog", name="Your recovery code")
    code = dialog.get_by_label("Recovery code").input_value()
    dialog.get_by_role("button", name="I’ve saved it").click()
    expect(dialog).to_have_count(0)
    return code


def _rename(anna: BrowserUser, name: str) -> None:
    anna.page.get_by_role("button", name=re.compile("(Change|Choose a) name")).click()
    anna.page.get_by_label("Your name").fill(name)
    anna.page.get_by_role("dialog").get_by_role("button", name="Change name").click()
    expect(anna.page.get_by_role("heading", name=name)).to_be_visible()


def _bring(anna: BrowserUser, text: str, folder: Path) -> None:
    """Imports a file with this text."""
    file = folder / "brought.json"
    file.write_text(text, encoding="utf-8")
    anna.page.get_by_label("Import a game").set_input_files(file)


def _saved(row: Locator, name: str, folder: Path) -> str:
    """Returns the content of the file downloaded by a link."""
    with row.page.expect_download() as download:
        row.get_by_role("link", name=name).click()
    file = folder / name
    download.value.save_as(file)
    return file.read_text(encoding="utf-8")


def test_the_ratings_of_a_game_show_the_persons_rank(
    users: BrowserUsers, server: ServerProcess
) -> None:
    anna, ben, cleo = (users.open(PHONE, locale=code) for code in ("en-GB", "de-DE", "en-GB"))
    for number, somebody in enumerate((anna, ben), 1):
        login = f"rated{number}"
        somebody.post("/api/accounts", {"login": login, "password": PASSWORD, "name": login})
        person = somebody.context.request.get(f"{somebody.url}/api/me").json()["id"]
        with closing(sqlite3.connect(server.data / DATABASE_FILE, timeout=20)) as log, log:
            rating = (person, "whist", 25.0 + number, 1.5, 7, 0)
            log.execute("insert into ratings values (?, ?, ?, ?, ?, ?)", rating)
    anna.go("/games")
    anna.page.get_by_role("link", name="Leaderboard").click()
    board = anna.page.get_by_role("table", name="Whist").get_by_role("row")
    expect(board).to_have_text(["RankNameRatingMatches", "1rated222.57", "2rated1You21.57"])
    assert barriers(anna.page) == []
    anna.page.get_by_role("link", name="Scotch Whist", exact=True).click()
    expect(anna.page.get_by_text("No rated matches of this game yet")).to_be_visible()
    expect(anna.page.get_by_text("You have no rating yet")).to_be_visible()
    ben.go("/ratings/whist")
    expect(ben.see(".ranking [data-own]")).to_have_text("1rated2Du22,57")
    cleo.go("/")
    cleo.page.get_by_role("link", name="Leaderboard").click()
    expect(cleo.see(".ranking tbody tr")).to_have_count(2)
    expect(cleo.page.get_by_text("Only accounts are rated.")).to_be_visible()
