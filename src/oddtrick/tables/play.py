"""Plays, trump choices, throws, claims and undo."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.errors import RuleBroken
from oddtrick.match import (
    CHANCE,
    Cut,
    Deal,
    Match,
    Playing,
    refusal_for_player,
    start,
)
from oddtrick.rules import PASS, action_text
from oddtrick.solver.claims import provable_claim
from oddtrick.solver.settled import settled_line
from oddtrick.tables import commands as c
from oddtrick.tables import facts as f
from oddtrick.tables.settled_deals import may_end
from oddtrick.tables.state import Stage
from oddtrick.tables.transaction import CommandRefused, Transaction

if TYPE_CHECKING:
    from oddtrick.tables.commands import BotActs, Call, Choose, Pass, Play, ThrowHand
    from oddtrick.tables.state import Table


def act(tx: Transaction, command: Play | Pass | Choose | ThrowHand | Call) -> None:
    """Plays a card or passes, chooses trumps, throws or calls for the person whose turn it is."""
    match, place = _own_turn(tx)
    action, kind = _named_action(command)
    awaited = match.phase.awaited.value
    if awaited != kind:
        raise CommandRefused("not-now", f"the table waits for a {awaited}, not for a {kind}")
    tx.end_stand_in(place)
    parsed = match.phase.parse(action)
    try:
        tx.add(f.Acted(place, action_text(parsed)))
    except RuleBroken as broken:
        raise refusal_for_player(match, parsed, broken) from None


def _named_action(command: Play | Pass | Choose | ThrowHand | Call) -> tuple[str, str]:
    """The action as text, and its kind: ``card``, ``choice``, ``throw`` or ``call``."""
    match command:
        case c.Play():
            return command.card, "card"
        case c.Pass():
            return str(PASS), "card"
        case c.Choose():
            return command.suit, "choice"
        case c.ThrowHand():
            return command.throw, "throw"
        case c.Call():
            return command.call, "call"


def _own_turn(tx: Transaction) -> tuple[Match, int]:
    """The match and the place of the person, if it is their turn.

    Raises:
        CommandRefused: it is not their turn.
    """
    table = tx.table
    match, turn = table.match, table.turn
    if match is not None and turn is not None and table.chairs[turn].person == tx.by:
        return match, turn  # the common case, without further look-ups
    place = tx.place
    if table.stage is not Stage.PLAYING or match is None:
        raise CommandRefused("not-playing", _not_playing(table))
    assert turn != place
    whose = "" if turn is None else f": it is {table.chairs[turn].name}’s"
    raise CommandRefused("not-your-turn", f"it is not your turn{whose}")


def _not_playing(table: Table) -> str:
    return {
        Stage.GATHERING: "the match has not begun",
        Stage.DRAWING: "the cards are being shuffled",
        Stage.PAUSE: "the next deal has not begun",
        Stage.OVER: "the match is over",
    }.get(table.stage, "nothing is being played")


def bot_acts(tx: Transaction, command: BotActs) -> None:
    """Applies a built-in bot's decision, unless the match has changed since it began to think."""
    table = tx.table
    current = table.match_seq <= command.seq <= table.seq
    if not current or table.bot_turn != command.place or table.match is None:
        return
    action = table.match.phase.parse(command.action)
    if command.fault is not None:
        tx.add(f.BotFailed(command.place, command.level, command.fault))
    tx.add(f.Acted(command.place, action_text(action), bot=True))


def claim(tx: Transaction) -> None:
    """Claims the remaining tricks (T9).

    It is granted if it stands in every layout of the hidden cards that the claimer's view allows,
    so that no claim tests the real cards. A rejected claim is announced to everyone and cannot be
    repeated before the next action. Against bots alone the same command ends a deal whose points
    nothing can change: nobody disputes that.
    """
    match, place = _own_turn(tx)
    if not isinstance(match.phase, Playing):
        raise CommandRefused("not-now", "tricks can be claimed only while a hand is played")
    if may_end(tx.table):
        line = settled_line(match)
        assert line is not None
        tx.add(f.Claimed(place, tuple(map(str, line)), settled=True))
        return
    actions = sum(1 for _ in match.actions)
    if dict(tx.table.denied_claims).get(place) == actions:
        raise RuleBroken("this claim was rejected: play a card before you claim again", "T9")
    tx.end_stand_in(place)
    cards = provable_claim(match, tx.table.seat_at(place))
    if cards is None:
        tx.add(f.ClaimDenied(place))
        return
    tx.add(f.Claimed(place, tuple(map(str, cards))))


def undo(tx: Transaction) -> None:
    """Takes the match back to before the person's last decision in this deal."""
    table, place = tx.table, tx.place
    match = table.match
    if not table.settings.undo or table.settings.rated:
        raise CommandRefused("no-undo", "undo is not allowed at this table")
    if any(at != place and chair.kind == "person" for at, chair in enumerate(table.chairs)):
        raise CommandRefused("no-undo", "undo is allowed only if all other players are bots")
    if table.stage is not Stage.PLAYING or match is None or match.to_act == CHANCE:
        raise CommandRefused("not-now", "there is nothing to undo now")
    actions = _actions_before_last_decision(match, table.seat_at(place))
    if actions is None:
        raise CommandRefused("not-now", "you have made no decision since cards were dealt or drawn")
    tx.end_stand_in(place)
    tx.add(f.Undone(place, actions))


def _actions_before_last_decision(match: Match, seat: int) -> int | None:
    """The number of actions before the seat's last decision in this deal, or None.

    Undo never goes back past a deal or a cut, so that no player can get other cards by it; nor past
    cards drawn from a stock, which the player would then know.
    """
    first = match.all_deals[0].dealer
    state, found = start(match.rules, dealer=None if match.opening else first), None
    for number, action in enumerate(match.actions):
        if isinstance(action, Deal | Cut) or state.number < match.number:
            found = None
        elif state.to_act == seat:
            found = number
        before, state = state, state.apply(action)
        if _undrawn(state) < _undrawn(before):
            found = None
    return found


def _undrawn(match: Match) -> int:
    """The number of cards in the stock while a hand is played."""
    return len(match.phase.layout.stock) if isinstance(match.phase, Playing) else 0
