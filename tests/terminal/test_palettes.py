"""Tests that the drawn game is legible with sixteen colours and without colour."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from rich.color import Color, ColorSystem
from rich.style import Style
from textual.screen import Screen

from oddtrick.cards import Card
from oddtrick.games import find_game
from oddtrick.rulebook import page
from oddtrick.terminal import dialogs, result_screens
from oddtrick.terminal.event_text import EventKind, GameEvent
from oddtrick.terminal.help_screen import HelpScreen
from oddtrick.terminal.palettes import relative_luminance
from oddtrick.terminal.start_menu import MenuScreen, OptionsScreen
from tests.support.extent import part
from tests.support.terminal.game_sessions import play_out, session, until_yours
from tests.support.terminal.pilot import Player, playing


def dialogs_of(file: Path) -> Iterator[Screen[Any]]:
    """Yields every screen but the table, filled with a game."""
    over, begun = session("whist", target=1), session("whist")
    play_out(over)
    until_yours(begun)
    view, names = over.view, over.display_names()
    assert view.last_trick is not None
    cut = GameEvent(EventKind.CUT, "The cut. You deal.", (("You", Card.HA), ("Bob", Card.S2)))
    yield MenuScreen(file, "Whist · deal 2")
    yield OptionsScreen(find_game("whist"))
    yield dialogs.RevealDialog("Cutting for the deal", [cut])
    yield dialogs.LastTrick(view.last_trick, names)
    yield dialogs.ChooseTrumps(begun.view, "Hint: spades")
    yield dialogs.RockPaperScissors("You and Bob took most tricks.")
    yield dialogs.Confirm("Quit?", "This game is saved.")
    yield dialogs.AskFile("whist.json")
    yield result_screens.ScoreSheet(view, names)
    yield result_screens.DealResult(view, names, "")
    yield result_screens.MatchResult(view, names)
    yield HelpScreen(page("whist"), "keys")
    yield HelpScreen(page("whist"), "rules")


async def every_screen(person: Player, file: Path) -> AsyncIterator[str]:
    """Shows the table in its states, then every other screen, and yields the name of each."""
    for key in ("enter", "h", "2", "s", "escape"):
        await person.press(key)
        yield f"table after {key}"
    for screen in part(dialogs_of(file), 5):
        await person.app.push_screen(screen)
        await person.settle()
        yield type(screen).__name__
        await person.press("right")
        yield f"{type(screen).__name__} after right"
        await person.app.pop_screen()
        await person.settle()


AA = 4.5
"""The least contrast of text by WCAG 2, level AA."""

PALETTES = {
    "VGA": "000000 aa0000 00aa00 aa5500 0000aa aa00aa 00aaaa aaaaaa"
    " 555555 ff5555 55ff55 ffff55 5555ff ff55ff 55ffff ffffff",
    "xterm": "000000 cd0000 00cd00 cdcd00 0000ee cd00cd 00cdcd e5e5e5"
    " 7f7f7f ff0000 00ff00 ffff00 5c5cff ff00ff 00ffff ffffff",
    "Windows": "0c0c0c c50f1f 13a10e c19c00 0037da 881798 3a96dd cccccc"
    " 767676 e74856 16c60c f9f1a5 3b78ff b4009e 61d6d6 f2f2f2",
}
"""What terminals show for the sixteen colours."""


def contrast(one: Sequence[int], other: Sequence[int]) -> float:
    """The contrast ratio of two colours, from 1 to 21, by WCAG 2."""
    low, high = sorted(map(relative_luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


def test_contrast_is_that_of_the_standard() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((0x76, 0x76, 0x76), (255, 255, 255)) == pytest.approx(4.54, abs=0.005)


def styles_of(person: Player) -> Iterator[tuple[str, Style]]:
    """Yields the visible text of the top screen with its styles."""
    for strip in person.strips:
        for text, style, _ in strip:
            if text.strip() and style is not None:
                yield text, style


def numbers(style: Style) -> Iterator[tuple[int, int]]:
    """Yields the colours, of sixteen, of text and ground; bold text may become bright."""
    one, other = (_number(style.color, 7), _number(style.bgcolor, 0))
    if style.reverse:
        one, other = other, one
    yield one, other
    if style.bold and one < 8 and not style.reverse:
        yield one + 8, other


def _number(colour: Color | None, default: int) -> int:
    if colour is None or colour.is_default:
        return default
    number = colour.downgrade(ColorSystem.STANDARD).number
    assert number is not None
    return number


@pytest.mark.parametrize("theme", part(["dark", "light"], 1))
async def test_every_text_has_contrast_in_sixteen_colours(
    theme: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("TERM", "xterm-16color")
    monkeypatch.delenv("COLORTERM", raising=False)
    palettes = {
        name: [bytes.fromhex(each) for each in line.split()] for name, line in PALETTES.items()
    }
    async with playing(session("whist", seed=2)) as person:
        if theme == "light":
            await person.press("f2")
        faint, seen = {}, set()
        async for screen in every_screen(person, tmp_path / "x.json"):
            for text, style in styles_of(person):
                for one, other in numbers(style):
                    seen.add((one, other))
                    for name, colours in palettes.items():
                        if contrast(colours[one], colours[other]) < AA:
                            faint[screen, name, one, other] = text
        assert not faint, "\n".join(f"{where}: {text}" for where, text in faint.items())
        assert len(seen) > 6


@pytest.mark.whole(
    held_by="tests/terminal/test_table_screen.py::test_without_colour_the_table_is_the_same"
)
async def test_without_colour_there_is_none_and_every_cursor_shows(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with playing(session("whist", seed=2)) as person:
        async for screen in every_screen(person, tmp_path / "x.json"):
            styles = {style for _, style in styles_of(person)}
            for style in styles:
                assert style.color is None or style.color.is_default, screen
                assert style.bgcolor is None or style.bgcolor.is_default, screen
            if person.app.focused is not None:
                assert {bool(style.reverse) for style in styles} == {False, True}, screen
