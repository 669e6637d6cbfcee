"""Problems for the solver, from JSON lines and the command line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Annotated

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from oddtrick.cards import Card, Hand, Suit, parse_card, parse_hand, parse_suit
from oddtrick.cli.errors import located
from oddtrick.cli.record_input import scan_board_file
from oddtrick.errors import OddtrickError, suggestion
from oddtrick.games import DEFAULT_GAME, find_game, read_options
from oddtrick.match import Match, Playing
from oddtrick.pbn import Board, Trumps, match_of
from oddtrick.pbn.board import SEAT_LETTERS, TURN_UP, right_of
from oddtrick.record import DealRecord, HandRecord, Record, replay
from oddtrick.rules import Contract, Rules
from oddtrick.solver import Position, double_dummy
from oddtrick.solver.aim import check_aim

Seat = Annotated[int, msgspec.Meta(ge=0, le=7)]


class Problem(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position with all cards open.

    Args:
        hands: the hand of each seat, as ``S.H.D.C``; ``""`` for a seat that is out.
        trump: ``S``, ``H``, ``D`` or ``C``; ``N`` or None for no trumps.
        leader: the seat that leads, or has led, the trick.
        trick: the cards on the table, from the leader's on; they are in no hand.
        sides: the side number of each seat; None for the sides of the game, and in scotch whist
            for each seat on its own.
        game: the game, with its order of cards and its scoring.
        trumps_held_back: trumps may not be led before they are broken (K7).
        out: the seats that are out (K4); needed only where others have just played their last card.
        contract: the bid that is played, in games with contracts, as in ``3 downtown``.
        declarer: the seat that undertook it, or in some games both; its partners belong to it. None
            where nobody did.
    """

    hands: tuple[str, ...]
    trump: str | None
    leader: Seat
    trick: tuple[str, ...] = ()
    sides: tuple[int, ...] | None = None
    game: str = DEFAULT_GAME.id
    trumps_held_back: bool = False
    out: tuple[Seat, ...] = ()
    contract: str | None = None
    declarer: tuple[Seat, ...] = ()


_decoder = msgspec.json.Decoder(Problem)
_KEYS = ", ".join(Problem.__struct_fields__)


def read_problem(line: bytes) -> Problem:
    """Reads a problem from one line of JSON.

    Raises:
        OddtrickError: it is not JSON, or a key is missing, unknown or of another type.
    """
    try:
        return _decoder.decode(line)
    except msgspec.ValidationError as error:
        raise OddtrickError(_in_words(str(error))) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise OddtrickError(f"this is not JSON: {error}") from None


_UNKNOWN = re.compile(r"Object contains unknown field `(.*)`", re.DOTALL)
_MISSING = re.compile(r"Object missing required field `(\w+)`")
_WRONG = re.compile(r"(.*?) - at `\$\.?(\w*)(?:\[(\d+|\.\.\.)\])?`", re.DOTALL)


def _in_words(message: str) -> str:
    """Rewords a decoder error for people.

    >>> _in_words("Expected `str`, got `int` - at `$.hands[2]`")
    'hands, seat 2: expected str, got int'
    >>> _in_words("Object missing required field `trump`")
    'the key trump is missing: write S, H, D, C or N'
    """
    if unknown := _UNKNOWN.match(message):
        return f"{unknown[1][:40]!r} is not a key: the keys are {_KEYS}"
    if missing := _MISSING.match(message):
        how = ": write S, H, D, C or N" if missing[1] == "trump" else ""
        return f"the key {missing[1]} is missing{how}"
    wrong = _WRONG.match(message)
    what, key, at = wrong.groups() if wrong else (message, "", None)
    what = what.replace("`", "").replace("Expected", "expected")
    if at and at != "...":
        key = f"trick, card {int(at) + 1}" if key == "trick" else f"{key}, seat {at}"
    return f"{key}: {what}" if key else f"this is not a problem: {what}"


def position_of(problem: Problem, *, points: bool = False) -> Position:
    """Returns the position under the rules of its game.

    Args:
        problem: the open cards.
        points: colonial games are solved for points, as if nothing had been taken before, and not
            for tricks.

    Raises:
        OddtrickError: a card cannot be read, or the cards cannot be a position; the line says
            which seat or card.
    """
    hands = tuple(_hand(text, seat) for seat, text in enumerate(problem.hands))
    trick = tuple(_card(text, place) for place, text in enumerate(problem.trick))
    trump = read_trump(problem.trump)
    rules = _rules(problem.game, len(hands))
    if len(hands) != rules.players:
        raise OddtrickError(
            f"hands: there are {len(hands)}, and {rules.game} has {rules.players} seats"
        )
    rules = rules.under(_contract(problem, rules, trump))
    check_aim(rules)
    position = Position.of(rules, hands, trump, problem.leader, trick, out=problem.out)
    wanted = {
        "sides": _sides(position, problem.sides),
        "trumps_held_back": problem.trumps_held_back,
        "objective": position.objective if points else None,
    }
    # Skip the second validation if nothing differs, which is the usual case.
    same = all(getattr(position, name) == value for name, value in wanted.items())
    return position if same else replace(position, **wanted)


def position_at(match: Match, *, points: bool = False) -> Position:
    """Returns the double-dummy position of the current hand of a match, under its contract.

    Args:
        match: the match.
        points: colonial games are solved for the points of the deal, and not for tricks.

    Raises:
        OddtrickError: best play of this deal has no value, a seat may pass in it (X5), or cards are
            still to be drawn (G3).
    """
    position = double_dummy.position_of(match)
    return position if points else replace(position, objective=None)


def _contract(problem: Problem, rules: Rules, trump: Suit | None) -> Contract | None:
    """The contract of a problem; None in a game without.

    Raises:
        OddtrickError: the game is played under a contract and none is given, or it has no such one.
    """
    some = ", ".join(map(str, rules.contracts[:3]))
    if problem.contract is None:
        if rules.terms is not None:
            raise OddtrickError(
                f"contract is missing: {rules.game} is played under one, such as {some}"
            )
        if problem.declarer:
            raise OddtrickError("declarer is given without a contract: leave it out, or add that")
        return None
    bid = next((each for each in rules.contracts if str(each) == problem.contract), None)
    if bid is None:
        near = suggestion(problem.contract, map(str, rules.contracts))
        others = f": write one such as {some}" if some else ", which has none: leave it out"
        raise OddtrickError(
            f"{problem.contract[:40]!r} is no contract of {rules.game}{near or others}"
        )
    undertaken = (rules.sides[rules.side_of(seat)] for seat in problem.declarer)
    return Contract(
        bid=bid,
        declarer=problem.declarer[0] if problem.declarer else None,
        side=tuple(sorted({seat for side in undertaken for seat in side})),
        trump=trump,
        leader=problem.leader,
    )


@lru_cache
def _rules(name: str, players: int) -> Rules:
    """The rules of a game for a number of players, with all other options at their defaults."""
    game = find_game(name)
    fields = game.options.__struct_fields__
    options = read_options(game, {"players": players} if "players" in fields else {})
    return game.rules(options)


def _sides(position: Position, sides: tuple[int, ...] | None) -> tuple[int, ...] | None:
    """The side of the seat to play against all others."""
    if sides is None:
        return position.sides
    if len(sides) != len(position.hands):
        raise OddtrickError(f"sides has {len(sides)} numbers for {len(position.hands)} seats")
    return tuple(int(side != sides[position.to_play]) for side in sides)


def _hand(text: str, seat: int) -> Hand:
    try:
        return parse_hand(text)
    except OddtrickError as error:
        raise OddtrickError(f"hands, seat {seat}: {error}") from None


def _card(text: str, place: int) -> Card:
    try:
        return parse_card(text)
    except OddtrickError as error:
        raise OddtrickError(f"trick, card {place + 1}: {error}") from None


def read_trump(text: str | None) -> Suit | None:
    """Parses a trump suit; ``N`` and None are no trumps.

    Raises:
        OddtrickError: it is neither.
    """
    if text is None or text.strip().upper() in ("N", "NT"):
        return None
    try:
        return parse_suit(text)
    except OddtrickError:
        raise OddtrickError(f"trump is {text[:20]!r}: write S, H, D, C or N") from None


def read_seat(text: str) -> int:
    """Parses a seat: a number from 0, or N, E, S or W.

    Raises:
        OddtrickError: it is neither.
    """
    sign = text.strip().upper()
    if len(sign) == 1 and sign in SEAT_LETTERS:
        return SEAT_LETTERS.index(sign)
    if len(sign) == 1 and sign in "01234567":
        return int(sign)
    raise OddtrickError(f"{text[:20]!r} is not a seat: write a number from 0, or N, E, S or W")


def match_at(record: Record, number: int | None, played: int | None) -> Match:
    """The match at a position of a record, with a hand in progress.

    Args:
        record: the record.
        number: the number of the deal, from 1; None for the last.
        played: the number of cards played in the deal, over all its hands; None for the end of
            an unfinished deal, or the start of a finished one.

    Raises:
        OddtrickError: the position does not exist, no card is to be played there, or the record
            is illegal.
    """
    deals = record.deals
    number = len(deals) if number is None else number
    if not 1 <= number <= len(deals):
        raise OddtrickError(f"there is no deal {number}: the record has 1 to {len(deals)}")
    match = replay(replace(record, deals=deals[:number]))
    if played is None:
        played = 0 if _after(match, number) else _plays(deals[number - 1])
    if not 0 <= played <= _plays(deals[number - 1]):
        has = _plays(deals[number - 1])
        raise OddtrickError(f"deal {number} has {has} cards played, not {played}: give fewer")
    short = [*deals[: number - 1], _cut_short(deals[number - 1], played)]
    match = replay(replace(record, deals=short))
    if _after(match, number) or not isinstance(match.phase, Playing):
        why = "trumps are still to be chosen" if not _after(match, number) else "it is over"
        raise OddtrickError(f"no card is to be played there in deal {number}: {why}")
    return match


def _after(match: Match, number: int) -> bool:
    """True if the deal of that number is over."""
    return match.over or match.number >= number


def _plays(deal: DealRecord) -> int:
    return sum(len(hand.plays) for hand in deal.hands)


def _cut_short(deal: DealRecord, played: int) -> DealRecord:
    """The deal with only its first ``played`` plays."""
    hands = []
    for hand in deal.hands:
        hands.append(HandRecord(hand.cards, hand.plays[:played]))
        played -= len(hands[-1].plays)
    return replace(deal, hands=hands)


class BoardMoment(msgspec.Struct, frozen=True, kw_only=True):
    """The moment of a board that is solved, and what the command line says about it.

    Args:
        trump: the trumps, instead of those of the board; UNSET: those of the board.
        leader: the leader to the first trick, instead of the board's; None: the board's.
        deal: the number of the deal, or None; a board has one.
        played: the number of cards played; None for the end of an unfinished play, or the lead.
        points: colonial games are solved for points, and not for tricks.
    """

    trump: Trumps = UNSET
    leader: int | None = None
    deal: int | None = None
    played: int | None = None
    points: bool = False


def read_positions(file: str, moment: BoardMoment) -> Iterator[tuple[str, Position]]:
    """Yields a position of each board of a file, with its place for messages.

    Raises:
        OddtrickError: the file cannot be read, or holds no board, or one that cannot be solved.
    """
    for number, found in scan_board_file(file, moment.trump):
        place = f"{file}: board {number}"
        if not isinstance(found, Board):
            line = f", line {found.line}" if found.line else ""
            raise found.located(f"{place}{line}")
        with located(place):
            yield place, position_of_board(found, moment)


def position_of_board(board: Board, moment: BoardMoment) -> Position:
    """Returns a position of a board.

    Raises:
        OddtrickError: a hand, the trumps or the leader is not known, or nothing is to be played at
            that moment.
    """
    if moment.deal not in (None, 1):
        raise OddtrickError(f"there is no deal {moment.deal}: a board has one")
    board = _with_flags(replace(board, plays=_plays_until(board, moment.played)), moment)
    if board.trump is UNSET:
        raise OddtrickError("trumps are not known: give --trump, or a [Contract] in the file")
    if board.leader is None:
        raise OddtrickError(
            "it is not known who leads: give --leader, or in the file the [Declarer], in an ending "
            "the seat of [Play]"
        )
    match = match_of(board)
    if not isinstance(match.phase, Playing):
        raise OddtrickError("no card is left to play: the deal is over; give a smaller --played")
    return position_at(match, points=moment.points)


def _plays_until(board: Board, played: int | None) -> tuple[Card, ...]:
    """The cards before the moment."""
    if played is None:
        complete = board.size is not None and len(board.plays) == 4 * board.size
        return () if complete else board.plays
    if played > len(board.plays):
        raise OddtrickError(
            f"the board has {len(board.plays)} cards played, not {played}: give fewer"
        )
    return board.plays[:played]


def _with_flags(board: Board, moment: BoardMoment) -> Board:
    """The board with the trumps and the leader of the command line.

    Raises:
        OddtrickError: cards have been played with other trumps, or after another lead.
    """
    trump = board.trump if moment.trump is UNSET else moment.trump
    leader = board.leader if moment.leader is None else moment.leader
    if (trump, leader) == (board.trump, board.leader):
        return board
    if board.plays and (leader != board.leader or board.trump is not UNSET):
        raise OddtrickError(
            "cards are played with other trumps or another leader: leave --trump and --leader out, "
            "or add --played 0"
        )
    # The dealer and the turn-up are those of the deal as it was played.
    return replace(
        board,
        trump=trump,
        leader=leader,
        dealer=None if leader is None else right_of(leader),
        tags=tuple(tag for tag in board.tags if tag[0] != TURN_UP),
    )
