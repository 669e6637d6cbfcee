"""Builds the view of a seat from a match: the only code that decides which cards it shows."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Protocol

from oddtrick.cards import Card, Hand, Suit
from oddtrick.match.hand_play import PlayedHand, Playing
from oddtrick.match.phases import Over, ToChoose, ToCut, ToDeal, ToThrow
from oddtrick.rules import TrumpSource
from oddtrick.tricks import left_of
from oddtrick.views import Awaited, PlayedTrick, View

if TYPE_CHECKING:
    from oddtrick.match.deal_log import DealLog
    from oddtrick.match.phases import Phase
    from oddtrick.rules import PlayerAction, Rules
    from oddtrick.scoring import Standing

_AWAITED = {
    Playing: Awaited.CARD,
    ToChoose: Awaited.CHOICE,
    ToThrow: Awaited.THROW,
    ToCut: Awaited.CUT,
    ToDeal: Awaited.DEAL,
    Over: Awaited.NOTHING,
}


class MatchState(Protocol):
    """The part of a match that views are built from."""

    @property
    def rules(self) -> Rules:
        """The game and its options."""

    @property
    def phase(self) -> Phase:
        """The action that the match waits for."""

    @property
    def deal(self) -> DealLog:
        """The deal under way."""

    @property
    def standing(self) -> Standing:
        """The scores before it."""

    @property
    def seating(self) -> tuple[int, ...]:
        """The player in each seat."""

    @property
    def number(self) -> int:
        """The number of the deal."""

    @property
    def to_act(self) -> int | None:
        """The seat to act."""

    @property
    def all_deals(self) -> tuple[DealLog, ...]:
        """The deals so far."""

    def legal_actions(self) -> tuple[PlayerAction, ...]:
        """The legal actions of the seat to act."""


def build_view(match: MatchState, seat: int | None) -> View:
    """The view of a seat, or of a spectator for None."""
    log, to_act = match.deal, match.to_act
    return View(
        rules=match.rules,
        seat=seat,
        awaited=_AWAITED[type(match.phase)],
        to_act=to_act,
        legal=match.legal_actions() if seat is not None and seat == to_act else (),
        number=match.number,
        dealer=log.dealer,
        seats=log.seats,
        seating=match.seating,
        standing=match.standing,
        past=tuple([done.finished_deal for done in match.all_deals if done.result is not None]),
        chooser=log.chooser,
        **_trumps(match),
        **_contest(match, seat),
        **_cards(match, seat),
    )


def _trumps(match: MatchState) -> dict[str, Any]:
    """Trumps and the turn-up, with its holder while that is known."""
    log, source = match.deal, match.rules.trumps.source(match.number)
    if source is TrumpSource.FIXED:
        return {"trump": match.rules.trumps.fixed(match.number), "trump_known": True}
    known = log.trump is not None
    turn_up = log.deal.turn_up if log.deal else None
    if turn_up is None:
        return {"trump": log.trump, "trump_known": known}
    shown, holder = True, None
    if source is TrumpSource.TURNED:
        shown = _on_table(match)
        holder = None if _played(match, turn_up.bit) else log.dealer
    return {
        "trump": log.trump,
        "trump_known": known,
        "turn_up": turn_up,
        "turn_up_seat": holder,
        "turn_up_shown": shown and log.result is None,
    }


def _on_table(match: MatchState) -> bool:
    """True if the dealer's card still lies face up: until the dealer's first turn (W4, S4)."""
    log, phase = match.deal, match.phase
    assert log.deal is not None
    if not isinstance(phase, Playing):
        return False
    last_hand = len(log.hands) == len(log.deal.hands) - 1
    first_trick = not phase.winners and phase.to_act != log.dealer
    return first_trick or not last_hand


def _played(match: MatchState, bit: int) -> bool:
    phase = match.phase
    return not isinstance(phase, Playing) or bool(phase.gone & bit)


def _contest(match: MatchState, seat: int | None) -> dict[str, Any]:
    """The public cards or throws of a cut or tie, and the seat's own throw."""
    phase = match.phase
    if isinstance(phase, ToCut):
        last = phase.cutting.last
        return {"to_cut": phase.cutting.to_cut, "cut": last.cards if last else ()}
    if isinstance(phase, ToThrow):
        throwing = phase.throwing
        thrown = dict(zip(throwing.seats, throwing.thrown, strict=False))
        own = thrown.get(seat) if seat is not None else None
        return {"thrown": tuple(thrown), "own_throw": own, "contest": throwing.last}
    return {"contest": match.deal.contest}


def _cards(match: MatchState, seat: int | None) -> dict[str, Any]:
    """The hand under way as the seat sees it."""
    log, phase = match.deal, match.phase
    if log.deal is None or isinstance(phase, Over):
        return {}
    hand_count = len(log.deal.hands)
    earlier = tuple(hand.played_tricks(log.seats) for hand in log.hands)
    shared = {"hand_number": len(log.hands), "hand_count": hand_count, "earlier": earlier}
    if not isinstance(phase, Playing):
        dealt = log.deal.hands[len(log.hands)]
        own = dealt[seat] if seat is not None else Hand()
        return {**shared, "hand": own, "counts": tuple(map(len, dealt))}
    plays = phase.plays[: phase.settled]
    complete = PlayedHand(left_of(log.seats, log.dealer), plays, phase.winners, log.dogs)
    players = range(match.rules.players)
    return {
        **shared,
        "hand": Hand(phase.held(seat)) if seat is not None else Hand(),
        "counts": tuple(phase.held(other).bit_count() for other in players),
        "tricks": _played_tricks(complete, log.seats),
        "table": phase.trick.cards,
        "table_seats": phase.trick.seats,
        "passed": phase.passed if log.dogs else (),
        "voids": _voids(complete, log.seats, phase, match.rules.players),
        "broken": not phase.layout.break_trumps or phase.broken,
    }


# The views of one trick share its complete ones: a table asks for four or more of them in a row.
@lru_cache(maxsize=8)
def _played_tricks(hand: PlayedHand, seats: tuple[int, ...]) -> tuple[PlayedTrick, ...]:
    return hand.played_tricks(seats)


def _voids(
    complete: PlayedHand, seats: tuple[int, ...], phase: Playing, players: int
) -> tuple[tuple[Suit, ...], ...]:
    """Suits that each seat has shown to be out of, by not following or by leading trumps (K7)."""
    layout = phase.layout
    shown, broken = _voids_of_tricks(
        complete, seats, players, layout.trump, break_trumps=layout.break_trumps
    )
    trick = tuple(zip(phase.trick.seats, phase.trick.cards, strict=False))
    if not trick:
        return shown
    voids = [set(suits) for suits in shown]
    _add_voids(voids, trick, layout.trump, broken=broken)
    return tuple(tuple(sorted(suits)) for suits in voids)


@lru_cache(maxsize=8)
def _voids_of_tricks(
    hand: PlayedHand,
    seats: tuple[int, ...],
    players: int,
    trump: Suit | None,
    *,
    break_trumps: bool,
) -> tuple[tuple[tuple[Suit, ...], ...], bool]:
    """The suits shown to be out of in complete tricks, and whether trumps are broken after them."""
    voids: list[set[Suit]] = [set() for _ in range(players)]
    broken = not break_trumps
    for trick in hand.tricks(seats):
        broken = _add_voids(voids, trick, trump, broken=broken)
    return tuple(tuple(sorted(suits)) for suits in voids), broken


def _add_voids(
    voids: list[set[Suit]],
    trick: tuple[tuple[int, Card], ...],
    trump: Suit | None,
    *,
    broken: bool,
) -> bool:
    """Adds the suits that one trick shows, and returns whether trumps are broken after it."""
    leader, lead = trick[0]
    if lead.suit is trump and not broken:
        voids[leader].update(suit for suit in Suit if suit is not trump)
    for seat, card in trick[1:]:
        if card.suit is not lead.suit:
            voids[seat].add(lead.suit)
            broken = broken or card.suit is trump
    return broken
