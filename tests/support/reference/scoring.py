"""The points of a deal and the standing of a match after it."""

from dataclasses import dataclass, field
from typing import Any

from tests.support.game_folders import own

from .deal_course import Trick
from .options import Rules, side_of, sides_of


@dataclass
class Standing:
    """The standing of a match: the score of the game under way, games won, seats still in."""

    score: list[int]
    games: list[int]
    over: bool = False
    winner: int | None = None
    deals_played: int = 0
    game_ended: bool = False
    tied: list[int] = field(default_factory=list)  # seats that tied for most tricks (K5)
    rubber: list[int] = field(default_factory=list)  # points for games and rubber (X6)
    dogs: list[int] = field(default_factory=list)  # seats with one card in the next deal (X5)
    dogs_life_spent: bool = False


@dataclass
class PlayedOut:
    """A deal that was played out: trumps, cards dealt to each seat, tricks, and its record."""

    trump: str
    dealt: list[list[str]]
    tricks: list[Trick]
    record: dict[str, Any] = field(default_factory=dict)


def first_standing(full: Rules) -> Standing:
    """Before the first deal: nothing scored; in knock-out every seat is in."""
    sides = len(sides_of(full))
    start = 1 if own(full["game"], "ELIMINATES") else 0
    rubber = [0] * sides if full.get("rubber_points") else []
    return Standing([start] * sides, [0] * sides, rubber=rubber)


def begin_deal(standing: Standing) -> None:
    """A new deal starts; after a game of a rubber the next starts at nothing (W7)."""
    if standing.game_ended and not standing.over:
        standing.score = [0] * len(standing.score)
        standing.game_ended = False


def seats_in(full: Rules, standing: Standing) -> list[int]:
    """The seats that still play: all, but in knock-out those that are not out (K4)."""
    seats = list(range(full["players"]))
    if not own(full["game"], "ELIMINATES"):
        return seats
    return [seat for seat in seats if standing.score[seat] == 1]


def tricks_by_seat(full: Rules, winners: list[int]) -> list[int]:
    """Tricks that each seat took, as far as they count: those of the second stage alone (G4)."""
    counted = winners[13:] if full.get("count") == "second" else winners
    return [counted.count(seat) for seat in range(full["players"])]


def tricks_by_side(full: Rules, tricks: list[Trick]) -> list[int]:
    """Tricks that each side took."""
    winners = [trick.winner for trick in tricks]
    return [sum(winners.count(seat) for seat in seats) for seats in sides_of(full)]


def taken_by_side(full: Rules, tricks: list[Trick]) -> list[list[str]]:
    """Cards that each side has in the tricks it took."""
    taken: list[list[str]] = [[] for _ in sides_of(full)]
    for trick in tricks:
        taken[side_of(full, trick.winner)].extend(trick.cards)
    return taken


def honours_worth(cards: list[str], trump: str) -> int:
    """A K Q J of trumps among these cards: all four 4, three of them 2 (H1, C5); none at N (H4)."""
    held = [rank for rank in "AKQJ" if rank + trump in cards]
    return {4: 4, 3: 2}.get(len(held), 0)


def score_deal(full: Rules, standing: Standing, deal: PlayedOut) -> list[int]:
    """The points of each side for a deal played out; the standing is moved on.

    A game has a ``score`` of its own, or ``points``, and the match ends as most do.
    """
    standing.deals_played += 1
    points: list[int]
    if (score := own(full["game"], "score")) is not None:
        points = score(full, standing, deal)
    elif full.get("match") == "deals":
        points = _score_fixed_deals(full, standing, deal)
    else:
        points = own(full["game"], "points", _points_whist)(full, standing, deal)
        add_points(standing, points)
        _end_of_game(full, standing)
    return points


def add_points(standing: Standing, points: list[int]) -> None:
    """The score of each side rises by its points."""
    standing.score = [had + new for had, new in zip(standing.score, points, strict=True)]


def _odd_tricks(full: Rules, deal: PlayedOut) -> list[int]:
    """Tricks above six of the side that took more (W5, C3)."""
    return [max(0, tricks - 6) for tricks in tricks_by_side(full, deal.tricks)]


def _points_whist(full: Rules, standing: Standing, deal: PlayedOut) -> list[int]:
    """W5 and C3, then honours, unless the trick points already end the game (H3, H4)."""
    points = _odd_tricks(full, deal)
    for side, odd in enumerate(points):
        if standing.score[side] + odd >= full["target"]:
            return points
    honours = _honours(full, deal)
    for side in (0, 1):
        barred = own(full["game"], "BARRED") and standing.score[side] == full["target"] - 1  # H2
        if not barred:
            points[side] += honours[side]
    return points


def _honours(full: Rules, deal: PlayedOut) -> list[int]:
    """Honours of each side: none, as dealt (H1), or as taken by the winners (C5, H5)."""
    kind = full["honours"]
    if kind == "none" or deal.trump == "N":
        return [0, 0]
    if kind in ("dealt", "held"):  # H1, X2
        held = [[card for seat in seats for card in deal.dealt[seat]] for seats in sides_of(full)]
        return [honours_worth(cards, deal.trump) for cards in held]
    tricks = tricks_by_side(full, deal.tricks)
    taken = taken_by_side(full, deal.tricks)
    honours = [0, 0]
    winners = 0 if tricks[0] > tricks[1] else 1
    honours[winners] = honours_worth(taken[winners], deal.trump)
    return honours


def _end_of_game(full: Rules, standing: Standing) -> None:
    """W6, W7, C4, CS1, M5: a side at the target has the game, and perhaps the match."""
    needed = 2 if full.get("match") == "rubber" else 1
    for side, score in enumerate(standing.score):
        if score >= full["target"]:
            standing.game_ended = True
            standing.games[side] += 1
            if standing.games[side] == needed:
                standing.over = True
                standing.winner = side
            if standing.rubber:
                standing.rubber[side] += _worth_of_game(full, standing.score[1 - side])
                standing.rubber[side] += 2 if standing.over else 0


def _worth_of_game(full: Rules, losers: int) -> int:
    """X6: a treble against no point, a double against less than half of the target."""
    if losers == 0:
        return 3
    return 2 if losers < full["target"] / 2 else 1


def _score_fixed_deals(full: Rules, standing: Standing, deal: PlayedOut) -> list[int]:
    """D1: odd tricks over exactly n deals; level sides have no winner."""
    points = _odd_tricks(full, deal)
    add_points(standing, points)
    if standing.deals_played == full["deals"]:
        standing.over = True
        if standing.score[0] != standing.score[1]:
            standing.winner = 0 if standing.score[0] > standing.score[1] else 1
    return points


def score_to_the_last_deal(deals: int, standing: Standing, points: list[int]) -> list[int]:
    """The points of a deal; the highest total after the last one wins, if it is alone (O6, SO6)."""
    add_points(standing, points)
    if standing.deals_played == deals:
        standing.over = True
        if standing.score.count(max(standing.score)) == 1:
            standing.winner = standing.score.index(max(standing.score))
    return points


def result_row(standing: Standing, tricks: list[int], points: list[int] | None) -> dict[str, Any]:
    """One deal of the result; ``points`` is None where the deal was not played out."""
    return {
        "tricks": tricks,
        "points": points,
        "score": list(standing.score),
        "games": list(standing.games),
    }
