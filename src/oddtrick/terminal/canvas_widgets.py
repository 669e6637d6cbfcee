"""Widgets that show a canvas: the table, the hand, a row of cards."""

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
    from oddtrick.terminal.display_names import Voice
    from oddtrick.views import SeenTrick, View

_CARD_STYLES = ("face", "off", "edge", "chosen", "best", "spades", "hearts", "diamonds", "clubs")
_STYLES = (*_CARD_STYLES, "name", "turn", "detail", "away", "middle", "label", "pointer")


class Drawing(Widget):
    """Shows what its ``paint`` draws; the style sheet says how each style looks."""

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
        """The drawing for this size."""
        return self.canvas

    def repaint(self) -> None:
        """Draws anew."""
        self.canvas = self.paint(self.size.width, self.size.height)
        self.refresh()

    def on_resize(self) -> None:
        """A new size is a new drawing."""
        self.repaint()

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """As wide as what is drawn."""
        return self.canvas.width

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As high as what is drawn."""
        return self.canvas.height

    def render_line(self, y: int) -> Strip:
        """One row of the drawing."""
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
        """Tells which card was clicked."""
        card = self.canvas.card_at(event.x, event.y)
        if card is not None:
            self.post_message(self.CardClicked(card))


class TableDrawing(Drawing):
    """The table."""

    view: View | None = None
    voice: Voice | None = None
    closing: SeenTrick | None = None

    def show(self, view: View, voice: Voice, closing: SeenTrick | None = None) -> None:
        """Shows a view; ``closing`` is a trick that ended its hand and still lies there."""
        self.view, self.voice, self.closing = view, voice, closing
        self.repaint()

    def paint(self, width: int, height: int) -> Canvas:
        """The table of the view."""
        if self.view is None or self.voice is None or not width or not height:
            return Canvas(width, height)
        return draw_table(self.view, self.voice, width, height, self.closing)


class HandDrawing(Drawing):
    """The own hand."""

    view: View | None = None
    chosen: Card | None = None

    def show(self, view: View, chosen: Card | None) -> None:
        """Shows the hand of a view."""
        self.view, self.chosen = view, chosen
        self.repaint()

    def paint(self, width: int, height: int) -> Canvas:
        """The hand of the view."""
        if self.view is None:
            return Canvas(width, HAND_HEIGHT)
        return draw_hand(self.view, width, self.chosen)
