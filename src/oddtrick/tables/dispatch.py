"""What comes of a command: the one way in which anything happens at a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from oddtrick.errors import OddtrickError, RuleBroken
from oddtrick.games import find_game
from oddtrick.record import Record, rules_of_record, told_options
from oddtrick.record.format import FORMAT
from oddtrick.tables import chat, facts, fair_draws, lifecycle, play, presence, seating
from oddtrick.tables import commands as c
from oddtrick.tables.fold import after_entry, entered
from oddtrick.tables.settings import Settings
from oddtrick.tables.state import Stage, Table
from oddtrick.tables.transaction import Draft, Refused

if TYPE_CHECKING:
    from collections.abc import Callable


class Outcome(msgspec.Struct, frozen=True):
    """What a command did.

    Args:
        facts: in order; none where nothing has changed.
        table: the state after them.
    """

    facts: tuple[facts.Fact, ...]
    table: Table


def open_table(
    rules: dict[str, Any],
    settings: Settings,
    *,
    code: str,
    host: str,
    name: str,
    now: int,
    fresh: Callable[[], bytes],
) -> Outcome:
    """Opens a table; nobody sits there yet.

    Args:
        rules: the game and its options, as a record writes them.
        settings: how it is run.
        code: its id.
        host: the person who opens it.
        name: of the host.
        now: the moment (ms since 1970).
        fresh: gives 32 fresh secret bytes.

    Raises:
        OddtrickError: there is no such game or option, or a value is out of its bounds.
    """
    asked = dict(rules)
    if isinstance(asked.get("game"), str):
        asked["game"] = find_game(asked["game"]).id
    played = rules_of_record(Record(FORMAT, asked, []))
    told = {"game": played.game, **told_options(played.options)}
    opened = facts.Opened(code, told, settings, host, name, fresh().hex())
    return Outcome((opened,), after_entry(None, 0, now, (opened,)))


def handle(
    table: Table,
    command: c.Command,
    *,
    by: str,
    now: int,
    fresh: Callable[[], bytes],
    name: str = "",
    program: bool = False,
) -> Outcome:
    """What comes of a command; the table given stays as it is.

    Args:
        table: the state, after all its entries so far.
        command: of a person, or of the house.
        by: the id of the person, or ``"house"``.
        now: the moment (ms since 1970).
        fresh: gives 32 fresh secret bytes.
        name: what the person is called.
        program: the person is a bot with an account.

    Raises:
        Refused: the table does not take it now; ``code`` says why to programs.
        RuleBroken: the rules of the game refuse it (T8).
    """
    if table.stage is Stage.CLOSED:
        if isinstance(command, c.HouseCommand):
            return Outcome((), table)
        raise Refused("closed", "this table is closed")
    now = max(now, table.at)
    draft = Draft(table, by=by, now=now, fresh=fresh, name=name, program=program)
    try:
        _decide(draft, command)
        if draft.facts:
            lifecycle.go_on(draft)
    except (Refused, RuleBroken):
        raise
    except OddtrickError as error:
        raise Refused("not-understood", str(error)) from None
    if not draft.facts:
        return Outcome((), table)
    return Outcome(tuple(draft.facts), entered(table, draft.table, table.seq + 1, now))


def _decide(draft: Draft, command: c.Command) -> None:
    """Finds who decides about a command."""
    match command:
        case c.Play():
            play.act(draft, command.card, "card")
        case c.Choose():
            play.act(draft, command.suit, "choice")
        case c.ThrowHand():
            play.act(draft, command.throw, "throw")
        case c.BotActs():
            play.bot_acts(draft, command)
        case c.Sweep() | c.Hold() | c.Arrive() | c.Depart() | c.Tick():
            _decide_for_house(draft, command)
        case _:
            decide = _DECIDERS[type(command)]
            decide(draft, command)


def _decide_for_house(
    draft: Draft, command: c.Sweep | c.Hold | c.Arrive | c.Depart | c.Tick
) -> None:
    match command:
        case c.Tick():
            presence.tick(draft)
        case c.Arrive():
            presence.arrive(draft, command)
        case c.Depart():
            presence.depart(draft, command)
        case c.Sweep():
            presence.sweep(draft, command)
        case c.Hold():
            presence.hold(draft, command)


_DECIDERS: dict[type[Any], Callable[[Draft, Any], None]] = {
    c.Sit: seating.sit,
    c.Leave: lambda draft, _: seating.leave(draft),
    c.BotIn: seating.bot_in,
    c.PlaceOut: seating.place_out,
    c.GiveHost: seating.give_host,
    c.Arrange: seating.arrange,
    c.Begin: seating.begin,
    c.Abandon: lambda draft, _: seating.abandon(draft),
    c.Claim: lambda draft, _: play.claim(draft),
    c.Undo: lambda draft, _: play.undo(draft),
    c.Ready: lambda draft, _: lifecycle.ready(draft),
    c.Rematch: lambda draft, _: lifecycle.rematch(draft),
    c.Seal: fair_draws.seal,
    c.Open: fair_draws.unseal,
    c.Back: lambda draft, _: presence.back(draft),
    c.Away: lambda draft, _: presence.away(draft),
    c.Say: chat.say,
}
