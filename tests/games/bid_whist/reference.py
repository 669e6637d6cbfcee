"""Bid Whist: its options, auction, kitty and points, read literally from its page (B1 to B6)."""

from random import Random
from typing import Any

from tests.support.reference.calls import Deal
from tests.support.reference.cards import RANKS_LOW_TO_HIGH, SUITS, read_card, read_hand
from tests.support.reference.deal_course import HandInPlay
from tests.support.reference.options import Rules, draw_target, draw_words
from tests.support.reference.scoring import PlayedOut, Standing, add_points, tricks_by_side

DEFAULTS: dict[str, Any] = {  # B2-B6
    "least": 3,
    "down_over_up": False,
    "sport": True,
    "aces": "good",
    "double_nt": True,
    "target": 7,
    "cut": "ace-high",
}
RULES = {"pack": "B1", "count": "B1", "end": "B6"}
SIDES = 2
TRUMPS = "called"  # B3
SUIT_NAMES = {"spades": "S", "hearts": "H", "diamonds": "D", "clubs": "C"}


def cards_each(full: Rules, number: int) -> int:
    """Twelve, and four in the kitty (B1)."""
    del full, number
    return 12


def has_turn_up(full: Rules, number: int) -> bool:
    """Never: the declarer names trumps (B3)."""
    del full, number
    return False


def draw(rng: Random) -> Rules:
    """B2 to B6."""
    names = ("least", "down_over_up", "sport", "aces", "double_nt")
    return draw_target(rng) | draw_words(rng, *names)


def next_calls(full: Rules, deal: Deal) -> tuple[str, list[str]]:
    """The part of the calls that is under way, and what may be called next."""
    calls = deal.get("calls", {})
    auction, discards = calls.get("auction", []), calls.get("discards", [])
    if len(auction) < 4:
        return "auction", _bids_after(full, auction)
    if not calls.get("trumps"):
        return "trumps", ["high", "low"] if _bid(deal).endswith("trump") else list(SUIT_NAMES)
    return "discards", _hands(deal)[declarer(deal)] if len(discards) < 4 else []


def with_call(full: Rules, deal: Deal, call: str) -> Deal:
    """The deal with one more call; what is named makes trumps (B3)."""
    phase, _ = next_calls(full, deal)
    calls = dict(deal.get("calls", {}))
    calls[phase] = [*calls.get(phase, []), call]
    trump = {"trump": SUIT_NAMES.get(call, "N")} if phase == "trumps" else {}
    return {**deal, **trump, "calls": calls}


def _bids_after(full: Rules, auction: list[str]) -> list[str]:
    """B2: higher by number, or no trump at the same one; a dealer may have to bid."""
    allowed = [] if auction == ["pass"] * 3 else ["pass"]
    last = [call for call in auction if call != "pass"][-1:]
    kinds = ("uptown", "downtown", "no trump")
    bids = [(number, kind) for number in range(full["least"], 8) for kind in kinds]
    higher = [bid for bid in bids if not last or _beats(full, bid, last[0])]
    return allowed + [f"{number} {kind}" for number, kind in higher]


def _beats(full: Rules, bid: tuple[int, str], last: str) -> bool:
    number, kind = bid
    before, was = int(last[0]), last[2:]
    if number != before:
        return number > before
    if kind == "no trump":
        return was != "no trump"
    return bool(full["down_over_up"]) and (kind, was) == ("downtown", "uptown")


def declarer(deal: Deal) -> int:
    """The seat of the highest bid, which is the last one (B3)."""
    auction = deal["calls"]["auction"]
    place = max(place for place, call in enumerate(auction) if call != "pass")
    return int((deal["dealer"] + 1 + place) % 4)


def _bid(deal: Deal) -> str:
    """The highest bid."""
    return [str(call) for call in deal["calls"]["auction"] if call != "pass"][-1]


def _hands(deal: Deal) -> list[list[str]]:
    """The hands, with the kitty in that of the declarer and without what is discarded (B3)."""
    hands = [read_hand(text) for text in deal["hands"][0]["cards"]]
    dealt = [card for hand in hands for card in hand]
    pack = [rank + suit for suit in SUITS for rank in RANKS_LOW_TO_HIGH]
    hands[declarer(deal)] += [card for card in pack if card not in dealt]
    for text in deal["calls"].get("discards", []):
        hands[declarer(deal)].remove(read_card(text))
    return hands


def ranks_of(full: Rules, deal: Deal) -> str:
    """The ranks of the deal, the lowest first (B4)."""
    if "downtown" not in _bid(deal) and deal["calls"]["trumps"] != ["low"]:
        return RANKS_LOW_TO_HIGH
    return "KQJT98765432A" if full["aces"] == "good" else "AKQJT98765432"


def _points(full: Rules, deal: Deal, tricks: list[int]) -> list[int]:
    """B5: the points of each side, with these tricks in the play."""
    side = declarer(deal) % 2
    bid, took = int(_bid(deal)[0]), tricks[side] + 1 - 6
    scored = took if took >= bid else -bid
    if deal["trump"] == "N" and full["double_nt"]:
        scored *= 2
    return [scored if each == side else 0 for each in (0, 1)]


def calls_allowed(full: Rules, number: int, deal: Deal) -> list[str]:
    """What may be called next (B2, B3)."""
    del number
    return next_calls(full, deal)[1]


def open_hand(full: Rules, deal: Deal) -> HandInPlay:
    """The declarer leads, after the discards, and the bid gives the order of the cards (B4, B5)."""
    held, ranks = dict(enumerate(_hands(deal))), ranks_of(full, deal)
    return HandInPlay(full, deal["trump"], held, declarer(deal), size=12, ranks=ranks)


def score(full: Rules, standing: Standing, deal: PlayedOut) -> list[int]:
    """B5; a side at the target wins, or the one whose opponents are as far below nothing (B6)."""
    points = _points(full, deal.record, tricks_by_side(full, deal.tricks))
    add_points(standing, points)
    low, high = sorted(standing.score)
    if high >= full["target"] or low <= -full["target"]:
        standing.over = standing.game_ended = True
        standing.winner = standing.score.index(high)
        standing.games[standing.winner] += 1
    return points
