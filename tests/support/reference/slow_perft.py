"""Counts every way in which an unfinished record can go on, on lists and strings.

The slow counterpart of ``oddtrick.perft``: each line of play is laid out card by card, and each
deal that ends is scored from the cards on the table.
"""

from collections import Counter
from dataclasses import replace
from typing import Any

from .cards import SUITS, read_hand
from .deal_course import HandInPlay, Trick, bids_allowed, bids_by_seat, open_hand, read_play
from .options import Rules, full_rules
from .replay import result_of
from .scoring import PlayedOut, Standing, begin_deal, first_standing, score_deal

Record = dict[str, Any]
Deal = dict[str, Any]


def count_ways(record: Record, depth: int | None) -> Counter[str]:
    """The number of ways to each outcome: the sides' points as ``"3,0"``, or ``""`` where the
    count stops after ``depth`` actions, before the deal is over."""
    full = full_rules(record["rules"])
    standing = _standing_before(full, {**record, "deals": record["deals"][:-1]})
    deal = record["deals"][-1]
    limit = -1 if depth is None else depth
    ways: Counter[str] = Counter()
    if "trump" not in deal:
        if limit == 0:
            return Counter({"": 1})
        for suit in SUITS:  # K3
            _count_hand(full, standing, {**deal, "trump": suit}, limit - 1, ways)
    elif full["game"] == "oh-hell":
        _count_bids(full, standing, deal, limit, ways)
    else:
        _count_hand(full, standing, deal, limit, ways)
    return ways


def _count_bids(
    full: Rules, standing: Standing, deal: Deal, limit: int, ways: Counter[str]
) -> None:
    """Counts the bids still to come, and from each of them the play (O3, O4)."""
    made = deal.get("calls", {}).get("bids", [])
    if len(made) == full["players"]:
        _count_hand(full, standing, deal, limit, ways)
        return
    if limit == 0:
        ways[""] += 1
        return
    for bid in bids_allowed(full, standing.deals_played, list(map(int, made))):
        calls = {"bids": [*made, str(bid)]}
        _count_bids(full, standing, {**deal, "calls": calls}, limit - 1, ways)


def _standing_before(full: Rules, finished: Record) -> Standing:
    """The standing of the match before its last deal."""
    standing = first_standing(full)
    rows = result_of(finished)["deals"]
    if rows:
        games_before = rows[-2]["games"] if len(rows) > 1 else [0] * len(standing.games)
        standing.score = list(rows[-1]["score"])
        standing.games = list(rows[-1]["games"])
        standing.deals_played = len(rows)
        standing.game_ended = standing.games != games_before
    begin_deal(standing)
    return standing


def _count_hand(
    full: Rules, standing: Standing, deal: Deal, limit: int, ways: Counter[str]
) -> None:
    """Lays out what the record tells of the deal, and counts from there."""
    done: list[Trick] = []
    index, last = 0, len(deal["hands"]) - 1
    hand = open_hand(full, deal, index)
    for number, hand_record in enumerate(deal["hands"]):
        for card in hand_record["plays"]:
            if number > index:
                done, index = done + hand.tricks, number
                hand = open_hand(full, deal, index)
            hand.play(read_play(card))
    assert not (hand.finished() and index == last), "the deal is over"
    _go_on(_Deal(full, standing, deal, ways), index, hand, done, limit)


class _Deal:
    """The constants of one deal's count, and the ways counted already."""

    def __init__(self, full: Rules, standing: Standing, deal: Deal, ways: Counter[str]) -> None:
        self.full, self.standing, self.deal, self.ways = full, standing, deal, ways
        self.hands = len(deal["hands"])
        self.dealt: list[list[str]] = [[] for _ in range(full["players"])]
        for hand in deal["hands"]:
            for seat, text in enumerate(hand["cards"]):
                self.dealt[seat] += read_hand(text)

    def score(self, tricks: list[Trick]) -> str:
        """The points of the sides for these tricks."""
        standing = replace(
            self.standing, score=list(self.standing.score), games=list(self.standing.games)
        )
        bids = bids_by_seat(self.full, self.deal)
        played = PlayedOut(self.deal["trump"], self.dealt, tricks, bids)
        return ",".join(map(str, score_deal(self.full, standing, played)))


def _go_on(deal: _Deal, index: int, hand: HandInPlay, done: list[Trick], limit: int) -> None:
    if hand.finished():
        done, index = done + hand.tricks, index + 1
        if index == deal.hands:
            deal.ways[deal.score(done)] += 1
            return
        hand = open_hand(deal.full, deal.deal, index)
    if limit == 0:
        deal.ways[""] += 1
        return
    for card in hand.legal_plays():
        after = replace(
            hand,
            held={seat: list(cards) for seat, cards in hand.held.items()},
            on_table=list(hand.on_table),
            passed=list(hand.passed),
            tricks=list(hand.tricks),
            stock=list(hand.stock),
        )
        after.play(card)
        _go_on(deal, index, after, done, limit - 1)
