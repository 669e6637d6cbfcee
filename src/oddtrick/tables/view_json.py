"""A view as it is sent: everything a client needs to draw the match, and no rules.

Cards are written rank first (``TH``), suits as one letter; all is told of seats.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from oddtrick.cards import cards_in
from oddtrick.rules import Throw, written

if TYPE_CHECKING:
    from collections.abc import Iterable

    from oddtrick.cards import Card, Suit
    from oddtrick.views import SeenDeal, SeenTrick, View

SuitLetter = Literal["S", "H", "D", "C"]


class TrickView(msgspec.Struct, frozen=True):
    """A trick that has been played.

    Args:
        seats: in the order in which they played; the first led.
        cards: what each of them played.
        winner: the seat that won it.
    """

    seats: tuple[int, ...]
    cards: tuple[str, ...]
    winner: int


class DealView(msgspec.Struct, frozen=True):
    """What a finished deal came to.

    Args:
        dealer: the seat that dealt.
        trump: the trump suit, or None.
        tricks: won by each seat.
        points: scored by each side.
        score: of each side after it.
        games: won by each side so far.
    """

    dealer: int
    trump: SuitLetter | None
    tricks: tuple[int, ...]
    points: tuple[int, ...]
    score: tuple[int, ...]
    games: tuple[int, ...]


class MatchView(msgspec.Struct, frozen=True, kw_only=True):
    """The match as one seat, or a spectator, may see it.

    Args:
        seat: whose view it is; None: a spectator's.
        awaited: what the match waits for: ``cut``, ``deal``, ``card``, ``choice``, ``throw`` or
            ``nothing``.
        to_act: the seat to act; None when chance acts, or nobody.
        legal: what this seat may do now; empty when it is not its turn.
        number: the deal under way, from 0.
        dealer: the seat that deals it.
        seats: those still in.
        score: of each side, before the deal under way.
        games: won by each side.
        over: the match is over.
        winner: the index of the side that won, or None.
        deals: the finished deals.
        to_cut: the seats whose turn it is to cut.
        cut: seats and the last cards they cut.
        thrown: the seats that have thrown in this round.
        own_throw: this seat's own throw.
        contest: what was last cut or thrown in a tie for the choice of trumps (K5).
        chooser: the seat that chooses trumps.
        trump: the trump suit; None is none, or not known yet.
        trump_known: whether trumps are settled.
        turn_up: the card turned up.
        turn_up_seat: who is known to hold it.
        turn_up_shown: it lies face up on the table (W4).
        hand_number: which of the deal's separate hands is played, from 0 (S4).
        hand_count: how many it has.
        hand: this seat's own cards, ascending.
        counts: how many cards each seat holds.
        won: the tricks of each seat in this deal.
        tricks: of the hand under way, complete ones.
        table_seats: the seats in the order in which they play to the trick under way.
        table: its cards so far.
        last_trick: the trick completed last, also of the hand or deal before.
        broken: trumps may be led (K7).
    """

    seat: int | None
    awaited: str
    to_act: int | None
    legal: tuple[str, ...]
    number: int
    dealer: int
    seats: tuple[int, ...]
    score: tuple[int, ...]
    games: tuple[int, ...]
    over: bool
    winner: int | None
    deals: tuple[DealView, ...]
    to_cut: tuple[int, ...]
    cut: tuple[tuple[int, str], ...]
    thrown: tuple[int, ...]
    own_throw: str | None
    contest: tuple[tuple[int, str], ...]
    chooser: int | None
    trump: SuitLetter | None
    trump_known: bool
    turn_up: str | None
    turn_up_seat: int | None
    turn_up_shown: bool
    hand_number: int
    hand_count: int
    hand: tuple[str, ...]
    counts: tuple[int, ...]
    won: tuple[int, ...]
    tricks: tuple[TrickView, ...]
    table_seats: tuple[int, ...]
    table: tuple[str, ...]
    last_trick: TrickView | None
    broken: bool


def match_view(view: View) -> MatchView:
    """A view as it is sent."""
    standing = view.standing
    to_act = view.to_act
    return MatchView(
        seat=view.seat,
        awaited=view.awaited.value,
        to_act=None if to_act is None or to_act < 0 else to_act,
        legal=tuple(map(written, view.legal)),
        number=view.number,
        dealer=view.dealer,
        seats=view.seats,
        score=standing.score,
        games=standing.games,
        over=standing.over,
        winner=standing.winner,
        deals=tuple(map(_deal_view, view.past)),
        to_cut=view.to_cut,
        cut=_shown(view.cut),
        thrown=view.thrown,
        own_throw=None if view.own_throw is None else view.own_throw.value,
        contest=_shown(view.contest),
        chooser=view.chooser,
        trump=_letter(view.trump),
        trump_known=view.trump_known,
        turn_up=None if view.turn_up is None else str(view.turn_up),
        turn_up_seat=view.turn_up_seat,
        turn_up_shown=view.turn_up_shown,
        hand_number=view.hand_number,
        hand_count=view.hand_count,
        hand=tuple(map(str, cards_in(view.hand.mask))),
        counts=view.counts,
        won=view.won,
        tricks=tuple(map(_trick_view, view.tricks)),
        table_seats=view.table_seats,
        table=tuple(map(str, view.table)),
        last_trick=None if view.last_trick is None else _trick_view(view.last_trick),
        broken=view.broken,
    )


def _letter(suit: Suit | None) -> SuitLetter | None:
    if suit is None:
        return None
    letters: tuple[SuitLetter, ...] = ("C", "D", "H", "S")
    return letters[suit]


def _shown(shown: Iterable[tuple[int, Card | Throw]]) -> tuple[tuple[int, str], ...]:
    return tuple((seat, str(what)) for seat, what in shown)


def _trick_view(trick: SeenTrick) -> TrickView:
    return TrickView(trick.seats, tuple(map(str, trick.cards)), trick.winner)


def _deal_view(deal: SeenDeal) -> DealView:
    return DealView(
        deal.dealer, _letter(deal.trump), deal.tricks, deal.points, deal.score, deal.games
    )
