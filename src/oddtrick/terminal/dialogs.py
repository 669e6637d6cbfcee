"""Dialogs over the table: information, choices and input."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar

from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen, Screen
from textual.widgets import Button, Input, Static

from oddtrick.cards import Card, Suit
from oddtrick.rules import Throw
from oddtrick.terminal.canvas_widgets import Drawing
from oddtrick.terminal.display_names import DisplayNames, capitalize
from oddtrick.terminal.table_drawing import draw_hand, draw_row, draw_trick

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.widget import Widget

    from oddtrick.terminal.event_text import GameEvent
    from oddtrick.views import PlayedTrick, View


Answer = TypeVar("Answer")


class DismissOnceScreen(Screen[Answer]):
    """A screen that ignores a second dismissal, which would otherwise close the screen below."""

    def dismiss(self, result: Answer | None = None) -> AwaitComplete:
        """Closes the screen with a result if it is still on top."""
        return super().dismiss(result) if self.is_active else AwaitComplete()


CARDS_WIDTH = 70
"""Wide enough for a hand of thirteen cards."""


def words(text: str, *, classes: str = "") -> Static:
    """Literal text: names and messages must not be parsed as markup."""
    return Static(text, markup=False, classes=classes)


class Dialog(ModalScreen[Answer], DismissOnceScreen[Answer], Generic[Answer]):
    """A modal dialog: left and right select a button, up and down scroll, Enter confirms."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "app.focus_previous", show=False),
        Binding("right", "app.focus_next", show=False),
        Binding("up", "scroll_reading(-1)", show=False),
        Binding("down", "scroll_reading(1)", show=False),
        Binding("pageup", "scroll_reading(-10)", show=False),
        Binding("pagedown", "scroll_reading(10)", show=False),
    ]
    AUTO_FOCUS = "Button"
    TITLE_TEXT: ClassVar[str] = ""

    def compose(self) -> ComposeResult:
        """Lays out the heading, the body and a row of buttons."""
        with Vertical(classes="dialog"):
            yield words(self.heading, classes="heading")
            yield from self.body()
            with Horizontal(classes="buttons"):
                yield from self.buttons()

    @property
    def heading(self) -> str:
        """The title of the dialog."""
        return self.TITLE_TEXT

    def body(self) -> Sequence[Widget]:
        """The widgets between heading and buttons."""
        return ()

    def buttons(self) -> Sequence[Button]:
        """The buttons; the first has the focus."""
        return ()

    def action_select(self, name: str) -> None:
        """Selects a button by its letter; Enter presses it."""
        self.query_one(f"#{name}", Button).focus()

    def action_scroll_reading(self, lines: int) -> None:
        """Scrolls the body by a number of lines."""
        for reading in self.query(".reading"):
            reading.scroll_relative(y=lines, animate=False)


def button(label: str, id: str, variant: str = "default") -> Button:  # noqa: A002
    """Makes a button one line high."""
    made = Button(label, id=id, compact=True)
    made.variant = "primary" if variant == "primary" else "default"
    return made


class InfoDialog(Dialog[str]):
    """A dialog with information only; Enter or Escape closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,space", "go_on", show=False)]

    def buttons(self) -> Sequence[Button]:
        """A single button to continue."""
        return [button("Continue", "go-on", "primary")]

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Closes it."""
        self.dismiss(str(event.button.id))

    def action_go_on(self) -> None:
        """Closes it."""
        self.dismiss("go-on")


class RevealDialog(InfoDialog):
    """Shows the rounds of a cut, or throws being revealed."""

    def __init__(self, title: str, rounds: Sequence[GameEvent], *, knave: bool = False) -> None:
        super().__init__()
        self._title = title
        self._rounds = rounds
        self._knave = knave

    @property
    def heading(self) -> str:
        """The reason for the cut or throws."""
        return self._title

    def body(self) -> Sequence[Widget]:
        """For each round, the cards or throws and the result."""
        found: list[Widget] = []
        for event in self._rounds:
            cards = [(name, card) for name, card in event.shown if isinstance(card, Card)]
            if cards:
                found.append(Drawing(draw_row(cards, knave=self._knave)))
                result = event.text.split(". ", 1)[1]
            else:
                result = event.text
            found.append(words(result, classes="result" if found else "result first"))
        return [VerticalScroll(*found, classes="reading", can_focus=False)]


class LastTrick(InfoDialog):
    """Shows the last complete trick."""

    TITLE_TEXT = "The last trick"

    def __init__(self, trick: PlayedTrick, names: DisplayNames) -> None:
        super().__init__()
        self._trick = trick
        self._names = names

    def body(self) -> Sequence[Widget]:
        """The cards in playing order, and the winner."""
        best = self._trick.cards[self._trick.seats.index(self._trick.winner)]
        winner = self._names.clause(self._trick.winner, "take")
        result = f"{winner} it with {self._names.the_card(best)}."
        return [
            Drawing(draw_trick(self._trick, self._names)),
            words(result, classes="result"),
        ]


class ChooseTrumps(Dialog[Suit | str]):
    """Asks the player to choose trumps (K3)."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(suit.letter.lower(), f"select('{suit.name.lower()}')", show=False)
            for suit in Suit
        ),
        Binding("i,f3", "answer('hint')", show=False),
        Binding("u", "answer('undo')", show=False),
        Binding("question_mark,f1", "app.help", show=False),
        Binding("l", "app.last_trick", show=False),
    ]
    TITLE_TEXT = "Choose trumps"

    KEYS: ClassVar[str] = "s, h, d, c or ← → select a suit, Enter chooses it."

    def __init__(self, view: View, hint: str = "") -> None:
        super().__init__()
        self._view = view
        self._hint = hint

    def body(self) -> Sequence[Widget]:
        """The new cards, unless trumps are chosen unseen."""
        if not self._view.hand:
            note = "You choose before you see your new cards."
            return [words(note, classes="result"), words(self.KEYS, classes="note")]
        hand: Widget = Drawing(draw_hand(self._view, CARDS_WIDTH))
        hint = [words(self._hint, classes="result")] if self._hint else []
        keys = words(self.KEYS, classes="note")
        return [words("Your new cards:", classes="result"), hand, *hint, keys]

    def buttons(self) -> Sequence[Button]:
        """A button for each suit, and one for a hint."""
        order = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)
        suits = [
            button(f"{suit.symbol} {capitalize(str(suit))}", suit.name.lower()) for suit in order
        ]
        return [*suits, button("Hint (i)", "hint")]

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Answers with the button's suit, or asks for a hint."""
        name = str(event.button.id)
        self.dismiss(name if name == "hint" else Suit[name.upper()])

    def action_answer(self, answer: str) -> None:
        """Answers with a command instead of a suit."""
        self.dismiss(answer)


class RockPaperScissors(Dialog[Throw | str]):
    """Asks the player to throw rock, paper or scissors (K5)."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(throw.value[0], f"select('{throw.value}')", show=False) for throw in Throw),
        Binding("u", "undo", show=False),
        Binding("question_mark,f1", "app.help", show=False),
    ]
    TITLE_TEXT = "Rock, paper, scissors"

    KEYS: ClassVar[str] = "r, p, s or ← → select, Enter throws."

    def __init__(self, tied: str) -> None:
        super().__init__()
        self._tied = tied

    def body(self) -> Sequence[Widget]:
        """The players who tied, and how throws work."""
        text = f"{self._tied} The winner chooses trumps. Throws stay secret until all are in."
        return [words(text, classes="result"), words(self.KEYS, classes="note")]

    def buttons(self) -> Sequence[Button]:
        """A button for each throw."""
        return [button(capitalize(throw.value), throw.value) for throw in Throw]

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Answers with the button's throw."""
        self.dismiss(Throw(str(event.button.id)))

    def action_undo(self) -> None:
        """Undoes the previous decision."""
        self.dismiss("undo")


class Confirm(Dialog[bool]):
    """A yes-or-no question."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "answer(True)", show=False),
        Binding("n,escape", "answer(False)", show=False),
    ]

    def __init__(self, title: str, message: str) -> None:
        super().__init__()
        self._title = title
        self._message = message

    @property
    def heading(self) -> str:
        """The question."""
        return self._title

    def body(self) -> Sequence[Widget]:
        """The consequences of *yes*."""
        return [words(self._message, classes="result")]

    def buttons(self) -> Sequence[Button]:
        """*Yes* comes first: people who ask mean it, and nothing is lost."""
        return [button("Yes", "yes", "primary"), button("No", "no")]

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Answers by button."""
        self.dismiss(event.button.id == "yes")

    def action_answer(self, answer: bool) -> None:  # noqa: FBT001
        """Answers by letter."""
        self.dismiss(answer)


class AskFile(Dialog[str | None]):
    """Asks for the name of a file to save to."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel", show=False)]
    AUTO_FOCUS = "Input"
    TITLE_TEXT = "Save the game"

    def __init__(self, default: str) -> None:
        super().__init__()
        self._default = default

    def body(self) -> Sequence[Widget]:
        """The input field with a default name."""
        note = "Resume later with: oddtrick play --resume FILE"
        return [Input(self._default, id="file", compact=True), words(note, classes="result")]

    def buttons(self) -> Sequence[Button]:
        """Buttons to save or cancel."""
        return [button("Save", "save", "primary"), button("Cancel", "cancel")]

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Saves on Enter."""
        self.dismiss(event.value.strip() or None)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Saves or cancels."""
        value = self.query_one(Input).value.strip()
        self.dismiss(value or None if event.button.id == "save" else None)

    def action_cancel(self) -> None:
        """Closes the dialog without saving."""
        self.dismiss(None)
