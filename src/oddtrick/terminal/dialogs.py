"""The small screens that lie over the table: something to read, to answer or to fill in."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Static

from oddtrick.cards import Card, Suit
from oddtrick.rules import Throw
from oddtrick.terminal.canvas_widgets import Drawing
from oddtrick.terminal.dismiss_once import AnswersOnce
from oddtrick.terminal.display_names import Voice, capital
from oddtrick.terminal.table_drawing import draw_hand, draw_row, draw_trick

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.widget import Widget

    from oddtrick.terminal.event_text import Event
    from oddtrick.views import SeenTrick, View

Answer = TypeVar("Answer")

CARDS_WIDTH = 70
"""A hand of thirteen fits in."""


def words(text: str, *, classes: str = "") -> Static:
    """Text as it is: names and messages are no markup."""
    return Static(text, markup=False, classes=classes)


class Dialog(ModalScreen[Answer], AnswersOnce[Answer], Generic[Answer]):
    """A box over the table: left and right choose a button, up and down scroll, Enter answers."""

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
        """A heading, what there is to read, and the buttons in a row."""
        with Vertical(classes="dialog"):
            yield words(self.heading, classes="heading")
            yield from self.body()
            with Horizontal(classes="buttons"):
                yield from self.buttons()

    @property
    def heading(self) -> str:
        """The first line."""
        return self.TITLE_TEXT

    def body(self) -> Sequence[Widget]:
        """What there is to read."""
        return ()

    def buttons(self) -> Sequence[Button]:
        """What can be answered; the first has the focus."""
        return ()

    def action_scroll_reading(self, lines: int) -> None:
        """Up or down in what is too long to be shown at once."""
        for reading in self.query(".reading"):
            reading.scroll_relative(y=lines, animate=False)


def button(label: str, id: str, variant: str = "default") -> Button:  # noqa: A002
    """A button of one line."""
    made = Button(label, id=id, compact=True)
    made.variant = "primary" if variant == "primary" else "default"
    return made


class Reading(Dialog[str]):
    """Something to read; Enter or Escape goes on."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,space", "go_on", show=False)]

    def buttons(self) -> Sequence[Button]:
        """Only on."""
        return [button("Go on", "go-on", "primary")]

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Closes it."""
        self.dismiss(str(event.button.id))

    def action_go_on(self) -> None:
        """Closes it."""
        self.dismiss("go-on")


class Moment(Reading):
    """A cut, or throws that are revealed: round after round."""

    def __init__(self, title: str, rounds: Sequence[Event]) -> None:
        super().__init__()
        self._title = title
        self._rounds = rounds

    @property
    def heading(self) -> str:
        """What it is about."""
        return self._title

    def body(self) -> Sequence[Widget]:
        """Each round: what was shown, and what came of it."""
        found: list[Widget] = []
        for event in self._rounds:
            cards = [(name, card) for name, card in event.shown if isinstance(card, Card)]
            if cards:
                found.append(Drawing(draw_row(cards)))
                result = event.text.split(". ", 1)[1]
            else:
                result = event.text
            found.append(words(result, classes="result" if found else "result first"))
        return [VerticalScroll(*found, classes="reading", can_focus=False)]


class LastTrick(Reading):
    """The trick before, once more."""

    TITLE_TEXT = "The last trick"

    def __init__(self, trick: SeenTrick, voice: Voice) -> None:
        super().__init__()
        self._trick = trick
        self._voice = voice

    def body(self) -> Sequence[Widget]:
        """The cards in the order played."""
        best = self._trick.cards[self._trick.seats.index(self._trick.winner)]
        told = f"{self._voice.does(self._trick.winner, 'take')} it with {self._voice.the(best)}."
        return [Drawing(draw_trick(self._trick, self._voice)), words(told, classes="result")]


class ChooseTrumps(Dialog[Suit | str]):
    """The person chooses trumps (K3)."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(suit.letter.lower(), f"choose({int(suit)})", show=False) for suit in Suit),
        Binding("i,f3", "answer('hint')", show=False),
        Binding("u", "answer('undo')", show=False),
        Binding("question_mark,f1", "app.help", show=False),
        Binding("l", "app.last_trick", show=False),
    ]
    TITLE_TEXT = "Choose trumps"

    KEYS: ClassVar[str] = "Press s, h, d or c, or ← → and Enter."

    def __init__(self, view: View, hint: str = "") -> None:
        super().__init__()
        self._view = view
        self._hint = hint

    def body(self) -> Sequence[Widget]:
        """The hand, if it may be seen before."""
        if not self._view.hand:
            told = "You choose before you see your new cards."
            return [words(told, classes="result"), words(self.KEYS, classes="note")]
        hand: Widget = Drawing(draw_hand(self._view, CARDS_WIDTH))
        hint = [words(self._hint, classes="result")] if self._hint else []
        keys = words(self.KEYS, classes="note")
        return [words("Your new cards:", classes="result"), hand, *hint, keys]

    def buttons(self) -> Sequence[Button]:
        """One a suit, by its first letter too."""
        order = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)
        suits = [button(f"{suit.symbol} {capital(str(suit))}", suit.name.lower()) for suit in order]
        return [*suits, button("Hint (i)", "hint")]

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """The suit of the button."""
        name = str(event.button.id)
        self.dismiss(name if name == "hint" else Suit[name.upper()])

    def action_choose(self, suit: int) -> None:
        """A suit by its letter."""
        self.dismiss(Suit(suit))

    def action_answer(self, answer: str) -> None:
        """Something else than a suit."""
        self.dismiss(answer)


class RockPaperScissors(Dialog[Throw | str]):
    """The person throws (K5)."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(throw.value[0], f"throw('{throw.value}')", show=False) for throw in Throw),
        Binding("u", "undo", show=False),
        Binding("question_mark,f1", "app.help", show=False),
    ]
    TITLE_TEXT = "Rock, paper, scissors"

    def __init__(self, tied: str) -> None:
        super().__init__()
        self._tied = tied

    def body(self) -> Sequence[Widget]:
        """Who tied, and that it is secret."""
        told = f"{self._tied} The winner chooses trumps. Throws stay secret until all are in."
        return [words(told, classes="result"), words("Press r, p or s.", classes="note")]

    def buttons(self) -> Sequence[Button]:
        """One a throw, by its first letter too."""
        return [button(capital(throw.value), throw.value) for throw in Throw]

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """The throw of the button."""
        self.dismiss(Throw(str(event.button.id)))

    def action_throw(self, throw: str) -> None:
        """A throw by its letter."""
        self.dismiss(Throw(throw))

    def action_undo(self) -> None:
        """Takes back what was decided before."""
        self.dismiss("undo")


class Confirm(Dialog[bool]):
    """A question with yes and no."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "answer(True)", show=False),
        Binding("n,escape", "answer(False)", show=False),
    ]

    def __init__(self, title: str, told: str) -> None:
        super().__init__()
        self._title = title
        self._told = told

    @property
    def heading(self) -> str:
        """The question."""
        return self._title

    def body(self) -> Sequence[Widget]:
        """What it would mean."""
        return [words(self._told, classes="result")]

    def buttons(self) -> Sequence[Button]:
        """Yes is first: who asks to leave mostly means it, and nothing is lost."""
        return [button("Yes", "yes", "primary"), button("No", "no")]

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """The answer of the button."""
        self.dismiss(event.button.id == "yes")

    def action_answer(self, answer: bool) -> None:  # noqa: FBT001
        """The answer by its letter."""
        self.dismiss(answer)


class AskFile(Dialog[str | None]):
    """The name of a file to save to."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel", show=False)]
    AUTO_FOCUS = "Input"
    TITLE_TEXT = "Save the game"

    def __init__(self, default: str) -> None:
        super().__init__()
        self._default = default

    def body(self) -> Sequence[Widget]:
        """The name, with a default."""
        told = "Go on later with: oddtrick play --resume FILE"
        return [Input(self._default, id="file", compact=True), words(told, classes="result")]

    def buttons(self) -> Sequence[Button]:
        """Save, or not."""
        return [button("Save", "save", "primary"), button("Cancel", "cancel")]

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter saves."""
        self.dismiss(event.value.strip() or None)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """The answer of the button."""
        value = self.query_one(Input).value.strip()
        self.dismiss(value or None if event.button.id == "save" else None)

    def action_cancel(self) -> None:
        """Nothing is saved."""
        self.dismiss(None)
