"""Trial deals: a game with calls is tried on deals in which anything is called and played.

What a course of phases does, and what points depend on calls, only a match shows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from oddtrick.cards import cards_in
from oddtrick.match import CHANCE, CallPhase, Cut, Match, Playing, ToCut, start
from oddtrick.match.deal_log import facts_of
from oddtrick.match.dealing_out import deal_out
from oddtrick.scoring.own_tricks import OWN_TRICKS, depend_on_own_tricks

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from oddtrick.match import ChanceAction
    from oddtrick.rules import Rules
    from oddtrick.scoring import DealFacts

MOST_DEALS = 12
"""The deals of a trial. Random bids keep one of the score for less than a few of them."""

MOST_CALLS = 1000
"""The calls of a deal after which its phases are given up."""

SHRUNK = "hands become smaller before the play, and such deals can't be sampled"
"""What the searching bots cannot play, with the reason."""

FOLLOWS = (
    "expert and master leave such deals to club, hints there are rules of thumb, and reviews are "
    "refused"
)
"""What follows for the levels."""


class TrialDeal(NamedTuple):
    """A finished deal.

    Args:
        rules: those of the deal, under its contract.
        facts: what can be scored.
        shrunk: whether a hand was smaller at the first lead than it was dealt.
    """

    rules: Rules
    facts: DealFacts
    shrunk: bool


class Scatter:
    """Choices all over the place, the same each time: the pure layers know no chance."""

    def __init__(self) -> None:
        self._state = 1

    def below(self, limit: int) -> int:
        """Returns a number from 0 to below ``limit``, by a linear congruential generator."""
        self._state = (1_103_515_245 * self._state + 12_345) % 2**31
        return (self._state >> 8) % limit

    def draw(self, match: Match) -> ChanceAction:
        """Returns a deal, or a round of a cut."""
        pack, left = [], list(cards_in(match.rules.pack))
        while left:
            pack.append(left.pop(self.below(len(left))))
        if isinstance(match.phase, ToCut):
            return Cut(tuple(zip(match.phase.cutting.to_cut, pack, strict=False)))
        return deal_out(match, pack)


def play_trial(rules: Rules) -> Generator[str, None, tuple[list[TrialDeal], Match]]:
    """Plays trial deals: yields the faults of their course; returns them, and the match."""
    match, scatter, shrunk = start(rules, dealer=0), Scatter(), set[int]()
    calls, played = 0, False
    while not match.over and match.number < MOST_DEALS and calls < MOST_CALLS:
        if match.to_act == CHANCE:
            if min(rules.plan.sizes(match.number), default=0) < 1:
                break
            match, calls = match.apply(scatter.draw(match)), 0
            continue
        phase, legal = match.phase, match.legal_actions()
        if not legal:
            name = type(phase).__name__
            yield f"its phase {name} waits for seat {match.to_act}, for which nothing is legal"
        if isinstance(phase, CallPhase):
            calls += 1
            yield from _unlisted(rules, phase)
        elif isinstance(phase, Playing):
            played = True
            if not phase.plays and _is_smaller(match):
                shrunk.add(match.number)
        match = match.apply(legal[scatter.below(len(legal))])
    if calls >= MOST_CALLS:
        yield f"its phase {type(match.phase).__name__} does not end: {calls} calls are not complete"
    if not played:
        yield "its course opens no play: play_hands is its last step"
    return [*_finished(match, shrunk)], match


def _unlisted(rules: Rules, phase: CallPhase) -> Iterator[str]:
    for call in phase.legal():
        if call not in rules.calls:
            yield (
                f"{call} may be called in the phase {phase.name}, and calls does not list it: name "
                "every call there that there can be in a deal"
            )


def _is_smaller(match: Match) -> bool:
    """Returns whether hands are smaller than they were dealt, as their play begins."""
    phase, dealt = match.phase, match.deal.deal
    assert isinstance(phase, Playing)
    assert dealt is not None
    return any(
        len(held) < len(hand)
        for held, hand in zip(phase.held_hands(match.deal), dealt.hands[0], strict=True)
    )


def _finished(match: Match, shrunk: set[int]) -> Iterator[TrialDeal]:
    before = (0,) * len(match.rules.sides)
    for log in match.all_deals:
        if log.result is not None:
            under = match.rules.under(log.contract)
            facts = facts_of(log, under, match.rules.score_in(under, before))
            yield TrialDeal(under, facts, log.number in shrunk)
            before = log.result.score


def limits_of(rules: Rules) -> Iterator[str]:
    """Yields what searching bots cannot play in a game that is right, each in one line."""
    if not rules.course:
        return
    deals = _outcome(play_trial(rules))
    if any(depend_on_own_tricks(deal.rules.scoring, deal.facts) for deal in deals):
        yield f"{rules.game}: {OWN_TRICKS}: {FOLLOWS}"
    if any(deal.shrunk for deal in deals):
        yield f"{rules.game}: {SHRUNK}: {FOLLOWS}"


def _outcome(trial: Generator[str, None, tuple[list[TrialDeal], Match]]) -> list[TrialDeal]:
    """The deals of a trial, whose faults are known."""
    while True:
        try:
            next(trial)
        except StopIteration as end:
            deals: list[TrialDeal] = end.value[0]
            return deals
