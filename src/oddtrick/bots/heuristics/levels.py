"""The levels that play by rules of thumb: for each its rules, in order, and its memory."""

from __future__ import annotations

from oddtrick.bots.heuristics import (
    catch_the_ten,
    following,
    lead_evaluation,
    leads,
    no_partner,
    novice,
    ruffs,
    second_hand,
    signals,
    third_hand,
    trump_leads,
)
from oddtrick.bots.heuristics.heuristic import only_card
from oddtrick.bots.heuristics.memory import Memory
from oddtrick.bots.registry import Manners
from oddtrick.cards import Rank

NOVICE_MEMORY = Memory(plain=Rank.KING, trumps=Rank.QUEEN, tricks=0, voids=1, leads=1)
"""The trick on the table; aces and kings that are gone, and roughly the trumps."""

CASUAL_MEMORY = Memory(plain=Rank.JACK, tricks=1, voids=2, leads=4)
"""Honours and trumps; small cards and who was out of what are soon forgotten."""

CLUB_MEMORY = Memory(infers=True)
"""Every card, who is out of what, and what the others did not play."""

NOVICE = Manners(
    lead_with_partner=(only_card, novice.lead_aces, novice.lead_low_from_length),
    lead_alone=(only_card, novice.lead_aces, novice.lead_low_from_length),
    follow_with_partner=(
        only_card,
        novice.leave_partners_ace,
        novice.trump_it,
        novice.win_high,
        novice.throw_lowest,
    ),
    follow_alone=(only_card, novice.trump_it, novice.win_high, novice.throw_lowest),
)
"""What beginners do: high cards early, trumps at once."""

CASUAL = Manners(
    lead_with_partner=(
        only_card,
        catch_the_ten.lead_the_bare_ten,
        catch_the_ten.lead_the_master_ten,
        catch_the_ten.empty_shortest_suit,
        trump_leads.drawing(1.2),
        leads.cash_winners,
        leads.return_partners_suit,
        leads.give_a_ruff,
        leads.lead_long_suit,
        trump_leads.only_trumps_left,
        leads.lead_anything,
    ),
    lead_alone=(
        only_card,
        catch_the_ten.lead_the_master_ten,
        trump_leads.drawing(1.2),
        catch_the_ten.empty_shortest_suit,
        no_partner.lead_likely_winner,
        no_partner.lead_to_survive,
        trump_leads.only_trumps_left,
        no_partner.lead_shortest_suit,
        no_partner.lead_low,
    ),
    follow_with_partner=(
        only_card,
        catch_the_ten.win_with_the_ten,
        catch_the_ten.feed_partner,
        catch_the_ten.discard_for_the_ten,
        following.cannot_win,
        following.leave_it_to_partner,
        catch_the_ten.guard_the_ten,
        catch_the_ten.keep_for_the_ten,
        following.last_wins_cheaply,
        catch_the_ten.take_the_prize,
        ruffs.ruff_low,
        second_hand.second_hand_low,
        third_hand.third_hand_high,
        following.low_otherwise,
    ),
    follow_alone=(
        only_card,
        catch_the_ten.win_with_the_ten,
        catch_the_ten.discard_for_the_ten,
        following.cannot_win,
        catch_the_ten.guard_the_ten,
        catch_the_ten.keep_for_the_ten,
        following.last_wins_cheaply,
        catch_the_ten.take_the_prize,
        no_partner.take_it_if_likely,
        no_partner.survive,
        following.low_otherwise,
    ),
)
"""Sound manners and no finesse: second hand always low, trumps drawn from great strength only."""

CLUB = Manners(
    lead_with_partner=(
        only_card,
        trump_leads.take_the_rest,
        catch_the_ten.lead_the_bare_ten_to_partner,
        catch_the_ten.lead_the_master_ten,
        catch_the_ten.empty_shortest_suit,
        trump_leads.drawing(0.7),
        trump_leads.return_partners_trumps,
        leads.cash_winners,
        leads.return_partners_suit,
        leads.give_a_ruff,
        lead_evaluation.lead_quietly,
        leads.lead_long_suit,
        trump_leads.only_trumps_left,
        leads.lead_anything,
    ),
    lead_alone=(
        only_card,
        trump_leads.take_the_rest,
        catch_the_ten.lead_the_master_ten,
        trump_leads.drawing(0.9),
        catch_the_ten.empty_shortest_suit,
        no_partner.lead_likely_winner,
        no_partner.lead_to_survive,
        trump_leads.only_trumps_left,
        no_partner.lead_shortest_suit,
        no_partner.lead_low,
    ),
    follow_with_partner=(
        only_card,
        catch_the_ten.win_with_the_ten,
        catch_the_ten.feed_partner,
        catch_the_ten.discard_for_the_ten,
        signals.echo,
        signals.unblock,
        following.cannot_win,
        third_hand.rule_of_eleven,
        following.leave_it_to_partner,
        catch_the_ten.guard_the_ten,
        catch_the_ten.keep_for_the_ten,
        following.last_wins_cheaply,
        catch_the_ten.take_the_prize,
        ruffs.leave_the_doubtful_trick,
        ruffs.ruff,
        second_hand.second_hand_covers,
        second_hand.second_hand_splits,
        second_hand.second_hand_takes,
        second_hand.second_hand_low,
        third_hand.third_hand_finesses,
        third_hand.third_hand_high,
        following.low_otherwise,
    ),
    follow_alone=(
        only_card,
        catch_the_ten.win_with_the_ten,
        catch_the_ten.discard_for_the_ten,
        following.cannot_win,
        catch_the_ten.guard_the_ten,
        catch_the_ten.keep_for_the_ten,
        following.last_wins_cheaply,
        catch_the_ten.take_the_prize,
        no_partner.take_it_if_likely,
        no_partner.survive,
        following.low_otherwise,
    ),
)
"""The conventions of the books, and a memory for every card."""
