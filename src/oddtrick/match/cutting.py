"""Cutting for the deal, for partners, and for the choice of trumps (T7, C2, K5)."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from oddtrick.cards import Rank, check_card
from oddtrick.errors import RuleBroken
from oddtrick.match.chance_actions import Cut, StillTied, check_still_tied
from oddtrick.match.phase import Phase
from oddtrick.views import Awaited

if TYPE_CHECKING:
    from collections.abc import Iterable

    from oddtrick.match.chance_actions import Action
    from oddtrick.match.state import Match
    from oddtrick.rules import Rules


class CutFor(Enum):
    """The purpose of a cut."""

    DEALER = "T7"
    """The lowest deals."""
    PARTNERS = "C2"
    """The two highest play the two lowest, or sides are formed by rank (X3); the lowest deals."""
    TRUMPS = "K5"
    """The highest chooses trumps."""


Groups = tuple[tuple[int, ...], ...]
"""Seats from the lowest cut to the highest; equal ones stand in one group."""


class Cutting(msgspec.Struct, frozen=True):
    """Seats that cut until the purpose of the cut is settled.

    Args:
        purpose: of the cut.
        groups: the order so far.
        last: each seat's last card that counted towards the order.
        ace_low: the ace is the lowest card; otherwise it is the highest.
        by_rank: every tie of a cut for partners is cut again, because each rank has a seat (X3).

    >>> from oddtrick.match.chance_actions import Cut
    >>> from oddtrick.cards import Card
    >>> start = Cutting(CutFor.DEALER, ((0, 1, 2),))
    >>> once = start.after(Cut(((0, Card.S4), (1, Card.HA), (2, Card.D4))))
    >>> once.groups, once.to_cut
    (((0, 2), (1,)), (0, 2))
    """

    purpose: CutFor
    groups: Groups
    last: Cut | None = None
    ace_low: bool = False
    by_rank: bool = False

    @property
    def to_cut(self) -> tuple[int, ...]:
        """The seats that must cut now; none when the cut is settled."""
        if self.last is None:
            return self.groups[-1]
        if self.purpose is CutFor.TRUMPS:
            return _if_tied(self.groups[-1])
        if self.purpose is CutFor.DEALER:
            return _if_tied(self.groups[0])
        if self.by_rank:
            return next((group for group in self.groups if len(group) > 1), ())
        return _across_the_middle(self.groups) or _if_tied(self.groups[0])

    @property
    def order(self) -> tuple[int, ...]:
        """The seats from the lowest to the highest; level ones by number."""
        return tuple(seat for group in self.groups for seat in group)

    def without(self, seats: Iterable[int]) -> Cutting:
        """The cut after unrecorded rounds that left only these seats in it."""
        return Cutting(self.purpose, (tuple(seats),), ace_low=self.ace_low)

    def after(self, cut: Cut) -> Cutting:
        """The order after one more round.

        Raises:
            RuleBroken: the wrong seats cut.
        """
        cards = dict(cut.cards)
        if tuple(sorted(cards)) != tuple(sorted(self.to_cut)) or len(cards) != len(cut.cards):
            raise RuleBroken(
                f"{_seats(cards)} cut, but it is for {_seats(self.to_cut)} to cut",
                self.purpose.value,
            )
        at = self.groups.index(self.to_cut)
        ranks = sorted({card.rank for card in cards.values()}, key=self._height)
        split = tuple(
            tuple(seat for seat in self.groups[at] if cards[seat].rank is rank) for rank in ranks
        )
        groups = (*self.groups[:at], *split, *self.groups[at + 1 :])
        return Cutting(self.purpose, groups, cut, self.ace_low, self.by_rank)

    def _height(self, rank: Rank) -> int:
        return -1 if self.ace_low and rank is Rank.ACE else rank


def _if_tied(group: tuple[int, ...]) -> tuple[int, ...]:
    return group if len(group) > 1 else ()


def _across_the_middle(groups: Groups) -> tuple[int, ...]:
    """The group that holds both the second lowest and the second highest of four, or none."""
    lower = 0
    for group in groups:
        if lower < 2 < lower + len(group):
            return group
        lower += len(group)
    return ()


def _seats(seats: Iterable[int]) -> str:
    numbers = sorted(seats)
    return ("seat " if len(numbers) == 1 else "seats ") + ", ".join(map(str, numbers))


class ToCut(Phase, frozen=True):
    """Seats cut cards: chance acts."""

    cutting: Cutting

    awaited = Awaited.CUT
    waits = "the cards are cut"

    def shown(self, seat: int | None) -> dict[str, Any]:
        """The seats that cut, and the last cards, which all see."""
        last = self.cutting.last
        return {"to_cut": self.cutting.to_cut, "cut": last.cards if last else ()}

    def apply(self, match: Match, action: Action) -> Match:
        """One more round of the cut; the last one seats the players or finds who chooses trumps."""
        cutting = self._after(match, action)
        if cutting.purpose is not CutFor.TRUMPS:
            match = replace(match, opening=(*match.opening, action), phase=ToCut(cutting))
            return match if cutting.to_cut else _seated(match, cutting)
        match = match.logged(action).enter(ToCut(cutting))
        if isinstance(action, Cut):
            match = match.with_deal(rounds=(*match.deal.rounds, action.cards))
        return match if cutting.to_cut else match.with_deal(chooser=cutting.order[-1]).proceed()

    def _after(self, match: Match, action: Action) -> Cutting:
        cutting = self.cutting
        if isinstance(action, Cut):
            _check_cut(action, match.rules)
            return cutting.after(action)
        if not isinstance(action, StillTied):
            raise self.misplaced(action)
        if cutting.purpose is not CutFor.TRUMPS:
            raise RuleBroken("a cut for the deal is made by all", cutting.purpose.value)
        check_still_tied(cutting.to_cut, action)
        return cutting.without(action.seats)


def _check_cut(cut: Cut, rules: Rules) -> None:
    """Refuses cards outside the pack; two seats may cut the same card, one after the other."""
    for seat, card in cut.cards:
        check_card(card)
        if not rules.pack & card.bit:
            raise RuleBroken(
                f"seat {seat} cuts {card}, which is not in the pack", rules.plan.pack_rule
            )


def _seated(match: Match, cutting: Cutting) -> Match:
    """Seats the players after a settled cut for the deal or for partners (T7, C2)."""
    order = cutting.order
    dealer, seating = order[0], match.seating
    if cutting.purpose is CutFor.PARTNERS:
        dealer, seating = 0, order
        if not cutting.by_rank:
            seating = (order[0], order[2], order[1], order[3])
    return replace(match, seating=seating).with_deal(dealer=dealer).proceed()
