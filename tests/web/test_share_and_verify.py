"""Tests of links, records, imported files and verification in a real browser."""

from __future__ import annotations

import gzip
import json
import re
from secrets import token_hex
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from oddtrick.pbn import decode_pbn, read_boards
from oddtrick.record import decode_record
from oddtrick.web.static_files import files
from tests.support.server.table_requests import QUICK, WHIST
from tests.support.web.axe import barriers
from tests.support.web.browser_user import PHONE, BrowserUser, BrowserUsers
from tests.support.web.replay_pages import CAPTION, a_file, dropped, example_record


def test_a_link_opens_the_exact_card(users: BrowserUsers, table: str) -> None:
    ann, bob = users.open(), users.open(PHONE)
    ann.go(f"/t/{table}/replay#deal=1&card=17&seat=2")
    caption = ann.see(CAPTION).text_content() or ""
    assert "leads" in caption
    ann.see(".match-actions button").filter(has_text="Share").click()
    link = ann.see("dialog input").input_value()
    assert link.endswith(f"/t/{table}/replay/1#deal=1&card=17&seat=2")
    bob.page.goto(link)
    expect(bob.see(CAPTION)).to_have_text(caption)
    assert bob.see('.open[data-at="0"]').get_attribute("data-seat") == "2"
    bob.page.evaluate("location.hash = '#deal=1&card=999'")
    expect(bob.see(CAPTION)).to_contain_text("Deal 1 is over.")
    bob.page.keyboard.press("Home")
    bob.page.wait_for_url(re.compile("card=0"))
    bob.page.reload()
    expect(bob.see(CAPTION)).to_contain_text("Deal 1:")
    bob.go(f"/t/{table}/replay#deal=x&card=-4&seat=9")
    expect(bob.see(CAPTION)).to_contain_text("Deal 1:")


@pytest.mark.parametrize("allowed", [True, False])
def test_links_are_copied_or_selected(users: BrowserUsers, table: str, *, allowed: bool) -> None:
    """Without https a page has no clipboard: then the link is marked for Ctrl+C."""
    ann = users.open()
    if allowed:
        ann.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=ann.url)
    else:
        hidden = "Object.defineProperty(navigator, 'clipboard', { value: undefined })"
        ann.page.add_init_script(hidden)
    done = "Copied" if allowed else "Selected: press Ctrl+C"
    code = ann.gather()
    ann.page.get_by_role("button", name="Copy link").click()
    expect(ann.see("[data-key=copy]")).to_have_text(done)
    if allowed:
        expect(ann.see("[data-key=copy]")).to_be_focused()  # nothing is selected without need
    assert _held(ann) == f"{ann.url}/t/{code}"
    ann.go(f"/t/{table}/replay#deal=1&card=17")
    ann.page.get_by_role("button", name="Share").click()
    ann.page.get_by_role("button", name="Copy link").click()
    expect(ann.page.get_by_role("dialog").get_by_role("status")).to_have_text(done)
    assert _held(ann).startswith(f"{ann.url}/t/{table}/replay/1#deal=1&card=17")


def _held(user: BrowserUser) -> str:
    """Returns the text on the clipboard, or the one that Ctrl+C would put there."""
    return str(
        user.page.evaluate(
            """async () => {
              const { value, selectionStart, selectionEnd } = document.activeElement;
              const selected = value?.slice(selectionStart, selectionEnd);
              return (await navigator.clipboard?.readText()) ?? selected;
            }"""
        )
    )


def test_the_record_and_pbn_can_be_downloaded(users: BrowserUsers, table: str) -> None:
    user = users.open()
    user.go(f"/t/{table}/replay")
    with user.page.expect_download() as record:
        user.see("a[download$='.json']").click()
    assert len(decode_record(record.value.path().read_bytes()).deals) == 1
    with user.page.expect_download() as pbn:
        user.see("a[download$='.pbn']").click()
    assert len(list(read_boards(decode_pbn(pbn.value.path().read_bytes())))) == 1


def _command(user: BrowserUser, code: str, command: dict[str, Any]) -> None:
    user.context.request.post(
        f"{user.url}/api/tables/{code}/commands",
        data={"id": token_hex(8), "command": command},
        headers={"Origin": user.url},
    )


def _seen(user: BrowserUser, code: str) -> Any:
    return user.context.request.get(f"{user.url}/api/tables/{code}").json()


def play_before_the_page(user: BrowserUser) -> str:
    """Plays a match by HTTP while the page seals and opens its secrets."""
    answer = user.context.request.post(
        f"{user.url}/api/tables",
        data={"rules": WHIST, "settings": QUICK, "sit": 0, "fill": "random"},
        headers={"Origin": user.url},
    )
    code: str = answer.json()["code"]
    user.go(f"/t/{code}")
    begun = False
    while (seen := _seen(user, code))["stage"] != "over":
        if not begun and seen["places"][0]["connected"]:
            _command(user, code, {"type": "begin"})
            begun = True
        if seen["turn"] == 0:
            _command(user, code, {"type": "play", "card": seen["match"]["legal"][0]})
        user.page.evaluate("0")  # lets the page contribute to the draw
    return code


@pytest.mark.parametrize("part", ["player-seals", "sha256"])
def test_a_part_that_fails_to_load_costs_nobody_the_part_in_a_draw(
    users: BrowserUsers, part: str
) -> None:
    user = users.open()
    failed = 0
    most: int | None = None  # any number before the draw, and one in it

    def fail(route: Route) -> None:
        nonlocal failed
        if most is not None and failed >= most:
            return route.continue_()
        failed += 1
        return route.abort()

    user.page.route(re.compile(rf"/wire/{part}\.js$"), fail)
    sent: list[str] = []

    def note(frame: str | bytes) -> None:
        sent.extend(re.findall(r'"type":"(seal|open)"', str(frame)))

    user.page.on("websocket", lambda socket: socket.on("framesent", note))
    request = {"rules": WHIST, "settings": {"bot_delay_ms": 0}, "sit": 0, "fill": "casual"}
    user.go(user.post("/api/tables", request)["url"])
    expect(user.see(".seat .name").first).to_be_visible()
    user.page.wait_for_load_state("networkidle")
    assert failed, "not loaded before the draw"
    most = failed + 1
    user.page.get_by_role("button", name="Start").click()
    expect(user.see(".hand .card").first).to_be_visible()
    assert sent[:2] == ["seal", "open"]
    assert failed == most
    users.complaints[:] = [each for each in users.complaints if "ERR_FAILED" not in each]


REPLACE_SERVER_SEAL = """([key, seal]) => {
  window.kept ??= sessionStorage.getItem(key);
  const other = JSON.parse(window.kept).map((each) => ({ ...each, serverSeal: seal }));
  sessionStorage.setItem(key, seal ? JSON.stringify(other) : window.kept);
}"""
"""Replaces the stored seal of the server in the browser; null restores it."""


@pytest.mark.whole(
    held_by="tests/web/test_verify_deals.py::test_withheld_and_foreign_contributions_are_detected"
)
def test_a_deal_is_verified_with_the_persons_own_contribution(users: BrowserUsers) -> None:
    ann = users.open()
    code = play_before_the_page(ann)
    stored_keys = "Object.keys(sessionStorage).filter((key) => key.includes(' of '))"
    assert ann.page.evaluate(stored_keys) == [f"seals of {code}"], (
        "a secret is kept until it is open"
    )
    ann.go(f"/t/{code}/replay/1")
    ann.page.evaluate(REPLACE_SERVER_SEAL, [f"seals of {code}", "0" * 64])
    ann.see(".verify").click()
    dialog = ann.see("dialog")
    expect(dialog.locator(".verdict")).to_have_attribute("data-mark", "wrong")
    expect(dialog.locator(".verdict")).to_contain_text("the server changed them")
    ann.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    ann.page.evaluate(REPLACE_SERVER_SEAL, [f"seals of {code}", None])
    for _ in range(2):  # matching secrets are deleted, but shown until the page closes
        ann.see(".verify").click()
        expect(dialog.locator(".verdict")).to_have_attribute("data-mark", "right")
        expect(dialog.get_by_text("One of these secrets is yours.").first).to_be_visible()
        expect(dialog).to_contain_text("The only deal of this match is correct.")
        expect(dialog.locator(".steps .mark[data-mark=wrong]")).to_have_count(0)
        assert barriers(ann.page) == []
        assert ann.page.evaluate(stored_keys) == []
        ann.page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)


def test_a_server_with_a_false_secret_or_false_cards_is_detected(
    users: BrowserUsers, table: str
) -> None:
    user = users.open(PHONE)
    proof = json.loads(user.context.request.get(_proof(user, table)).body())
    last = proof["rounds"][-1]
    last["secret"] = last["secret"][:-1] + ("0" if last["secret"][-1] != "0" else "1")
    user.page.route("**/proof", lambda route: route.fulfill(json=proof))
    user.go(f"/t/{table}/replay")
    user.see(".verify").click()
    verdict = user.see("dialog .verdict")
    expect(verdict).to_have_attribute("data-mark", "wrong")
    expect(verdict).to_contain_text("the server’s secret doesn’t match its seal")
    user.page.unroute("**/proof")
    address = f"{user.url}/api/tables/{table}/matches/1/replay"
    response = user.context.request.get(address).json()
    one, other, *_ = response["match"]["deals"][0]["hands"][0]["cards"]
    one[0], other[0] = other[0], one[0]
    user.page.route("**/api/**/replay", lambda route: route.fulfill(json=response))
    user.go(f"/t/{table}/replay/1")
    user.see(".verify").click()
    expect(verdict).to_contain_text("should hold different cards")


def _proof(user: BrowserUser, table: str) -> str:
    return f"{user.url}/api/tables/{table}/matches/1/proof"


def test_a_dropped_record_may_be_gzipped_and_survives_a_reload(users: BrowserUsers) -> None:
    data, _ = example_record("scotch-whist-1")
    user = users.open()
    dropped(user, gzip.compress(data), "many.json.gz")
    user.page.keyboard.press("ArrowRight")
    user.page.wait_for_url(re.compile("card=1"))
    user.page.reload()
    expect(user.see(CAPTION)).to_contain_text("leads")
    assert user.see(".match-actions .verify").count() == 0
    user.page.get_by_role("link", name="Import another game").click()
    expect(user.see(".zone")).to_be_visible()
    user.page.evaluate(
        """(text) => {
          const data = new DataTransfer();
          data.items.add(new File([text], "game.json"));
          document.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true }));
        }""",
        data.decode(),
    )
    expect(user.see(".board")).to_be_visible()


def test_an_invalid_record_is_one_line_of_error(users: BrowserUsers) -> None:
    user = users.open()
    user.go("/replay")
    problem, file = user.see(".error"), user.see("#file")
    for name, data, why in (
        ("a.json", b"not JSON", "This isn’t a saved game"),
        ("a.json.gz", b"not packed", "can’t be decompressed"),
    ):
        file.set_input_files(files=[a_file(name, data)])
        expect(problem).to_contain_text(why)
    record = json.loads(example_record("whist-3")[0])
    plays = record["deals"][0]["hands"][0]["plays"]
    plays[0], plays[1] = plays[1], plays[0]
    file.set_input_files(files=[a_file("a.json", json.dumps(record).encode())])
    expect(problem).to_contain_text("Deal 1, hand 1, trick 1, seat")
    assert all("409" in each for each in users.complaints)
    users.complaints.clear()


def test_both_catalogues_translate_every_error() -> None:
    codes = set(
        re.findall(
            r'ProofError\("([a-z-]+)"', files().named["replay/verify-proof.js"].body.decode()
        )
    )
    assert len(codes) > 15
    for language in ("en", "de"):
        catalogue = files().named[f"i18n/{language}/replay.js"].body.decode()
        assert {f'"proof.wrong.{code}"' for code in codes} <= set(
            re.findall(r'"proof\.wrong\.[a-z-]+"', catalogue)
        )
