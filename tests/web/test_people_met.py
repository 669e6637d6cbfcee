"""Tests of people met: two people play, and one invites the other to a new table."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.support.web.axe import barriers
from tests.support.web.browser_user import PHONE, PRESS, BrowserUser, BrowserUsers


def test_a_person_met_is_invited_and_comes_to_the_same_table(users: BrowserUsers) -> None:
    anna, ben = users.open().named("Ann"), users.open(PHONE).named("Ben")
    _begin_a_match(anna, ben)
    ben.go("/games")
    people = ben.page.get_by_role("region", name="People you’ve played with")
    expect(people.get_by_role("listitem")).to_have_count(1)
    expect(people).to_contain_text("Ann")
    expect(people).not_to_contain_text("here now")
    people.get_by_text("What they may do").click()
    people.get_by_role("switch", name="Show them when I’m here").click()
    anna.go("/games")
    listed = anna.page.get_by_role("region", name="People you’ve played with")
    expect(listed).to_contain_text("Ben")
    expect(listed).to_contain_text("here now")
    assert barriers(anna.page) == []
    listed.get_by_role("button", name="Invite Ben to Whist").click()
    anna.page.wait_for_url("**/t/*")
    code = anna.page.url.rpartition("/")[2]
    invitation = ben.page.get_by_role("region", name="Invitations")
    expect(invitation).to_contain_text("Ann invites you to play Whist.")
    assert ben.fits()
    assert barriers(ben.page) == []
    invitation.get_by_role("button", name="Join").click()
    ben.page.wait_for_url(f"**/t/{code}")
    expect(anna.see(".seat").filter(has_text="Ben")).to_be_visible()
    table = ben.context.request.get(f"{ben.url}/api/tables/{code}").json()
    assert table["options"]["deals"] == 3, "the rules are those of the last match"
    assert table["you"] == 1


@pytest.mark.whole(
    held_by="tests/server/people/test_contacts.py::test_invitations_and_presence_follow_the_model"
)
def test_a_muted_person_cannot_invite(users: BrowserUsers) -> None:
    anna, ben = users.open().named("Ann"), users.open(PHONE).named("Ben")
    _begin_a_match(anna, ben)
    new = anna.gather()
    anna.page.get_by_role("button", name="Invite people you’ve played with").click()
    anna.page.get_by_role("button", name="Invite Ben to this table").click()
    expect(anna.page.get_by_role("status").filter(has_text="Invited")).to_be_visible()
    ben.go("/rules")
    invitation = ben.page.get_by_role("region", name="Invitations")
    invitation.get_by_role("button", name="More").click()
    invitation.get_by_role("button", name="No invitations from Ann").click()
    expect(invitation).to_be_hidden()
    anna.go(f"/t/{new}")
    anna.page.get_by_role("button", name="Invite people you’ve played with").click()
    dialog = anna.page.get_by_role("dialog")
    expect(dialog).to_contain_text("takes no invitations")
    assert dialog.get_by_role("button", name="Invite Ben").count() == 0


def _begin_a_match(anna: BrowserUser, ben: BrowserUser, deals: int = 3) -> str:
    """Begins a match of two people and bots, and returns the code of its table."""
    code = anna.gather(match="deals", deals=deals)
    ben.go(f"/t/{code}")
    ben.page.get_by_role("button", name="Sit here: seat 2").click()
    expect(anna.see(".seat").filter(has_text="Ben")).to_be_visible()
    anna.page.get_by_role("button", name="Start").click()
    expect(ben.see(".hand .card")).to_have_count(13)
    return code


@pytest.mark.whole(
    held_by="tests/web/test_people_met.py::test_a_person_met_is_invited_and_comes_to_the_same_table"
)
def test_the_people_of_a_finished_match_are_invited_again(users: BrowserUsers) -> None:
    anna, ben = users.open().named("Ann"), users.open(PHONE).named("Ben")
    code = _begin_a_match(anna, ben, deals=1)
    for person in (anna, ben):
        person.page.evaluate(PRESS)
    expect(anna.see("[data-stage=over] .panel")).to_be_visible(timeout=60_000)
    ben.go("/learn")
    ben.post(f"/api/tables/{code}/commands", {"id": "leave", "command": {"type": "leave"}})
    anna.page.get_by_role("button", name="Invite the same people").click()
    anna.page.wait_for_url(lambda url: "/t/" in url and code not in url)
    invitation = ben.page.get_by_role("region", name="Invitations")
    expect(invitation).to_contain_text("Ann invites you to play Whist.")
    invitation.get_by_role("button", name="Not now").click()
    expect(invitation).to_be_hidden()
