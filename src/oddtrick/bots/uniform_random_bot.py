"""The bot that plays at random."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from oddtrick.errors import OddtrickError

if TYPE_CHECKING:
    from random import Random

    from oddtrick.rules import PlayerAction
    from oddtrick.views import View


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
