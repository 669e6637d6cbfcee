"""A review for people who read it in a terminal, line by line; and as JSON."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING

import msgspec

from oddtrick.cards import Suit, parse_card
from oddtrick.cli.sanitize import one_line
from oddtrick.games import find_game
from oddtrick.report.phrases import (
    THEMES,
    costs,
    counted,
    last_standing,
    luck_sentences,
    most_lost,
    names_of,
    number,
    open_unit,
    outcome,
    percent,
    seat_name,
    side_name,
    where,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from oddtrick.review import DealReview, Decision, Review

WIDE = 79
"""Characters in a line of text."""

NAME = 20
"""Characters of a name shown in a table."""


def encode_line(review: Review) -> str:
    """The review as one line of JSON."""
    return msgspec.json.encode(review).decode() + "\n"


def report(place: str, review: Review, seat: int | None = None) -> Iterator[str]:
    """The report of one match, line by line: the score, what mattered, what it cost, luck.

    Args:
        place: where the record was.
        review: to report.
        seat: the player to report on; None: all.
    """
    for line in _lines(place, review, seat):
        yield one_line(line)


def _lines(place: str, review: Review, seat: int | None) -> Iterator[str]:
    yield f"{place}: {find_game(review.game).title}, {review.players} players"
    yield outcome(review)
    yield ""
    yield from _scores(review)
    yield ""
    whose = "" if seat is None else f" for {seat_name(review, seat)}"
    yield f"What mattered most{whose}"
    yield from _moments(review)
    yield ""
    yield "What the decisions cost, as far as the players could know"
    yield from _losses(review)
    yield ""
    yield "Luck and skill"
    for deal in review.deals:
        yield from _luck(review, deal)
    yield ""


def _scores(review: Review) -> Iterator[str]:
    sides = [_cut(side_name(review, side)) for side in range(len(review.sides))]
    width = max(7, *map(len, sides)) + 2
    yield "deal  trumps    " + "".join(f"{name:>{width}}" for name in sides)
    alive = last_standing(review)
    for deal in review.deals:
        scores = (_scored(deal, side, alive=alive) for side in range(len(sides)))
        cells = "".join(f"{cell:>{width}}" for cell in scores)
        yield f"{deal.number + 1:>4}  {_trumps(deal):<10}{cells}"


def _scored(deal: DealReview, side: int, *, alive: bool) -> str:
    """The result of a side in a deal; `alive`: the match is about staying in (K4)."""
    steps = deal.steps
    if steps.points is None or steps.score is None:
        return "…"
    if not alive:
        return f"{steps.points[side]} ({steps.score[side]})"
    if not deal.score[side]:
        return "-"
    return f"{steps.points[side]}" if steps.score[side] else f"{steps.points[side]} out"


def _trumps(deal: DealReview) -> str:
    letter = deal.steps.trump
    if letter is None:
        return "to choose"
    return "none" if letter == "N" else str(Suit("CDHS".index(letter)))


def _moments(review: Review) -> Iterator[str]:
    if not review.moments:
        yield "  No clear mistakes."
    for at, moment in enumerate(review.moments, 1):
        decision = review.decision(moment)
        unit = review.deals[moment.deal].unit
        yield f"{at}. {where(review, decision)}: {_did(review, decision)}"
        yield f"   cost {', '.join(costs(decision.loss, unit))}"
        for sentence in decision.explanation:
            yield from (
                f"   {line}" for line in wrap(sentence.text(names=names_of(review)), WIDE - 3)
            )


def _did(review: Review, decision: Decision) -> str:
    who = seat_name(review, decision.seat)
    if decision.kind == "trumps":
        return f"{who} made {_sign(decision.played)} trumps; {_sign(decision.best)} was better"
    verb = "led" if decision.place == 0 else "played"
    return f"{who} {verb} {_sign(decision.played)}; {_sign(decision.best)} was better"


def _sign(action: str) -> str:
    """A card or suit in one to three characters."""
    if len(action) == 1:
        return str(Suit("CDHS".index(action)))
    return parse_card(action).symbols


def _losses(review: Review) -> Iterator[str]:
    unit = "tricks" if all(deal.unit == "tricks" for deal in review.deals) else "points"
    width = max([6, *(len(_cut(seat_name(review, each.seat))) for each in review.losses)])
    wins = any(each.total.win_chance for each in review.losses)
    to_win = "  to win" if wins else ""
    yield f"{'':{width}}  {unit:>6}{to_win}  mistakes  mostly"
    for each in review.losses:
        amount = each.total.tricks if unit == "tricks" else each.total.points
        share = f"  {percent(each.total.win_chance or 0.0):>6}" if wins else ""
        themes = [THEMES[theme] for theme, _ in most_lost(each)][:2]
        count = f"{each.total.mistakes} of {each.total.decisions}"
        name = _cut(seat_name(review, each.seat))
        line = f"{name:{width}}  {number(amount):>6}{share}  {count:>8}  {', '.join(themes)}"
        yield line.rstrip()


def _luck(review: Review, deal: DealReview) -> Iterator[str]:
    several = len(review.deals) > 1
    if several or len(review.sides) > 2:
        yield f"Deal {deal.number + 1}"
    if len(review.sides) > 2 and deal.luck.par is not None and deal.luck.made is not None:
        yield from _luck_of_many(review, deal, deal.luck.par, deal.luck.made)
    for sentence in luck_sentences(review, deal):
        yield from (f"  {line}" for line in wrap(sentence, WIDE - 2))


def _luck_of_many(
    review: Review, deal: DealReview, par: tuple[int, ...], made: tuple[int, ...]
) -> Iterator[str]:
    again = deal.luck.expert
    for side in range(len(review.sides)):
        if not set(review.sides[side]) & set(deal.steps.seats):
            continue
        name = _cut(side_name(review, side))
        worth = counted(par[side], open_unit(deal.unit))
        experts = "" if again is None else f", experts {number(again[side], 0)}"
        yield f"  {name}: worth {worth}, made {number(made[side], 0)}{experts}"


def _cut(name: str) -> str:
    return name if len(name) <= NAME else name[: NAME - 1] + "…"
