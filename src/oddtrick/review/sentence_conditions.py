"""The sentences of the heuristics, each with the condition under which a player may be told it.

A heuristic may rest on mere likelihood, while its sentence states a fact. A hint or review states
a sentence only where all of it follows from what the seat has seen; where it does not, a
neighbouring sentence may.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from oddtrick.bots.heuristics.aims import TrickAim
from oddtrick.bots.heuristics.catch_the_ten import SHORT_TRUMPS, shortest_plain_suit
from oddtrick.bots.heuristics.leads import FEWEST_TO_DRAW, FOURTH, SHORT
from oddtrick.cards import Card, Rank
from oddtrick.review.provable import (
    all_are_held,
    beats_surely,
    higher_in_hands,
    holds_surely,
    is_best_left,
    is_unbeaten,
    may_beat,
    partner_lead,
    waits,
)
from oddtrick.review.sentences import Sentence
from oddtrick.tricks import SUIT_MASKS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from oddtrick.bots.heuristics.situation import Situation


# Conditions on a card.


def is_lowest(s: Situation, card: Card) -> bool:
    """Returns whether no lower card of its suit may be played."""
    return not any(one.suit is card.suit and s.strength[one] < s.strength[card] for one in s.legal)


def has_trick(s: Situation, card: Card) -> bool:
    """Returns whether partner has the trick for certain, and the card leaves it there."""
    return (
        s.is_partner_winning
        and s.best_card is not None
        and card not in s.winning_cards
        and holds_surely(s, s.best_card)
    )


def loses(s: Situation) -> bool:
    """Returns whether an opponent is winning, and no card beats theirs."""
    return s.led_suit is not None and not s.winning_cards and not s.is_partner_winning


def has_only_trumps(s: Situation) -> bool:
    """Returns whether the hand consists of trumps."""
    return s.trump is not None and not s.hand & ~SUIT_MASKS[s.trump]


def declines_ruff(s: Situation, card: Card) -> bool:
    """Returns whether a trump could have won the trick, and the card is none."""
    return not s.can_follow and card.suit is not s.trump and bool(s.winning_cards)


def is_cheapest_winner(s: Situation, card: Card) -> bool:
    """Returns whether the card is the lowest that wins the trick so far."""
    return bool(s.winning_cards) and card is s.winning_cards[0]


def wins_last(s: Situation, card: Card) -> bool:
    """Returns whether last hand wins the trick as cheaply as it can."""
    return not s.later_seats and s.can_follow and is_cheapest_winner(s, card)


def is_second(s: Situation) -> bool:
    """Returns whether second hand follows suit."""
    return len(s.view.table) == 1 and s.can_follow


def splits(s: Situation, card: Card) -> bool:
    """Returns whether the card is the lowest of touching honours held, and second hand plays it."""
    above = [one for one in s.winning_cards if s.strength[one] > s.strength[card]]
    return (
        is_second(s)
        and card in s.winning_cards
        and s.height(card) >= Rank.JACK
        and any(s.are_touching(card, one) for one in above)
    )


def covers(s: Situation, card: Card) -> bool:
    """Returns whether an honour that may be beaten covers an opponent's honour of its suit."""
    best = s.best_card
    return (
        best is not None
        and bool(s.later_seats)
        and not s.is_master(card)
        and s.height(best) >= Rank.JACK
        and s.height(card) >= Rank.JACK
        and card in s.winning_cards
        and card.suit is best.suit
        and not s.is_partner_winning
    )


def cashes_in_time(s: Situation, card: Card) -> bool:
    """Returns whether the best card left of a suit that was led before wins so far."""
    return (
        s.can_follow
        and card in s.winning_cards
        and s.is_master(card)
        and bool(s.times_led(card.suit))
    )


def finesses(s: Situation, card: Card) -> bool:
    """Returns whether one outstanding card lies between the card and the best one held."""
    if not s.can_follow or s.view.table_seats[0] not in s.partners:
        return False
    top = s.winning_cards[-1] if s.winning_cards else card
    between = s.outstanding & s.stronger[card] & ~s.stronger[top]
    return card in s.winning_cards and s.is_master(top) and between.bit_count() == 1


def is_beaten(s: Situation, card: Card) -> bool:
    """Returns whether a later opponent is known to beat every card that wins so far."""
    return (
        s.can_follow
        and bool(s.winning_cards)
        and is_lowest(s, card)
        and all(
            any(beats_surely(s, seat, one) for seat in s.later_opponents) for one in s.winning_cards
        )
    )


def third_hand_high(s: Situation, card: Card) -> bool:
    """Returns whether third hand wins, and no touching lower card would."""
    lower = [one for one in s.legal if s.strength[one] < s.strength[card]]
    return (
        len(s.view.table) == 2
        and s.can_follow
        and s.view.table_seats[0] in s.partners
        and card in s.winning_cards
        and not any(one in s.winning_cards and s.are_touching(one, card) for one in lower)
    )


def ruffs(s: Situation, card: Card) -> bool:
    """Returns whether the card ruffs a plain suit."""
    return s.led_suit not in (None, s.trump) and card.suit is s.trump and not s.can_follow


def ruffs_high(s: Situation, card: Card) -> bool:
    """Returns whether the card ruffs ahead of an opponent who may overruff."""
    return (
        ruffs(s, card)
        and card in s.winning_cards
        and s.led_suit is not None
        and any(
            s.led_suit in s.voids[seat] and s.can_ruff(seat, s.led_suit)
            for seat in s.later_opponents
        )
    )


def is_doubtful(s: Situation, card: Card) -> bool:
    """Returns whether no trump is spent, as partner may still win the trick."""
    return (
        declines_ruff(s, card)
        and not s.is_partner_winning
        and s.best_card is not None
        and any(may_beat(s, seat, s.best_card) for seat in s.later_seats if seat in s.partners)
    )


def partners_led(s: Situation, card: Card) -> bool:
    """Returns whether the card leads a suit that partner has led."""
    led = {trick.cards[0].suit for trick in s.tricks_led_by(s.partners)}
    return s.led_suit is None and card.suit in led


def partner_may_ruff(s: Situation, card: Card) -> bool:
    """Returns whether the card leads a suit that partner may ruff."""
    return s.led_suit is None and any(s.can_ruff(seat, card.suit) for seat in s.partners)


def is_longest(s: Situation, card: Card) -> bool:
    """Returns whether no plain suit in hand is longer, and some are shorter."""
    held = {suit: len(s.holding(suit)) for suit in s.plain_suits if s.holding(suit)}
    return (
        s.led_suit is None
        and card.suit is not s.trump
        and min(held.values()) < len(s.holding(card.suit)) == max(held.values())
    )


def is_low(s: Situation, card: Card) -> bool:
    """Returns whether the card is the lowest of its suit that may be played, and no honour."""
    return is_lowest(s, card) and s.height(card) < Rank.JACK


def leads_fourth_best(s: Situation, card: Card) -> bool:
    """Returns whether the card is the fourth best of the longest suit."""
    held = s.holding(card.suit)
    return is_longest(s, card) and len(held) >= FOURTH and held[-FOURTH] is card


def tops_sequence(s: Situation, card: Card) -> bool:
    """Returns whether the card is led from touching honours with a higher card out."""
    held = s.holding(card.suit)
    return (
        s.led_suit is None
        and len(held) > 1
        and held[-1] is card
        and s.height(held[-2]) >= Rank.TEN
        and s.are_touching(held[-2], card)
        and bool(higher_in_hands(s, card))
    )


def has_only_winners(s: Situation, card: Card) -> bool:
    """Returns whether all cards in hand are the best of their suits, and trumps can be drawn."""
    if s.hand != sum(one.bit for one in s.legal) or not all(map(s.is_master, s.legal)):
        return False
    out = s.outstanding_in(s.trump).bit_count()
    if not s.opponents_have_trumps:
        return True
    return card.suit is s.trump and len(s.holding(s.trump)) >= out


def has_no_trick(s: Situation, card: Card) -> bool:
    """Returns whether the seat has no trick yet, and needs one to stay in (K6)."""
    return s.card_points.eliminates and not s.view.won[s.seat]


def empties_short(s: Situation, card: Card) -> bool:
    """Returns whether the card leads the shortest plain suit."""
    lengths = [len(s.holding(suit)) for suit in s.plain_suits if s.holding(suit)]
    return (
        s.led_suit is None
        and card.suit is not s.trump
        and bool(s.holding(s.trump))
        and bool(s.outstanding_in(card.suit))
        and len(s.holding(card.suit)) == min(lengths) <= SHORT
    )


def leads_low(s: Situation, card: Card) -> bool:
    """Returns whether the card is a low lead, and no lead is sure to win."""
    return s.led_suit is None and is_low(s, card) and not any(map(s.is_master, s.legal))


def is_ten(s: Situation, card: Card) -> bool:
    """Returns whether the card is the ten of trumps that counts."""
    return card is s.card_points.ten


def ten_may_wait(s: Situation, card: Card) -> bool:
    """Returns whether the ten would win so far, but may be beaten by a later opponent."""
    ten = s.card_points.ten
    if ten is None or card is ten or ten not in s.winning_cards:
        return False
    return any(may_beat(s, seat, ten) for seat in s.later_opponents)


def is_ten_bare(s: Situation, card: Card) -> bool:
    """Returns whether the ten is led from few trumps to a partner who may have some."""
    return (
        is_ten(s, card)
        and s.led_suit is None
        and len(s.holding(s.trump)) <= SHORT_TRUMPS
        and any(not s.is_void(seat, s.trump) for seat in s.partners)
    )


def empties_for_ten(s: Situation, card: Card) -> bool:
    """Returns whether the card is of the shortest suit, with the ten to ruff it later."""
    ten = s.card_points.ten
    return (
        ten is not None
        and bool(s.hand & ten.bit)
        and not s.can_follow
        and shortest_plain_suit(s) is card.suit
    )


def keeps_for_ten(s: Situation, card: Card) -> bool:
    """Returns whether a winner is kept because it can capture the outstanding ten."""
    ten = s.card_points.ten
    if ten is None or s.led_suit is None or ten in s.view.table or card in s.winning_cards:
        return False
    return bool(s.outstanding & ten.bit) and any(
        s.stronger[ten] & one.bit for one in s.winning_cards
    )


def gaps_elsewhere(s: Situation, card: Card) -> bool:
    """Returns whether another suit, led from, would give up a master above a gap."""
    return s.led_suit is None and any(
        has_gap(s, suit) for suit in s.plain_suits if suit is not card.suit
    )


def has_gap(s: Situation, suit: object) -> bool:
    """Returns whether the best card of a suit is held, and a gap below it."""
    held = next((s.holding(one) for one in s.plain_suits if one is suit), ())
    return (
        len(held) > 1
        and s.is_master(held[-1])
        and s.height(held[-2]) >= Rank.JACK
        and not s.are_touching(held[-2], held[-1])
    )


def rids_of_danger(s: Situation, card: Card) -> bool:
    """Returns whether the card leaves the trick to others, and could win a later one."""
    beaten = s.outstanding_in(card.suit) & ~s.stronger[card]
    return (card not in s.winning_cards or s.is_partner_winning) and (
        bool(beaten) or card.suit is s.trump
    )


def may_be_beaten(s: Situation, card: Card) -> bool:
    """Returns whether the card wins so far, and a later opponent may beat it."""
    return card in s.winning_cards and any(may_beat(s, seat, card) for seat in s.later_opponents)


def must_win(s: Situation, card: Card) -> bool:
    """Returns whether every card would win, nobody can beat any, and this one is the highest."""
    highest = max(s.legal, key=s.strength.__getitem__)
    return (
        card is highest
        and all(one in s.winning_cards and holds_surely(s, one) for one in s.legal)
        and not s.is_partner_winning
    )


# The sentences.


def stated(
    s: Situation, tag: str, card: Card, params: Mapping[str, str] | None = None
) -> Sentence | None:
    """The sentence of a heuristic or principle, or its neighbour; None if both claim too much.

    Args:
        s: what the seat can know.
        tag: of the sentence.
        card: the card that it is said of.
        params: those of the heuristic; None: they follow from the card.
    """
    condition = CONDITIONS.get(tag)
    if condition is not None and condition(s, card):
        if params is None:
            params = PARAMS[tag](s, card) if tag in PARAMS else {}
        return Sentence(tag, dict(params))
    neighbour = NEIGHBOURS.get(tag)
    return None if neighbour is None else neighbour(s, card)


CONDITIONS: Mapping[str, Callable[[Situation, Card], bool]] = MappingProxyType(
    {
        "only-card": lambda s, _: len(s.legal) == 1,
        "cannot-win": lambda s, card: loses(s) and s.can_follow and is_lowest(s, card),
        "cannot-win-discard": lambda s, _: loses(s) and not s.can_follow,
        "not-worth-it": lambda s, card: (
            s.can_follow
            and not s.is_partner_winning
            and bool(s.winning_cards)
            and card not in s.winning_cards
            and is_lowest(s, card)
        ),
        "last-hand": wins_last,
        "unblock": lambda s, card: (
            s.can_follow
            and s.view.table_seats[0] in s.partners
            and len(s.legal) == 2
            and not is_lowest(s, card)
        ),
        "echo": lambda s, card: (
            s.can_follow
            and len(s.legal) == 2
            and not is_lowest(s, card)
            and not s.times_led(card.suit)
            and bool(s.partners)
        ),
        "cover-honour": covers,
        "split-honours": splits,
        "second-hand-winner": cashes_in_time,
        "second-hand-low": lambda s, card: is_second(s) and s.has_later_partner and is_low(s, card),
        "finesse": finesses,
        "third-hand-beaten": is_beaten,
        "third-hand-high": third_hand_high,
        "ruff-low": lambda s, card: (
            ruffs(s, card) and is_cheapest_winner(s, card) and not s.is_partner_winning
        ),
        "ruff-high": ruffs_high,
        "doubtful-trick": is_doubtful,
        "return-trumps": lambda s, card: card.suit is s.trump and partners_led(s, card),
        "cash-winner": lambda s, card: s.led_suit is None and is_best_left(s, card),
        "return-partners-suit": partners_led,
        "give-ruff": partner_may_ruff,
        "keep-tenace": gaps_elsewhere,
        "fourth-best": leads_fourth_best,
        "top-of-sequence": tops_sequence,
        "top-of-suit": lambda s, card: (
            is_longest(s, card) and s.holding(card.suit)[-1] is card and not is_lowest(s, card)
        ),
        "long-suit-low": lambda s, card: is_longest(s, card) and is_low(s, card),
        "all-mine": has_only_winners,
        "only-trumps-best": lambda s, card: (
            s.led_suit is None and has_only_trumps(s) and s.holding(s.trump)[-1] is card
        ),
        "only-trumps-low": lambda s, card: (
            s.led_suit is None and has_only_trumps(s) and is_low(s, card)
        ),
        "lead-to-survive": lambda s, card: has_no_trick(s, card) and s.led_suit is None,
        "short-suit": empties_short,
        "lead-low": leads_low,
        "survive": lambda s, card: has_no_trick(s, card) and card in s.winning_cards,
        "ten-wins": lambda s, card: (
            is_ten(s, card) and card in s.winning_cards and holds_surely(s, card)
        ),
        "ten-waits": ten_may_wait,
        "ten-master": lambda s, card: (
            is_ten(s, card) and s.led_suit is None and s.is_master(card) and not waits(s)
        ),
        "ten-bare": is_ten_bare,
        "ten-short-suit": lambda s, card: s.led_suit is None and empties_for_ten(s, card),
        "ten-discard": lambda s, card: s.led_suit is not None and empties_for_ten(s, card),
        "feed-partner": has_trick,
        "prize": lambda s, card: s.points_on_table > 0 and card in s.winning_cards,
        "keep-for-ten": keeps_for_ten,
        **dict.fromkeys(("shed-lead", "give-lead"), lambda s, _: s.led_suit is None),
        **dict.fromkeys(("shed-high", "give-high"), rids_of_danger),
        **dict.fromkeys(("shed-low", "give-low"), may_be_beaten),
        "shed-must-win": must_win,
    }
)
"""The condition of each sentence; heuristics that are not listed state nothing."""

FOLLOWING = (
    "survive",
    "prize",
    "ten-wins",
    "ten-waits",
    "last-hand",
    "third-hand-beaten",
    "cannot-win",
    "partner-ahead-low",
    "ruff-high",
    "ruff-low",
    "doubtful-trick",
    "cover-honour",
    "split-honours",
    "second-hand-winner",
    "second-hand-low",
    "finesse",
    "third-hand-high",
    "not-worth-it",
    "ten-discard",
)
LEADING = (
    "all-mine",
    "ten-master",
    "ten-bare",
    "draw-trumps",
    "return-trumps",
    "give-ruff",
    "return-partners-suit",
    "cash-winner",
    "top-of-sequence",
    "fourth-best",
    "short-suit",
    "ten-short-suit",
    "top-of-suit",
    "long-suit-low",
    "only-trumps-best",
    "only-trumps-low",
    "lead-low",
)
"""The sentences to a trick and to lead that follow from a card alone, by descending priority.

Others rest on a heuristic's own judgement, such as that a signal is worth while.
"""

PARAMS: Mapping[str, Callable[[Situation, Card], dict[str, str]]] = MappingProxyType(
    {
        **dict.fromkeys(
            ("short-suit", "give-ruff", "return-partners-suit"),
            lambda _, card: {"suit": str(card.suit)},
        ),
        "finesse": lambda s, card: {
            "rank": str(card.rank),
            "kept": str(s.winning_cards[-1].rank),
        },
    }
)
"""The parameters of the sentences of principles."""


# The aim: what is told to a seat follows from what more tricks are worth to it.


YIELDING = frozenset(
    {
        *("not-worth-it", "second-hand-low", "duck", "keep-trumps", "doubtful-trick", "echo"),
        *("save-for-partner", "save-from-behind", "keep-tenace", "fourth-best", "top-of-suit"),
        *("long-suit-low", "short-suit", "lead-low", "safest-suit", "singleton", "longest"),
        *("lead-under", "lead-through", "empties-suit", "only-trumps-low", "tenace"),
        *("higher-unseen", "opponents-led", "short-ten"),
    }
)
"""Sentences for a card that may lose the trick, so that others win more of them."""

FOR_MORE = frozenset({"all-mine", "duck", "keep-trumps", "spare-high", "spare-suit", "safest-suit"})
"""Sentences that hold the cards which win most to be worth most."""


def suits_aim(sentence: Sentence, aim: TrickAim) -> bool:
    """Returns whether a sentence may be said to a seat with an aim that is to win tricks."""
    if aim is TrickAim.ALL:
        return sentence.tag not in YIELDING
    return aim is not TrickAim.SOME or sentence.tag not in FOR_MORE


# Neighbours: what may be said instead.


def _partner_winning(s: Situation, card: Card) -> Sentence | None:
    """Partner is winning: for certain, or so far."""
    best = s.best_card
    if not s.is_partner_winning or best is None or card in s.winning_cards:
        return None
    named = {"card": str(best)}
    surely, low = (
        has_trick(s, card),
        s.can_follow and is_lowest(s, card),
    )
    if declines_ruff(s, card):
        return (
            Sentence("partner-winning-discard")
            if surely
            else Sentence("partner-ahead-discard", named)
        )
    if surely and has_only_trumps(s) and is_lowest(s, card):
        return Sentence("partner-winning-trumps")
    if low:
        return Sentence("partner-winning") if surely else Sentence("partner-ahead-low", named)
    return Sentence(partner_lead(s), named)


def draws_trumps(s: Situation, card: Card) -> Sentence | None:
    """Trumps are led from strength, and opponents may have some."""
    if s.led_suit is not None or card.suit is not s.trump or not _can_draw(s, card):
        return None
    out = s.outstanding_in(s.trump).bit_count()
    if not all_are_held(s):
        return Sentence("draw-trumps")
    if out == 1:
        return Sentence("draw-last-trump")
    return Sentence("draw-trumps-count", {"number": str(out)})


def _can_draw(s: Situation, card: Card) -> bool:
    """Returns whether a trump takes more from opponents than it costs.

    It is the best of all, or one of several of which none is.
    """
    trumps = s.holding(s.trump)
    if not s.opponents_have_trumps:
        return False
    return s.is_master(card) or (not s.is_master(trumps[-1]) and len(trumps) >= FEWEST_TO_DRAW)


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
