"""The game with a drawn table, by Textual."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.app import App
from textual.binding import Binding, BindingType

from oddtrick.errors import OddtrickError
from oddtrick.rules import Rules
from oddtrick.terminal.bot_pace import Pace
from oddtrick.terminal.dialogs import AskFile, Confirm, LastTrick
from oddtrick.terminal.game_session import Session, new_session, resume_session
from oddtrick.terminal.help_screen import HelpScreen
from oddtrick.terminal.result_screens import ScoreSheet
from oddtrick.terminal.saved_games import is_there, last_game, resume_command
from oddtrick.terminal.start_menu import MenuScreen
from oddtrick.terminal.status_lines import game_line
from oddtrick.terminal.table_screen import TableScreen

if TYPE_CHECKING:
    from collections.abc import Callable


class TerminalApp(App[int]):
    """One person at one table after another.

    Args:
        session: the game to begin with; None: the start menu.
        begin: makes a new game of these rules.
        resume: goes on with the game in a file.
        rules_page: the rules of a game as Markdown.
        pace: of the bots.
    """

    CSS_PATH = "style.tcss"
    ENABLE_COMMAND_PALETTE = False
    TITLE = "Oddtrick"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f2", "light_or_dark", show=False, priority=True),
        Binding("ctrl+q,ctrl+c", "leave", "quit", key_display="^q", priority=True),
    ]

    def __init__(
        self,
        session: Session | None = None,
        *,
        begin: Callable[[Rules], Session] = new_session,
        resume: Callable[[Path], Session] = resume_session,
        rules_page: Callable[[str], str] = lambda game: "",
        pace: Pace = Pace.NORMAL,
    ) -> None:
        super().__init__()
        self.session = session
        self.begin = begin
        self.resume = resume
        self.rules_page = rules_page
        self.pace = pace

    def on_mount(self) -> None:
        """Begins."""
        self.run_games()

    @work
    async def run_games(self) -> None:
        """From game to game, by way of the menu, until the person leaves."""
        while True:
            if self.session is None:
                self.session = await self._from_menu()
            if self.session is None:
                break
            table = TableScreen(self.session, self.pace)
            answer = await self.push_screen_wait(table)
            self.pace = table.pace
            if answer == "quit":
                break
            self.session = self.begin(self.session.rules) if answer == "again" else None
        self.exit(0)

    async def _from_menu(self) -> Session | None:
        """The game that the person chooses; None to leave."""
        while True:
            last = last_game()
            chosen = await self.push_screen_wait(MenuScreen(last, self._told(last)))
            try:
                if isinstance(chosen, Rules):
                    return self.begin(chosen)
                return self.resume(chosen) if isinstance(chosen, Path) else None
            except OddtrickError as error:
                self.notify(str(error), severity="error", markup=False)

    def _told(self, file: Path | None) -> str:
        """The last game in a few words."""
        if file is None:
            return ""
        try:
            return game_line(self.resume(file).view)
        except OddtrickError as error:
            return str(error)

    @property
    def table(self) -> TableScreen | None:
        """The table that is on the screen, perhaps under something else."""
        return next((s for s in reversed(self.screen_stack) if isinstance(s, TableScreen)), None)

    def action_help(self, page: str = "keys") -> None:
        """The keys and the rules of the game."""
        if self.session is not None:
            text = re.sub(r"<!--.*?-->\n?", "", self.rules_page(self.session.rules.game))
            self.push_screen(HelpScreen(text, page))

    def action_score_sheet(self) -> None:
        """All deals so far."""
        if self.session is not None:
            self.push_screen(ScoreSheet(self.session.view, self.session.voice()))

    def action_last_trick(self) -> None:
        """The trick before, once more."""
        if self.session is None:
            return
        trick = self.session.view.last_trick
        if trick is not None:
            self.push_screen(LastTrick(trick, self.session.voice()))
        elif self.table is not None:
            self.table.tell("No trick has been played yet.", wrong=True)

    @work(exclusive=True, group="save")
    async def action_save(self) -> None:
        """Asks for a file and writes the game to it."""
        if self.session is None or self.table is None:
            return
        file = await self.push_screen_wait(AskFile(_new_name(self.session.rules.game)))
        if file is None or not await self._may_replace(file):
            return
        try:
            path = self.session.save(file)
        except OddtrickError as error:
            self.table.tell(f"✗ not saved: {error}", wrong=True)
        else:
            self.table.tell(f"Saved. Go on later with: {resume_command(path)}")

    def action_leave(self) -> None:
        """Leaves the program; at the table, if the person is sure."""
        if isinstance(self.screen, TableScreen):
            self.screen.action_leave("quit")
        else:
            self.exit(0)

    async def _may_replace(self, file: str) -> bool:
        """Asks before a file is overwritten."""
        if not is_there(file):
            return True
        told = "There is a file of that name already."
        return await self.push_screen_wait(Confirm(f"Replace {file}?", told))

    def action_light_or_dark(self) -> None:
        """Changes the colours around the table."""
        self.theme = "textual-light" if self.current_theme.dark else "textual-dark"


def _new_name(game: str) -> str:
    """A name for a file that is not there yet."""
    names = (f"{game}{number}.json" for number in ("", *(f"-{n}" for n in range(2, 100))))
    return next((name for name in names if not Path(name).exists()), f"{game}.json")
