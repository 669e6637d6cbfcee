"""The ten of trumps and the other top trumps: Scotch whist (S5, S8) and catch-the-ten (CS2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.bots.bot import Advice
from oddtrick.bots.heuristics.heuristic import least
from oddtrick.bots.heuristics.reasons import say
from oddtrick.bots.heuristics.win_probability import SAME_CHANCE, best_chance, chance_to_hold
from oddtrick.cards import Card, cards_in
from oddtrick.tricks import SUIT_MASKS

if TYPE_CHECKING:
    from oddtrick.bots.heuristics.situation import Situation
    from oddtrick.cards import Suit

TEN_IS_SAFE = 0.8
"""The ten is risked where it holds the trick this often: a better place may not come."""

PARTNER_IS_SAFE = 0.8
"""A top trump is given to a partner's winning card that holds this often."""

FEW_TRUMPS = 2
"""S8: the ten single or with one other trump."""

WORTH_A_FIGHT = 0.3
"""Top trumps on the table are fought for with a card that has this chance to hold."""


def win_with_the_ten(s: Situation) -> Advice | None:
    """The ten takes the trick itself, as far as one can see: the best that can befall it."""
    ten = s.stakes.ten
    if ten is None or s.led is None or ten not in s.winners:
        return None
    if chance_to_hold(s, ten) < TEN_IS_SAFE:
        return None
    return say(ten, "ten-wins")


def guard_the_ten(s: Situation) -> Advice | None:
    """Only the ten could win, and somebody behind may well beat it: it waits for a better place."""
    ten = s.stakes.ten
    if ten is None or s.winners != (ten,) or s.led is None or len(s.legal) == 1:
        return None
    if chance_to_hold(s, ten) >= TEN_IS_SAFE:
        return None
    rest = [card for card in s.legal if card is not ten]
    return say(least(s, rest), "ten-waits")


def lead_the_master_ten(s: Situation) -> Advice | None:
    """Every higher trump is gone or in one's own hand: nothing can beat the ten any more."""
    ten = s.stakes.ten
    if ten is None or s.led is not None or ten not in s.legal or not s.is_master(ten):
        return None
    return say(ten, "ten-master")


def lead_the_bare_ten(s: Situation) -> Advice | None:
    """In partnership the ten, if single or with one other trump, is led at once (S8)."""
    ten = s.stakes.ten
    if ten is None or not _bare(s):
        return None
    return say(ten, "ten-bare")


def lead_the_bare_ten_to_partner(s: Situation) -> Advice | None:
    """S8 where the odds are with it: partners are as likely as opponents to hold the best trump.

    Led into two opponents and one partner, with the jack anywhere, the ten is lost two times in
    three; whoever can wait may trump with it, or put it on partner's winning card.
    """
    ten = s.stakes.ten
    if ten is None or s.trump is None or not _bare(s):
        return None
    best = max(cards_in(s.out_against(s.trump)), key=s.order.__getitem__, default=None)
    ours = sum(_chance_of(s, seat, best) for seat in s.partners)
    theirs = sum(_chance_of(s, seat, best) for seat in s.opponents)
    return say(ten, "ten-bare") if ours >= theirs - SAME_CHANCE else None


def _bare(s: Situation) -> bool:
    """Whether the ten may be led, is short of company, and partner may have a trump (S8)."""
    ten = s.stakes.ten
    if ten is None or ten not in s.legal or s.led is not None or not s.partners:
        return False
    if s.stakes.ten_must_win or len(s.held(s.trump)) > FEW_TRUMPS:
        return False
    return not all(s.out_of(seat, s.trump) for seat in s.partners)


def _chance_of(s: Situation, seat: int, card: Card | None) -> float:
    """The chance that a seat holds the card."""
    if card is None:
        return 0.0
    there = s.whereabouts[seat]
    if there.known & card.bit:
        return 1.0
    return there.share[card.suit] if there.may & card.bit else 0.0


def empty_shortest_suit(s: Situation) -> Advice | None:
    """The holder of the ten empties the shortest suit so as to trump with the ten (S8).

    In catch-the-ten the ten has to win by itself, so that there partners do it too (CS2).
    """
    ten = s.stakes.ten
    if ten is None or s.led is not None or not s.hand & ten.bit:
        return None
    if s.partners and not s.stakes.ten_must_win:
        return None
    suit = shortest_suit(s)
    if suit is None:
        return None
    held = s.held(suit)
    card = held[-1] if s.is_master(held[-1]) else held[0]
    return say(card, "ten-short-suit")


def shortest_suit(s: Situation) -> Suit | None:
    """The plain suit in hand with the fewest cards, which another seat can still lead."""
    lengths = [
        ((s.hand & SUIT_MASKS[suit]).bit_count(), suit)
        for suit in s.plain_suits
        if s.hand & SUIT_MASKS[suit] and s.out_against(suit)
    ]
    return min(lengths)[1] if lengths else None


def discard_for_the_ten(s: Situation) -> Advice | None:
    """Out of the suit led and unable to win: the discard comes from the shortest suit (S8)."""
    ten = s.stakes.ten
    if ten is None or s.follows or s.winners or not s.hand & ten.bit:
        return None
    if s.partners and not s.stakes.ten_must_win:
        return None
    suit = shortest_suit(s)
    if suit is None or suit is s.led:
        return None
    return say(s.held(suit)[0], "ten-discard")


def feed_partner(s: Situation) -> Advice | None:
    """Partner's card will hold: put on it the best top trump that may not win by itself (S8)."""
    if not s.stakes.feeds or not s.partner_winning or s.best is None:
        return None
    gifts = [card for card in s.legal if s.worth(card) and not s.is_master(card)]
    if not gifts or chance_to_hold(s, s.best) < PARTNER_IS_SAFE:
        return None
    gift = max(gifts, key=s.worth)
    return say(gift, "feed-partner", rank=gift.rank)


def take_the_prize(s: Situation) -> Advice | None:
    """Top trumps lie in this trick, above all the ten: win it if you can (S8, C5)."""
    if not s.prize or not s.winners:
        return None
    card, chance = best_chance(s)
    if chance < WORTH_A_FIGHT:
        return None
    return say(card, "prize")


def keep_for_the_ten(s: Situation) -> Advice | None:
    """The best trump is not spent on an empty trick while it can still catch the ten (S8)."""
    ten = s.stakes.ten
    if ten is None or s.led is None or not s.out_against(ten.suit) & ten.bit or s.prize:
        return None
    winners = s.winners
    if not winners or not all(card.suit is s.trump and s.is_master(card) for card in winners):
        return None
    rest = [card for card in s.legal if card not in winners]
    if not rest:
        return None
    return say(least(s, rest), "keep-for-ten", rank=winners[-1].rank)
