"""The bot protocol; advice, an action with its reason; and the simplest bot."""

from __future__ import annotations

from random import Random
from typing import Protocol

import msgspec

from oddtrick.errors import OddtrickError
from oddtrick.rules import PlayerAction
from oddtrick.views import View


class Advice(msgspec.Struct, frozen=True):
    """An action and the reason for it.

    Args:
        action: one of the view's legal actions.
        reason: one short sentence for the player.
        tag: the key of the sentence in the catalogue, as in ``"second-hand-low"``.
        params: the values filled into the sentence, as in ``{"suit": "hearts"}``.
    """

    action: PlayerAction
    reason: str
    tag: str = ""
    params: dict[str, str] = {}


class Bot(Protocol):
    """A program that plays from the view of its seat alone."""

    @property
    def name(self) -> str:
        """The name on the command line and at the table."""

    def choose(self, view: View, rng: Random) -> PlayerAction:
        """Returns a legal action, determined by the view and the state of ``rng``."""


class Adviser(Bot, Protocol):
    """A bot that can explain its choice, as the coach and the hints need."""

    def advise(self, view: View, rng: Random) -> Advice:
        """Returns the choice and its reason."""


class RandomBot(msgspec.Struct, frozen=True):
    """Plays any legal action with equal probability: the baseline for all other bots."""

    name: str = "random"

    def choose(self, view: View, rng: Random) -> PlayerAction:
        """Returns one of the view's legal actions.

        Raises:
            OddtrickError: it is not the turn of the view's seat.
        """
        if not view.legal:
            raise OddtrickError(f"it is not seat {view.seat}'s turn, so there is no choice")
        return rng.choice(view.legal)
