"""The heuristics that are close calls: the tolerance of each threshold, and choices of one value.

The thresholds were set by judgement or fitted to some hundred positions. What play
within these tolerances measures is in ``docs/bots.md``.
"""

from __future__ import annotations

from functools import partial

from oddtrick.bots.heuristics import (
    discards,
    following,
    lead_evaluation,
    leads,
    no_partner,
    novice,
    ruffs,
    second_hand,
    third_hand,
    trump_leads,
)
from oddtrick.bots.heuristics.tied_advice import CloseCall
from oddtrick.bots.heuristics.win_probability import LIKELY

TOLERANCE = 0.07
"""Of a win probability that serves as a threshold."""

TRUMP_TOLERANCE = 0.1
"""Of the ratio of own trumps to those of the opponents, as a share of it."""


def draw_trumps(min_ratio: float) -> CloseCall:
    """Creates the heuristic that draws trumps from strength; see :func:`trump_leads.draw_trumps`.

    Args:
        min_ratio: the least number of own trumps for each one expected with the opponents.
    """
    return CloseCall(
        partial(trump_leads.draw_trumps, min_ratio=min_ratio),
        loose=partial(trump_leads.draw_trumps, min_ratio=min_ratio * (1 - TRUMP_TOLERANCE)),
        strict=partial(trump_leads.draw_trumps, min_ratio=min_ratio * (1 + TRUMP_TOLERANCE)),
    )


# Leads in partnership.

take_remaining_tricks = CloseCall(
    trump_leads.take_remaining_tricks, equals=trump_leads.equal_masters
)

cash_winners = CloseCall(
    leads.cash_winners,
    loose=partial(leads.cash_winners, least=leads.MIN_WIN_PROBABILITY - TOLERANCE),
    strict=partial(leads.cash_winners, least=leads.MIN_WIN_PROBABILITY + TOLERANCE),
    equals=leads.equal_winners,
)

give_ruff = CloseCall(leads.give_ruff, equals=leads.equal_ruffs)

lead_best_suit = CloseCall(lead_evaluation.lead_best_suit, equals=lead_evaluation.equal_leads)

lead_long_suit = CloseCall(leads.lead_long_suit, equals=leads.equally_long_suits)

lead_least_harmful = CloseCall(leads.lead_least_harmful, equals=leads.equally_harmless)

# Leads without a partner.

lead_likely_winner = CloseCall(
    no_partner.lead_likely_winner,
    loose=partial(no_partner.lead_likely_winner, least=LIKELY - TOLERANCE),
    strict=partial(no_partner.lead_likely_winner, least=LIKELY + TOLERANCE),
    equals=no_partner.equal_leads,
)

lead_shortest_suit = CloseCall(no_partner.lead_shortest_suit, equals=no_partner.equally_short_suits)

lead_low = CloseCall(no_partner.lead_low, equals=no_partner.equally_long_suits)

# Following.

lose_cheaply = CloseCall(following.lose_cheaply, equals=discards.equal_discards)

leave_trick_to_partner = CloseCall(following.leave_trick_to_partner, equals=discards.equal_discards)

leave_doubtful_trick = CloseCall(
    ruffs.leave_doubtful_trick,
    loose=partial(ruffs.leave_doubtful_trick, strong=ruffs.STRONG_IN_TRUMPS - 1),
    strict=partial(ruffs.leave_doubtful_trick, strong=ruffs.STRONG_IN_TRUMPS + 1),
    equals=discards.equal_discards,
)

take_winner = CloseCall(
    second_hand.take_winner,
    loose=partial(second_hand.take_winner, least=LIKELY - TOLERANCE),
    strict=partial(second_hand.take_winner, least=LIKELY + TOLERANCE),
)

finesse = CloseCall(
    third_hand.finesse,
    loose=partial(third_hand.finesse, least=LIKELY - TOLERANCE),
    strict=partial(third_hand.finesse, least=LIKELY + TOLERANCE),
)

win_if_likely = CloseCall(
    no_partner.win_if_likely,
    loose=partial(no_partner.win_if_likely, least=LIKELY - TOLERANCE),
    strict=partial(no_partner.win_if_likely, least=LIKELY + TOLERANCE),
)

play_low = CloseCall(following.play_low, equals=discards.equal_discards)

# The beginner's.

lead_aces = CloseCall(novice.lead_aces, equals=novice.equal_aces)

lead_low_from_length = CloseCall(novice.lead_low_from_length, equals=novice.equally_long_suits)

discard_lowest = CloseCall(novice.discard_lowest, equals=novice.equally_low)
