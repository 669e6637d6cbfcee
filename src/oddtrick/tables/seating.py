"""Who sits where, and the host's rights."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.bots import find_bot
from oddtrick.errors import OddtrickError
from oddtrick.tables import facts as f
from oddtrick.tables.state import Stage
from oddtrick.tables.transaction import Draft, Refused

if TYPE_CHECKING:
    from oddtrick.tables.commands import Arrange, Begin, BotIn, GiveHost, PlaceOut, Sit
    from oddtrick.tables.state import Table

BOT_NAMES = ("Ann", "Bob", "Cal", "Dot", "Eve", "Fay", "Gus", "Hal", "Ida")
"""What a bot of the house is called, by place."""


def sit(draft: Draft, command: Sit) -> None:
    """Takes a place that is open, or moves to one; in a match, a bot's."""
    table, place = draft.table, command.place
    _check_place(draft, place)
    chair, old = table.chairs[place], table.place_of(draft.by)
    if old == place:
        raise Refused("seated", "you sit there already")
    if chair.kind == "person":
        raise Refused("taken", f"{chair.name} sits there")
    if table.under_way:
        _check_late(draft, place, old)
    elif chair.kind == "bot":
        draft.add(f.Stood(place))
    if old is not None:
        draft.add(f.Stood(old))
    draft.add(f.Sat(place, draft.by, _unlike_others(draft, place), draft.program))


def _check_late(draft: Draft, place: int, old: int | None) -> None:
    """Nobody may see the cards of two places in one match."""
    table = draft.table
    if old is not None:
        raise Refused("under-way", "nobody changes places while a match is under way")
    before = next((at for person, at in table.played if person == draft.by), None)
    if before is not None and before != place:
        raise Refused("under-way", "you have played in this match at another place")
    if before is None and (table.settings.rated or not table.settings.late):
        raise Refused("under-way", "the match is under way: nobody joins it now")


def may_look(table: Table, person: str | None) -> bool:
    """Whether somebody may see the table.

    Where spectators are not wanted, only those may who sit there, have sat there in this match, or
    could sit down now.

    Args:
        table: the table.
        person: who would look; None: nobody that we know.
    """
    if table.settings.watching:
        return True
    if person is None:
        return False
    if not table.under_way or person == table.host or table.place_of(person) is not None:
        return True
    late = table.settings.late and not table.settings.rated
    free = late and any(chair.kind != "person" for chair in table.chairs)
    return free or any(person == played for played, _ in table.played)


def _unlike_others(draft: Draft, place: int) -> str:
    """The person's name, told apart from one who is called the same."""
    table = draft.table
    others = {chair.name.casefold() for at, chair in enumerate(table.chairs) if at != place}
    if draft.by != table.host:
        others.add(table.host_name.casefold())
    name = draft.name or f"Guest {place + 1}"
    tries = (name, *(f"{name} {number}" for number in range(2, len(others) + 2)))
    return next(name for name in tries if name.casefold() not in others)


def leave(draft: Draft) -> None:
    """Gives a place up: it is open again, or in a match a bot's."""
    place = draft.place
    if draft.table.under_way:
        _check_unrated(draft)
        draft.add(_bot_at(draft, place, "casual"))
    else:
        draft.add(f.Stood(place))
    _pass_host(draft)


def _pass_host(draft: Draft) -> None:
    """A host who has left hands over to the first person at the table."""
    heir = draft.table.heir
    if draft.by == draft.table.host and heir is not None:
        draft.add(f.HostPassed(heir))


def _check_unrated(draft: Draft) -> None:
    """Who began a rated match is who ends it."""
    if draft.table.settings.rated:
        raise Refused("rated", "a rated match is played to its end; a bot plays for who is away")


def _bot_at(draft: Draft, place: int, level: str) -> f.BotSat:
    try:
        find_bot(level)
    except OddtrickError as error:
        raise Refused("no-such-bot", str(error)) from None
    table = draft.table
    taken = {chair.name.casefold() for at, chair in enumerate(table.chairs) if at != place}
    taken.add(table.host_name.casefold())
    names = (*BOT_NAMES[place:], *BOT_NAMES)
    return f.BotSat(place, level, next(name for name in names if name.casefold() not in taken))


def bot_in(draft: Draft, command: BotIn) -> None:
    """The host seats a bot."""
    draft.by_host()
    _check_place(draft, command.place)
    chair = draft.table.chairs[command.place]
    if chair.kind == "person":
        raise Refused("taken", f"{chair.name} sits there")
    draft.add(_bot_at(draft, command.place, command.level))


def place_out(draft: Draft, command: PlaceOut) -> None:
    """The host empties a place; in a match, that of somebody who is gone, for a bot."""
    draft.by_host()
    _check_place(draft, command.place)
    chair = draft.table.chairs[command.place]
    if chair.kind == "open":
        raise Refused("open", "nobody sits there")
    if not draft.table.under_way:
        draft.add(f.Stood(command.place))
        return
    if chair.kind == "bot":
        raise Refused("under-way", "a match needs all its players: the bot stays till its end")
    if chair.here:
        raise Refused("under-way", f"{chair.name} is there and plays: wait for the match to end")
    _check_unrated(draft)
    draft.add(_bot_at(draft, command.place, "casual"))


def give_host(draft: Draft, command: GiveHost) -> None:
    """The host makes somebody else the host."""
    draft.by_host()
    _check_place(draft, command.place)
    person = draft.table.chairs[command.place].person
    if person is None:
        raise Refused("no-person", "only a person can be the host")
    if person != draft.by:
        draft.add(f.HostPassed(person))


def arrange(draft: Draft, command: Arrange) -> None:
    """The host changes how the table is run."""
    draft.by_host()
    if draft.table.under_way:
        raise Refused("under-way", "that can be changed when no match is under way")
    draft.add(f.Arranged(command.settings))


def begin(draft: Draft, command: Begin) -> None:
    """The host begins the first match."""
    draft.by_host()
    if draft.table.stage is not Stage.GATHERING:
        raise Refused("under-way", "the match has begun: ask for a rematch when it is over")
    for place, chair in enumerate(draft.table.chairs):
        if draft.table.settings.rated and chair.kind == "person" and not chair.here:
            why = f"{chair.name} is not there: a rated match needs all its players"
            raise Refused("rated", why)
        if chair.kind != "open":
            continue
        if command.fill is None:
            raise Refused("open-places", f"place {place} is open: wait, or let bots fill it")
        draft.add(_bot_at(draft, place, command.fill))
    draft.add(f.Begun())


def abandon(draft: Draft) -> None:
    """The host closes the table."""
    draft.by_host()
    if draft.table.settings.rated and draft.table.under_way:
        raise Refused("rated", "a rated match is played to its end")
    draft.add(f.Closed("abandoned"))


def _check_place(draft: Draft, place: int) -> None:
    places = len(draft.table.chairs)
    if place >= places:
        raise Refused("no-such-place", f"place {place}: the places are 0 to {places - 1}")
