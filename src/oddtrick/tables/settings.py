"""What a table settles besides the rules: time, company, help."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a table is run.

    Args:
        public: the lobby lists it and anybody may sit down; otherwise one needs its code.
        spectators: whoever knows the code may watch; they see what everybody at the table sees.
            Otherwise only those come in who sit there or could sit down.
        rated: counts for the ratings: no undo, no late arrivals, no hints.
        move_seconds: time for each decision; None: as long as it takes.
        deal_seconds: time for all of a player's decisions in a deal, waiting not counted.
        grace_seconds: how long a player may be gone before a bot plays on.
        pause_seconds: how long the score of a deal is shown; all who are ready end it sooner.
        bot_delay_ms: how long a bot takes for a card, so that people can follow.
        undo: one may take back when all the others are bots.
        chat: there is chat.
        late_join: somebody may take over a bot's place while a match is under way.
    """

    public: bool = False
    spectators: bool = True
    rated: bool = False
    move_seconds: Annotated[int, Meta(ge=5, le=86_400)] | None = None
    deal_seconds: Annotated[int, Meta(ge=30, le=86_400)] | None = None
    grace_seconds: Annotated[int, Meta(ge=0, le=86_400)] = 60
    pause_seconds: Annotated[int, Meta(ge=0, le=600)] = 20
    bot_delay_ms: Annotated[int, Meta(ge=0, le=10_000)] = 700
    undo: bool = True
    chat: bool = True
    late_join: bool = True

    @property
    def timed(self) -> bool:
        """Whether there is a clock."""
        return self.move_seconds is not None or self.deal_seconds is not None
