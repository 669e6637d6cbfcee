"""Tests of bids in the replay and the review of a deal: each is a step, and a decision."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.support.server.api_requests import ApiClient
from tests.support.server.table_requests import open_table, play_out
from tests.support.web.browser_user import PHONE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.support.server.server_process import ServerProcess
    from tests.support.web.browser_user import BrowserUser, BrowserUsers

OH_HELL = {"game": "oh-hell", "players": 3, "most": 2}


class Bid:
    """A table at which Ann has played two cards and bid before.

    Args:
        server: the server.
    """

    def __init__(self, server: ServerProcess) -> None:
        self.ann = ApiClient(server.url).named("Ann")
        setup = {"rules": OH_HELL, "sit": 0, "fill": "casual", "settings": {"bot_delay_ms": 0}}
        self.code: str = open_table(self.ann, begin=True, **setup)["code"]
        play_out(self.ann, self.code)
        api = f"/api/tables/{self.code}/matches/1/review/1"
        self.deal: Any = self.ann(f"GET {api}", timeout=120).json()["deals"][0]

    def open(self, users: BrowserUsers, place: str) -> BrowserUser:
        """Opens the replay in Ann's browser."""
        user = users.open(PHONE)
        for pair in self.ann.cookie.split("; "):
            name, _, value = pair.partition("=")
            user.context.add_cookies([{"name": name, "value": value, "url": user.url}])
        user.go(f"/t/{self.code}/replay/1#deal=1&{place}")
        return user


@pytest.fixture(scope="module")
def bid(server: ServerProcess) -> Iterator[Bid]:
    """The table of this module."""
    found = Bid(server)
    yield found
    found.ann.close()


def test_each_bid_is_a_step_before_the_cards(users: BrowserUsers, bid: Bid) -> None:
    ((_, made),) = bid.deal["steps"]["calls"]
    user = bid.open(users, "card=0")
    for seat, call in made:
        plate = user.see(f".open[data-seat='{seat}'] .won")
        expect(plate).not_to_contain_text("/")
        user.page.keyboard.press("ArrowRight")
        verb = "You bid" if seat == 0 else "bids"
        expect(user.see(".caption")).to_contain_text(f"{verb} {call}.")
        expect(plate).to_contain_text(f"0/{call}")
    user.page.keyboard.press("ArrowRight")
    expect(user.see(".caption")).to_contain_text("Trick 1.")
    user.page.keyboard.press("ArrowUp")
    user.page.keyboard.press("ArrowUp")
    expect(user.see(".caption")).to_contain_text("Deal 1:")


def test_each_bid_is_a_decision_with_the_chance_to_keep_it(users: BrowserUsers, bid: Bid) -> None:
    calls = [one for one in bid.deal["decisions"] if one["kind"] == "call"]
    assert [one["seat"] for one in calls] == [seat for seat, _ in bid.deal["steps"]["calls"][0][1]]
    for one in calls:
        user = bid.open(users, f"card={one['place']}&review")
        expect(user.see(".coach")).to_have_attribute("data-grade", "full", timeout=60_000)
        expect(user.see(".coach h2")).to_contain_text("The bids")
        own = user.see(".values [data-chosen]")
        kept = next(each["kept"] for each in one["choices"] if each["action"] == one["played"])
        expect(own).to_contain_text(one["played"])
        expect(own).to_contain_text(f"kept {int(100 * kept + 0.5)}%" if kept >= 0.02 else "kept")


def test_a_bid_is_made_again_in_practice(users: BrowserUsers, bid: Bid) -> None:
    own = next(one for one in bid.deal["decisions"] if one["kind"] == "call" and one["seat"] == 0)
    user = bid.open(users, "card=0")
    user.go(f"/t/{bid.code}/retry/1/1/{own['number'] + 1}#card={own['place']}")
    panel = user.page.get_by_role("group", name="How many tricks?")
    expect(panel).to_be_visible()
    panel.get_by_role("button").first.click()
    expect(panel).to_be_hidden()
