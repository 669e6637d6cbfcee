"""Styles of play: a player's taste among choices that its level holds equally good.

A style is a few preferences in order. Each narrows the tied cards to those that it likes, if there
are any; the rest of the level's play stays as it is. A style therefore costs no strength, needs no
chance, and tells partner nothing untrue: a card from which others would conclude something false
is not chosen for its sake.

>>> BOLD.name, [preference.value for preference in BOLD.preferences][:2]
('bold', ['lead-trumps', 'cash-winners'])
"""

from __future__ import annotations

from enum import Enum

import msgspec

from oddtrick.errors import OddtrickError


class Preference(Enum):
    """A taste for some of the tied cards."""

    LEAD_TRUMPS = "lead-trumps"
    HOLD_TRUMPS = "hold-trumps"
    CASH_WINNERS = "cash-winners"
    HOLD_WINNERS = "hold-winners"
    LEAD_LONG = "lead-long"
    LEAD_SHORT = "lead-short"
    RUFF = "ruff"
    KEEP_TRUMPS = "keep-trumps"
    DISCARD_LONG = "discard-long"
    DISCARD_SHORT = "discard-short"
    PLAY_HIGH = "play-high"
    PLAY_LOW = "play-low"


class Style(msgspec.Struct, frozen=True):
    """A style of play.

    Args:
        name: as in ``club+bold``.
        preferences: in order of precedence.
    """

    name: str
    preferences: tuple[Preference, ...]


STYLE_MARK = "+"
"""Stands between the level and the style in the name of a bot."""

P = Preference

BOLD = Style("bold", (P.LEAD_TRUMPS, P.CASH_WINNERS, P.RUFF, P.PLAY_HIGH))
"""Draws trumps early, cashes winners at once and ruffs gladly."""

PATIENT = Style("patient", (P.HOLD_TRUMPS, P.HOLD_WINNERS, P.KEEP_TRUMPS, P.PLAY_LOW))
"""Holds back aces and trumps until they are needed."""

STEADY = Style("steady", (P.LEAD_LONG, P.CASH_WINNERS, P.DISCARD_SHORT, P.KEEP_TRUMPS))
"""Leads from the long suit and keeps its length."""

QUICK = Style("quick", (P.CASH_WINNERS, P.LEAD_SHORT, P.PLAY_HIGH, P.DISCARD_SHORT))
"""Takes every trick as soon as it can."""

SLY = Style("sly", (P.HOLD_WINNERS, P.LEAD_SHORT, P.PLAY_LOW, P.DISCARD_LONG))
"""Lies in wait: leads from short suits, finesses and keeps its winners guarded."""

RUFFING = Style("ruffing", (P.HOLD_TRUMPS, P.LEAD_SHORT, P.RUFF, P.DISCARD_SHORT))
"""Empties its short suits to ruff them."""

COMMANDING = Style("commanding", (P.LEAD_TRUMPS, P.LEAD_LONG, P.PLAY_HIGH, P.DISCARD_SHORT))
"""Takes out the trumps, then runs the long suit."""

CAUTIOUS = Style("cautious", (P.HOLD_TRUMPS, P.KEEP_TRUMPS, P.DISCARD_LONG, P.CASH_WINNERS))
"""Keeps its trumps and its guards together."""

THRIFTY = Style("thrifty", (P.LEAD_LONG, P.KEEP_TRUMPS, P.PLAY_LOW, P.DISCARD_LONG))
"""Leads from the long suit, and wins as cheaply as it can."""

STYLES = (BOLD, PATIENT, STEADY, QUICK, SLY, RUFFING, COMMANDING, CAUTIOUS, THRIFTY)
"""Every style."""


def find_style(name: str) -> Style:
    """Returns the style of that name.

    Raises:
        OddtrickError: there is none; the message lists the names.
    """
    for style in STYLES:
        if style.name == name:
            return style
    names = ", ".join(style.name for style in STYLES)
    raise OddtrickError(f"{name[:40]!r} is not a style of play: the styles are {names}")
