"""Facts that a seat can prove from what it has seen."""

from __future__ import annotations

from msgspec.structs import replace

from oddtrick.bots.heuristics.limited_memory import Memory
from oddtrick.bots.heuristics.situation import Situation, situation_of
from oddtrick.cards import Card, Rank, Suit, mask_of
from oddtrick.tricks import SUIT_MASKS
from oddtrick.views import View


def known_situation(view: View) -> Situation:
    """The situation of a seat that forgets nothing and guesses nothing.

    The card on top of a stock is among those outstanding: after this trick a hand has it (G3).
    """
    s, top = situation_of(view, Memory()), view.stock_top
    return s if top is None else replace(s, outstanding=s.outstanding | top.bit)


def holds_surely(s: Situation, card: Card) -> bool:
    """Returns whether no seat still to play can beat the card, assuming that it is winning."""
    return not any(may_beat(s, seat, card) for seat in s.later_seats)


def may_beat(s: Situation, seat: int, card: Card) -> bool:
    """Returns whether a later seat may hold, and be free to play, a card that beats this one."""
    led = s.led_suit or card.suit
    there = s.distribution[seat]
    may = there.possible | there.known
    if card.suit is led and may & s.stronger[card]:
        return True
    if s.trump is None or led is s.trump or there.known & SUIT_MASKS[led]:
        return False
    return bool(may & (s.stronger[card] if card.suit is s.trump else SUIT_MASKS[s.trump]))


def beats_surely(s: Situation, seat: int, card: Card) -> bool:
    """Returns whether a later seat is known to have a card of the suit led that beats this one."""
    led = s.led_suit or card.suit
    return card.suit is led and bool(s.distribution[seat].known & s.stronger[card])


def is_best_left(s: Situation, card: Card) -> bool:
    """Returns whether it is the best of its suit in all hands, and others have lower ones (S4)."""
    own = s.hand & s.stronger[card]
    return is_unbeaten(s, card) and bool(s.outstanding_in(card.suit)) and not own


def is_unbeaten(s: Situation, card: Card) -> bool:
    """Returns whether no other hand has a higher card of its suit, now or later (S4, G3)."""
    turned = s.view.turn_up
    later = turned is not None and turned.suit is card.suit and waits(s)
    return s.is_master(card) and not later


def higher_in_hands(s: Situation, card: Card) -> int:
    """The higher cards (mask) of its suit that others may hold in this trick (G3)."""
    top = s.view.stock_top
    return s.outstanding & s.stronger[card] & ~(0 if top is None else top.bit)


def waits(s: Situation) -> bool:
    """Returns whether the turn-up lies in a separate hand that is still to come (S4)."""
    return s.view.turn_up_seat is not None and s.view.hand_number < s.view.hand_count - 1


def all_are_held(s: Situation) -> bool:
    """Returns whether every outstanding card is in another hand now (not so in K2 and S4)."""
    others = sum(s.view.counts[seat] for seat in s.view.seats if seat != s.seat)
    return s.outstanding.bit_count() == others


def have_led(s: Situation, seats: tuple[int, ...], suit: Suit) -> bool:
    """Returns whether some seats have led a suit."""
    return any(trick.cards[0].suit is suit for trick in s.tricks_led_by(seats))


def trumps_gone(s: Situation) -> int:
    """Returns the number of trumps played in the deal."""
    earlier = mask_of(card for hand in s.view.earlier for trick in hand for card in trick.cards)
    trumps = 0 if s.trump is None else SUIT_MASKS[s.trump]
    return ((s.view.played.mask | earlier) & trumps).bit_count()


def gap_beside(s: Situation, card: Card) -> Suit | None:
    """Returns another plain suit whose best card is held above a gap; None: there is none."""
    return next(
        (suit for suit in s.plain_suits if suit is not card.suit and has_gap(s, suit)), None
    )


def has_gap(s: Situation, suit: Suit) -> bool:
    """Returns whether the best card of a suit is held, and an honour below a gap."""
    held = s.holding(suit)
    return (
        len(held) > 1
        and s.is_master(held[-1])
        and s.height(held[-2]) >= Rank.JACK
        and not s.are_touching(held[-2], held[-1])
    )
