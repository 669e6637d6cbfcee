"""``oddtrick rules``: the rules of a game from the rulebook, and the tables of its options."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec

from oddtrick.cli.errors import checking_arguments
from oddtrick.cli.output import align_columns
from oddtrick.cli.parser import Verbs
from oddtrick.games import GAMES, Game, find_game, list_games, options_of
from oddtrick.games.options import Option
from oddtrick.rulebook import TRICK_PLAY, insert_options_table, numbered_rules, page, page_file


def add_parser(verbs: Verbs) -> None:
    """Adds the verb."""
    parser = verbs.add_parser(
        "rules",
        help="print the rules of a game",
        description="Print the rules of a game, or without GAME the list of games. "
        f'The page "{TRICK_PLAY}" holds the rules that all games share.',
    )
    parser.examples = (
        ("oddtrick rules scotch-whist", "the numbered rules, with worked examples"),
        ("oddtrick rules", "the games"),
    )
    parser.add_argument(
        "game", nargs="?", metavar="GAME", help="name of a game, such as whist or scotch"
    )
    form = parser.add_alternatives()
    form.add_argument("--markdown", action="store_true", help="print the page as Markdown")
    form.add_argument(
        "--json", action="store_true", help="print one JSON object: options, numbered rules, page"
    )
    parser.set_defaults(run=run)


class GameJson(msgspec.Struct):
    """A game in the list."""

    id: str
    title: str
    objective: str
    aliases: tuple[str, ...]
    options: tuple[Option, ...]


class PageJson(msgspec.Struct):
    """A page of the rulebook; the page of the rules that all games share has no game."""

    id: str
    game: GameJson | None
    rules: dict[str, str]
    markdown: str


def run(args: argparse.Namespace) -> int:
    """Prints the page or the list of games."""
    if args.game is None:
        for line in _list(json=args.json):
            print(line)
    else:
        with checking_arguments():
            text = _page(args)
        print(text, end="")
    sys.stdout.flush()
    return 0


def _list(*, json: bool) -> Iterator[str]:
    if json:
        yield from (_encoded(_game(game)) for game in list_games())
        return
    rows = [(game.id, game.objective) for game in list_games()]
    yield from align_columns([*rows, (TRICK_PLAY, "The rules that all games share.")], "<")


def _page(args: argparse.Namespace) -> str:
    if args.markdown:
        return page(args.game)
    if not args.json:
        return plain_page(args.game)
    game = None if args.game == TRICK_PLAY else _game(find_game(args.game))
    told = PageJson(
        id=TRICK_PLAY if game is None else game.id,
        game=game,
        rules=numbered_rules(args.game),
        markdown=page(args.game),
    )
    return _encoded(told) + "\n"


def _game(game: Game) -> GameJson:
    options = options_of(game.options)
    return GameJson(game.id, game.title, game.objective, tuple(game.aliases), options)


def _encoded(told: msgspec.Struct) -> str:
    return msgspec.json.encode(told).decode()


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


def main() -> None:
    """Writes the declared options into the pages of rules, in a checkout."""
    for game in GAMES:
        file = Path(str(page_file(game.id)))
        old = file.read_text(encoding="utf-8")
        new = insert_options_table(old, game)
        if new != old:
            file.write_text(new, encoding="utf-8")
            print(f"{file}: options written")


if __name__ == "__main__":
    main()
