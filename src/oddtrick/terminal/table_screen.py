"""The screen with the table: shows the game and plays it on, card by card."""

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

from oddtrick.cards import Card, Suit
from oddtrick.errors import OddtrickError
from oddtrick.rules import PlayerAction, Throw
from oddtrick.terminal import status_lines
from oddtrick.terminal.canvas_widgets import Drawing, HandDrawing, TableDrawing
from oddtrick.terminal.card_input import type_key
from oddtrick.terminal.dialogs import ChooseTrumps, Confirm, Moment, RockPaperScissors
from oddtrick.terminal.dismiss_once import AnswersOnce
from oddtrick.terminal.display_names import capital, listed
from oddtrick.terminal.event_text import Event, Kind
from oddtrick.terminal.result_screens import DealResult, MatchResult
from oddtrick.terminal.table_drawing import sorted_hand
from oddtrick.views import Awaited

if TYPE_CHECKING:
    from textual import events

    from oddtrick.terminal.bot_pace import Pace
    from oddtrick.terminal.game_session import Session
    from oddtrick.views import SeenTrick, View

MIN_SIZE = (80, 24)
_CUT_TITLES = {"T7": "Cutting for the deal", "C2": "Cutting for partners"}


class TableScreen(AnswersOnce[str]):
    """The table. Ends with ``"again"``, ``"menu"`` or ``"quit"``."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"words--note", "words--wrong", "words--heard"}
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
        Binding("c", "claim", "claim"),
        Binding("ctrl+s", "app.save", show=False),
        Binding("plus,equals_sign", "pace(1)", "faster", key_display="+", show=False),
        Binding("minus", "pace(-1)", "slower", key_display="-", show=False),
        Binding("question_mark,f1", "app.help", "help", key_display="?"),
        Binding("r", "app.help('rules')", show=False),
        Binding("n", "leave('again')", show=False),
        Binding("m,escape", "leave('menu')", "menu", key_display="m"),
    ]

    def __init__(self, session: Session, pace: Pace) -> None:
        super().__init__()
        self.session = session
        self.pace = pace
        self.pointed: Card | None = None
        self._typed = ""
        self._told = ""
        self._note = ""
        self._wrong = False
        self._rounds: list[Event] = []
        self._busy = False

    def compose(self) -> ComposeResult:
        """From the top: two lines, the table with its log, the own plate and hand, messages."""
        yield Static(id="top", markup=False)
        with Horizontal(id="middle"):
            yield TableDrawing(id="table")
            with VerticalScroll(id="log-frame", can_focus=False):
                yield Static(id="log", markup=False)
        yield Static(id="own", markup=False)
        yield HandDrawing(id="hand")
        yield Static(id="told", markup=False)
        yield Footer()
        yield Static(id="too-small", markup=False)

    def on_mount(self) -> None:
        """The game goes on from where it is."""
        self._log: list[Text] = []
        if self.session.can_undo:
            self._told = "The game goes on where it stopped."
        self.show()
        self.go_on()

    def on_resize(self, event: events.Resize) -> None:
        """Says so when the terminal is too small for the table."""
        width, height = MIN_SIZE
        small = event.size.width < width or event.size.height < height
        notice = self.query_one("#too-small", Static)
        notice.display = small
        notice.update(
            f"The table needs {width} columns and {height} lines; here are {event.size.width} and "
            f"{event.size.height}. Make the terminal larger, or play with --plain."
        )
        if self.is_mounted:
            self.show()

    # What is shown

    def show(self, closing: SeenTrick | None = None, *, done: bool = False) -> None:
        """Draws everything from the person's view; ``done``: a deal that has just ended."""
        view, voice = self.session.view, self.session.voice()
        self._settle_pointer(view)
        self.query_one("#top", Static).update(self._top(view, done=done))
        self.query_one("#table", TableDrawing).show(view, voice, closing)
        self.query_one("#hand", HandDrawing).show(view, self.pointed)
        own = self.query_one("#own", Static)
        turn = status_lines.turn_line(view, voice)
        mark = "▶ " if self.session.yours else ""
        own.update(mark + " — ".join(filter(None, (status_lines.own_line(view, voice), turn))))
        own.set_class(self.session.yours, "yours")
        self._show_words()

    def _show_words(self) -> None:
        """Two lines: what happened last, then a note; either takes both if it needs them."""
        note = f"Card: {self._typed}_" if self._typed else self._note
        told = Text(self._told, no_wrap=bool(note), overflow="ellipsis")
        style = self.get_component_rich_style("words--wrong" if self._wrong else "words--note")
        noted = Text(note, style)
        long = len(note) > self.app.size.width - 2
        both = Group(told, noted) if note else told
        self.query_one("#told", Static).update(noted if long else both)

    def _top(self, view: View, *, done: bool) -> str:
        voice, width = self.session.voice(), self.app.size.width - 2
        left = status_lines.game_line(view), status_lines.trumps_line(view, voice)
        if done:
            left = status_lines.done_lines(view, voice)
        tricks, target = status_lines.tricks_line(view, voice), status_lines.target_words(view)
        right = status_lines.score_line(view, voice), " · ".join(filter(None, (tricks, target)))
        if len(left[0]) + len(right[0]) >= width:
            right = status_lines.score_line(view, voice.shortened(6)), right[1]
        rows = zip(left, right, strict=True)
        return "\n".join(one + other.rjust(width - len(one)) for one, other in rows)

    def _settle_pointer(self, view: View) -> None:
        """Points at a legal card when it is the person's turn, at none when it is not."""
        if not self.session.yours or view.awaited is not Awaited.CARD:
            self.pointed = None
        elif self.pointed not in view.hand:
            self.pointed = next(card for card in sorted_hand(view) if card in view.legal)

    def tell(self, text: str, *, wrong: bool = False) -> None:
        """A line below the hand, until something else happens."""
        self._note, self._wrong = text, wrong
        self.show()

    def _hear(self, happened: tuple[Event, ...]) -> None:
        """Takes what happened into the log and the line of what was last."""
        self._note, self._wrong = "", False
        for event in happened:
            heard = self.get_component_rich_style("words--heard", partial=True)
            self._log.append(Text(event.text, "" if event.kind is Kind.PLAY else heard))
            if event.kind is not Kind.PLAY or not self._told.startswith("Deal"):
                self._told = event.text
        self._log = self._log[-200:]
        self.query_one("#log", Static).update(Group(*self._log))
        self.query_one("#log-frame", VerticalScroll).scroll_end(animate=False)
        if self.session.trouble:
            self._note, self.session.trouble = self.session.trouble, ""

    # The game goes on

    @work(exclusive=True, group="game")
    async def go_on(self, happened: tuple[Event, ...] = ()) -> None:
        """Shows what happened, then plays for the others until the person is to act."""
        await self._show_events(happened)
        while not self.session.over:
            if self.session.yours:
                if self.session.view.awaited is Awaited.CARD:
                    self.show()
                    return
                await self._show_events(await self._decide())
                continue
            action = await asyncio.to_thread(self.session.think)
            await self._show_events(self.session.apply(action))
        answer = await self.app.push_screen_wait(
            MatchResult(self.session.view, self.session.voice())
        )
        if answer == "undo":
            self._take_back()
        else:
            self._close(answer)

    async def _decide(self) -> tuple[Event, ...]:
        """The person chooses trumps or throws."""
        view, voice = self.session.view, self.session.voice()
        answer: PlayerAction | str
        if view.awaited is Awaited.CHOICE:
            answer = await self.app.push_screen_wait(ChooseTrumps(view, self._note))
        else:
            most = max(view.past[-1].tricks)
            tied = [seat for seat, won in enumerate(view.past[-1].tricks) if won == most]
            told = capital(f"{listed(map(voice.who, tied))} took most tricks.")
            answer = await self.app.push_screen_wait(RockPaperScissors(told))
        if isinstance(answer, Suit | Throw):
            return self.session.apply(answer)
        if answer == "hint":
            self._note = self._hint()
        elif answer == "undo":
            self._forget_moments()
            self.session.undo()
        return ()

    async def _show_events(self, happened: tuple[Event, ...]) -> None:
        """Leaves time to look, and stops where there is something to read."""
        if not happened:
            self.show()
            return
        self._hear(happened)
        kinds = {event.kind for event in happened}
        ends = kinds & {Kind.HAND, Kind.DEAL_END} and Kind.DEAL not in kinds
        self._busy = bool(ends or kinds & {Kind.CUT, Kind.REVEAL})
        try:
            closing = self.session.view.last_trick if ends else None
            self.show(closing, done=Kind.DEAL_END in kinds)
            await self._pause(kinds)
            await self._stop_to_read(happened, kinds)
        finally:
            self._busy = False
        self.show()

    async def _pause(self, kinds: set[Kind]) -> None:
        if Kind.TRICK in kinds:
            await asyncio.sleep(self.pace.trick)
        elif kinds & {Kind.PLAY, Kind.DEAL, Kind.TRUMPS}:
            await asyncio.sleep(self.pace.card)

    async def _stop_to_read(self, happened: tuple[Event, ...], kinds: set[Kind]) -> None:
        if kinds & {Kind.CUT, Kind.REVEAL}:
            self._rounds += happened
            if not self.session.view.to_cut:
                rounds, self._rounds = self._rounds, []
                await self.app.push_screen_wait(Moment(self._moment_title(kinds), rounds))
        if Kind.HAND in kinds and Kind.DEAL not in kinds:
            told = [event for event in happened if event.kind is Kind.HAND]
            await self.app.push_screen_wait(Moment("The next hand", told))
        if Kind.DEAL_END in kinds:
            await self._deal_result()

    def _moment_title(self, kinds: set[Kind]) -> str:
        if Kind.REVEAL in kinds:
            return "Rock, paper, scissors"
        if self.session.view.past:
            return "Cutting for the choice of trumps"
        return _CUT_TITLES[self.session.rules.first_dealer.value]

    async def _deal_result(self) -> None:
        view, voice = self.session.view, self.session.voice()
        told = status_lines.after_deal(view, voice)
        answer = await self.app.push_screen_wait(DealResult(view, voice, told))
        if answer == "undo":
            self._take_back()

    # What the person does

    def on_key(self, event: events.Key) -> None:
        """A card typed key by key; other keys have their own meaning."""
        key = event.character or ""
        if self._typed and event.key in ("escape", "backspace"):
            self._typed = "" if event.key == "escape" else self._typed[:-1]
        elif (typed := type_key(self._typed, key)) is None:
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
        """A click on a card of the own hand plays it."""
        if message.card in self.session.view.hand:
            self._play(message.card)

    def action_play(self) -> None:
        """Plays the card pointed at."""
        if self.pointed is not None:
            self._play(self.pointed)

    def _play(self, card: Card) -> None:
        if self._busy:
            return
        if not self.session.yours or self.session.view.awaited is not Awaited.CARD:
            self.tell("It is not your turn.", wrong=True)
            return
        self.pointed = card if card in self.session.view.hand else self.pointed
        try:
            happened = self.session.apply(card)
        except OddtrickError as error:
            self.tell(f"✗ {error}. Choose another card.", wrong=True)
            return
        self.pointed = None
        self.go_on(happened)

    def action_point(self, step: int) -> None:
        """To the next card."""
        cards = sorted_hand(self.session.view)
        if self.pointed in cards:
            self.pointed = cards[(cards.index(self.pointed) + step) % len(cards)]
            self.show()

    def action_point_suit(self, step: int) -> None:
        """To the first card of the next suit."""
        cards = sorted_hand(self.session.view)
        if self.pointed not in cards:
            return
        suits = list(dict.fromkeys(card.suit for card in cards))
        suit = suits[(suits.index(self.pointed.suit) + step) % len(suits)]
        self.pointed = next(card for card in cards if card.suit is suit)
        self.show()

    def action_hint(self) -> None:
        """What a sound player would do, and why."""
        try:
            self.tell(self._hint())
        except OddtrickError as error:
            self.tell(capital(f"{error}."), wrong=True)

    def _hint(self) -> str:
        advice = self.session.hint()
        if isinstance(advice.action, Card):
            self.pointed = advice.action
            return f"Hint: {advice.action.symbols} — {advice.reason}"
        return f"Hint: {advice.action} — {advice.reason}"

    def action_undo(self) -> None:
        """Takes back to the person's last own decision."""
        try:
            self._take_back()
        except OddtrickError as error:
            self.tell(capital(f"{error}."), wrong=True)

    def _take_back(self) -> None:
        self.session.undo()
        self._forget_moments()
        self._log.append(Text("Taken back."))
        self._told, self._note, self.pointed = "Taken back.", "", None
        self.go_on()

    def _forget_moments(self) -> None:
        self._rounds = []
        self._busy = False

    @work(exclusive=True, group="claim")
    async def action_claim(self) -> None:
        """Claims the remaining tricks (T9)."""
        match = self.session.match
        self.tell("Looking whether the claim stands …")
        try:
            cards = await asyncio.to_thread(self.session.check_claim)
        except OddtrickError as error:
            self.tell(capital(f"{error}."), wrong=True)
            return
        if self.session.match is match:
            self.go_on(self.session.claim(cards))

    def action_pace(self, step: int) -> None:
        """The bots play faster or slower."""
        self.pace = self.pace.other(step)
        self.tell(f"The bots play {self.pace.word}.")

    @work(exclusive=True, group="leave")
    async def action_leave(self, where: str) -> None:
        """Leaves the game, if the person is sure."""
        title = {"quit": "Leave the game?", "menu": "Go to the menu?", "again": "Begin a new game?"}
        kept = "It is kept: “Resume the last game” in the menu goes on from here."
        if self.session.autosave is None:
            kept = "It is not kept; Ctrl+S saves it to a file."
        if await self.app.push_screen_wait(Confirm(title[where], kept)):
            self.workers.cancel_group(self, "game")
            self._close(where)

    def _close(self, where: str) -> None:
        """Ends, with whatever was opened over the table in the meantime."""
        self.pop_until_active()
        self.dismiss(where)
