"""A review for people who read it in a terminal, line by line; and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

import msgspec

from oddtrick.cli.output import align_columns, one_line
from oddtrick.cli.review_phrases import (
    Phrases,
    costliest_themes,
    double_dummy_unit,
    luck_sentences,
)
from oddtrick.i18n.catalogue import DEFAULT_LANGUAGE
from oddtrick.review import DealReview, Decision, Review, SeatLosses

WIDE = 79
"""Characters in a line of text."""

NAME = 20
"""Characters of a name shown in a table."""


def encode_line(review: Review) -> str:
    """The review as one line of JSON."""
    return msgspec.json.encode(review).decode() + "\n"


def report(
    place: str, review: Review, seat: int | None = None, language: str = DEFAULT_LANGUAGE
) -> Iterator[str]:
    """The report of one match, line by line: the score, what mattered, what it cost, luck.

    Args:
        place: where the record was.
        review: to report.
        seat: the player to report on; None: all.
        language: one of ``LANGUAGES``.
    """
    for line in _lines(place, Phrases.of(review, language), seat):
        yield one_line(line)


def _lines(place: str, phrases: Phrases, seat: int | None) -> Iterator[str]:
    review = phrases.review
    yield f"{place}: {phrases.game_name}, {phrases.text('players', n=review.players)}"
    yield phrases.outcome
    yield ""
    yield from _scores(phrases)
    yield from phrases.left_out
    yield ""
    yield phrases.moments_heading(seat)
    yield from _moments(phrases)
    yield ""
    yield phrases.text("losses.caption")
    yield from _losses(phrases)
    yield ""
    yield phrases.text("luck")
    for deal in review.deals:
        yield from _luck(phrases, deal)
    yield ""
    for losses in review.losses:
        yield from _lessons(phrases, losses)


def _lessons(phrases: Phrases, losses: SeatLosses) -> Iterator[str]:
    """The themes of a player's clear mistakes, if there are any, and an empty line."""
    if not losses.lessons:
        return
    yield phrases.text("lessons.of", who=phrases.seat_name(losses.seat))
    for lesson in phrases.lessons(losses):
        yield from wrap(lesson, WIDE, initial_indent="  ", subsequent_indent="  ")
    yield ""


def _scores(phrases: Phrases) -> Iterator[str]:
    sides = [_cut(phrases.side_name(side)) for side in range(len(phrases.review.sides))]
    number, trumps = phrases.text("column.deal"), phrases.text("column.trumps")
    contracts = [phrases.contract(deal) for deal in phrases.review.deals]
    called = [phrases.text("column.contract")] if any(contracts) else []
    rows = [[number, trumps, *called, *sides]]
    for deal, contract in zip(phrases.review.deals, contracts, strict=True):
        cells = (
            _result(phrases, deal, side, eliminates=phrases.eliminates)
            for side in range(len(sides))
        )
        played = [contract] if called else []
        rows.append([str(deal.number + 1), _trumps(phrases, deal), *played, *cells])
    yield from align_columns(rows, "><<>" if called else "><>")


def _result(phrases: Phrases, deal: DealReview, side: int, *, eliminates: bool) -> str:
    """The result of a side in a deal; `eliminates`: the match is about staying in (K4)."""
    steps = deal.steps
    if steps.points is None or steps.score is None:
        return "…"
    points = phrases.number(steps.points[side])
    if not eliminates:
        return f"{points} ({phrases.number(steps.score[side])})"
    if not deal.score[side]:
        return "-"
    return points if steps.score[side] else phrases.text("score.out.short", n=points)


def _trumps(phrases: Phrases, deal: DealReview) -> str:
    letter = deal.steps.trump
    if letter is None:
        return phrases.text("trumps.open.short")
    return phrases.text("trumps.none.short") if letter == "N" else phrases.suit(letter)


def _moments(phrases: Phrases) -> Iterator[str]:
    review = phrases.review
    if not review.moments:
        yield f"  {phrases.text('moments.none')}"
    for at, moment in enumerate(review.moments, 1):
        decision = review.decision(moment)
        costs = phrases.costs_of(decision, review.deals[moment.deal].unit)
        yield f"{at}. {phrases.place(decision)}: {_comparison(phrases, decision)}"
        yield f"   {phrases.text('cost', amount=', '.join(costs))}"
        for sentence in phrases.sentences(decision):
            yield from (f"   {line}" for line in wrap(sentence, WIDE - 3))
    if review.moments:
        yield f"  {phrases.text('moments.only-clear')}"


def _comparison(phrases: Phrases, decision: Decision) -> str:
    played, better = (_sign(phrases, decision, act) for act in (decision.played, decision.best))
    return phrases.comparison(decision, played, better)


def _sign(phrases: Phrases, decision: Decision, action: str) -> str:
    """A card as rank and symbol, the name of a suit, or a bid."""
    if decision.kind == "call":
        return phrases.bid(action)
    return phrases.suit(action) if decision.kind == "trumps" else phrases.symbols(action)


def _losses(phrases: Phrases) -> Iterator[str]:
    unit, losses = phrases.unit_of_all, phrases.review.losses
    wins = any(each.total.win_chance for each in losses)
    columns = [phrases.unit(unit), *([phrases.text("column.to-win")] if wins else [])]
    columns.append(phrases.text("column.mistakes"))
    rows = [_loss(phrases, each, unit, wins=wins) for each in losses]
    names = [_cut(phrases.seat_name(each.seat)) for each in losses]
    themes = [
        ", ".join(phrases.text(f"theme.{theme}") for theme in [*costliest_themes(each)][:2])
        for each in losses
    ]
    heads = ["", *columns, phrases.text("column.mostly")]
    table = [
        [name, *cells, mostly] for name, cells, mostly in zip(names, rows, themes, strict=True)
    ]
    yield from align_columns([heads, *table], "<" + ">" * len(columns) + "<")


def _loss(phrases: Phrases, losses: SeatLosses, unit: str, *, wins: bool) -> list[str]:
    """The figures of a player, as text."""
    total = losses.total
    chance = [phrases.percent(total.win_chance or 0.0)] if wins else []
    lost = max(total.tricks if unit == "tricks" else total.points, 0.0)
    mistakes = phrases.text("losses.mistakes", n=total.mistakes, all=total.decisions)
    return [phrases.number(lost, 1), *chance, mistakes]


def _luck(phrases: Phrases, deal: DealReview) -> Iterator[str]:
    review = phrases.review
    if len(review.deals) > 1 or len(review.sides) > 2:
        yield phrases.text("deal", n=deal.number + 1)
    if len(review.sides) > 2 and deal.luck.par is not None and deal.luck.made is not None:
        yield from _luck_of_sides(phrases, deal, deal.luck.par, deal.luck.made)
    for sentence in luck_sentences(phrases, deal):
        yield from (f"  {line}" for line in wrap(sentence, WIDE - 2))


def _luck_of_sides(
    phrases: Phrases, deal: DealReview, par: tuple[int, ...], made: tuple[int, ...]
) -> Iterator[str]:
    experts = deal.luck.expert
    for side, seats in enumerate(phrases.review.sides):
        if not set(seats) & set(deal.steps.seats):
            continue
        figures = {
            "who": _cut(phrases.side_name(side)),
            "worth": phrases.amount(par[side], double_dummy_unit(deal.unit)),
            "made": phrases.number(made[side]),
        }
        if experts is None:
            line = phrases.text("luck.side", **figures)
        else:
            made_by_experts = phrases.number(experts[side])
            line = phrases.text("luck.side-experts", **figures, experts=made_by_experts)
        yield f"  {line}"


def _cut(name: str) -> str:
    return name if len(name) <= NAME else name[: NAME - 1] + "…"
