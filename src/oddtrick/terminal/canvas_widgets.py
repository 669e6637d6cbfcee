"""Widgets that display a canvas: the table, the hand, a row of cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.segment import Segment
from textual.geometry import Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from oddtrick.terminal.canvas import Canvas
from oddtrick.terminal.table_drawing import HAND_HEIGHT, draw_hand, draw_table

if TYPE_CHECKING:
    from rich.style import Style
    from textual import events

    from oddtrick.cards import Card
    from oddtrick.terminal.display_names import DisplayNames
    from oddtrick.views import PlayedTrick, View

_CARD_STYLES = ("face", "off", "edge", "chosen", "best", "spades", "hearts", "diamonds", "clubs")
_STYLES = (*_CARD_STYLES, "name", "turn", "detail", "away", "middle", "label", "pointer")


class Drawing(Widget):
    """Displays the canvas that ``paint`` returns; the style sheet defines the named styles."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"drawn--{name}" for name in _STYLES}

    class CardClicked(Message):
        """A card was clicked."""

        def __init__(self, card: Card) -> None:
            super().__init__()
            self.card = card

    def __init__(self, canvas: Canvas | None = None, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.canvas = canvas or Canvas(0, 0)

    def paint(self, width: int, height: int) -> Canvas:
        """Draws the canvas for this size."""
        return self.canvas

    def repaint(self) -> None:
        """Paints again at the current size."""
        self.canvas = self.paint(self.size.width, self.size.height)
        self.refresh()

    def on_resize(self) -> None:
        """Repaints at the new size."""
        self.repaint()

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """The width of the canvas."""
        return self.canvas.width

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The height of the canvas."""
        return self.canvas.height

    def render_line(self, y: int) -> Strip:
        """Renders one row of the canvas."""
        if y >= self.canvas.height:
            return Strip.blank(self.size.width, self.rich_style)
        runs = self.canvas.runs(y)
        strip = Strip([Segment(text, self._style(style)) for text, style in runs])
        return strip.adjust_cell_length(self.size.width, self.rich_style)

    def _style(self, name: str) -> Style:
        if not name:
            return self.rich_style
        classes = [f"drawn--{part}" for part in name.split()]
        style = self.rich_style
        for part in classes:
            style += self.get_component_rich_style(part, partial=True)
        return style

    def on_click(self, event: events.Click) -> None:
        """Posts the card that was clicked, if any."""
        card = self.canvas.card_at(event.x, event.y)
        if card is not None:
            self.post_message(self.CardClicked(card))


class TableDrawing(Drawing):
    """The widget of the table."""

    view: View | None = None
    names: DisplayNames | None = None
    final_trick: PlayedTrick | None = None

    def show(self, view: View, names: DisplayNames, final_trick: PlayedTrick | None = None) -> None:
        """Shows a view; ``final_trick`` is the last trick of a hand, still on the table."""
        self.view, self.names, self.final_trick = view, names, final_trick
        self.repaint()

    def paint(self, width: int, height: int) -> Canvas:
        """Draws the table of the view."""
        if self.view is None or self.names is None or not width or not height:
            return Canvas(width, height)
        return draw_table(self.view, self.names, width, height, self.final_trick)


class HandDrawing(Drawing):
    """The widget of the player's hand."""

    view: View | None = None
    chosen: Card | None = None

    def show(self, view: View, chosen: Card | None) -> None:
        """Shows the hand of a view."""
        self.view, self.chosen = view, chosen
        self.repaint()

    def paint(self, width: int, height: int) -> Canvas:
        """Draws the hand of the view."""
        if self.view is None:
            return Canvas(width, HAND_HEIGHT)
        return draw_hand(self.view, width, self.chosen)
