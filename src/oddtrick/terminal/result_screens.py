"""Screens for the score sheet, the result of a deal and the result of a match."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual import work
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Button, Static

from oddtrick.errors import OddtrickError
from oddtrick.terminal.dialogs import Dialog, InfoDialog, button, words
from oddtrick.terminal.event_text import match_result
from oddtrick.terminal.highlights_text import deal_highlights, finishing_order
from oddtrick.terminal.score_sheet import SheetTable, deal_table, points_breakdown, score_sheet
from oddtrick.terminal.status_lines import game_title, target_label

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from textual.widget import Widget

    from oddtrick.record import Record
    from oddtrick.terminal.display_names import DisplayNames
    from oddtrick.views import View


def sheet_widget(sheet: SheetTable) -> Static:
    """A widget that shows a table with its headings."""
    heads, *lines = sheet.lines
    return Static(Text.assemble((heads, "bold underline"), "\n", "\n".join(lines)), classes="sheet")


def is_out(view: View) -> bool:
    """True if the viewing player is out of the match and others still play (K4)."""
    return not view.standing.over and view.seat is not None and view.seat not in view.seats


class BottomScroll(VerticalScroll, can_focus=False):
    """A scrollable list that starts at its last rows."""

    def on_mount(self) -> None:
        """Scrolls to the end, because the last deal matters most."""
        self.call_after_refresh(self.scroll_end, animate=False)


def full_sheet_widgets(view: View, names: DisplayNames) -> list[Widget]:
    """The score sheet with fixed headings, scrollable rows and a legend."""
    sheet = score_sheet(view, names, narrow=True)
    heads, *lines = sheet.lines
    rows = Static("\n".join(lines), markup=False, classes="sheet")
    return [
        Static(Text(heads, "bold underline"), classes="sheet"),
        BottomScroll(rows, classes="reading"),
        words(sheet.note, classes="note"),
    ]


class ScoreSheet(InfoDialog):
    """Shows all deals: trumps, tricks, points and score."""

    def __init__(self, view: View, names: DisplayNames) -> None:
        super().__init__()
        self._view = view
        self._names = names

    @property
    def heading(self) -> str:
        """The game and what wins it."""
        return f"Score sheet · {game_title(self._view)} · {target_label(self._view)}"

    def body(self) -> Sequence[Widget]:
        """One row a deal."""
        if not self._view.past:
            return [words("No deal is finished yet.", classes="result")]
        return full_sheet_widgets(self._view, self._names)


class DealResult(Dialog[str]):
    """Shows the result of a deal and the breakdown of its points."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("s", "app.score_sheet", show=False),
        Binding("l", "app.last_trick", show=False),
        Binding("u", "answer('undo')", show=False),
        Binding("e", "skip", show=False),
        Binding("escape,space", "answer('go-on')", show=False),
    ]

    def __init__(self, view: View, names: DisplayNames, consequences: str) -> None:
        super().__init__()
        self._view = view
        self._names = names
        self._consequences = consequences

    @property
    def heading(self) -> str:
        """The number of the deal."""
        return f"Deal {len(self._view.past)} is over"

    def body(self) -> Sequence[Widget]:
        """Tricks, points and score of every side, then the breakdown of the points."""
        found: list[Widget] = [sheet_widget(deal_table(self._view, self._names))]
        lines = [
            *points_breakdown(self._view, self._names),
            *deal_highlights(self._view, self._names),
        ]
        found += [words("\n".join(lines), classes="result")] if lines else []
        found += [words(self._consequences, classes="result")] if self._consequences else []
        return [VerticalScroll(*found, classes="reading", can_focus=False)]

    def buttons(self) -> Sequence[Button]:
        """Buttons to continue, or to look at the sheet or the last trick."""
        go_on = "To the result" if self._view.standing.over else "Next deal"
        skip = [button("Skip to the end (e)", "skip")] if is_out(self._view) else []
        return [
            button(go_on, "go-on", "primary"),
            *skip,
            button("Score sheet (s)", "sheet"),
            button("Last trick (l)", "last"),
        ]

    async def on_button_pressed(self, event: Button.Pressed) -> None:
        """Continues, or opens another dialog on top."""
        looks = {"sheet": "app.score_sheet", "last": "app.last_trick"}
        name = str(event.button.id)
        if name in looks:
            await self.run_action(looks[name])
        else:
            self.dismiss(name)

    def action_skip(self) -> None:
        """Lets the others finish the match."""
        if is_out(self._view):
            self.dismiss("skip")

    def action_answer(self, answer: str) -> None:
        """Continues, or undoes the player's last card."""
        self.dismiss(answer)


class MatchResult(Dialog[str]):
    """Shows the winner and offers what to do next."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "answer('again')", show=False),
        Binding("m,escape", "answer('menu')", show=False),
        Binding("u", "answer('undo')", show=False),
        Binding("q", "answer('quit')", show=False),
        Binding("s", "app.score_sheet", show=False),
        Binding("v", "app.review", show=False),
        Binding("ctrl+s", "app.save", show=False),
    ]

    def __init__(self, view: View, names: DisplayNames) -> None:
        super().__init__()
        self._view = view
        self._names = names

    @property
    def heading(self) -> str:
        """The winner."""
        return match_result(self._view, self._names)

    def body(self) -> Sequence[Widget]:
        """The places of all players in a match of elimination, and the full score sheet."""
        order = finishing_order(self._view, self._names)
        told = [words(order, classes="result")] if order else []
        return [*told, *full_sheet_widgets(self._view, self._names)]

    def buttons(self) -> Sequence[Button]:
        """Buttons for a new game, the menu, a review, a file, undo and quit."""
        return [
            button("New game (n)", "again", "primary"),
            button("Menu (m)", "menu"),
            button("Review (v)", "review"),
            button("Save (^s)", "save"),
            button("Undo (u)", "undo"),
            button("Quit (q)", "quit"),
        ]

    async def on_button_pressed(self, event: Button.Pressed) -> None:
        """Answers by button, or opens another dialog on top."""
        name = str(event.button.id)
        if name in ("review", "save"):
            await self.run_action(f"app.{name}")
        else:
            self.dismiss(name)

    def action_answer(self, answer: str) -> None:
        """Answers by letter."""
        self.dismiss(answer)


class ReviewScreen(InfoDialog):
    """Reviews a record in the background and shows the report.

    Args:
        record: the record.
        review_lines: reviews it and returns the report.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("q", "go_on", show=False)]
    TITLE_TEXT = "Review of the game"

    def __init__(self, record: Record, review_lines: Callable[[Record], Iterable[str]]) -> None:
        super().__init__()
        self._record = record
        self._review_lines = review_lines

    def body(self) -> Sequence[Widget]:
        """A notice, replaced by the report."""
        text = Static("Reviewing the game …", markup=False, id="report")
        keys = words("↑ ↓ scroll · Esc close", classes="note")
        return [VerticalScroll(text, classes="reading", can_focus=False), keys]

    def on_mount(self) -> None:
        """Starts the review."""
        self.review()

    @work(exclusive=True)
    async def review(self) -> None:
        """Shows the report, or the reason why there is none."""
        try:
            report = await asyncio.to_thread(lambda: list(self._review_lines(self._record)))
        except OddtrickError as error:
            report = [f"✗ {error}"]
        self.query_one("#report", Static).update("\n".join(report).strip())
