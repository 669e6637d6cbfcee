"""Positions of every game, under each contract, and what each seat wants there by its rules.

The aims are written out here from the rules of the games, number by number; nothing is asked of the
code that gives hints.
"""

from __future__ import annotations

from itertools import pairwise, product
from random import Random
from typing import TYPE_CHECKING, Any

from oddtrick.bots import casual, club, novice
from oddtrick.calls import PASS, Bid
from oddtrick.dealing import new_match
from oddtrick.match import CHANCE
from oddtrick.views import Awaited, View

if TYPE_CHECKING:
    from collections.abc import Iterator

    from oddtrick.rules import PlayerAction


def contract_positions(game: str, options: dict[str, Any], seed: int) -> Iterator[View]:
    """Views of the seats that play to some deals of a match.

    Somebody bids for each contract of the game in turn, by seed and deal, if that is possible.
    """
    match, rng = new_match(game, seed=seed, **options), Random(seed)
    kinds = sorted(map(str, match.rules.contracts)) or [""]
    bots = [rng.choice((novice, casual, club)) for _ in range(match.rules.players)]
    while not match.over and match.number < DEALS:
        if match.to_act in (None, CHANCE):
            match = match.with_chance(None)
            continue
        assert match.to_act is not None
        view = match.view(match.to_act)
        if view.awaited is Awaited.CARD:
            yield view
        action = bots[match.to_act].choose(view, rng)
        if view.awaited is Awaited.CALL:
            action = _call_for(view, kinds[(DEALS * seed + match.number) % len(kinds)], rng)
        match = match.apply(action)


DEALS = 3


def _call_for(view: View, wanted: str, rng: Random) -> PlayerAction:
    """A call that leads to the contract wanted, or a pass, or any other."""
    leading = [call for call, offer in view.offers if str(offer.bid) == wanted]
    accepted = [call for call in view.legal if str(call) == "acceptance"]
    passing = [call for call in view.legal if call == PASS]
    return rng.choice(leading or accepted or passing or list(view.legal))


def worth(view: View) -> list[int] | None:
    """What each number of further tricks brings the side of the seat; None: the more the better.

    Of two sides, it is what the side makes less what the other one does.
    """
    game = view.rules.game
    if game == "german-whist":
        return _german(view)
    return {
        "oh-hell": _oh_hell,
        "minnesota-whist": _minnesota,
        "solo-whist": _solo,
        "bid-whist": _bid_whist,
    }.get(game, lambda _: None)(view)


def _left(view: View, total: int) -> range:
    return range(total - sum(view.won) + 1)


def _own(view: View) -> int:
    """The tricks of the seat and its partners of this deal."""
    assert view.seat is not None
    return sum(view.won[seat] for seat in (view.seat, *view.deal_rules.partners(view.seat)))


def _german(view: View) -> list[int] | None:
    """G4: more than half of the tricks that count win the deal."""
    total = 26 if view.rules.options.count == "all" else 13  # type: ignore[attr-defined]
    if total == 13 and len(view.tricks) < 13:
        return None  # cards are collected
    ends = [2 * (_own(view) + more) - total for more in _left(view, total)]
    return [(end > 0) - (end < 0) for end in ends]


def _oh_hell(view: View) -> list[int]:
    """O5: ten and the bid if it is exact; else nothing, or a point a trick."""
    bid = next(bid for seat, bid in dict(view.calls)["bids"] if seat == view.seat)
    assert isinstance(bid, Bid)
    each = view.rules.options.score == "tricks-plus"  # type: ignore[attr-defined]
    total = view.rules.tricks_in(view.number)
    ends = [_own(view) + more for more in _left(view, total)]
    return [(end if each or end == bid.number else 0) + 10 * (end == bid.number) for end in ends]


def _minnesota(view: View) -> list[int]:
    """M4: tricks above six, dearer against those who granded; or below seven, if all said low."""
    contract, own = view.contract, [_own(view) + more for more in _left(view, 13)]
    assert contract is not None
    if contract.declarer is None:
        return [max(0, 7 - end) - max(0, end - 6) for end in own]
    dear = view.rules.options.set  # type: ignore[attr-defined]
    granded = view.seat is not None and (view.seat - contract.declarer) % 2 == 0
    ours, theirs = (1, dear) if granded else (dear, 1)
    return [max(0, end - 6) * ours - max(0, 7 - end) * theirs for end in own]


TARGETS = {"proposal": 8, "solo": 5, "abundance": 9, "royal abundance": 9, "declared abundance": 13}
"""The tricks of the contracts of Solo Whist that are to win them (SO2)."""


def _solo(view: View) -> list[int]:
    """SO5: the contract is made or not; with trumps each trick over or under counts."""
    contract = view.contract
    assert contract is not None
    own = [_own(view) + more for more in _left(view, 13)]
    name = "abundance" if str(contract.bid).startswith("abundance") else str(contract.bid)
    if name == "general misere":  # the more tricks, the likelier to have most
        return [0, 0] if _is_paid(view) else [-end for end in own]
    bidders = view.seat in contract.side
    taken = own if bidders else [13 - end for end in own]
    if "misere" in name:
        made = [1 if end == 0 else -1 for end in taken]
    else:
        over = view.rules.options.overtricks and name != "declared abundance"  # type: ignore[attr-defined]
        target = TARGETS[name]
        made = [(4 if end >= target else -4) + (end - target if over else 0) for end in taken]
    return made if bidders else [-points for points in made]


def _is_paid(view: View) -> bool:
    """SO6: True if whoever takes the rest, the player pays or is paid the same."""
    seat, left = view.seat, 13 - sum(view.won)
    assert seat is not None
    found = set()
    for shares in product(range(left + 1), repeat=4):
        if sum(shares) == left:
            won = [before + more for before, more in zip(view.won, shares, strict=True)]
            level = won.count(max(won))
            found.add(2 * (level - 4) if won[seat] == max(won) else 2 * level)
    return len(found) == 1


def _bid_whist(view: View) -> list[int]:
    """B5: a point for each trick above six, or the bid is lost; the discards are a trick."""
    contract = view.contract
    assert contract is not None
    own = [_own(view) + more for more in _left(view, 12)]
    bidders = view.seat in contract.side
    over = [(end if bidders else 12 - end) + 1 - 6 for end in own]
    made = [end if end >= contract.bid.number else -contract.bid.number for end in over]
    return made if bidders else [-points for points in made]


LETS_GO = {
    *("duck", "keep-trumps", "not-worth-it", "second-hand-low", "doubtful-trick", "lead-low"),
    *("short-suit", "singleton", "empties-suit", "fourth-best", "long-suit-low", "lead-under"),
    *("lead-through", "safest-suit", "keep-tenace", "save-from-behind", "save-for-partner"),
    *("only-trumps-low", "echo", "tenace", "opponents-led", "lets-go", "draw-duck"),
}
"""Sentences for a card with which the trick is let go, or may be: for later ones."""

SHEDS = {"shed-lead", "shed-high", "shed-low", "shed-must-win", "no-more-tricks"}
GIVES = {"give-lead", "give-high", "give-low", "shed-must-win", "one-for-others"}
SETTLED = {"no-difference", "points-settled"}

OF_AIM = SETTLED | {"no-more-tricks", "one-for-others", "every-trick", "tricks-wanted"}
"""Sentences of what is wanted, and of nothing else."""


def kind_of(view: View) -> str:
    """What is wanted, by what each number of further tricks brings."""
    values = worth(view)
    if values is None:
        return "more"
    best = max(values)
    if best == min(values):
        return "settled"
    if all(more >= less for less, more in pairwise(values)):
        return "all" if values[-2] == values[0] else "more"
    if values[0] < best:
        return "some"
    two = len(view.deal_rules.sides) == 2
    return "give" if two and values[-2] == best else "none"


def false_reasons(view: View, tags: set[str]) -> set[str]:
    """The tags that may not be told to a seat with this aim."""
    kind, several = kind_of(view), len(view.deal_rules.sides) > 2
    aimed = {"tricks-wanted", "every-trick"} | SHEDS | GIVES | SETTLED
    if kind == "settled":
        return tags - {"only-card", "points-settled" if several else "no-difference"}
    if kind in ("none", "give"):
        return tags - {"only-card"} - (SHEDS if kind == "none" else GIVES)
    wrong = tags & (aimed - {"tricks-wanted"} if kind == "some" else aimed)
    if kind == "all":
        return (wrong - {"every-trick"}) | (tags & LETS_GO)
    if kind == "some":
        return wrong | (tags & {"all-mine", "duck", "keep-trumps"})
    return wrong
