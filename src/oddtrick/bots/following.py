"""Second, third and last hand: what to play to a trick that another seat has led."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.bots.bot import Advice
from oddtrick.bots.reasons import say
from oddtrick.bots.chances import best_chance, chance_to_hold
from oddtrick.bots.discards import throw_away
from oddtrick.bots.thumbs import least, strongest
from oddtrick.cards import Rank

if TYPE_CHECKING:
    from oddtrick.bots.situation import Situation

PARTNER_IS_GOOD = 0.7
"""Partner's card is left alone where it holds this often."""

GAIN = 0.15
"""Partner is overtaken only where that makes the trick so much safer."""

GOOD_ODDS = 0.5
"""A card is risked on a trick where it holds more often than not."""

SURVIVAL_ODDS = 0.15
"""With no trick yet, even a small chance is taken (K4)."""

STRONG_IN_TRUMPS = 4
"""With so many trumps a doubtful trick is left to partner; with fewer it is trumped."""

HONOUR = Rank.JACK
"""From here upwards a card led is worth covering."""


def cannot_win(s: Situation) -> Advice | None:
    """No card here beats the one that is winning: lose as little as possible."""
    if s.winners:
        return None
    card = throw_away(s)
    if s.follows:
        return say(card, "cannot-win")
    return say(card, "cannot-win-discard")


def leave_it_to_partner(s: Situation) -> Advice | None:
    """Partner's card is good: neither trump nor overtake it without gain."""
    if not s.partner_winning or s.best is None:
        return None
    chance = chance_to_hold(s, s.best)
    if chance < PARTNER_IS_GOOD and s.winners and best_chance(s)[1] >= chance + GAIN:
        return None
    card = throw_away(s)
    if s.follows:
        return say(card, "partner-winning")
    if card.suit is s.trump:
        return say(card, "partner-winning-trumps")
    return say(card, "partner-winning-discard")


def last_wins_cheaply(s: Situation) -> Advice | None:
    """No opponent comes after: the lowest card that wins is enough."""
    if s.later_opponents or not s.winners:
        return None
    card = least(s, s.winners)
    if not s.follows:
        return say(card, "ruff-low")
    return say(card, "last-hand")


# In partnership.


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


def leave_the_doubtful_trick(s: Situation) -> Advice | None:
    """Out of the suit, partner still to come and perhaps able to win: strong trumps are kept."""
    if s.follows or not s.partner_later or s.best is None or not s.winners or s.partner_winning:
        return None
    if all(card.suit is s.trump for card in s.legal):
        return None
    hopeless = s.is_master(s.best) or all(s.out_of(seat, s.best.suit) for seat in s.partners)
    if hopeless or len(s.held(s.trump)) < STRONG_IN_TRUMPS:
        return None
    return say(throw_away(s), "doubtful-trick")


def third_hand_finesses(s: Situation) -> Advice | None:
    """Partner led a plain suit: from ace, queen the queen is tried, the ace stays behind it."""
    winners = s.winners
    partner_led = s.view.table_seats[0] in s.partners
    if not s.follows or s.led is s.trump or not partner_led or len(winners) < 2:
        return None
    if s.times_led(winners[-1].suit) or not s.is_master(winners[-1]):
        return None
    below = [card for card in winners if not s.touching(card, winners[-1])]
    if not below:
        return None
    card = next(low for low in below if s.touching(low, below[-1]))
    missing = (s.outside & s.above[card]).bit_count()
    if missing != 1 or chance_to_hold(s, card) < GOOD_ODDS:
        return None
    return say(card, "finesse", rank=card.rank, kept=winners[-1].rank)


def third_hand_high(s: Situation) -> Advice | None:
    """No partner comes after: play as high as helps, and of equal cards the lowest."""
    if not s.follows or s.partner_later or not s.winners:
        return None
    card, chance = best_chance(s)
    if not chance:
        return say(least(s, s.legal), "third-hand-beaten")
    return say(card, "third-hand-high")


def ruff(s: Situation) -> Advice | None:
    """Out of the suit led: the lowest trump that wins, higher only before a known overtrump."""
    if s.follows or not s.winners or s.led is None:
        return None
    card = least(s, s.winners)
    if any(s.may_ruff(seat, s.led) for seat in s.later_opponents):
        card, chance = best_chance(s)
        if not chance:
            return None
        return say(card, "ruff-high")
    return say(card, "ruff-low")


# Each for himself.


def take_it_if_likely(s: Situation) -> Advice | None:
    """A card that will probably hold is played, the cheapest such.

    Top trumps are not spent in this way: they are for the tricks that hold something (S8).
    """
    likely = [
        card
        for card in s.winners
        if not (s.stakes.feeds and s.worth(card)) and chance_to_hold(s, card) >= GOOD_ODDS
    ]
    if not likely:
        return None
    if not s.follows:
        return say(likely[0], "ruff-low")
    return say(likely[0], "good-enough")


def survive(s: Situation) -> Advice | None:
    """Knock-out, and no trick yet: take any chance, unless a sure trump trick is kept (K4)."""
    if not needs_a_trick(s) or not s.winners:
        return None
    card, chance = best_chance(s)
    if chance < SURVIVAL_ODDS:
        return None
    return say(card, "survive")


def needs_a_trick(s: Situation) -> bool:
    """Whether this seat would be out with what it has, and holds no trick that is certain (K4)."""
    if not s.stakes.survival or s.view.won[s.seat]:
        return False
    return not any(s.is_master(card) for card in s.held(s.trump))


def low_otherwise(s: Situation) -> Advice | None:
    """Nothing to be gained: the card that is needed least."""
    return say(throw_away(s), "not-worth-it")
