"""Cards, choices, throws, claims and taking back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.errors import RuleBroken
from oddtrick.match import CHANCE, Cut, Deal, Match, Playing, ToChoose, ToThrow, start
from oddtrick.rules import written
from oddtrick.solver.claims import claim as winning_line
from oddtrick.tables import facts as f
from oddtrick.tables.fold import parse_action
from oddtrick.tables.state import Stage
from oddtrick.tables.transaction import CommandRefused, Transaction

if TYPE_CHECKING:
    from oddtrick.tables.commands import BotActs
    from oddtrick.tables.state import Table


def act(tx: Transaction, action: str, kind: str) -> None:
    """The person plays a card, chooses trumps or throws.

    Args:
        tx: the entry in the making.
        action: as it came over the wire.
        kind: what the match has to be waiting for: ``card``, ``choice`` or ``throw``.
    """
    match, place = _own_turn(tx)
    if _expected_kind(match) != kind:
        raise CommandRefused(
            "not-now", f"the table waits for a {_expected_kind(match)}, not for a {kind}"
        )
    tx.returned(place)
    try:
        tx.add(f.Acted(place, written(parse_action(match, action))))
    except RuleBroken as broken:
        raise _in_second_person(broken, tx.table.seat_at(place)) from None


_EXPECTED_KINDS: dict[type, str] = {Playing: "card", ToChoose: "choice", ToThrow: "throw"}


def _expected_kind(match: Match) -> str:
    return _EXPECTED_KINDS.get(type(match.phase), "draw")


def _in_second_person(broken: RuleBroken, seat: int) -> RuleBroken:
    """The refusal as told to the seat itself: *you hold*, not *seat 0 holds*."""
    what = broken.what.replace(f"seat {seat} holds", "you hold")
    return RuleBroken(what.replace(f"seat {seat} does not hold", "you do not hold"), broken.rule)


def _own_turn(tx: Transaction) -> tuple[Match, int]:
    """The match and the person's place, whose turn it is.

    Raises:
        CommandRefused: it is not.
    """
    table = tx.table
    match, turn = table.match, table.turn
    if match is not None and turn is not None and table.chairs[turn].person == tx.by:
        return match, turn  # as almost always
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
    """A bot of the house has decided; nothing happens if it decided about something past."""
    table = tx.table
    known = table.match_seq <= command.seq <= table.seq
    if not known or table.bot_turn != command.place or table.match is None:
        return
    action = parse_action(table.match, command.action)
    tx.add(f.Acted(command.place, written(action), bot=True))


def claim(tx: Transaction) -> None:
    """Claims the rest (T9); a claim that does not stand is told to all, and not tried again."""
    match, place = _own_turn(tx)
    if not isinstance(match.phase, Playing):
        raise CommandRefused("not-now", "tricks can be claimed while a hand is played")
    actions = sum(1 for _ in match.actions)
    if dict(tx.table.denied_claims).get(place) == actions:
        raise RuleBroken("this claim has been refused: play a card first", "T9")
    tx.returned(place)
    cards = winning_line(match, tx.table.seat_at(place))
    if cards is None:
        tx.add(f.ClaimDenied(place))
        return
    tx.add(f.Claimed(place, tuple(map(str, cards))))


def undo(tx: Transaction) -> None:
    """Back to before the person's last decision in this deal."""
    table, place = tx.table, tx.place
    match = table.match
    if not table.settings.undo or table.settings.rated:
        raise CommandRefused("no-undo", "nothing is taken back at this table")
    if any(at != place and chair.kind == "person" for at, chair in enumerate(table.chairs)):
        raise CommandRefused("no-undo", "one can take back only where all the others are bots")
    if table.stage is not Stage.PLAYING or match is None or match.to_act == CHANCE:
        raise CommandRefused("not-now", "there is nothing that could be taken back now")
    kept = _actions_before_last_decision(match, table.seat_at(place))
    if kept is None:
        raise CommandRefused("not-now", "you have not decided anything in this deal")
    tx.returned(place)
    tx.add(f.Undone(place, kept))


def _actions_before_last_decision(match: Match, seat: int) -> int | None:
    """How many actions there were before the seat's last one in this deal.

    What came before a draw stays: nobody is dealt or cuts other cards by taking back.
    """
    at, kept = start(match.rules), None
    for number, action in enumerate(match.actions):
        if isinstance(action, Deal | Cut) or at.number < match.number:
            kept = None
        elif at.to_act == seat:
            kept = number
        at = at.apply(action)
    return kept
