"""The levels that play by heuristics: the rule set and the memory of each.

Some heuristics are close calls. Their thresholds were set by judgement or fitted to some hundred
positions; what play within these tolerances measures is in ``docs/bots.md``.
"""

from __future__ import annotations

from functools import partial

from oddtrick.bots.heuristics import (
    catch_the_ten,
    drawing,
    following,
    leads,
    no_partner,
    novice,
)
from oddtrick.bots.heuristics.heuristic import RuleSet, play_only_card
from oddtrick.bots.heuristics.limited_memory import Memory
from oddtrick.bots.heuristics.style_choice import CloseCall
from oddtrick.bots.heuristics.win_probability import LIKELY
from oddtrick.cards import Rank

# Close calls: the tolerance of each threshold, and choices of one value.


TOLERANCE = 0.07
"""Of a win probability that serves as a threshold."""

TRUMP_TOLERANCE = 0.1
"""Of the ratio of own trumps to those of the opponents, as a share of it."""


def draw_trumps(min_ratio: float) -> CloseCall:
    """Creates the heuristic that draws trumps from strength; see :func:`leads.draw_trumps`.

    Args:
        min_ratio: the least number of own trumps for each one expected with the opponents.
    """
    return CloseCall(
        partial(leads.draw_trumps, min_ratio=min_ratio),
        loose=partial(leads.draw_trumps, min_ratio=min_ratio * (1 - TRUMP_TOLERANCE)),
        strict=partial(leads.draw_trumps, min_ratio=min_ratio * (1 + TRUMP_TOLERANCE)),
    )


# Leads in partnership.

take_remaining_tricks = CloseCall(leads.take_remaining_tricks, equals=leads.equal_masters)

cash_winners = CloseCall(
    leads.cash_winners,
    loose=partial(leads.cash_winners, least=leads.MIN_WIN_PROBABILITY - TOLERANCE),
    strict=partial(leads.cash_winners, least=leads.MIN_WIN_PROBABILITY + TOLERANCE),
    equals=leads.equal_winners,
)

give_ruff = CloseCall(leads.give_ruff, equals=leads.equal_ruffs)

lead_best_suit = CloseCall(leads.lead_best_suit, equals=leads.equal_leads)

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

lose_cheaply = CloseCall(following.lose_cheaply, equals=following.equal_discards)

leave_trick_to_partner = CloseCall(
    following.leave_trick_to_partner, equals=following.equal_discards
)

leave_doubtful_trick = CloseCall(
    following.leave_doubtful_trick,
    loose=partial(following.leave_doubtful_trick, strong=following.STRONG_IN_TRUMPS - 1),
    strict=partial(following.leave_doubtful_trick, strong=following.STRONG_IN_TRUMPS + 1),
    equals=following.equal_discards,
)

take_winner = CloseCall(
    following.take_winner,
    loose=partial(following.take_winner, least=LIKELY - TOLERANCE),
    strict=partial(following.take_winner, least=LIKELY + TOLERANCE),
)

finesse = CloseCall(
    following.finesse,
    loose=partial(following.finesse, least=LIKELY - TOLERANCE),
    strict=partial(following.finesse, least=LIKELY + TOLERANCE),
)

win_if_likely = CloseCall(
    no_partner.win_if_likely,
    loose=partial(no_partner.win_if_likely, least=LIKELY - TOLERANCE),
    strict=partial(no_partner.win_if_likely, least=LIKELY + TOLERANCE),
)

play_low = CloseCall(following.play_low, equals=following.equal_discards)

# The beginner's.

lead_aces = CloseCall(novice.lead_aces, equals=novice.equal_aces)

lead_low_from_length = CloseCall(novice.lead_low_from_length, equals=novice.equally_long_suits)

discard_lowest = CloseCall(novice.discard_lowest, equals=novice.equally_low)


# The levels.


NOVICE_MEMORY = Memory(plain=Rank.KING, trumps=Rank.QUEEN, tricks=0, voids=1, leads=1)
"""Remembers the trick on the table, aces and kings, and the top trumps."""

CASUAL_MEMORY = Memory(plain=Rank.JACK, tricks=1, voids=2, leads=4)
"""Remembers honours and trumps; small cards and voids are soon forgotten."""

CLUB_MEMORY = Memory(infers=True)
"""Remembers every card and void, and infers holdings from the play."""

NOVICE = RuleSet(
    lead_with_partner=(
        play_only_card,
        lead_aces,
        lead_low_from_length,
    ),
    lead_alone=(
        play_only_card,
        lead_aces,
        lead_low_from_length,
    ),
    follow_with_partner=(
        play_only_card,
        novice.leave_partners_ace,
        novice.always_ruff,
        novice.always_win_high,
        discard_lowest,
    ),
    follow_alone=(
        play_only_card,
        novice.always_ruff,
        novice.always_win_high,
        discard_lowest,
    ),
    may_pass=(partial(no_partner.play_or_knock, plain=0.0, trump=0.0),),
    caution=-0.4,
)
"""Beginners' play: high cards early, trumps at once."""

CASUAL = RuleSet(
    lead_with_partner=(
        play_only_card,
        catch_the_ten.lead_short_ten,
        catch_the_ten.lead_master_ten,
        catch_the_ten.lead_shortest_suit_for_ten,
        draw_trumps(1.2),
        cash_winners,
        leads.return_partners_suit,
        give_ruff,
        lead_long_suit,
        leads.lead_only_trumps,
        lead_least_harmful,
    ),
    lead_alone=(
        play_only_card,
        drawing.lead_for_good_card,
        catch_the_ten.lead_master_ten,
        draw_trumps(1.2),
        catch_the_ten.lead_shortest_suit_for_ten,
        lead_likely_winner,
        no_partner.lead_to_survive,
        leads.lead_only_trumps,
        lead_shortest_suit,
        lead_low,
    ),
    follow_with_partner=(
        play_only_card,
        catch_the_ten.win_with_ten,
        catch_the_ten.feed_partner,
        catch_the_ten.discard_from_shortest_suit,
        lose_cheaply,
        leave_trick_to_partner,
        catch_the_ten.protect_ten,
        catch_the_ten.save_master_for_ten,
        following.win_cheaply_in_last_seat,
        catch_the_ten.win_points_on_table,
        following.ruff_low,
        following.play_low_second,
        following.play_high_third,
        play_low,
    ),
    follow_alone=(
        play_only_card,
        drawing.follow_for_good_card,
        catch_the_ten.win_with_ten,
        catch_the_ten.discard_from_shortest_suit,
        lose_cheaply,
        catch_the_ten.protect_ten,
        catch_the_ten.save_master_for_ten,
        following.win_cheaply_in_last_seat,
        catch_the_ten.win_points_on_table,
        win_if_likely,
        no_partner.win_to_survive,
        play_low,
    ),
    may_pass=(partial(no_partner.play_or_knock, plain=0.3, trump=0.5),),
    caution=-0.25,
)
"""Sound play without finesse: second hand always low, trumps drawn from great strength only."""

CLUB = RuleSet(
    lead_with_partner=(
        play_only_card,
        take_remaining_tricks,
        catch_the_ten.lead_short_ten_if_favoured,
        catch_the_ten.lead_master_ten,
        catch_the_ten.lead_shortest_suit_for_ten,
        draw_trumps(0.7),
        leads.return_partners_trumps,
        cash_winners,
        leads.return_partners_suit,
        give_ruff,
        lead_best_suit,
        lead_long_suit,
        leads.lead_only_trumps,
        lead_least_harmful,
    ),
    lead_alone=(
        play_only_card,
        drawing.lead_for_prize,
        take_remaining_tricks,
        catch_the_ten.lead_master_ten,
        draw_trumps(0.9),
        catch_the_ten.lead_shortest_suit_for_ten,
        lead_likely_winner,
        no_partner.lead_to_survive,
        leads.lead_only_trumps,
        lead_shortest_suit,
        lead_low,
    ),
    follow_with_partner=(
        play_only_card,
        catch_the_ten.win_with_ten,
        catch_the_ten.feed_partner,
        catch_the_ten.discard_from_shortest_suit,
        following.echo,
        following.unblock,
        lose_cheaply,
        following.rule_of_eleven,
        leave_trick_to_partner,
        catch_the_ten.protect_ten,
        catch_the_ten.save_master_for_ten,
        following.win_cheaply_in_last_seat,
        catch_the_ten.win_points_on_table,
        leave_doubtful_trick,
        following.ruff,
        following.cover_honour,
        following.split_honours,
        take_winner,
        following.play_low_second,
        finesse,
        following.play_high_third,
        play_low,
    ),
    follow_alone=(
        play_only_card,
        drawing.follow_for_prize,
        catch_the_ten.win_with_ten,
        catch_the_ten.discard_from_shortest_suit,
        lose_cheaply,
        catch_the_ten.protect_ten,
        catch_the_ten.save_master_for_ten,
        following.win_cheaply_in_last_seat,
        catch_the_ten.win_points_on_table,
        win_if_likely,
        no_partner.win_to_survive,
        play_low,
    ),
    may_pass=(partial(no_partner.play_or_knock, plain=0.3, trump=0.5),),
)
"""The conventions of the books."""
