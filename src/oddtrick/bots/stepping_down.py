"""A decision that never fails: where a bot can't decide, one of a lower level takes its seat.

At a table people wait. A game of another package may be one that a level can't play, and a bot may
be at fault; neither ends a match.

>>> from random import Random
>>> from oddtrick.dealing import new_match
>>> match = new_match("whist", seed=7)
>>> decide("nobody", match.view(match.to_act), Random(7)).level
'club'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from oddtrick.bots.registry import BOTS, LazyBot, find_bot, random_bot, with_style
from oddtrick.bots.styles import STYLE_MARK, find_style
from oddtrick.errors import describe_error

if TYPE_CHECKING:
    from random import Random

    from oddtrick.rules import PlayerAction
    from oddtrick.views import View

LONGEST_FAULT = 200
"""Characters of a fault that are kept."""


class Decided(NamedTuple):
    """A decision, and who made it.

    Args:
        action: one of the view's legal actions.
        level: the level that decided.
        fault: the error of the level that was asked, in one line, if another one had to decide.
    """

    action: PlayerAction
    level: str
    fault: str | None = None


def decide(
    level: str, view: View, rng: Random, *, style: str | None = None, failed: bool = False
) -> Decided:
    """Returns the decision of a bot, or where it fails that of the next lower level that can play.

    Whatever a bot raises is an error, and so is an illegal action.

    Args:
        level: the name of the bot, perhaps with its style.
        view: the view of the seat to act.
        rng: the source of chance.
        style: the name of a style of play to add to the level.
        failed: whether a bot has failed in this seat before: then any legal action follows an
            error, so that the levels are not tried one after another, deal after deal.

    Raises:
        OddtrickError: it is not the turn of the view's seat.
    """
    if not view.legal:
        random_bot.choose(view, rng)
    fault = None
    for each in (level, *((random_bot.name,) if failed else _levels_below(level))):
        try:
            action = _choose(each, view, rng, style, asked=each is level)
        except Exception as error:  # noqa: BLE001  # people wait, whatever it is
            fault = fault or f"{each}: {describe_error(error)}"[:LONGEST_FAULT]
        else:
            return Decided(action, each, fault)
    raise AssertionError("there is a legal action, and the lowest level plays any")


def _levels_below(level: str) -> tuple[str, ...]:
    """The lower levels, the highest first; below an unknown one are those that do not search."""
    names = [bot.name for bot in BOTS]
    name = level.partition(STYLE_MARK)[0].strip().lower()
    known = names.index(name) if name in names else sum(type(bot) is not LazyBot for bot in BOTS)
    return tuple(reversed(names[:known])) or (random_bot.name,)


def _choose(level: str, view: View, rng: Random, style: str | None, *, asked: bool) -> PlayerAction:
    # A level that was asked has been checked when it sat down: the check may take long.
    bot = find_bot(level, None if asked else view.rules)
    if asked and style is not None and STYLE_MARK not in bot.name:
        bot = with_style(bot, find_style(style))
    action = bot.choose(view, rng)
    legal = next((each for each in view.legal if each == action), None)
    if legal is None:
        raise ValueError(f"{str(action)[:20]!r} is not legal")
    return legal
