"""Builds the record of a match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from oddtrick.errors import WANTED_MATCH, check_names, check_type
from oddtrick.games import options_of
from oddtrick.match import DealLog, Match, StillTied
from oddtrick.record.format import FORMAT, DealRecord, HandRecord, Record
from oddtrick.rules import Options, Rules


def record_of(match: Match, names: Sequence[str] | None = None, *, for_all: bool = False) -> Record:
    """The record of a match, complete or not.

    Actions before an undealt deal are left out: a cut for the first deal, or throws in an unsettled
    tie, are repeated when the match resumes.

    Args:
        match: the match.
        names: one for each seat, or None.
        for_all: everybody may read it, so that calls which stay secret are left out of the
            finished deals (M2).

    Raises:
        OddtrickError: it is no match, or there are more names or fewer than seats.
    """
    check_type(match, Match, WANTED_MATCH)
    deals = [
        _deal(match, log, for_all=for_all and log.result is not None)
        for log in match.all_deals
        if log.deal is not None
    ]
    return Record(FORMAT, _rules(match.rules), deals, check_names(names, match.rules.players))


def _rules(rules: Rules) -> dict[str, Any]:
    """Every meaningful option by name, independent of defaults."""
    return {"game": rules.game, **options_json(rules.options)}


def options_json(options: Options) -> dict[str, Any]:
    """The meaningful options: those that are set, and ``deals`` if deals are counted (D1).

    ``cut`` and the customs (X1-X6) are left out where they have their defaults: a record says no
    more than it has to, and programs that do not know them read it.
    """
    values: dict[str, Any] = msgspec.to_builtins(options)
    left_out = {*custom_options(type(options))}
    if values.get("match") != "deals":
        left_out.add("deals")
    defaults = msgspec.to_builtins(type(options)())
    return {
        name: value
        for name, value in values.items()
        if value is not None and not (name in left_out and value == defaults[name])
    }


def custom_options(options: type[Options]) -> tuple[str, ...]:
    """The options that a record has only where they differ from their default."""
    return tuple(
        option.name
        for option in options_of(options)
        if option.name == "cut" or option.rule.startswith("X")
    )


def _deal(match: Match, log: DealLog, *, for_all: bool) -> DealRecord:
    assert log.deal is not None
    plays = [hand.plays for hand in match.played_hands(log)]
    plays += [()] * (len(log.deal.hands) - len(plays))
    calls = {
        phase.name: [
            None if call is None else str(call)
            for _, call in (phase.revealed if for_all else phase.made)
        ]
        for phase in match.call_phases(log)
    }
    return DealRecord(
        dealer=log.dealer,
        turn_up=str(log.deal.turn_up) if log.deal.turn_up is not None else None,
        trump=_trump(log) if match.trump_settled(log) else None,
        hands=[
            HandRecord([str(hand) if hand else "" for hand in hands], [*map(str, played)])
            for hands, played in zip(log.deal.hands, plays, strict=True)
        ],
        cut=_cut(log),
        calls=calls or None,
        stock=[*map(str, log.deal.stock)] or None,
    )


def _cut(log: DealLog) -> dict[str, str] | list[dict[str, str]] | None:
    """The deciding round of a tie, or all of its rounds where there are several (K5).

    A match replayed from the deciding round alone does not know those before it.
    """
    if not log.contest:
        return None
    rounds = [{str(seat): str(shown) for seat, shown in each} for each in log.rounds]
    known = not any(isinstance(action, StillTied) for action in log.opening)
    return rounds if known and len(rounds) > 1 else rounds[-1]


def _trump(log: DealLog) -> str:
    return "N" if log.trump is None else log.trump.letter
