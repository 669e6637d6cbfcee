"""The decisions of built-in bots at a table."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from oddtrick.bots.stepping_down import decide
from oddtrick.bots.styles import STYLE_MARK
from oddtrick.rules import action_text
from oddtrick.tables.commands import BotActs
from oddtrick.tricks import check_seat

if TYPE_CHECKING:
    from oddtrick.tables.state import Table

STAND_IN = "casual"
"""The bot that plays for people who are disconnected."""

BOT_STYLES = {
    "Ann": "patient",
    "Bob": "bold",
    "Cal": "steady",
    "Dot": "quick",
    "Eve": "sly",
    "Fay": "ruffing",
    "Gus": "commanding",
    "Hal": "cautious",
    "Ida": "thrifty",
}
"""The style of play of each built-in bot, by name (``seating.BOT_NAMES``)."""

STYLED_LEVELS = frozenset({"novice", "casual", "club"})
"""The levels that play in styles at tables: for search their cost is not known well enough."""


def bot_style(table: Table, place: int) -> str | None:
    """Returns the name of the style that the bot at a place plays in, or None.

    Where results are compared or rated, all bots play alike: in a drive, with a sealed deal, in a
    rated match.

    Raises:
        RuleBroken: there is no such place.
    """
    chair = table.chairs[check_seat(place, len(table.chairs))]
    if chair.bot_level is None:
        return None
    level, _, style = chair.bot_level.partition(STYLE_MARK)
    if style:
        return style
    if level not in STYLED_LEVELS or table.drive or table.sealed or table.settings.rated:
        return None
    return BOT_STYLES.get(chair.name)


def bot_decision(table: Table, place: int) -> BotActs:
    """Returns the decision of a bot; its seed is the table's salt and the number of the entry.

    Where the bot fails, one of a lower level decides. With a sealed deal it is the salt and the
    number of actions, whatever else was logged: every player who has played the same cards gets the
    same answers.

    Raises:
        RuleBroken: there is no such place.
    """
    place = check_seat(place, len(table.chairs))
    match, chair = table.match, table.chairs[place]
    assert match is not None
    number = table.seq if table.sealed is None else sum(1 for _ in match.actions)
    rng = Random(f"oddtrick-bots/{table.salt}/{number}")
    made = decide(
        chair.stepped_down or chair.level or STAND_IN,
        match.view(table.seat_at(place)),
        rng,
        style=bot_style(table, place),
        failed=chair.stepped_down is not None,
    )
    return BotActs(place, table.seq, action_text(made.action), made.level, made.fault)
