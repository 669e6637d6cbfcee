"""Pictures of cards on the pages, drawn from comments in their Markdown.

A comment on a line of its own becomes a row of cards, in groups with captions::

    <!-- cards: Ann: A♥ 4♥ 9♣ | Bob: 2♥ -->

Readers of the Markdown do not see it. The drawings are those of the game's own page.
"""

from __future__ import annotations

import json
import re
from functools import cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from oddtrick.cards import parse_card
from oddtrick.i18n.localizer import Localizer
from oddtrick.web.static_files import files

if TYPE_CHECKING:
    from sphinx.application import Sphinx

COMMENT = re.compile(r"^<!-- cards: (.*?) -->$", re.MULTILINE)

FACES = Path(__file__).with_name("card_faces.json")

STYLE = "cards/cards.css"
"""The page's style sheet of the drawings."""


def groups(comment: str) -> list[tuple[str, list[str]]]:
    """The groups of cards of a comment: each its caption, which may be empty, and its cards.

    Raises:
        OddtrickError: something else than a card stands in a group.

    >>> groups("Ann: A♥ 10♥ | 9♣")
    [('Ann', ['AH', 'TH']), ('', ['9C'])]
    """
    found = []
    for part in comment.split("|"):
        caption, _, cards = part.rpartition(":")
        found.append((caption.strip(), [str(parse_card(card)) for card in cards.split()]))
    return found


@cache
def faces() -> dict[str, str]:
    """The drawings by card, which ``python -m tests.support.web.draw_card_faces`` writes."""
    drawings: dict[str, str] = json.loads(FACES.read_text(encoding="utf-8"))
    return drawings


def picture(card: str) -> str:
    """A card, with its name for screen readers."""
    name = Localizer().card(card)
    return f'<span class="card small" role="img" aria-label="{name}">{faces()[card]}</span>'


def figure(comment: str) -> str:
    """The row of cards of a comment, as HTML on one line."""
    parts = []
    for caption, cards in groups(comment):
        drawn = "".join(picture(card) for card in cards)
        label = f"<figcaption>{escape(caption)}</figcaption>" if caption else ""
        parts.append(f'<figure class="cards">{label}<div>{drawn}</div></figure>')
    return f'<div class="card-row">{"".join(parts)}</div>'


def _draw(app: Sphinx, page: str, source: list[str]) -> None:
    source[0] = COMMENT.sub(lambda found: f"\n{figure(found[1])}\n", source[0])


def _write_style(app: Sphinx, error: Exception | None) -> None:
    """Writes the style sheet, with the theme's selector for the dark palette."""
    if error is None and app.builder.format == "html":
        folder: Path = app.outdir / "_static"
        style = files().named[STYLE].body.decode()
        for theme in ("light", "dark"):
            style = style.replace(f':root[data-theme="{theme}"]', f'body[data-theme="{theme}"]')
            style = style.replace(
                f':root:not([data-theme="{theme}"])', f'body:not([data-theme="{theme}"])'
            )
        (folder / "cards.css").write_text(style, encoding="utf-8")


def setup(app: Sphinx) -> dict[str, bool]:
    """Registers the extension with Sphinx."""
    app.connect("source-read", _draw, priority=400)
    app.connect("build-finished", _write_style)
    app.add_css_file("cards.css")
    return {"parallel_read_safe": True, "parallel_write_safe": True}
