"""Arguments for a card and against another, from facts that the seat could see.

Each is a small function of the situation, the better card and the card played. It returns a
sentence, or None where the argument does not apply.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.bots.heuristics.catch_the_ten import lead_short_ten, lead_short_ten_if_favoured
from oddtrick.bots.heuristics.following import unguards_honour
from oddtrick.cards import Card, Rank, cards_in, mask_of
from oddtrick.review.provable import (
    all_are_held,
    higher_in_hands,
    holds_surely,
    is_best_left,
    is_unbeaten,
    partner_lead,
    waits,
)
from oddtrick.review.sentence_conditions import draws_trumps
from oddtrick.review.sentences import Sentence
from oddtrick.tricks import SUIT_MASKS

if TYPE_CHECKING:
    from oddtrick.bots.heuristics.situation import Situation
    from oddtrick.review.sentences import Fact


HIGH = Rank.JACK
"""The lowest rank for which an outstanding higher card is mentioned."""


# Against the card played, to a trick under way.


def over_partner(s: Situation, better: Card, played: Card) -> Sentence | None:
    """Partner's winning card was trumped or overtaken."""
    if not s.is_partner_winning or s.best_card is None:
        return None
    if played not in s.winning_cards or better in s.winning_cards:
        return None
    return Sentence(partner_lead(s), {"card": str(s.best_card)})


def gives_points(s: Situation, better: Card, played: Card) -> Sentence | None:
    """A card that counts was put on an opponent's trick (S5)."""
    if (
        s.led_suit is None
        or not s.card_points.can_feed_partner
        or s.winning_seat not in s.opponents
        or played in s.winning_cards
    ):
        return None
    count = s.card_points.by_card.get(played, 0)
    if not count or s.card_points.by_card.get(better, 0) >= count:
        return None
    return Sentence("gives-points", {"card": str(played), "count": str(count)})


def higher_than_enough(s: Situation, better: Card, played: Card) -> Sentence | None:
    """A lower card would have won the trick as surely."""
    if s.led_suit is None or better.suit is not played.suit or not s.stronger[better] & played.bit:
        return None
    if better not in s.winning_cards or not holds_surely(s, better):
        return None
    return Sentence("enough" if s.later_seats else "enough-last", {"card": str(better)})


def high_for_nothing(s: Situation, better: Card, played: Card) -> Sentence | None:
    """A high card was put on a trick that could not be won."""
    if (
        not s.can_follow
        or s.winning_cards
        or s.is_partner_winning
        or not s.stronger[better] & played.bit
    ):
        return None
    return Sentence("high-for-nothing", {"card": str(played)})


def throws_a_winner(s: Situation, better: Card, played: Card) -> Sentence | None:
    """The best card left of a suit was thrown away."""
    if s.led_suit is None or s.can_follow or played in s.winning_cards or played.suit is s.trump:
        return None
    if not is_best_left(s, played) or s.is_master(better):
        return None
    return Sentence("best-left", {"card": str(played), "suit": str(played.suit)})


def bares_an_honour(s: Situation, better: Card, played: Card) -> Sentence | None:
    """The small card beside an honour was thrown away."""
    if s.led_suit is None or s.can_follow or played.suit is s.trump or played in s.winning_cards:
        return None
    guarded = s.holding(played.suit)[-1]
    if guarded is played or not unguards_honour(s, played) or better.suit is played.suit:
        return None
    return Sentence("guards", {"card": str(played), "guarded": str(guarded)})


# Against the card led.


def only_partners_trumps(s: Situation, better: Card, played: Card) -> Sentence | None:
    """Trumps were led that only partner could have."""
    if s.led_suit is not None or played.suit is not s.trump or better.suit is s.trump:
        return None
    if s.opponents_have_trumps or all(s.is_void(seat, s.trump) for seat in s.partners):
        return None
    return Sentence("only-partners-trumps")


def into_a_ruff(s: Situation, better: Card, played: Card) -> Sentence | None:
    """A suit was led of which an opponent had shown out, with trumps about."""
    if s.led_suit is not None or played.suit in (s.trump, better.suit):
        return None
    for seat in s.opponents:
        if played.suit in s.voids[seat] and s.can_ruff(seat, played.suit):
            return Sentence("opponent-out", {"seat": str(seat), "suit": str(played.suit)})
    return None


def partner_out(s: Situation, better: Card, played: Card) -> Sentence | None:
    """A suit was led of which partner was out, with no trump to help."""
    suit = played.suit
    if s.led_suit is not None or len(s.partners) != 1 or suit in (s.trump, better.suit):
        return None
    if not all(s.is_void(seat, suit) and s.is_void(seat, s.trump) for seat in s.partners):
        return None
    if s.trump is None:
        shown = suit in s.voids[s.partners[0]]
        return Sentence("partner-out", {"suit": str(suit)}) if shown else None
    return Sentence("partner-out-bare", {"suit": str(suit)})


def higher_about(s: Situation, better: Card, played: Card) -> Sentence | None:
    """An honour was led, or risked, though a higher card had not been seen."""
    above = higher_in_hands(s, played)
    if s.stronger[played] & better.bit:
        # The better card is higher: it beats the cards between the two.
        above &= ~s.stronger[better] if _both_win(s, better, played) else 0
    elif s.height(played) < HIGH or (s.led_suit is not None and not _risked(s, better, played)):
        return None
    if not above:
        return None
    higher = max(cards_in(above), key=s.strength.__getitem__)
    return Sentence("higher-unseen", {"card": str(played), "higher": str(higher)})


def _both_win(s: Situation, better: Card, played: Card) -> bool:
    """Returns whether both cards take the lead in the trick, and opponents are still to come."""
    return better in s.winning_cards and played in s.winning_cards and bool(s.later_opponents)


def _risked(s: Situation, better: Card, played: Card) -> bool:
    """Returns whether a later opponent may beat the card played with a higher one of its suit."""
    if better in s.winning_cards or played not in s.winning_cards or played.suit is not s.led_suit:
        return False
    return any(s.distribution[seat].possible & s.stronger[played] for seat in s.later_opponents)


def overtrumped(s: Situation, better: Card, played: Card) -> Sentence | None:
    """A trump was risked before an opponent who had shown out of the suit."""
    if s.led_suit is None or s.can_follow or played.suit is not s.trump:
        return None
    if better.suit is s.trump and not s.stronger[played] & better.bit:
        return None
    for seat in s.later_opponents:
        there = s.distribution[seat]
        if s.led_suit in s.voids[seat] and (there.possible | there.known) & s.stronger[played]:
            return Sentence("opponent-behind", {"seat": str(seat), "suit": str(s.led_suit)})
    return None


def opponents_suit(s: Situation, better: Card, played: Card) -> Sentence | None:
    """A suit was led that the opponents had chosen before."""
    suit = played.suit
    if s.led_suit is not None or suit in (s.trump, better.suit):
        return None
    if not any(trick.cards[0].suit is suit for trick in s.tricks_led_by(s.opponents)):
        return None
    if any(trick.cards[0].suit is suit for trick in s.tricks_led_by((*s.partners, s.seat))):
        return None
    return Sentence("opponents-led", {"suit": str(suit)}) if s.partners else None


def from_a_tenace(s: Situation, better: Card, played: Card) -> Sentence | None:
    """A suit was led whose best two cards would rather have waited: ace and queen, say."""
    held = s.holding(played.suit)
    if s.led_suit is not None or played.suit in (s.trump, better.suit) or len(held) < 2:
        return None
    low, top = held[-2:]
    if not s.is_master(top) or s.height(low) < HIGH or s.are_touching(low, top):
        return None
    named = {"higher": str(top), "card": str(low), "suit": str(played.suit)}
    return Sentence("tenace", named)


def misses_the_ten(s: Situation, better: Card, played: Card) -> Sentence | None:
    """A trump above the ten was spent while the ten was still out (S8, CS2)."""
    ten = s.card_points.ten
    if ten is None or s.stronger[ten] & better.bit or not s.stronger[ten] & played.bit:
        return None
    if not s.outstanding_in(ten.suit) & ten.bit or ten in s.view.table:
        return None
    return Sentence("ten-unseen", {"higher": str(ten), "card": str(played)})


SHORT_TEN_COST = {(4, 2): "5.2", (6, 2): "4.7", (6, 3): "4.4", (8, 2): "2.0", (8, 4): "1.7"}
"""Points a deal that leading a short ten at once costs, by players and sides (S8).

Measured with ``club`` on 4,000 deals each by ``benchmarks/short_ten_lead.py``.
"""


def short_ten_led(s: Situation, better: Card, played: Card) -> Sentence | None:
    """A short ten was led at once, as the books advise, though partner need not have the jack."""
    return short_ten_kept(s, better, better) if played is s.card_points.ten else None


def short_ten_kept(s: Situation, better: Card, played: Card) -> Sentence | None:
    """A short ten is not led at once, against the advice of the books (S8)."""
    ten = s.card_points.ten
    cost = SHORT_TEN_COST.get((s.view.deal_rules.players, len(s.view.deal_rules.sides)))
    if ten is None or cost is None or ten in (better, played) or s.is_master(ten):
        return None
    if lead_short_ten(s) is None or lead_short_ten_if_favoured(s) is not None:
        return None
    return Sentence("short-ten", {"amount": cost})


ARGUMENTS_AGAINST: tuple[Fact, ...] = (
    short_ten_led,
    over_partner,
    gives_points,
    higher_than_enough,
    high_for_nothing,
    overtrumped,
    throws_a_winner,
    bares_an_honour,
    only_partners_trumps,
    into_a_ruff,
    partner_out,
    misses_the_ten,
    from_a_tenace,
    higher_about,
    opponents_suit,
)
"""In order of priority."""


# For the better card. Where none has been played yet, the better card is passed for it.


def wins_it(s: Situation, better: Card, played: Card) -> Sentence | None:
    """It wins the trick for certain."""
    if s.led_suit is None or better not in s.winning_cards:
        return None
    if played in s.winning_cards and played is not better:
        return None
    if not s.later_seats:
        return Sentence("wins-last", {"card": str(better)})
    return Sentence("wins-surely", {"card": str(better)}) if holds_surely(s, better) else None


def takes_points(s: Situation, better: Card, played: Card) -> Sentence | None:
    """It may win points that lie on the table (S5)."""
    if (
        s.led_suit is None
        or not s.card_points.can_feed_partner
        or not s.points_on_table
        or better not in s.winning_cards
    ):
        return None
    if played in s.winning_cards and played is not better:
        return None
    return Sentence("takes-points", {"count": str(s.points_on_table)})


def partner_doubtful(s: Situation, better: Card, played: Card) -> Sentence | None:
    """Partner is winning, but an opponent to come may have a higher card."""
    if not s.is_partner_winning or s.best_card is None or better not in s.winning_cards:
        return None
    if played in s.winning_cards and played is not better:
        return None
    above = s.outstanding & s.stronger[s.best_card] & ~(s.stronger[better] | better.bit)
    above &= sum(1 << card for card in cards_in(above) if _may_come(s, card))
    if not above:
        return None
    higher = max(cards_in(above), key=s.strength.__getitem__)
    return Sentence("partner-doubtful", {"higher": str(higher), "card": str(s.best_card)})


def _may_come(s: Situation, card: Card) -> bool:
    """Returns whether an opponent to come may hold the card."""
    there = [s.distribution[seat] for seat in s.later_opponents]
    return any((one.possible | one.known) & card.bit for one in there)


def one_above(s: Situation, better: Card, played: Card) -> Sentence | None:
    """It would win, but for one card that has not been seen."""
    above = s.outstanding & s.stronger[better]
    if s.led_suit is None or better not in s.winning_cards or above.bit_count() != 1:
        return None
    if played in s.winning_cards and played is not better:
        return None
    return Sentence("one-above", {"card": str(better), "higher": str(cards_in(above)[0])})


def leaves_it_to_partner(s: Situation, better: Card, played: Card) -> Sentence | None:
    """Partner is winning, and it does not interfere."""
    if (
        not s.is_partner_winning
        or s.best_card is None
        or better in s.winning_cards
        or better is not played
    ):
        return None
    return Sentence(partner_lead(s), {"card": str(s.best_card)})


def best_left(s: Situation, better: Card, played: Card) -> Sentence | None:
    """It is the best card left of its suit, or the others have none above it."""
    suit = better.suit
    if s.led_suit is not None or not is_unbeaten(s, better):
        return None
    named = {"card": str(better), "suit": str(suit)}
    if not is_best_left(s, better):
        return Sentence("equal-best", named)
    safe = s.trump not in (None, suit) and holds_surely(s, better)
    return Sentence("best-left-safe" if safe else "best-left", named)


def ruff_for_partner(s: Situation, better: Card, played: Card) -> Sentence | None:
    """Partner has shown out of the suit and may trump it."""
    if s.led_suit is not None or len(s.partners) != 1:
        return None
    partner = s.partners[0]
    if better.suit not in s.voids[partner] or not s.can_ruff(partner, better.suit):
        return None
    return Sentence("partner-out", {"suit": str(better.suit)})


def partner_led(s: Situation, better: Card, played: Card) -> Sentence | None:
    """Partner has led the suit before."""
    if s.led_suit is not None or len(s.partners) != 1:
        return None
    led = {trick.cards[0].suit for trick in s.tricks_led_by(s.partners)}
    if better.suit not in led or (played.suit is better.suit and played is not better):
        return None
    return Sentence("partner-led", {"suit": str(better.suit)})


def from_length(s: Situation, better: Card, played: Card) -> Sentence | None:
    """It is led from the longest suit, or it is the only card of a suit."""
    suit = better.suit
    if s.led_suit is not None or suit is s.trump or (played.suit is suit and played is not better):
        return None
    lengths = [len(s.holding(other)) for other in s.plain_suits]
    if len(s.holding(suit)) == 1 and s.holding(s.trump) and s.outstanding_in(suit):
        return Sentence("singleton", {"card": str(better), "suit": str(suit)})
    if (
        len(s.holding(suit)) < max(lengths)
        or lengths.count(max(lengths)) > 1
        or not any(one.suit not in (suit, s.trump) for one in s.legal)
    ):
        return None
    return Sentence("longest", {"suit": str(suit)})


def drawing(s: Situation, better: Card, played: Card) -> Sentence | None:
    """It draws the trumps that others may have."""
    return draws_trumps(s, better) if played.suit is not s.trump or played is better else None


def trumps_counted(s: Situation, better: Card, played: Card) -> Sentence | None:
    """The count of trumps played, held and out, where the decision turns on it."""
    if s.trump is None or s.trump not in (better.suit, played.suit) or s.led_suit is not None:
        return None
    mask, view = SUIT_MASKS[s.trump], s.view
    played_before = view.played.mask
    for hand in view.earlier:
        played_before |= mask_of(card for trick in hand for card in trick.cards)
    gone, own = (played_before & mask).bit_count(), (s.hand & mask).bit_count()
    out = s.outstanding_in(s.trump).bit_count()
    if waits(s) or not gone or (better.suit is s.trump and s.opponents_have_trumps):
        return None
    if not out:
        return Sentence("trumps-mine") if own else None
    tag = "trumps-count" if all_are_held(s) else "trumps-count-most"
    return Sentence(tag, {"gone": str(gone), "own": str(own), "out": str(out)})


ARGUMENTS_FOR: tuple[Fact, ...] = (
    wins_it,
    takes_points,
    leaves_it_to_partner,
    partner_doubtful,
    one_above,
    ruff_for_partner,
    best_left,
    partner_led,
    drawing,
    trumps_counted,
    from_length,
)
"""In order of priority."""
