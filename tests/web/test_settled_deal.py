"""A deal that is decided is ended at the table by one tap."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.support.web.browser_user import ON_TURN, PHONE

if TYPE_CHECKING:
    from tests.support.web.browser_user import BrowserUsers


def test_a_contract_that_is_lost_ends_the_deal_by_one_tap(users: BrowserUsers) -> None:
    anna = users.open(PHONE)
    anna.open_table("solo-whist", rules={"deals": 1})
    anna.see(".panel .calls").wait_for()
    anna.see(".panel [data-key='declared abundance']").click()
    end = anna.page.get_by_role("button", name="End deal")
    anna.see(ON_TURN).first.wait_for()
    expect(end).to_have_count(0)
    while not end.count():
        anna.tap(anna.see(ON_TURN).last)
        anna.see(ON_TURN).first.or_(end).first.wait_for()
    more = anna.see(".actions [data-key=more]")
    tops = [each.evaluate("at => at.getBoundingClientRect().top") for each in (end, more)]
    assert tops[0] == tops[1], "on a phone the hand stays where it is"
    anna.press(end)
    expect(anna.see(".live")).to_contain_text("The deal is decided: nothing can change its points.")
    expect(anna.see("[data-stage=over] .result")).to_be_visible()
