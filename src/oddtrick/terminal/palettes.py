"""Themes for terminals with sixteen colours, and output without colour.

The sixteen-colour themes use only the exact values of the standard palette, so that nothing is
rounded to a colour that cannot be read on its background. ``NO_COLOR`` uses the same themes and
turns every ground but that of the theme into reverse video.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from rich.segment import Segment
from rich.style import Style
from textual.filter import LineFilter
from textual.theme import Theme

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.color import Color as RichColor
    from textual.color import Color

FEW_COLOURS = "-few-colours"
"""The style class of the application in these terminals."""

BLACK, BLUE, RED, WHITE = "#000000", "#0000aa", "#aa0000", "#ffffff"
BRIGHT_CYAN, BRIGHT_YELLOW = "#55ffff", "#ffff55"

BRIGHT = 0.3
"""The least luminance of the bright colours of text used here."""

_NOT_BOLD = Style(bold=False)


def _theme(name: str, ground: str, text: str, accent: str, error: str) -> Theme:
    """A theme of one ground and one text colour, with the cursor in blue."""
    cursor = ("block-cursor", "input-cursor", "block-hover", "button-color")
    variables = {
        **dict.fromkeys(("text", "text-muted", "text-disabled", "button-foreground"), text),
        **dict.fromkeys((f"{name}-foreground" for name in cursor), WHITE),
        **dict.fromkeys((f"{name}-background" for name in cursor), BLUE),
        "block-cursor-blurred-foreground": text,
        "block-cursor-blurred-background": ground,
        **dict.fromkeys(("footer-foreground", "footer-description-foreground"), text),
        **dict.fromkeys(("footer-background", "scrollbar-background"), ground),
        **dict.fromkeys(("footer-key-foreground", "scrollbar", "border"), accent),
        "input-selection-background": BLUE if ground == BLACK else "#aaaaaa",
    }
    return Theme(
        name=name,
        primary=accent,
        secondary=accent,
        accent=accent,
        warning=accent,
        success=accent,
        error=error,
        foreground=text,
        background=ground,
        surface=ground,
        panel=ground,
        boost=ground,
        dark=ground == BLACK,
        luminosity_spread=0.0,
        text_alpha=1.0,
        variables=variables,
    )


FEW_DARK = _theme("few-dark", BLACK, WHITE, BRIGHT_CYAN, BRIGHT_YELLOW)
FEW_LIGHT = _theme("few-light", WHITE, BLACK, BLUE, RED)


class PlainDarkText(LineFilter):
    """Removes bold from dark text, which some terminals draw in the bright colour of the pair."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Filters one line."""
        return [
            Segment(text, style + _NOT_BOLD, control)
            if style is not None and style.bold and _luminance(style.color) < BRIGHT
            else Segment(text, style, control)
            for text, style, control in segments
        ]


class WithoutColour(LineFilter):
    """Replaces colours by the terminal's own two, and every other ground by reverse video.

    Args:
        ground: the background of the theme.
    """

    def __init__(self, ground: str) -> None:
        super().__init__()
        self._ground = ground

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Filters one line."""
        return [
            Segment(text, None if style is None else _colourless(style, self._ground), control)
            for text, style, control in segments
        ]


@lru_cache(1024)
def _colourless(style: Style, ground: str) -> Style:
    colour = style.color if style.reverse else style.bgcolor
    other = colour is not None and not colour.is_default and colour.get_truecolor().hex != ground
    return style + Style(color="default", bgcolor="default", reverse=other)


def relative_luminance(rgb: Sequence[int]) -> float:
    """The relative luminance of a colour, from 0 to 1, by WCAG 2.

    >>> relative_luminance((0, 0, 0)), relative_luminance((255, 255, 255))
    (0.0, 1.0)
    """
    linear = [
        part / 255 / 12.92 if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in rgb
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _luminance(colour: RichColor | None) -> float:
    if colour is None or colour.is_default:
        return 1.0
    return relative_luminance(colour.get_truecolor())
