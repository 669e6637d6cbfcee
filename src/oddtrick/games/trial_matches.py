"""Plays the scores of a game through on made-up deals, before anybody plays the game itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.cards import Suit, cards_in, mask_of
from oddtrick.rules import TrumpSource
from oddtrick.scoring import DealFacts, MatchGoal, ScoringProfile

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Sequence

    from oddtrick.rules import Rules
    from oddtrick.scoring import Standing

    Winner = Callable[[int, Sequence[int]], int]
    """The seat that wins a trick, by its number among the seats that are in."""

MOST_DEALS = 100
"""A match that is not over by then has to have come nearer to its end."""


def trial_problems(rules: Rules) -> Iterator[str]:
    """Yields the faults of the deals, the scoring and the match, the first to mend first.

    One seat takes every trick of one match, and all seats take tricks in turn in another.
    """
    profile: object = rules.profile
    if not isinstance(profile, ScoringProfile):
        yield "the profile of its scoring is not an oddtrick.scoring.ScoringProfile"
    yield from _goal_problems(rules.goal)
    end = yield from _match_problems(rules, lambda trick, seats: seats[0])
    yield from _goal_never_reached(rules, end)
    yield from _match_problems(rules, lambda trick, seats: seats[trick % len(seats)])
    yield from _aim_problems(rules)


def _goal_problems(goal: object) -> Iterator[str]:
    if not isinstance(goal, MatchGoal):
        yield "the goal of its match is not an oddtrick.scoring.MatchGoal"
    for name in ("target", "games", "deals"):
        number = getattr(goal, name)
        if number is not None and number < 1:
            yield f"its match has {name}={number}: give a number from 1"


def _aim_problems(rules: Rules) -> Iterator[str]:
    """Refuses the aim to lose tricks: bots, solver and review take tricks and points for good."""
    start = _start(rules)
    taking, giving = (
        sum(stage[0] for stage in rules.scoring.stages(_made_up_deal(rules, start, winner_of)))
        for winner_of in (lambda _, seats: rules.sides[0][0], lambda _, seats: rules.sides[1][0])
    )
    if taking < giving:
        yield (
            f"a side that takes every trick has {taking} points, one that takes none {giving}: "
            "the aim to lose tricks is not supported yet"
        )


def _match_problems(rules: Rules, winner_of: Winner) -> Generator[str, None, Standing]:
    """The problems of a match, and the standing in which it ends."""
    standing = _start(rules)
    while not standing.over and standing.deals < MOST_DEALS:
        number = standing.deals
        yield from _deal_problems(rules, standing)
        facts = _made_up_deal(rules, standing, winner_of)
        stages = rules.scoring.stages(facts)
        yield from _points_problems(rules, stages)
        points, standing = rules.match.after(standing, facts, stages)
        items = rules.scoring.account(facts, points)
        if len(items) != len(rules.sides):
            yield f"account puts {len(items)} sides into words, and there are {len(rules.sides)}"
        if standing.deals != number + 1:
            yield f"its match counts {standing.deals} deals after deal {number + 1}"
    return standing


def _goal_never_reached(rules: Rules, end: Standing) -> Iterator[str]:
    start = _start(rules)
    if not end.over and (end.score, end.games) == (start.score, start.games):
        yield (
            f"{end.deals} deals with every trick for one side bring nobody nearer to the end of "
            "its match: mend what its scoring counts, or the target"
        )


def _deal_problems(rules: Rules, standing: Standing) -> Iterator[str]:
    number = standing.deals
    which = f"deal {number + 1}"
    sizes, source = rules.plan.sizes(number), _source(rules, number)
    if min(sizes, default=0) < 1:
        yield (
            f"{which} has no cards and its match need not be over by then: deal more cards, or end "
            "the match sooner"
        )
    if not isinstance(source, TrumpSource):
        yield f"the source of its trumps in {which} is not an oddtrick.rules.TrumpSource"
    if source is TrumpSource.CHOSEN and not number:
        yield "trumps of its first deal are chosen by the winner of the last one, which nobody is"
    needed = sum(sizes) * len(standing.seats_in) + (source is TrumpSource.SPARE)
    if needed > rules.pack.bit_count():
        yield f"its {which} takes {needed} cards, its pack has {rules.pack.bit_count()}"


def _points_problems(rules: Rules, stages: object) -> Iterator[str]:
    how = f"return a tuple of stages, each with a whole number for each of {len(rules.sides)} sides"
    known = stages if isinstance(stages, tuple) else ()
    if not known:
        yield f"stages returns {str(stages)[:40]!r}: {how}"
    for stage in known:
        numbers = isinstance(stage, tuple) and all(type(points) is int for points in stage)
        if not numbers or len(stage) != len(rules.sides):
            yield f"stages returns the stage {str(stage)[:40]}: {how}"


def _source(rules: Rules, number: int) -> object:
    return rules.trumps.source(number)


def _start(rules: Rules) -> Standing:
    return rules.match.start(len(rules.sides), rules.players)


def _made_up_deal(rules: Rules, standing: Standing, winner_of: Winner) -> DealFacts:
    """A deal in which every seat plays its cards from the lowest, and somebody wins each trick."""
    number, seats, pack = standing.deals, standing.seats_in, cards_in(rules.pack)
    dealt, taken, tricks = ([0] * rules.players for _ in range(3))
    winning = 0
    for trick in range(rules.tricks_in(number)):
        at = len(seats) * trick
        cards = dict(zip(seats, pack[at : at + len(seats)], strict=True))
        winner = winner_of(trick, seats)
        for seat, card in cards.items():
            dealt[seat] |= card.bit
        taken[winner] |= mask_of(cards.values())
        tricks[winner] += 1
        winning |= cards[winner].bit
    fixed = rules.trumps.source(number) is TrumpSource.FIXED
    trump = rules.trumps.fixed(number) if fixed else Suit.SPADES
    return DealFacts(
        rules.sides, tuple(tricks), tuple(taken), tuple(dealt), winning, trump, standing.carried
    )
