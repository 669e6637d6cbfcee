"""Every screen and dialog of the drawn game, one after another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from textual.screen import Screen

from oddtrick.cards import Card
from oddtrick.games import find_game
from oddtrick.rulebook import page
from oddtrick.terminal import dialogs, result_screens
from oddtrick.terminal.event_text import EventKind, GameEvent
from oddtrick.terminal.help_screen import HelpScreen
from oddtrick.terminal.start_menu import MenuScreen, OptionsScreen
from tests.support.extent import part
from tests.support.terminal.game_sessions import play_out, session, until_yours

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from pathlib import Path

    from tests.support.terminal.pilot import Player


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
        person.app.push_screen(screen)
        await person.settle()
        yield type(screen).__name__
        await person.press("right")
        yield f"{type(screen).__name__} after right"
        person.app.pop_screen()
        await person.settle()
