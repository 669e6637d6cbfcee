"""Plays a record through the rules: every deal, cut, choice and card."""

from __future__ import annotations

import reprlib
from collections.abc import Callable

from msgspec import UNSET

from oddtrick.cards import Card, Hand, Suit, parse_card, parse_hand
from oddtrick.errors import WANTED_MATCH, OddtrickError, RuleBroken, check_names, check_type
from oddtrick.games import game_with_id, list_games, read_options
from oddtrick.match import (
    Action,
    CallPhase,
    Cut,
    CutFor,
    Deal,
    DealLog,
    Match,
    Playing,
    StillTied,
    ToChoose,
    ToCut,
    ToThrow,
    Withheld,
    start,
)
from oddtrick.match.deal_log import counted_tricks
from oddtrick.record.format import (
    RESULT_FORMAT,
    DealOutcome,
    DealRecord,
    HandRecord,
    Record,
    Result,
)
from oddtrick.rules import Rules, Throw, TrumpSource, parse_play


def rules_of_record(record: Record) -> Rules:
    """The rules that a record names.

    Raises:
        OddtrickError: the game or an option is unknown, or a value is out of its bounds.
    """
    options = dict(record.rules)
    name = options.pop("game", None)
    game = game_with_id(name)
    if game is not None:
        return game.rules(read_options(game, options))
    known = ", ".join(each.id for each in list_games())
    raise OddtrickError(f"rules: game is {reprlib.repr(name)}; the games are {known}")


def replay(record: Record, chance: Callable[[Match], Action] | None = None) -> Match:
    """Replays a record up to its last action.

    Args:
        record: the record.
        chance: draws the actions of chance after the end of the record; None: nothing is drawn.

    Raises:
        OddtrickError: the record is illegal; the message names deal, hand and trick (from 1), the
            seat, the card and the rule.
    """
    check_type(record, Record, "a record, as record_of or decode_record makes it")
    rules = rules_of_record(record)
    check_names(record.names, rules.players)
    match: Match | None = None
    for number, deal in enumerate(record.deals, 1):
        try:
            match = _replay_deal(rules, match, deal)
        except _At as at:
            raise type(at.error)(*_located(f"deal {number}, {at.where}", at.error)) from None
        except OddtrickError as error:
            raise type(error)(*_located(f"deal {number}", error)) from None
    if match is None:
        return start(rules, chance=chance)
    return match.with_chance(chance)


class _At(Exception):
    """An error within a hand, with its place."""

    def __init__(self, where: str, error: OddtrickError) -> None:
        super().__init__(where)
        self.where = where
        self.error = error


def _located(where: str, error: OddtrickError) -> tuple[str, ...]:
    if isinstance(error, RuleBroken):
        return error.what, error.rule, f"{where}, {error.where}" if error.where else where
    return (f"{where}: {error}",)


def _replay_deal(rules: Rules, match: Match | None, deal: DealRecord) -> Match:
    if match is None:
        match = start(rules, dealer=deal.dealer)
    if match.over:
        raise RuleBroken("the match was over before this deal", rules.match.rule)
    if match.deal.deal is not None:
        raise RuleBroken("the deal before it is not finished, no other can follow", "T6")
    if deal.dealer != match.deal.dealer:
        raise RuleBroken(
            f"it is for seat {match.deal.dealer} to deal, not seat {deal.dealer}", "T6"
        )
    at = match.number
    match = _before_play(_settle_tie(match, deal), deal, at)
    _check_seats(rules, deal)
    match = _before_play(match.apply(_cards(deal)), deal, at)
    log = match.all_deals[at]  # a deal in which nobody plays is over already
    _check_calls(match, log, deal)
    if match.number == at and isinstance(match.phase, (ToChoose, CallPhase)):
        return match
    if rules.trumps.source(at) is not TrumpSource.CHOSEN:
        _check_trump(deal, log.trump, rules.trumps.rule(at))
    for number, hand in enumerate(deal.hands, 1):
        match = _play_hand(match, hand, number)
    return match


def _before_play(match: Match, deal: DealRecord, at: int) -> Match:
    """Applies the calls and the choice of trumps that the match waits for, if they are recorded."""
    begun = match.deal.deal is None or any(hand.plays for hand in deal.hands)
    while match.number == at:  # a deal thrown in is over: the next has calls of its own
        phase = match.phase
        if isinstance(phase, CallPhase):
            texts = (deal.calls or {}).get(phase.name, [])[len(phase.made) :]
            if not texts:
                return match
            try:
                match = match.apply(Withheld() if texts[0] is None else phase.parse(texts[0]))
            except OddtrickError as error:
                raise _At(f"{phase.name}, call {len(phase.made) + 1}", error) from None
        elif isinstance(phase, ToChoose) and (begun or deal.trump is not None):
            match = match.apply(_chosen(deal))
        else:
            break
    return match


def _check_calls(match: Match, log: DealLog, deal: DealRecord) -> None:
    """Refuses calls that nobody could make, and cards that are played before the last call."""
    made = {phase.name: len(phase.made) for phase in match.call_phases(log)}
    for name, texts in (deal.calls or {}).items():
        if len(texts) > made.get(name, 0):
            raise OddtrickError(f"calls: {name[:20]!r} has {len(texts)}, not {made.get(name, 0)}")
    if isinstance(match.phase, CallPhase) and any(hand.plays for hand in deal.hands):
        raise RuleBroken(f"cards are played, but {match.phase.name} are missing", match.phase.rule)


def _settle_tie(match: Match, deal: DealRecord) -> Match:
    """Applies the cut or the throws for the choice of trumps (K5)."""
    tied = _tied(match)
    if not deal.cut:
        if tied:
            raise RuleBroken(f"seats {_list(tied)} tied for most tricks: a cut is missing", "K5")
        return match
    if not tied:
        raise RuleBroken("a cut is given, but no seats tied for most tricks", "K5")
    if isinstance(deal.cut, dict):
        named = _by_seat(deal.cut)
        if set(named) != set(tied):
            match = match.apply(StillTied(tuple(named)))
        match = _apply_round(match, named)
    else:
        for number, shown in enumerate(deal.cut, 1):
            match = _apply_next_round(match, number, _by_seat(shown))
    if _tied(match):
        raise RuleBroken("the cut has no single winner", "K5")
    return match


def _tied(match: Match) -> tuple[int, ...]:
    """The seats still in a tie for the choice of trumps; none if it is settled (K5)."""
    phase = match.phase
    if isinstance(phase, ToCut) and phase.cutting.purpose is CutFor.TRUMPS:
        return phase.cutting.to_cut
    return phase.throwing.seats if isinstance(phase, ToThrow) else ()


def _apply_next_round(match: Match, number: int, named: dict[int, str]) -> Match:
    """Applies one of all rounds of a tie: it names those still tied after the one before (K5)."""
    tied = _tied(match)
    if not tied:
        raise RuleBroken(f"round {number} of the cut follows, but the one before settled it", "K5")
    if set(named) != set(tied):
        given = f"seats {_list(tuple(named))}" if named else "no seats"
        raise RuleBroken(
            f"round {number} of the cut names {given}, but seats {_list(tied)} were tied", "K5"
        )
    return _apply_round(match, named)


def _apply_round(match: Match, named: dict[int, str]) -> Match:
    if isinstance(match.phase, ToCut):
        return match.apply(Cut(tuple((seat, parse_card(text)) for seat, text in named.items())))
    for text in named.values():
        match = match.apply(_throw(text))
    return match


def _by_seat(shown: dict[str, str]) -> dict[int, str]:
    """The cards or throws of a round by seat, ascending."""
    return dict(sorted((_seat(key), text) for key, text in shown.items()))


def _throw(text: str) -> Throw:
    try:
        return Throw(text.strip().lower())
    except ValueError:
        raise RuleBroken(f"{text[:20]!r} is not rock, paper or scissors", "K5") from None


def _seat(key: str) -> int:
    if not (key.isascii() and key.isdigit() and len(key) < 3 and key == str(int(key))):
        raise RuleBroken(f"cut: {key[:20]!r} is not a seat's number", "K5")
    return int(key)


def _list(seats: tuple[int, ...]) -> str:
    return ", ".join(map(str, seats))


def _check_seats(rules: Rules, deal: DealRecord) -> None:
    """Validates the number of seats before parsing any hand: a record may have millions."""
    for number, hand in enumerate(deal.hands, 1):
        if len(hand.cards) != rules.players:
            what = f"there are cards for {len(hand.cards)} seats, not {rules.players}"
            raise _At(f"hand {number}", RuleBroken(what, rules.plan.rule))


def _cards(deal: DealRecord) -> Deal:
    hands = []
    for number, hand in enumerate(deal.hands, 1):
        hands.append(tuple(_hand(text, number, seat) for seat, text in enumerate(hand.cards)))
    turn_up = parse_card(deal.turn_up) if deal.turn_up is not None else None
    return Deal(tuple(hands), turn_up, tuple(map(_stock_card, deal.stock or ())))


def _stock_card(text: str) -> Card:
    try:
        return parse_card(text)
    except OddtrickError as error:
        raise _At("stock", error) from None


def _hand(text: str, number: int, seat: int) -> Hand:
    try:
        return parse_hand(text)
    except OddtrickError as error:
        raise _At(f"hand {number}, seat {seat}", error) from None


def _trump(text: str) -> Suit | None:
    letters = {suit.letter: suit for suit in Suit}
    if text in letters:
        return letters[text]
    if text == "N":
        return None
    raise OddtrickError(f"trump is {text[:20]!r}: write S, H, D, C or N")


def _chosen(deal: DealRecord) -> Suit:
    """The chosen suit; no trumps cannot be chosen (K3)."""
    suit = None if deal.trump is None else _trump(deal.trump)
    if suit is None:
        raise RuleBroken("no trump suit is named, and a seat must choose one", "K3")
    return suit


def _check_trump(deal: DealRecord, trump: Suit | None, rule: str) -> None:
    """Compares trumps with the turn-up or the sequence."""
    must = trump.letter if trump is not None else "N"
    if deal.trump is None or _trump(deal.trump) is not trump:
        raise RuleBroken(f"trump is {deal.trump or 'not named'}, it must be {must}", rule)


def _play_hand(match: Match, hand: HandRecord, number: int) -> Match:
    if hand.plays and (not isinstance(match.phase, Playing) or len(match.deal.hands) != number - 1):
        raise _At(f"hand {number}", RuleBroken("the hand before it is not finished", "S4"))
    deal = match.number
    for text in hand.plays:
        phase = match.phase
        if len(match.deal.hands) >= number or not isinstance(phase, Playing):
            winners = match.all_deals[deal].hands[number - 1].winners
            error = RuleBroken(f"{text[:20]} is played after the last trick of the hand", "T5")
            raise _At(f"hand {number}, trick {len(winners) + 1}, seat {winners[-1]}", error)
        try:
            match = match.apply(parse_play(text))
        except OddtrickError as error:
            trick = len(phase.winners) + 1
            raise _At(f"hand {number}, trick {trick}, seat {phase.to_act}", error) from None
    return match


def result_of(match: Match) -> Result:
    """The result of a match so far."""
    check_type(match, Match, WANTED_MATCH)
    deals = [
        DealOutcome(log.result.tricks, log.result.points, log.result.score, log.result.games)
        for log in match.all_deals
        if log.result is not None
    ]
    if match.deal.deal is not None and match.deal.result is None:
        deals.append(_unfinished(match))
    rubber = match.standing.rubber or UNSET
    return Result(RESULT_FORMAT, match.rules.sides, deals, match.over, match.winner, rubber)


def _unfinished(match: Match) -> DealOutcome:
    """The deal under way: the tricks so far, the score as before it."""
    tricks = counted_tricks(match.played_hands(match.deal), match.rules, match.number)
    return DealOutcome(tricks, None, match.standing.carried, match.standing.games)
