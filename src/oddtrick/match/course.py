"""The course of a deal: its phases in order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.match.chance_actions import ToDeal
from oddtrick.match.cutting import CutFor, Cutting, ToCut
from oddtrick.match.hand_play import Playing, open_hand
from oddtrick.match.trump_choice import Throwing, ToChoose, ToThrow
from oddtrick.rules import Tie, TrumpSource

if TYPE_CHECKING:
    from oddtrick.match.phase import Step
    from oddtrick.match.state import Match


def settle_tie(match: Match) -> ToCut | ToThrow | None:
    """Those who tied for most tricks cut or throw for the choice of trumps (K5)."""
    log = match.deal
    if log.deal is not None or log.chooser is not None or not _chosen(match):
        return None
    done = match.past[-1].result
    assert done is not None
    if match.rules.trumps.tie is Tie.RPS:
        return ToThrow(Throwing(done.leaders))
    return ToCut(Cutting(CutFor.TRUMPS, (done.leaders,)))


def choose_trumps(match: Match) -> ToChoose | None:
    """The chooser names trumps, blind or with the cards in hand (K3)."""
    log = match.deal
    if log.trump is not None or log.trump_called or not _chosen(match):
        return None
    if log.deal is None and not match.rules.trumps.blind:
        return None
    assert log.chooser is not None
    return ToChoose(log.chooser)


def deal_cards(match: Match) -> ToDeal | None:
    """The cards are dealt, once."""
    return ToDeal() if match.deal.deal is None else None


def play_hands(match: Match) -> Playing | None:
    """The next of the separate hands is played (S4)."""
    log, rules = match.deal, match.deal_rules
    assert log.deal is not None
    if len(log.hands) == len(log.deal.hands):
        return None
    hands = log.held or log.deal.hands
    return open_hand(
        tuple(hand.mask for hand in hands[len(log.hands)]),
        leader=log.leader,
        seats=log.seats,
        trump=log.trump,
        order=rules.order.strengths(log.trump),
        break_trumps=rules.break_trumps,
        dogs=log.dogs,
        stock=log.deal.stock,
    )


def _chosen(match: Match) -> bool:
    return match.rules.trumps.source(match.number) is TrumpSource.CHOSEN


COURSE: tuple[Step, ...] = (settle_tie, choose_trumps, deal_cards, play_hands)
"""The course of a deal without calls."""
