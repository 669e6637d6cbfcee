"""Deals of the kernel played again by the rules in Python, card by card."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from msgspec.structs import replace

from oddtrick.cards import CARDS, FULL_PACK, Hand, Suit
from oddtrick.games import rules_of
from oddtrick.match import CallPhase, Deal, DealLog, Match, Playing, ToChoose, ToDeal
from oddtrick.rules import Contract, Rules, TrumpSource, WinnerChooses
from oddtrick.scoring import FirstTo
from oddtrick.solver.deals.kernel_deal_plan import DealStart
from oddtrick.solver.deals.playouts import Batch
from tests.support.random_matches import WITH_MORE_TO_SEE, WITHOUT_PASSES

KINDS: list[tuple[str, dict[str, Any]]] = [
    (game, options)
    for game, options in WITHOUT_PASSES
    if options.get("match") != "rubber" and options.get("tie") != "rps"
]
"""Every game and option, but for those that make no difference within a deal."""

KINDS_WITH_MORE = WITH_MORE_TO_SEE
"""Those with calls or a stock."""

SUIT_BITS = 0xF << 52


def rules_for(kind: tuple[str, dict[str, Any]]) -> Rules:
    game, options = kind
    return rules_of(game, **options)


def a_start(rules: Rules, rng: Random) -> DealStart:
    """A deal anywhere in a match: any dealer, any score, any seats still in."""
    number, seats = rng.randrange(8), tuple(range(rules.players))
    if rules.plan.each:
        number %= len(rules.plan.each)
    if rules.plan.fewer:
        number = rng.randrange(rules.plan.hands[0])
        if number:
            seats = tuple(sorted(rng.sample(seats, rng.randint(2, len(seats)))))
    chosen = rules.trumps.source(number) is TrumpSource.CHOSEN
    most = rules.match.target if isinstance(rules.match, FirstTo) else 20
    return DealStart(
        number=number,
        dealer=rng.choice(seats),
        seats=seats,
        chooser=rng.choice(seats) if chosen else None,
        score=tuple(rng.randrange(most) for _ in rules.sides),
    )


def opened(rules: Rules, start: DealStart) -> Match:
    """A match that has come to such a deal, before its cards are dealt."""
    assert start.seats is not None
    assert start.score is not None
    standing = replace(
        rules.match.start(len(rules.sides), rules.players),
        score=start.score,
        seats_in=start.seats,
        deals=start.number,
    )
    blind = isinstance(rules.trumps, WinnerChooses) and rules.trumps.blind
    chooser = start.chooser
    return Match(
        rules=rules,
        standing=standing,
        phase=ToDeal() if chooser is None or not blind else ToChoose(chooser),
        deal=DealLog(start.dealer, start.seats, chooser=chooser, number=start.number),
        past=(DealLog(0, start.seats),) * start.number,
        seating=tuple(range(rules.players)),
    )


def dealt(batch: Batch, row: int) -> Deal:
    """The cards of a deal of the batch."""
    hands = tuple(tuple(Hand(int(cards)) for cards in hand) for hand in batch.dealt[row])
    turn_up = int(batch.turn_up[row])
    stock = tuple(CARDS[card] for card in batch.stock[row].tolist())
    return Deal(hands, None if turn_up < 0 else CARDS[turn_up], stock)


def states(batch: Batch, row: int) -> Iterator[Match]:
    """The match before each action of a deal, and at last the match after it.

    Raises:
        RuleBroken: the deal or an action breaks a rule.
    """
    match = opened(batch.plan.rules, batch.plan.start)
    for action in batch.actions[row].tolist():
        if isinstance(match.phase, ToDeal):
            match = match.apply(dealt(batch, row))
        yield match
        match = match.apply(CARDS[action] if action < len(CARDS) else Suit(action - len(CARDS)))
    yield match


def called(batch: Batch, row: int) -> Match:
    """The match of a deal with calls before its play; or after it, if it is thrown in.

    Raises:
        RuleBroken: the deal or a call breaks a rule.
    """
    match = opened(batch.plan.rules, batch.plan.start)
    if isinstance(match.phase, ToChoose):
        return match  # trumps are chosen blind, and the cards dealt then
    match = match.apply(dealt(batch, row))
    for name, made in batch.calls[row] if batch.calls else ():
        for seat, call in made:
            assert isinstance(match.phase, CallPhase)
            assert (match.phase.name, match.to_act) == (name, seat)
            assert call is not None
            match = match.apply(call)
    return match


def check_called_row(batch: Batch, row: int) -> Contract | None:
    """Asserts that the rules know a deal with calls or a stock as the kernel does.

    Returns:
        Its contract, or None.
    """
    match = called(batch, row)
    start, length = batch.plan.start, (batch.actions[row] >= 0).sum()
    thrown_in = match.over or match.number > start.number
    assert length == (0 if thrown_in else batch.plan.actions)
    assert match.all_deals[start.number].contract == (
        batch.contracts[row] if batch.contracts else None
    )
    for action, player, mask in zip(
        batch.actions[row, :length].tolist(),
        batch.players[row].tolist(),
        batch.masks[row].tolist(),
        strict=False,
    ):
        assert isinstance(match.phase, Playing)
        assert (match.to_act, match.phase.legal_mask()) == (player, mask)
        match = match.apply(CARDS[action])
    assert match.over or match.number > start.number
    log = match.all_deals[start.number]
    assert log.result is not None
    assert log.result.tricks == tuple(batch.tricks[row].tolist())
    assert log.result.points == tuple(batch.rewards[row].tolist())
    if not thrown_in:
        assert log.trump == (None if batch.trump[row] < 0 else batch.trump[row])
    return log.contract


def legal_mask(match: Match) -> int:
    """The legal actions of the seat to act, in the format of the kernel."""
    return match.phase.legal_mask() if isinstance(match.phase, Playing) else SUIT_BITS


def check_row(batch: Batch, row: int) -> int:
    """Asserts that the rules know the deal as the kernel does; how many actions it had."""
    *before, after = states(batch, row)
    for match, player, mask in zip(
        before, batch.players[row].tolist(), batch.masks[row].tolist(), strict=True
    ):
        assert match.to_act == player
        assert legal_mask(match) == mask
        assert not mask & ~(FULL_PACK | SUIT_BITS)
    log = after.all_deals[batch.plan.start.number]
    assert log.result is not None
    assert log.result.tricks == tuple(batch.tricks[row].tolist())
    assert log.result.points == tuple(batch.rewards[row].tolist())
    trump = int(batch.trump[row])
    assert log.trump == (None if trump < 0 else trump)
    return len(before)
