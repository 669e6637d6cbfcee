"""The speed of the bots in the drawn game."""

from __future__ import annotations

from enum import Enum


class BotPace(Enum):
    """Seconds for which a bot's card and a finished trick stay in view."""

    SLOW = (1.3, 2.4)
    NORMAL = (0.7, 1.4)
    FAST = (0.25, 0.7)
    INSTANT = (0.0, 0.0)

    @property
    def card(self) -> float:
        """The pause after a card, in seconds."""
        return self.value[0]

    @property
    def trick(self) -> float:
        """The pause after a trick, in seconds."""
        return self.value[1]

    @property
    def label(self) -> str:
        """The name used on the command line."""
        return self.name.lower()

    def faster(self, step: int) -> BotPace:
        """The pace ``step`` steps faster, limited to the slowest and the fastest.

        >>> BotPace.NORMAL.faster(1), BotPace.SLOW.faster(-1)
        (<BotPace.FAST: (0.25, 0.7)>, <BotPace.SLOW: (1.3, 2.4)>)
        """
        paces = list(BotPace)
        return paces[min(max(paces.index(self) + step, 0), len(paces) - 1)]


PACE_NAMES = tuple(pace.label for pace in BotPace)
