"""Tests of the page's scripts against the server, the library and the type checker."""

from __future__ import annotations

import hashlib
import random
import re
import subprocess
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import expect

from oddtrick.fair import seal_of
from oddtrick.games import GAMES
from oddtrick.server.routes.web_page import SHOWN_BY
from oddtrick.web.static_files import ENTRY, OFFLINE_TABLE, files, page_for
from tests.support.extent import part
from tests.support.web.browser import modules_base
from tests.support.web.browser_user import ON_TURN, BrowserUser, BrowserUsers
from tests.support.web.npm import modules
from tests.support.web.protocol_types import write_protocol_types
from tests.support.web.random_match_updates import random_updates

HERE = Path(__file__).parent
FIRST_LOAD = 101_500
"""The compressed size of all files fetched by a first visit, in bytes."""
DESK_LOAD = 108_000
"""The same for the desk of a drive, which an organiser opens once for a whole evening."""
TABLE_LOAD = 98_000
"""The same up to the first playable card of a table."""


@pytest.mark.parametrize("module", part(dict.fromkeys(SHOWN_BY.values()), 3))
def test_each_page_loads_only_the_scripts_it_needs(users: BrowserUsers, module: str) -> None:
    address = next(path for path, shown in SHOWN_BY.items() if shown == module)
    user = users.open()
    requested: list[str] = []
    user.page.on("request", lambda request: requested.append(request.url.partition("/web/")[2]))
    user.go(re.sub(r"\{.*?\}", "0", address))
    user.page.wait_for_load_state("networkidle")
    version = f"{files().version}/"
    named = {each.removeprefix(version) for each in requested if each.startswith(version)}
    assert set(files().needed(ENTRY, module)) <= named
    if module == OFFLINE_TABLE:
        return  # no first visit: without a match it leads to the page that begins one
    packed = sum(len(files().named[each].packed) for each in named)
    most = DESK_LOAD if module == "drive/desk/desk-page.js" else FIRST_LOAD
    assert packed + len(page_for(module).packed) < most


def test_a_table_is_playable_before_its_other_parts_load(users: BrowserUsers) -> None:
    user = users.open((390, 844))
    user.open_table()
    user.see(ON_TURN).first.wait_for()
    user.page.wait_for_load_state("networkidle")
    address = user.page.url
    user.page.close()  # what the first visit still loads when idle does not count
    user.page = user.context.new_page()
    requested: list[str] = []
    user.page.on("request", lambda request: requested.append(request.url.rpartition("/web/")[2]))
    user.page.add_init_script("window.requestIdleCallback = (load) => (window.whenIdle = load);")
    user.page.goto(address)
    user.see(ON_TURN).first.wait_for()
    names = {each.partition("/")[2] for each in requested if "/" in each}
    packed = sum(len(files().named[each].packed) for each in names if each in files().named)
    assert packed + len(page_for("table/controller.js").packed) < TABLE_LOAD
    later = {"table/side-panel.js", "table/hint-panel.js", "table/sounds.js"}
    assert not later & names
    user.page.get_by_role("button", name="Score").click()
    expect(user.see(".deals h2")).to_be_visible()  # loaded when it is wanted


def test_each_page_loads_only_the_styles_it_needs() -> None:
    def styles(module: str) -> list[str]:
        return re.findall(r'stylesheet" href="/web/\w+/(\S+?)"', page_for(module).body.decode())

    everywhere = ["ui/base.css", "ui/components.css", "cards/cards.css"]
    assert styles("start/start-page.js") == [*everywhere, "start/start.css"]
    assert styles("guide/tutorial-page.js") == [*everywhere, "start/start.css", "guide/guide.css"]
    assert {sheet.partition("/")[0] for sheet in styles("table/controller.js")[3:]} == {"table"}


def test_the_scripts_have_no_type_errors_against_the_servers_protocol() -> None:
    write_protocol_types()
    done = subprocess.run(
        [str(modules() / ".bin/tsc"), "--project", str(HERE / "tsconfig.json")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "")


FOLD = """async ([base, json]) => {
  const { stateFromWelcome, applyUpdate } = await import(base + "wire/state.js");
  const text = JSON.stringify;
  const wrong = [];
  for (const [who, welcome, steps] of JSON.parse(json)) {
    let known = stateFromWelcome(null, welcome, 0);
    for (const [update, table] of steps) {
      known = applyUpdate(known, update);
      const parts = (of) => [
        ...Object.entries({ ...of, match: of.match !== null }),
        ...Object.entries(of.match ?? {}).map(([name, part]) => [`match.${name}`, part]),
      ];
      const ours = Object.fromEntries(parts(known.table));
      for (const [name, part] of parts(table)) {
        if (text(ours[name]) !== text(part)) wrong.push(`${who}: ${name} after ${update.seq}`);
      }
    }
  }
  return wrong;
}"""


@pytest.mark.parametrize("game", part([game.id for game in GAMES], 1))
def test_the_client_state_matches_the_server_view(users: BrowserUsers, game: str) -> None:
    cases = [
        (f"seed {seed}, {person}", *random_updates(game, person, random.Random(seed), most=110))
        for seed, person in enumerate(("p_0", "p_1", None))
    ]
    assert sum(update.table is None for _, _, steps in cases for update, _ in steps) > 100
    assert _evaluate(users.open(), FOLD, msgspec.json.encode(cases).decode()) == []


def test_a_missing_entry_is_detected_and_an_old_one_ignored(users: BrowserUsers) -> None:
    script = """async ([base]) => {
      const { applyUpdate } = await import(base + "wire/state.js");
      const known = { seq: 7, table: { chat: [], match: null } };
      const update = (seq) => applyUpdate(known, { seq, events: [] });
      return [update(7) === known, update(6) === known, update(9), update(8).seq];
    }"""
    assert _evaluate(users.open(), script) == [True, True, None, 8]


def test_client_seals_pass_the_server_check(users: BrowserUsers) -> None:
    rng = random.Random(1)
    cases = [
        ("k3f90pqr7xyz"[: rng.randint(1, 12)] * rng.randint(1, 3), n + 1, rng.randrange(8), n)
        for n in range(60)
    ]
    rounds = [
        (table, number, place, hashlib.sha256(str(n).encode()).hexdigest())
        for table, number, place, n in cases
    ]
    script = """async ([base, cases]) => {
      const { sealOf } = await import(base + "wire/player-seals.js");
      return cases.map((one) => sealOf(...one));
    }"""
    assert _evaluate(users.open(), script, rounds) == [seal_of(*one) for one in rounds]


def test_the_fallback_hash_equals_the_browsers_at_every_length(users: BrowserUsers) -> None:
    script = """async ([base]) => {
      const { sha256 } = await import(base + "wire/sha256.js");
      const wrong = [];
      for (let length = 0; length < 200; length++) {
        const text = "é".repeat(length >> 2) + "x".repeat(length);
        const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
        const digits = Array.from(new Uint8Array(hash), (b) => b.toString(16).padStart(2, "0"));
        if (sha256(text) !== digits.join("")) wrong.push(length);
      }
      return wrong;
    }"""
    assert _evaluate(users.open(), script) == []


def test_a_hand_is_sorted_in_alternating_colours(users: BrowserUsers) -> None:
    expected = {
        "2C AS TH JD QS": "AS QS TH 2C JD",
        "2C AS JD": "AS JD 2C",
        "TH JD 2C 3C": "TH 3C 2C JD",
        "2S 3C": "2S 3C",
        "": "",
    }
    script = """async ([base, hands]) => {
      const { sortHand } = await import(base + "cards/card-names.js");
      return hands.map((hand) => sortHand(hand.split(" ")).join(" "));
    }"""
    assert _evaluate(users.open(), script, list(expected)) == list(expected.values())


def _evaluate(user: BrowserUser, script: str, *args: Any) -> Any:
    """Returns the result of a script that imports modules of the page."""
    user.go("/")
    return user.page.evaluate(script, [modules_base(), *args])
