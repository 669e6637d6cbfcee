"""The rule set of a level: its heuristics for each kind of decision."""

from __future__ import annotations

import msgspec

from oddtrick.bots.heuristics.heuristic import Heuristic
from oddtrick.bots.heuristics.situation import Situation


class RuleSet(msgspec.Struct, frozen=True):
    """The heuristics of a level, in order of precedence; the last of each list always applies.

    Args:
        lead_with_partner: to lead, in partnership.
        lead_alone: to lead, each for himself.
        follow_with_partner: to follow, in partnership.
        follow_alone: to follow, each for himself.
        may_pass: to play or to pass, with one card left (X5).
    """

    lead_with_partner: tuple[Heuristic, ...]
    lead_alone: tuple[Heuristic, ...]
    follow_with_partner: tuple[Heuristic, ...]
    follow_alone: tuple[Heuristic, ...]
    may_pass: tuple[Heuristic, ...]

    def heuristics_for(self, s: Situation) -> tuple[Heuristic, ...]:
        """Returns the heuristics that apply to this kind of decision."""
        if s.may_pass:
            return self.may_pass
        if s.led_suit is None:
            return self.lead_with_partner if s.partners else self.lead_alone
        return self.follow_with_partner if s.partners else self.follow_alone
