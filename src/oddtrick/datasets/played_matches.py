"""Played matches: whole matches of bots, as records and hand by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from oddtrick.arena.players import create_player, find_entrant
from oddtrick.arena.seeds import PublicHistory, deal_seed
from oddtrick.dealing import Seeded
from oddtrick.errors import OddtrickError
from oddtrick.match import CHANCE, start
from oddtrick.record import encode_record, record_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from oddtrick.match import DealLog, Match
    from oddtrick.rules import Rules

Row = dict[str, Any]


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
            match = match.apply(chance(match))
            continue
        legal = match.legal_actions()
        action = legal[0] if len(legal) == 1 else players[seat].act(match, history.rng())
        history.add(seat, action)
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
