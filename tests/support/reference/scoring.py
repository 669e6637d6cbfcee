"""The points of a deal and the standing of a match after it."""

from dataclasses import dataclass, field
from typing import Any

from . import bid_whist, solo
from .calls import bids_by_seat
from .deal_course import Trick, granded_by
from .options import Rules, deals_of, side_of, sides_of

TOP_TRUMPS_OF_SCOTCH = {"J": 11, "T": 10, "A": 4, "K": 3, "Q": 2}  # S5


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
    """The facts of a deal that was played out: trumps, cards dealt to each seat, tricks."""

    trump: str
    dealt: list[list[str]]
    tricks: list[Trick]
    bids: list[int] = field(default_factory=list)
    granded: int | None = None
    record: dict[str, Any] = field(default_factory=dict)


def facts_of(
    full: Rules, deal: dict[str, Any], dealt: list[list[str]], tricks: list[Trick]
) -> PlayedOut:
    """The facts of a deal: as recorded, the cards dealt to each seat, the tricks."""
    bids, granded = bids_by_seat(full, deal), granded_by(full, deal)
    return PlayedOut(deal["trump"], dealt, tricks, bids, granded, deal)


def first_standing(full: Rules) -> Standing:
    """Before the first deal: nothing scored; in knock-out every seat is in."""
    sides = len(sides_of(full))
    start = 1 if full["game"] == "knockout-whist" else 0
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
    if full["game"] != "knockout-whist":
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
    """The points of each side for a deal played out; the standing is moved on."""
    standing.deals_played += 1
    own = {
        "scotch-whist": _score_scotch,
        "knockout-whist": _score_knockout,
        "oh-hell": _score_oh_hell,
        "german-whist": _score_german,
        "solo-whist": _score_solo,
        "bid-whist": _score_bid_whist,
    }
    if full["game"] in own:
        return own[full["game"]](full, standing, deal)
    if full.get("match") == "deals":
        return _score_fixed_deals(full, standing, deal)
    if full["game"] == "minnesota-whist":
        points = _points_minnesota(full, deal)
    elif full["game"] == "colonial-scotch-whist":
        points = _points_colonial_scotch(full, deal)
    else:
        points = _points_whist(full, standing, deal)
    standing.score = [had + new for had, new in zip(standing.score, points, strict=True)]
    _end_of_game(full, standing)
    return points


def _score_german(full: Rules, standing: Standing, deal: PlayedOut) -> list[int]:
    """A point for the player with more tricks (G4); a number of deals, or of deals won (G5)."""
    tricks = tricks_by_seat(full, [trick.winner for trick in deal.tricks])
    points = [int(tricks[seat] > tricks[1 - seat]) for seat in (0, 1)]
    standing.score = [had + new for had, new in zip(standing.score, points, strict=True)]
    one, two = standing.score
    if full["target"] is None:
        standing.over = standing.game_ended = standing.deals_played == full["deals"]
        standing.winner = None if not standing.over or one == two else int(two > one)
    elif full["target"] in standing.score:
        standing.over = standing.game_ended = True
        standing.winner = int(two > one)
        standing.games[standing.winner] += 1
    return points


def _points_minnesota(full: Rules, deal: PlayedOut) -> list[int]:
    """M4: a point for each trick above six, ``set`` for those who did not grand; low: below seven.

    High if somebody granded (M2).
    """
    points = []
    for side, tricks in enumerate(tricks_by_side(full, deal.tricks)):
        if deal.granded is None:
            points.append(7 - tricks if tricks < 7 else 0)
        elif side_of(full, deal.granded) == side:
            points.append(tricks - 6 if tricks > 6 else 0)
        else:
            points.append((tricks - 6) * int(full["set"]) if tricks > 6 else 0)
    return points


def _score_bid_whist(full: Rules, standing: Standing, deal: PlayedOut) -> list[int]:
    """B5; a side at the target wins, or the one whose opponents are as far below nothing (B6)."""
    points = bid_whist.points_of(full, deal.record, tricks_by_side(full, deal.tricks))
    standing.score = [had + new for had, new in zip(standing.score, points, strict=True)]
    low, high = sorted(standing.score)
    if high >= full["target"] or low <= -full["target"]:
        standing.over = standing.game_ended = True
        standing.winner = standing.score.index(high)
        standing.games[standing.winner] += 1
    return points


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
        barred = full["game"] == "whist" and standing.score[side] == full["target"] - 1  # H2
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


def _points_colonial_scotch(full: Rules, deal: PlayedOut) -> list[int]:
    """CS2 to CS4: the difference of what the two sides made, to the side with more."""
    made = []
    taken = taken_by_side(full, deal.tricks)
    for side, tricks in enumerate(tricks_by_side(full, deal.tricks)):
        worth = tricks - 6 + honours_worth(taken[side], deal.trump)
        for trick in deal.tricks:
            if trick.won_with == "T" + deal.trump and side_of(full, trick.winner) == side:
                worth += 10  # CS2
        made.append(worth if tricks >= 6 else 0)  # CS3
    scored = [max(0, made[0] - made[1]), max(0, made[1] - made[0])]
    if full["difference"] == "tricks":  # X1
        first, second = tricks_by_side(full, deal.tricks)
        scored[1 if first > second else 0] = 0
    return scored


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
    standing.score = [had + new for had, new in zip(standing.score, points, strict=True)]
    if standing.deals_played == full["deals"]:
        standing.over = True
        if standing.score[0] != standing.score[1]:
            standing.winner = 0 if standing.score[0] > standing.score[1] else 1
    return points


def _score_oh_hell(full: Rules, standing: Standing, deal: PlayedOut) -> list[int]:
    """O5: ten and the bid for an exact one; O6: the highest total after the last deal."""
    points = []
    for took, bid in zip(tricks_by_side(full, deal.tricks), deal.bids, strict=True):
        scored = 10 + bid if took == bid else 0
        if full["score"] == "tricks-plus" and took != bid:
            scored = took
        points.append(scored)
    return _score_to_the_last_deal(len(deals_of(full)), standing, points)


def _score_solo(full: Rules, standing: Standing, deal: PlayedOut) -> list[int]:
    """SO5: what the players pay one another; SO6: a number of deals."""
    tricks = tricks_by_seat(full, [trick.winner for trick in deal.tricks])
    return _score_to_the_last_deal(
        full["deals"], standing, solo.points_of(full, deal.record, tricks)
    )


def _score_to_the_last_deal(deals: int, standing: Standing, points: list[int]) -> list[int]:
    """The points of a deal; the highest total after the last one wins, if it is alone (O6, SO6)."""
    standing.score = [had + new for had, new in zip(standing.score, points, strict=True)]
    if standing.deals_played == deals:
        standing.over = True
        if standing.score.count(max(standing.score)) == 1:
            standing.winner = standing.score.index(max(standing.score))
    return points


def _score_scotch(full: Rules, standing: Standing, deal: PlayedOut) -> list[int]:
    """S5 and S6 for each side; S7: one side alone highest, at the target or above, has won."""
    points = []
    for seats, taken in zip(sides_of(full), taken_by_side(full, deal.tricks), strict=True):
        worth = 0
        for card in taken:
            if card[1] == deal.trump:
                worth += TOP_TRUMPS_OF_SCOTCH.get(card[0], 0)
        dealt = sum(len(deal.dealt[seat]) for seat in seats)
        points.append(worth + max(0, len(taken) - dealt))
    totals = [had + new for had, new in zip(standing.score, points, strict=True)]
    reaching = [side for side, total in enumerate(totals) if total >= full["target"]]
    if full["count_out"] == "order" and len(reaching) > 1:
        points = _counted_out(full, standing, deal)
    standing.score = [had + new for had, new in zip(standing.score, points, strict=True)]
    highest = max(standing.score)
    leaders = [side for side, score in enumerate(standing.score) if score == highest]
    if highest >= full["target"] and len(leaders) == 1:
        standing.over = True
        standing.winner = leaders[0]
        standing.games[leaders[0]] = 1
    return points


def _counted_out(full: Rules, standing: Standing, deal: PlayedOut) -> list[int]:
    """X4: ten, cards, ace, king, queen, jack, until one side alone is in front at the target."""
    taken = taken_by_side(full, deal.tricks)
    points = [0] * len(taken)
    for item in ("T", "cards", "A", "K", "Q", "J"):
        for side, seats in enumerate(sides_of(full)):
            if item == "cards":
                dealt = sum(len(deal.dealt[seat]) for seat in seats)
                points[side] += max(0, len(taken[side]) - dealt)
            elif item + deal.trump in taken[side]:
                points[side] += TOP_TRUMPS_OF_SCOTCH[item]
        score = [had + new for had, new in zip(standing.score, points, strict=True)]
        if max(score) >= full["target"] and score.count(max(score)) == 1:
            break
    return points


def _score_knockout(full: Rules, standing: Standing, deal: PlayedOut) -> list[int]:
    """K4: out without a trick; K5: who tied for most; K8: all the tricks win the match.

    X5: the first to be without a trick stay in for the next deal, unless the match is over.
    """
    points = tricks_by_seat(full, [trick.winner for trick in deal.tricks])
    without = [seat for seat in seats_in(full, standing) if points[seat] == 0]
    standing.score = [1 if tricks > 0 else 0 for tricks in points]
    standing.dogs = []
    if full.get("dogs_life") and not standing.dogs_life_spent and max(points) < len(deal.tricks):
        standing.dogs = without
        standing.dogs_life_spent = bool(without)
        for seat in without:
            standing.score[seat] = 1
    most = [seat for seat, tricks in enumerate(points) if tricks == max(points)]
    standing.tied = most if len(most) > 1 else []
    if max(points) == len(deal.tricks):
        standing.over = True
        standing.winner = most[0]
        standing.games[most[0]] = 1
    return points


def result_row(standing: Standing, tricks: list[int], points: list[int] | None) -> dict[str, Any]:
    """One deal of the result; ``points`` is None where the deal was not played out."""
    return {
        "tricks": tricks,
        "points": points,
        "score": list(standing.score),
        "games": list(standing.games),
    }
