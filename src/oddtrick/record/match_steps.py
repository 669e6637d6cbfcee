"""A match as steps: the plays, the winner of each trick and the result of each deal.

A client can show a match, and verify its deals, without knowing the rules of its game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import msgspec

from oddtrick.cards import cards_in
from oddtrick.errors import WANTED_MATCH, check_names, check_type
from oddtrick.games import find_game
from oddtrick.match import Cut, Match
from oddtrick.match.deal_log import counted_tricks
from oddtrick.record.writer import options_json
from oddtrick.rules import PASS, FirstDealer, TrumpSource

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from oddtrick.cards import Hand
    from oddtrick.match import DealLog, PlayedHand
    from oddtrick.match.deal_log import ContestRound
    from oddtrick.rules import Contract, Rules


class TrickSteps(msgspec.Struct, frozen=True):
    """One trick.

    Args:
        plays: who played what, in order: the first led.
        winner: the seat that won it; None where it is not complete.
        passed: the seats that passed instead (X5).
    """

    plays: tuple[tuple[int, str], ...]
    winner: int | None
    passed: tuple[int, ...] = ()


class HandSteps(msgspec.Struct, frozen=True):
    """One of the separate hands of a deal.

    Args:
        cards: what each seat holds as play begins, ascending; nothing for a seat that is out.
        tricks: in order; a hand that nobody has begun has none.
        dealt: what each seat was dealt, if cards have been exchanged since.
    """

    cards: tuple[tuple[str, ...], ...]
    tricks: tuple[TrickSteps, ...]
    dealt: tuple[tuple[str, ...], ...] | msgspec.UnsetType = msgspec.UNSET


class ContractSteps(msgspec.Struct, frozen=True):
    """The contract of a deal, settled by its calls.

    Args:
        bid: the bid that won, or what is played.
        declarer: the seat that undertook it; None: nobody did.
        sides: the sides of the deal, which are made of whole sides of the match.
    """

    bid: str
    declarer: int | None
    sides: tuple[tuple[int, ...], ...]


class DealSteps(msgspec.Struct, frozen=True, kw_only=True):
    """One deal.

    Args:
        dealer: the seat that dealt.
        seats: the seats that played in this deal.
        dogs: the seats that were dealt one card and might pass (X5).
        turn_up: the card turned up, or None.
        trump: ``S``, ``H``, ``D``, ``C``, or ``N`` for no trumps; None: not settled yet.
        chooser: the seat that chose trumps, where one did (K3).
        contest: the deciding cut or throws of a tie for that choice (K5).
        rounds: every known round of that tie; the last is ``contest``.
        hands: the separate hands in the order played.
        tricks: won by each seat.
        points: scored by each side; None while the deal is unfinished.
        score: of each side after it, in the game under way or just ended; None as for points.
        games: won by each side so far; None as for points.
        stock: the undealt cards that are drawn after tricks, the top one first.
        calls: the calls before the play, phase by phase, each with its seat; None is one that
            stays secret. Absent without calls.
        contract: the contract that they settled. Absent without one.
    """

    dealer: int
    seats: tuple[int, ...]
    turn_up: str | None
    trump: str | None
    chooser: int | None
    contest: tuple[tuple[int, str], ...]
    rounds: tuple[tuple[tuple[int, str], ...], ...]
    hands: tuple[HandSteps, ...]
    tricks: tuple[int, ...]
    points: tuple[int, ...] | None
    score: tuple[int, ...] | None
    games: tuple[int, ...] | None
    dogs: tuple[int, ...] = ()
    stock: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    calls: tuple[tuple[str, tuple[tuple[int, str | None], ...]], ...] | msgspec.UnsetType = (
        msgspec.UNSET
    )
    contract: ContractSteps | msgspec.UnsetType = msgspec.UNSET


class DealRules(msgspec.Struct, frozen=True, kw_only=True):
    """The rules of dealing for one deal.

    Args:
        sizes: cards for each seat in each of the separate hands (W3, S4, K1); one for a dog (X5).
        turned: the card turned up: the ``last`` one dealt (W4), the ``next`` one of the pack (K2),
            or none.
        next_tie: the way to settle a tie for the choice of the next deal's trumps, by ``cut`` or
            ``rps`` (K5); None where nobody chooses.
    """

    sizes: tuple[int, ...]
    turned: Literal["last", "next"] | None
    next_tie: Literal["cut", "rps"] | None


class DealingRules(msgspec.Struct, frozen=True, kw_only=True):
    """The rules of a match that a client needs to verify its deals.

    Args:
        pack: the cards of the pack, ascending (W2, S2).
        first_cut: the purpose of the first cut, ``dealer`` (T7) or ``partners`` (C2, X3).
        seats_by_rank: a cut for partners gives each rank a seat, the lowest first (X3).
        ace_low: the ace is the lowest card in that cut.
        eliminates: a player without a trick is out after the deal, and no score is kept (K4).
        dogs_life: the first to be without one stay in, as dogs of the next deal (X5).
        deals: one entry for each deal shown.
    """

    pack: tuple[str, ...]
    first_cut: Literal["dealer", "partners"]
    seats_by_rank: bool
    ace_low: bool
    eliminates: bool
    dogs_life: bool
    deals: tuple[DealRules, ...]


class MatchSteps(msgspec.Struct, frozen=True, kw_only=True):
    """A match, as far as it is shown.

    Args:
        game: the game's id.
        options: of the game, as a record writes them.
        players: how many seats there are.
        names: one a seat; None: nobody has told them.
        sides: the seats of each side.
        rules: the rules by which it is dealt.
        cuts: the cards cut for the first deal or for partners, round after round (T7, C2); a
            record does not tell them.
        deals: in order.
        over: whether the match is over.
        winner: the index of the side that won; None: none has.
        rubber: the points of each side for games and the rubber; empty where none count (X6).
        jack: what the game calls the jack (C1).
    """

    game: str
    options: dict[str, Any]
    players: int
    names: tuple[str, ...] | None
    sides: tuple[tuple[int, ...], ...]
    rules: DealingRules
    cuts: tuple[tuple[tuple[int, str], ...], ...]
    deals: tuple[DealSteps, ...]
    over: bool
    winner: int | None
    rubber: tuple[int, ...]
    jack: Literal["jack", "knave"] = "jack"


def steps_of(
    match: Match, names: Sequence[str] | None = None, *, finished: bool = False
) -> MatchSteps:
    """The steps of a match.

    Args:
        match: the match.
        names: one a seat, or None.
        finished: only deals that have been played to their end are shown.
    """
    check_type(match, Match, WANTED_MATCH)
    shown = [
        log
        for log in match.all_deals
        if log.deal is not None and (log.result is not None or not finished)
    ]
    named = check_names(names, match.rules.players)
    return MatchSteps(
        game=match.rules.game,
        options=options_json(match.rules.options),
        players=match.rules.players,
        names=None if named is None else tuple(named),
        sides=match.rules.sides,
        rules=_dealing_rules(match.rules, len(shown)),
        cuts=tuple(
            tuple((seat, str(card)) for seat, card in cut.cards)
            for cut in match.opening
            if isinstance(cut, Cut)
        ),
        deals=tuple(_deal(match, log) for log in shown),
        over=match.over,
        winner=match.winner,
        rubber=match.standing.rubber,
        jack=find_game(match.rules.game).jack,
    )


def _dealing_rules(rules: Rules, deals: int) -> DealingRules:
    partners = rules.first_dealer is not FirstDealer.LOWEST_CUT
    return DealingRules(
        pack=tuple(str(card) for card in cards_in(rules.pack)),
        first_cut="partners" if partners else "dealer",
        seats_by_rank=rules.first_dealer is FirstDealer.SIDES_CUT,
        ace_low=rules.ace_low_in_cut,
        eliminates=rules.goal.eliminates,
        dogs_life=rules.goal.dogs_life,
        deals=tuple(_deal_rules(rules, number) for number in range(deals)),
    )


def _deal_rules(rules: Rules, number: int) -> DealRules:
    chosen = rules.trumps.source(number + 1) is TrumpSource.CHOSEN
    return DealRules(
        sizes=rules.plan.sizes(number),
        turned=_TURNED.get(rules.trumps.source(number)),
        next_tie=rules.trumps.tie.value if chosen else None,
    )


_TURNED: dict[TrumpSource, Literal["last", "next"]] = {
    TrumpSource.TURNED: "last",
    TrumpSource.SPARE: "next",
}


def _deal(match: Match, log: DealLog) -> DealSteps:
    assert log.deal is not None
    hands = tuple(_hands(match, log))
    letter = "N" if log.trump is None else log.trump.letter
    result = log.result
    return DealSteps(
        dealer=log.dealer,
        seats=log.seats,
        turn_up=None if log.deal.turn_up is None else str(log.deal.turn_up),
        trump=letter if match.trump_settled(log) else None,
        chooser=log.chooser,
        contest=_shown(log.contest),
        rounds=tuple(map(_shown, log.rounds)),
        hands=hands,
        tricks=counted_tricks(match.played_hands(log), match.rules, log.number),
        points=None if result is None else result.points,
        score=None if result is None else result.score,
        games=None if result is None else result.games,
        dogs=log.dogs,
        stock=tuple(map(str, log.deal.stock)) or msgspec.UNSET,
        calls=tuple(
            (
                phase.name,
                tuple((seat, None if call is None else str(call)) for seat, call in phase.revealed),
            )
            for phase in match.call_phases(log)
        )
        or msgspec.UNSET,
        contract=_contract(match.rules, log.contract),
    )


def _contract(rules: Rules, contract: Contract | None) -> ContractSteps | msgspec.UnsetType:
    if contract is None:
        return msgspec.UNSET
    return ContractSteps(str(contract.bid), contract.declarer, rules.under(contract).sides)


def _shown(shown: ContestRound) -> tuple[tuple[int, str], ...]:
    return tuple((seat, str(what)) for seat, what in shown)


def _hands(match: Match, log: DealLog) -> Iterator[HandSteps]:
    """Each separate hand, with what has been played of it."""
    assert log.deal is not None
    played = match.played_hands(log)
    for number, dealt in enumerate(map(_cards, log.deal.hands)):
        tricks = _tricks(played[number], log.seats) if number < len(played) else ()
        held = _cards(log.held[number]) if log.held else dealt
        yield HandSteps(held, tricks, msgspec.UNSET if held == dealt else dealt)


def _cards(hands: tuple[Hand, ...]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(str(card) for card in cards_in(hand.mask)) for hand in hands)


def _tricks(hand: PlayedHand, seats: tuple[int, ...]) -> tuple[TrickSteps, ...]:
    return tuple(
        TrickSteps(
            tuple((seat, str(play)) for seat, play in turns if play is not PASS),
            hand.winners[number] if number < len(hand.winners) else None,
            tuple(seat for seat, play in turns if play is PASS),
        )
        for number, turns in enumerate(hand.turns(seats))
    )
