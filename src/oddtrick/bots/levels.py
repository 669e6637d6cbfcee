"""The levels of play: each a list of rules of thumb for every place at the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from oddtrick.bots import alone, choices, following, leads, ten
from oddtrick.bots.bot import Advice
from oddtrick.bots.memory import PERFECT, Memory
from oddtrick.bots.situation import Situation, situation_of
from oddtrick.bots.thumbs import RuleOfThumb, first_advice, only_card
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
        chosen = choices.choose_trumps(view, rng) or choices.throw(view, rng)
        if chosen is not None:
            return chosen
        s = situation_of(view, self.memory)
        advice = first_advice(s, self.manners.for_place(s))
        assert advice is not None
        return advice


CASUAL = Manners(
    lead_with_partner=(
        only_card,
        ten.lead_the_bare_ten,
        ten.lead_the_master_ten,
        ten.empty_shortest_suit,
        leads.draw_trumps,
        leads.return_partners_trumps,
        leads.cash_winners,
        leads.return_partners_suit,
        leads.give_a_ruff,
        leads.lead_long_suit,
        leads.only_trumps_left,
        leads.lead_anything,
    ),
    lead_alone=(
        only_card,
        ten.lead_the_master_ten,
        leads.draw_trumps,
        ten.empty_shortest_suit,
        alone.lead_likely_winner,
        alone.lead_to_survive,
        leads.only_trumps_left,
        alone.lead_shortest_suit,
        alone.lead_low,
    ),
    follow_with_partner=(
        only_card,
        ten.win_with_the_ten,
        ten.feed_partner,
        ten.discard_for_the_ten,
        following.cannot_win,
        following.leave_it_to_partner,
        ten.guard_the_ten,
        ten.keep_for_the_ten,
        following.last_wins_cheaply,
        ten.take_the_prize,
        following.leave_the_doubtful_trick,
        following.ruff,
        following.second_hand_covers,
        following.second_hand_splits,
        following.second_hand_takes,
        following.second_hand_low,
        following.third_hand_finesses,
        following.third_hand_high,
        following.low_otherwise,
    ),
    follow_alone=(
        only_card,
        ten.win_with_the_ten,
        ten.discard_for_the_ten,
        following.cannot_win,
        ten.guard_the_ten,
        ten.keep_for_the_ten,
        following.last_wins_cheaply,
        ten.take_the_prize,
        following.take_it_if_likely,
        following.survive,
        following.low_otherwise,
    ),
)
"""Sound table manners, nothing remembered but what lies on the table and who is out of what."""
