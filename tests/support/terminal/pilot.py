"""A driver of the full-screen game that presses keys and waits for readiness."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager

from rich.cells import cell_len
from textual.pilot import Pilot
from textual.strip import Strip
from textual.worker import WorkerState

from oddtrick.record import Record
from oddtrick.rulebook import page
from oddtrick.terminal.app import TerminalApp
from oddtrick.terminal.bot_pace import BotPace
from oddtrick.terminal.game_session import GameSession
from oddtrick.terminal.table_screen import TableScreen

PATIENCE = 60
"""Seconds."""


class Player:
    """A simulated person at the full-screen table."""

    def __init__(self, app: TerminalApp, pilot: Pilot[int]) -> None:
        self.app = app
        self._pilot = pilot

    @property
    def session(self) -> GameSession:
        """The current game."""
        assert self.app.session is not None
        return self.app.session

    @property
    def table(self) -> TableScreen:
        """The table."""
        assert self.app.table is not None
        return self.app.table

    @property
    def at(self) -> str:
        """The name of the top screen."""
        return type(self.app.screen).__name__

    @property
    def focus(self) -> str | None:
        """The name of the focused widget."""
        return self.app.focused.id if self.app.focused else None

    @property
    def waits(self) -> bool:
        """True if the game is ready for a key."""
        if not isinstance(self.app.screen, TableScreen):
            return True
        running = (WorkerState.PENDING, WorkerState.RUNNING)
        busy = any(w.group in ("game", "claim") and w.state in running for w in self.app.workers)
        return not busy

    async def press(self, *keys: str) -> None:
        """Presses keys, each when the game is ready."""
        for key in keys:
            await self._pilot.press(key)
            await self.settle()

    async def settle(self) -> None:
        """Waits until the game is ready for a key and stays so."""
        await self.until(lambda: self.waits)
        await self._pilot.pause()
        await self.until(lambda: self.waits)

    async def until(self, true: Callable[[], bool]) -> None:
        """Waits for a condition."""
        async with asyncio.timeout(PATIENCE):
            while not true():
                await self._pilot.pause(0.005)

    async def click(self, x: int, y: int, where: str) -> None:
        """Clicks a point in a widget."""
        await self._pilot.click(where, offset=(x, y))
        await self.settle()

    def text(self, widget: str) -> str:
        """The text of a widget as one line."""
        at = self.app.screen.query_one(widget).region
        lines = self.screen[at.y : at.bottom]
        return " ".join(" ".join(line[at.x : at.right] for line in lines).split())

    @property
    def strips(self) -> list[Strip]:
        """The whole screen with its styles; Textual gives it to nobody but its own tests."""
        return self.app.screen._compositor.render_strips()

    @property
    def screen(self) -> list[str]:
        """The whole screen, line by line."""
        width, height = self.app.size
        lines = ["".join(segment.text for segment in strip) for strip in self.strips]
        assert len(lines) == height
        assert all(cell_len(line) == width for line in lines)
        return lines

    async def through(self, *, until: str = "MatchResult", pick: str = "enter") -> None:
        """Presses Enter or plays the first legal card until a screen of that name opens."""
        async with asyncio.timeout(60):
            while self.at != until:
                await self.press(pick)


@asynccontextmanager
async def playing(
    session: GameSession | None,
    size: tuple[int, int] = (80, 24),
    pace: BotPace = BotPace.INSTANT,
    review_lines: Callable[[Record], Iterable[str]] = lambda record: (),
) -> AsyncIterator[Player]:
    """Starts the game with a simulated person."""
    app = TerminalApp(session, pace=pace, rules_page=page, review_lines=review_lines)
    async with app.run_test(size=size) as pilot:
        player = Player(app, pilot)
        await player.until(lambda: len(app.screen_stack) > 1)
        await player.settle()
        yield player
