"""Perft: exactly how many ways there are to go on, and what the deal comes to in each.

A wrong rule of play changes the number of sequences; a wrong rule of scoring changes the histogram
of outcomes. Every sequence is played out through :class:`~oddtrick.match.Match`, nothing is
remembered and nothing is counted by a formula: this is what quicker counters are held against.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import msgspec

from oddtrick.errors import WANTED_MATCH, OddtrickError, check_type, check_whole
from oddtrick.match import CHANCE, Match, ToThrow
from oddtrick.rules import PlayerAction

Outcome = tuple[int, ...]
"""The points that each side scored in the deal; ``()`` where the count stopped before its end."""

TO_THE_END = -1
"""A depth without limit: to the end of the deal."""


class Count(msgspec.Struct, frozen=True):
    """The number of sequences of actions, and of those that lead to each outcome.

    Args:
        sequences: their number.
        outcomes: the same, split by what the deal comes to.
    """

    sequences: int
    outcomes: dict[Outcome, int]

    @property
    def outcomes_by_text(self) -> dict[str, int]:
        """The outcomes as data files write them, in order: ``"3,0"``, and ``""`` for ``()``.

        >>> Count(3, {(0, 1): 2, (): 1}).outcomes_by_text
        {'': 1, '0,1': 2}
        """
        ordered = sorted(self.outcomes.items())
        return {",".join(map(str, points)): count for points, count in ordered}


def perft(match: Match, depth: int | None = None) -> Count:
    """Counts the sequences of players' actions to a depth, or to the end of the deal under way.

    A sequence ends after ``depth`` actions, or before that where the deal ends or where chance
    has to act. The next deal is never begun.

    Args:
        match: where to begin; a player is to act.
        depth: in players' actions; None: to the end of the deal.

    Raises:
        OddtrickError: no player is to act, the depth is negative, or it is missing where seats
            throw for a tie, which may go on for ever (K5).

    >>> from oddtrick.dealing import new_match
    >>> match = new_match("knockout-whist", players=2, seed=1, dealer=0)
    >>> perft(match, 1)
    Count(sequences=7, outcomes={(): 7})
    """
    if depth == 0:
        _check(match, depth)
        return Count(1, {(): 1})
    return total(divide(match, depth).values())


def divide(match: Match, depth: int | None = None) -> dict[PlayerAction, Count]:
    """The same count, split by the first action: where two counters differ, half of the fault.

    Args:
        match: where to begin; a player is to act.
        depth: in players' actions, at least 1; None: to the end of the deal.

    Raises:
        OddtrickError: as :func:`perft` does, and for a depth of 0.

    >>> from oddtrick.dealing import new_match
    >>> match = new_match("knockout-whist", players=2, seed=1, dealer=0)
    >>> counts = divide(match, 2)
    >>> [(str(card), count.sequences) for card, count in counts.items()][:2]
    [('7C', 1), ('TC', 1)]
    """
    _check(match, depth)
    if depth == 0:
        raise OddtrickError("a count is split by the first action: its depth is at least 1")
    match = match.with_chance(None)
    left = TO_THE_END if depth is None else depth - 1
    counts: dict[PlayerAction, Count] = {}
    for action in match.legal_actions():
        tally: Counter[Outcome] = Counter()
        _walk(match.apply(action), match.number, left, tally)
        counts[action] = Count(tally.total(), dict(tally))
    return counts


def total(counts: Iterable[Count]) -> Count:
    """Counts put together.

    >>> total([Count(1, {(1, 0): 1}), Count(2, {(1, 0): 1, (0, 0): 1})])
    Count(sequences=3, outcomes={(1, 0): 2, (0, 0): 1})
    """
    sequences, outcomes = 0, Counter[Outcome]()
    for count in counts:
        sequences += count.sequences
        outcomes.update(count.outcomes)
    return Count(sequences, dict(outcomes))


def _walk(match: Match, number: int, left: int, tally: Counter[Outcome]) -> None:
    """Plays on in deal ``number`` for ``left`` actions; counts down past 0 to the deal's end."""
    if match.over or match.number != number:
        tally[_points(match, number)] += 1
    elif left == 0 or match.to_act == CHANCE:
        tally[()] += 1
    else:
        for action in match.legal_actions():
            _walk(match.apply(action), number, left - 1, tally)


def _points(match: Match, number: int) -> Outcome:
    result = match.all_deals[number].result
    assert result is not None
    return result.points


def _check(match: Match, depth: int | None) -> None:
    check_type(match, Match, WANTED_MATCH)
    if depth is not None:
        check_whole(depth, "depth")
    if match.to_act is None or match.to_act == CHANCE:
        waits = "the match is over" if match.over else "the next cards are not dealt"
        raise OddtrickError(f"there is nothing to count: {waits}")
    if depth is None and isinstance(match.phase, ToThrow):
        raise OddtrickError("throws may go on for ever: give a depth (K5)")
