"""Following to a trick: discards, ruffs, second and third hand, signals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from oddtrick.bots.heuristics.heuristic import least_valuable, make_advice, strongest
from oddtrick.bots.heuristics.inference import HIGHEST_SIGNAL
from oddtrick.bots.heuristics.win_probability import LIKELY, likeliest_winner, win_probability
from oddtrick.cards import Card, Rank, Suit, cards_in
from oddtrick.tricks import SUIT_MASKS

if TYPE_CHECKING:
    from oddtrick.bots.bot import Advice
    from oddtrick.bots.heuristics.situation import Situation


# Discards: the card to part with when a seat can neither follow suit nor wants to ruff.


WORTHLESS = Rank.NINE
"""Cards up to this rank, if nothing else tells them apart, are equally useless."""

GUARDED_BY_ONE = 1
GUARDED_BY_TWO = 2
"""A king with one small card, or a queen with two, still makes a trick; longer guards are rare."""


def choose_discard(s: Situation) -> Card:
    """Returns the card to part with: the lowest in suit, else a discard from weakness."""
    plain = [card for card in s.legal if card.suit is not s.trump]
    if s.can_follow or not plain:
        return least_valuable(s, s.legal)
    return min(plain, key=lambda card: _discard_cost(s, card))


def equal_discards(s: Situation, advice: Advice) -> tuple[Advice, ...]:
    """Returns the other cards that can be parted with as well.

    Between suits, small cards of equal length and guard. In the suit led, touching losers, but only
    without partners: to a partner a higher card than necessary is a signal.
    """
    own = advice.action
    assert isinstance(own, Card)
    if s.can_follow:
        equal = [] if s.partners else [card for card in s.legal if _are_equal_losers(s, card, own)]
    elif s.height(own) <= WORTHLESS and own.suit is not s.trump:
        plain = [
            card for card in s.legal if card.suit is not s.trump and s.height(card) <= WORTHLESS
        ]
        cost = _discard_cost(s, own)[:-1]
        equal = [
            card
            for card in plain
            if _discard_cost(s, card)[:-1] == cost and card is s.holding(card.suit)[0]
        ]
    else:
        equal = []
    return tuple(replace(advice, action=card) for card in equal)


def _are_equal_losers(s: Situation, card: Card, own: Card) -> bool:
    """True if both cards lose the trick, are worth the same, and touch."""
    if card in s.winning_cards or own in s.winning_cards or s.points_of(card) != s.points_of(own):
        return False
    return s.are_touching(*s.sort_by_strength((card, own)))


def _discard_cost(s: Situation, card: Card) -> tuple[bool, bool, int, int]:
    """The cost of a discard: a master costs most, then an honour's guard, length, and strength.

    With trumps in hand a short suit is emptied first, to ruff its next lead; without them the
    weakest suit goes first.
    """
    holding = cards_in(s.hand & SUIT_MASKS[card.suit])
    has_trumps = s.trump is not None and bool(s.hand & SUIT_MASKS[s.trump])
    length = len(holding) if has_trumps else -_cards_above(s, card.suit)
    return s.is_master(card), unguards_honour(s, card), length, s.strength[card]


def unguards_honour(s: Situation, card: Card) -> bool:
    """True if the discard leaves an honour unguarded, as the small card of king and another.

    An honour with ``n`` outstanding cards above it needs ``n`` small cards as guards.
    """
    holding = s.holding(card.suit)
    top = holding[-1]
    above = (s.outstanding & s.stronger[top]).bit_count()
    return above in (GUARDED_BY_ONE, GUARDED_BY_TWO) and len(holding) == above + 1


def _cards_above(s: Situation, suit: Suit) -> int:
    """The number of outstanding cards above the best one held of a suit."""
    return (s.outstanding & s.stronger[s.holding(suit)[-1]]).bit_count()


# In any position: beaten, partner winning, or last to play.


MIN_PARTNER_PROBABILITY = 0.7
"""Partner's card is left to win if its win probability is at least this."""

MIN_GAIN = 0.15
"""Partner is overtaken only if that raises the win probability by this much."""


def lose_cheaply(s: Situation) -> Advice | None:
    """Parts with the least useful card when no card can win."""
    if s.winning_cards:
        return None
    card = choose_discard(s)
    if s.is_partner_winning and s.best_card is not None:
        return make_advice(card, "partner-ahead", card=s.best_card)
    if s.can_follow:
        return make_advice(card, "cannot-win")
    return make_advice(card, "cannot-win-discard")


def leave_trick_to_partner(s: Situation) -> Advice | None:
    """Leaves the trick to partner's winning card, neither ruffing nor overtaking without gain."""
    if not s.is_partner_winning or s.best_card is None:
        return None
    probability = win_probability(s, s.best_card)
    if (
        probability < MIN_PARTNER_PROBABILITY
        and not _is_high_lead(s)
        and s.winning_cards
        and likeliest_winner(s)[1] >= probability + MIN_GAIN
    ):
        return None
    card, named = choose_discard(s), s.best_card
    if s.can_follow:
        return make_advice(card, "partner-ahead-low", card=named)
    if card.suit is s.trump or not s.winning_cards:
        return make_advice(card, "partner-ahead", card=named)
    return make_advice(card, "partner-ahead-discard", card=named)


def _is_high_lead(s: Situation) -> bool:
    """True if partner led a plain ace or king that this seat can't follow: a ruff may waste it.

    A king led promises the ace or the queen.
    """
    led = s.view.table[0]
    is_partners = s.view.table_seats[0] == s.winning_seat
    is_plain = led.suit is not s.trump
    return is_partners and not s.can_follow and is_plain and s.height(led) >= Rank.KING


def win_cheaply_in_last_seat(s: Situation) -> Advice | None:
    """Wins with the lowest winning card when no opponent plays later."""
    if s.later_opponents or not s.winning_cards:
        return None
    card = least_valuable(s, s.winning_cards)
    if not s.can_follow:
        return make_advice(card, "ruff-low")
    return make_advice(card, "last-hand")


def play_low(s: Situation) -> Advice | None:
    """Plays the card that is needed least; always applies."""
    return make_advice(choose_discard(s), "not-worth-it")


# Ruffs: whether to trump a plain suit, and how high.


STRONG_IN_TRUMPS = 4
"""With this many trumps a doubtful trick is left to partner; with fewer it is ruffed."""


def leave_doubtful_trick(s: Situation, strong: int = STRONG_IN_TRUMPS) -> Advice | None:
    """Keeps strong trumps together when partner plays later and may win the trick.

    Args:
        s: the situation.
        strong: the number of trumps from which the trick is left.
    """
    if (
        s.can_follow
        or not s.has_later_partner
        or s.best_card is None
        or not s.winning_cards
        or s.is_partner_winning
    ):
        return None
    if all(card.suit is s.trump for card in s.legal):
        return None
    hopeless = s.is_master(s.best_card) or all(
        s.is_void(seat, s.best_card.suit) for seat in s.partners
    )
    if hopeless or len(s.holding(s.trump)) < strong:
        return None
    return make_advice(choose_discard(s), "doubtful-trick")


def ruff_low(s: Situation) -> Advice | None:
    """Ruffs with the lowest trump that wins, regardless of later players."""
    if s.can_follow or not s.winning_cards:
        return None
    return make_advice(least_valuable(s, s.winning_cards), "ruff-low")


def ruff(s: Situation) -> Advice | None:
    """Ruffs with the lowest trump that wins, higher only if a later opponent may overruff."""
    if s.can_follow or not s.winning_cards or s.led_suit is None:
        return None
    card = least_valuable(s, s.winning_cards)
    if any(s.can_ruff(seat, s.led_suit) for seat in s.later_opponents):
        card, probability = likeliest_winner(s)
        if not probability:
            return None
        return make_advice(card, "ruff-high")
    return make_advice(card, "ruff-low")


# Second hand: low, unless a high card gains.


HONOUR = Rank.JACK
"""The lowest card that is worth covering."""


def cover_honour(s: Situation) -> Advice | None:
    """Covers an honour led with a higher one, so that one trick costs the opponents two honours."""
    if not _is_second_hand(s) or s.best_card is None or s.height(s.best_card) < HONOUR:
        return None
    card = s.winning_cards[0]
    if s.height(card) < Rank.QUEEN:
        return None
    return make_advice(card, "cover-honour")


def split_honours(s: Situation) -> Advice | None:
    """Plays the lower of two touching honours, as the king from ace and king."""
    if not _is_second_hand(s):
        return None
    top = strongest(s, s.winning_cards)
    touching = [card for card in s.winning_cards if s.are_touching(card, top)]
    if (
        len(touching) < 2
        or (s.outstanding & s.stronger[top]).bit_count() > 1
        or s.height(top) < Rank.KING
    ):
        return None
    return make_advice(touching[0], "split-honours")


def take_winner(s: Situation, least: float = LIKELY) -> Advice | None:
    """Plays a master once the suit has been led before, ahead of a ruff.

    Args:
        s: the situation.
        least: the win probability from which it is played.
    """
    if not _is_second_hand(s) or not s.times_led(s.winning_cards[-1].suit):
        return None
    card, probability = likeliest_winner(s)
    if probability < least or not s.is_master(card):
        return None
    return make_advice(card, "second-hand-winner")


def play_low_second(s: Situation) -> Advice | None:
    """Plays low: partner plays after the next opponent and may win more cheaply."""
    if not _is_second_hand(s):
        return None
    return make_advice(least_valuable(s, s.legal), "second-hand-low")


def _is_second_hand(s: Situation) -> bool:
    return (
        s.can_follow and s.has_later_partner and not s.is_partner_winning and bool(s.winning_cards)
    )


# Third hand: high but no higher than needed, and low where partner's card is enough.


def finesse(s: Situation, least: float = LIKELY) -> Advice | None:
    """Finesses in a plain suit led by partner: tries the queen from ace and queen.

    Args:
        s: the situation.
        least: the win probability from which the lower card is tried.
    """
    winners = s.winning_cards
    partner_led = s.view.table_seats[0] in s.partners
    if not s.can_follow or s.led_suit is s.trump or not partner_led or len(winners) < 2:
        return None
    if s.times_led(winners[-1].suit) or not s.is_master(winners[-1]):
        return None
    below = [card for card in winners if not s.are_touching(card, winners[-1])]
    if not below:
        return None
    card = next(low for low in below if s.are_touching(low, below[-1]))
    missing = (s.outstanding & s.stronger[card]).bit_count()
    if missing != 1 or win_probability(s, card) < least:
        return None
    return make_advice(card, "finesse", rank=card.rank, kept=winners[-1].rank)


def play_high_third(s: Situation) -> Advice | None:
    """Plays the likeliest winner, of equal cards the lowest, when no partner plays later."""
    if not s.can_follow or s.has_later_partner or not s.winning_cards:
        return None
    card, probability = likeliest_winner(s)
    if not probability:
        return make_advice(least_valuable(s, s.legal), "third-hand-beaten")
    return make_advice(card, "third-hand-high")


def rule_of_eleven(s: Situation) -> Advice | None:
    """Leaves the trick to partner's fourth-best lead when the rule of eleven says it wins.

    Eleven less its rank is the number of higher cards in the other three hands. If this hand holds
    them all, no later opponent can beat it.
    """
    if not s.can_follow or not s.is_partner_winning or not s.later_opponents or s.best_card is None:
        return None
    card = s.view.table[0]
    first = not s.times_led(card.suit) and s.view.table_seats[0] in s.partners
    if (
        not first
        or card is not s.best_card
        or card.suit is s.trump
        or not _may_be_fourth_best(s, card)
    ):
        return None
    higher = (s.hand & s.stronger[card]).bit_count()
    if higher < 11 - (s.height(card) + 2) or higher == 0:
        return None
    return make_advice(least_valuable(s, s.legal), "rule-of-eleven", rank=card.rank)


def _may_be_fourth_best(s: Situation, card: Card) -> bool:
    """True if a card led can be the fourth best: a small one, of a complete suit."""
    is_complete = s.view.deal_rules.pack & SUIT_MASKS[card.suit] == SUIT_MASKS[card.suit]
    return is_complete and s.height(card) <= Rank.EIGHT


# Signals to partner: the echo, and unblocking partner's suit.


def echo(s: Situation) -> Advice | None:
    """Plays the higher of two small cards under partner's ace or king, to ask for a third round.

    Only with a trump to ruff with, and the first time the suit is led.
    """
    if not s.can_follow or s.led_suit is s.trump or not s.holding(s.trump) or s.led_suit is None:
        return None
    holding, table = s.holding(s.led_suit), s.view.table
    if len(holding) != 2 or s.height(holding[1]) > HIGHEST_SIGNAL or s.times_led(s.led_suit):
        return None
    if s.view.table_seats[0] not in s.partners or s.height(table[0]) < Rank.KING:
        return None
    if holding[1] in s.winning_cards:
        return None
    return make_advice(holding[1], "echo", suit=s.led_suit)


def unblock(s: Situation) -> Advice | None:
    """Plays the higher of two cards so that it does not block partner's long suit.

    Only once trumps are drawn. From king and a small one under partner's ace the king goes: the
    small one is left to reach partner's suit again.
    """
    if not s.can_follow or not s.is_partner_winning or s.best_card is None:
        return None
    if s.led_suit is s.trump or s.opponents_have_trumps:
        return None
    cards = s.legal_by_strength
    if len(cards) != 2 or s.view.table_seats[0] != s.winning_seat:
        return None
    low, high = cards
    has_led_before = any(
        trick.cards[0].suit is s.led_suit for trick in s.tricks_led_by((s.winning_seat,))
    )
    is_next_to_best = s.are_touching(*s.sort_by_strength((high, s.best_card)))
    if not has_led_before or not is_next_to_best or not s.is_master(s.best_card):
        return None
    return None if s.are_touching(low, high) else make_advice(high, "unblock", rank=high.rank)
