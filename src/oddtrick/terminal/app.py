"""The drawn terminal game, as a Textual application."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import ClassVar

from textual import work
from textual.app import App
from textual.binding import Binding, BindingType
from textual.filter import LineFilter, Monochrome

from oddtrick.errors import OddtrickError
from oddtrick.record import Record
from oddtrick.rules import Rules
from oddtrick.terminal.bot_pace import BotPace
from oddtrick.terminal.dialogs import AskFile, Confirm, LastTrick
from oddtrick.terminal.game_session import GameSession, new_session, resume_session
from oddtrick.terminal.help_screen import HelpScreen
from oddtrick.terminal.palettes import (
    FEW_COLOURS,
    FEW_DARK,
    FEW_LIGHT,
    PlainDarkText,
    WithoutColour,
)
from oddtrick.terminal.result_screens import ReviewScreen, ScoreSheet
from oddtrick.terminal.saved_games import holds_game, latest_game, resume_command, save_path
from oddtrick.terminal.start_menu import MenuScreen
from oddtrick.terminal.status_lines import game_line
from oddtrick.terminal.table_screen import TableScreen

DEFAULT_THEMES = ("textual-dark", "textual-light")
"""Textual's own themes."""


class TerminalApp(App[int]):
    """The application: the start menu and one game after another.

    Args:
        session: the first game; None to open the start menu.
        begin: starts a new game with the given rules.
        resume: resumes the game in a file.
        rules_page: returns the rules of a game as Markdown.
        review_lines: reviews a record and returns the report.
        pace: the speed of the bots.
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
        session: GameSession | None = None,
        *,
        begin: Callable[[Rules], GameSession] = new_session,
        resume: Callable[[Path], GameSession] = resume_session,
        rules_page: Callable[[str], str] = lambda game: "",
        review_lines: Callable[[Record], Iterable[str]] = lambda record: (),
        pace: BotPace = BotPace.NORMAL,
    ) -> None:
        super().__init__()
        for theme in (FEW_DARK, FEW_LIGHT):
            self.register_theme(theme)
        self._few_colours = self.no_color or self.console.color_system == "standard"
        if self._few_colours:
            self.add_class(FEW_COLOURS)
            self.theme = FEW_DARK.name
        self.session = session
        self.farewells: dict[GameSession, str] = {}
        self.begin = begin
        self.resume = resume
        self.rules_page = rules_page
        self.review_lines = review_lines
        self.pace = pace

    def on_mount(self) -> None:
        """Starts the main loop."""
        self.run_games()

    @work
    async def run_games(self) -> None:
        """Runs menu and games in turn until the player quits."""
        while True:
            if self.session is None:
                self.session = await self._from_menu()
            if self.session is None:
                break
            table = TableScreen(self.session, self.pace)
            answer = await self.push_screen_wait(table)
            self.pace = table.pace
            self._take_leave(self.session)
            if answer == "quit":
                break
            self.session = self.begin(self.session.rules) if answer == "again" else None
        self._finish()

    def _take_leave(self, session: GameSession) -> None:
        """Notes what to tell the player about a game that is being left."""
        self.farewells[session] = session.farewell

    def _finish(self) -> None:
        """Ends the program; the status is 1 if a game is lost."""
        status = 1 if any(game.save_problem for game in self.farewells) else 0
        self.exit(status, return_code=status)

    async def _from_menu(self) -> GameSession | None:
        """The game chosen in the menu; None to quit."""
        while True:
            last = latest_game()
            chosen = await self.push_screen_wait(MenuScreen(last, self._summary(last)))
            try:
                return self._opened(chosen)
            except OddtrickError as error:
                self.notify(str(error), severity="error", markup=False)

    def _opened(self, chosen: object) -> GameSession | None:
        if isinstance(chosen, Rules):
            return self.begin(chosen)
        if not isinstance(chosen, Path):
            return None
        return self.resume(chosen)

    def _summary(self, file: Path | None) -> str:
        """A one-line summary of the last game."""
        if file is None:
            return ""
        try:
            return game_line(self.resume(file).view)
        except OddtrickError as error:
            return str(error)

    @property
    def table(self) -> TableScreen | None:
        """The table screen, if one is open, possibly below a dialog."""
        return next((s for s in reversed(self.screen_stack) if isinstance(s, TableScreen)), None)

    def action_help(self, page: str = "keys") -> None:
        """Shows the keys and the rules of the game."""
        if self.session is not None:
            text = re.sub(r"<!--.*?-->\n?", "", self.rules_page(self.session.rules.game))
            self.push_screen(HelpScreen(text, page))

    def action_score_sheet(self) -> None:
        """Shows the score sheet."""
        if self.session is not None:
            self.push_screen(ScoreSheet(self.session.view, self.session.display_names()))

    def action_last_trick(self) -> None:
        """Shows the last trick."""
        if self.session is None:
            return
        trick = self.session.view.last_trick
        if trick is not None:
            self.push_screen(LastTrick(trick, self.session.display_names()))
        elif self.table is not None:
            self.table.show_note("No trick has been played yet.", wrong=True)

    def action_review(self) -> None:
        """Reviews the finished game."""
        if self.session is not None and self.session.over:
            self.push_screen(ReviewScreen(self.session.record, self.review_lines))

    @work(exclusive=True, group="save")
    async def action_save(self) -> None:
        """Asks for a file name and saves the game."""
        if self.session is None or self.table is None:
            return
        file = await self.push_screen_wait(AskFile(_new_name(self.session.rules.game)))
        if file is None:
            return
        try:
            replace = holds_game(save_path(file))
            if replace and not await self._may_replace(file):
                return
            path = self.session.save(file, replace=replace)
        except OddtrickError as error:
            self._tell(f"✗ Not saved: {error}", wrong=True)
        else:
            self._tell(f"Saved. Resume later with: {resume_command(path)}")

    def _tell(self, text: str, *, wrong: bool = False) -> None:
        """Shows a note at the table, or over a dialog that covers it."""
        if self.table is not None:
            self.table.show_note(text, wrong=wrong)
        if self.screen is not self.table:
            self.notify(text, severity="error" if wrong else "information", markup=False)

    def action_leave(self) -> None:
        """Quits the program, after confirmation if a game is open."""
        if isinstance(self.screen, TableScreen):
            self.screen.action_leave("quit")
            return
        if self.table is not None:
            self._take_leave(self.table.session)
        self._finish()

    async def _may_replace(self, file: str) -> bool:
        """Asks before a saved game is replaced."""
        message = "A game is already saved under that name."
        return await self.push_screen_wait(Confirm(f"Replace {file}?", message))

    def action_light_or_dark(self) -> None:
        """Switches between light and dark colours."""
        dark, light = ("few-dark", "few-light") if self._few_colours else DEFAULT_THEMES
        self.theme = light if self.current_theme.dark else dark

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Textual's filters, and those of the palette."""
        filters = list(super().get_line_filters())
        if not self.no_color:
            return [*filters, PlainDarkText()] if self._few_colours else filters
        ground = str(self.current_theme.background)
        kept = [each for each in filters if not isinstance(each, Monochrome)]
        return [*kept, WithoutColour(ground)]


def _new_name(game: str) -> str:
    """A name for a file that does not exist yet."""
    names = (f"{game}{number}.json" for number in ("", *(f"-{n}" for n in range(2, 100))))
    return next((name for name in names if not Path(name).exists()), f"{game}.json")
