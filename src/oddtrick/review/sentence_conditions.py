"""The sentences of the heuristics, each with the condition under which a player may be told it.

A heuristic may rest on mere likelihood, while its sentence states a fact. A hint or review states
a sentence only where all of it follows from what the seat has seen; where it does not, a
neighbouring sentence may.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from oddtrick.cards import Card
from oddtrick.review import card_conditions as play
from oddtrick.review.provable import (
    all_are_held,
    holds_surely,
    is_best_left,
    is_unbeaten,
    known_situation,
    partner_lead,
    waits,
)
from oddtrick.review.sentences import Sentence

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from oddtrick.bots import Advice
    from oddtrick.bots.heuristics.situation import Situation
    from oddtrick.views import View


def certain_sentence(view: View, advice: Advice) -> Sentence | None:
    """The sentence of a heuristic, or its neighbour; None where both would claim too much."""
    card = advice.action
    if not isinstance(card, Card):
        return Sentence(advice.tag, advice.params) if advice.tag else None
    s = known_situation(view)
    condition = CONDITIONS.get(advice.tag)
    if condition is not None and condition(s, card):
        return Sentence(advice.tag, advice.params)
    neighbour = NEIGHBOURS.get(advice.tag)
    return None if neighbour is None else neighbour(s, card)


CONDITIONS: Mapping[str, Callable[[Situation, Card], bool]] = MappingProxyType(
    {
        "only-card": lambda s, _: len(s.legal) == 1,
        "cannot-win": lambda s, card: play.loses(s) and s.can_follow and play.is_lowest(s, card),
        "cannot-win-discard": lambda s, _: play.loses(s) and not s.can_follow,
        "not-worth-it": lambda s, card: (
            s.can_follow
            and not s.is_partner_winning
            and bool(s.winning_cards)
            and card not in s.winning_cards
            and play.is_lowest(s, card)
        ),
        "last-hand": play.wins_last,
        "unblock": lambda s, card: (
            s.can_follow
            and s.view.table_seats[0] in s.partners
            and len(s.legal) == 2
            and not play.is_lowest(s, card)
        ),
        "echo": lambda s, card: (
            s.can_follow
            and len(s.legal) == 2
            and not play.is_lowest(s, card)
            and not s.times_led(card.suit)
            and bool(s.partners)
        ),
        "cover-honour": play.covers,
        "split-honours": play.splits,
        "second-hand-winner": play.cashes_in_time,
        "second-hand-low": lambda s, card: (
            play.is_second(s) and s.has_later_partner and play.is_lowest(s, card)
        ),
        "finesse": play.finesses,
        "third-hand-beaten": play.is_beaten,
        "third-hand-high": play.third_hand_high,
        "ruff-low": lambda s, card: play.ruffs(s, card) and play.is_cheapest_winner(s, card),
        "ruff-high": play.ruffs_high,
        "doubtful-trick": play.is_doubtful,
        "return-trumps": lambda s, card: card.suit is s.trump and play.partners_led(s, card),
        "cash-winner": lambda s, card: s.led_suit is None and is_best_left(s, card),
        "return-partners-suit": play.partners_led,
        "give-ruff": play.partner_may_ruff,
        "keep-tenace": play.gaps_elsewhere,
        "fourth-best": play.leads_fourth_best,
        "top-of-sequence": play.tops_sequence,
        "top-of-suit": lambda s, card: (
            play.is_longest(s, card)
            and s.holding(card.suit)[-1] is card
            and not play.is_lowest(s, card)
        ),
        "long-suit-low": lambda s, card: play.is_longest(s, card) and play.is_lowest(s, card),
        "all-mine": play.has_only_winners,
        "only-trumps-best": lambda s, card: (
            s.led_suit is None and play.has_only_trumps(s) and s.holding(s.trump)[-1] is card
        ),
        "only-trumps-low": lambda s, card: (
            s.led_suit is None and play.has_only_trumps(s) and play.is_lowest(s, card)
        ),
        "lead-to-survive": lambda s, card: play.has_no_trick(s, card) and s.led_suit is None,
        "short-suit": play.empties_short,
        "lead-low": play.leads_low,
        "survive": lambda s, card: play.has_no_trick(s, card) and card in s.winning_cards,
        "ten-wins": lambda s, card: (
            play.is_ten(s, card) and card in s.winning_cards and holds_surely(s, card)
        ),
        "ten-waits": play.ten_may_wait,
        "ten-master": lambda s, card: (
            play.is_ten(s, card) and s.led_suit is None and s.is_master(card) and not waits(s)
        ),
        "ten-bare": play.is_ten_bare,
        "ten-short-suit": lambda s, card: s.led_suit is None and play.empties_for_ten(s, card),
        "ten-discard": lambda s, card: s.led_suit is not None and play.empties_for_ten(s, card),
        "feed-partner": play.has_trick,
        "prize": lambda s, card: s.points_on_table > 0 and card in s.winning_cards,
        "keep-for-ten": play.keeps_for_ten,
    }
)
"""The condition of each sentence; heuristics that are not listed state nothing."""


# Neighbours: what may be said instead.


def _partner_winning(s: Situation, card: Card) -> Sentence | None:
    """Partner is winning: for certain, or so far."""
    best = s.best_card
    if not s.is_partner_winning or best is None or card in s.winning_cards:
        return None
    named = {"card": str(best)}
    surely, low = (
        play.has_trick(s, card),
        s.can_follow and play.is_lowest(s, card),
    )
    if play.declines_ruff(s, card):
        return (
            Sentence("partner-winning-discard")
            if surely
            else Sentence("partner-ahead-discard", named)
        )
    if surely and play.has_only_trumps(s) and play.is_lowest(s, card):
        return Sentence("partner-winning-trumps")
    if low:
        return Sentence("partner-winning") if surely else Sentence("partner-ahead-low", named)
    return Sentence(partner_lead(s), named)


def draws_trumps(s: Situation, card: Card) -> Sentence | None:
    """Trumps are led, and opponents may have some."""
    if s.led_suit is not None or card.suit is not s.trump or not s.opponents_have_trumps:
        return None
    out = s.outstanding_in(s.trump).bit_count()
    if not all_are_held(s):
        return Sentence("draw-trumps")
    if out == 1:
        return Sentence("draw-last-trump")
    return Sentence("draw-trumps-count", {"number": str(out)})


def _cash_equal(s: Situation, card: Card) -> Sentence | None:
    """No other hand has a higher card of the suit, or none at all."""
    if s.led_suit is not None or card.suit is s.trump or not is_unbeaten(s, card):
        return None
    if is_best_left(s, card):
        return Sentence("cash-winner")
    return Sentence("cash-equal" if s.outstanding_in(card.suit) else "cash-last")


NEIGHBOURS: Mapping[str, Callable[[Situation, Card], Sentence | None]] = MappingProxyType(
    {
        **dict.fromkeys(
            (
                "cannot-win",
                "cannot-win-discard",
                "not-worth-it",
                "partner-ahead",
                "partner-ahead-low",
                "partner-ahead-discard",
                "rule-of-eleven",
            ),
            _partner_winning,
        ),
        "draw-trumps": draws_trumps,
        "cash-winner": _cash_equal,
        "likely-winner": _cash_equal,
    }
)
"""The sentences that may be stated if that of the heuristic may not."""
