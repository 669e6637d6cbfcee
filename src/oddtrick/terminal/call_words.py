"""The calls of a deal in words: bids, and cards that are put down."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.calls import PASS, Bid
from oddtrick.cards import Card
from oddtrick.highlights import contract_aim
from oddtrick.plurals import count_noun
from oddtrick.terminal.display_names import capitalize
from oddtrick.views import OUT_OF_PLAY, Awaited

if TYPE_CHECKING:
    from oddtrick.calls import Call, Calls, Made
    from oddtrick.rules import Contract, Rules
    from oddtrick.terminal.display_names import DisplayNames
    from oddtrick.views import View


def call_text(call: Call | None, names: DisplayNames) -> str:
    """A call in few words; ``…`` for a secret one."""
    if call is None:
        return "…"
    return names.card(call) if isinstance(call, Card) else str(call)


def calls_text(made: Made, names: DisplayNames) -> str:
    """The calls of a phase, each with its seat."""
    return ", ".join(f"{names.label(seat)} {call_text(call, names)}" for seat, call in made)


def standing_bids(calls: Calls) -> dict[int, Bid]:
    """The bids that the play is about, by seat.

    Where all bids are numbers, everybody's own; else the last bid, which beats those before it.

    >>> standing_bids((("bids", ((1, Bid(2)), (0, Bid(0)))),))
    {1: Bid(number=2, name=''), 0: Bid(number=0, name='')}
    >>> standing_bids((("auction", ((1, Bid(3, "uptown")), (0, PASS))),))
    {1: Bid(number=3, name='uptown')}
    """
    bids = [
        (seat, call)
        for _, made in calls
        for seat, call in made
        if isinstance(call, Bid) and call != PASS
    ]
    return dict(bids if all(not bid.name for _, bid in bids) else bids[-1:])


def _last_call(call: Call | None, names: DisplayNames) -> str:
    """A call beside a seat, where a number alone could be anything."""
    text = call_text(call, names)
    return f"bid {text}" if isinstance(call, Bid) and not call.name else text


def seat_call(view: View, names: DisplayNames, seat: int) -> str:
    """The last call of a seat, or its bid beside its tricks; empty if there is nothing to tell."""
    if cards_too_many(view):
        return "puts cards away" if seat == view.to_act != view.seat else ""
    if view.awaited is Awaited.CALL:
        made = view.calls[-1][1] if view.calls else ()
        calls = (call for by, call in reversed(made) if by == seat)
        return next((_last_call(call, names) for call in calls), "")
    if view.awaited is not Awaited.CARD:
        return ""
    if view.contract is not None:
        declares = seat == view.contract.declarer
        return f"{view.contract.bid}, {view.won[seat]} so far" if declares else ""
    bid = standing_bids(view.calls).get(seat)
    return "" if bid is None else f"bid {bid}, {view.won[seat]} so far"


def contract_text(view: View, names: DisplayNames) -> str:
    """The contract line: ``Ann: 4 uptown, 3 of 9 tricks``."""
    contract = view.contract
    if contract is None:
        return ""
    has = sum(view.won[seat] for seat in contract.side)
    return contract_name(contract, view.rules, names) + _aim_text(view, has)


def contract_name(contract: Contract, rules: Rules, names: DisplayNames) -> str:
    """The contract and its side: ``Ann: 4 uptown``; without a side that undertakes it, ``Low``."""
    if not contract.side:
        return capitalize(str(contract.bid))
    # Partners of the whole match need no naming.
    alone = contract.declarer is not None and contract.side in rules.sides
    who = names.side_label((contract.declarer,) if alone else contract.side)  # type: ignore[arg-type]
    return f"{who}: {contract.bid}"


def _aim_text(view: View, has: int) -> str:
    """The progress of a contract: the tricks won and those needed."""
    aim = contract_aim(view.deal_rules, view.contract, view.number)
    if aim is None:
        return ""
    least, most = aim
    if not most:
        return f", no tricks, {has} so far"
    if not least:
        return f", {has} of at most {count_noun(most, 'trick')}"
    if most < view.rules.tricks_in(view.number):
        return f", {has} of {least} to {count_noun(most, 'trick')}"
    return f", {has} of {count_noun(least, 'trick')}"


def biddings(view: View) -> Calls:
    """The phases of calls, without the one in which the declarer puts cards away."""
    return tuple(each for each in view.calls if not _puts_away(view, each[1]))


def _puts_away(view: View, made: Made) -> bool:
    alone = len({seat for seat, _ in made}) <= 1
    return view.contract is not None and alone and not any(isinstance(c, Bid) for _, c in made)


def cards_too_many(view: View) -> int:
    """The cards that the seat to act has still to put away (B3); 0 if it has none too many."""
    if view.awaited is not Awaited.CALL or view.to_act is None:
        return 0
    return view.counts[view.to_act] - min(view.counts)


def bids_of_cards(view: View, names: DisplayNames) -> str:
    """The bids that cards put down stand for: ``6♠ 3♠ for high; 9♥ for low``."""
    means: dict[Bid, list[Card]] = {}
    for call, contract in view.offers:
        if isinstance(call, Card):
            means.setdefault(contract.bid, []).append(call)
    return "; ".join(
        f"{names.cards(sorted(cards, reverse=True))} for {bid}" for bid, cards in means.items()
    )


def open_hand(view: View, seat: int) -> tuple[Card, ...]:
    """The cards of a seat that lie open, by suit, the highest first, if all of them do."""
    cards = [card for places, held in view.places if places == (seat,) for card in held]
    shown = bool(cards) and len(cards) == view.counts[seat]
    return tuple(sorted(cards, reverse=True)) if shown else ()


def cards_put_away(view: View) -> tuple[Card, ...]:
    """The cards that the person has put away, by suit, the highest first."""
    put = [card for places, held in view.places if places == (OUT_OF_PLAY,) for card in held]
    return tuple(sorted(put, reverse=True))
