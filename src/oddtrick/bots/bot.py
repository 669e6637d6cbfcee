"""What a bot is, and how it says what it would do and why."""

from __future__ import annotations

from random import Random
from typing import Protocol

import msgspec

from oddtrick.rules import PlayerAction
from oddtrick.views import View


class Advice(msgspec.Struct, frozen=True):
    """What to do now, and the rule of thumb that says so.

    Args:
        action: one of the view's legal actions.
        reason: one short sentence for a person, as in ``"partner-winning"``
        tag: the name of the rule of thumb, as in ``"second-hand-low"``: a key of ``SENTENCES``.
        params: what the sentence names, as in ``{"suit": "hearts"}``.
    """

    action: PlayerAction
    reason: str
    tag: str = ""
    params: dict[str, str] = {}


class Bot(Protocol):
    """A player that is a program: it gets the view of its seat, and nothing else."""

    @property
    def name(self) -> str:
        """Its name on the command line and at the table."""

    def choose(self, view: View, rng: Random) -> PlayerAction:
        """One of the view's legal actions; the same for the same view and state of ``rng``."""


class Adviser(Bot, Protocol):
    """A bot that can give its reasons: the coach and the hints ask it."""

    def advise(self, view: View, rng: Random) -> Advice:
        """What it would choose, and why."""
