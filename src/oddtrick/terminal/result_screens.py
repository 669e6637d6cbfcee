"""The score sheet, the result of a deal and the result of the match."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Button, Static

from oddtrick.terminal.dialogs import Dialog, Reading, button, words
from oddtrick.terminal.event_text import match_result
from oddtrick.terminal.score_sheet import Sheet, account, deal_table, score_sheet
from oddtrick.terminal.status_lines import target_words, title_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.widget import Widget

    from oddtrick.terminal.display_names import Voice
    from oddtrick.views import View


def drawn_sheet(sheet: Sheet) -> Static:
    """A table of words with its heads."""
    heads, *lines = sheet.lines
    return Static(Text.assemble((heads, "bold underline"), "\n", "\n".join(lines)), classes="sheet")


class Latest(VerticalScroll, can_focus=False):
    """Rows that may be too many to be shown at once: the last ones are shown first."""

    def on_mount(self) -> None:
        """The last deal matters most."""
        self.call_after_refresh(self.scroll_end, animate=False)


def whole_sheet(view: View, voice: Voice) -> list[Widget]:
    """The score sheet with its heads above the rows that scroll, and how to read it."""
    sheet = score_sheet(view, voice, narrow=True)
    heads, *lines = sheet.lines
    rows = Static("\n".join(lines), markup=False, classes="sheet")
    return [
        Static(Text(heads, "bold underline"), classes="sheet"),
        Latest(rows, classes="reading"),
        words(sheet.note, classes="note"),
    ]


class ScoreSheet(Reading):
    """All deals: trumps, tricks, points, score."""

    def __init__(self, view: View, voice: Voice) -> None:
        super().__init__()
        self._view = view
        self._voice = voice

    @property
    def heading(self) -> str:
        """The game and what wins it."""
        return f"Score sheet · {title_of(self._view)} · {target_words(self._view)}"

    def body(self) -> Sequence[Widget]:
        """One row a deal."""
        if not self._view.past:
            return [words("No deal is finished yet.", classes="result")]
        return whole_sheet(self._view, self._voice)


class DealResult(Dialog[str]):
    """What a deal came to, and how it was counted."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("s", "app.score_sheet", show=False),
        Binding("l", "app.last_trick", show=False),
        Binding("u", "answer('undo')", show=False),
        Binding("escape,space", "answer('go-on')", show=False),
    ]

    def __init__(self, view: View, voice: Voice, told: str) -> None:
        super().__init__()
        self._view = view
        self._voice = voice
        self._told = told

    @property
    def heading(self) -> str:
        """Which deal."""
        return f"Deal {len(self._view.past)} is over"

    def body(self) -> Sequence[Widget]:
        """Tricks, points and score of every side; then how they came about."""
        found: list[Widget] = [drawn_sheet(deal_table(self._view, self._voice))]
        lines = account(self._view, self._voice)
        found += [words("\n".join(lines), classes="result")] if lines else []
        found += [words(self._told, classes="result")] if self._told else []
        return [VerticalScroll(*found, classes="reading", can_focus=False)]

    def buttons(self) -> Sequence[Button]:
        """On, or look at the sheet."""
        go_on = "To the result" if self._view.standing.over else "Next deal"
        return [
            button(go_on, "go-on", "primary"),
            button("Score sheet (s)", "sheet"),
            button("Last trick (l)", "last"),
        ]

    async def on_button_pressed(self, event: Button.Pressed) -> None:
        """Goes on, or shows something over it."""
        looks = {"sheet": "app.score_sheet", "last": "app.last_trick"}
        name = str(event.button.id)
        if name in looks:
            await self.run_action(looks[name])
        else:
            self.dismiss(name)

    def action_answer(self, answer: str) -> None:
        """Goes on, or takes the last own card back."""
        self.dismiss(answer)


class MatchResult(Dialog[str]):
    """Who won, and what to do now."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "answer('again')", show=False),
        Binding("m,escape", "answer('menu')", show=False),
        Binding("u", "answer('undo')", show=False),
        Binding("q", "answer('quit')", show=False),
        Binding("s", "app.score_sheet", show=False),
    ]

    def __init__(self, view: View, voice: Voice) -> None:
        super().__init__()
        self._view = view
        self._voice = voice

    @property
    def heading(self) -> str:
        """Who won."""
        return match_result(self._view, self._voice)

    def body(self) -> Sequence[Widget]:
        """The whole sheet."""
        return whole_sheet(self._view, self._voice)

    def buttons(self) -> Sequence[Button]:
        """Again, or something else."""
        return [
            button("New game (n)", "again", "primary"),
            button("Menu (m)", "menu"),
            button("Take back (u)", "undo"),
            button("Quit (q)", "quit"),
        ]

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """The answer of the button."""
        self.dismiss(str(event.button.id))

    def action_answer(self, answer: str) -> None:
        """The answer by its letter."""
        self.dismiss(answer)
