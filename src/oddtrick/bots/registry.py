"""Who plays: by chance, by rules of thumb, or by what is loaded only when it is needed."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, cast

import msgspec

from oddtrick.bots.bot import Advice, Bot
from oddtrick.bots.heuristics import trump_choice
from oddtrick.bots.heuristics.heuristic import RuleOfThumb, first_advice
from oddtrick.bots.heuristics.memory import PERFECT, Memory
from oddtrick.bots.heuristics.situation import Situation, situation_of
from oddtrick.errors import OddtrickError

if TYPE_CHECKING:
    from random import Random

    from oddtrick.rules import PlayerAction
    from oddtrick.views import View


class RandomBot(msgspec.Struct, frozen=True):
    """Any legal action, each as likely as the others: the measure of all that thinks."""

    name: str = "random"

    def choose(self, view: View, rng: Random) -> PlayerAction:
        """One of the view's legal actions.

        Raises:
            OddtrickError: it is not the turn of the view's seat.
        """
        if not view.legal:
            raise OddtrickError(f"it is not for seat {view.seat} to act, so there is no choice")
        return rng.choice(view.legal)


class Manners(msgspec.Struct, frozen=True):
    """What a level asks itself, in this order, in each place; the last rule always answers.

    Args:
        lead_with_partner: on lead, in partnership.
        lead_alone: on lead, each for himself.
        follow_with_partner: to another's lead, in partnership.
        follow_alone: to another's lead, each for himself.
    """

    lead_with_partner: tuple[RuleOfThumb, ...]
    lead_alone: tuple[RuleOfThumb, ...]
    follow_with_partner: tuple[RuleOfThumb, ...]
    follow_alone: tuple[RuleOfThumb, ...]

    def for_place(self, s: Situation) -> tuple[RuleOfThumb, ...]:
        """The rules of thumb for where this seat is."""
        if s.led is None:
            return self.lead_with_partner if s.partners else self.lead_alone
        return self.follow_with_partner if s.partners else self.follow_alone


class RuleBot(msgspec.Struct, frozen=True):
    """A player by rules of thumb.

    Args:
        name: of the level.
        manners: its rules of thumb.
        memory: what it keeps in mind.
    """

    name: str
    manners: Manners
    memory: Memory = PERFECT

    def choose(self, view: View, rng: Random) -> PlayerAction:
        """What the first rule of thumb that applies says."""
        return self.advise(view, rng).action

    def advise(self, view: View, rng: Random) -> Advice:
        """The same, with the reason.

        Raises:
            OddtrickError: it is not the turn of the view's seat.
        """
        chosen = trump_choice.choose_trumps(view, rng) or trump_choice.throw(view, rng)
        if chosen is not None:
            return chosen
        s = situation_of(view, self.memory)
        advice = first_advice(s, self.manners.for_place(s))
        assert advice is not None
        return advice


class Deferred(msgspec.Struct, frozen=True):
    """A bot whose module is loaded when it first has to choose: `oddtrick` stays quick to import.

    Args:
        name: of the bot, and of the object in the module.
        module: where it is.
    """

    name: str
    module: str

    @property
    def bot(self) -> Bot:
        """The bot itself."""
        return cast("Bot", getattr(import_module(self.module), self.name))

    def choose(self, view: View, rng: Random) -> PlayerAction:
        """What the bot chooses."""
        return self.bot.choose(view, rng)
