"""Cards, choices, throws, claims and taking back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.errors import RuleBroken
from oddtrick.match import CHANCE, Cut, Deal, Match, Playing, ToChoose, ToThrow, start
from oddtrick.rules import written
from oddtrick.solver.claims import claim as claim_line
from oddtrick.tables import facts as f
from oddtrick.tables.fold import action_of
from oddtrick.tables.state import Stage
from oddtrick.tables.transaction import Draft, Refused

if TYPE_CHECKING:
    from oddtrick.tables.commands import BotActs
    from oddtrick.tables.state import Table


def act(draft: Draft, action: str, kind: str) -> None:
    """The person plays a card, chooses trumps or throws.

    Args:
        draft: the entry in the making.
        action: as it came over the wire.
        kind: what the match has to be waiting for: ``card``, ``choice`` or ``throw``.
    """
    match, place = _own_turn(draft)
    if _awaited(match) != kind:
        raise Refused("not-now", f"the table waits for a {_awaited(match)}, not for a {kind}")
    draft.returned(place)
    try:
        draft.add(f.Acted(place, written(action_of(match, action))))
    except RuleBroken as broken:
        raise _to_person(broken, draft.table.seat_at(place)) from None


_AWAITED: dict[type, str] = {Playing: "card", ToChoose: "choice", ToThrow: "throw"}


def _awaited(match: Match) -> str:
    return _AWAITED.get(type(match.phase), "draw")


def _to_person(broken: RuleBroken, seat: int) -> RuleBroken:
    """The refusal as told to the seat itself: *you hold*, not *seat 0 holds*."""
    what = broken.what.replace(f"seat {seat} holds", "you hold")
    return RuleBroken(what.replace(f"seat {seat} does not hold", "you do not hold"), broken.rule)


def _own_turn(draft: Draft) -> tuple[Match, int]:
    """The match and the person's place, whose turn it is.

    Raises:
        Refused: it is not.
    """
    table = draft.table
    match, turn = table.match, table.turn
    if match is not None and turn is not None and table.chairs[turn].person == draft.by:
        return match, turn  # as almost always
    place = draft.place
    if table.stage is not Stage.PLAYING or match is None:
        raise Refused("not-playing", _not_playing(table))
    assert turn != place
    whose = "" if turn is None else f": it is {table.chairs[turn].name}’s"
    raise Refused("not-your-turn", f"it is not your turn{whose}")


def _not_playing(table: Table) -> str:
    return {
        Stage.GATHERING: "the match has not begun",
        Stage.DRAWING: "the cards are being shuffled",
        Stage.PAUSE: "the next deal has not begun",
        Stage.OVER: "the match is over",
    }.get(table.stage, "nothing is being played")


def bot_acts(draft: Draft, command: BotActs) -> None:
    """A bot of the house has decided; nothing happens if it decided about something past."""
    table = draft.table
    known = table.moved <= command.seq <= table.seq
    if not known or table.bot_turn != command.place or table.match is None:
        return
    action = action_of(table.match, command.action)
    draft.add(f.Acted(command.place, written(action), bot=True))


def claim(draft: Draft) -> None:
    """Claims the rest (T9); a claim that does not stand is told to all, and not tried again."""
    match, place = _own_turn(draft)
    if not isinstance(match.phase, Playing):
        raise Refused("not-now", "tricks can be claimed while a hand is played")
    actions = sum(1 for _ in match.actions)
    if dict(draft.table.denied).get(place) == actions:
        raise RuleBroken("this claim has been refused: play a card first", "T9")
    draft.returned(place)
    cards = claim_line(match, draft.table.seat_at(place))
    if cards is None:
        draft.add(f.ClaimDenied(place))
        return
    draft.add(f.Claimed(place, tuple(map(str, cards))))


def undo(draft: Draft) -> None:
    """Back to before the person's last decision in this deal."""
    table, place = draft.table, draft.place
    match = table.match
    if not table.settings.undo or table.settings.rated:
        raise Refused("no-undo", "nothing is taken back at this table")
    if any(at != place and chair.kind == "person" for at, chair in enumerate(table.chairs)):
        raise Refused("no-undo", "one can take back only where all the others are bots")
    if table.stage is not Stage.PLAYING or match is None or match.to_act == CHANCE:
        raise Refused("not-now", "there is nothing that could be taken back now")
    kept = _last_decision(match, table.seat_at(place))
    if kept is None:
        raise Refused("not-now", "you have not decided anything in this deal")
    draft.returned(place)
    draft.add(f.Undone(place, kept))


def _last_decision(match: Match, seat: int) -> int | None:
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
