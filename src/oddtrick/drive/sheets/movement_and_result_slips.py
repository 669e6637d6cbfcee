"""The slips of a round: each player's way to the next table, and a blank result for each table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.drive.sheets.seatings_to_print import seat_of

if TYPE_CHECKING:
    from oddtrick.drive.rounds import Round
    from oddtrick.drive.seating import Pair
    from oddtrick.drive.sheets.printable_event import Event, Fields


def movement_slips(event: Event) -> Fields:
    """Returns a slip for each player with their table in the round under way.

    They are in the order of the tables where the players sit until then, to be handed out there.
    """
    before = event.drive.rounds[-2] if len(event.drive.rounds) > 1 else None
    order = range(len(event.names)) if before is None else list(before.seating.players)
    return {"round": round_words(event), "slips": [_slip(event, before, one) for one in order]}


def round_words(event: Event) -> str:
    """Returns the number and the trumps of the round under way."""
    number = event.words.say("round_of", round=event.round.number, rounds=event.plan.rounds)
    if event.plan.trumps == "cut" and not event.drive.rounds:
        trumps = event.words.trump_order(event.plan.trumps)
        return f"{number} · {event.words.say('trump')}: {trumps}"
    return f"{number} · {event.words.trump(event.round.trump)}"


def _slip(event: Event, before: Round | None, player: int) -> Fields:
    say = event.words.say
    seat = seat_of(event.round.seating, player)
    old = None if before is None else seat_of(before.seating, player)
    slip: Fields = {
        "name": event.names[player],
        "card": say("card_number", card=player + 1),
        "from": "" if old is None else say("from_table", table=old.table),
        "to": "",
        "seat": say("sits_out_award", award=event.plan.award),
        "who": "",
    }
    if seat is None:
        return slip
    against = event.listed(seat.opponents)
    return {
        **slip,
        "to": say("table_number", table=seat.table),
        "seat": event.words.direction(seat.direction),
        "who": f"{say('with')} {event.names[seat.partner]}, {say('against')} {against}",
    }


def result_slips(event: Event) -> Fields:
    """Returns a slip for each table of the round under way, to write its result on."""
    return {
        "round": round_words(event),
        "slips": [
            {
                "title": event.words.say("table_number", table=table.number),
                "pairs": [_pair(event, at, pair) for at, pair in enumerate(table.pairs)],
            }
            for table in event.round.seating.tables
        ],
    }


def _pair(event: Event, direction: int, pair: Pair) -> Fields:
    return {
        "direction": event.words.direction(direction),
        "players": [f"{player + 1}  {event.names[player]}" for player in pair],
    }
