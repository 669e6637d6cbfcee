"""The review of a finished game, over the table."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Static

from oddtrick.errors import OddtrickError
from oddtrick.terminal.dialogs import InfoDialog, words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from textual.widget import Widget

    from oddtrick.record import Record


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
