"""The levels that play by rules of thumb: for each its rules, in order, and its memory."""

from __future__ import annotations

from oddtrick.bots import (
    alone,
    following,
    leads,
    merits,
    novice,
    ruffs,
    second,
    signals,
    ten,
    third,
    trumping,
)
from oddtrick.bots.memory import Memory
from oddtrick.bots.players import Manners
from oddtrick.bots.thumbs import only_card
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
        ten.lead_the_bare_ten,
        ten.lead_the_master_ten,
        ten.empty_shortest_suit,
        trumping.drawing(1.2),
        leads.cash_winners,
        leads.return_partners_suit,
        leads.give_a_ruff,
        leads.lead_long_suit,
        trumping.only_trumps_left,
        leads.lead_anything,
    ),
    lead_alone=(
        only_card,
        ten.lead_the_master_ten,
        trumping.drawing(1.2),
        ten.empty_shortest_suit,
        alone.lead_likely_winner,
        alone.lead_to_survive,
        trumping.only_trumps_left,
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
        ruffs.ruff_low,
        second.second_hand_low,
        third.third_hand_high,
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
        alone.take_it_if_likely,
        alone.survive,
        following.low_otherwise,
    ),
)
"""Sound manners and no finesse: second hand always low, trumps drawn from great strength only."""

CLUB = Manners(
    lead_with_partner=(
        only_card,
        trumping.take_the_rest,
        ten.lead_the_bare_ten_to_partner,
        ten.lead_the_master_ten,
        ten.empty_shortest_suit,
        trumping.drawing(0.7),
        trumping.return_partners_trumps,
        leads.cash_winners,
        leads.return_partners_suit,
        leads.give_a_ruff,
        merits.lead_quietly,
        leads.lead_long_suit,
        trumping.only_trumps_left,
        leads.lead_anything,
    ),
    lead_alone=(
        only_card,
        trumping.take_the_rest,
        ten.lead_the_master_ten,
        trumping.drawing(0.9),
        ten.empty_shortest_suit,
        alone.lead_likely_winner,
        alone.lead_to_survive,
        trumping.only_trumps_left,
        alone.lead_shortest_suit,
        alone.lead_low,
    ),
    follow_with_partner=(
        only_card,
        ten.win_with_the_ten,
        ten.feed_partner,
        ten.discard_for_the_ten,
        signals.echo,
        signals.unblock,
        following.cannot_win,
        third.rule_of_eleven,
        following.leave_it_to_partner,
        ten.guard_the_ten,
        ten.keep_for_the_ten,
        following.last_wins_cheaply,
        ten.take_the_prize,
        ruffs.leave_the_doubtful_trick,
        ruffs.ruff,
        second.second_hand_covers,
        second.second_hand_splits,
        second.second_hand_takes,
        second.second_hand_low,
        third.third_hand_finesses,
        third.third_hand_high,
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
        alone.take_it_if_likely,
        alone.survive,
        following.low_otherwise,
    ),
)
"""The conventions of the books, and a memory for every card."""
