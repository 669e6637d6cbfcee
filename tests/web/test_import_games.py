"""Tests of importing games from files: chosen or dropped, replayed and reviewed."""

from __future__ import annotations

import gzip
import json

import pytest
from playwright.sync_api import expect

from tests.support.extent import part
from tests.support.server.upload_example_records import EXAMPLES
from tests.support.web.browser_user import PHONE, BrowserUser, BrowserUsers
from tests.support.web.replay_pages import CAPTION, a_file

PBN = (EXAMPLES.parent / "pbn" / "whist.pbn").read_bytes()
WHIST = (EXAMPLES / "whist-1.record.json").read_bytes()
KNOCKOUT = (EXAMPLES / "knockout-whist-1.record.json").read_bytes()
LINES = b"".join(json.dumps(json.loads(each)).encode() + b"\n" for each in (WHIST, KNOCKOUT))
REVOKE = PBN.replace(b"H6 HT HQ HJ", b"H6 HT HQ S7")
REVOKE_LINE = 14

DROP = """([name, bytes]) => {
  const files = new DataTransfer();
  files.items.add(new File([new Uint8Array(bytes)], name));
  for (const type of ["dragover", "drop"]) {
    const event = new DragEvent(type, { dataTransfer: files, bubbles: true, cancelable: true });
    document.querySelector("main").dispatchEvent(event);
  }
}"""
"""Drops a file on the page."""


def _drop(user: BrowserUser, name: str, data: bytes) -> None:
    expect(user.see("main p").first).to_be_visible()
    user.page.evaluate(DROP, [name, list(data)])


def _choose(user: BrowserUser, name: str, data: bytes) -> None:
    user.see("#file").set_input_files(files=[a_file(name, data)])


def test_the_start_page_links_to_the_import_and_takes_dropped_files(users: BrowserUsers) -> None:
    user = users.open()
    user.go("/")
    user.page.get_by_role("link", name="Import a game").click()
    expect(user.see(".zone")).to_be_visible()
    user.go("/")
    expect(user.see(".tile").first).to_be_visible()
    _drop(user, "game.json", WHIST)
    user.page.wait_for_url("**/replay#open")
    expect(user.see(CAPTION)).to_contain_text("Deal 1:")


@pytest.mark.parametrize(
    ("name", "data"),
    part(
        [
            ("game.json", WHIST),
            ("game.jsonl", LINES.splitlines()[0]),
            ("game.json.gz", gzip.compress(WHIST)),
            ("game.pbn", PBN[: PBN.index(b'\n\n[Event "Thursday Whist"]\n[Board "2"]')]),
            ("game.txt", PBN[: PBN.index(b'\n\n[Event "Thursday Whist"]\n[Board "2"]')]),
        ],
        1,
    ),
)
def test_a_file_of_one_game_is_replayed_at_once(
    users: BrowserUsers, name: str, data: bytes
) -> None:
    user = users.open()
    user.go("/replay")
    _drop(user, name, data)
    expect(user.see(CAPTION)).to_contain_text("Deal 1:")


@pytest.mark.parametrize(
    ("name", "data", "listed"),
    part(
        [
            ("club.pbn", PBN, ["1. Whist", "2. Colonial Whist"]),
            ("evening.jsonl", LINES, ["1. Whist", "2. Knock-out Whist"]),
        ],
        1,
    ),
)
def test_a_file_of_several_games_gives_a_list(
    users: BrowserUsers, name: str, data: bytes, listed: list[str]
) -> None:
    user = users.open()
    user.go("/replay")
    _choose(user, name, data)
    heading = user.page.get_by_role("heading", name=f"2 games in {name}")
    expect(heading).to_be_focused()
    expect(user.see(".choice button .what")).to_have_text(listed)
    user.see(".choice button").nth(1).click()
    expect(user.see("h1")).to_have_text(listed[1][3:])
    user.page.keyboard.press("ArrowRight")
    user.page.wait_for_url("**#deal=1&card=1")
    user.page.reload()
    expect(user.see("h1")).to_have_text(listed[1][3:])


@pytest.mark.parametrize(
    ("name", "data", "message"),
    part(
        [
            ("a.json", b'{\n"format": oddtrick\n}', "a.json, line 2: This isn’t a saved game."),
            (
                "f.json",
                b'{\n"rules": {},\n"deals" []\n}',
                "f.json, line 3: This isn’t a saved game.",
            ),
            ("b.jsonl", b"\n\n{]", "b.jsonl, line 3: This isn’t a saved game."),
            ("c.pbn", b"; nothing\n", "holds no board"),
            ("d.json", b"", "d.json: there is no game in this file."),
            ("e.json", b'{"format": "oddtrick/9", "rules": {}, "deals": []}', "e.json: Format is"),
        ],
        2,
    ),
)
def test_an_error_is_one_line_with_the_line_of_the_file(
    users: BrowserUsers, name: str, data: bytes, message: str
) -> None:
    user = users.open()
    user.go("/replay")
    _choose(user, name, data)
    expect(user.see("main > .error")).to_contain_text(message)
    assert "\n" not in user.see("main > .error").inner_text()
    users.complaints.clear()  # the browser logs each error response


def test_a_faulty_game_is_listed_with_its_line_and_spares_the_others(users: BrowserUsers) -> None:
    user = users.open()
    user.go("/replay")
    _choose(user, "club.pbn", REVOKE)
    expect(user.see(".choice li").first).to_contain_text(f"club.pbn, line {REVOKE_LINE}: ")
    expect(user.see(".choice li").first).to_contain_text("a revoke")
    user.see(".choice button").click()
    expect(user.see("h1")).to_have_text("Colonial Whist")
    user.go("/replay")
    wrong = json.loads(LINES.splitlines()[0])
    plays = wrong["deals"][0]["hands"][0]["plays"]
    plays[0], plays[1] = plays[1], plays[0]
    _choose(user, "evening.jsonl", LINES + json.dumps(wrong).encode())
    user.see(".choice button").nth(2).click()
    expect(user.see("main > .error")).to_contain_text("evening.jsonl, line 3: Deal 1, ")
    expect(user.see(".choice button")).to_have_count(3)
    users.complaints.clear()  # the browser logs each error response


def test_an_anonymous_visitor_reviews_an_imported_game_in_the_language_of_the_page(
    users: BrowserUsers,
) -> None:
    user = users.open(PHONE, locale="de-AT")
    user.go("/")
    _drop(user, "spiel.json", KNOCKOUT)
    user.see("a.review").click()
    user.page.wait_for_url("**/replay/r_*#deal=1&review")
    expect(user.see(".coach")).to_have_attribute("data-grade", "full", timeout=60_000)
    expect(user.see(".coach h2")).to_have_text("Überblick")
    record = user.page.url.partition("/replay/")[2].partition("#")[0]
    report = user.page.get_by_role("link", name="Analyse drucken oder speichern")
    expect(report).to_have_attribute("href", f"/replay/{record}?print=1")
    user.page.reload()
    expect(user.see(".coach")).to_have_attribute("data-grade", "full")
    user.go("/games")
    expect(user.see(".outcome")).to_have_text("importiert")
