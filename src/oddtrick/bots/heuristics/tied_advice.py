"""Tied advice: the choices that a level of heuristics holds as good as its own.

Two choices tie where a heuristic has no reason to prefer one, or where its threshold decides
between them by less than the threshold is worth. A style of play chooses among these, and nowhere
else (:mod:`oddtrick.bots.styles`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from oddtrick.bots.bot import Advice
from oddtrick.bots.heuristics.heuristic import Heuristic
from oddtrick.bots.heuristics.situation import Situation

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Equals = Callable[[Situation, Advice], tuple[Advice, ...]]
"""Returns the choices that a heuristic values as highly as its own advice."""


class CloseCall(msgspec.Struct, frozen=True):
    """A heuristic together with what it cannot tell from its own advice.

    Args:
        rule: the heuristic.
        loose: the same with the most permissive threshold that is as good.
        strict: the same with the strictest threshold that is as good.
        equals: the choices of the same value.
    """

    rule: Heuristic
    loose: Heuristic | None = None
    strict: Heuristic | None = None
    equals: Equals | None = None

    def __call__(self, s: Situation) -> Advice | None:
        """Returns the advice of the heuristic."""
        return self.rule(s)


def tied_advice(s: Situation, heuristics: Iterable[Heuristic]) -> tuple[Advice, ...]:
    """Returns the level's own advice, then one for each other choice that ties with it."""
    found: dict[object, Advice] = {}
    for advice in _own_first(s, heuristics):
        found.setdefault(advice.action, advice)
    return tuple(found.values())


def _own_first(s: Situation, heuristics: Iterable[Heuristic]) -> Iterator[Advice]:
    """Yields the advice of the first heuristic that applies, then the tied ones."""
    nearly, applied = [], False
    for rule in heuristics:
        advice = rule(s)
        call = rule if isinstance(rule, CloseCall) else CloseCall(rule)
        if advice is None:
            nearly.append(call.loose(s) if call.loose else None)
            continue
        yield advice
        applied = True
        yield from call.equals(s, advice) if call.equals else ()
        if call.strict is None or call.strict(s) is not None:
            break
    assert applied
    yield from (advice for advice in nearly if advice is not None)
