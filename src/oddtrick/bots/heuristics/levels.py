"""The levels that play by heuristics: the rule set and the memory of each."""

from __future__ import annotations

from functools import partial

from oddtrick.bots.heuristics import (
    catch_the_ten,
    close_call_heuristics,
    dogs_life,
    following,
    leads,
    no_partner,
    novice,
    ruffs,
    second_hand,
    signals,
    third_hand,
    trump_leads,
)
from oddtrick.bots.heuristics.heuristic import play_only_card
from oddtrick.bots.heuristics.limited_memory import Memory
from oddtrick.bots.heuristics.rule_set import RuleSet
from oddtrick.cards import Rank

NOVICE_MEMORY = Memory(plain=Rank.KING, trumps=Rank.QUEEN, tricks=0, voids=1, leads=1)
"""Remembers the trick on the table, aces and kings, and the top trumps."""

CASUAL_MEMORY = Memory(plain=Rank.JACK, tricks=1, voids=2, leads=4)
"""Remembers honours and trumps; small cards and voids are soon forgotten."""

CLUB_MEMORY = Memory(infers=True)
"""Remembers every card and void, and infers holdings from the play."""

NOVICE = RuleSet(
    lead_with_partner=(
        play_only_card,
        close_call_heuristics.lead_aces,
        close_call_heuristics.lead_low_from_length,
    ),
    lead_alone=(
        play_only_card,
        close_call_heuristics.lead_aces,
        close_call_heuristics.lead_low_from_length,
    ),
    follow_with_partner=(
        play_only_card,
        novice.leave_partners_ace,
        novice.always_ruff,
        novice.always_win_high,
        close_call_heuristics.discard_lowest,
    ),
    follow_alone=(
        play_only_card,
        novice.always_ruff,
        novice.always_win_high,
        close_call_heuristics.discard_lowest,
    ),
    may_pass=(partial(dogs_life.play_or_knock, plain=0.0, trump=0.0),),
)
"""Beginners' play: high cards early, trumps at once."""

CASUAL = RuleSet(
    lead_with_partner=(
        play_only_card,
        catch_the_ten.lead_short_ten,
        catch_the_ten.lead_master_ten,
        catch_the_ten.lead_shortest_suit_for_ten,
        close_call_heuristics.draw_trumps(1.2),
        close_call_heuristics.cash_winners,
        leads.return_partners_suit,
        close_call_heuristics.give_ruff,
        close_call_heuristics.lead_long_suit,
        trump_leads.lead_only_trumps,
        close_call_heuristics.lead_least_harmful,
    ),
    lead_alone=(
        play_only_card,
        catch_the_ten.lead_master_ten,
        close_call_heuristics.draw_trumps(1.2),
        catch_the_ten.lead_shortest_suit_for_ten,
        close_call_heuristics.lead_likely_winner,
        no_partner.lead_to_survive,
        trump_leads.lead_only_trumps,
        close_call_heuristics.lead_shortest_suit,
        close_call_heuristics.lead_low,
    ),
    follow_with_partner=(
        play_only_card,
        catch_the_ten.win_with_ten,
        catch_the_ten.feed_partner,
        catch_the_ten.discard_from_shortest_suit,
        close_call_heuristics.lose_cheaply,
        close_call_heuristics.leave_trick_to_partner,
        catch_the_ten.protect_ten,
        catch_the_ten.save_master_for_ten,
        following.win_cheaply_in_last_seat,
        catch_the_ten.win_points_on_table,
        ruffs.ruff_low,
        second_hand.play_low,
        third_hand.play_high,
        close_call_heuristics.play_low,
    ),
    follow_alone=(
        play_only_card,
        catch_the_ten.win_with_ten,
        catch_the_ten.discard_from_shortest_suit,
        close_call_heuristics.lose_cheaply,
        catch_the_ten.protect_ten,
        catch_the_ten.save_master_for_ten,
        following.win_cheaply_in_last_seat,
        catch_the_ten.win_points_on_table,
        close_call_heuristics.win_if_likely,
        no_partner.win_to_survive,
        close_call_heuristics.play_low,
    ),
    may_pass=(partial(dogs_life.play_or_knock, plain=0.3, trump=0.5),),
)
"""Sound play without finesse: second hand always low, trumps drawn from great strength only."""

CLUB = RuleSet(
    lead_with_partner=(
        play_only_card,
        close_call_heuristics.take_remaining_tricks,
        catch_the_ten.lead_short_ten_if_favoured,
        catch_the_ten.lead_master_ten,
        catch_the_ten.lead_shortest_suit_for_ten,
        close_call_heuristics.draw_trumps(0.7),
        trump_leads.return_partners_trumps,
        close_call_heuristics.cash_winners,
        leads.return_partners_suit,
        close_call_heuristics.give_ruff,
        close_call_heuristics.lead_best_suit,
        close_call_heuristics.lead_long_suit,
        trump_leads.lead_only_trumps,
        close_call_heuristics.lead_least_harmful,
    ),
    lead_alone=(
        play_only_card,
        close_call_heuristics.take_remaining_tricks,
        catch_the_ten.lead_master_ten,
        close_call_heuristics.draw_trumps(0.9),
        catch_the_ten.lead_shortest_suit_for_ten,
        close_call_heuristics.lead_likely_winner,
        no_partner.lead_to_survive,
        trump_leads.lead_only_trumps,
        close_call_heuristics.lead_shortest_suit,
        close_call_heuristics.lead_low,
    ),
    follow_with_partner=(
        play_only_card,
        catch_the_ten.win_with_ten,
        catch_the_ten.feed_partner,
        catch_the_ten.discard_from_shortest_suit,
        signals.echo,
        signals.unblock,
        close_call_heuristics.lose_cheaply,
        third_hand.rule_of_eleven,
        close_call_heuristics.leave_trick_to_partner,
        catch_the_ten.protect_ten,
        catch_the_ten.save_master_for_ten,
        following.win_cheaply_in_last_seat,
        catch_the_ten.win_points_on_table,
        close_call_heuristics.leave_doubtful_trick,
        ruffs.ruff,
        second_hand.cover_honour,
        second_hand.split_honours,
        close_call_heuristics.take_winner,
        second_hand.play_low,
        close_call_heuristics.finesse,
        third_hand.play_high,
        close_call_heuristics.play_low,
    ),
    follow_alone=(
        play_only_card,
        catch_the_ten.win_with_ten,
        catch_the_ten.discard_from_shortest_suit,
        close_call_heuristics.lose_cheaply,
        catch_the_ten.protect_ten,
        catch_the_ten.save_master_for_ten,
        following.win_cheaply_in_last_seat,
        catch_the_ten.win_points_on_table,
        close_call_heuristics.win_if_likely,
        no_partner.win_to_survive,
        close_call_heuristics.play_low,
    ),
    may_pass=(partial(dogs_life.play_or_knock, plain=0.3, trump=0.5),),
)
"""The conventions of the books."""
