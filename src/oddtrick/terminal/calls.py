"""The dialog of the legal bids at the drawn table."""

from __future__ import annotations

from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Button

from oddtrick.bots.heuristics.calls import is_valued_call
from oddtrick.calls import PASS, Bid
from oddtrick.terminal.call_words import calls_text
from oddtrick.terminal.canvas_widgets import Drawing
from oddtrick.terminal.dialogs import CARDS_WIDTH, Dialog, button, words
from oddtrick.terminal.display_names import action_name, capitalize
from oddtrick.terminal.table_drawing import draw_hand

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from textual.widget import Widget

    from oddtrick.rules import PlayerAction
    from oddtrick.terminal.display_names import DisplayNames
    from oddtrick.views import View

WIDTH = 72
"""Columns for a row of buttons."""


class ChooseCall(Dialog[int | str]):
    """Asks the player for a bid; the answer is its place among the legal calls."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(str(digit), f"digit('{digit}')", show=False) for digit in range(10)),
        Binding("p", "named('pass')", show=False),
        Binding("up", "step(-1)", show=False),
        Binding("down", "step(1)", show=False),
        Binding("h,i,f3", "answer('hint')", show=False),
        Binding("u", "answer('undo')", show=False),
        Binding("question_mark,f1", "app.help", show=False),
        Binding("l", "app.last_trick", show=False),
    ]

    def __init__(self, view: View, names: DisplayNames, hint: str = "") -> None:
        super().__init__()
        self._view = view
        self._names = names
        self._hint = hint
        self._typed = ""

    @property
    def heading(self) -> str:
        """The decision that the calls are about."""
        return "Choose trumps" if self._view.names_trumps else "Your bid"

    def compose(self) -> ComposeResult:
        """Lays out the calls so far, the hand, and the bids in rows of one number each."""
        with Vertical(classes="dialog"):
            yield words(self.heading, classes="heading")
            yield from self.body()
            for row in self._rows():
                with Horizontal(classes="buttons"):
                    yield from row

    def body(self) -> Sequence[Widget]:
        """The calls so far, the hand, the hint, and the keys."""
        told = [
            words(f"{capitalize(name)}: {calls_text(made, self._names)}.")
            for name, made in self._view.calls
            if made
        ]
        hand: Widget = Drawing(draw_hand(self._view, CARDS_WIDTH))
        hint = [words(self._hint, classes="result")] if self._hint else []
        return [*told, hand, *hint, words(self._keys(), classes="note")]

    def _keys(self) -> str:
        """The keys that do something among these bids."""
        passing = ", p for pass," if PASS in self._view.legal else ""
        hint = " h gives a hint." if is_valued_call(self._view) else ""
        return f"A number{passing} or the arrows select a bid, Enter makes it.{hint}"

    def _rows(self) -> Iterator[list[Button]]:
        """The buttons: bids with a name stand by number, the others side by side."""
        calls = enumerate(self._view.legal)
        for _, group in groupby(calls, key=lambda each: _row_of(each[1])):
            row: list[Button] = []
            columns = 0
            for at, call in group:
                label = capitalize(action_name(call))
                wide = max(8, len(label) + 4) + 2
                if columns + wide > WIDTH:
                    yield row
                    row, columns = [], 0
                row.append(button(label, f"call-{at}"))
                columns += wide
            yield row

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Answers with the place of the button's bid."""
        self.dismiss(int(str(event.button.id).removeprefix("call-")))

    def action_digit(self, digit: str) -> None:
        """Selects the bid whose number is typed, digit by digit."""
        for typed in (self._typed + digit, digit):
            if self._select(partial(_has_number, int(typed))):
                self._typed = typed
                return
        self._typed = ""

    def action_named(self, name: str) -> None:
        """Selects the bid of this name alone."""
        self._select(lambda call: call == Bid(name=name))

    def _select(self, wanted: Callable[[Bid], bool]) -> bool:
        for at, call in enumerate(self._view.legal):
            if isinstance(call, Bid) and wanted(call):
                self.query_one(f"#call-{at}", Button).focus()
                return True
        return False

    def action_step(self, step: int) -> None:
        """Selects the bid above or below."""
        buttons = list(self.query(Button))
        here = self.focused
        if not isinstance(here, Button):
            return
        rows = sorted({each.region.y for each in buttons})
        y = rows[(rows.index(here.region.y) + step) % len(rows)]
        row = [each for each in buttons if each.region.y == y]
        min(row, key=lambda each: abs(each.region.x - here.region.x)).focus()

    def action_answer(self, answer: str) -> None:
        """Answers with a command instead of a bid."""
        self.dismiss(answer)


def _has_number(number: int, call: Bid) -> bool:
    return call.number == number


def _row_of(call: PlayerAction) -> int:
    return call.number if isinstance(call, Bid) and call.name else -1
