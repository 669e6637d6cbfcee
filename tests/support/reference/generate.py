"""Random legal matches, as records with the results that they must give."""

from copy import deepcopy
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.support.game_folders import own

from .calls import calls_allowed, with_call
from .cards import SUITS, hand_text, height, pack, respelt
from .deal_course import (
    BEATEN_BY,
    KNOCK,
    Cut,
    HandInPlay,
    cards_each,
    cut_winners,
    hands_in_deal,
    has_spare_card,
    has_turn_up,
    is_thrown_in,
    next_seat,
    open_hand,
    rounds_of,
    trump_in_sequence,
)
from .options import Rules, full_rules, random_options, sides_of, written_rules
from .scoring import (
    PlayedOut,
    Standing,
    begin_deal,
    first_standing,
    result_row,
    score_deal,
    seats_in,
    tricks_by_seat,
)

Record = dict[str, Any]
Result = dict[str, Any]
NAMES = ("Ann", "Bob", "Cleo", "Dai", "Eve", "Fay", "Gus", "Hal")
STYLES = ("any", "any", "high", "low")


@dataclass
class LoggedDeal:
    """A deal that was played out: as recorded, who won each trick, and the standings around it."""

    deal: Record
    winners: list[list[int]]  # for each separate hand
    row: dict[str, Any]
    score_before: list[int]
    games_before: list[int]
    rubber_before: list[int]


@dataclass
class Match:
    """A match played to its end."""

    rules: Rules
    full: Rules
    standing: Standing
    log: list[LoggedDeal] = field(default_factory=list)

    def record(self) -> Record:
        """The whole match as a record, in the plain spelling."""
        deals = [deepcopy(logged.deal) for logged in self.log]
        return {"format": "oddtrick/1", "rules": dict(self.rules), "deals": deals}


def random_record(seed: int, game: str, options: Rules | None = None) -> tuple[Record, Result]:
    """A random legal match of ``game`` as ``(record, result)``, the same for the same arguments.

    Options left None are drawn at random. One record in four stops before the match is over.
    """
    rng = Random(f"{game} {seed}")
    drawn = random_options(rng, game) if options is None else options
    match = random_match(rng, written_rules(game, drawn))
    if rng.random() < 0.25:
        record, result = _stopped(rng, match)
    else:
        record = match.record()
        result = _result(match, [logged.row for logged in match.log], match.standing.rubber)
        result["over"], result["winner"] = match.standing.over, match.standing.winner
    if rng.random() < 0.5:
        record["names"] = list(NAMES[: match.full["players"]])
    if rng.random() < 0.25:
        respell(record, rng)
    return record, result


def random_match(rng: Random, rules: Rules) -> Match:
    """A match played at random to its end, under the ``rules`` of a record."""
    full = full_rules(rules)
    match = Match(rules, full, first_standing(full))
    styles = [rng.choice(STYLES) for _ in range(full["players"])]
    dealer = rng.randrange(full["players"])  # T7
    while not match.standing.over:
        begin_deal(match.standing)
        if match.log:
            dealer = next_seat(dealer, seats_in(full, match.standing), full["players"])
        deal = new_deal(rng, full, match.standing, len(match.log), dealer)
        match.log.append(_play_deal(rng, match, deal, styles))
    return match


def new_deal(rng: Random, full: Rules, standing: Standing, number: int, dealer: int) -> Record:
    """The deal with this number, from 0, shuffled and dealt: nothing is played yet."""
    stock = pack(full["game"], full["players"])
    rng.shuffle(stock)
    seats = seats_in(full, standing)
    hands: list[dict[str, Any]] = []
    last_card = ""
    for _ in range(hands_in_deal(full)):
        held: list[list[str]] = [[] for _ in range(full["players"])]
        seat = dealer
        for turn in range(cards_each(full, number) * len(seats)):
            seat = next_seat(seat, seats, full["players"])
            if turn < len(seats) or seat not in standing.dogs:  # X5
                last_card = stock.pop()
                held[seat].append(last_card)
        hands.append({"cards": [hand_text(cards) for cards in held], "plays": []})
    deal: Record = {"dealer": dealer}
    if standing.tied:
        deal["cut"] = random_cut(rng, standing.tied, full["tie"])
    if has_turn_up(full, number):
        if own(full["game"], "STOCK"):
            deal["stock"] = stock[::-1]  # G1
        turn_up = stock.pop() if has_spare_card(full["game"]) else last_card  # K2, O2, W4, S4
        deal["turn_up"] = turn_up
        deal["trump"] = turn_up[1]
    elif own(full["game"], "TRUMPS") == "chosen":
        deal["trump"] = rng.choice(SUITS)  # K3
    elif own(full["game"], "TRUMPS") != "called":
        deal["trump"] = trump_in_sequence(full, number)
    deal["hands"] = hands
    while allowed := calls_allowed(full, number, deal):
        bidding = own(full["game"], "BIDS_LOW") or "trump" not in deal  # B2
        low = allowed[: rng.choice([1, 2, 4, 20])] if bidding else allowed
        deal = with_call(full, deal, rng.choice(low))
    return deal


def random_cut(rng: Random, tied: list[int], tie: str) -> Cut:
    """A cut, or throws, among the seats that tied, round after round until one is left (K5).

    Either the deciding round alone, or every round in order.
    """
    contenders = list(tied)
    rounds: list[dict[str, str]] = []
    while len(contenders) > 1:
        shown = _throws(rng, contenders) if tie == "rps" else _cut_cards(rng, contenders)
        rounds.append({str(seat): shown[seat] for seat in contenders})
        contenders = cut_winners(rounds[-1], tie) or contenders
    return rounds if rng.random() < 0.5 else rounds[-1]


def _cut_cards(rng: Random, seats: list[int]) -> dict[int, str]:
    """One card cut by each seat; the pack is at times a short one, so that ties come up."""
    ranks = rng.choice(["23456789TJQKA", "QKA", "2A"])
    cards = [rank + suit for rank in ranks for suit in SUITS]
    return dict(zip(seats, rng.sample(cards, len(seats)), strict=True))


def _throws(rng: Random, seats: list[int]) -> dict[int, str]:
    """One throw of rock, paper or scissors by each seat."""
    return {seat: rng.choice(sorted(BEATEN_BY)) for seat in seats}


def _play_deal(rng: Random, match: Match, deal: Record, styles: list[str]) -> LoggedDeal:
    """Play every hand of a deal and score it."""
    full, standing = match.full, match.standing
    before = list(standing.score), list(standing.games), list(standing.rubber)
    dealt: list[list[str]] = [[] for _ in range(full["players"])]
    tricks = []
    winners = []
    for index, hand in enumerate([] if is_thrown_in(full, deal) else deal["hands"]):
        in_play = open_hand(full, deal, index)
        for seat, cards in in_play.held.items():
            dealt[seat] += cards
        while not in_play.finished():
            card = _choose(rng, in_play, styles[in_play.to_play])
            hand["plays"].append(card)
            in_play.play(card)
        tricks += in_play.tricks
        winners.append([trick.winner for trick in in_play.tricks])
    points = score_deal(full, standing, PlayedOut(deal["trump"], dealt, tricks, deal))
    by_seat = tricks_by_seat(full, [seat for hand_winners in winners for seat in hand_winners])
    row = result_row(standing, by_seat, points)
    return LoggedDeal(deal, winners, row, *before)


def _choose(rng: Random, in_play: HandInPlay, style: str) -> str:
    """A legal card in a seat's style; even a player of high or low cards errs now and then."""
    cards = in_play.legal_cards()
    if in_play.may_pass() and rng.random() < 0.6:  # X5
        return KNOCK
    if style == "any" or rng.random() < 0.2:
        return rng.choice(cards)
    game, trump = in_play.full["game"], in_play.trump
    cards.sort(key=lambda card: (card[1] == trump, height(card, game, trump)))
    return cards[-1] if style == "high" else cards[0]


def _result(match: Match, rows: list[dict[str, Any]], rubber: list[int]) -> Result:
    """The result of a match that is not over, with these rows and rubber points."""
    return {
        **({"rubber": list(rubber)} if rubber else {}),
        "format": "oddtrick-result/1",
        "sides": sides_of(match.full),
        "deals": deepcopy(rows),
        "over": False,
        "winner": None,
    }


def _stopped(rng: Random, match: Match) -> tuple[Record, Result]:
    """The match stopped at a random place: before a deal, in a trick, between tricks or hands."""
    number = rng.randrange(len(match.log))
    rows = [logged.row for logged in match.log[:number]]
    record = match.record()
    if rng.random() < 0.15 or not match.log[number].winners:
        record["deals"] = record["deals"][:number]
        return record, _result(match, rows, match.log[number].rubber_before)
    deals = record["deals"] = record["deals"][: number + 1]
    logged = match.log[number]
    stop_hand = rng.randrange(len(logged.winners))
    hands = deals[number]["hands"]
    plays = hands[stop_hand]["plays"]
    kept = rng.randrange(len(plays))
    hands[stop_hand]["plays"] = plays[:kept]
    for hand in hands[stop_hand + 1 :]:
        hand["plays"] = []
    winners = [seat for hand_winners in logged.winners[:stop_hand] for seat in hand_winners]
    stopped = open_hand(match.full, logged.deal, stop_hand)
    for play in plays[:kept]:
        stopped.play(play)
    winners += [trick.winner for trick in stopped.tricks]
    row = {
        "tricks": tricks_by_seat(match.full, winners),
        "points": None,
        "score": logged.score_before,
        "games": logged.games_before,
    }
    return record, _result(match, [*rows, row], logged.rubber_before)


def respell(record: Record, rng: Random) -> None:
    """Spell the turn-ups, cuts and plays of a record in the ways that reading tolerates (C1)."""
    for deal in record["deals"]:
        if "turn_up" in deal:
            deal["turn_up"] = respelt(deal["turn_up"], rng)
        for shown in rounds_of(deal.get("cut", [])):
            for seat, what in shown.items():
                if what not in BEATEN_BY:
                    shown[seat] = respelt(what, rng)
        for hand in deal["hands"]:
            hand["plays"] = [_respelt_play(play, rng) for play in hand["plays"]]


def _respelt_play(play: str, rng: Random) -> str:
    return rng.choice([KNOCK, "Pass", "knock"]) if play == KNOCK else respelt(play, rng)
