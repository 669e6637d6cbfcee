"""The report as one HTML document: a standalone file, or a page of the server."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from oddtrick.i18n.catalogue import DEFAULT_LANGUAGE
from oddtrick.i18n.localizer import Localizer
from oddtrick.report.calls import calls_list
from oddtrick.report.card_diagrams import hands_picture, tricks_picture, trumps
from oddtrick.report.deal_timeline import luck_and_skill, timeline
from oddtrick.report.decisions import all_decisions, key_decisions
from oddtrick.report.html_markup import Html, el, joined, scrollable, subsection
from oddtrick.report.loss_tables import lesson_lists, loss_tables
from oddtrick.report.phrases import Phrases
from oddtrick.review import DealReview, Review, worst
from oddtrick.tricks import check_seat
from oddtrick.web.static_files import BASE, files

STYLES = ("ui/base.css", "cards/cards.css", "report/report.css")
"""The page's style sheets that a report uses."""

SCRIPT = "report/review-report-page.js"
"""Applies the reader's preferences to a report on a server."""

POLICY = "default-src 'none'; style-src 'unsafe-inline'"
"""The content security policy of a report file: no scripts, nothing loaded."""


class PageFrame(msgspec.Struct, frozen=True):
    """The document around a report: styles and links.

    Args:
        head: elements for the document head.
        links: links to other pages.
        retry: the address under which a decision can be taken again; its deal and number follow.
    """

    head: Html
    links: Html | None = None
    retry: str | None = None


def standalone_frame() -> PageFrame:
    """A document that contains everything: it needs no network."""
    style = "\n".join(files().named[name].body.decode() for name in STYLES)
    return PageFrame(
        joined(
            el("meta", http_equiv="Content-Security-Policy", content=POLICY),
            Html(f"<style>\n{style}</style>"),
        )
    )


def server_frame(
    back: str,
    other_reports: Html | None = None,
    language: str = DEFAULT_LANGUAGE,
    retry: str | None = None,
) -> PageFrame:
    """A document that loads the files of the page.

    Args:
        back: the address of the match that is reviewed.
        other_reports: links to the reports of the other players.
        language: of the links.
        retry: the address under which a decision can be taken again.
    """
    base = f"{BASE}{files().version}/"
    localizer = Localizer(language)
    pages = el(
        "nav",
        el("a", localizer.text("nav.back"), href=back),
        el("a", "Oddtrick", href="/"),
        aria_label=localizer.text("nav.pages"),
    )
    return PageFrame(
        joined(
            el("link", rel="icon", href=f"{base}icon.svg", type="image/svg+xml"),
            el("script", src=f"{base}ui/theme-bootstrap.js"),
            *(el("link", rel="stylesheet", href=base + name) for name in STYLES),
            el("script", type="module", src=base + SCRIPT),
        ),
        el("div", pages, other_reports, class_="report-nav"),
        retry,
    )


def player_links(
    review: Review,
    seat: int | None,
    query: str = "",
    language: str = DEFAULT_LANGUAGE,
    *,
    reader: int | None = None,
) -> Html:
    """Links to the report for each player alone, and for all.

    Args:
        review: the review.
        seat: the player of this report; None: all.
        query: parameters of the address to keep, as in ``"&language=de"``.
        language: of the links.
        reader: the seat of the reader, if known.

    Raises:
        RuleBroken: there is no such seat.
    """
    seat = None if seat is None else check_seat(seat, review.players)
    reader = None if reader is None else check_seat(reader, review.players)
    phrases = Phrases.of(review, language, reader)
    seats = sorted({seat for deal in review.deals for seat in deal.steps.seats})
    names = {"all": phrases.text("nav.everyone")}
    names |= {str(each): phrases.label(each) for each in seats}
    current = "all" if seat is None else str(seat)
    links = [
        el(
            "a",
            name,
            href=f"?seat={each}{query}",
            aria_current="page" if each == current else None,
        )
        for each, name in names.items()
    ]
    return el("nav", *links, aria_label=phrases.text("nav.players"))


def error_page(
    message: str, frame: PageFrame, language: str = DEFAULT_LANGUAGE, *, code: str, status: int
) -> str:
    """A page that says why there is no review.

    Args:
        message: why, in English.
        frame: the document around it.
        language: of the page; its script translates the message.
        code: of the error.
        status: of the response.
    """
    heading = Localizer(language).text("unavailable")
    reason = el("p", message, class_="outcome", data_code=code, data_status=status)
    main = el("main", el("h1", heading), reason, class_="report")
    return _document(heading, joined(frame.links, main), frame, language)


def report_page(
    review: Review,
    frame: PageFrame,
    seat: int | None = None,
    language: str = DEFAULT_LANGUAGE,
    *,
    reader: int | None = None,
) -> str:
    """The report.

    Args:
        review: the review.
        frame: the document around it.
        seat: only decisions of this seat are listed; None: all.
        language: one of ``LANGUAGES``.
        reader: the seat of the reader, who is called "you"; None: nobody's, or unknown.

    Raises:
        OddtrickError: there is no such language or seat.
    """
    seat = None if seat is None else check_seat(seat, review.players)
    reader = None if reader is None else check_seat(reader, review.players)
    phrases = Phrases.of(review, language, reader)
    body = joined(
        el("a", phrases.text("skip"), class_="skip", href="#main"),
        frame.links,
        el("main", *_sections(phrases, seat, frame.retry), id="main", class_="report"),
        _foot(phrases),
    )
    return _document(phrases.text("title", game=phrases.game_name), body, frame, language)


def _document(title: str, body: Html, frame: PageFrame, language: str) -> str:
    head = joined(
        el("meta", charset="utf-8"),
        el("meta", name="viewport", content="width=device-width, initial-scale=1"),
        el("title", f"{title} · Oddtrick"),
        frame.head,
    )
    return f"<!doctype html>\n{el('html', el('head', head), el('body', body), lang=language)}\n"


def _sections(phrases: Phrases, seat: int | None, retry: str | None) -> Iterator[Html | None]:
    review = phrases.review
    yield _heading(phrases)
    if len(review.deals) > 1:
        heading = phrases.moments_heading(seat)
        yield _section("key-decisions", heading, key_decisions(phrases, review.moments, retry))
        tables = loss_tables(phrases, review.losses, phrases.unit_of_all)
        yield _section("losses", phrases.text("losses"), tables)
    for deal in review.deals:
        yield _deal(phrases, deal, seat, retry)
    lessons = lesson_lists(phrases, review.losses)
    yield _section("lessons", phrases.text("lessons"), lessons) if lessons else None


def _heading(phrases: Phrases) -> Html:
    deals = phrases.review.deals
    return el(
        "header",
        el("h1", phrases.game_name, el("span", phrases.text("subtitle"), class_="subtitle")),
        el("p", phrases.outcome, class_="outcome"),
        scrollable(_scores(phrases), phrases.text("score")),
        *(el("p", line, class_="small") for line in phrases.left_out),
        _deal_links(phrases) if len(deals) > 1 else None,
        class_="report-head",
    )


def _deal_links(phrases: Phrases) -> Html:
    numbers = [deal.number + 1 for deal in phrases.review.deals]
    return el(
        "nav",
        el(
            "ul",
            *(
                el("li", el("a", phrases.text("deal", n=number), href=f"#deal{number}"))
                for number in numbers
            ),
        ),
        class_="deals-nav",
        aria_label=phrases.text("nav.deals"),
    )


def _scores(phrases: Phrases) -> Html:
    """The result of each deal for each side."""
    review = phrases.review
    sides = range(len(review.sides))
    games = any(any(deal.steps.games or ()) for deal in review.deals)
    eliminates = phrases.eliminates
    head = el(
        "tr",
        el("th", phrases.text("column.deal"), scope="col"),
        *(el("th", phrases.side_name(side), scope="col") for side in sides),
    )
    rows = [
        el(
            "tr",
            el("th", el("a", deal.number + 1, href=f"#deal{deal.number + 1}"), scope="row"),
            *(
                el("td", *_result(phrases, deal, side, games=games, eliminates=eliminates))
                for side in sides
            ),
        )
        for deal in review.deals
    ]
    caption = phrases.text("score.tricks" if eliminates else "score.points")
    return el(
        "table",
        el("caption", caption, class_="visually-hidden"),
        el("thead", head),
        el("tbody", *rows),
        class_="scores",
    )


def _result(
    phrases: Phrases, deal: DealReview, side: int, *, games: bool, eliminates: bool
) -> Iterator[Html | str]:
    """The result of a side in a deal.

    Args:
        phrases: the wording.
        deal: the deal.
        side: the side.
        games: whether games are counted.
        eliminates: whether the match is about staying in (K4).
    """
    steps = deal.steps
    if steps.points is None or steps.score is None:
        yield phrases.text("score.unfinished")
    elif eliminates:
        yield el("b", steps.points[side]) if deal.score[side] else "–"
        if deal.score[side] and not steps.score[side]:
            yield el("span", phrases.text("score.out"), class_="soft")
    else:
        points = steps.points[side]
        yield el("b", "+" * (points > 0) + phrases.number(points))
        won = steps.games[side] if games and steps.games else None
        key = "score.after" if won is None else "score.after-games"
        text = phrases.text(key, n=steps.score[side], games=won or 0)
        yield el("span", text, class_="soft")


def _deal(phrases: Phrases, deal: DealReview, seat: int | None, retry: str | None) -> Html:
    number, calls = deal.number + 1, calls_list(phrases, deal.steps)
    return el(
        "section",
        el(
            "header",
            el("h2", phrases.text("deal", n=number), id=f"h{number}"),
            el(
                "p",
                el("span", phrases.contract(deal), class_="trumps"),
                el("span", trumps(deal.steps, phrases), class_="trumps"),
                _dealt(phrases, deal),
            ),
            class_="deal-head",
        ),
        subsection(
            phrases.moments_heading(seat),
            key_decisions(phrases, deal.moments, retry, "h4"),
            "of-moments",
        ),
        subsection(phrases.text("calls"), calls, "of-calls") if calls else None,
        subsection(phrases.text("hands"), hands_picture(phrases, deal.steps), "of-hands"),
        el("div", timeline(phrases, deal), luck_and_skill(phrases, deal), class_="two-columns"),
        subsection(phrases.text("tricks"), tricks_picture(phrases, deal, seat), "of-tricks"),
        subsection(
            phrases.text("losses"), loss_tables(phrases, deal.losses, deal.unit), "of-losses"
        ),
        _decisions(phrases, deal, seat),
        class_="deal",
        id=f"deal{number}",
        aria_labelledby=f"h{number}",
    )


def _decisions(phrases: Phrases, deal: DealReview, seat: int | None) -> Html:
    """All decisions of a deal, or of one seat, folded."""
    count = sum(seat is None or each.seat == seat for each in deal.decisions)
    everyone = phrases.text("decisions", n=count)
    heading = everyone if seat is None else phrases.about("decisions.of", seat, n=count)
    return el(
        "details",
        el("summary", el("h3", heading)),
        all_decisions(phrases, deal, seat),
        class_="all-decisions",
    )


def _trumps(phrases: Phrases, deal: DealReview) -> Html:
    return el("span", trumps(deal.steps, phrases), class_="trumps")


def _dealt(phrases: Phrases, deal: DealReview) -> str:
    sides = phrases.review.sides
    taken = " – ".join(str(sum(deal.steps.tricks[seat] for seat in side)) for side in sides)
    return phrases.about("deal.dealt", deal.steps.dealer, tricks=taken)


def _section(name: str, heading: str, inner: Html) -> Html:
    return el("section", el("h2", heading, id=name), inner, class_=name, aria_labelledby=name)


def _foot(phrases: Phrases) -> Html:
    review = phrases.review
    worlds = sorted(each.worlds for deal in review.deals for each in deal.decisions if each.worlds)
    method = (
        phrases.text("foot.method", n=worlds[len(worlds) // 2])
        if worlds
        else phrases.text("foot.forced")
    )
    seed = phrases.text("foot.seed", seed=str(review.seed))
    return el("footer", el("p", method), el("p", seed), class_="report-foot")


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
