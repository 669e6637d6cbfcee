"""The decisions of built-in bots at a table."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from oddtrick.bots import find_bot
from oddtrick.rules import action_text
from oddtrick.tricks import check_seat

if TYPE_CHECKING:
    from oddtrick.tables.state import Table

STAND_IN = "casual"
"""The bot that plays for people who are disconnected."""


def bot_action(table: Table, place: int) -> str:
    """Returns the action of a bot; its seed is the table's salt and the number of the entry.

    With a sealed deal it is the salt and the number of actions, whatever else was logged: every
    player who has played the same cards gets the same answers.

    Raises:
        RuleBroken: there is no such place.
    """
    place = check_seat(place, len(table.chairs))
    match, chair = table.match, table.chairs[place]
    assert match is not None
    bot = find_bot(chair.level or STAND_IN)
    number = table.seq if table.sealed is None else sum(1 for _ in match.actions)
    rng = Random(f"oddtrick-bots/{table.salt}/{number}")
    return action_text(bot.choose(match.view(table.seat_at(place)), rng))
