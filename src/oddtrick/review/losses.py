"""Sums of losses by seat, phase and theme; and the decisions that mattered most."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from oddtrick.review.review_types import (
    PHASES,
    THEMES,
    Decision,
    Moment,
    Review,
    SeatLosses,
    Tally,
)
from oddtrick.review.sentences import Sentence
from oddtrick.tricks import check_seat

MOMENTS = 3
"""The number of decisions reported as those that mattered most."""

MAX_LESSONS = 3
"""The number of lessons at the end of a review."""


def tally(decisions: Iterable[Decision]) -> Tally:
    """The cost of some decisions together."""
    free = [one for one in decisions if not one.forced]
    real = [one.loss for one in free if one.loss.real]
    wins = [loss.win_chance for loss in real if loss.win_chance is not None]
    plays = [one for one in free if one.kind != "call"]  # calls have no double-dummy value
    opened = [one.double_dummy_loss for one in plays if one.double_dummy_loss is not None]
    return Tally(
        decisions=len(free),
        mistakes=len(real),
        utility=sum(loss.utility for loss in real),
        points=sum(loss.points for loss in real),
        tricks=sum(loss.tricks for loss in real),
        win_chance=sum(wins) if len(wins) == len(real) else None,
        double_dummy=sum(opened) if len(opened) == len(plays) else None,
    )


def losses_of(decisions: Sequence[Decision]) -> tuple[SeatLosses, ...]:
    """The cost of the decisions of each seat."""
    found = []
    for seat in sorted({one.seat for one in decisions}):
        own = [one for one in decisions if one.seat == seat and not one.forced]
        phases = {phase: [one for one in own if one.phase == phase] for phase in PHASES}
        themes = {theme: [one for one in own if one.theme == theme] for theme in THEMES}
        by_theme: dict[str, Tally] = {theme: tally(some) for theme, some in themes.items() if some}
        found.append(
            SeatLosses(
                seat=seat,
                total=tally(own),
                by_phase={phase: tally(some) for phase, some in phases.items() if some},
                by_theme=by_theme,
                lessons=lessons_of(by_theme),
            )
        )
    return tuple(found)


def lessons_of(by_theme: Mapping[str, Tally]) -> tuple[Sentence, ...]:
    """The lessons of a player's clear mistakes: the costliest themes first, at most three.

    >>> lessons_of({"ruff": Tally(mistakes=2, utility=0.5), "discard": Tally()})
    (Sentence(tag='lesson-ruff', params={}),)
    """
    made = [(-tally.utility, theme) for theme, tally in by_theme.items() if tally.mistakes]
    return tuple(Sentence(f"lesson-{theme}") for _, theme in sorted(made)[:MAX_LESSONS])


def worst(
    deals: Iterable[tuple[int, Sequence[Decision]]], seat: int | None = None
) -> tuple[Moment, ...]:
    """The decisions that mattered most, the worst first; only losses that are real.

    Args:
        deals: the decisions of each deal, with the place of the deal in the review.
        seat: only decisions of this seat; None: of all.
    """
    real = [
        (-one.loss.utility, place, number)
        for place, decisions in deals
        for number, one in enumerate(decisions)
        if one.loss.real and (seat is None or one.seat == seat)
    ]
    return tuple(Moment(place, number) for _, place, number in sorted(real)[:MOMENTS])


def for_seat(review: Review, seat: int) -> Review:
    """The review with the losses and the important decisions of one seat only.

    All decisions stay, because the result of a deal depends on all players.

    Raises:
        RuleBroken: there is no such seat.
    """
    seat = check_seat(seat, review.players)
    deals = tuple(
        replace(
            deal,
            moments=worst([(at, deal.decisions)], seat),
            losses=tuple(each for each in deal.losses if each.seat == seat),
        )
        for at, deal in enumerate(review.deals)
    )
    return replace(
        review,
        deals=deals,
        moments=worst([(at, deal.decisions) for at, deal in enumerate(deals)], seat),
        losses=tuple(each for each in review.losses if each.seat == seat),
    )
