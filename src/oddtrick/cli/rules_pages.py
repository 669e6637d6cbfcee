"""Rulebook pages as plain text, and the generator of their option tables."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from oddtrick.games import GAMES
from oddtrick.rulebook import insert_options_table, page


def plain_page(name: str) -> str:
    """The page as plain text, without Markdown marks and comments."""
    text = re.sub(r"<!-- .*? -->\n", "", page(name))
    text = re.sub(r"\*\*(.+?)\*\*", r"\1", text)
    text = re.sub(r"(?<!\w)\*(\S.*?\S)\*(?!\w)", r"\1", text, flags=re.DOTALL)
    text = text.replace("`", "")
    text = re.sub(r"^(#+) (.*)$", _heading, text, flags=re.MULTILINE)
    return re.sub(r"\n{3,}", "\n\n", text)


def _heading(found: re.Match[str]) -> str:
    line = {1: "=", 2: "-"}.get(len(found[1]), "")
    title = found[2].upper() if len(found[1]) == 1 else found[2]
    return f"{title}\n{line * len(title)}" if line else title


def _write(folder: Path) -> None:
    for game in GAMES:
        file = folder / f"{game.id}.md"
        old = file.read_text(encoding="utf-8")
        new = insert_options_table(old, game)
        if new != old:
            file.write_text(new, encoding="utf-8")
            print(f"{file}: options written")


def main() -> None:
    """Write the declared options into the rulebook pages of a folder."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--write", metavar="FOLDER", type=Path, required=True)
    _write(parser.parse_args().write)


if __name__ == "__main__":
    main()
