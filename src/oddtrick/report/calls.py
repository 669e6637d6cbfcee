"""The calls before the play of a deal: bids, and cards put down or away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.calls import Bid, parse_call
from oddtrick.report.card_diagrams import with_card_signs
from oddtrick.report.html_markup import Html, el, joined

if TYPE_CHECKING:
    from collections.abc import Sequence

    from oddtrick.record import DealSteps
    from oddtrick.report.phrases import Phrases


def calls_list(phrases: Phrases, deal: DealSteps) -> Html | None:
    """The calls of each phase in order, each with its seat; None in a deal without calls."""
    if not deal.calls:
        return None
    return joined(*(_phase(phrases, made) for _, made in deal.calls))


def _phase(phrases: Phrases, made: Sequence[tuple[int, str | None]]) -> Html:
    """One phase; where one seat puts several cards away, they are told together."""
    calls = [(seat, _words(phrases, call)) for seat, call in made]
    away = not any(call is None or isinstance(parse_call(call), Bid) for _, call in made)
    if away and len({seat for seat, _ in made}) == 1:
        calls = [(made[0][0], " ".join(words for _, words in calls))]
    return el(
        "ol",
        *(
            el(
                "li",
                el("span", phrases.label(seat), class_="soft"),
                el("b", with_card_signs(words, phrases)),
            )
            for seat, words in calls
        ),
        class_="calls",
    )


def _words(phrases: Phrases, call: str | None) -> str:
    return phrases.text("calls.secret") if call is None else phrases.bid(call)
