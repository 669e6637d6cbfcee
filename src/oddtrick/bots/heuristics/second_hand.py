"""Second hand: low, unless a high card gains."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.bots.heuristics.heuristic import least, strongest
from oddtrick.bots.heuristics.reasons import say
from oddtrick.bots.heuristics.win_probability import GOOD_ODDS, best_chance
from oddtrick.cards import Rank

if TYPE_CHECKING:
    from oddtrick.bots.bot import Advice
    from oddtrick.bots.heuristics.situation import Situation

HONOUR = Rank.JACK
"""From here upwards a card led is worth covering."""


def second_hand_covers(s: Situation) -> Advice | None:
    """An honour led is covered with a higher one, so that it costs the opponents two for one."""
    if not _second_hand(s) or s.best is None or s.best.rank < HONOUR:
        return None
    card = s.winners[0]
    if card.rank < Rank.QUEEN:
        return None
    return say(card, "cover-honour")


def second_hand_splits(s: Situation) -> Advice | None:
    """From two touching honours the lower goes up second in hand, as the king from ace, king."""
    if not _second_hand(s):
        return None
    top = strongest(s, s.winners)
    touching = [card for card in s.winners if s.touching(card, top)]
    if len(touching) < 2 or (s.outside & s.above[top]).bit_count() > 1 or top.rank < Rank.KING:
        return None
    return say(touching[0], "split-honours")


def second_hand_takes(s: Situation) -> Advice | None:
    """Once the suit has been round, a master is taken before somebody can trump it."""
    if not _second_hand(s) or not s.times_led(s.winners[-1].suit):
        return None
    card, chance = best_chance(s)
    if chance < GOOD_ODDS or not s.is_master(card):
        return None
    return say(card, "second-hand-winner")


def second_hand_low(s: Situation) -> Advice | None:
    """Partner plays after the next opponent and may win more cheaply."""
    if not _second_hand(s):
        return None
    return say(least(s, s.legal), "second-hand-low")


def _second_hand(s: Situation) -> bool:
    return s.follows and s.partner_later and not s.partner_winning and bool(s.winners)
