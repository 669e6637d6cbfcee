"""Contracts in the terminal: who plays what, the kitty, cards put away, and what became of it."""

from __future__ import annotations

import re
from io import StringIO

from oddtrick.calls import Bid
from oddtrick.games import rules_of
from oddtrick.terminal.call_words import cards_put_away
from oddtrick.terminal.game_session import GameSession, new_session
from oddtrick.terminal.highlights_text import deal_highlights
from oddtrick.terminal.plain_game import PlainGame
from oddtrick.views import Awaited
from tests.support.terminal.game_sessions import until_yours
from tests.support.terminal.pilot import playing

HIGHEST = "7 no trump"
PASS = Bid(name="pass")


def _before_bid(*, sport: bool = True) -> GameSession:
    """A match of Bid Whist in which the person is to bid."""
    session = new_session(rules_of("bid-whist", sport=sport), seed=3)
    until_yours(session)
    return session


def _with_kitty(session: GameSession) -> GameSession:
    """The same once the person has bid highest and taken the kitty."""
    for call in (Bid(7, "no trump"), Bid(name="high")):
        session.apply(call)
        until_yours(session)
    return session


def _said(session: GameSession, *lines: str) -> str:
    out = StringIO()
    PlainGame(session, StringIO("\n".join((*lines, "quit\n"))), out, lambda _: "").play()
    return out.getvalue()


async def test_B3_trumps_are_named_under_a_heading_of_their_own() -> None:
    async with playing(_before_bid()) as person:
        assert "Your bid" in "\n".join(person.screen)
    named = _before_bid()
    named.apply(Bid(7, "no trump"))
    until_yours(named)
    async with playing(named) as person:
        screen = "\n".join(person.screen)
        assert "Choose trumps" in screen
        assert "Your bid" not in screen


def test_B3_the_plain_game_tells_the_kitty_and_counts_the_cards_to_put_away() -> None:
    away = [str(card) for card in list(_with_kitty(_before_bid()).view.hand)[:4]]
    session = _before_bid()
    kitty = _with_kitty(_before_bid()).view.kitty
    told = _said(session, HIGHEST, "high", *away, "hand")
    names = session.display_names(spoken=True)
    assert "You bid 7 no trump." in told
    shown = names.cards(sorted(kitty, reverse=True))
    assert f"The kitty: {shown}. You take it and put away 4 cards." in told
    for left in (4, 3, 2, 1):
        noun = "card" if left == 1 else "cards"
        assert f"The kitty had: {shown}. Put away {left} {noun}: name one." in told
        assert (f"{left} {noun} left to put away." in told) == (left < 4)
    assert f"You have put away: {names.cards(cards_put_away(session.view))}." in told
    assert {str(card) for card in cards_put_away(session.view)} == set(away)
    assert re.search(r"^You: 7 no trump high, 0 of 12 tricks\.$", told, re.MULTILINE)
    assert "Discards" not in told


def test_B3_cards_that_another_puts_away_are_told_in_one_sentence() -> None:
    for sport in (True, False):
        told = _said(_before_bid(sport=sport), "pass")
        (line,) = [line for line in told.splitlines() if "the kitty" in line.lower()]
        assert re.search(r"\w+ takes (it|the kitty) and puts away 4 cards\.$", line)
        assert ("The kitty: " in line) == sport
        assert told.count("has put away 4 cards.") == 1
        assert "has called" not in told
        assert "You pass." in told


async def test_B3_the_kitty_lies_on_the_table_and_the_cards_put_away_stay_in_sight() -> None:
    async with playing(_with_kitty(_before_bid())) as person:
        view = person.session.view
        screen = "\n".join(person.screen)
        assert "the kitty" in screen
        assert all(card.symbols in screen for card in (*view.kitty, *view.hand))
        for left in (4, 3, 2, 1):
            assert f"put away {left} card" in person.text("#own")
            await person.press("enter")
        away = cards_put_away(person.session.view)
        assert len(away) == 4
        screen = "\n".join(person.screen)
        assert f"put away: {person.session.display_names().cards(away)}" in screen
        assert "the kitty" not in screen
        assert re.search(r"You: 7 no trump high, \d of 12 tricks", screen)


def _story_after(session: GameSession, call: Bid) -> str:
    """The story of the first deal, in which the person makes this call if it is legal."""
    while not session.view.past:
        view = session.view
        own = view.legal[:1] if session.is_own_turn else ()
        if own and view.awaited is Awaited.CALL and call in view.legal:
            own = (call,)
        session.apply(own[0] if own else session.next_action())
    return " ".join(deal_highlights(session.view, session.display_names()))


def test_the_story_of_a_deal_says_whether_its_contract_was_made() -> None:
    seen = set()
    for seed in range(6):
        session = new_session(rules_of("bid-whist"), seed=seed)
        told = _story_after(session, PASS if seed % 2 else Bid(7, "no trump"))
        deal = session.view.past[0]
        assert deal.contract is not None
        taken = sum(deal.tricks[seat] for seat in deal.contract.side)
        over = taken + 1 - 6 - deal.contract.bid.number  # the cards put away are a trick
        tricks = f"{abs(over)} trick{'' if abs(over) == 1 else 's'}"
        want = f"{tricks} short" if over < 0 else f"made with {tricks} over"
        assert f": {deal.contract.bid}, {want if over else 'made exactly'}." in told
        seen.add(over < 0)
    assert seen == {True, False}


def test_the_story_of_a_misere_counts_the_tricks_that_were_taken() -> None:
    told = set()
    for seed in range(8):
        session = new_session(rules_of("solo-whist", deals=1), seed=seed)
        story = _story_after(session, Bid(name="misere"))
        deal = session.view.past[0]
        if deal.contract is not None and deal.contract.bid == Bid(name="misere"):
            taken = deal.tricks[deal.contract.side[0]]
            noun = "trick" if taken == 1 else "tricks"
            want = f"failed with {taken} {noun}" if taken else "made without a trick"
            assert f"misere, {want}." in story
            told.add(want)
    assert told


def test_the_story_of_a_deal_that_nobody_bids_for_says_so() -> None:
    session = new_session(rules_of("solo-whist", deals=1), seed=1)
    while not session.over:
        all_pass = PASS in session.match.legal_actions()
        session.apply(PASS if all_pass else session.next_action())
    assert deal_highlights(session.view, session.display_names()) == ("The deal was thrown in.",)


def test_M2_each_card_stands_for_a_bid_in_the_plain_game() -> None:
    session = new_session(rules_of("minnesota-whist"), seed=1)
    until_yours(session)
    hand = session.view.hand
    line = next(x for x in _said(session).splitlines() if x.startswith("Put down a card: "))
    names = session.display_names(spoken=True)
    for bid, suits in (("high", "SC"), ("low", "HD")):
        cards = sorted((card for card in hand if str(card)[1] in suits), reverse=True)
        assert (f"{names.cards(cards)} for {bid}" in line) == bool(cards)
