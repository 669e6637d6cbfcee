"""The help screen: keys, and the rules of the current game."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Markdown, Static, TabbedContent, TabPane

from oddtrick.terminal.dialogs import DismissOnceScreen

KEYS = """\
← →            select a card              ↑ ↓  next or previous suit
Enter, Space   play the selected card; or click a card
a s, 10h …     type a card: rank, then suit (th is also the ten of hearts)
h              hint, with the reason (i while you choose trumps)
l              last trick
s              score sheet
u              undo your last decision
c              claim all remaining tricks, if nobody can stop you; end a decided deal
e              skip to the end, when you are out
+ −            bots play faster or slower
r              rules of the game (? or F1: this help)
Ctrl+S         save to a file
n, m           new game; menu
F2             light or dark colours
Ctrl+Q         quit; the game is saved, and you can resume it from the menu

Cards you may play have a dot in the frame, other cards a broken frame; the
card winning the trick has a double frame. ▶ marks the player to act, (D) the
dealer.
"""


class HelpScreen(ModalScreen[None], DismissOnceScreen[None]):
    """The help screen with two tabs."""

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
        """Lays out the two tabs."""
        with TabbedContent(initial=self._first, classes="help"):
            with TabPane("Keys", id="keys"), VerticalScroll(can_focus=False):
                yield Static(KEYS, markup=False)
            with TabPane("Rules of the game", id="rules"), VerticalScroll(can_focus=False):
                yield Markdown(self._rules)
        yield Static("← → page · ↑ ↓ scroll · Esc close", classes="help-keys")

    def on_mount(self) -> None:
        """Clears the focus, so that keys go to the screen and not to the tabs."""
        self.set_focus(None)

    def action_turn(self, page: str) -> None:
        """Shows a tab."""
        self.query_one(TabbedContent).active = page

    def action_scroll(self, lines: int) -> None:
        """Scrolls the current tab."""
        pane = self.query_one(TabbedContent).active_pane
        if pane is not None:
            pane.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)

    def action_dismiss_help(self) -> None:
        """Closes the help screen."""
        self.dismiss(None)
