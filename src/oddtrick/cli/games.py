"""``oddtrick games``: lists, resumes, reviews and removes saved games."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

import msgspec

from oddtrick.cli import play, review
from oddtrick.cli.errors import report_file_errors
from oddtrick.cli.output import one_line
from oddtrick.cli.parser import Verbs
from oddtrick.errors import OddtrickError
from oddtrick.games import find_game
from oddtrick.match import Match
from oddtrick.terminal.saved_games import read_game, saved_games


class SavedGame(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the list.

    Args:
        number: from 1, the newest unfinished game first.
        name: the name of the file without its ending.
        file: the path of the file.
        saved: the time of the last change, in ISO 8601.
        game: the game's id; None if the file cannot be read.
        state: ``unfinished``, ``finished`` or ``unreadable``.
        about: the deal in progress, or the winner.
    """

    number: int
    name: str
    file: str
    saved: str
    game: str | None
    state: str
    about: str


def add_parser(verbs: Verbs) -> None:
    """Adds the verb, with a subparser for each thing to do."""
    parser = verbs.add_parser(
        "games",
        help="list, resume, review and remove saved games",
        description="List the games saved by oddtrick play, the unfinished ones first. A game is "
        "named by its number in the list or by its name.",
    )
    parser.examples = (
        ("oddtrick games", "the saved games, numbered"),
        ("oddtrick games resume 1", "go on with the newest"),
    )
    parser.add_argument("--json", action="store_true", help="print the list as one JSON object")
    parser.set_defaults(run=_list)
    actions = parser.add_verbs("commands", "COMMAND", required=False)
    resume = actions.add_parser(
        "resume",
        parents=[play.common_flags()],
        help="go on with a game",
        description="Resume a game.",
    )
    resume.examples = (("oddtrick games resume 1 --plain", "in plain text"),)
    resume.set_defaults(run=_resume, game=None)
    look = actions.add_parser("review", help="review a game", description="Review a game.")
    look.examples = (("oddtrick games review 2 --deal 1", "its first deal only"),)
    review.add_options(look)
    look.set_defaults(run=_review)
    remove = actions.add_parser("remove", help="remove games", description="Remove saved games.")
    remove.examples = (("oddtrick games remove --yes 2", "without asking"),)
    remove.add_argument("--yes", action="store_true", help="do not ask")
    remove.set_defaults(run=_remove)
    for each in (resume, look):
        each.add_argument("saved", metavar="GAME", help="the number or the name of a saved game")
    remove.add_argument("saved", metavar="GAME", nargs="+", help="the number or name of a game")


def _list(args: argparse.Namespace) -> int:
    listed = [_described(number, file) for number, file in enumerate(saved_games(), 1)]
    if args.json:
        print(msgspec.json.encode({"games": listed}).decode())
        return 0
    if not listed:
        print("No games are saved. oddtrick play starts one.")
    width = max((len(each.name) for each in listed), default=0)
    for each in listed:
        print(f"{each.number:>3}  {each.name:<{width}}  {one_line(each.about)}")
    return 0


def _described(number: int, file: Path) -> SavedGame:
    try:
        match, names = read_game(file)
    except OddtrickError:
        return _saved(number, file, None, "unreadable", "unreadable")
    state = "finished" if match.over else "unfinished"
    return _saved(number, file, match.rules.game, state, _about(match, names))


def _saved(number: int, file: Path, game: str | None, state: str, about: str) -> SavedGame:
    with report_file_errors(str(file)):
        saved = datetime.fromtimestamp(file.stat().st_mtime).astimezone()
    return SavedGame(
        number=number,
        name=file.stem,
        file=str(file),
        saved=saved.isoformat(timespec="seconds"),
        game=game,
        state=state,
        about=about,
    )


def _about(match: Match, names: Sequence[str] | None) -> str:
    title = find_game(match.rules.game).title
    if not match.over:
        return f"{title}, deal {match.number + 1}"
    if match.winner is None:
        return f"{title}, drawn"
    side = match.rules.sides[match.winner]
    return (
        f"{title}, won by {' and '.join(names[seat] if names else f'seat {seat}' for seat in side)}"
    )


def _found(word: str) -> Path:
    """The file of a game named by number or name.

    Raises:
        OddtrickError: there is none.
    """
    files = saved_games()
    if word.isdecimal() and 1 <= int(word) <= len(files):
        return files[int(word) - 1]
    for file in files:
        if word in (file.stem, file.name, str(file)):
            return file
    has = f"1 to {len(files)}" if files else "none"
    raise OddtrickError(f"{word[:60]!r} is not a saved game: oddtrick games lists them ({has})")


def _resume(args: argparse.Namespace) -> int:
    args.resume = _found(args.saved)
    return play.run(args)


def _review(args: argparse.Namespace) -> int:
    args.record = str(_found(args.saved))
    return review.run(args)


def _remove(args: argparse.Namespace) -> int:
    """Removes games; the numbers are those of the list before the first is removed."""
    files = list(dict.fromkeys(map(_found, args.saved)))
    if not args.yes:
        if not sys.stdin.isatty():
            raise OddtrickError("nothing is removed unless you agree: give --yes")
        names = ", ".join(file.stem for file in files)
        if input(f"Remove {names}? [y/N] ").strip().lower() not in ("y", "yes"):
            print("Nothing is removed.")
            return 1
    for file in files:
        with report_file_errors(str(file)):
            file.unlink()
        print(f"Removed {file.stem}.")
    return 0
