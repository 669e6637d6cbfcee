"""The table screen: shows the game and plays it, card by card."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, ClassVar

from rich.console import Group
from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Footer, Static

from oddtrick.calls import Bid
from oddtrick.cards import Card, Suit
from oddtrick.errors import OddtrickError
from oddtrick.rules import PASS, PlayerAction, Throw
from oddtrick.terminal import status_lines
from oddtrick.terminal.calls import ChooseCall
from oddtrick.terminal.canvas_widgets import Drawing, HandDrawing, TableDrawing
from oddtrick.terminal.card_selection import (
    add_key,
    awaits_card,
    next_card,
    next_suit,
    valid_selection,
)
from oddtrick.terminal.dialogs import (
    ChooseTrumps,
    Confirm,
    DismissOnceScreen,
    RevealDialog,
    RockPaperScissors,
)
from oddtrick.terminal.display_names import action_name, capitalize
from oddtrick.terminal.event_text import EventKind, GameEvent
from oddtrick.terminal.result_screens import DealResult, MatchResult, is_out
from oddtrick.terminal.status_lines import header
from oddtrick.views import Awaited

if TYPE_CHECKING:
    from textual import events

    from oddtrick.terminal.bot_pace import BotPace
    from oddtrick.terminal.game_session import GameSession
    from oddtrick.views import PlayedTrick

MIN_SIZE = (80, 24)


class TableScreen(DismissOnceScreen[str]):
    """The table screen; it returns ``"again"``, ``"menu"`` or ``"quit"``."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"words--note", "words--wrong", "words--event"}
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (106, "-wide")]  # noqa: RUF012 (Textual declares it)
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "play", show=False),
        Binding("space", "play", show=False),
        Binding("left", "point(-1)", show=False),
        Binding("right", "point(1)", show=False),
        Binding("up", "point_suit(-1)", show=False),
        Binding("down", "point_suit(1)", show=False),
        Binding("h,i,f3", "hint", "hint", key_display="h"),
        Binding("l", "app.last_trick", "last trick"),
        Binding("s", "app.score_sheet", "score"),
        Binding("u", "undo", "undo"),
        Binding("p", "knock", "knock"),
        Binding("c", "claim", "claim"),
        Binding("e", "skip", "skip to the end"),
        Binding("ctrl+s", "app.save", show=False),
        Binding("plus,equals_sign", "pace(1)", "faster", key_display="+", show=False),
        Binding("minus", "pace(-1)", "slower", key_display="-", show=False),
        Binding("question_mark,f1", "app.help", "help", key_display="?"),
        Binding("r", "app.help('rules')", show=False),
        Binding("n", "leave('again')", show=False),
        Binding("m,escape", "leave('menu')", "menu", key_display="m"),
    ]

    def __init__(self, session: GameSession, pace: BotPace) -> None:
        super().__init__()
        self.session = session
        self.pace = pace
        self.selected: Card | None = None
        self._typed = ""
        self._last_event = ""
        self._note = ""
        self._wrong = False
        self._rounds: list[GameEvent] = []
        self._busy = False
        self._skipping = False
        self._offered = (False, False)

    def compose(self) -> ComposeResult:
        """Lays out status lines, table and log, name plate, hand and messages, top to bottom."""
        yield Static(id="top", markup=False)
        with Horizontal(id="middle"):
            yield TableDrawing(id="table")
            with VerticalScroll(id="log-frame", can_focus=False):
                yield Static(id="log", markup=False)
        yield Static(id="own", markup=False)
        yield HandDrawing(id="hand")
        yield Static(id="message", markup=False)
        yield Footer()
        yield Static(id="too-small", markup=False)

    def on_mount(self) -> None:
        """Continues the game from its current state."""
        self._log: list[Text] = []
        if self.session.can_undo:
            self._last_event = "The game continues where it stopped."
        self.show()
        self.go_on()

    def on_resize(self, event: events.Resize) -> None:
        """Shows a notice if the terminal is too small for the table."""
        width, height = MIN_SIZE
        small = event.size.width < width or event.size.height < height
        notice = self.query_one("#too-small", Static)
        notice.display = small
        notice.update(
            f"The table needs {width} × {height} characters; this terminal has "
            f"{event.size.width} × {event.size.height}. Make it larger, or play with --plain."
        )
        if self.is_mounted:
            self.show()

    # Display

    def show(self, final_trick: PlayedTrick | None = None, *, done: bool = False) -> None:
        """Draws everything from the person's view; ``done`` if a deal has just ended."""
        view, names = self.session.view, self.session.display_names()
        self.selected = valid_selection(view, self.selected, is_own_turn=self.session.is_own_turn)
        top = header(view, names, self.app.size.width - 2, done=done)
        self.query_one("#top", Static).update(top)
        self.query_one("#table", TableDrawing).show(view, names, final_trick)
        self.query_one("#hand", HandDrawing).show(view, self.selected)
        own = self.query_one("#own", Static)
        turn = status_lines.turn_line(view, names)
        mark = "▶ " if self.session.is_own_turn else ""
        own.update(
            mark + " — ".join(filter(None, (status_lines.own_status_line(view, names), turn)))
        )
        own.set_class(self.session.is_own_turn, "yours")
        self._show_words()
        offered = (self.is_watching, PASS in view.legal)
        if offered != self._offered:
            self._offered = offered
            self.refresh_bindings()

    def _show_words(self) -> None:
        """Shows the last event and a note, a line each, or one of them on both lines if long."""
        note = f"Card: {self._typed}_" if self._typed else self._note
        last = Text(self._last_event, no_wrap=bool(note), overflow="ellipsis")
        style = self.get_component_rich_style("words--wrong" if self._wrong else "words--note")
        noted = Text(note, style)
        long = len(note) > self.app.size.width - 2
        both = Group(last, noted) if note else last
        self.query_one("#message", Static).update(noted if long else both)

    def show_note(self, text: str, *, wrong: bool = False) -> None:
        """Shows a line below the hand until the next event."""
        self._note, self._wrong = text, wrong
        self.show()

    def _log_events(self, new_events: tuple[GameEvent, ...]) -> None:
        """Adds events to the log and shows the last one below the hand."""
        self._note, self._wrong = "", False
        for event in new_events:
            event_style = self.get_component_rich_style("words--event", partial=True)
            self._log.append(Text(event.text, "" if event.kind is EventKind.PLAY else event_style))
            if event.kind is not EventKind.PLAY or not self._last_event.startswith("Deal"):
                self._last_event = event.text
        self._log = self._log[-200:]
        self.query_one("#log", Static).update(Group(*self._log))
        self.query_one("#log-frame", VerticalScroll).scroll_end(animate=False)
        if self.session.autosave_error:
            self._note, self.session.autosave_error = self.session.autosave_error, ""

    # Course of the game

    @work(exclusive=True, group="game")
    async def go_on(self, new_events: tuple[GameEvent, ...] = ()) -> None:
        """Shows the events, then plays for the others until the person is to act."""
        await self._show_events(new_events)
        while not self.session.over:
            if self.session.is_own_turn:
                if awaits_card(self.session.view):
                    self.show()
                    return
                await self._show_events(await self._decide())
                continue
            action = await asyncio.to_thread(self.session.next_action)
            await self._show_events(self.session.apply(action))
        answer = await self.app.push_screen_wait(
            MatchResult(self.session.view, self.session.display_names())
        )
        if answer == "undo":
            self._take_back()
        else:
            self._close(answer)

    async def _decide(self) -> tuple[GameEvent, ...]:
        """Asks the person to choose trumps, to bid or to throw."""
        view, names = self.session.view, self.session.display_names()
        answer: PlayerAction | int | str
        if view.awaited is Awaited.CHOICE:
            answer = await self.app.push_screen_wait(ChooseTrumps(view, self._note))
        elif view.awaited is Awaited.CALL:
            answer = await self.app.push_screen_wait(ChooseCall(view, names, self._note))
        else:
            tie = status_lines.tie_sentence(view, names)
            answer = await self.app.push_screen_wait(RockPaperScissors(tie))
        if isinstance(answer, int) and not isinstance(answer, Suit):
            answer = view.legal[answer]
        if isinstance(answer, Suit | Throw | Bid | Card):
            return self.session.apply(answer)
        try:
            if answer == "hint":
                self._note = self._hint()
            elif answer == "undo":
                self.session.undo()
                self._forget_rounds()
        except OddtrickError as error:
            self._note = capitalize(f"{error}.")
        return ()

    async def _show_events(self, new_events: tuple[GameEvent, ...]) -> None:
        """Shows events at the chosen pace, and opens dialogs where there is something to read."""
        if not new_events:
            self.show()
            return
        self._log_events(new_events)
        kinds = {event.kind for event in new_events}
        ends = kinds & {EventKind.HAND, EventKind.DEAL_END} and EventKind.DEAL not in kinds
        self._busy = bool(ends or kinds & {EventKind.CUT, EventKind.REVEAL})
        try:
            final_trick = self.session.view.last_trick if ends else None
            self.show(final_trick, done=EventKind.DEAL_END in kinds)
            await self._pause(kinds)
            await self._open_dialogs(new_events, kinds)
        finally:
            self._busy = False
        self.show()

    async def _pause(self, kinds: set[EventKind]) -> None:
        if self._skipping:
            return
        if EventKind.TRICK in kinds:
            await asyncio.sleep(self.pace.trick)
        elif kinds & {EventKind.PLAY, EventKind.DEAL, EventKind.TRUMPS, EventKind.CALL}:
            await asyncio.sleep(self.pace.card)

    async def _open_dialogs(self, new_events: tuple[GameEvent, ...], kinds: set[EventKind]) -> None:
        if self._skipping:
            self._rounds = []
            return
        if kinds & {EventKind.CUT, EventKind.REVEAL}:
            self._rounds += new_events
            if not self.session.view.to_cut:
                rounds, self._rounds = self._rounds, []
                thrown = EventKind.REVEAL in kinds
                title = status_lines.reveal_title(self.session.view, thrown=thrown)
                knave = self.session.display_names().knave
                await self.app.push_screen_wait(RevealDialog(title, rounds, knave=knave))
        if EventKind.HAND in kinds and EventKind.DEAL not in kinds:
            hands = [event for event in new_events if event.kind is EventKind.HAND]
            await self.app.push_screen_wait(RevealDialog("The next hand", hands))
        if EventKind.DEAL_END in kinds:
            await self._deal_result()

    async def _deal_result(self) -> None:
        view, names = self.session.view, self.session.display_names()
        consequences = status_lines.deal_consequences(view, names)
        answer = await self.app.push_screen_wait(DealResult(view, names, consequences))
        if answer == "undo":
            self._take_back()
        elif answer == "skip":
            self._skipping = True

    # Actions of the person

    def on_key(self, event: events.Key) -> None:
        """Handles cards typed key by key; leaves other keys to the bindings."""
        key = event.character or ""
        if self._typed and event.key in ("escape", "backspace"):
            self._typed = "" if event.key == "escape" else self._typed[:-1]
        elif (typed := add_key(self._typed, key)) is None:
            self._typed = ""
            return
        else:
            self._typed, card = typed
            if card is not None:
                self._play(card)
        event.stop()
        event.prevent_default()
        self.show()

    def on_drawing_card_clicked(self, message: Drawing.CardClicked) -> None:
        """Plays a card of the hand when it is clicked."""
        if message.card in self.session.view.hand:
            self._play(message.card)

    def action_play(self) -> None:
        """Plays the selected card."""
        if self.selected is not None:
            self._play(self.selected)

    def action_knock(self) -> None:
        """Knocks: plays no card to this trick (X5)."""
        if not self._busy:
            self.go_on(self.session.apply(PASS))

    def _play(self, card: Card) -> None:
        if self._busy:
            return
        if not self.session.is_own_turn or not awaits_card(self.session.view):
            self.show_note("It is not your turn.", wrong=True)
            return
        self.selected = card if card in self.session.view.hand else self.selected
        try:
            new_events = self.session.apply(card)
        except OddtrickError as error:
            self.show_note(f"✗ {error}. Choose another card.", wrong=True)
            return
        self.selected = None
        self.go_on(new_events)

    def action_point(self, step: int) -> None:
        """Selects the next card."""
        self._select(next_card(self.session.view, self.selected, step))

    def action_point_suit(self, step: int) -> None:
        """Selects the first card of the next suit."""
        self._select(next_suit(self.session.view, self.selected, step))

    def _select(self, card: Card | None) -> None:
        if card is not None:
            self.selected = card
            self.show()

    def action_hint(self) -> None:
        """Shows a hint with its reason."""
        try:
            self.show_note(self._hint())
        except OddtrickError as error:
            self.show_note(capitalize(f"{error}."), wrong=True)

    def _hint(self) -> str:
        advice = self.session.hint()
        if isinstance(advice.action, Card):
            self.selected = advice.action
            return f"Hint: {self.session.display_names().card(advice.action)} — {advice.reason}"
        return f"Hint: {action_name(advice.action)} — {advice.reason}"

    def action_undo(self) -> None:
        """Undoes the person's last decision."""
        try:
            self._take_back()
        except OddtrickError as error:
            self.show_note(capitalize(f"{error}."), wrong=True)

    def _take_back(self) -> None:
        self.session.undo()
        self._skipping = False
        self._forget_rounds()
        self._log.append(Text("Undone."))
        self._last_event, self._note, self.selected = "Undone.", "", None
        self.go_on()

    def _forget_rounds(self) -> None:
        self._rounds = []
        self._busy = False

    @work(exclusive=True, group="claim")
    async def action_claim(self) -> None:
        """Claims the remaining tricks (T9)."""
        match = self.session.match
        self.show_note("Checking the claim …")
        try:
            cards = await asyncio.to_thread(self.session.check_claim)
        except OddtrickError as error:
            self.show_note(capitalize(f"{error}."), wrong=True)
            return
        if self.session.match is match:
            self.go_on(self.session.claim(cards))

    @property
    def is_watching(self) -> bool:
        """True if the person is out of the match and others still play (K4)."""
        return is_out(self.session.view)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offers skipping only to a person who is out, playing keys only to one who is not.

        Knocking is offered where it is legal.
        """
        if action == "skip":
            return self.is_watching
        if action == "knock":
            return PASS in self.session.view.legal
        return not (self.is_watching and action in ("hint", "claim"))

    def action_skip(self) -> None:
        """Lets the others finish without pauses and dialogs."""
        self._skipping = True
        self.show_note("Skipping to the end …")

    def action_pace(self, step: int) -> None:
        """Makes the bots play faster or slower."""
        self.pace = self.pace.faster(step)
        self.show_note(f"Bot speed: {self.pace.label}.")

    @work(exclusive=True, group="leave")
    async def action_leave(self, where: str) -> None:
        """Leaves the game after confirmation."""
        title = {"quit": "Quit?", "menu": "Go to the menu?", "again": "Start a new game?"}
        if await self.app.push_screen_wait(Confirm(title[where], self.session.leave_notice)):
            self.workers.cancel_group(self, "game")
            self._close(where)

    def _close(self, where: str) -> None:
        """Closes the screen, with any dialog opened over it in the meantime."""
        self.pop_until_active()
        self.dismiss(where)
