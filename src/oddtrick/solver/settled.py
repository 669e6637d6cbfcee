"""Deals whose points no trick can change any more."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

from msgspec.structs import replace

from oddtrick.cards import Card, cards_in
from oddtrick.match import Match, Playing
from oddtrick.scoring import DealFacts

if TYPE_CHECKING:
    from oddtrick.rules import Rules


def is_settled(match: Match) -> bool:
    """True if every side makes the same points, whoever takes the tricks to come (W5, SO5, B5).

    A misère that has taken a trick is settled, and so is a contract that can't be made where
    tricks short of it cost nothing more. A deal in which single cards count, players may pass (X5)
    or cards are still to be drawn (G3) never is, nor one with further hands (S4), nor a match that
    players fall out of (K4).

    >>> from oddtrick import new_match
    >>> is_settled(new_match("solo-whist", seed=1))
    False
    """
    hand, rules = match.phase, match.deal_rules
    if not isinstance(hand, Playing) or hand.layout.stock or match.deal.dogs:
        return False
    if not rules.profile.by_tricks or match.rules.goal.eliminates:
        return False
    view = match.view(None)
    if view.hand_number + 1 < view.hand_count:
        return False
    nobody = (0,) * rules.players
    return _is_settled(
        rules,
        DealFacts(
            sides=rules.sides,
            tricks=view.won,
            taken=nobody,
            dealt=nobody,
            winning=0,
            trump=view.trump,
            score=view.score,
            calls=match.deal.revealed_calls,
            number=view.number,
        ),
    )


def settled_line(match: Match) -> tuple[Card, ...] | None:
    """Returns cards that complete a settled deal, the lowest that are legal; None if it is none."""
    if not is_settled(match):
        return None
    hand, line = match.phase, []
    assert isinstance(hand, Playing)
    while not hand.complete:
        order = hand.layout.order
        line.append(min(cards_in(hand.legal_mask()), key=lambda card: order[card]))
        hand = hand.after(line[-1])
    return tuple(line)


@lru_cache(256)
def _is_settled(rules: Rules, so_far: DealFacts) -> bool:
    left = rules.tricks_in(so_far.number) - sum(so_far.tricks)
    first = None
    for takers in combinations_with_replacement(range(rules.players), left):
        won = list(so_far.tricks)
        for taker in takers:
            won[taker] += 1
        stages = rules.scoring.stages(replace(so_far, tricks=tuple(won)))
        if first is not None and stages != first:
            return False
        first = stages
    return True
