from typing import Any

import pytest
from textual.widgets import Static

from oddtrick.cards import Card, Suit
from oddtrick.terminal.bot_pace import BotPace
from oddtrick.terminal.canvas_widgets import HandDrawing
from oddtrick.terminal.game_session import GameSession
from oddtrick.terminal.result_screens import is_out
from tests.support.extent import part
from tests.support.terminal.game_sessions import (
    GAMES,
    opened,
    play_out,
    seated,
    session,
    until_yours,
)
from tests.support.terminal.pilot import playing

# Spades are trumps; the person leads all but the dealer's two of them.
ALL_TRUMPS = "AKQJT9876543...A .AKQJT98765432.. ..AKQJT98765432. 2...KQJT98765432"
MIXED = "A2.A43.A432.A432 K3.K65.K765.K765 Q4.Q87.QJT9.QJT9 JT98765.JT92.8.8"


@pytest.mark.parametrize(("game", "options"), part(GAMES, 1))
async def test_a_deal_of_every_game_is_played_by_keyboard(
    game: str, options: dict[str, Any]
) -> None:
    async with playing(session(game, seed=2, **options)) as person:
        assert person.at == "RevealDialog"
        await person.through(until="DealResult")
        assert len(person.session.view.past) == 1
        assert any("Deal 1 is over" in line for line in person.screen)


@pytest.mark.parametrize(
    ("game", "options"), part([("whist", {"target": 1}), ("knockout-whist", {"players": 3})], 1)
)
async def test_a_match_is_finished_by_keyboard_and_the_next_begun(
    game: str, options: dict[str, Any]
) -> None:
    table = session(game, seed=3, **options)
    for _ in range(len(play_out(table)) and 3):
        table.undo()
    async with playing(table) as person:
        await person.through(until="MatchResult")
        assert person.session.over
        assert any("match" in line for line in person.screen)
        await person.press("n")
        assert not person.session.over


async def test_arrow_keys_select_a_card_and_enter_plays_it() -> None:
    async with playing(seated(opened("whist", MIXED, Card.S5))) as person:
        first = person.table.selected
        await person.press("right", "right")
        chosen = person.table.selected
        assert chosen is not first
        await person.press("enter")
        assert chosen not in person.session.view.hand


async def test_up_and_down_move_between_suits() -> None:
    async with playing(seated(opened("whist", MIXED, Card.S5))) as person:
        seen = []
        for _ in range(4):
            assert person.table.selected is not None
            seen.append(person.table.selected.suit)
            await person.press("down")
        assert sorted(seen) == list(Suit)


@pytest.mark.parametrize(("keys", "card"), [("a h", Card.HA), ("4 d", Card.D4), ("a c", Card.CA)])
async def test_a_typed_card_is_played(keys: str, card: Card) -> None:
    async with playing(seated(opened("whist", MIXED, Card.S5))) as person:
        await person.press(*keys.split())
        assert card not in person.session.view.hand


async def test_the_ten_is_typed_with_two_digits_and_the_input_is_shown() -> None:
    async with playing(seated(opened("whist", ALL_TRUMPS, Card.S2))) as person:
        await person.press("1", "0")
        assert "Card: 10_" in person.text("#message")
        await person.press("backspace", "0", "s")
        assert Card.ST not in person.session.view.hand


async def test_a_card_is_played_by_a_click() -> None:
    async with playing(seated(opened("whist", MIXED, Card.S5))) as person:
        zone = person.app.screen.query_one(HandDrawing).canvas.zones[3]
        await person.click(zone.x + 2, zone.y + 1, "#hand")
        assert zone.card not in person.session.view.hand


async def test_T8_an_illegal_card_is_refused_in_a_line_and_the_turn_stays() -> None:
    match = opened("whist", MIXED, Card.S5).apply(Card.HA)
    table = seated(match, "Dot You Bob Cal")
    table.player = 1
    async with playing(table) as person:
        await person.press("k", "s")
        assert "ou must follow suit: play a heart" in person.text("#message")
        assert "(T3)" not in person.text("#message")
        assert person.session.match == match
        await person.press("k", "h")
        assert person.session.match != match


async def test_u_undoes_to_the_persons_last_decision() -> None:
    async with playing(session("whist", seed=2)) as person:
        await person.press("enter")
        before = person.session.match
        await person.press("enter", "u")
        assert person.session.match == before
        await person.press("u")
        assert "nothing to undo" in person.text("#message")


async def test_h_shows_a_hint_with_its_reason_and_selects_the_card() -> None:
    async with playing(session("whist", seed=2)) as person:
        await person.press("enter", "h")
        message = person.text("#message")
        assert person.table.selected is not None
        assert f"Hint: {person.table.selected.symbols} — " in message


async def test_T9_c_claims_the_remaining_tricks() -> None:
    async with playing(seated(opened("whist", ALL_TRUMPS, Card.S2, target=9))) as person:
        await person.press("c")
        assert person.at == "DealResult"
        assert person.session.view.past[-1].tricks == (13, 0, 0, 0)


async def test_T9_an_invalid_claim_is_refused() -> None:
    async with playing(seated(opened("whist", MIXED, Card.S5))) as person:
        await person.press("c")
        assert "(T9)" not in person.text("#message")
        assert person.session.is_own_turn


async def test_ctrl_q_and_yes_ends_the_program_with_status_0() -> None:
    async with playing(session("whist", seed=2)) as person:
        await person.press("enter", "ctrl+q")
        await person._pilot.press("y")
        await person.until(lambda: person.app.return_code is not None)
        assert person.app.return_code == 0


def _before_being_out() -> GameSession:
    """A knock-out match before the card after which the person is out and others play on."""
    for seed in range(99):
        table = session("knockout-whist", seed=seed, players=5)
        until_yours(table)
        while not is_out(table.view) and not table.over:
            table.apply(table.view.legal[0] if table.is_own_turn else table.next_action())
        if is_out(table.view):
            table.undo()
            return table
    pytest.fail("no such match was found")


async def test_K4_an_eliminated_person_watches_or_skips_to_the_end() -> None:
    table = _before_being_out()
    async with playing(table) as person:
        assert not any("skip to the end" in line for line in person.screen)
        await person.through(until="DealResult")
        assert any("Skip to the end (e)" in line for line in person.screen)
        await person.press("e")
        await person.until(lambda: person.at == "MatchResult")
        assert len(person.session.view.past) > 1
    until_out = _before_being_out()
    async with playing(until_out) as person:
        person.table.pace = BotPace.SLOW
        await person.through(until="DealResult")
        person.app.screen.dismiss("go-on")
        await person.until(lambda: person.at == "TableScreen" and person.table.is_watching)
        assert "out, watching" in str(person.table.query_one("#own", Static).render())
        await person.until(lambda: "e skip to the end" in person.screen[-1])
        person.table.action_skip()
        await person.until(lambda: person.at == "MatchResult")
        assert person.session.over


@pytest.mark.parametrize(
    ("players", "size"), part([(2, (80, 24)), (8, (80, 24)), (8, (120, 36))], 1)
)
async def test_the_table_fits_on_the_screen(players: int, size: tuple[int, int]) -> None:
    table = session("scotch-whist", players=players, seed=3)
    async with playing(table, size) as person:
        while person.at == "RevealDialog":
            await person.press("enter")
        screen = person.screen
        text = "\n".join(screen)
        assert screen[0].startswith(" Scotch Whist · deal 1")
        assert screen[1].startswith(" Trumps ")
        for seat in range(1, players):
            assert person.session.display_names().names[seat] in text
        for card in person.session.view.hand:
            assert card.symbols in text
        for card in person.session.view.table:
            assert card.symbols in text
        assert "^q quit" in screen[-1]
        assert "? help" in screen[-1]
        assert not any(line.endswith("…") for line in screen)


async def test_a_hand_of_thirteen_fits_on_the_screen() -> None:
    async with playing(session("whist", seed=2)) as person:
        await person.press("enter")
        text = "\n".join(person.screen)
        assert len(person.session.view.hand) == 13
        assert all(card.symbols in text for card in person.session.view.hand)


async def test_a_terminal_that_is_too_small_shows_a_message() -> None:
    async with playing(session("whist", seed=2), (60, 20)) as person:
        await person.press("enter")
        assert any("needs 80 × 24 characters" in line for line in person.screen)


async def test_plus_and_minus_change_the_pace() -> None:
    async with playing(session("whist", seed=2)) as person:
        await person.press("enter", "minus")
        assert "fast" in person.text("#message")
        await person.press("plus")
        assert "instant" in person.text("#message")


async def test_without_colour_the_table_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with playing(session("whist", seed=2)) as person:
        await person.press("enter")
        assert person.app.no_color
        assert any("╰─•─╯" in line for line in person.screen)
        assert person.strips


async def test_the_table_is_redrawn_when_the_terminal_grows() -> None:
    async with playing(session("whist", seed=2)) as person:
        await person.press("enter")
        await person._pilot.resize_terminal(120, 36)
        await person.settle()
        assert len(person.screen) == 36
        assert person.screen[0].rstrip().endswith("You & Cal 0  Bob & Dot 0")
        assert any("deals." in line[84:] for line in person.screen)


async def test_unusual_names_do_not_break_the_layout() -> None:
    names = ["You", "王小明", "\x1b[2J" + "x" * 40, "e\u0301ve"]
    table = seated(opened("whist", MIXED, Card.S5))
    table = type(table)(table.match, player=0, names=names, seed=1)
    async with playing(table) as person:
        text = "\n".join(person.screen)
        assert "王小明" in text
        assert "\x1b" not in text
        assert "éve" in text


async def test_f2_toggles_the_light_and_dark_theme() -> None:
    async with playing(session("whist", seed=2)) as person:
        dark = person.app.current_theme.dark
        await person.press("f2")
        assert person.app.current_theme.dark is not dark


async def test_a_long_status_message_uses_both_lines() -> None:
    async with playing(session("knockout-whist", seed=5, players=7)) as person:
        await person.press("enter")
        assert person.text("#message").endswith("It belongs to nobody.")


async def test_keys_pressed_faster_than_redraws_are_handled() -> None:
    async with playing(seated(opened("whist", MIXED, Card.S5)), pace=BotPace.SLOW) as person:
        table = person.table
        table.action_play()
        table.action_point(1)
        table.action_point_suit(1)
        table.action_play()
        assert len(person.session.view.hand) == 12
