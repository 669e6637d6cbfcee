"""Dispatch of commands: the only way in which a table changes."""

from __future__ import annotations

import unicodedata
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from oddtrick.errors import OddtrickError, RuleBroken
from oddtrick.games import find_game
from oddtrick.record import Record, options_json, rules_of_record
from oddtrick.record.format import FORMAT
from oddtrick.tables import commands as c
from oddtrick.tables import drive_seating, facts, fair_draws, lifecycle, play, presence, seating
from oddtrick.tables import facts as f
from oddtrick.tables.commands import CHAT_LENGTH, PHRASES
from oddtrick.tables.fixed_deals import SealedDeal, check_sealed_deal
from oddtrick.tables.fold import fold_entry, stamp_entry
from oddtrick.tables.settings import Settings
from oddtrick.tables.state import Stage, Table
from oddtrick.tables.transaction import CommandRefused, Transaction

if TYPE_CHECKING:
    from collections.abc import Callable

    from oddtrick.tables.commands import Say
    from oddtrick.tables.drive_seating import Sitter
    from oddtrick.tables.fixed_deals import DriveDeal


_INVISIBLE_CATEGORIES = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
_MAX_MARKS = 2


def say(tx: Transaction, command: Say) -> None:
    """Posts a ready-made phrase or a line of text."""
    table = tx.table
    place = table.place_of(tx.by)
    if place is None and tx.by != table.host:
        raise CommandRefused("no-place", "only players can chat: take a place first")
    if not table.settings.chat:
        raise CommandRefused("no-chat", "there is no chat at this table")
    if (command.phrase is None) == (command.text is None):
        raise CommandRefused("bad-message", "send either a phrase or a text")
    if command.phrase is not None and command.phrase not in PHRASES:
        raise CommandRefused("bad-message", f"unknown phrase: the phrases are {', '.join(PHRASES)}")
    text = None if command.text is None else clean_line(command.text, CHAT_LENGTH)
    if text == "":
        raise CommandRefused("bad-message", "the message has no visible text")
    name = table.host_name if place is None else table.chairs[place].name
    tx.add(f.Said(place, name, command.phrase, text))


def clean_line(text: str, length: int) -> str:
    r"""Makes text safe to show on one line.

    Removes control and invisible characters, limits stacked combining marks, collapses white space
    and cuts the result to ``length`` characters.

    >>> clean_line("  a\u202eb\n c ", 10)
    'ab c'
    """
    chars, marks = [], 0
    for char in unicodedata.normalize("NFC", text[: 8 * length]):
        kind = unicodedata.category(char)
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if char.isspace():
            chars.append(" ")
        elif kind not in _INVISIBLE_CATEGORIES and marks <= _MAX_MARKS:
            chars.append(char)
    return " ".join("".join(chars).split())[:length].rstrip()


class CommandOutcome(msgspec.Struct, frozen=True):
    """The result of an accepted command.

    Args:
        facts: the new facts in order; empty if nothing changed.
        table: the state after these facts.
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
    new_secret: Callable[[], bytes],
    drive: DriveDeal | None = None,
    sitters: tuple[Sitter, ...] = (),
) -> CommandOutcome:
    """Opens a table, with empty places or with the players of a whist drive.

    Args:
        rules: the game and its options in record form.
        settings: the table's settings.
        code: the table's id.
        host: the id of the person who opens it.
        name: the host's display name.
        now: the current time (ms since 1970).
        new_secret: returns 32 random bytes.
        drive: the deal of a whist drive that is played here, or None.
        sitters: who sits at each place; none if the places are open.

    Raises:
        OddtrickError: the game or an option is unknown, or a value is out of range.
    """
    options = dict(rules)
    if isinstance(options.get("game"), str):
        options["game"] = find_game(options["game"]).id
    played = rules_of_record(Record(FORMAT, options, []))
    rules_json = {"game": played.game, **options_json(played.options)}
    opened = facts.Opened(code, rules_json, settings, host, name, new_secret().hex(), drive)
    table = fold_entry(None, 0, now, (opened,))
    if not sitters:
        return CommandOutcome((opened,), table)
    seated, table = drive_seating.opening_facts(table, sitters, now, new_secret)
    return CommandOutcome((opened, *seated), stamp_entry(None, table, 0, now))


def open_sealed_table(
    rules: dict[str, Any],
    settings: Settings,
    sealed: SealedDeal,
    *,
    level: str,
    code: str,
    host: str,
    name: str,
    now: int,
) -> CommandOutcome:
    """Opens a table for a sealed deal: its host at place 0, bots at the others, the cards dealt.

    Args:
        rules: the game and its options in record form; its match has one deal.
        settings: the table's settings.
        sealed: the deal.
        level: the level of the bots.
        code: the table's id.
        host: the id of the person who plays.
        name: the person's display name.
        now: the current time (ms since 1970).

    Raises:
        OddtrickError: the rules are invalid or have more than one deal, or no bot has this level.
    """
    secret = partial(bytes.fromhex, sealed.salt)
    opened = open_table(
        rules, settings, code=code, host=host, name=name, now=now, new_secret=secret
    )
    check_sealed_deal(sealed, opened.table.rules)
    first = replace(opened.facts[0], sealed=sealed)
    table = fold_entry(None, 0, now, (first,))
    tx = Transaction(table, by=host, now=now, new_secret=secret, name=name)
    seating.sit(tx, c.Sit(0))
    seating.begin(tx, c.Begin(level))
    lifecycle.run_follow_ups(tx)
    dealt = (first, *tx.facts)
    return CommandOutcome(dealt, fold_entry(None, 0, now, dealt))


def handle(
    table: Table,
    command: c.Command,
    *,
    by: str,
    now: int,
    new_secret: Callable[[], bytes],
    name: str = "",
    program: bool = False,
) -> CommandOutcome:
    """Applies a command to a table and returns the facts and the new state.

    Args:
        table: the current state; it is not modified.
        command: a command of a person or of the server.
        by: the id of the person, or ``"server"``.
        now: the current time (ms since 1970).
        new_secret: returns 32 random bytes.
        name: the person's display name.
        program: the person is a bot with its own account.

    Raises:
        CommandRefused: the table does not accept the command now; ``code`` gives the reason.
        RuleBroken: the rules of the game forbid it (T8).
    """
    if table.stage is Stage.CLOSED:
        if isinstance(command, c.HouseCommand):
            return CommandOutcome((), table)
        raise CommandRefused("closed", "this table is closed")
    now = max(now, table.at)  # clocks of two workers may differ; time never runs backwards
    tx = Transaction(table, by=by, now=now, new_secret=new_secret, name=name, program=program)
    try:
        _decide(tx, command)
        if tx.facts:
            lifecycle.run_follow_ups(tx)
    except (CommandRefused, RuleBroken):
        raise
    except OddtrickError as error:
        raise CommandRefused("invalid", str(error)) from None
    if not tx.facts:
        return CommandOutcome((), table)
    return CommandOutcome(tuple(tx.facts), stamp_entry(table, tx.table, table.seq + 1, now))


def _decide(tx: Transaction, command: c.Command) -> None:
    """Dispatches a command to its handler."""
    match command:
        case c.Play() | c.Pass() | c.Choose() | c.ThrowHand() | c.Call():
            play.act(tx, command)
        case c.BotActs():
            play.bot_acts(tx, command)
        case c.Reseat():
            drive_seating.reseat(tx, command)
        case c.Disband():
            drive_seating.disband(tx)
        case c.RemoveDeadWorkers() | c.ExtendDeadlines() | c.Arrive() | c.Depart() | c.Tick():
            _decide_for_house(tx, command)
        case _:
            drive_seating.check_allowed(tx.table, command)
            if tx.table.played_once and not isinstance(command, c.Claim):
                raise CommandRefused(
                    "played-once", "this deal is played once, with the same bots for everybody"
                )
            if tx.table.seq >= MAX_ENTRIES and type(command) in _OPTIONAL:
                raise CommandRefused(
                    "log-full", "this table's log is full: finish the match and open a new table"
                )
            decide = _DECIDERS[type(command)]
            decide(tx, command)


def _decide_for_house(
    tx: Transaction, command: c.RemoveDeadWorkers | c.ExtendDeadlines | c.Arrive | c.Depart | c.Tick
) -> None:
    match command:
        case c.Tick():
            presence.tick(tx)
        case c.Arrive():
            presence.arrive(tx, command)
        case c.Depart():
            presence.depart(tx, command)
        case c.RemoveDeadWorkers():
            presence.remove_dead_workers(tx, command)
        case c.ExtendDeadlines():
            presence.extend_deadlines(tx, command)


MAX_ENTRIES = 8_000
"""Entries after which a table takes only what its match needs to end. An evening has about 2,000;
a program that toggles settings would make each later look at the log cost more."""

_OPTIONAL = frozenset(
    {
        c.AddBot,
        c.Away,
        c.Begin,
        c.ChangeSettings,
        c.ClearPlace,
        c.Rematch,
        c.Say,
        c.Sit,
        c.StandIn,
        c.TransferHost,
        c.Undo,
    }
)
"""Commands without which a match can be played to its end."""

_DECIDERS: dict[type[Any], Callable[[Transaction, Any], None]] = {
    c.Sit: seating.sit,
    c.Leave: lambda tx, _: seating.leave(tx),
    c.AddBot: seating.add_bot,
    c.ClearPlace: seating.clear_place,
    c.TransferHost: seating.transfer_host,
    c.ChangeSettings: seating.change_settings,
    c.Begin: seating.begin,
    c.Abandon: lambda tx, _: seating.abandon(tx),
    c.Claim: lambda tx, _: play.claim(tx),
    c.Undo: lambda tx, _: play.undo(tx),
    c.Ready: lambda tx, _: lifecycle.ready(tx),
    c.Rematch: lambda tx, _: lifecycle.rematch(tx),
    c.Seal: fair_draws.seal,
    c.Open: fair_draws.unseal,
    c.Back: lambda tx, _: presence.back(tx),
    c.Away: lambda tx, _: presence.away(tx),
    c.StandIn: presence.stand_in,
    c.Say: say,
}
