"""Screens that can be dismissed only once, however fast keys arrive."""

from __future__ import annotations

from typing import TypeVar

from textual.await_complete import AwaitComplete
from textual.screen import Screen

Answer = TypeVar("Answer")


class DismissOnceScreen(Screen[Answer]):
    """A screen that ignores a second dismissal, which would otherwise close the screen below."""

    def dismiss(self, result: Answer | None = None) -> AwaitComplete:
        """Closes the screen with a result if it is still on top."""
        return super().dismiss(result) if self.is_active else AwaitComplete()
