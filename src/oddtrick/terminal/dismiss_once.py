"""Screens that answer once, however fast the keys come."""

from __future__ import annotations

from typing import TypeVar

from textual.await_complete import AwaitComplete
from textual.screen import Screen

Answer = TypeVar("Answer")


class AnswersOnce(Screen[Answer]):
    """A key pressed before the screen is gone answers nothing: it would close the one below."""

    def dismiss(self, result: Answer | None = None) -> AwaitComplete:
        """Closes the screen with an answer, if it is still the one on top."""
        return super().dismiss(result) if self.is_active else AwaitComplete()
