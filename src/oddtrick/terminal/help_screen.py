"""Help: the keys, and the rules of the game being played."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Markdown, Static, TabbedContent, TabPane

from oddtrick.terminal.dismiss_once import AnswersOnce

KEYS = """\
← →            from card to card          ↑ ↓  from suit to suit
Enter, Space   play the card pointed at; or click it
a s, 10h …     type a card: rank, then suit; th is the ten of hearts too
h              a hint, with its reason
l              the last trick again
s              the score sheet
u              undo: back to your last own decision
c              claim all the remaining tricks: stands if nobody can stop you
+ −            the bots play faster, slower
r              the rules of the game (? or F1: this help)
Ctrl+S         save to a file
n, m           a new game; the menu
F2             light or dark
Ctrl+Q         leave; the game is kept, and the menu offers to resume it

Cards you may play have a dot in the frame, others a broken frame; the card
winning the trick a double frame. ▶ marks whose turn it is, (D) the dealer.
"""


class HelpScreen(ModalScreen[None], AnswersOnce[None]):
    """Two pages; Escape closes."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark,f1,enter", "dismiss_help", "Close"),
        Binding("left", "turn('keys')", show=False),
        Binding("right", "turn('rules')", show=False),
        Binding("down,j", "scroll(1)", show=False),
        Binding("up,k", "scroll(-1)", show=False),
        Binding("pagedown,space", "scroll(10)", show=False),
        Binding("pageup", "scroll(-10)", show=False),
    ]

    def __init__(self, rules: str, first: str = "keys") -> None:
        super().__init__()
        self._rules = rules
        self._first = first

    def compose(self) -> ComposeResult:
        """The keys, then the rules."""
        with TabbedContent(initial=self._first, classes="help"):
            with TabPane("Keys", id="keys"), VerticalScroll(can_focus=False):
                yield Static(KEYS, markup=False)
            with TabPane("Rules of the game", id="rules"), VerticalScroll(can_focus=False):
                yield Markdown(self._rules)
        yield Static("← → page · ↑ ↓ scroll · Esc close", classes="help-keys")

    def on_mount(self) -> None:
        """Keys are for this screen, not for the tabs."""
        self.set_focus(None)

    def action_turn(self, page: str) -> None:
        """Shows a page."""
        self.query_one(TabbedContent).active = page

    def action_scroll(self, lines: int) -> None:
        """Scrolls the page shown."""
        pane = self.query_one(TabbedContent).active_pane
        if pane is not None:
            pane.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)

    def action_dismiss_help(self) -> None:
        """Closes it."""
        self.dismiss(None)
