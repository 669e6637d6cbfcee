"""The settings of a table besides its rules: time limits, visibility and help."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The settings of a table.

    Args:
        public: the lobby lists the table and anyone may sit down; otherwise its code is needed.
        spectators: anyone with the code may watch, and sees what is open to the whole table.
            Otherwise only players and people who could still sit down may enter, and only the host
            and those who have played in a match may read its record, proof, replay and reviews.
        rated: the match counts for ratings: no undo, no late joining, no hints.
        move_seconds: time limit for each decision; None for no limit.
        deal_seconds: time limit for all of a player's decisions in a deal; None for no limit.
        grace_seconds: the time a player may be disconnected before a bot takes over.
        pause_seconds: the time that the score of a deal is shown, unless everyone is ready sooner.
        bot_delay_ms: the delay before a bot acts, so that people can follow.
        undo: a player may take back decisions if all other players are bots.
        chat: chat is enabled.
        late_join: a person may replace a bot between the deals of a match.
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
        """True if decisions are timed."""
        return self.move_seconds is not None or self.deal_seconds is not None
