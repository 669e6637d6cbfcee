"""Conditions on a card, of which those of the sentences are made: ``leads & is_low & ~has_best``.

Each asks about playing the card now, and only of what the seat can prove from what it has seen.
Where a sentence speaks against a card, some ask about the better one, too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from oddtrick.bots.heuristics.aims import TrickAim, trick_aim
from oddtrick.bots.heuristics.catch_the_ten import SHORT_TRUMPS, shortest_plain_suit
from oddtrick.bots.heuristics.following import unguards_honour
from oddtrick.bots.heuristics.leads import FOURTH, SHORT
from oddtrick.cards import Rank, cards_in, mask_of
from oddtrick.review import provable
from oddtrick.review.provable import holds_surely, may_beat
from oddtrick.tricks import SUIT_MASKS

if TYPE_CHECKING:
    from collections.abc import Callable

    from oddtrick.bots.heuristics.situation import Situation
    from oddtrick.cards import Card

ENOUGH_TO_DRIVE = 4
"""So many trumps are worth leading, though a higher one is out, to drive it out."""


class Condition:
    """A question about a situation, a card and a better one, or the first one or two of them."""

    def __init__(self, holds: Callable[..., Any]) -> None:
        self.holds, self.takes = holds, holds.__code__.co_argcount
        self.__doc__ = holds.__doc__

    def __call__(self, *about: Any) -> bool:
        """Returns whether it holds."""
        return bool(self.holds(*about[: self.takes]))

    def __and__(self, other: Condition) -> Condition:
        return _Made(lambda *about: self(*about) and other(*about))

    def __invert__(self) -> Condition:
        return _Made(lambda *about: not self(*about))


class _Made(Condition):
    """A condition made of others: what each of them takes is for it to say."""

    def __init__(self, holds: Callable[..., Any]) -> None:
        self.holds, self.takes = holds, 3


# To lead.


leads = Condition(lambda s: s.led_suit is None)

is_trump = Condition(lambda s, card: card.suit is s.trump)

has_trumps = Condition(lambda s: s.holding(s.trump))

leads_trump = leads & is_trump

leads_plain = leads & ~is_trump

is_lowest = Condition(
    lambda s, card: (
        not any(one.suit is card.suit and s.strength[one] < s.strength[card] for one in s.legal)
    )
)
"""No lower card of its suit may be played."""

is_low = is_lowest & Condition(lambda s, card: s.height(card) < Rank.JACK)
"""It is no honour either."""

is_highest = Condition(lambda s, card: s.holding(card.suit)[-1] is card)
"""No higher card of its suit is held."""

touches_top = Condition(lambda s, card: s.are_touching(card, s.holding(card.suit)[-1]))
"""No card of others lies between it and the best held of its suit."""

touches_bottom = Condition(lambda s, card: s.are_touching(s.holding(card.suit)[0], card))

is_master = Condition(lambda s, card: s.is_master(card))

has_master = Condition(lambda s: any(map(s.is_master, s.legal)))

is_best_left = Condition(provable.is_best_left)

is_unbeaten = Condition(provable.is_unbeaten)

others_follow = Condition(lambda s, card: s.outstanding_in(card.suit))
"""Others may have cards of its suit."""

is_alone = Condition(lambda s, card: len(s.holding(card.suit)) == 1)

is_singleton = ~is_trump & is_alone & has_trumps & others_follow
"""It is the last of a plain suit that can be ruffed later."""


@Condition
def is_of_long(s: Situation, card: Card) -> bool:
    """Returns whether no plain suit in hand is longer, and some are shorter."""
    lengths = [len(s.holding(suit)) for suit in s.plain_suits if s.holding(suit)]
    return min(lengths) < len(s.holding(card.suit)) == max(lengths)


@Condition
def is_of_longest(s: Situation, card: Card) -> bool:
    """Returns whether every other plain suit is shorter, and one of them could be led."""
    lengths = sorted(len(s.holding(suit)) for suit in s.plain_suits)
    others = any(one.suit not in (card.suit, s.trump) for one in s.legal)
    return others and lengths[-2] < lengths[-1] == len(s.holding(card.suit))


is_fourth_best = Condition(lambda s, card: s.holding(card.suit)[-FOURTH : 1 - FOURTH] == (card,))


@Condition
def tops_sequence(s: Situation, card: Card) -> bool:
    """Returns whether the card is the top of touching honours with a higher card out."""
    held = s.holding(card.suit)
    touching = len(held) > 1 and held[-1] is card and s.are_touching(held[-2], card)
    return touching and s.height(held[-2]) >= Rank.TEN and bool(provable.higher_in_hands(s, card))


turn_up_waits = Condition(lambda s, card: provable.waits(s) and s.view.turn_up.suit is card.suit)
"""The turn-up, of its suit, is in a separate hand still to come: cards beside it only seem to touch
(S4)."""

has_gap = Condition(lambda s, card: provable.has_gap(s, card.suit))

has_gap_beside = Condition(lambda s, card: provable.gap_beside(s, card) is not None)
"""Another suit, led from, would give up its best card above a gap."""

has_only_trumps = Condition(lambda s: s.trump is not None and not s.hand & ~SUIT_MASKS[s.trump])


@Condition
def has_only_winners(s: Situation, card: Card) -> bool:
    """Returns whether all cards in hand are the best of their suits, and trumps can be drawn."""
    if s.hand != mask_of(s.legal) or not all(map(s.is_master, s.legal)):
        return False
    enough = len(s.holding(s.trump)) >= s.outstanding_in(s.trump).bit_count()
    return not s.opponents_have_trumps or (card.suit is s.trump and enough)


@Condition
def draws(s: Situation, card: Card) -> bool:
    """Returns whether a trump led draws those of opponents: enough are held, and high ones.

    Enough are as many as are out, or more than each of those who may have some has on average. High
    is the best trump of all, or the best of four above which one is out.
    """
    held, out = s.holding(s.trump), s.outstanding_in(s.trump).bit_count()
    holders = sum(not s.is_void(seat, s.trump) for seat in (*s.partners, *s.opponents))
    enough = len(held) >= out or len(held) * holders > out
    above = (s.outstanding & s.stronger[held[-1]]).bit_count()
    touching = s.are_touching(card, held[-1]) and not provable.waits(s)
    drives = above == 1 and len(held) >= ENOUGH_TO_DRIVE and touching
    return s.opponents_have_trumps and enough and (s.is_master(card) or drives)


draws_trumps = leads_trump & draws

opponents_have_trumps = Condition(lambda s: s.opponents_have_trumps)

trumps_are_out = Condition(lambda s: s.outstanding_in(s.trump))

one_trump_is_out = Condition(lambda s: s.outstanding_in(s.trump).bit_count() == 1)

all_are_held = Condition(provable.all_are_held)

another_hand_waits = Condition(provable.waits)

partner_led = Condition(lambda s, card: provable.have_led(s, s.partners, card.suit))

opponents_led = Condition(lambda s, card: provable.have_led(s, s.opponents, card.suit))

own_side_led = Condition(lambda s, card: provable.have_led(s, (*s.partners, s.seat), card.suit))

has_one_partner = Condition(lambda s: len(s.partners) == 1)

has_partner = Condition(lambda s: s.partners)

partner_may_ruff = Condition(lambda s, card: any(s.can_ruff(one, card.suit) for one in s.partners))

partner_has_shown_out = Condition(lambda s, card: card.suit in s.voids[s.partners[0]])

partner_is_bare = Condition(
    lambda s, card: s.is_void(s.partners[0], card.suit) and s.is_void(s.partners[0], s.trump)
)
"""The one partner has neither a card of the suit nor a trump."""

partner_may_have_trumps = Condition(
    lambda s: any(not s.is_void(seat, s.trump) for seat in s.partners)
)

# To a trick under way.


follows = Condition(lambda s: s.can_follow)

wins = ~leads & Condition(lambda s, card: card in s.winning_cards)
"""It would win the trick so far."""

can_win = ~leads & Condition(lambda s: s.winning_cards)

is_last = Condition(lambda s: not s.later_seats)

surely = Condition(holds_surely)
"""Nobody still to play can beat it, if it is winning."""

may_be_beaten = Condition(
    lambda s, card: any(may_beat(s, seat, card) for seat in s.later_opponents)
)

winner_may_be_beaten = Condition(lambda s: may_be_beaten(s, s.winning_cards[-1]))

partner_wins = Condition(lambda s: s.is_partner_winning)

opponent_wins = Condition(lambda s: s.winning_seat in s.opponents)

partner_surely = Condition(lambda s: s.best_card is not None and holds_surely(s, s.best_card))

leaves_to_partner = partner_wins & ~wins

has_trick = leaves_to_partner & partner_surely
"""Partner has the trick for certain, and it stays there."""

is_lost = ~leads & ~can_win & ~partner_wins
"""An opponent is winning, and no card beats theirs."""

could_ruff = can_win & ~follows & ~is_trump
"""A trump could have won the trick, and it is none."""

only_trumps_left = has_only_trumps & ~leads & ~follows

discards = ~leads & ~follows & ~wins & ~only_trumps_left

is_cheapest_winner = can_win & Condition(lambda s, card: card is s.winning_cards[0])

is_second = follows & Condition(lambda s: len(s.view.table) == 1)

is_third = follows & Condition(lambda s: len(s.view.table) == 2)

partner_opened = ~leads & Condition(lambda s: s.view.table_seats[0] in s.partners)

partner_may_win = ~leads & Condition(
    lambda s: (
        not s.is_partner_winning
        and any(may_beat(s, one, s.best_card) for one in s.later_seats if one in s.partners)
    )
)
"""An opponent is winning, and a partner still to play may beat the card."""

partner_follows_later = Condition(lambda s: s.has_later_partner)

has_two = follows & Condition(lambda s: len(s.legal) == 2)

was_led = Condition(lambda s, card: s.times_led(card.suit))

splits = Condition(
    lambda s, card: (
        s.height(card) >= Rank.JACK
        and any(s.are_touching(card, one) for one in s.winning_cards if s.stronger[card] & one.bit)
    )
)
"""It is the lower of touching honours that win."""

covers = Condition(
    lambda s, card: (
        card.suit is s.best_card.suit and min(map(s.height, (card, s.best_card))) >= Rank.JACK
    )
)
"""It is an honour on an honour."""

lower_does = Condition(
    lambda s, card: any(
        s.stronger[one] & card.bit and holds_surely(s, one) for one in s.winning_cards
    )
)
"""A lower card is as sure to win."""

tops_touching = Condition(
    lambda s, card: any(
        s.stronger[one] & card.bit and s.are_touching(one, card) for one in s.winning_cards
    )
)
"""A lower card would win as well."""

is_beaten = Condition(
    lambda s: all(
        any(provable.beats_surely(s, seat, one) for seat in s.later_opponents)
        for one in s.winning_cards
    )
)
"""Later opponents are known to beat every card that could win."""


@Condition
def finesses(s: Situation, card: Card) -> bool:
    """Returns whether one outstanding card lies between the card and the best one held."""
    top = s.winning_cards[-1]
    between = s.outstanding & s.stronger[card] & ~s.stronger[top]
    return s.is_master(top) and between.bit_count() == 1


may_be_overruffed = Condition(
    lambda s: any(
        s.led_suit in s.voids[seat] and s.can_ruff(seat, s.led_suit) for seat in s.later_opponents
    )
)

ruffs = wins & ~follows & is_trump


@Condition
def one_is_above(s: Situation, card: Card) -> bool:
    """Returns whether one card can beat it, and no other of the hand would beat that one."""
    above = s.outstanding & s.stronger[card]
    return above.bit_count() == 1 and not s.hand & s.stronger[cards_in(above)[0]]


trumps_matter = leads_trump & ~opponents_have_trumps & ~another_hand_waits
trumps_matter &= Condition(provable.trumps_gone)
"""A trump is led, and the count of them tells that opponents have none left."""

stock_is_up = Condition(lambda s: s.view.stock_top is not None)
"""The winner of the trick gets a card that everybody sees."""

# The cards that count: the ten of trumps, and others (S5, S8, CS2).


is_ten = Condition(lambda s, card: card is s.card_points.ten)

has_few_trumps = Condition(lambda s: len(s.holding(s.trump)) <= SHORT_TRUMPS)

is_soon_gone = Condition(lambda s, card: len(s.holding(card.suit)) <= SHORT)
"""It is one of the last two of its suit."""

has_ten = Condition(lambda s: s.card_points.ten is not None and s.hand & s.card_points.ten.bit)

ten_may_wait = ~is_ten & Condition(
    lambda s: s.card_points.ten in s.winning_cards and may_be_beaten(s, s.card_points.ten)
)

is_of_shortest_for_ten = (
    has_ten & is_soon_gone & Condition(lambda s, card: shortest_plain_suit(s) is card.suit)
)

beats_ten = Condition(
    lambda s, card: s.card_points.ten is not None and s.stronger[s.card_points.ten] & card.bit
)

could_beat_ten = Condition(lambda s: any(beats_ten(s, one) for one in s.winning_cards))

ten_is_out = Condition(
    lambda s: (
        s.card_points.ten is not None
        and s.outstanding & s.card_points.ten.bit
        and s.card_points.ten not in s.view.table
    )
)

points_lie = Condition(lambda s: s.points_on_table > 0)

feeds = Condition(lambda s: s.card_points.can_feed_partner)

needs_trick = Condition(lambda s: s.card_points.eliminates and not s.view.won[s.seat])
"""The seat has no trick yet, and needs one to stay in (K6)."""

# What is wanted.


wants_some = Condition(lambda s: trick_aim(s.view) is TrickAim.SOME)

wants_all = Condition(lambda s: trick_aim(s.view) is TrickAim.ALL)

could_win_later = Condition(lambda s, card: s.outstanding_in(card.suit) & ~s.stronger[card])

is_danger = Condition(lambda s, card: card.suit is s.trump or could_win_later(s, card))

lets_go = Condition(lambda s, card: card not in s.winning_cards or s.is_partner_winning)

must_win = ~partner_wins & Condition(
    lambda s, card: (
        card is max(s.legal, key=s.strength.__getitem__)
        and all(one in s.winning_cards and holds_surely(s, one) for one in s.legal)
    )
)
"""Every card would win, nobody can beat any, and this one is the highest."""

# Beside a better card.


better_leads_away = Condition(lambda s, card, better: better.suit is not card.suit)

better_wins = Condition(lambda s, card, better: wins(s, better))

better_surely = Condition(lambda s, card, better: holds_surely(s, better))

better_is_lower = Condition(lambda s, card, better: s.stronger[better] & card.bit)

better_is_master = Condition(lambda s, card, better: s.is_master(better))

better_is_trump = Condition(lambda s, card, better: better.suit is s.trump)

better_beats_ten = Condition(lambda s, card, better: beats_ten(s, better))

counts_more = Condition(
    lambda s, card, better: (
        s.card_points.by_card.get(card, 0) > s.card_points.by_card.get(better, 0)
    )
)

throws_away = ~leads & ~follows & ~is_trump

unguards = Condition(unguards_honour)
