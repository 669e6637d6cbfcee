"""The tables of a data set, solved deals and played matches: their rows, columns and meanings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace

from oddtrick.arena.duplicate import check_length
from oddtrick.arena.parquet import import_pyarrow
from oddtrick.arena.players import create_player, find_entrant
from oddtrick.arena.seeds import PublicHistory, deal_seed
from oddtrick.cards import Hand, Suit
from oddtrick.dealing import Seeded
from oddtrick.errors import OddtrickError
from oddtrick.match import CHANCE, Deal, DealLog, Match, start
from oddtrick.record import encode_record, record_of
from oddtrick.rules import Rules
from oddtrick.solver import Position, Solver

TABLE_MB = 64
"""The transposition table for one hand; thirteen cards seldom need more."""

Row = dict[str, Any]


def solve_deals(rules: Rules, seed: int, first: int, last: int) -> list[Row]:
    """Solves numbered deals of a game; the result depends on the arguments alone.

    Args:
        rules: the game.
        seed: the seed of the data set.
        first: the number of the first deal.
        last: the number of the last, inclusive.

    Returns:
        A row of the table ``solved`` for each deal, hand, trump suit and leader.
    """
    solver = Solver(TABLE_MB)
    return [
        row for number in range(first, last + 1) for row in _solve_deal(rules, seed, number, solver)
    ]


def first_deal(rules: Rules, seed: int, number: int) -> tuple[Match, Deal]:
    """Returns the start of a match and its first deal; dealers take turns with the number."""
    match = start(rules, dealer=number % rules.players)
    deal = Seeded(deal_seed(seed, number))(match)
    assert isinstance(deal, Deal)
    return match, deal


def _solve_deal(rules: Rules, seed: int, number: int, solver: Solver) -> Iterator[Row]:
    match, deal = first_deal(rules, seed, number)
    for hand, hands in enumerate(deal.hands):
        for trump in trumps_of(rules):
            solver.clear()  # other trumps share no proofs
            for leader in match.deal.seats:
                position = position_of_lead(rules, tuple(map(str, hands)), trump, leader)
                yield {
                    "deal": number,
                    "hand": hand,
                    "dealer": match.deal.dealer,
                    "turn_up": None if deal.turn_up is None else str(deal.turn_up),
                    "hands": [str(cards) if cards else "" for cards in hands],
                    "trump": "N" if trump is None else trump.letter,
                    "leader": leader,
                    "value": solver.solve(position),
                    "total": position.points_left,
                }


def trumps_of(rules: Rules) -> tuple[Suit | None, ...]:
    """Returns the trumps that deals are solved for: every suit, and none where no card needs it.

    In Scotch whist the top trumps score and the jack is the best of them, so that no trumps would
    be another game.
    """
    profile = rules.profile
    needs_trump = profile.captures or profile.wins_with
    alike = rules.order.strengths(Suit.CLUBS) == rules.order.strengths(None)
    return (*Suit,) if needs_trump or not alike else (*Suit, None)


def position_of_lead(
    rules: Rules, hands: tuple[str, ...], trump: Suit | None, leader: int
) -> Position:
    """Returns a hand before its first lead, for a sum over tricks.

    Honours taken in tricks (C5) and the catch of the ten (CS2) do not count: as in ``oddtrick
    solve``, the colonial games are solved for tricks.

    Args:
        rules: the game.
        hands: the hand of each seat, as ``S.H.D.C``.
        trump: the trump suit, or None.
        leader: the seat that leads.
    """
    position = Position.of(rules, [Hand.of(hand) for hand in hands], trump, leader)
    return replace(position, objective=None)


def check_bots(bots: Sequence[str]) -> tuple[str, ...]:
    """Returns the names of bots as they are registered.

    Raises:
        OddtrickError: there is no such bot, or it is a program, whose play nobody can repeat.
    """
    entrants = [find_entrant(bot) for bot in bots]
    for entrant in entrants:
        if entrant.is_external:
            raise OddtrickError(
                f"{entrant.name[:40]!r} is a program: data sets are played by bots of this "
                "package, so that others can generate them again"
            )
    return tuple(entrant.name for entrant in entrants)


def play_matches(
    rules: Rules, bots: Sequence[str], seed: int, first: int, last: int
) -> tuple[list[Row], list[Row]]:
    """Plays numbered matches; the result depends on the arguments alone.

    Args:
        rules: the game.
        bots: the names of the bots, see :class:`oddtrick.datasets.plan.DatasetPlan`.
        seed: the seed of the data set.
        first: the number of the first match.
        last: the number of the last, inclusive.

    Returns:
        The rows of the tables ``matches`` and ``hands``.
    """
    matches: list[Row] = []
    hands: list[Row] = []
    for number in range(first, last + 1):
        seated = [bots[(number + rules.side_of(s)) % len(bots)] for s in range(rules.players)]
        match = play_match(rules, seated, seed, number)
        matches.append(
            {
                "match": number,
                "bots": seated,
                "deals": len(match.result),
                "winner": match.winner,
                "record": encode_record(record_of(match)).decode(),
            }
        )
        hands += rows_of_match(match, number)
    return matches, hands


def play_match(rules: Rules, bots: Sequence[str], seed: int, number: int) -> Match:
    """Plays one match of built-in bots, with a bot for each seat."""
    players = [
        create_player(find_entrant(bot), rules, seat, limit=0) for seat, bot in enumerate(bots)
    ]
    chance, history = Seeded(deal_seed(seed, number)), PublicHistory(seed, number)
    match = start(rules, dealer=number % rules.players)
    while not match.over:
        seat = match.to_act
        assert seat is not None
        if seat == CHANCE:
            check_length(match)
            match = match.apply(chance(match))
            continue
        legal = match.legal_actions()
        action = legal[0] if len(legal) == 1 else players[seat].act(match, history.rng())
        history.add(seat, action, match.phase)
        match = match.apply(action)
    for player in players:
        player.close()
    return match


def rows_of_match(match: Match, number: int) -> Iterator[Row]:
    """Yields the rows of the table ``hands`` for a finished match.

    Args:
        match: the match.
        number: its number in the data set.
    """
    for deal, log in enumerate(log for log in match.all_deals if log.result is not None):
        for hand in range(len(log.hands)):
            yield {"match": number, "deal": deal, "hand": hand, **_hand_row(log, hand)}


def _hand_row(log: DealLog, number: int) -> Row:
    assert log.deal is not None
    assert log.result is not None
    hand = log.hands[number]
    return {
        "dealer": log.dealer,
        "turn_up": None if log.deal.turn_up is None else str(log.deal.turn_up),
        "trump": "N" if log.trump is None else log.trump.letter,
        "hands": [str(cards) if cards else "" for cards in log.deal.hands[number]],
        "leader": hand.leader,
        "plays": [str(play) for play in hand.plays],
        "seats": [seat for turns in hand.turns(log.seats) for seat, _ in turns],
        "winners": list(hand.winners),
        "points": list(log.result.points),
        "score": list(log.result.score),
    }


class Column(NamedTuple):
    """A column of a table.

    Attributes:
        type: its Arrow type; ``list<T>`` is a list of T.
        meaning: its meaning, in a phrase.
    """

    type: str
    meaning: str


_HANDS = "the cards dealt to each seat for this hand, as S.H.D.C; empty for a seat that is out"
_HAND = "the separate hand within the deal, from 0; more than one only in some games (S4)"

TABLES: dict[str, dict[str, Column]] = {
    "solved": {
        "deal": Column("int64", "the number of the deal, from 0"),
        "hand": Column("int32", _HAND),
        "dealer": Column("int32", "the seat that dealt"),
        "turn_up": Column("string", "the card turned up, or null"),
        "hands": Column("list<string>", _HANDS),
        "trump": Column("string", "the trump suit: S, H, D, C, or N for none"),
        "leader": Column("int32", "the seat that leads to the first trick"),
        "value": Column("int32", "what the leader's side takes with best play by all"),
        "total": Column("int32", "what all sides take together"),
    },
    "matches": {
        "match": Column("int64", "the number of the match, from 0"),
        "bots": Column("list<string>", "the bot in each seat"),
        "deals": Column("int32", "the number of deals"),
        "winner": Column("int32", "the side that won; null if it ended level"),
        "record": Column("string", "the whole match, as a record in the format oddtrick/1"),
    },
    "hands": {
        "match": Column("int64", "the number of the match, from 0"),
        "deal": Column("int32", "the number of the deal within the match, from 0"),
        "hand": Column("int32", _HAND),
        "dealer": Column("int32", "the seat that dealt"),
        "turn_up": Column("string", "the card turned up, or null"),
        "trump": Column("string", "the trump suit: S, H, D, C, or N for none"),
        "hands": Column("list<string>", _HANDS),
        "leader": Column("int32", "the seat that led to the first trick"),
        "plays": Column(
            "list<string>", "the cards in the order played, rank first; `pass` for a pass (X5)"
        ),
        "seats": Column("list<int32>", "the seat that played each card"),
        "winners": Column("list<int32>", "the seat that won each trick"),
        "points": Column("list<int32>", "the points of each side for the whole deal"),
        "score": Column("list<int32>", "the score of each side after the deal"),
    },
}
"""The columns of each table."""

MEANINGS = {
    "solved": "A row for each deal, trump suit and leader, with its double-dummy value.",
    "matches": "A row for each played match.",
    "hands": "A row for each hand that was played, card by card.",
}
"""The rows of each table."""


def arrow_schema(table: str) -> Any:
    """Returns the Arrow schema of a table, with the meaning of each column in its metadata."""
    arrow, _ = import_pyarrow()

    def read(text: str) -> Any:
        inner = text.removeprefix("list<").removesuffix(">")
        kind = getattr(arrow, inner)()
        return kind if inner == text else arrow.list_(kind)

    return arrow.schema(
        [
            arrow.field(name, read(column.type), metadata={"meaning": column.meaning})
            for name, column in TABLES[table].items()
        ]
    )


def write_rows(file: Path | BytesIO, table: str, rows: Sequence[dict[str, Any]]) -> None:
    """Writes rows as Parquet: the same bytes for the same rows and version of pyarrow."""
    arrow, parquet = import_pyarrow()
    parquet.write_table(
        arrow.Table.from_pylist(rows, arrow_schema(table)), file, compression="zstd"
    )
