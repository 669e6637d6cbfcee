"""The start menu: choose a game and its options."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import msgspec
from rich.text import Text
from textual.actions import SkipAction
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Button, Checkbox, Footer, Input, OptionList, Select, Static
from textual.widgets.option_list import Option as Entry

from oddtrick.errors import OddtrickError
from oddtrick.games import find_game, list_games, options_of, rules_of
from oddtrick.terminal.dialogs import DismissOnceScreen, button, words

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from textual import events
    from textual.widget import Widget

    from oddtrick.games import Game, Option
    from oddtrick.rules import Rules

RESUME = "resume"
_PLAY_NOTE = "Enter starts the game with its usual options; o changes them first."
_RESUME_NOTE = "Enter resumes this game."


class MenuScreen(DismissOnceScreen[object]):
    """Returns the rules of a new game, the file of a game to resume, or None to quit."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("o,right", "options", "options", key_display="o"),
        Binding("question_mark,f1,r", "rules", "rules of the game", key_display="?"),
        Binding("q,escape", "quit", show=False),
    ]

    def __init__(self, last: Path | None, last_summary: str = "") -> None:
        super().__init__()
        self._last = last
        self._last_summary = last_summary

    def compose(self) -> ComposeResult:
        """Lists the last game, then every game with its objective."""
        entries = [entry("Resume the last game", self._last_summary, RESUME)] if self._last else []
        entries += [entry(game.title, game.objective, game.id) for game in list_games()]
        with Vertical(id="front"):
            yield words("Oddtrick", classes="title")
            yield words("♠ ♥ The Whist family of card games ♣ ♦", classes="subtitle")
            yield OptionList(*entries, id="games", markup=False)
            yield words(_RESUME_NOTE if self._last else _PLAY_NOTE, classes="note")
        yield Footer()

    def on_mount(self) -> None:
        """Focuses the list, so that Enter works at once."""
        self.query_one(OptionList).focus()

    @property
    def _highlighted(self) -> str:
        games = self.query_one(OptionList)
        return str(games.get_option_at_index(games.highlighted or 0).id)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Explains the keys for the highlighted entry."""
        note = _RESUME_NOTE if event.option.id == RESUME else _PLAY_NOTE
        self.query_one(".note", Static).update(note)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Starts or resumes a game."""
        name = str(event.option.id)
        self.dismiss(self._last if name == RESUME else rules_of(name))

    def action_options(self) -> None:
        """Opens the options of the highlighted game."""
        if self._highlighted != RESUME:
            self.app.push_screen(OptionsScreen(find_game(self._highlighted)), self._begin)

    def _begin(self, rules: Rules | None) -> None:
        if rules is not None:
            self.dismiss(rules)

    def action_rules(self) -> None:
        """Shows the rules of the highlighted game."""
        if self._highlighted != RESUME:
            show_rules(self, self._highlighted)

    def action_quit(self) -> None:
        """Quits the program."""
        self.dismiss(None)


def entry(title: str, description: str, id: str) -> Entry:  # noqa: A002
    """Makes a menu entry of two lines."""
    return Entry(Text.assemble((title, "bold"), "\n", description), id)


class OptionsScreen(DismissOnceScreen["Rules | None"]):
    """A form generated from the declaration of a game's options."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", show=False, priority=True),
        Binding("down", "move(1)", "next field", key_display="↑↓", priority=True),
        Binding("f1,question_mark", "rules", "rules of the game", key_display="F1"),
        Binding("escape", "back", "back"),
    ]

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game

    def compose(self) -> ComposeResult:
        """Lays out one row per option: name, value and meaning."""
        with Vertical(id="front"):
            yield words(f"{self.game.title}: options", classes="title")
            with VerticalScroll(id="form", can_focus=False):
                for option in options_of(self.game.options):
                    with Horizontal(classes="option"):
                        yield words(option.name, classes="option-name")
                        yield field(option)
                    yield words(meaning(option), classes="option-meaning")
            yield words("", classes="wrong problem")
            with Horizontal(classes="buttons"):
                yield button("Play", "play", "primary")
                yield button("Back", "back")
        yield Footer()

    def on_mount(self) -> None:
        """Focuses *Play*, since nothing has to be changed."""
        self.query_one("#play").focus()

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Marks the row of the focused field."""
        for row in self.query(".option"):
            row.set_class(row in event.widget.ancestors, "at")

    def action_move(self, step: int) -> None:
        """Moves to the next field or button; an open drop-down keeps the arrow keys."""
        if any(select.expanded for select in self.query(Select)):
            raise SkipAction
        self.focus_next() if step > 0 else self.focus_previous()

    def action_rules(self) -> None:
        """Shows the rules of the game."""
        show_rules(self, self.game.id)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Starts the game or goes back."""
        if event.button.id == "back":
            self.dismiss(None)
        else:
            self.play()

    def on_input_submitted(self) -> None:
        """Starts the game on Enter."""
        self.play()

    def play(self) -> None:
        """Starts the game, or shows what is wrong."""
        try:
            rules = rules_of(self.game.id, **dict(self._values()))
        except OddtrickError as error:
            self.query_one(".problem", Static).update(f"✗ {error}")
            return
        self.dismiss(rules)

    def _values(self) -> Iterator[tuple[str, object]]:
        for option in options_of(self.game.options):
            value = value_of(option, self.query_one(f"#option-{option.name}"))
            if value is not msgspec.UNSET:
                yield option.name, value

    def action_back(self) -> None:
        """Returns to the menu."""
        self.dismiss(None)


def show_rules(screen: MenuScreen | OptionsScreen, game: str) -> None:
    """Shows the rules of a game over a screen."""
    from oddtrick.terminal.help_screen import HelpScreen

    page = getattr(screen.app, "rules_page", None)
    screen.app.push_screen(HelpScreen(page(game) if page else "", "rules"))


def field(option: Option) -> Widget:
    """Makes the input field of an option, set to its default."""
    name = f"option-{option.name}"
    if option.kind == "yes-no":
        return Checkbox("yes", bool(option.default), id=name, compact=True)
    if option.kind == "choice":
        choices = [(choice, choice) for choice in option.choices]
        return Select(choices, value=option.default, allow_blank=False, id=name, compact=True)
    default = "" if option.default is None else str(option.default)
    return Input(default, id=name, type="integer", compact=True, placeholder="unset")


def value_of(option: Option, widget: Widget) -> object:
    """The value of a field; UNSET if it is empty."""
    if isinstance(widget, Checkbox):
        return widget.value
    if isinstance(widget, Select):
        return widget.value
    assert isinstance(widget, Input)
    text = widget.value.strip()
    if not text:
        return msgspec.UNSET
    try:
        return int(text)
    except ValueError:
        return text


def meaning(option: Option) -> str:
    """The meaning of an option, with the bounds of a number."""
    if option.kind != "number":
        return f"{option.meaning} ({option.rule})"
    return f"{option.meaning} {option.bounds[0].upper()}{option.bounds[1:]}. ({option.rule})"
