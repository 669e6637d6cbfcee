"""The review of a match: every decision valued, explained and added up."""

from __future__ import annotations

import os
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from msgspec.structs import replace

from oddtrick.bots.search.search_context import decision_seed
from oddtrick.bots.search.searcher import Searcher
from oddtrick.bots.search.utility import utility_kind
from oddtrick.errors import OddtrickError, check_type, check_whole, describe_error
from oddtrick.match import Match
from oddtrick.record import Record, replay, steps_of
from oddtrick.review.decision_value import (
    BUDGET,
    QUICK,
    value_decision,
    value_twice,
)
from oddtrick.review.losses import losses_of, worst
from oddtrick.review.luck import (
    DoubleDummyDeal,
    Replayed,
    all_known,
    luck_of,
    made_of,
    play_again,
)
from oddtrick.review.other_line import other_line
from oddtrick.review.review_types import DealReview, Review, ReviewStopped, Unit
from oddtrick.review.turns import turns_of
from oddtrick.rules import action_text
from oddtrick.solver import Worth
from oddtrick.solver.double_dummy import DoubleDummy, additive_worth
from oddtrick.solver.position import check_no_dogs
from oddtrick.tricks import check_seat

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Sequence
    from concurrent.futures import Future
    from threading import Event

    from oddtrick.bots.search import SearchBudget
    from oddtrick.cards import Suit
    from oddtrick.record import MatchSteps
    from oddtrick.review.review_types import Decision, Grade
    from oddtrick.review.turns import Turn
    from oddtrick.rules import Rules

DEAL_NODES = 15_000_000
"""Limit on the cards tried double dummy for one deal. Whist takes a third of that; catch the ten
often takes more, and its first tricks stay unsolved."""

QUICK_NODES = DEAL_NODES // 10
"""The same in a quick review."""

T = TypeVar("T")


def review(
    match: Match | Record,
    *,
    names: Sequence[str] | None = None,
    deals: Iterable[int] | None = None,
    seed: int = 0,
    budget: SearchBudget = BUDGET,
    threads: int | None = None,
    progress: Callable[[int, int], None] | None = None,
    cancel: Event | None = None,
) -> Review:
    """Reviews a match: the value and cost of each decision, and luck apart from skill.

    The same match, seed and budget give the same review on any number of threads, unless the budget
    has a time limit.

    Args:
        match: a match at any moment, or a record of one.
        names: one for each seat; None: those of the record.
        deals: the numbers of the deals wanted, from 0; None: every deal with a decision in it;
            those in which a seat may pass are named in ``Review.left_out`` instead (X5).
        seed: the random seed.
        budget: the search budget per decision; its threads are ignored.
        threads: on which decisions are valued; None: as many as there are processors.
        progress: called in the calling thread with the steps done and all steps.
        cancel: once it is set, by any thread, the review ends.

    Raises:
        OddtrickError: the record is illegal, there is nothing to review, there is no such deal,
            a seat may pass in a deal wanted, or the review was cancelled (:class:`ReviewStopped`).
    """
    check_type(match, (Match, Record), "a match, or a record of one")
    if isinstance(match, Record):
        names = match.names if names is None else names
        match = replay(match)
    steps = steps_of(match, names)
    searcher = Searcher("reviewer", replace(budget, threads=1))
    work = _Work(seed, searcher, DEAL_NODES, cancel, progress)
    reviewed = _result(_reviewed(match, steps, deals, work, threads))
    left_out = tuple(_with_passes(match)) if deals is None else ()
    return _whole(match, steps, reviewed, seed, left_out)


def review_deal(
    record: Record,
    number: int,
    *,
    grade: Grade = "full",
    seed: int = 0,
    budget: SearchBudget | None = None,
    threads: int | None = None,
    seat: int | None = None,
) -> Generator[Decision, None, Review]:
    """Reviews a deal, and yields each decision as soon as it is valued.

    The values are those of :func:`review`. Those of a ``quick`` review have a smaller budget; its
    losses are valued once, so that they are likely to be overestimated, and experts do not play
    the deal again. A decision that is yielded has no double-dummy values yet: these come with the
    review, which the generator returns.

    Args:
        record: the match.
        number: the number of the deal, from 0.
        grade: how much work goes into the values.
        seed: the random seed.
        budget: the search budget per decision; None: that of the grade.
        threads: on which decisions are valued; None: as many as there are processors.
        seat: the seat whose decisions come first; None: all come in turn.

    Raises:
        OddtrickError: as :func:`review` does; or there is no such seat.
    """
    quick = grade == "quick"
    match = replay(record)
    searcher = Searcher("reviewer", replace(budget or (QUICK if quick else BUDGET), threads=1))
    work = _Work(seed, searcher, QUICK_NODES if quick else DEAL_NODES)
    work.seat = None if seat is None else check_seat(seat, match.rules.players)
    work.is_quick = quick
    steps = steps_of(match, record.names)
    reviewed = yield from _reviewed(match, steps, [number], work, threads)
    return _whole(match, steps, reviewed, seed, ())


def _result(parts: Generator[object, None, T]) -> T:
    """The value that a generator returns."""
    while True:
        try:
            next(parts)
        except StopIteration as end:
            value: T = end.value
            return value


def _reviewed(
    match: Match,
    steps: MatchSteps,
    deals: Iterable[int] | None,
    work: _Work,
    threads: int | None,
) -> Generator[Decision, None, list[DealReview]]:
    """The reviews of some deals, in order; yields the decisions as they are valued."""
    turns = _by_deal(match)
    wanted = _wanted(match, turns, deals)
    work.expected(turns[number] for number in wanted)
    with ThreadPoolExecutor(threads or os.cpu_count() or 1) as pool:
        work.pool = pool
        try:
            begun = [_begin(match, turns[number], work) for number in wanted]
            reviewed: list[DealReview] = []
            for deal in begun:
                reviewed += [(yield from _finished(match, steps, deal, work))]
        except BaseException as error:  # also where the generator is closed
            work.stopped = True
            pool.shutdown(wait=False, cancel_futures=True)
            if isinstance(error, Exception) and not isinstance(error, OddtrickError):
                why = f"{match.rules.game} can't be reviewed: {describe_error(error)}"
                raise OddtrickError(why) from error
            raise
    return reviewed


def check_deals(match: Match, deals: Iterable[int] | None = None) -> None:
    """Checks that a match can be reviewed, without any search.

    Args:
        match: a match at any moment.
        deals: the numbers of the deals wanted, from 0; None: every deal with a decision in it.

    Raises:
        OddtrickError: there is nothing to review, there is no such deal, or a seat may pass in it.
    """
    _wanted(match, _by_deal(match), deals)


def _wanted(match: Match, turns: Iterable[int], deals: Iterable[int] | None) -> list[int]:
    """The deals to review, in order."""
    played = sorted(turns)
    if deals is not None:
        check_type(deals, Iterable, "the numbers of the deals, as in [0, 2]")
        deals = [check_whole(number, "the number of a deal", most=10**99) for number in deals]
    for number in deals or ():
        if 0 <= number < len(match.all_deals):
            check_no_dogs(match.all_deals[number].dogs)
    if not played:
        raise OddtrickError("there is nothing to review: no card has been played")
    wanted = played if deals is None else sorted(set(deals))
    for number in wanted:
        if number not in played:
            first, last = played[0] + 1, played[-1] + 1
            known = f"deal {first}" if first == last else f"deals {first} to {last}"
            raise OddtrickError(
                f"no card was played in deal {number + 1}: cards were played in {known}"
            )
    return wanted


def _by_deal(match: Match) -> dict[int, list[Turn]]:
    """The turns of each deal in which cards were seen; a blind choice of trumps is none (K3).

    Deals in which a seat may pass are left out: the search knows no passes (X5).
    """
    found: dict[int, list[Turn]] = {}
    for turn in turns_of(match):
        if turn.before.deal.deal is not None and not turn.before.deal.dogs:
            found.setdefault(turn.deal, []).append(turn)
    return found


def _with_passes(match: Match) -> Iterator[int]:
    """The numbers of the deals in which a seat may pass (X5)."""
    for number, log in enumerate(match.all_deals):
        if log.dogs and log.deal is not None:
            yield number


class _Work:
    """The state that all parts of one review share.

    Args:
        seed: the random seed.
        searcher: the searching player.
        nodes: limit on the cards tried double dummy for one deal.
        cancel: stops it when set.
        progress: called after each step.
    """

    pool: ThreadPoolExecutor
    seat: int | None = None
    """The seat whose decisions come first."""
    is_quick: bool = False
    """True for a first pass before full values: losses are valued once, no deal is replayed."""

    def __init__(
        self,
        seed: int,
        searcher: Searcher,
        nodes: int,
        cancel: Event | None = None,
        progress: Callable[[int, int], None] | None = None,
    ) -> None:
        self.seed = seed
        self.searcher = searcher
        self.nodes = nodes
        self.cancel = cancel
        self.progress = progress
        self.done = self.all = 0
        self.stopped = False

    def expected(self, deals: Iterable[Sequence[Turn]]) -> None:
        """Counts the steps: one for each turn, and one for each deal played again."""
        self.all = sum(len(turns) + 1 for turns in deals)

    def step(self) -> None:
        self.done += 1
        if self.progress is not None:
            self.progress(self.done, self.all)

    def check(self) -> None:
        """Stops the work if the review was cancelled.

        Raises:
            ReviewStopped: it was.
        """
        if self.stopped or (self.cancel is not None and self.cancel.is_set()):
            raise ReviewStopped

    def decision(self, turn: Turn) -> Decision:
        """One decision, as far as could be known; one with a clear loss is valued again."""
        self.check()
        view = turn.before.view(turn.seat)
        seed = decision_seed(view, self.seed)
        try:
            value = value_decision if self.is_quick else value_twice
            found = value(view, turn.action, self.searcher, seed, self.cancel)
            line = other_line(turn, found.best) if found.loss.real else None
            return replace(found, number=turn.number, line=line)
        except OddtrickError:
            self.check()  # cancelled before the first world: no value to report
            raise

    def double_dummy(self, turns: Sequence[Turn], last: Match) -> DoubleDummyDeal:
        """The double-dummy values of a deal; the last turn first, so that each proof is reused.

        Calls have none: before the last of them it is open what the play is about.
        """
        calls = sum(turn.is_call for turn in turns)
        if calls == len(turns):
            return DoubleDummyDeal([None] * calls, None, None)
        first = turns[calls].before
        rules = first.deal_rules
        solver, sides = DoubleDummy(self.nodes), range(len(rules.sides))
        made = made_of(first.number, last, solver)
        found: list[dict[str, int] | None] = []
        for turn in reversed(turns[calls:]):
            self.check()
            values = solver.choices(turn.before)
            written_out = None if values is None else {action_text(a): v for a, v in values.items()}
            found.append(written_out)
        par = all_known(solver.value(first, side) for side in sides)
        return DoubleDummyDeal([*[None] * calls, *found[::-1]], par, made)

    def again(self, first: Match) -> Replayed:
        """The same cards played by experts."""
        return play_again(first, self.searcher, self.seed, self.check)


class _Begun(NamedTuple):
    """A deal that is being worked on.

    Args:
        turns: its turns.
        decisions: its decisions by their number, in the order in which they are worked on.
        double_dummy: its double-dummy values.
        again: the same cards played by experts; None in a quick review.
    """

    turns: Sequence[Turn]
    decisions: dict[int, Future[Decision]]
    double_dummy: Future[DoubleDummyDeal]
    again: Future[Replayed] | None


def _begin(match: Match, turns: Sequence[Turn], work: _Work) -> _Begun:
    """Submits all work on a deal: the longest job first, then what somebody may be waiting for."""
    again = None if work.is_quick else work.pool.submit(work.again, _from(match, turns))
    order = sorted(range(len(turns)), key=lambda place: turns[place].seat != work.seat)
    decisions = {place: work.pool.submit(work.decision, turns[place]) for place in order}
    return _Begun(turns, decisions, work.pool.submit(work.double_dummy, turns, match), again)


def _from(match: Match, turns: Sequence[Turn]) -> Match:
    """The match from which others play a deal again: what was called counts for them, too."""
    contract = match.all_deals[turns[0].deal].contract
    plays = [turn for turn in turns if not turn.is_call]
    return (plays if contract is not None and plays else turns)[0].before


def _finished(
    match: Match, steps: MatchSteps, begun: _Begun, work: _Work
) -> Generator[Decision, None, DealReview]:
    """The review of a deal, once all its work is done; yields its decisions until then."""
    first = begun.turns[0].before
    for future in begun.decisions.values():
        decision = future.result()
        work.step()
        yield decision
    double_dummy = begun.double_dummy.result()
    decisions = [
        _with_open(begun.decisions[place].result(), values)
        for place, values in enumerate(double_dummy.choices)
    ]
    log = match.all_deals[first.number]
    again = None if begun.again is None else begun.again.result()
    luck = luck_of(match.rules, log, decisions, double_dummy, again)
    work.step()
    work.check()
    return DealReview(
        number=first.number,
        score=first.standing.carried,
        unit=_unit(match.rules.under(log.contract), log.trump),
        steps=steps.deals[first.number],
        decisions=tuple(decisions),
        losses=losses_of(decisions),
        moments=(),
        luck=luck,
    )


def _unit(rules: Rules, trump: Suit | None) -> Unit:
    """The unit of losses and double-dummy values."""
    wants_tricks = rules.profile.rising and additive_worth(rules, trump) == Worth()
    return "tricks" if wants_tricks else "points"


def _with_open(decision: Decision, values: dict[str, int] | None) -> Decision:
    """The decision with its double-dummy values."""
    if values is None:
        return decision
    choices = tuple(replace(one, double_dummy=values[one.action]) for one in decision.choices)
    lost = max(values.values()) - values[decision.played]
    return replace(decision, choices=choices, double_dummy_loss=lost)


def _whole(
    match: Match,
    steps: MatchSteps,
    deals: list[DealReview],
    seed: int,
    left_out: tuple[int, ...],
) -> Review:
    with_moments = [
        replace(deal, moments=worst(((place, deal.decisions),))) for place, deal in enumerate(deals)
    ]
    return Review(
        game=steps.game,
        options=steps.options,
        players=steps.players,
        names=steps.names,
        sides=steps.sides,
        over=steps.over,
        winner=steps.winner,
        seed=seed,
        utility=utility_kind(match.rules),
        deals=tuple(with_moments),
        losses=losses_of([one for deal in deals for one in deal.decisions]),
        moments=worst((place, deal.decisions) for place, deal in enumerate(deals)),
        left_out=left_out,
    )
