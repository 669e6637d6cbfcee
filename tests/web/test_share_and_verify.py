"""Tests of links, records, imported files and verification in a real browser."""

from __future__ import annotations

import gzip
import json
import re
from secrets import token_hex
from typing import TYPE_CHECKING, Any

from playwright.sync_api import expect

from oddtrick.pbn import decode_pbn, read_boards
from oddtrick.record import decode_record
from oddtrick.web.static_files import files
from tests.support.server.table_requests import QUICK, WHIST
from tests.support.web.axe import barriers
from tests.support.web.browser_user import PHONE
from tests.support.web.replay_pages import CAPTION, a_file, dropped, told

if TYPE_CHECKING:
    from tests.support.web.browser_user import Visitor, Visitors


def test_a_link_opens_the_exact_card(visitors: Visitors, table: str) -> None:
    ann, bob = visitors.come(), visitors.come(PHONE)
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


def test_the_record_and_pbn_can_be_downloaded(visitors: Visitors, table: str) -> None:
    visitor = visitors.come()
    visitor.go(f"/t/{table}/replay")
    with visitor.page.expect_download() as record:
        visitor.see("a[download$='.json']").click()
    assert len(decode_record(record.value.path().read_bytes()).deals) == 1
    with visitor.page.expect_download() as pbn:
        visitor.see("a[download$='.pbn']").click()
    assert len(list(read_boards(decode_pbn(pbn.value.path().read_bytes())))) == 1


def _command(visitor: Visitor, code: str, command: dict[str, Any]) -> None:
    visitor.context.request.post(
        f"{visitor.url}/api/tables/{code}/commands",
        data={"id": token_hex(8), "command": command},
        headers={"Origin": visitor.url},
    )


def _seen(visitor: Visitor, code: str) -> Any:
    return visitor.context.request.get(f"{visitor.url}/api/tables/{code}").json()


def play_before_the_page(visitor: Visitor) -> str:
    """Plays a match by HTTP while the page seals and opens its secrets."""
    answer = visitor.context.request.post(
        f"{visitor.url}/api/tables",
        data={"rules": WHIST, "settings": QUICK, "sit": 0, "fill": "random"},
        headers={"Origin": visitor.url},
    )
    code: str = answer.json()["code"]
    visitor.go(f"/t/{code}")
    begun = False
    while (seen := _seen(visitor, code))["stage"] != "over":
        if not begun and seen["places"][0]["connected"]:
            _command(visitor, code, {"type": "begin"})
            begun = True
        if seen["turn"] == 0:
            _command(visitor, code, {"type": "play", "card": seen["match"]["legal"][0]})
        visitor.page.evaluate("0")  # lets the page contribute to the draw
    return code


HOUSE = """([key, house]) => {
  window.kept ??= sessionStorage.getItem(key);
  const other = JSON.parse(window.kept).map((each) => ({ ...each, serverSeal: house }));
  sessionStorage.setItem(key, house ? JSON.stringify(other) : window.kept);
}"""
"""Replaces the stored seal of the server in the browser; null restores it."""


def test_a_deal_is_verified_with_the_persons_own_contribution(visitors: Visitors) -> None:
    ann = visitors.come()
    code = play_before_the_page(ann)
    kept = "Object.keys(sessionStorage).filter((key) => key.includes(' of '))"
    assert ann.page.evaluate(kept) == [f"seals of {code}"], "a secret is kept until it is open"
    ann.go(f"/t/{code}/replay/1")
    ann.page.evaluate(HOUSE, [f"seals of {code}", "0" * 64])
    ann.see(".verify").click()
    dialog = ann.see("dialog")
    expect(dialog.locator(".verdict")).to_have_attribute("data-mark", "wrong")
    expect(dialog.locator(".verdict")).to_contain_text("the server changed them")
    ann.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    ann.page.evaluate(HOUSE, [f"seals of {code}", None])
    for _ in range(2):  # matching secrets are deleted, but shown until the page closes
        ann.see(".verify").click()
        expect(dialog.locator(".verdict")).to_have_attribute("data-mark", "right")
        expect(dialog.get_by_text("One of these secrets is yours.").first).to_be_visible()
        expect(dialog).to_contain_text("The only deal of this match is correct.")
        expect(dialog.locator(".steps .mark[data-mark=wrong]")).to_have_count(0)
        assert barriers(ann.page) == []
        assert ann.page.evaluate(kept) == []
        ann.page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)


def test_a_server_with_a_false_secret_or_false_cards_is_detected(
    visitors: Visitors, table: str
) -> None:
    visitor = visitors.come(PHONE)
    proof = json.loads(visitor.context.request.get(_proof(visitor, table)).body())
    last = proof["rounds"][-1]
    last["secret"] = last["secret"][:-1] + ("0" if last["secret"][-1] != "0" else "1")
    visitor.page.route("**/proof", lambda route: route.fulfill(json=proof))
    visitor.go(f"/t/{table}/replay")
    visitor.see(".verify").click()
    verdict = visitor.see("dialog .verdict")
    expect(verdict).to_have_attribute("data-mark", "wrong")
    expect(verdict).to_contain_text("the server’s secret doesn’t match its seal")
    visitor.page.unroute("**/proof")
    address = f"{visitor.url}/api/tables/{table}/matches/1/replay"
    told = visitor.context.request.get(address).json()
    one, other, *_ = told["match"]["deals"][0]["hands"][0]["cards"]
    one[0], other[0] = other[0], one[0]
    visitor.page.route("**/api/**/replay", lambda route: route.fulfill(json=told))
    visitor.go(f"/t/{table}/replay/1")
    visitor.see(".verify").click()
    expect(verdict).to_contain_text("should hold different cards")


def _proof(visitor: Visitor, table: str) -> str:
    return f"{visitor.url}/api/tables/{table}/matches/1/proof"


def test_a_dropped_record_may_be_gzipped_and_survives_a_reload(visitors: Visitors) -> None:
    data, _ = told("scotch-whist-1")
    visitor = visitors.come()
    dropped(visitor, gzip.compress(data), "many.json.gz")
    visitor.page.keyboard.press("ArrowRight")
    visitor.page.wait_for_url(re.compile("card=1"))
    visitor.page.reload()
    expect(visitor.see(CAPTION)).to_contain_text("leads")
    assert visitor.see(".match-actions .verify").count() == 0
    visitor.see(".match-actions a").click()
    expect(visitor.see(".zone")).to_be_visible()
    visitor.page.evaluate(
        """(text) => {
          const data = new DataTransfer();
          data.items.add(new File([text], "game.json"));
          document.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true }));
        }""",
        data.decode(),
    )
    expect(visitor.see(".board")).to_be_visible()


def test_an_invalid_record_is_one_line_of_error(visitors: Visitors) -> None:
    visitor = visitors.come()
    visitor.go("/replay")
    problem, file = visitor.see(".error"), visitor.see("#file")
    for name, data, why in (
        ("a.json", b"not JSON", "This isn’t a game file"),
        ("a.json.gz", b"not packed", "can’t be decompressed"),
    ):
        file.set_input_files(files=[a_file(name, data)])
        expect(problem).to_contain_text(why)
    record = json.loads(told("whist-3")[0])
    plays = record["deals"][0]["hands"][0]["plays"]
    plays[0], plays[1] = plays[1], plays[0]
    file.set_input_files(files=[a_file("a.json", json.dumps(record).encode())])
    expect(problem).to_contain_text("Deal 1, hand 1, trick 1, seat")
    assert all("409" in each for each in visitors.complaints)
    visitors.complaints.clear()


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
