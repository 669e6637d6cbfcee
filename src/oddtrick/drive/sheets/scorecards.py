"""The cards of a drive: scorecards, table cards and place cards."""

from __future__ import annotations

import io
from collections.abc import Iterable

import segno

from oddtrick.drive.sheets.movement_in_words import directions_of, notes_of
from oddtrick.drive.sheets.printable_event import FIXED_IN_ADVANCE, Event, Fields, seat_of
from oddtrick.drive.standings import round_score, score_text
from oddtrick.errors import OddtrickError


def qr_code(text: str) -> str:
    """Draws a text as a QR code without a margin.

    Raises:
        OddtrickError: the text is too long.
    """
    try:
        code = segno.make_qr(text, error="m")
    except segno.DataOverflowError:
        raise OddtrickError(
            f"an address of {len(text)} characters is too long for a QR code: use a shorter one"
        ) from None
    picture = io.BytesIO()
    code.save(picture, kind="svg", border=0, xmldecl=False)
    return picture.getvalue().decode()


_ROWS = 14
"""The rounds of a half for which a half page is high enough."""

_MOST_ROWS = 30
"""The rounds of a half for which a whole page is high enough; longer halves need more cards."""


def scorecards(event: Event) -> Fields:
    """Returns a scorecard for each player, with the results so far."""
    return _scorecards(event, range(len(event.names)))


def blank_scorecards(event: Event) -> Fields:
    """Returns a page of scorecards without a name, for those who are not on the list."""
    per_page = 1 if event.options.large or _is_high(event) else 2
    return _scorecards(event, [None] * per_page)


def _scorecards(event: Event, players: Iterable[int | None]) -> Fields:
    halves = _halves(event.plan.rounds)
    cards = []
    for player in players:
        columns = [_half(event, player, half) for half in halves]
        pages = [columns[at : at + 2] for at in range(0, len(columns), 2)]
        who = event.blank_player() if player is None else event.player(player)
        cards += [
            {**who, "halves": page, "part": _part(at, len(pages))}
            for at, page in enumerate(pages, start=1)
        ]
    return {
        "high": _is_high(event),
        "score": event.words.say(f"score-{event.plan.scoring}"),
        "cards": cards,
    }


def _is_high(event: Event) -> bool:
    return max(len(rounds) for _, rounds, _ in _halves(event.plan.rounds)) > _ROWS


def _part(page: int, pages: int) -> str:
    return f"{page}/{pages}" if pages > 1 else ""


def _halves(rounds: int) -> list[tuple[str, range, bool]]:
    """The columns of a card: the heading, the rounds, and whether the half ends there."""
    middle = (rounds + 1) // 2
    columns = []
    for key, first, last in (("half-1", 1, middle), ("half-2", middle + 1, rounds)):
        for start in range(first, last + 1, _MOST_ROWS):
            end = min(last, start + _MOST_ROWS - 1)
            columns.append((key, range(start, end + 1), end == last))
    return columns


def _half(event: Event, player: int | None, half: tuple[str, range, bool]) -> Fields:
    key, rounds, ends = half
    last = rounds.stop - 1
    first = 1 if key == "half-1" else event.plan.last_half
    is_last = ends and last == event.plan.rounds
    return {
        "title": event.words.say(key),
        "rows": [_row(event, player, number) for number in rounds],
        "subtotal": _total(event, player, first, last) if ends else None,
        "grand_total": _total(event, player, 1, last) if is_last else None,
    }


def _row(event: Event, player: int | None, number: int) -> Fields:
    score = _score(event, player, number)
    return {
        "round": number,
        "trump": event.trump(number),
        "table": _table(event, player, number),
        "score": "" if score is None else score_text(score),
        "total": _total(event, player, 1, number),
    }


def _table(event: Event, player: int | None, number: int) -> str:
    """The table of a round, with the direction if it is fixed in advance; empty: to be written."""
    if player is None:
        return ""
    if event.sits_out(player, number):
        return "–"
    if number > len(event.seatings):
        return ""
    seat = seat_of(event.seatings[number - 1], player)
    if seat is None:
        return ""
    if event.plan.movement not in FIXED_IN_ADVANCE:
        return str(seat.table)
    return f"{seat.table} {event.words.short_direction(seat.direction).replace('–', '')}"


def _score(event: Event, player: int | None, number: int) -> float | None:
    """The score of a round; None: to be written."""
    if player is None:
        return None
    if event.sits_out(player, number):
        return event.plan.award
    if number > len(event.drive.rounds):
        return None
    return round_score(event.drive, player, event.drive.rounds[number - 1])


def _total(event: Event, player: int | None, first: int, last: int) -> str:
    scores = [_score(event, player, number) for number in range(first, last + 1)]
    known = [score for score in scores if score is not None]
    return "" if len(known) < len(scores) else score_text(sum(known))


def table_cards(event: Event) -> Fields:
    """Returns a card for each table: its number, the directions, who goes where, and its key."""
    sitting_out = bool(event.seatings[0].sitting_out)
    return {
        "after": event.words.say("move-after"),
        "notes": notes_of(event.plan, event.words, sitting_out=sitting_out),
        "cards": [
            {
                "number": number,
                "title": event.words.say("table-number", table=number),
                "directions": directions_of(event.plan, event.tables, event.words, number),
                **_key(event, number),
            }
            for number in range(1, event.tables + 1)
        ],
    }


def _key(event: Event, table: int) -> Fields:
    """Returns what a phone scans or types to become one of this table."""
    keys = event.options.table_keys
    link, code = (keys[table - 1].link, keys[table - 1].code) if keys else (event.options.url, "")
    return {"url": link, "qr": qr_code(link) if link else None, "key": code}


def place_cards(event: Event) -> Fields:
    """Returns a name card for each player."""
    return {"cards": [event.player(player) for player in range(len(event.names))]}


def receipts(event: Event) -> Fields:
    """Returns a receipt for each person, with what was paid or room to write it."""
    say, drive = event.words.say, event.drive
    paid = {entry.player: entry.paid for entry in drive.entries if entry.paid}
    return {
        "cards": [
            {
                "name": event.names[player.id],
                "card": f"{say('receipt')}: {event.title}",
                "group": say("receipt-paid", amount=event.words.money(paid[player.id]))
                if player.id in paid
                else say("receipt-blank"),
                "seat": say("receipt-signed"),
            }
            for player in drive.players
            if not player.bot
        ]
    }
