"""Bids, cards that are put down, and a stock at the drawn table."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import StringIO

import pytest
from textual.widgets import Button

from oddtrick.calls import Bid
from oddtrick.games import register_game, rules_of, unregister_game
from oddtrick.terminal.display_names import capitalize
from oddtrick.terminal.game_session import GameSession, new_session
from oddtrick.terminal.plain_game import PlainGame
from oddtrick.terminal.status_lines import turn_up_note
from oddtrick.views import Awaited
from tests.support.bidding_games import ALONE, AUCTION, CONTRACT, EXCHANGE, LOSING, NOMINATION
from tests.support.extent import part
from tests.support.stock_games import DRAWN
from tests.support.terminal.game_sessions import until_yours
from tests.support.terminal.pilot import Player, playing

GAMES = (NOMINATION, DRAWN, AUCTION, CONTRACT, EXCHANGE)


@pytest.fixture(autouse=True)
def games() -> Iterator[None]:
    for game in GAMES:
        register_game(game)
    yield
    for game in GAMES:
        unregister_game(game.id)


def _before_bidding(game: str, *, first: bool = False, **options: bool | int) -> GameSession:
    """A match in which the person is to call, before everybody else if asked for."""
    for seed in range(50):
        session = new_session(rules_of(game, **options), seed=seed)
        until_yours(session)
        assert session.view.awaited is Awaited.CALL
        if not first or not any(made for _, made in session.view.calls):
            return session
    raise AssertionError(game)


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("auction-whist", {}),
        ("auction-whist", {"named": True}),
        ("own-nomination", {"players": 7}),
    ],
)
async def test_every_bid_is_in_sight_with_the_hand(game: str, options: dict[str, bool]) -> None:
    async with playing(_before_bidding(game, first=True, **options)) as person:
        assert person.at == "ChooseCall"
        text = "\n".join(person.screen)
        view = person.session.view
        assert all(f" {capitalize(str(call))} " in text for call in view.legal)
        assert all(card.symbols in text for card in view.hand)


def _focused(person: Player) -> str:
    assert isinstance(person.app.focused, Button)
    return str(person.app.focused.label).lower()


async def test_keys_select_a_bid_and_enter_makes_it() -> None:
    async with playing(_before_bidding("auction-whist", first=True)) as person:
        await person.press("5")
        assert _focused(person) == "5 downtown"
        await person.press("down", "right")
        assert _focused(person) == "6 no trump"
        await person.press("p")
        assert _focused(person) == "pass"
        await person.press("6", "enter")
        made = person.session.view.calls[0][1]
        assert (0, "6 downtown") in [(seat, str(call)) for seat, call in made]
        assert "You" in person.text("#own")


@pytest.mark.parametrize("game", ["own-nomination", "auction-whist"])
async def test_every_key_before_the_first_bid_is_answered_at_the_dialog(game: str) -> None:
    async with playing(_before_bidding(game)) as person:
        for key in "uhilspc?0":
            await person.press(key, *(["escape"] if key in "ls?" else []))
            assert person.at in ("ChooseCall", "LastTrick"), key
        await person.press("u")
        assert "There is nothing to undo" in "\n".join(person.screen)
        await person.press("h")
        text = "\n".join(person.screen)
        if game == "own-nomination":
            assert "Hint: " in text
            assert "for pass" not in text
        else:
            assert "There are no hints for such calls yet" in text
            assert "p for pass" in text


async def test_bids_stand_beside_the_tricks_during_the_play() -> None:
    async with playing(_before_bidding("own-nomination")) as person:
        await person.press("0", "enter")
        view = person.session.view
        assert view.awaited is Awaited.CARD
        plates = "\n".join(person.screen)
        for seat, bid in dict(view.calls)["bids"]:
            assert f"bid {bid}, {view.won[seat]} so far" in plates


async def test_a_card_is_put_down_as_a_card_is_played() -> None:
    async with playing(_before_bidding("exchange-whist")) as person:
        assert person.at == "TableScreen"
        assert "put down a card" in person.text("#own")
        selected = person.table.selected
        await person.press("enter")
        assert (0, selected) in dict(person.session.view.calls)["colours"]


async def test_the_stock_lies_on_the_table_and_its_cards_are_told() -> None:
    session = new_session(rules_of("drawn-whist"), seed=3)
    until_yours(session)
    async with playing(session) as person:
        stock = person.session.view.stock
        assert f"stock: {stock} cards" in "\n".join(person.screen)
        await person.press("enter")
        view = person.session.view
        assert view.stock == stock - 2
        screen = "\n".join(person.screen)
        assert f"stock: {view.stock} cards" in screen
        assert view.stock_top is not None
        assert view.stock_top.symbols in screen
        told = person.text("#log") + person.text("#message")
        assert "You draw" in told
        assert "is turned up" in told


def test_G1_the_card_turned_up_on_a_stock_is_told_where_it_lies() -> None:
    said = StringIO()
    session = new_session(rules_of("german-whist"), seed=3)
    PlainGame(session, StringIO("quit\n"), said, str).play()
    assert "It belongs to nobody" not in said.getvalue()
    assert re.search(r"^Stock: 26 cards, the \w+ of \w+ on top\.$", said.getvalue(), re.MULTILINE)
    notes = set()
    while not session.over:
        view, names = session.view, session.display_names()
        if view.turn_up is not None:
            note = turn_up_note(view, names)
            notes.add(note)
            assert (note == "on the stock") == (view.stock_top is view.turn_up)
            assert ("hold" in note) == (view.turn_up_seat is not None)
        session.apply(session.next_action())
    assert {"on the stock", "played"} <= notes


@pytest.mark.parametrize("game", part([game.id for game in GAMES], 2))
async def test_a_whole_deal_is_played_by_pressing_enter(game: str) -> None:
    async with playing(new_session(rules_of(game), seed=5)) as person:
        await person.through(until="DealResult")
        assert sum(person.session.view.past[0].tricks) == person.session.view.rules.tricks_in(0)


def _with_contract(bid: Bid, *, tricks: int = 0) -> GameSession:
    """A match in which another seat plays a contract, so many tricks into the play."""
    for seed in range(60):
        session = new_session(rules_of(CONTRACT.id), seed=seed)
        while session.view.awaited is not Awaited.CARD and session.view.number == 0:
            session.apply(session.view.legal[-1] if session.is_own_turn else session.next_action())
        contract = session.view.contract
        if contract is None or contract.bid != bid or contract.declarer == session.seat:
            continue
        while len(session.view.tricks) < tricks or not session.is_own_turn:
            own = session.is_own_turn
            session.apply(session.view.legal[0] if own else session.next_action())
        return session
    raise AssertionError(bid)


@pytest.mark.parametrize(
    ("bid", "aim"), [(ALONE, "0 of 5 tricks"), (LOSING, "no tricks, 0 so far")]
)
async def test_the_contract_stands_in_the_header_and_at_its_seat(bid: Bid, aim: str) -> None:
    session = _with_contract(bid)
    contract = session.view.contract
    assert contract is not None
    assert contract.declarer is not None
    declarer = session.display_names().label(contract.declarer)
    async with playing(session) as person:
        text = "\n".join(person.screen)
        assert f"{declarer}: {bid}, {aim}" in text
        assert f"{bid}, 0 so far" in text
        assert text.count("partner") == 2


async def test_a_hand_laid_open_is_drawn_at_its_seat_and_read_out() -> None:
    session = _with_contract(LOSING, tricks=1)
    view = session.view
    (((declarer,), cards),) = view.places
    async with playing(session) as person:
        text = "\n".join(person.screen)
        for suit in {card.suit for card in cards}:
            ranks = [str(card)[0].replace("T", "10") for card in cards.suit(suit)]
            assert suit.symbol + "".join(reversed(ranks)) in text
    out = StringIO()
    PlainGame(session, StringIO("quit\n"), out, lambda _: "").play()
    names = session.display_names(spoken=True)
    assert (
        f"{names.label(declarer)}, open hand: {names.cards(reversed([*cards]))}." in out.getvalue()
    )
