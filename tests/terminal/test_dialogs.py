from pathlib import Path
from typing import Any

import pytest
from textual.widgets import Button, Input, Select, Static

from oddtrick.cards import Suit, parse_suit
from oddtrick.games import rules_of
from oddtrick.rules import Throw
from oddtrick.terminal.dialogs import RevealDialog
from oddtrick.terminal.game_session import GameSession, resume_session
from oddtrick.terminal.start_menu import MenuScreen
from oddtrick.terminal.table_drawing import sorted_hand
from oddtrick.views import Awaited
from tests.support.extent import part
from tests.support.terminal.game_sessions import (
    before_the_last_card,
    play_out,
    session,
    until_yours,
)
from tests.support.terminal.pilot import playing


async def test_l_shows_the_last_trick() -> None:
    async with playing(session("whist", seed=2)) as person:
        await person.press("enter", "l")
        assert "No trick has been played" in person.text("#message")
        await person.press("enter", "l")
        assert person.at == "LastTrick"
        await person.press("escape")
        assert person.at == "TableScreen"


@pytest.mark.whole(
    held_by="tests/terminal/test_dialogs.py::test_a_long_score_sheet_opens_at_its_end_with_fixed_headings"
)
async def test_s_shows_the_score_sheet() -> None:
    async with playing(session("whist", seed=2)) as person:
        await person.press("enter", "s")
        assert person.at == "ScoreSheet"
        assert any("No deal is finished yet" in line for line in person.screen)
        await person.press("enter")
        await person.through(until="DealResult")
        await person.press("s")
        assert person.at == "ScoreSheet"
        assert any("tricks, +" in line for line in person.screen)


@pytest.mark.parametrize("key", part(["question_mark", "f1"], 1))
async def test_help_shows_the_keys_and_the_rules_of_the_game(key: str) -> None:
    async with playing(session("knockout-whist", seed=2)) as person:
        await person.press("enter", key)
        assert any("hint, with the reason" in line for line in person.screen)
        assert any("Ctrl+Q" in line for line in person.screen)
        await person.press("right")
        await person.until(lambda: any("Knock-out Whist" in line for line in person.screen[2:]))
        await person.press("escape")
        assert person.at == "TableScreen"


def _before_choice(awaited: Awaited, seed: int, **options: Any) -> GameSession:
    """A knock-out match, played until the person is to choose or throw."""
    table = session("knockout-whist", seed=seed, **options)
    until_yours(table)
    while table.view.awaited is not awaited:
        assert not table.over
        cards = [card for card in sorted_hand(table.view) if card in table.view.legal]
        table.apply(cards[0] if cards else table.view.legal[0])
        until_yours(table)
    return table


async def test_K3_trumps_are_chosen_with_the_hand_in_view() -> None:
    async with playing(_before_choice(Awaited.CHOICE, seed=0)) as person:
        assert person.at == "ChooseTrumps"
        assert any("s, h, d, c or ← → select" in line for line in person.screen)
        held = person.session.view.hand
        text = "\n".join(person.screen)
        assert all(card.symbols in text for card in held)
        await person.press("i")
        assert any("Hint: " in line for line in person.screen)
        for letter in "shdc":
            await person.press(letter)
            assert person.at == "ChooseTrumps"
            assert person.focus == parse_suit(letter).name.lower()
        await person.press("d", "enter")
        assert person.session.view.trump is Suit.DIAMONDS


async def test_K5_rock_paper_scissors_is_thrown_by_its_letter() -> None:
    async with playing(_before_choice(Awaited.THROW, seed=4, tie="rps")) as person:
        assert person.at == "RockPaperScissors"
        assert any("r, p, s or ← → select" in line for line in person.screen)
        await person.press("s", "p")
        assert person.at == "RockPaperScissors"
        await person.press("enter")
        assert Throw.PAPER in person.session.match.deal.opening
        assert person.at in ("RevealDialog", "RockPaperScissors")


async def test_the_game_is_saved_under_a_name_and_resumed(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    async with playing(session("whist", seed=2)) as person:
        await person.press("enter", "enter", "ctrl+s")
        person.app.screen.query_one(Input).value = str(file)
        await person.press("enter")
        await person.until(file.exists)
        assert "Saved" in person.text("#message")
        hand = person.session.view.hand
    async with playing(resume_session(file)) as person:
        assert person.session.view.hand == hand
        await person.press("enter")
        assert len(person.session.view.hand) == len(hand) - 1


async def test_a_file_write_error_is_shown(tmp_path: Path) -> None:
    async with playing(session("whist", seed=2)) as person:
        await person.press("enter", "ctrl+s")
        person.app.screen.query_one(Input).value = str(tmp_path)
        await person.press("enter")
        await person.until(lambda: "Not saved" in person.text("#message"))
        assert person.at == "TableScreen"


async def test_quitting_asks_for_confirmation_and_the_menu_offers_to_resume() -> None:
    async with playing(session("whist", seed=2, keep=True)) as person:
        await person.press("enter", "enter", "ctrl+q")
        assert person.at == "Confirm"
        await person.press("n")
        assert person.at == "TableScreen"
        hand = person.session.view.hand
        await person.press("m", "y")
        await person.until(lambda: person.at == "MenuScreen")
        assert any("Resume the last game" in line for line in person.screen)
        await person.press("enter")
        await person.until(lambda: person.at == "TableScreen")
        await person.settle()
        assert person.session.view.hand == hand


async def test_the_menu_begins_a_game_with_its_default_options() -> None:
    async with playing(None) as person:
        assert person.at == "MenuScreen"
        await person.press("down", "down", "down", "enter")
        await person.until(lambda: person.at == "RevealDialog")
        assert person.session.rules.game == "scotch-whist"
        assert person.session.rules.players == 4


async def test_the_options_form_begins_a_game_with_its_values() -> None:
    async with playing(None) as person:
        await person.press("down", "down", "down", "o")
        person.app.screen.query_one("#option-players", Input).value = "8"
        person.app.screen.query_one("#option-sides", Input).value = "4"
        await person.press("enter")
        await person.until(lambda: person.at == "RevealDialog")
        assert len(person.session.rules.sides) == 4


async def test_an_invalid_option_shows_an_error_and_keeps_the_form() -> None:
    async with playing(None) as person:
        await person.press("down", "down", "down", "o")
        person.app.screen.query_one("#option-players", Input).value = "9"
        await person.press("enter")
        assert person.at == "OptionsScreen"
        assert any("from 2 to 8" in line and "✗" in line for line in person.screen)


@pytest.mark.whole(
    held_by="tests/terminal/test_dialogs.py::test_the_options_form_of_whist_fits_and_arrow_keys_reach_its_fields"
)
async def test_arrow_keys_reach_the_buttons_of_a_dialog() -> None:
    async with playing(session("whist", seed=2)) as person:
        await person.through(until="DealResult")
        await person.press("right")
        focused = person.app.screen.focused
        assert isinstance(focused, Button)
        assert focused.id == "sheet"
        await person.press("enter")
        assert person.at == "ScoreSheet"


async def test_the_result_is_shown_over_the_finished_deal() -> None:
    async with playing(before_the_last_card("whist", seed=2)) as person:
        await person.through(until="DealResult")
        ended = person.session.view.past[-1].trump
        top = person.screen[:2]
        assert "Whist · deal 1 is over" in top[0]
        assert f"Trumps were {ended.symbol if ended else ''} {ended}" in top[1]
        await person.press("enter")
        assert "deal 2" in person.screen[0]


async def test_u_also_undoes_from_the_results() -> None:
    table = session("knockout-whist", seed=2, players=2)
    play_out(table)
    async with playing(table) as person:
        assert person.at == "MatchResult"
        await person.press("u")
        assert person.session.is_own_turn
        assert not person.session.over
    while len(table.view.past) != 1 or len(table.view.hand) != 0:
        table.undo()
        if not table.view.past and len(table.view.hand) == 1:
            break
    async with playing(table) as person:
        await person.through(until="DealResult")
        await person.press("u")
        assert person.at == "TableScreen"
        assert len(person.session.view.hand) == 1


async def test_a_saved_game_is_replaced_only_after_confirmation(tmp_path: Path) -> None:
    file = session("whist", seed=5).save(tmp_path / "mine.json")
    before = file.read_bytes()
    async with playing(session("whist", seed=2)) as person:
        await person.press("enter", "ctrl+s")
        person.app.screen.query_one(Input).value = str(file)
        await person.press("enter")
        await person.until(lambda: person.at == "Confirm")
        await person.press("n")
        assert file.read_bytes() == before


async def test_a_long_score_sheet_opens_at_its_end_with_fixed_headings() -> None:
    table = session("scotch-whist", seed=2, players=8, target=400)
    while len(table.view.past) < 12:
        table.apply(table.view.legal[0] if table.is_own_turn else table.next_action())
    async with playing(table) as person:
        while person.at != "TableScreen":
            await person.press("enter")
        await person.press("s")
        assert any(line.strip(" │").startswith("12 ") for line in person.screen)
        await person.press("pageup", "pageup")
        assert any(line.strip(" │").startswith("1 ") for line in person.screen)
        assert any("Deal  You" in line for line in person.screen)
        assert any("Continue" in line for line in person.screen)


async def test_the_menu_shows_the_rules_of_the_highlighted_game() -> None:
    async with playing(None) as person:
        await person.press("down", "question_mark")
        assert person.at == "HelpScreen"
        await person.until(lambda: any("Colonial Whist" in line for line in person.screen[3:]))
        before = person.screen
        await person.press("pagedown")
        assert person.screen != before


async def test_an_unreadable_last_game_does_not_break_the_menu(games_folder: Path) -> None:
    (games_folder / "unfinished").mkdir(parents=True)
    (games_folder / "unfinished" / "broken.json").write_text("{")
    async with playing(None) as person:
        assert any("this is not JSON" in line for line in person.screen)
        await person.press("enter")
        assert person.at == "MenuScreen"
        await person.press("down", "enter")
        await person.until(lambda: person.at == "RevealDialog")


async def test_q_in_the_menu_quits() -> None:
    async with playing(None) as person:
        await person._pilot.press("q")
        await person.until(lambda: person.app.return_code is not None)
        assert person.app.return_code == 0


async def test_the_options_form_of_whist_fits_and_arrow_keys_reach_its_fields() -> None:
    async with playing(None) as person:
        await person.press("o")
        text = "\n".join(person.screen)
        assert all(name in text for name in ("target", "honours", "trumps", "match", "deals"))
        assert "↑↓ next field" in text
        assert any("Play" in line and "Back" in line for line in person.screen)
        await person.press("up")
        assert person.focus == "option-cut"
        await person.press("up", "up", "up")
        assert person.focus == "option-deals"
        (marked,) = person.app.screen.query(".at .option-name").results(Static)
        assert str(marked.render()) == "deals"
        await person.press("up", "enter", "down", "enter", "down")
        assert person.app.screen.query_one("#option-match", Select).value == "deals"
        assert person.focus == "option-deals"


@pytest.mark.whole(
    held_by="tests/terminal/test_dialogs.py::test_the_menu_shows_the_rules_of_the_highlighted_game"
)
async def test_the_options_form_shows_the_rules_of_its_game() -> None:
    async with playing(None) as person:
        await person.press("down", "o", "f1")
        assert person.at == "HelpScreen"
        await person.until(lambda: any("Colonial Whist" in line for line in person.screen[3:]))


async def test_the_menu_describes_enter_for_the_highlighted_item() -> None:
    async with playing(session("whist", seed=2, keep=True)) as person:
        await person.press("enter")
    async with playing(None) as person:
        assert any("Enter resumes this game" in line for line in person.screen)
        await person.press("down")
        assert any("o changes them first" in line for line in person.screen)


async def test_a_repeated_key_closes_only_one_dialog() -> None:
    async with playing(None) as person:
        menu = person.app.screen
        assert isinstance(menu, MenuScreen)
        menu.dismiss(rules_of("knockout-whist"))
        menu.dismiss(None)
        await person.until(lambda: person.at == "RevealDialog")
        moment = person.app.screen
        assert isinstance(moment, RevealDialog)
        moment.dismiss("go-on")
        moment.dismiss("go-on")
        await person.settle()
        assert person.at == "TableScreen"
        assert person.session.rules.game == "knockout-whist"
