"""Bids and other calls before the play, and a stock, as people see them at the table."""

from __future__ import annotations

import os
import re
from contextlib import closing
from itertools import cycle
from secrets import token_hex
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.support.extent import part
from tests.support.server.api_requests import ApiClient
from tests.support.server.server_process import ServerProcess
from tests.support.web.axe import barriers
from tests.support.web.browser_user import ON_TURN, PHONE, PRESS
from tests.support.web.layout_checks import LOOK, settle

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.support.web.browser_user import BrowserUser, BrowserUsers


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server with games that have calls or a stock."""
    environ = {**os.environ, "ODDTRICK_PLUGINS": "tests.support.game_plugins"}
    process = ServerProcess(tmp_path_factory.mktemp("server"), environ=environ, forked=False)
    process.start()
    try:
        yield process
    finally:
        process.stop()


PANEL = ".panel .calls"
CALL = f"{PANEL} button"

TABLES: dict[str, dict[str, Any]] = {
    "grid": {"game": "auction-whist"},
    "7": {"game": "nomination-whist", "players": 7},
    "words": {"game": "auction-whist", "named": True},
    "3": {"game": "nomination-whist", "players": 3},
    "4": {"game": "nomination-whist"},
}
SIZES = ((390, 844), (844, 390), (1280, 600), (360, 640), (1440, 900), (820, 1180))

FILL = """() => {
  const panel = document.querySelector(".panel .calls");
  const longest = (one, other) => (one.length < other.length ? other : one);
  const bid = [...panel.querySelectorAll("button")].map((at) => at.innerText).reduce(longest);
  for (const at of document.querySelectorAll(".seat:not([data-own]) .about")) {
    at.className = "about called";
    at.textContent = bid;
  }
  for (const group of panel.querySelectorAll(".choices")) {
    const last = group.lastElementChild;
    if (group.matches(".named ~ .words")) continue;
    const wanted = group.matches(".named") ? 15 : group.matches(".counts") ? 14 : 9;
    for (let n = group.children.length; n < wanted; n++) {
      const copy = group.insertBefore(last.cloneNode(true), last);
      const bold = copy.querySelector("b");
      if (!bold && group.matches(".counts")) copy.textContent = String(n);
    }
    [...group.children].forEach(({ style }, n) => {
      style.setProperty("--number", 1 + Math.floor(n / 3));
      style.setProperty("--name", 1 + (n % 3));
    });
  }
}"""
"""Fills the panel up to the most bids of its kind, and gives everybody the longest of them."""

OUT_OF_REACH = """() => {
  const inside = (at) => {
    const { left, right, top, bottom, width, height } = at.getBoundingClientRect();
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    const far = document.elementFromPoint(left + 3, bottom - 3);
    return at.contains(hit) && at.contains(far) && Math.min(width, height) >= 43.5 &&
      at.scrollWidth <= at.clientWidth + 1;
  };
  return [...document.querySelectorAll(".panel .calls button")].filter((at) => !inside(at))
    .map((at) => at.outerHTML.slice(0, 80) + JSON.stringify(at.getBoundingClientRect()));
}"""
"""Returns the bids that are covered, cut, out of sight, too small, or wider than their button."""


@pytest.mark.parametrize("table", part(TABLES, 2))
def test_all_bids_are_in_reach_beside_all_seats_and_the_hand(
    users: BrowserUsers, table: str
) -> None:
    anna = users.open(PHONE, locale="de-DE")  # whose words are the longest
    rules = dict(TABLES[table])
    anna.open_table(rules.pop("game"), rules=rules)
    anna.see(CALL).first.wait_for()
    expect(anna.see(CALL).first).to_be_focused()
    anna.page.evaluate(FILL)
    wrong = barriers(anna.page)
    for width, height in SIZES:
        anna.page.set_viewport_size({"width": width, "height": height})
        settle(anna)
        found = [*anna.page.evaluate(LOOK, arg=True), *anna.page.evaluate(OUT_OF_REACH)]
        wrong += [f"{width} by {height}: {each}" for each in found]
    assert wrong == [], "\n".join(wrong)


def _bid_and_lead(anna: BrowserUser) -> None:
    """Makes the first bid, and waits for the turn to play."""
    anna.see(CALL).first.click()
    anna.see(ON_TURN).first.wait_for()


def test_a_bid_is_typed_and_then_stands_beside_the_tricks_at_every_seat(
    users: BrowserUsers,
) -> None:
    anna = users.open()
    anna.open_table("nomination-whist")
    anna.see(CALL).first.wait_for()
    offered = [each.get_attribute("data-key") for each in anna.see(CALL).all()]
    expect(anna.see(".turn-status")).to_have_text("Your bid")
    anna.page.keyboard.press("h")
    expect(anna.see(".hint b")).to_have_text(re.compile(r"^Bid \d+\.$"))
    advised = anna.see(".hint b").inner_text().removeprefix("Bid ").rstrip(".")
    expect(anna.see(f"{CALL}:focus")).to_have_attribute("data-key", advised)
    anna.page.keyboard.press("2" if "2" in offered else "3")
    expect(anna.see(f"{CALL}:focus")).to_have_attribute("data-key", "2" if "2" in offered else "3")
    anna.page.keyboard.press("ArrowLeft")
    bid = anna.see(f"{CALL}:focus").get_attribute("data-key")
    assert bid == offered[offered.index("2" if "2" in offered else "3") - 1]
    anna.page.keyboard.press("Enter")
    anna.see(ON_TURN).first.wait_for()
    expect(anna.see(".seat[data-own] .called")).to_have_text(f"0 of {bid}")
    expect(anna.see(".live")).to_contain_text(f"You: {bid}.")
    anna.page.keyboard.press("u")  # reads out trumps and bids
    summary = anna.page.locator(".live p", has_text="Bids: ").last.inner_text()
    plates = anna.see(".seat").all()
    assert len(plates) == 4
    for plate in plates:
        number = plate.locator(".called").inner_text().rpartition(" of ")[2]
        assert f"{plate.locator('.name').inner_text()}: {number}" in summary


def test_only_the_last_bid_of_an_auction_stands(users: BrowserUsers) -> None:
    anna = users.open()
    anna.open_table("auction-whist")
    anna.see(CALL).first.wait_for()
    _bid_and_lead(anna)
    expect(anna.see(".seat .called")).to_have_count(1)


def test_the_contract_is_told_and_marked_and_its_sides_are_partners(users: BrowserUsers) -> None:
    anna = users.open(PHONE)
    anna.open_table("contract-whist")
    anna.see(CALL).first.wait_for()
    anna.see(CALL).first.click()  # to play alone or to lose, unless another has bid the latter
    anna.see(ON_TURN).first.wait_for()
    line = anna.see(".contract")
    expect(line).to_have_text(
        re.compile(r"^\w+: (Losing · no tricks, \d so far|Alone · \d of 5 tricks)$")
    )
    declarer = line.inner_text().partition(":")[0]
    expect(anna.see(".seat[data-declares]")).to_have_count(1)
    expect(anna.see(".seat[data-declares] > .name")).to_have_text(declarer)
    expect(anna.see(".seat[data-mine]")).to_have_count(0 if declarer == "You" else 3)
    anna.page.keyboard.press("u")
    told = anna.page.locator(".live p", has_text="Played: ").last
    expect(told).to_contain_text(line.inner_text())


def _lose(code: str, ann: ApiClient, ben: ApiClient) -> None:
    """Begins a match in which Ben bids to lose every trick, unless a bot has; a bot plays on."""

    def send(person: ApiClient, **command: Any) -> None:
        request = {"id": token_hex(8), "command": command}
        assert person(f"POST /api/tables/{code}/commands", request).status_code == 200

    send(ben, type="sit", place=1)
    send(ann, type="begin", fill="casual")
    for person in cycle((ann, ben)):
        table = person(f"GET /api/tables/{code}").json()
        if table["match"].get("contract"):
            break
        if table["turn"] is not None and table["turn"] == table["you"]:
            loses = person is ben and "losing" in table["match"]["legal"]
            send(person, type="call", call="losing" if loses else "pass")
    send(ben, type="leave")


def test_a_hand_laid_open_stands_at_its_seat(users: BrowserUsers) -> None:
    anna = users.open(PHONE)
    code = anna.gather("contract-whist")
    with closing(anna.api_client()) as ann, closing(ApiClient(anna.url)) as ben:
        _lose(code, ann, ben.named("Ben"))
    anna.see(ON_TURN).first.wait_for()
    while not anna.see(".last_trick, .open-hand").count():
        anna.tap(anna.see(ON_TURN).first)
        anna.see(ON_TURN).first.wait_for()
    hand = anna.see(".seat[data-declares] .open-hand")
    expect(hand).to_have_attribute(
        "aria-label", re.compile(r"^Open hand of \w+: (\w+ of \w+(, )?){8,12}$")
    )
    for width, height in SIZES[:3]:
        anna.page.set_viewport_size({"width": width, "height": height})
        settle(anna)
        assert anna.page.evaluate(LOOK, arg=True) == []


def test_named_bids_stand_in_the_order_of_the_game(users: BrowserUsers) -> None:
    anna = users.open(PHONE)
    anna.open_table("contract-whist")
    anna.see(CALL).first.wait_for()
    keys = [each.get_attribute("data-key") for each in anna.see(CALL).all()]
    assert keys == [bid for bid in ("alone", "losing", "pass") if bid in keys]


def test_cards_are_put_down_face_down_and_turned_over_together(users: BrowserUsers) -> None:
    anna = users.open(preferences={"speed": "normal"})
    anna.open_table("exchange-whist")
    anna.see(ON_TURN).first.wait_for()
    expect(anna.see(".turn-status")).to_have_text("Choose a card to put down")
    expect(anna.see(PANEL)).to_have_count(0)
    anna.tap(anna.see(ON_TURN).first)
    own = anna.see(".trick .card").last
    expect(own).to_be_visible()
    expect(anna.see(".trick .card > .card-back")).not_to_have_count(0)
    expect(anna.see(".trick .card > .card-back")).to_have_count(0)
    expect(anna.see(".trick .card")).to_have_count(4)


def test_cards_are_drawn_from_the_stock_into_the_hand_and_beside_the_trick(
    users: BrowserUsers,
) -> None:
    anna = users.open(PHONE)
    anna.open_table("drawn-whist")
    anna.see(ON_TURN).first.wait_for()
    expect(anna.see(".turn-up")).to_contain_text("cards")
    before = int(anna.see(".turn-up .about").inner_text().split()[0])
    held = set(anna.hand())
    top = anna.see(".stock .card").count()
    assert (before, top) in ((26, 1), (24, 1))
    wrong = []
    for width, height in SIZES:
        anna.page.set_viewport_size({"width": width, "height": height})
        settle(anna)
        wrong += [f"{width} by {height}: {each}" for each in anna.page.evaluate(LOOK, arg=True)]
        if anna.see(".turn-up .about").bounding_box() is None:
            wrong.append(f"{width} by {height}: nobody sees how many cards there are")
    assert wrong + barriers(anna.page) == [], "\n".join(wrong)
    anna.see(ON_TURN).first.dispatch_event("click")
    expect(anna.see(".turn-up .about")).to_have_text(f"{before - 2} cards")
    expect(anna.see(".hand .card")).to_have_count(13)
    (drawn,) = set(anna.hand()) - held
    expect(anna.see(f".hand [data-key='{drawn}']")).to_have_attribute("data-new", "")
    expect(anna.see(".live")).to_contain_text(re.compile(r"You draw the \w+ of \w+\."))
    expect(anna.see(f".hand [data-key='{drawn}']")).not_to_have_attribute("data-new", "")


MATCHES: list[dict[str, Any]] = [
    {"game": "nomination-whist", "most": 4},
    {"game": "contract-whist"},
    {"game": "drawn-whist"},
    {"game": "exchange-whist"},
    {"game": "auction-whist"},
    {"game": "bid-whist", "target": 1},
    {"game": "minnesota-whist", "target": 1},
    {"game": "solo-whist", "deals": 1},
]


@pytest.mark.parametrize("rules", part(MATCHES, 2), ids=lambda rules: rules["game"])
def test_whole_matches_are_played_by_pressing_what_is_offered(
    users: BrowserUsers, rules: dict[str, Any]
) -> None:
    anna = users.open()
    game = rules["game"]
    options = {name: value for name, value in rules.items() if name != "game"}
    code = anna.open_table(game, rules=options, pause_seconds=1)
    anna.page.evaluate(PRESS)
    anna.see("[data-stage=over] .result").wait_for(timeout=180_000)
    if game in BIDS_IN_RESULT:
        bids = BIDS_IN_RESULT[game]
        expect(anna.page.locator(".result .items", has_text="bid ")).to_have_count(bids)
        anna.page.get_by_role("button", name="Score").click()
        expect(anna.see(".all-deals tbody").first.locator("tr").last).to_contain_text(
            "took" if bids else "trick"
        )
    steps = anna.context.request.get(f"{anna.url}/api/tables/{code}/replay").json()["match"]
    number = len(steps["deals"])
    anna.go(f"/t/{code}/replay#deal={number}&card=0")
    _step_through_calls(anna, steps, steps["deals"][-1])


BIDS_IN_RESULT = {
    "nomination-whist": 4,
    "auction-whist": 1,
    "drawn-whist": 0,
    "exchange-whist": 0,
}
"""The players whose bid stands beside what they took, where no contract is told."""


def _step_through_calls(anna: BrowserUser, match: Any, deal: Any) -> None:
    """Each call is a step; the last one says the contract, and the step after it is a card."""
    caption = anna.see(".caption")
    expect(caption).to_contain_text(f"Deal {len(match['deals'])}:")
    made = [(phase, *call) for phase, calls in deal.get("calls", ()) for call in calls]
    for phase, seat, call in made:
        anna.page.keyboard.press("ArrowRight")
        expect(caption).to_have_text(re.compile(f"^{_call_sentence(match, phase, seat, call)}"))
    contract = deal.get("contract")
    if contract:
        bid = re.escape(_bid_name(contract["bid"]))
        expect(caption).to_contain_text(re.compile(f"Contract: {bid}"))
    if any(hand["tricks"] for hand in deal["hands"]):
        anna.page.keyboard.press("ArrowRight")
        expect(caption).to_contain_text("Trick 1.")


def _call_sentence(match: Any, phase: str, seat: int, call: str | None) -> str:
    """A pattern of what the replay says of a call to the person in seat 0."""
    if call is None:
        who, verb = ("You", "call"), "face down"
    elif len(call) == 2 and call[1] in "CDHS":
        who, verb = ("You", "lay"), r"down the \w+ of \w+"
    elif call == "pass":
        who, verb = ("You", "pass"), ""
    else:
        who = ("You", "choose" if phase == "trumps" else "bid")
        verb = re.escape(_bid_name(call).lower())
    if seat:
        ending = "passes" if call == "pass" else f"{who[1]}s"
        who = (re.escape(match["names"][seat]), ending)
    return " ".join(filter(None, (*who, verb))) + r"\."


def _bid_name(bid: str) -> str:
    """A bid as the page writes it."""
    name = bid if bid[0].isdigit() else bid.capitalize()
    return name.replace("isere", "isère").replace("no trump ", "no trump, ")
