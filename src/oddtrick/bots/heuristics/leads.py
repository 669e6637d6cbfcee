"""Leads in partnership: winners, partner's suit, ruffs for partner, the best suit, trumps.

A sequence is a good lead and a tenace a bad one, whatever the length. Each feature of a lead has a
weight in tricks, and the suit with the highest sum is led. The weights were fitted to 900 leads,
each card valued double dummy in many of the deals that the leader could not exclude.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from oddtrick.bots.bot import Advice
from oddtrick.bots.heuristics.heuristic import least_valuable, make_advice
from oddtrick.bots.heuristics.win_probability import (
    PROBABILITY_TOLERANCE,
    expected_opponent_trumps,
    win_probability,
)
from oddtrick.cards import Card, Rank, Suit
from oddtrick.tricks import SUIT_MASKS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from oddtrick.bots.heuristics.situation import Situation


MIN_WIN_PROBABILITY = 0.7
"""A plain winner is led if its win probability is at least this."""

FOURTH = 4
"""The fourth best card of a long suit shows partner its length."""

SHORT = 2
"""From at most this many small cards the higher is led, to strengthen partner's hand."""


def cash_winners(s: Situation, least: float = MIN_WIN_PROBABILITY) -> Advice | None:
    """Leads a plain master while it will probably not be ruffed.

    Args:
        s: the situation.
        least: the win probability from which it is led.
    """
    rated = _rated_winners(s)
    if not rated:
        return None
    probability, card = max(rated, key=lambda pair: (pair[0], -s.strength[pair[1]]))
    if probability < least:
        return None
    return make_advice(card, "cash-winner")


def equal_winners(s: Situation, advice: Advice) -> tuple[Advice, ...]:
    """Returns the other winners that :func:`cash_winners` could lead as safely."""
    rated = {card: probability for probability, card in _rated_winners(s)}
    least = max(rated.values()) - PROBABILITY_TOLERANCE
    return tuple(
        replace(advice, action=card) for card, probability in rated.items() if probability >= least
    )


def _rated_winners(s: Situation) -> list[tuple[float, Card]]:
    """The plain masters that may be cashed, one of each suit, with their win probabilities."""
    holdings = [s.holding(suit) for suit in s.plain_suits if s.hand & SUIT_MASKS[suit]]
    masters = [top_to_lead(s.heights, holding) for holding in holdings if _should_cash(s, holding)]
    return [(win_probability(s, card), card) for card in masters if card in s.legal]


def _should_cash(s: Situation, holding: tuple[Card, ...]) -> bool:
    """True if a master has support, is short, or its suit has been led: waiting gains nothing."""
    top = holding[-1]
    is_short = len(holding) <= SHORT
    waits = not (is_short or s.are_touching(holding[-2], top) or s.times_led(top.suit))
    return s.is_master(top) and not waits


def return_partners_suit(s: Situation) -> Advice | None:
    """Returns the plain suit that partner led first, if partner can still hold it."""
    for trick in s.tricks_led_by(s.partners):
        suit = trick.cards[0].suit
        holding = tuple(card for card in s.holding(suit) if card in s.legal)
        if suit is s.trump or not holding or not s.outstanding_in(suit):
            continue
        if s.is_void(trick.seats[0], suit) or opponents_can_ruff(s, suit):
            continue
        return make_advice(card_to_return(s, holding), "return-partners-suit", suit=suit)
    return None


def give_ruff(s: Situation) -> Advice | None:
    """Leads a suit that partner can ruff and no opponent can."""
    return next(_ruffs_to_give(s), None)


def equal_ruffs(s: Situation, advice: Advice) -> tuple[Advice, ...]:
    """Returns the leads of the other suits that partner can ruff and no opponent can."""
    return tuple(other for other in _ruffs_to_give(s) if other != advice)


def _ruffs_to_give(s: Situation) -> Iterator[Advice]:
    for suit in s.plain_suits:
        holding = [card for card in s.holding(suit) if card in s.legal]
        ruffers = [seat for seat in s.partners if s.can_ruff(seat, suit)]
        if holding and ruffers and not opponents_can_ruff(s, suit):
            yield make_advice(top_of_equals(s, holding[0]), "give-ruff", suit=suit)


def lead_long_suit(s: Situation) -> Advice | None:
    """Leads from the longest suit: the top of touching honours, else the fourth best."""
    suits = _suits_to_lead(s)
    if not suits:
        return None
    suit = max(suits, key=lambda suit: (len(s.holding(suit)), _rank_sum(s, suit)))
    card = card_to_lead(s, s.holding(suit))
    return make_advice(card, _lead_tag(s, card))


def equally_long_suits(s: Situation, advice: Advice) -> tuple[Advice, ...]:
    """Returns the leads from the other suits as long as that of :func:`lead_long_suit`."""
    assert isinstance(advice.action, Card)
    longest = len(s.holding(advice.action.suit))
    cards = [
        card_to_lead(s, s.holding(suit))
        for suit in _suits_to_lead(s)
        if len(s.holding(suit)) == longest
    ]
    return tuple(make_advice(card, _lead_tag(s, card)) for card in cards)


def _suits_to_lead(s: Situation) -> list[Suit]:
    """The plain suits that no opponent can ruff and a partner may hold."""
    return [
        suit
        for suit in s.plain_suits
        if any(card.suit is suit for card in s.legal)
        and not opponents_can_ruff(s, suit)
        and not all(s.is_void(seat, suit) for seat in s.partners)
    ]


def lead_least_harmful(s: Situation) -> Advice | None:
    """Leads a low plain card that no opponent can ruff, if possible; always applies."""
    return make_advice(top_of_equals(s, least_valuable(s, _harmless_leads(s))), "least-harm")


def equally_harmless(s: Situation, advice: Advice) -> tuple[Advice, ...]:
    """Returns the leads of cards of other suits worth no more than the harmless one."""
    assert isinstance(advice.action, Card)
    own = (s.points_of(advice.action), advice.action.rank)
    equal = [card for card in _harmless_leads(s) if (s.points_of(card), card.rank) == own]
    return tuple(replace(advice, action=card) for card in equal)


def _harmless_leads(s: Situation) -> Sequence[Card]:
    """The plain cards that no opponent can ruff and a partner can follow, as far as there are."""
    plain = [card for card in s.legal if card.suit is not s.trump]
    useful = [card for card in plain if not all(s.is_void(seat, card.suit) for seat in s.partners)]
    safe = [card for card in useful if not opponents_can_ruff(s, card.suit)]
    return safe or useful or plain or s.legal


def opponents_can_ruff(s: Situation, suit: Suit) -> bool:
    """True if an opponent is known to be void in the suit and may hold a trump."""
    return any(s.can_ruff(seat, suit) for seat in s.opponents)


def top_to_lead(heights: Sequence[int], holding: Sequence[Card]) -> Card:
    """Returns the high card to lead: the king from ace, king and others, else the top.

    Partner reads it: a king promises the ace or the queen, an ace before the king no third card,
    and a lower honour denies the one above it. Trumps are drawn from the top.

    Args:
        heights: the height of each card, as an ace-high rank.
        holding: the cards of a plain suit that may be led, weakest first.
    """
    high = [heights[card] for card in holding[-2:]]
    is_pair = len(holding) > SHORT and high == [Rank.KING, Rank.ACE]
    return holding[-2 if is_pair else -1]


def top_of_equals(s: Situation, card: Card) -> Card:
    """Returns the highest card held that touches an honour: the honour led itself would deny it."""
    if not Rank.TEN <= s.height(card) <= Rank.QUEEN:
        return card
    above = [other for other in s.holding(card.suit) if s.strength[other] > s.strength[card]]
    equal = [other for other in above if s.are_touching(card, other)]
    return max(
        (other for other in equal if s.points_of(other) == s.points_of(card)),
        key=s.strength.__getitem__,
        default=card,
    )


def card_to_lead(s: Situation, holding: tuple[Card, ...]) -> Card:
    """Returns the card to lead from a holding: of touching honours, the fourth best, or low.

    Args:
        s: the situation.
        holding: the cards of one suit that may be led, weakest first.
    """
    top = holding[-1]
    card = top_of_equals(s, holding[0])  # the queen from ace, queen, knave
    touching = len(holding) > 1 and s.are_touching(holding[-2], top)
    is_sequence = touching and s.height(holding[-2]) >= Rank.TEN
    if is_sequence or (s.is_master(top) and s.times_led(top.suit)):
        card = top_to_lead(s.heights, holding)
    elif len(holding) >= FOURTH:
        card = holding[-FOURTH]
    elif len(holding) <= SHORT and s.height(top) < Rank.QUEEN:
        card = top
    return _avoid_points(s, card, holding)


def card_to_return(s: Situation, holding: tuple[Card, ...]) -> Card:
    """Returns the card to return a suit with: a master, the higher of two, else the lowest."""
    top = holding[-1]
    card = top if s.is_master(top) or len(holding) <= SHORT else holding[0]
    return _avoid_points(s, card, holding)


def _avoid_points(s: Situation, card: Card, holding: tuple[Card, ...]) -> Card:
    """The card, unless it scores and may be beaten: then the one worth least."""
    return least_valuable(s, holding) if s.points_of(card) and not s.is_master(card) else card


def _rank_sum(s: Situation, suit: Suit) -> int:
    """The sum of the ranks held in a suit, to choose between suits of equal length."""
    return sum(s.height(card) for card in s.holding(suit))


def _lead_tag(s: Situation, card: Card) -> str:
    holding = s.holding(card.suit)
    if s.is_master(card) and card is not holding[-1]:
        return "cash-winner"
    if len(holding) >= FOURTH and card is holding[-FOURTH]:
        return "fourth-best"
    if card is holding[-1] and len(holding) > 1:
        return "top-of-suit"
    if any(s.are_touching(lower, card) for lower in holding[: holding.index(card)]):
        return "top-of-sequence"
    return "long-suit-low"


# Lead evaluation: a linear value for each suit, with nothing to cash, return or ruff.


WIN_WEIGHT = 0.09
"""Times the probability that the card wins the trick."""

SEQUENCE_WEIGHT = 0.05
"""The top of touching honours loses nothing and drives out the cards above it."""

TENACE_WEIGHT = -0.34
"""Ace and queen win two tricks if others lead the suit and the king lies in front of them."""

UNDER_MASTER_WEIGHT = -0.05
"""A small card led under the master of the suit, which may be ruffed the next time."""

UNDER_ONE_WEIGHT = -0.03
"""A small card led from a suit with just one outstanding card above the best held."""

SHORT_HONOUR_WEIGHT = -0.05
"""An honour with one small card or none is worth more when others lead."""

RUFF_RISK_WEIGHT = -0.17
"""An opponent is void in the suit and may have trumps."""

SINGLETON_WEIGHT = 0.06
"""The only card of a suit, with a trump in hand for the next round of it."""

LED_BEFORE_WEIGHT = 0.06
"""A suit that has been led before is better known."""

LEAD_VALUE_ERROR = 0.02
"""Values that differ by no more count as equal: less than any single feature weighs."""


def lead_best_suit(s: Situation) -> Advice | None:
    """Leads from the suit of the highest lead value while opponents can ruff.

    Without trumps, or once they are drawn, the long suit is led to establish it.
    """
    if not s.opponents_have_trumps:
        return None
    cards = _cards_to_lead(s)
    if not cards:
        return None
    best = max(
        cards,
        key=lambda card: (lead_value(s, card), len(s.holding(card.suit)), -s.height(card)),
    )
    return _explain(s, best, cards)


def equal_leads(s: Situation, advice: Advice) -> tuple[Advice, ...]:
    """Returns the leads of a value that :func:`lead_best_suit` cannot tell from its own."""
    assert isinstance(advice.action, Card)
    cards, least = _cards_to_lead(s), lead_value(s, advice.action) - LEAD_VALUE_ERROR
    return tuple(_explain(s, card, cards) for card in cards if lead_value(s, card) >= least)


def _cards_to_lead(s: Situation) -> list[Card]:
    """The card to lead from each plain suit that a partner may hold."""
    return [
        card_to_lead(s, s.holding(suit))
        for suit in s.plain_suits
        if any(card.suit is suit for card in s.legal)
        and not all(s.is_void(seat, suit) for seat in s.partners)
    ]


def lead_value(s: Situation, card: Card) -> float:
    """Returns the value of leading a plain card, in tricks; only differences are meaningful."""
    holding = s.holding(card.suit)
    top = holding[-1]
    total = WIN_WEIGHT * win_probability(s, card)
    if s.are_touching(card, top):
        total += SEQUENCE_WEIGHT * _is_sequence(s, holding)
    else:
        above = (s.outstanding & s.stronger[top]).bit_count()
        total += (
            TENACE_WEIGHT * _is_tenace(s, holding)
            + UNDER_MASTER_WEIGHT * (above == 0)
            + UNDER_ONE_WEIGHT * (above == 1)
        )
    if len(holding) == 1 and s.holding(s.trump) and not s.is_master(card):
        total += SINGLETON_WEIGHT
    if len(holding) <= SHORT and s.height(card) >= Rank.QUEEN and not s.is_master(card):
        total += SHORT_HONOUR_WEIGHT
    if opponents_can_ruff(s, card.suit):
        total += RUFF_RISK_WEIGHT
    return total + LED_BEFORE_WEIGHT * (s.times_led(card.suit) > 0)


def _is_sequence(s: Situation, holding: tuple[Card, ...]) -> bool:
    """True if the best two cards held are touching honours."""
    return (
        len(holding) > 1
        and s.height(holding[-1]) >= Rank.TEN
        and s.are_touching(holding[-2], holding[-1])
    )


def _is_tenace(s: Situation, holding: tuple[Card, ...]) -> bool:
    """True if the hand holds the master and, after a gap, an honour."""
    if len(holding) < SHORT or not s.is_master(holding[-1]):
        return False
    return s.height(holding[-2]) >= Rank.JACK and not s.are_touching(holding[-2], holding[-1])


def _explain(s: Situation, card: Card, others: list[Card]) -> Advice:
    holding = s.holding(card.suit)
    longer = [other for other in others if len(s.holding(other.suit)) > len(holding)]
    tenaces = [other.suit for other in longer if _is_tenace(s, s.holding(other.suit))]
    if _is_sequence(s, holding) and s.are_touching(card, holding[-1]):
        tag = "top-of-sequence" if card is holding[-1] else "cash-winner"
        return make_advice(card, tag, suit=card.suit)
    if len(holding) == 1 and s.holding(s.trump):
        return make_advice(card, "short-suit", suit=card.suit)
    if tenaces:
        return make_advice(card, "keep-tenace", suit=tenaces[0])
    if longer:
        return make_advice(card, "safest-suit", suit=card.suit)
    if len(holding) >= FOURTH and card is holding[-FOURTH]:
        return make_advice(card, "fourth-best", suit=card.suit)
    return make_advice(card, "long-suit-low", suit=card.suit)


# Trump leads: drawing, returning and cashing them.


FEWEST_TO_DRAW = 3
"""Fewer trumps than this draw too little, unless the best of them is the master."""


def draw_trumps(s: Situation, min_ratio: float) -> Advice | None:
    """Draws the opponents' trumps from strength.

    It stops when the opponents have none left, or only one, which is the master.

    Args:
        s: the situation.
        min_ratio: the least number of own trumps for each trump that the opponents together can be
            expected to hold.
    """
    trumps = tuple(card for card in s.holding(s.trump) if card in s.legal)
    if not trumps or not s.opponents_have_trumps:
        return None
    if len(trumps) < min_ratio * expected_opponent_trumps(s) or not _is_drawing_profitable(
        s, trumps
    ):
        return None
    card = trumps[-1] if s.is_master(trumps[-1]) else card_to_lead(s, trumps)
    return make_advice(card, "draw-trumps")


def _is_drawing_profitable(s: Situation, trumps: tuple[Card, ...]) -> bool:
    """True if leading these trumps takes more from the opponents than it costs."""
    if s.is_master(trumps[-1]):
        return True
    out = s.outstanding_in(s.trump)
    if out.bit_count() == 1 and out & s.stronger[trumps[-1]]:
        return False
    return bool(s.partners) and len(trumps) >= FEWEST_TO_DRAW


def return_partners_trumps(s: Situation) -> Advice | None:
    """Returns partner's trump lead while the opponents have trumps."""
    trumps = tuple(card for card in s.holding(s.trump) if card in s.legal)
    has_partner_led = any(trick.cards[0].suit is s.trump for trick in s.tricks_led_by(s.partners))
    if not trumps or not has_partner_led or not s.opponents_have_trumps:
        return None
    if all(s.is_void(seat, s.trump) for seat in s.partners):
        return None
    return make_advice(card_to_return(s, trumps), "return-trumps")


def lead_only_trumps(s: Situation) -> Advice | None:
    """Leads from a hand of trumps only: the best if it is the master, else the lowest."""
    if any(card.suit is not s.trump for card in s.legal):
        return None
    top = max(s.legal, key=s.strength.__getitem__)
    if s.is_master(top):
        return make_advice(top, "only-trumps-best")
    lowest = least_valuable(s, s.legal)
    card = top_of_equals(s, lowest)
    if card is not lowest:
        return make_advice(card, "top-of-sequence", suit=card.suit)
    return make_advice(card, "only-trumps-low")


def take_remaining_tricks(s: Situation) -> Advice | None:
    """Plays out a hand of masters, drawing the opponents' trumps first."""
    if not all(s.is_master(card) for card in s.legal):
        return None
    trumps, out = s.holding(s.trump), s.outstanding_in(s.trump).bit_count()
    if len(trumps) < out and s.opponents_have_trumps:
        return None
    return make_advice(max(_masters_to_lead(s), key=s.strength.__getitem__), "all-mine")


def equal_masters(s: Situation, advice: Advice) -> tuple[Advice, ...]:
    """Returns the other masters that :func:`take_remaining_tricks` can lead at no risk."""
    masters = _masters_to_lead(s)
    if s.opponents_have_trumps and masters[0].suit is not s.trump:
        return ()
    return tuple(replace(advice, action=card) for card in masters)


def _masters_to_lead(s: Situation) -> tuple[Card, ...]:
    """Of a hand of masters, the trumps while opponents have any, else the plain cards."""
    trumps = s.holding(s.trump)
    plain = tuple(card for card in s.legal if card.suit is not s.trump)
    return trumps if trumps and s.opponents_have_trumps else plain or trumps
