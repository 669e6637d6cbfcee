"""The JSON form of a view: everything a client needs to draw the match without knowing rules.

Cards are written rank first (``TH``) and suits as one letter. Players are given by seat.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from oddtrick.cards import cards_in
from oddtrick.rules import Throw, action_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from oddtrick.cards import Card, Suit
    from oddtrick.views import FinishedDeal, PlayedTrick, View

SuitLetter = Literal["S", "H", "D", "C"]


class TrickView(msgspec.Struct, frozen=True):
    """A complete trick.

    Args:
        seats: the seats in playing order; the first led.
        cards: the card of each seat.
        winner: the seat that won the trick.
        passed: the seats that passed instead of playing (X5).
    """

    seats: tuple[int, ...]
    cards: tuple[str, ...]
    winner: int
    passed: tuple[int, ...] = ()


class DealView(msgspec.Struct, frozen=True):
    """The result of a finished deal.

    Args:
        dealer: the seat that dealt.
        trump: the trump suit, or None.
        tricks: the tricks won by each seat.
        points: the points scored by each side.
        score: the score of each side after the deal.
        games: the games won by each side so far.
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
        seat: the viewing seat; None for a spectator.
        awaited: the action that the match waits for: ``cut``, ``deal``, ``card``, ``choice``,
            ``throw`` or ``nothing``.
        to_act: the seat to act; None if chance or nobody is to act.
        legal: the legal actions of the viewing seat; empty when it is not its turn.
        number: the number of the current deal, from 0.
        dealer: the dealer of the current deal.
        seats: the seats still in the match.
        dogs: those of them that were dealt one card and may pass (X5).
        score: the score of each side before the current deal.
        games: the games won by each side.
        rubber: the points of each side for games and the rubber; empty where none count (X6).
        over: the match is over.
        winner: the index of the side that won, or None.
        deals: the finished deals.
        account: the items of each side's points in the last deal, as English phrases; empty while
            cards are played.
        to_cut: the seats that are to cut.
        cut: the cards last cut, with their seats.
        thrown: the seats that have thrown in this round.
        own_throw: the viewing seat's own throw.
        contest: the last cuts or throws of a tie for the choice of trumps (K5).
        chooser: the seat that chooses trumps.
        trump: the trump suit; None if there is none or it is not known yet.
        trump_known: trumps are settled.
        turn_up: the card turned up.
        turn_up_seat: the seat known to hold it.
        turn_up_shown: the turn-up lies face up on the table (W4).
        hand_number: the number of the current hand within the deal, from 0 (S4).
        hand_count: the number of hands in the deal.
        hand: the viewing seat's own cards, ascending.
        counts: the number of cards that each seat holds.
        won: the tricks of each seat in this deal.
        tricks: the complete tricks of the current hand.
        table_seats: the seats in playing order for the current trick, without those that passed.
        passed: the seats that have passed at the current trick (X5).
        table: the cards of the current trick so far.
        last_trick: the last complete trick, possibly of the previous hand or deal.
        broken: trumps may be led (K7).
    """

    seat: int | None
    awaited: str
    to_act: int | None
    legal: tuple[str, ...]
    number: int
    dealer: int
    seats: tuple[int, ...]
    dogs: tuple[int, ...]
    score: tuple[int, ...]
    games: tuple[int, ...]
    rubber: tuple[int, ...]
    over: bool
    winner: int | None
    deals: tuple[DealView, ...]
    account: tuple[tuple[str, ...], ...]
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
    passed: tuple[int, ...]
    table: tuple[str, ...]
    last_trick: TrickView | None
    broken: bool


def match_view(view: View) -> MatchView:
    """Converts a view to its JSON form."""
    standing = view.standing
    to_act = view.to_act
    return MatchView(
        seat=view.seat,
        awaited=view.awaited.value,
        to_act=None if to_act is None or to_act < 0 else to_act,
        legal=tuple(map(action_text, view.legal)),
        number=view.number,
        dealer=view.dealer,
        seats=view.seats,
        dogs=view.dogs,
        score=standing.score,
        games=standing.games,
        rubber=standing.rubber,
        over=standing.over,
        winner=standing.winner,
        deals=tuple(map(_deal_view, view.past)),
        account=_account(view),
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
        passed=view.passed,
        table=tuple(map(str, view.table)),
        last_trick=None if view.last_trick is None else _trick_view(view.last_trick),
        broken=view.broken,
    )


def _account(view: View) -> tuple[tuple[str, ...], ...]:
    """The items of the last deal's points for each side, while its result is shown."""
    if not view.past or view.awaited.value == "card":
        return ()
    deal = view.past[-1]
    return view.rules.scoring.account(deal.facts(view.rules), deal.points)


def _letter(suit: Suit | None) -> SuitLetter | None:
    if suit is None:
        return None
    letters: tuple[SuitLetter, ...] = ("C", "D", "H", "S")
    return letters[suit]


def _shown(shown: Iterable[tuple[int, Card | Throw]]) -> tuple[tuple[int, str], ...]:
    return tuple((seat, str(what)) for seat, what in shown)


def _trick_view(trick: PlayedTrick) -> TrickView:
    return TrickView(trick.seats, tuple(map(str, trick.cards)), trick.winner, trick.passed)


def _deal_view(deal: FinishedDeal) -> DealView:
    return DealView(
        deal.dealer, _letter(deal.trump), deal.tricks, deal.points, deal.score, deal.games
    )
