"""Practice from a position of a match: the same cards again, with bots at all other seats.

Nothing is stored. The caller gives all moves made so far, and gets the whole practice again: the
bots' choices follow from the position, so that a repeated call tells the same story.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from oddtrick.tables import commands as c
from oddtrick.tables.bot_turns import bot_decision
from oddtrick.tables.dispatch import CommandOutcome, handle
from oddtrick.tables.facts import SERVER
from oddtrick.tables.projection import TableView, Update, table_view
from oddtrick.tables.settings import Settings
from oddtrick.tables.state import Chair, Stage, Table
from oddtrick.tables.transaction import CommandRefused
from oddtrick.tables.updates import update_for
from oddtrick.view_json import DealView, match_view
from oddtrick.views import Awaited

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from oddtrick.match import Match

PERSON = "practice"
"""The id of the one person at a practice table."""

LEVEL = "club"
"""The bots of a practice: good players that decide at once."""

SETTINGS = Settings(rated=True, chat=False, undo=False, late_join=False, bot_delay_ms=0)
"""Without chat, hints and changes of players."""


class Practice(msgspec.Struct, frozen=True, kw_only=True):
    """A practice up to your next turn or the end of the deal.

    Args:
        table: the table at the decision that you take again, as you see it.
        updates: what has happened since, in order.
        played: the result of the deal as it was played in the match.
    """

    table: TableView
    updates: tuple[Update, ...]
    played: DealView


def practise(
    match: Match, deal: int, decision: int, moves: Sequence[str], names: Sequence[str]
) -> Practice:
    """Plays a practice from a decision of a match.

    Args:
        match: the match; the deal has to be finished.
        deal: the number of the deal, from 0.
        decision: the number of the decision in the deal, from 0, as in a review.
        moves: your calls, choices of trumps and cards since then, in order.
        names: the names of the players, by seat.

    Raises:
        CommandRefused: no finished deal of the match has such a decision, or the practice is over.
        RuleBroken: a move breaks a rule.
    """
    table = _table_at(match, deal, decision, names)
    first = table_view(table, PERSON)
    updates: list[Update] = []
    for outcome in _played(table, moves):
        updates.append(update_for(table, outcome.table, outcome.facts, PERSON))
        table = outcome.table
    played = match_view(match.view(None)).deals[deal]
    return Practice(table=first, updates=tuple(updates), played=played)


def _table_at(match: Match, deal: int, decision: int, names: Sequence[str]) -> Table:
    """A table with the match as it was before a decision, its player and bots."""
    from oddtrick.review.turns import turns_of  # noqa: PLC0415  # NumPy and the search: slow

    for turn in turns_of(match) if deal < len(match.view(None).past) else ():
        if (turn.deal, turn.number) == (deal, decision):
            break
    else:
        what = f"the match has no decision {decision + 1} in deal {deal + 1}"
        raise CommandRefused("no-decision", what)
    seating = turn.before.seating
    own = seating[turn.seat]
    bots = [
        Chair(kind="bot", name=names[seating.index(place)], level=LEVEL)
        for place in range(match.rules.players)
    ]
    you = Chair(kind="person", name=names[turn.seat], person=PERSON)
    return Table(
        code=PERSON,
        rules=match.rules,
        settings=SETTINGS,
        host="",
        host_name="",
        salt=PERSON,
        opened=0,
        at=0,
        seq=0,
        chairs=(*bots[:own], you, *bots[own + 1 :]),
        stage=Stage.PLAYING,
        number=1,
        match=turn.before,
        spent=(0,) * match.rules.players,
        connections=frozenset({(PERSON, PERSON)}),
    )


def _played(table: Table, moves: Sequence[str]) -> Iterator[CommandOutcome]:
    """Yields the outcome of each move, and of the bots' turns after it."""
    for move in moves:
        outcome = _handled(table, _command(table, move))
        yield outcome
        table = outcome.table
        while table.bot_turn is not None:
            place = table.bot_turn
            outcome = _handled(table, bot_decision(table, place))
            yield outcome
            table = outcome.table


def _command(table: Table, move: str) -> c.Command:
    """The command of a move, as the table awaits it."""
    awaited = None if table.match is None else table.match.phase.awaited
    if awaited is Awaited.CALL:
        return c.Call(move)
    return c.Choose(move) if awaited is Awaited.CHOICE else c.Play(move)  # type: ignore[arg-type]  # a wrong suit is refused


def _handled(table: Table, command: c.Command) -> CommandOutcome:
    by = SERVER if isinstance(command, c.BotActs) else PERSON
    return handle(table, command, by=by, now=0, new_secret=_no_secret)


def _no_secret() -> bytes:
    raise AssertionError("a practice ends before the next draw")
