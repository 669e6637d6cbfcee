"""Builds the view of a seat from a match: the only code that decides which cards it shows."""

from __future__ import annotations

from functools import lru_cache
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from oddtrick.cards import Card, Hand, Suit
from oddtrick.match.call_phase import CallPhase
from oddtrick.match.hand_play import PlayedHand, Playing
from oddtrick.match.phase import Over
from oddtrick.match.stock_view import Draws, draws_seen_by, open_draws, stock_shown
from oddtrick.rules import TrumpSource
from oddtrick.views import PlayedTrick, View

if TYPE_CHECKING:
    from oddtrick.calls import Call
    from oddtrick.match.state import Match
    from oddtrick.rules import Contract
    from oddtrick.views import Places


def build_view(match: Match, seat: int | None) -> View:
    """The view of a seat, or of a spectator for None."""
    log, to_act = match.deal, match.to_act
    return View(
        rules=match.rules,
        seat=seat,
        awaited=match.phase.awaited,
        to_act=to_act,
        legal=match.legal_actions() if seat is not None and seat == to_act else (),
        number=match.number,
        dealer=log.dealer,
        seats=log.seats,
        seating=match.seating,
        standing=match.standing,
        past=tuple([done.finished_deal for done in match.all_deals if done.result is not None]),
        chooser=log.chooser,
        **_called(match, seat),
        **_trumps(match),
        **{"contest": log.contest, **match.phase.shown(seat)},
        **_cards(match, seat),
    )


def _called(match: Match, seat: int | None) -> dict[str, Any]:
    """The calls and what follows from them; nothing in a game without them."""
    phases, phase, log = match.call_phases(match.deal), match.phase, match.deal
    if not phases:
        return {}
    offers: tuple[tuple[Call, Contract], ...] = ()
    if isinstance(phase, CallPhase) and seat is not None and seat == phase.to_act:
        found = [(call, phase.offer(call)) for call in phase.legal()]
        offers = tuple([(call, contract) for call, contract in found if contract is not None])
    return {
        "calls": tuple([(each.name, each.seen_by(seat)) for each in phases]),
        "contract": log.contract,
        "offers": offers,
        "places": _places(match, seat) if log.result is None else (),
    }


def _places(match: Match, seat: int | None) -> Places:
    """The cards seen in calls and in a hand laid open, as far as they have not been played."""
    phase = match.phase
    gone = phase.gone if isinstance(phase, Playing) else 0
    exposed = match.deal_rules.exposed
    found = [each for done in match.call_phases(match.deal) for each in done.places_seen_by(seat)]
    if isinstance(phase, Playing) and phase.winners and exposed not in (None, seat):
        assert exposed is not None
        open_hand = phase.held(exposed)
        found = [(places, Hand(cards.mask & ~open_hand)) for places, cards in found]
        found.append(((exposed,), Hand(open_hand)))
    left = [(places, Hand(cards.mask & ~gone)) for places, cards in found]
    return tuple([(places, cards) for places, cards in left if cards])


def _trumps(match: Match) -> dict[str, Any]:
    """Trumps and the turn-up, with its holder while that is known."""
    log, source = match.deal, match.rules.trumps.source(match.number)
    trump, known = log.trump, log.trump is not None or log.trump_called
    if source is TrumpSource.FIXED and not known:
        trump, known = match.rules.trumps.fixed(match.number), True  # before the deal, too
    if source is TrumpSource.CALLED:
        known = match.trump_settled(log)
    turn_up = log.deal.turn_up if log.deal else None
    if turn_up is None:
        return {"trump": trump, "trump_known": known}
    shown, holder = True, None
    if log.deal and turn_up in log.deal.stock[:1]:
        first = _winners(match)[:1]
        shown, holder = not first, first[0] if first and not _played(match, turn_up.bit) else None
    elif source is TrumpSource.TURNED:
        shown = _on_table(match)
        # After an exchange nobody is known to hold it.
        holder = None if log.held or _played(match, turn_up.bit) else log.dealer
    return {
        "trump": trump,
        "trump_known": known,
        "turn_up": turn_up,
        "turn_up_seat": holder,
        "turn_up_shown": shown and log.result is None,
    }


def _on_table(match: Match) -> bool:
    """True if the dealer's card still lies face up: until the dealer's first turn (W4, S4)."""
    log, phase = match.deal, match.phase
    assert log.deal is not None
    if not isinstance(phase, Playing):
        return True
    last_hand = len(log.hands) == len(log.deal.hands) - 1
    first_trick = not phase.winners and phase.to_act != log.dealer
    return first_trick or not last_hand


def _winners(match: Match) -> tuple[int, ...]:
    """The winners of the tricks of the hand under way."""
    phase = match.phase
    return phase.winners if isinstance(phase, Playing) else ()


def _played(match: Match, bit: int) -> bool:
    phase = match.phase
    return bool(phase.gone & bit) if isinstance(phase, Playing) else match.over


def _cards(match: Match, seat: int | None) -> dict[str, Any]:
    """The hand under way as the seat sees it."""
    log, phase = match.deal, match.phase
    if log.deal is None or isinstance(phase, Over):
        return {}
    hand_count = len(log.deal.hands)
    earlier = tuple(hand.played_tricks(log.seats) for hand in log.hands)
    shared = {"hand_number": len(log.hands), "hand_count": hand_count, "earlier": earlier}
    if not isinstance(phase, Playing):
        dealt = phase.held_hands(log)
        own = dealt[seat] if seat is not None else Hand()
        stock = stock_shown(log.deal, match.rules, log.deal.stock)
        return {**shared, "hand": own, "counts": tuple(map(len, dealt)), **stock}
    plays = phase.plays[: phase.settled]
    complete = PlayedHand(log.leader, plays, phase.winners, log.dogs)
    players = range(match.rules.players)
    drawn = open_draws(log, match.rules, complete)
    return {
        **shared,
        "hand": Hand(phase.held(seat)) if seat is not None else Hand(),
        "counts": tuple(phase.held(other).bit_count() for other in players),
        "tricks": _played_tricks(complete, log.seats),
        "table": phase.trick.cards,
        "table_seats": phase.trick.seats,
        "passed": phase.passed if log.dogs else (),
        "voids": _voids(complete, log.seats, phase, match.rules.players, drawn),
        "broken": not phase.layout.break_trumps or phase.broken,
        **stock_shown(log.deal, match.rules, phase.layout.stock),
        "drawn": draws_seen_by(seat, drawn, complete.draws(log.seats, log.deal.stock)),
    }


# The views of one trick share its complete ones: a table asks for four or more of them in a row.
@lru_cache(maxsize=8)
def _played_tricks(hand: PlayedHand, seats: tuple[int, ...]) -> tuple[PlayedTrick, ...]:
    return hand.played_tricks(seats)


def _voids(
    complete: PlayedHand,
    seats: tuple[int, ...],
    phase: Playing,
    players: int,
    draws: Draws,
) -> tuple[tuple[Suit, ...], ...]:
    """Suits that each seat has shown to be out of, by not following or by leading trumps (K7).

    A card drawn face down may be of any suit, so that the seat may hold each again (G3).
    """
    layout = phase.layout
    shown, broken = _voids_of_tricks(
        complete, seats, players, layout.trump, break_trumps=layout.break_trumps, draws=draws
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
    draws: Draws,
) -> tuple[tuple[tuple[Suit, ...], ...], bool]:
    """The suits shown to be out of in complete tricks, and whether trumps are broken after them."""
    voids: list[set[Suit]] = [set() for _ in range(players)]
    broken = not break_trumps
    for trick, drawn in zip_longest(hand.tricks(seats), draws, fillvalue=()):
        broken = _add_voids(voids, trick, trump, broken=broken)
        for seat, card in drawn:
            voids[seat] = set() if card is None else voids[seat] - {card.suit}
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
