"""Counts every way in which an unfinished record can go on, on lists and strings.

The slow counterpart of ``oddtrick.perft``: each line of play is laid out card by card, and each
deal that ends is scored from the cards on the table.
"""

from collections import Counter
from dataclasses import replace
from typing import Any

from tests.support.game_folders import own

from .calls import calls_allowed, with_call
from .cards import SUITS, read_hand
from .deal_course import HandInPlay, Trick, is_thrown_in, open_hand, read_play
from .options import Rules, full_rules
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
    if "trump" not in deal and own(full["game"], "TRUMPS") == "chosen":
        if limit == 0:
            return Counter({"": 1})
        for suit in SUITS:  # K3
            _count_hand(full, standing, {**deal, "trump": suit}, limit - 1, ways)
    else:
        _count_calls(full, standing, deal, limit, ways)
    return ways


def _count_calls(
    full: Rules, standing: Standing, deal: Deal, limit: int, ways: Counter[str]
) -> None:
    """Counts the calls still to come, and from each of them the play (O3, O4, M2)."""
    allowed = calls_allowed(full, standing.deals_played, deal)
    if is_thrown_in(full, deal):
        ways[_Deal(full, standing, deal, ways).score([])] += 1
        return
    if not allowed:
        _count_hand(full, standing, deal, limit, ways)
        return
    if limit == 0:
        ways[""] += 1
        return
    for call in allowed:
        _count_calls(full, standing, with_call(full, deal, call), limit - 1, ways)


def _standing_before(full: Rules, finished: Record) -> Standing:
    """The standing of the match before its last deal."""
    standing = first_standing(full)
    for deal in finished["deals"]:
        begin_deal(standing)
        _, hand, done = _lay_out(full, deal)
        score_deal(
            full, standing, _Deal(full, standing, deal, Counter()).played(done + hand.tricks)
        )
    begin_deal(standing)
    return standing


def _lay_out(full: Rules, deal: Deal) -> tuple[int, HandInPlay, list[Trick]]:
    """The hand of a deal that is under way in a record, its index, and the tricks before it."""
    done: list[Trick] = []
    index = 0
    hand = open_hand(full, deal, index)
    for number, hand_record in enumerate(deal["hands"]):
        for card in hand_record["plays"]:
            if number > index:
                done, index = done + hand.tricks, number
                hand = open_hand(full, deal, index)
            hand.play(read_play(card))
    return index, hand, done


def _count_hand(
    full: Rules, standing: Standing, deal: Deal, limit: int, ways: Counter[str]
) -> None:
    """Lays out what the record tells of the deal, and counts from there."""
    index, hand, done = _lay_out(full, deal)
    assert not (hand.finished() and index == len(deal["hands"]) - 1), "the deal is over"
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

    def played(self, tricks: list[Trick]) -> PlayedOut:
        """The deal with these tricks."""
        return PlayedOut(self.deal["trump"], self.dealt, tricks, self.deal)

    def score(self, tricks: list[Trick]) -> str:
        """The points of the sides for these tricks."""
        standing = replace(
            self.standing, score=list(self.standing.score), games=list(self.standing.games)
        )
        return ",".join(map(str, score_deal(self.full, standing, self.played(tricks))))


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
