"""Pages that live outside ``docs``, and links to them.

Markdown in the repository links to files as they lie there. The site has some of them as pages: a
page named in `PAGES` shows the text of that file, and every link to such a file leads to its page.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import TYPE_CHECKING

from pygments.lexers.special import TextLexer  # type: ignore[import-untyped]  # has no types

from oddtrick.games import GAMES
from oddtrick.rulebook import TRICK_PLAY

if TYPE_CHECKING:
    from sphinx.application import Sphinx

ROOT = Path(__file__).parents[2]

PAGES = {
    "benchmarks": "benchmarks/README.md",
    "changelog": "CHANGELOG.md",
    "contributing": "CONTRIBUTING.md",
    "literature-problems": "tests/data/problems/README.md",
    "search-experiments": "kernel/NOTES.md",
    "security": "SECURITY.md",
    **{
        f"rules/{name}": f"src/oddtrick/games/{name.replace('-', '_')}/rules.md"
        for name in (TRICK_PLAY, *(game.id for game in GAMES))
    },
}
"""Pages of the site, by name, and the files of the repository that they show."""

_LINK = re.compile(r"(!?\[[^\]]*\]\()(?!https?:|mailto:|#)([^)#\s]+)(#[^)\s]*)?(?=\))")


def rebase_links(text: str, folder: str, page_folder: str) -> str:
    """Turns links that are relative to a folder of the repository into links of the site.

    Args:
        text: Markdown.
        folder: the folder of the repository that the links are relative to.
        page_folder: the folder of the page, from the root of the repository.

    >>> rebase_links("[a](docs/why.md) [b](benchmarks/README.md#method)", "", "docs")
    '[a](why.md) [b](benchmarks.md#method)'
    """
    shown = {file: f"docs/{page}.md" for page, file in PAGES.items()}

    def rebased(link: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join(folder, link[2]))
        target = shown.get(target, target)
        return f"{link[1]}{posixpath.relpath(target, page_folder)}{link[3] or ''}"

    return _LINK.sub(rebased, text)


def _create_pages(app: Sphinx) -> None:
    """Creates the pages that have no file in ``docs``: one for each game."""
    for page, shown in PAGES.items():
        file = Path(app.srcdir) / f"{page}.md"
        if not file.exists():
            file.parent.mkdir(exist_ok=True)
            file.write_text(f"See {shown}.\n", encoding="utf-8")


def _read_source(app: Sphinx, page: str, source: list[str]) -> None:
    folder = posixpath.dirname(f"docs/{page}")
    file = PAGES.get(page)
    if file is not None:
        text = (ROOT / file).read_text(encoding="utf-8")
        app.env.note_dependency(str(ROOT / file))
        source[0] = rebase_links(text, posixpath.dirname(file), folder)
    elif Path(app.env.doc2path(page)).suffix == ".md":
        source[0] = rebase_links(source[0], folder, folder)


def setup(app: Sphinx) -> dict[str, bool]:
    """Registers the extension with Sphinx."""
    app.connect("builder-inited", _create_pages)
    app.connect("source-read", _read_source, priority=300)  # then pictures of cards are drawn
    app.add_lexer("mermaid", TextLexer)  # drawn in the repository, and read as text on the site
    return {"parallel_read_safe": True, "parallel_write_safe": True}
