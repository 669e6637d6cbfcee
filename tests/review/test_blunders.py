"""Tests that reviews report obvious blunders."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from oddtrick.cards import Card, Rank
from oddtrick.review import Decision, review
from oddtrick.review.provable import holds_surely, known_situation
from oddtrick.views import View
from tests.support.review_deals import SOME, blundered


def trumps_partners_winner(view: View) -> Card | None:
    """Returns the lowest trump if partner surely wins and a discard is possible."""
    if len(view.hand) < 5 or view.trick.winner not in view.rules.partners(view.seat or 0):
        return None
    s = known_situation(view)
    assert s.best_card is not None
    trumps = [card for card in s.winning_cards if card.suit is view.trump]
    small = [card for card in s.legal if card.suit is not view.trump and card.rank < Rank.TEN]
    if s.can_follow or not trumps or not small or not holds_surely(s, s.best_card):
        return None
    return trumps[0]


def lets_a_trick_go(view: View) -> Card | None:
    """Returns the lowest card in last hand if an opponent's card could be beaten cheaply."""
    if len(view.table) != 3 or len(view.legal) < 2:
        return None
    s = known_situation(view)
    losers = [card for card in s.legal if card not in s.winning_cards]
    cheap = s.winning_cards and s.winning_cards[0].rank < Rank.JACK and s.can_follow
    return losers[0] if cheap and losers and not s.is_partner_winning else None


def throws_an_ace(view: View) -> Card | None:
    """Returns an ace under an opponent's trump if small cards are available."""
    if not view.table or view.trick.winner in view.rules.partners(view.seat or 0):
        return None
    s = known_situation(view)
    aces = [card for card in s.legal if card.rank is Rank.ACE and card.suit is not view.trump]
    small = [card for card in s.legal if card.rank < Rank.EIGHT]
    return aces[0] if aces and small and not s.can_follow and not s.winning_cards else None


def reported_blunders(find: Callable[[View], Card | None], deals: int = 3) -> list[Decision]:
    """Returns the planted blunders of the first deals, if listed among the key moments."""
    found, seed = [], 0
    while deals:
        made, seed = blundered(seed, find), seed + 1
        if made is None:
            continue
        match, at = made
        deal = review(match, deals=[0], seed=seed, budget=SOME, threads=2).deals[0]
        if at in [moment.decision for moment in deal.moments]:
            found.append(deal.decisions[at])
        deals -= 1
    return found


# A deal may hold three worse mistakes than the planted one: two of three must be found.


def test_trumping_partners_winner_is_reported() -> None:
    blunders = reported_blunders(trumps_partners_winner)
    assert len(blunders) >= 2
    for blunder in blunders:
        assert blunder.theme == "partners-trick"
        said = blunder.explanation[0]
        assert said.tag in ("partner-winning-discard", "partner-safe", "partner-has-it")
        assert said.text().startswith(("Don't ruff: partner has this trick.", "Partner's "))


@pytest.mark.whole(
    held_by="tests/review/test_blunders.py::test_trumping_partners_winner_is_reported"
)
def test_ducking_a_winnable_trick_is_reported() -> None:
    blunders = reported_blunders(lets_a_trick_go)
    assert len(blunders) >= 2
    for blunder in blunders:
        assert blunder.theme == "win-or-leave"
        assert blunder.loss.tricks > 0.5
        said = {one.tag for one in blunder.explanation}
        assert said & {"last-hand", "wins-last", "takes-lead"}
    assert any(blunder.double_dummy_loss for blunder in blunders)


@pytest.mark.whole(
    held_by="tests/review/test_blunders.py::test_trumping_partners_winner_is_reported"
)
def test_throwing_an_ace_away_is_reported() -> None:
    blunders = reported_blunders(throws_an_ace, 5)
    assert len(blunders) >= 2
    for blunder in blunders:
        assert blunder.theme == "discard"
        assert blunder.explanation[0].tag == "best-left"
