"""The phase of a deal in which a decision fell, and the question that it answered."""

from __future__ import annotations

from oddtrick.cards import Card
from oddtrick.review.review_types import Phase, Theme
from oddtrick.rules import PlayerAction
from oddtrick.views import Awaited, View


def phase_of(view: View) -> Phase:
    """The phase: calls, trumps, the first lead of a hand, or a third of its tricks."""
    if view.awaited is Awaited.CHOICE or view.names_trumps:
        return "trumps"
    if view.awaited is Awaited.CALL:
        return "calls"
    done = len(view.tricks)
    if not done and not view.table:
        return "opening-lead"
    assert view.seat is not None
    tricks = done + view.counts[view.seat]
    if 3 * done < tricks:
        return "early"
    return "middle" if 3 * done < 2 * tricks else "ending"


def theme_of(view: View, played: PlayerAction, best: PlayerAction) -> Theme:
    """The theme, from the choice made and a better one; the same choice: from what it did."""
    if view.awaited is Awaited.CALL and not view.names_trumps:
        return "bid"
    if not (isinstance(played, Card) and isinstance(best, Card)):
        return "trump-choice"
    if not view.table:
        return _lead(view, played, best)
    wins = _wins(view, played), _wins(view, best)
    winner = view.trick.winner
    assert view.seat is not None
    if wins[0] != wins[1] and winner in view.deal_rules.partners(view.seat):
        return "partners-trick"
    if played.suit is view.table[0].suit:
        return "win-or-leave" if wins[0] != wins[1] else "how-high"
    trumps = (played.suit is view.trump) + (best.suit is view.trump)
    return ("discard", "ruff", "how-high")[trumps]


def _lead(view: View, played: Card, best: Card) -> Theme:
    if (played.suit is view.trump) != (best.suit is view.trump):
        return "trump-lead"
    if played is best:
        return "trump-lead" if played.suit is view.trump else "suit-led"
    return "card-led" if played.suit is best.suit else "suit-led"


def _wins(view: View, card: Card) -> bool:
    """Returns whether the card would be the best of the trick so far."""
    trick = view.trick.play(card)
    return trick.best == len(view.table)
