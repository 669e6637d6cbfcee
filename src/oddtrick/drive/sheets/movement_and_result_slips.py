"""Slips: each player's way to the next table, and results to write down, for a round or for all."""

from __future__ import annotations

from oddtrick.drive.rounds import Round
from oddtrick.drive.seating import Pair, Seating
from oddtrick.drive.sheets.printable_event import Event, Fields, seat_of
from oddtrick.errors import OddtrickError

_BLANK = "........"
"""Room to write a number."""

_BLANK_SLIPS = 12
"""The spare slips: a page of them, in large print three."""


def movement_slips(event: Event) -> Fields:
    """Returns a slip for each player with their table in the round under way.

    They are in the order of the tables where the players sit until then, to be handed out there;
    those who have come since are the last.
    """
    before = event.drive.rounds[-2] if len(event.drive.rounds) > 1 else None
    here = sorted(event.round.seating.players)
    sat = [] if before is None else [one for one in before.seating.players if one in here]
    order = dict.fromkeys([*sat, *here])
    words = event.round_words(event.round.number)
    return {"round": words, "slips": [_slip(event, before, one) for one in order]}


def _slip(event: Event, before: Round | None, player: int) -> Fields:
    say = event.words.say
    seat = seat_of(event.round.seating, player)
    old = None if before is None else seat_of(before.seating, player)
    slip: Fields = {
        "name": event.names[player],
        "card": say("card-number", card=player + 1),
        "from": "" if old is None else say("from-table", table=old.table),
        "to": "",
        "seat": say("sits-out-award", award=event.plan.award),
        "who": "",
    }
    if seat is None:
        return slip
    against = event.listed(seat.opponents)
    group = event.plays_as(event.round.seating, player)
    other = say("as-group", group=group) if group else ""
    return {
        **slip,
        "to": say("table-number", table=seat.table),
        "seat": f"{event.words.direction(seat.direction)}{', ' if other else ''}{other}",
        "who": f"{say('with')} {event.names[seat.partner]}, {say('against')} {against}",
    }


def result_slips(event: Event) -> Fields:
    """Returns a slip for each table of the round under way, to write its result on."""
    number, seating = event.round.number, event.round.seating
    return {
        "slips": [_table_slip(event, number, table.number, seating) for table in seating.tables]
    }


def all_result_slips(event: Event) -> Fields:
    """Returns the slips of all rounds that are not complete, table by table.

    They have names where the seats are known, and else room for the numbers of the cards.

    Raises:
        OddtrickError: all rounds are complete.
    """
    if event.drive.over:
        raise OddtrickError("all rounds have been played: no more result slips are needed")
    begun = event.drive.rounds
    first = len(begun) + (not begun or begun[-1].complete)
    seatings = dict(enumerate(event.seatings, start=1))
    # People leave and come back: a round may have fewer tables than the last, or more.
    tables = [len(seating.tables) for seating in event.foreseen]
    tables += [event.tables] * (event.plan.rounds - len(tables))
    return {
        "slips": [
            _table_slip(event, number, table, seatings.get(number))
            for table in range(1, max(tables[first - 1 :]) + 1)
            for number in range(first, event.plan.rounds + 1)
            if table <= tables[number - 1]
        ],
    }


def blank_result_slips(event: Event) -> Fields:
    """Returns spare slips, on which round and table are written too."""
    round_words = f"{event.words.say('round')} {_BLANK}   {event.words.say('trump')} {_BLANK}"
    title = event.words.say("table-number", table=_BLANK)
    pairs = [_pair(event, direction) for direction in (0, 1)]
    count = 3 if event.options.large else _BLANK_SLIPS
    return {"slips": [{"title": title, "round": round_words, "pairs": pairs}] * count}


def _table_slip(event: Event, number: int, table: int, seating: Seating | None) -> Fields:
    pairs = (None, None) if seating is None else seating.tables[table - 1].pairs
    return {
        "title": event.words.say("table-number", table=table),
        "round": event.round_words(number),
        "pairs": [_pair(event, direction, seating, pair) for direction, pair in enumerate(pairs)],
    }


def _pair(
    event: Event, direction: int, seating: Seating | None = None, pair: Pair | None = None
) -> Fields:
    players = pair if seating and pair else ()
    return {
        "direction": event.words.short_direction(direction),
        "players": [f"{player + 1}  {event.name_in(seating, player)}" for player in players]
        if seating
        else [],
    }
