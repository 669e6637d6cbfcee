"""The JSON form of a view: everything a client needs to draw the match without knowing rules.

Cards are written rank first (``TH``) and suits as one letter. Players are given by seat.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from oddtrick.cards import Rank
from oddtrick.highlights import ContractResult, contract_aim, highlights_of
from oddtrick.rules import Throw, action_text
from oddtrick.scoring import Account, Honours

if TYPE_CHECKING:
    from collections.abc import Iterable

    from oddtrick.calls import Made
    from oddtrick.cards import Card, Suit
    from oddtrick.rules import Contract
    from oddtrick.tricks import CardOrder
    from oddtrick.views import FinishedDeal, PlayedTrick, View

SuitLetter = Literal["S", "H", "D", "C"]
PhaseCalls = tuple[str, tuple[tuple[int, str | None], ...]]


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


class ContractView(msgspec.Struct, frozen=True):
    """The contract of a deal, settled by its calls.

    Args:
        bid: the bid that won, or what is played.
        declarer: the seat that undertook it; None: nobody did.
        side: the seats that have to make it, ascending.
        trump: the trump suit; None is no trumps.
        leader: the seat that leads first; None: the eldest hand.
    """

    bid: str
    declarer: int | None
    side: tuple[int, ...]
    trump: SuitLetter | None
    leader: int | None


class DealView(msgspec.Struct, frozen=True):
    """The result of a finished deal.

    Args:
        dealer: the seat that dealt.
        trump: the trump suit, or None.
        tricks: the tricks won by each seat.
        points: the points scored by each side.
        score: the score of each side after the deal.
        games: the games won by each side so far.
        calls: the calls before its play, phase by phase. Absent in games without calls.
        contract: the contract that they settled. Absent without one.
    """

    dealer: int
    trump: SuitLetter | None
    tricks: tuple[int, ...]
    points: tuple[int, ...]
    score: tuple[int, ...]
    games: tuple[int, ...]
    calls: tuple[PhaseCalls, ...] | msgspec.UnsetType = msgspec.UNSET
    contract: ContractView | msgspec.UnsetType = msgspec.UNSET


class OddTrickView(msgspec.Struct, frozen=True):
    """The first trick of a side above its book.

    Args:
        seat: the seat that won it.
        card: the card that won it.
        number: the number of the trick in its deal, from 1.
    """

    seat: int
    card: str
    number: int


class PrizeView(msgspec.Struct, frozen=True):
    """The trump with points of its own that is caught: the ten (S5, CS2).

    Args:
        card: the trump.
        holder: the seat that played it.
        taker: the seat that won the trick.
        winning: the card that won the trick.
        scores: its points go to the taker; not if it has to win the trick itself (CS2).
    """

    card: str
    holder: int
    taker: int
    winning: str
    scores: bool


class HighlightsView(msgspec.Struct, frozen=True):
    """The highlights of a finished deal.

    Args:
        odd_trick: the odd trick, if the game has a book and a side has passed it, but for deals in
            which a side has undertaken other tricks.
        prize: the trump that is caught, if a single trump has points.
        honours: the honours of each side, high ones first; empty where none count.
        taken: honours count in the tricks (C5), not as dealt (H1).
        contract: the outcome of the contract. Absent where no side has undertaken anything.
    """

    odd_trick: OddTrickView | None
    prize: PrizeView | None
    honours: tuple[tuple[str, ...], ...]
    taken: bool
    contract: ContractResult | msgspec.UnsetType = msgspec.UNSET


class MatchView(msgspec.Struct, frozen=True, kw_only=True):
    """The match as one seat, or a spectator, may see it.

    Args:
        seat: the viewing seat; None for a spectator.
        awaited: the action that the match waits for: ``cut``, ``deal``, ``card``, ``choice``,
            ``throw``, ``call`` or ``nothing``.
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
        account: the items of each side's points in the last deal; empty while cards are played.
        highlights: what is worth telling of the last deal; None while cards are played.
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
        calls: the calls of this deal, phase by phase, by the name of the phase; each with its seat,
            and None where the viewing seat may not see it. Absent in games without calls.
        stock: the number of cards in the stock, which are drawn after tricks. Absent in games
            without one, as are the next two.
        stock_top: its top card, if it lies face up; the winner of the trick draws it.
        drawn: after each complete trick while the stock lasted, the cards drawn, that of its winner
            first; None for a card that the viewing seat has not seen.
        contract: the contract of this deal. Absent without one.
        ranks: the ranks of a suit that is not trumps, the highest first. Absent where the ace is
            high and the two low.
        kitty: the cards of the kitty while the declarer discards. Absent if the viewing seat has
            not seen them.
        deal_sides: the sides of this deal, if its contract formed others than those of the match.
        aim: the fewest and the most tricks with which the side of the contract scores. Absent
            without such a side.
        places: cards that the viewing seat has seen in this deal and does not hold, with the
            seats that may hold them, -1 for nobody. Absent where there are none.
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
    account: Account
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
    highlights: HighlightsView | None = None
    calls: tuple[PhaseCalls, ...] | msgspec.UnsetType = msgspec.UNSET
    stock: int | msgspec.UnsetType = msgspec.UNSET
    stock_top: str | msgspec.UnsetType | None = msgspec.UNSET
    drawn: tuple[tuple[str | None, ...], ...] | msgspec.UnsetType = msgspec.UNSET
    contract: ContractView | msgspec.UnsetType = msgspec.UNSET
    ranks: str | msgspec.UnsetType = msgspec.UNSET
    kitty: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    deal_sides: tuple[tuple[int, ...], ...] | msgspec.UnsetType = msgspec.UNSET
    aim: tuple[int, int] | msgspec.UnsetType = msgspec.UNSET
    places: tuple[tuple[tuple[int, ...], tuple[str, ...]], ...] | msgspec.UnsetType = msgspec.UNSET


def match_view(view: View) -> MatchView:
    """Converts a view to its JSON form."""
    standing = view.standing
    to_act = view.to_act
    has_stock = view.rules.plan.stock is not None
    sides = view.deal_rules.sides
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
        cut=seat_texts(view.cut),
        thrown=view.thrown,
        own_throw=None if view.own_throw is None else view.own_throw.value,
        contest=seat_texts(view.contest),
        chooser=view.chooser,
        trump=_letter(view.trump),
        trump_known=view.trump_known,
        turn_up=None if view.turn_up is None else str(view.turn_up),
        turn_up_seat=view.turn_up_seat,
        turn_up_shown=view.turn_up_shown,
        hand_number=view.hand_number,
        hand_count=view.hand_count,
        hand=cards_text(view.hand),
        counts=view.counts,
        won=view.won,
        tricks=trick_views(view.tricks),
        table_seats=view.table_seats,
        passed=view.passed,
        table=cards_text(view.table),
        last_trick=None if view.last_trick is None else trick_views([view.last_trick])[0],
        broken=view.broken,
        highlights=_highlights(view),
        calls=tuple(map(_phase_calls, view.calls)) or msgspec.UNSET,
        stock=view.stock if has_stock else msgspec.UNSET,
        stock_top=_text(view.stock_top) if has_stock else msgspec.UNSET,
        drawn=tuple(tuple(map(_text, each)) for each in view.drawn) if has_stock else msgspec.UNSET,
        contract=msgspec.UNSET if view.contract is None else contract_view(view.contract),
        ranks=_ranks(view.deal_rules.order),
        kitty=cards_text(view.kitty) or msgspec.UNSET,
        deal_sides=msgspec.UNSET if sides == view.rules.sides else sides,
        aim=contract_aim(view.deal_rules, view.contract, view.number) or msgspec.UNSET,
        places=tuple((of, cards_text(cards)) for of, cards in view.places) or msgspec.UNSET,
    )


def _ranks(order: CardOrder) -> str | msgspec.UnsetType:
    """The letters of the ranks, the highest first, where they are not those of ace-high."""
    ranks = sorted(Rank, key=lambda rank: -order.heights[rank])
    return (
        msgspec.UNSET if ranks == sorted(Rank, reverse=True) else "".join(r.letter for r in ranks)
    )


def contract_view(contract: Contract) -> ContractView:
    """Converts a contract to its JSON form."""
    trump = _letter(contract.trump)
    return ContractView(str(contract.bid), contract.declarer, contract.side, trump, contract.leader)


def _account(view: View) -> Account:
    """The items of the last deal's points for each side, while its result is shown."""
    deal = _shown_deal(view)
    if deal is None:
        return ()
    return deal.account(view.rules)


def _highlights(view: View) -> HighlightsView | None:
    deal = _shown_deal(view)
    if deal is None:
        return None
    found = highlights_of(deal, view.rules)
    odd, prize = found.odd_trick, found.prize
    if prize is None:
        caught = None
    else:
        seats, winning = (prize.holder, prize.taker), str(prize.winning)
        caught = PrizeView(str(prize.card), *seats, winning, prize.scores)
    return HighlightsView(
        None if odd is None else OddTrickView(odd.seat, str(odd.card), odd.number),
        caught,
        tuple(map(cards_text, found.honours)),
        view.rules.scoring.profile.honours is Honours.CAPTURED,
        found.contract or msgspec.UNSET,
    )


def _shown_deal(view: View) -> FinishedDeal | None:
    """The last deal while its result is shown."""
    return None if not view.past or view.awaited.value == "card" else view.past[-1]


def _text(card: Card | None) -> str | None:
    return None if card is None else str(card)


def _letter(suit: Suit | None) -> SuitLetter | None:
    if suit is None:
        return None
    letters: tuple[SuitLetter, ...] = ("C", "D", "H", "S")
    return letters[suit]


def cards_text(cards: Iterable[Card]) -> tuple[str, ...]:
    """Returns the texts of cards."""
    return tuple(map(str, cards))


def seat_texts(shown: Iterable[tuple[int, Card | Throw]]) -> tuple[tuple[int, str], ...]:
    """Returns cuts or throws as texts, with their seats."""
    return tuple((seat, str(what)) for seat, what in shown)


def _phase_calls(calls: tuple[str, Made]) -> PhaseCalls:
    name, made = calls
    return name, tuple((seat, None if call is None else str(call)) for seat, call in made)


def trick_views(tricks: Iterable[PlayedTrick]) -> tuple[TrickView, ...]:
    """Converts tricks to their JSON form."""
    return tuple(
        TrickView(trick.seats, cards_text(trick.cards), trick.winner, trick.passed)
        for trick in tricks
    )


def _deal_view(deal: FinishedDeal) -> DealView:
    return DealView(
        deal.dealer,
        _letter(deal.trump),
        deal.tricks,
        deal.points,
        deal.score,
        deal.games,
        tuple(map(_phase_calls, deal.calls)) or msgspec.UNSET,
        msgspec.UNSET if deal.contract is None else contract_view(deal.contract),
    )
