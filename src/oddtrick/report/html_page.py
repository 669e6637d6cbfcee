"""The report as one HTML document: a standalone file, or a page of the server."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from oddtrick.games import find_game
from oddtrick.report.decisions import every, moments
from oddtrick.report.hands_diagram import hands_picture, trumps
from oddtrick.report.html_markup import Html, el, joined
from oddtrick.report.losses import losses
from oddtrick.report.phrases import (
    last_standing,
    outcome,
    seat_name,
    side_name,
    title,
)
from oddtrick.report.sections import part, scrolled
from oddtrick.report.timeline import course, luck_and_skill
from oddtrick.report.trick_diagrams import tricks_picture
from oddtrick.web.static_files import BASE, files

if TYPE_CHECKING:
    from collections.abc import Iterator

    from oddtrick.review import DealReview, Review

STYLES = ("ui/base.css", "cards/cards.css", "report/report.css")
"""The page's style sheets that a report uses."""

PREFERENCES = "report/preferences.js"
"""Applies the reader's display preferences to a report on a server."""

POLICY = "default-src 'none'; style-src 'unsafe-inline'"
"""The content security policy of a report file: no scripts, nothing loaded."""


class PageFrame(msgspec.Struct, frozen=True):
    """The document around a report: styles and links.

    Args:
        head: elements for the document head.
        links: links to other pages.
    """

    head: Html
    links: Html | None = None


def standalone_frame() -> PageFrame:
    """A document that contains everything: it needs no network."""
    style = "\n".join(files().named[name].body.decode() for name in STYLES)
    return PageFrame(
        joined(
            el("meta", http_equiv="Content-Security-Policy", content=POLICY),
            Html(f"<style>\n{style}</style>"),
        )
    )


def server_frame(back: str, other_reports: Html | None = None) -> PageFrame:
    """A document that loads the files of the page.

    Args:
        back: the address of the match that is reviewed.
        other_reports: links to the reports of the other players.
    """
    base = f"{BASE}{files().version}/"
    pages = el(
        "nav",
        el("a", "Back to the cards", href=back),
        el("a", "Oddtrick", href="/"),
        aria_label="Pages",
    )
    return PageFrame(
        joined(
            el("link", rel="icon", href=f"{base}icon.svg", type="image/svg+xml"),
            el("script", src=f"{base}ui/theme-bootstrap.js"),
            *(el("link", rel="stylesheet", href=base + name) for name in STYLES),
            el("script", type="module", src=base + PREFERENCES),
        ),
        el("div", pages, other_reports, class_="ways"),
    )


def player_links(review: Review, seat: int | None) -> Html:
    """Links to the report for each player alone, and for all.

    Args:
        review: the review.
        seat: the player of this report; None: all.
    """
    seats = sorted({seat for deal in review.deals for seat in deal.steps.seats})
    links = [el("a", "Everyone", href="?seat=all", aria_current=_here(seat is None))]
    links += [
        el("a", seat_name(review, each), href=f"?seat={each}", aria_current=_here(each == seat))
        for each in seats
    ]
    return el("nav", *links, aria_label="Whose decisions")


def _here(is_here: bool) -> str | None:  # noqa: FBT001  # a word for an attribute
    return "page" if is_here else None


def error_page(why: str, frame: PageFrame) -> str:
    """A page that says why there is no review."""
    main = joined(el("h1", "No review"), el("p", why, class_="outcome"))
    return _document("No review", joined(frame.links, el("main", main, class_="report")), frame)


def report_page(review: Review, frame: PageFrame, seat: int | None = None) -> str:
    """The report.

    Args:
        review: the review.
        frame: the document around it.
        seat: only decisions of this seat are listed; None: all.
    """
    body = joined(
        el("a", "To the review", class_="skip", href="#main"),
        frame.links,
        el("main", *_parts(review, seat), id="main", class_="report"),
        _foot(review),
    )
    return _document(title(review), body, frame)


def _document(named: str, body: Html, frame: PageFrame) -> str:
    head = joined(
        el("meta", charset="utf-8"),
        el("meta", name="viewport", content="width=device-width, initial-scale=1"),
        el("title", f"{named} · Oddtrick"),
        frame.head,
    )
    return f"<!doctype html>\n{el('html', el('head', head), el('body', body), lang='en')}\n"


def _parts(review: Review, seat: int | None) -> Iterator[Html | None]:
    several = len(review.deals) > 1
    yield _heading(review)
    if several:
        yield _section(
            "mattered", f"What mattered most{_for(review, seat)}", moments(review, review.moments)
        )
        yield _section("lost", "What it cost", losses(review, review.losses, _unit(review)))
    for deal in review.deals:
        yield _deal(review, deal, seat)


def _for(review: Review, seat: int | None) -> str:
    return "" if seat is None else f" for {seat_name(review, seat)}"


def _unit(review: Review) -> str:
    return "tricks" if all(deal.unit == "tricks" for deal in review.deals) else "points"


def _heading(review: Review) -> Html:
    several = len(review.deals) > 1
    named = find_game(review.game).title
    return el(
        "header",
        el("h1", named, el("span", "a review", class_="kind")),
        el("p", outcome(review), class_="outcome"),
        scrolled(_scores(review), "The score"),
        el(
            "nav",
            el(
                "ul",
                *(
                    el("li", el("a", f"Deal {deal.number + 1}", href=f"#deal{deal.number + 1}"))
                    for deal in review.deals
                ),
            ),
            class_="deals-nav",
            aria_label="Deals",
        )
        if several
        else None,
        class_="top",
    )


def _scores(review: Review) -> Html:
    """The result of each deal for each side."""
    games = any(any(deal.steps.games or ()) for deal in review.deals)
    alive = last_standing(review)
    head = el(
        "tr",
        el("th", "Deal", scope="col"),
        *(el("th", side_name(review, side), scope="col") for side in range(len(review.sides))),
    )
    rows = [
        el(
            "tr",
            el(
                "th",
                el("a", deal.number + 1, href=f"#deal{deal.number + 1}"),
                scope="row",
            ),
            *(
                el("td", *_scored(deal, side, games=games, alive=alive))
                for side in range(len(review.sides))
            ),
        )
        for deal in review.deals
    ]
    return el(
        "table",
        el(
            "caption",
            "Tricks of each deal" if alive else "Points of each deal, and the score after it",
            class_="visually-hidden",
        ),
        el("thead", head),
        el("tbody", *rows),
        class_="scores",
    )


def _scored(deal: DealReview, side: int, *, games: bool, alive: bool) -> Iterator[Html | str]:
    """The result of a side in a deal.

    Args:
        deal: the deal.
        side: the side.
        games: whether games are counted.
        alive: whether the match is about staying in (K4).
    """
    steps = deal.steps
    if steps.points is None or steps.score is None:
        yield "unfinished"
    elif alive:
        yield el("b", steps.points[side]) if deal.score[side] else "–"
        if deal.score[side] and not steps.score[side]:
            yield el("span", "out", class_="soft")
    else:
        yield el("b", f"+{steps.points[side]}" if steps.points[side] else "0")
        won = f", games {steps.games[side]}" if games and steps.games else ""
        yield el("span", f"score {steps.score[side]}{won}", class_="soft")


def _deal(review: Review, deal: DealReview, seat: int | None) -> Html:
    number = deal.number + 1
    listed = sum(seat is None or each.seat == seat for each in deal.decisions)
    whose = "" if seat is None else f" of {seat_name(review, seat)}"
    return el(
        "section",
        el(
            "header",
            el("h2", f"Deal {number}", id=f"h{number}"),
            el("p", el("span", trumps(deal.steps), class_="trumps"), _dealt(review, deal)),
            class_="deal-head",
        ),
        part(
            f"What mattered most{_for(review, seat)}",
            moments(review, deal.moments, "h4"),
            "of-moments",
        ),
        part("The hands", hands_picture(review, deal.steps), "of-hands"),
        el("div", course(review, deal), luck_and_skill(review, deal), class_="beside-each"),
        part("The tricks", tricks_picture(review, deal, seat), "of-tricks"),
        part("What it cost", losses(review, deal.losses, deal.unit), "of-losses"),
        el(
            "details",
            el("summary", el("h3", f"All {listed} decisions{whose}")),
            every(review, deal, seat),
            class_="every",
        ),
        class_="deal",
        id=f"deal{number}",
        aria_labelledby=f"h{number}",
    )


def _dealt(review: Review, deal: DealReview) -> str:
    taken = " – ".join(str(sum(deal.steps.tricks[seat] for seat in side)) for side in review.sides)
    return f"dealt by {seat_name(review, deal.steps.dealer)} · tricks {taken}"


def _section(name: str, heading: str, inner: Html) -> Html:
    return el("section", el("h2", heading, id=name), inner, class_=name, aria_labelledby=name)


def _foot(review: Review) -> Html:
    worlds = sorted(each.worlds for deal in review.deals for each in deal.decisions if each.worlds)
    typical = f"{worlds[len(worlds) // 2]:,}" if worlds else "no"
    return el(
        "footer",
        el(
            "p",
            f"Each decision was valued by what its player could know, in about {typical} layouts "
            "of the unseen cards that fit everything seen and played. Only losses beyond sampling "
            "error are reported. Double-dummy figures use what nobody could know.",
        ),
        el(
            "p",
            f"Made by Oddtrick with seed {review.seed}: the same record and seed give this report.",
        ),
        class_="report-foot",
    )
