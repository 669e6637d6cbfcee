"""Converts matches to boards and boards to matches."""

from __future__ import annotations

from collections.abc import Sequence as Seq

from msgspec import UNSET
from msgspec.structs import replace

from oddtrick.cards import Card, Suit, cards_in
from oddtrick.errors import WANTED_MATCH, OddtrickError, RuleBroken, check_names, check_type
from oddtrick.games import DEFAULT_GAME, list_games, rules_of
from oddtrick.games.whist.rules import single_deal
from oddtrick.match import Deal, DealLog, Match, Playing, played_cards, start
from oddtrick.pbn.board import (
    GAME,
    NOTHING,
    SEATS,
    TRUMP,
    TURN_UP,
    Board,
    Refusal,
    Trumps,
    right_of,
)
from oddtrick.pbn.board_validation import check_board, turn_up_of
from oddtrick.rules import DealPlan, Rules, TrumpSource, interleaved
from oddtrick.tricks import CardOrder, left_of


def boards_of(match: Match, names: Seq[str] | None = None) -> list[Board]:
    """Converts every deal of a match, including one under way, into a board.

    Args:
        match: of whist or a colonial game.
        names: of the players, seat 0 (North) first.

    Raises:
        OddtrickError: the game lacks four players in two partnerships with one hand each, or has
            calls before the play.
    """
    check_type(match, Match, WANTED_MATCH)
    if not is_whist(match.rules):
        raise OddtrickError(
            f"{match.rules.game} cannot be written as PBN: that takes four players in two "
            "partnerships, one hand a deal, the ace high in every suit and no calls of its own"
        )
    check_names(names, 4)
    logs = (log for log in match.all_deals if log.deal is not None)
    return [_board(match, log, number, names) for number, log in enumerate(logs, 1)]


def is_whist(rules: Rules) -> bool:
    """True if PBN can represent a match: two partnerships, the ace high, no course of its own."""
    return (
        rules.players == 4
        and rules.sides == interleaved(4, 2)
        and rules.order is CardOrder.ACE_HIGH
        and len(rules.plan.hands) == 1
        and not rules.course
        and not rules.plan.stock
    )


def _board(match: Match, log: DealLog, number: int, names: Seq[str] | None) -> Board:
    assert log.deal is not None
    playing = match.phase if log is match.deal and isinstance(match.phase, Playing) else None
    north, east, south, west = log.deal.hands[0]
    tags = {
        "Board": str(number),
        **({} if names is None else dict(zip(SEATS, names, strict=True))),
        "Vulnerable": "None",
        "Scoring": "Whist",
        GAME: match.rules.game,
        TRUMP: "N" if log.trump is None else log.trump.letter,
    }
    if log.deal.turn_up is not None:
        tags[TURN_UP] = str(log.deal.turn_up)
    return Board(
        hands=(north, east, south, west),
        dealer=log.dealer,
        trump=log.trump,
        leader=left_of(log.seats, log.dealer),
        plays=played_cards((log.hands[0] if playing is None else playing).plays),
        tags=tuple(tags.items()),
    )


def match_of(board: Board) -> Match:
    """Converts a board into a match over one deal.

    The rules are those of the game that the tags name, else of whist, with fixed trumps and, for an
    ending, a shorter deal. Such a match cannot be written as a record; see :func:`to_whist_match`.

    Raises:
        OddtrickError: a hand, the trumps or the leader is unknown, the board is impossible, or the
            tags name a game that does not fit.
    """
    trump, leader = _known(board)
    rules = replace(
        _rules(board, trump),
        trumps=single_deal(trump).trumps,
        plan=DealPlan((len(board.hands[0]),)),
    )
    return _played(start(rules, dealer=right_of(leader)), board, None)


def to_whist_match(board: Board) -> Match:
    """Converts a board into a match under standard rules, which a record can name.

    The game is the one named by the tags, else a single deal of whist (D1). The turn-up is that of
    the tag, else the dealer's lowest trump (W4). If there are no trumps, the dealer has none, or
    the board says that it is whist without a turn-up, trumps were fixed beforehand (R1, R2).

    Raises:
        OddtrickError: as for :func:`match_of`; or it is an ending; or the tags name a game that
            does not fit, or one with a turn-up where the dealer can have turned up none.
    """
    trump, leader = _known(board)
    if board.size != 13:
        raise RuleBroken(f"each seat has {board.size} cards: a whole deal has 13 each", "W3")
    dealer = right_of(leader)
    turn_up = _turn_up(board, dealer, trump)
    rules = _rules(board, UNSET if turn_up is not None else trump)
    source = rules.trumps.source(0)
    if turn_up is None and source is TrumpSource.TURNED:
        why = "there are no trumps" if trump is None else f"holds no card of {trump}"
        raise RuleBroken(
            f"{SEATS[dealer]}, who deals, can have turned up no card: {why}, and {rules.game} is "
            "played with a turn-up",
            rules.trumps.rule(0),
        )
    return _played(start(rules, dealer=dealer), board, turn_up)


def _known(board: Board) -> tuple[Suit | None, int]:
    """Trumps and leader of a board that can be played."""
    try:
        check_board(board)
    except Refusal as refusal:
        raise refusal.located(f"board {board.number or 1}") from None
    for name, hand in zip(SEATS, board.hands, strict=True):
        if not hand:
            raise OddtrickError(f"{name}'s hand is not known: give all four in [Deal]")
    if board.trump is UNSET:
        raise OddtrickError(f"trumps are not known: give a [Contract], or [{TRUMP}]")
    if board.leader is None:
        raise OddtrickError("it is not known who leads: give the [Declarer]")
    return board.trump, board.leader


def _turn_up(board: Board, dealer: int, trump: Suit | None) -> Card | None:
    """The tag's card, else the dealer's lowest trump; None if the dealer has none.

    A board that says it is whist was written by this package, which names every turn-up.
    """
    tagged = turn_up_of(board)
    if tagged is not None or trump is None or board.tag(GAME) == DEFAULT_GAME.id:
        return tagged
    return next(iter(cards_in(board.hands[dealer].mask & trump.mask)), None)


def _rules(board: Board, fixed: Trumps) -> Rules:
    """The rules of the game that the tags name, else of one deal of whist with these trumps."""
    name = board.tag(GAME)
    if not name or name in (*NOTHING, DEFAULT_GAME.id):
        return single_deal(fixed)
    fit = [game.id for game in list_games() if is_whist(game.rules())]
    if name not in fit:
        raise OddtrickError(f"[{GAME}] is {name[:20]!r}: it must be one of {', '.join(fit)}")
    return rules_of(name)


def _played(match: Match, board: Board, turn_up: Card | None) -> Match:
    match = match.apply(Deal((board.hands,), turn_up))
    for card in board.plays:
        match = match.apply(card)
    return match
