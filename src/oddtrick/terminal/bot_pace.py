"""How fast the bots play in the drawn game."""

from __future__ import annotations

from enum import Enum


class Pace(Enum):
    """The seconds for which a bot's card, and a finished trick, are left to look at."""

    SLOW = (1.3, 2.4)
    NORMAL = (0.7, 1.4)
    FAST = (0.25, 0.7)
    INSTANT = (0.0, 0.0)

    @property
    def card(self) -> float:
        """After a card."""
        return self.value[0]

    @property
    def trick(self) -> float:
        """After a trick."""
        return self.value[1]

    @property
    def word(self) -> str:
        """As on the command line."""
        return self.name.lower()

    def other(self, step: int) -> Pace:
        """So many steps faster; the slowest and the fastest are the ends.

        >>> Pace.NORMAL.other(1), Pace.SLOW.other(-1)
        (<Pace.FAST: (0.25, 0.7)>, <Pace.SLOW: (1.3, 2.4)>)
        """
        paces = list(Pace)
        return paces[min(max(paces.index(self) + step, 0), len(paces) - 1)]


PACES = tuple(pace.word for pace in Pace)
