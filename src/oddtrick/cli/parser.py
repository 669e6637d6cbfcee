"""The parser of the command line: one-line errors, suggestions, and examples in the help."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice, takewhile
from typing import Any, NoReturn, TypeAlias

from oddtrick.cli.errors import STATUSES, WRONG_USAGE
from oddtrick.cli.output import PROGRAM, one_line
from oddtrick.errors import suggestion

Examples: TypeAlias = "tuple[tuple[str, str], ...]"
"""Commands, each with what it does."""


class Arguments:
    """A group of arguments in the help, which adds them to its parser.

    Args:
        parser: the parser that lists them.
        group: argparse's group.
    """

    def __init__(self, parser: Parser, group: Any) -> None:
        self._parser = parser
        self._group = group

    def add_argument(self, *names: str, **options: Any) -> argparse.Action:
        """Adds an argument, as argparse does."""
        action: argparse.Action = self._group.add_argument(*names, **options)
        self._parser.arguments.append(action)
        return action


class Verbs:
    """The words with which the arguments of a parser begin, each with a parser of its own.

    Args:
        action: argparse's list of subparsers.

    Attributes:
        parsers: the parsers that the help lists, by verb.
    """

    def __init__(self, action: Any) -> None:
        self._action = action
        self.parsers: dict[str, Parser] = {}

    @property
    def metavar(self) -> str:
        """The word for the verbs in the help."""
        return str(self._action.metavar)

    @property
    def required(self) -> bool:
        """True if the parser does nothing without one."""
        return bool(self._action.required)

    @property
    def names(self) -> Collection[str]:
        """All words that are accepted."""
        names: Collection[str] = self._action.choices
        return names

    def add_parser(self, name: str, **options: Any) -> Parser:
        """Adds a verb, as argparse does; without ``help=`` it is not listed."""
        parser: Parser = self._action.add_parser(name, **options)
        if "help" in options:
            self.parsers[name] = parser
        return parser

    def add_names(self, names: Iterable[str], parser: Parser) -> None:
        """Accepts other names of a verb, which would make the list too wide as aliases."""
        self._action.choices.update(dict.fromkeys(names, parser))

    def hide_other_names(self) -> None:
        """Keeps the listed verbs only, so that completion offers no others."""
        for name in set(self._action.choices) - set(self.parsers):
            del self._action.choices[name]


class Parser(argparse.ArgumentParser):
    """A parser that reports an error in one line, with a suggestion for a mistyped word.

    A verb with arguments that depend on the games adds them when it is parsed: other verbs and
    ``--help`` load no plugin. A verb with many actions postpones them, too: each has a parser of
    its own, which other verbs don't need.

    Attributes:
        arguments: every argument, those of groups and parents included.
        verbs: its verbs, if it has any.
        examples: commands for the end of the help.
        shows_statuses: list the exit statuses at the end of the help.
    """

    examples: Examples = ()
    shows_statuses = False
    verbs: Verbs | None = None
    _postponed: Callable[[Sequence[str]], None] | None = None
    _words: Mapping[str, Parser] = {}

    def __init__(self, *, parents: Sequence[Parser] = (), **options: Any) -> None:
        self.arguments: list[argparse.Action] = [
            action for parent in parents for action in parent.arguments
        ]
        super().__init__(parents=parents, **options)

    def add_argument(self, *names: Any, **options: Any) -> argparse.Action:
        """Adds an argument, as argparse does."""
        action = super().add_argument(*names, **options)
        self.arguments.append(action)
        return action

    def add_group(self, title: str) -> Arguments:
        """Adds a group of arguments with a title of its own in the help."""
        return Arguments(self, self.add_argument_group(title))

    def add_alternatives(self) -> Arguments:
        """Adds a group of arguments of which at most one may be given."""
        return Arguments(self, self.add_mutually_exclusive_group())

    def add_verbs(self, title: str, metavar: str, *, required: bool = True) -> Verbs:
        """Adds a list of verbs."""
        self.verbs = Verbs(self.add_subparsers(title=title, metavar=metavar, required=required))
        return self.verbs

    def add_action_word(self, word: str, *, help: str, description: str) -> Parser:  # noqa: A002
        """Adds an action to a verb that takes other arguments: a first word with its own parser.

        A verb cannot have both positional arguments and the subparsers of argparse.
        """
        parser = Parser(prog=f"{self.prog} {word}", description=description)
        self._words = {**self._words, word: parser}
        self.epilog = "\n".join(filter(None, (self.epilog, f"{parser.prog} --help: {help}")))
        return parser

    def when_parsed(self, complete: Callable[[Sequence[str]], None]) -> None:
        """Postpones what ``complete`` adds to this parser until it is needed.

        It is given the words to be parsed, or none where all arguments are wanted.
        """
        self._postponed = complete

    def complete(self, words: Sequence[str] = ()) -> None:
        """Adds the postponed arguments, once."""
        complete, self._postponed = self._postponed, None
        if complete is not None:
            complete(words)

    def error(self, message: str) -> NoReturn:
        """Prints the error and where to find help, and exits with status 2."""
        if message.endswith("expected one argument"):
            message += ", joined by = if it begins with -"
        see = " See" if message.endswith("?") else "; see"
        self.exit(WRONG_USAGE, one_line(f"{PROGRAM}: {message}{see} {self.prog} --help") + "\n")

    def format_help(self) -> str:
        """Adds the examples and the exit statuses to the help."""
        lines = [super().format_help()]
        if self.examples:
            lines.append("\nexamples:\n")
            lines += [f"  {command}\n      {meaning}\n" for command, meaning in self.examples]
        if self.shows_statuses:
            lines.append("\nexit status:\n")
            lines += [f"  {status:<4} {meaning}\n" for status, meaning in STATUSES]
        return "".join(lines)

    def parse_known_args(  # type: ignore[override]  # without the overloads of argparse
        self, args: Sequence[str] | None = None, namespace: Any = None
    ) -> tuple[Any, list[str]]:
        """Refuses unknown arguments here, where the options of the verb are known."""
        words = sys.argv[1:] if args is None else args
        self.complete(words)
        if words and words[0] in self._words:
            return self._words[words[0]].parse_known_args(words[1:], namespace)
        if self.verbs and self.verbs.required and not words:
            self.print_help()
            self.exit()
        # Before argparse complains of what is missing because of a slip.
        mistyped = self._mistyped_option(words)
        if mistyped is not None:
            self.error(self._unknown(mistyped))
        verb = self._first_word(words)
        if self.verbs and verb is not None and verb not in self.verbs.names:
            self.error(self._unknown_verb(self.verbs, verb))
        parsed, unknown = super().parse_known_args(words, namespace)
        if unknown:
            self.error(self._unknown(unknown[0]))
        return parsed, []

    def walk(self) -> Iterator[Parser]:
        """Yields this parser and those of its verbs, of their own verbs, and so on."""
        self.complete()
        yield self
        for verb in (*(self.verbs.parsers if self.verbs else {}).values(), *self._words.values()):
            yield from verb.walk()

    @property
    def options(self) -> dict[str, argparse.Action]:
        """Every option by each of its names."""
        return {name: action for action in self.arguments for name in action.option_strings}

    def _first_word(self, words: Sequence[str]) -> str | None:
        """The first word that is neither an option nor the value of one."""
        value_follows = False
        for word in words:
            if value_follows or word.startswith("-"):
                # An option may be shortened.
                named = [one for name, one in self.options.items() if name.startswith(word)]
                value_follows = not value_follows and any(one.nargs is None for one in named)
            else:
                return word
        return None

    def _mistyped_option(self, words: Sequence[str]) -> str | None:
        """The first word that can only be an option, and is none of this parser's."""
        for word in words[:1] if self.verbs else takewhile("--".__ne__, words):
            option = word.partition("=")[0]
            looks = option.startswith("--") or (len(option) == 2 and option[1].isalpha())
            known = any(name.startswith(option) for name in self.options)
            if word.startswith("-") and looks and not known:
                return word
        return None

    def _all_below(self) -> Iterator[Parser]:
        return islice(self.walk(), 1, None)

    def _unknown(self, word: str) -> str:
        option = word.partition("=")[0]
        if not option.startswith("-"):
            return f"unexpected argument {word[:40]!r}"
        if any(option in verb.options for verb in self._all_below()):
            return f"{option[:40]} belongs to a verb: write it behind that"
        return f"unknown option {option[:40]}{suggestion(option, self.options)}"

    def _unknown_verb(self, verbs: Verbs, word: str) -> str:
        below = [verb.prog for verb in self._all_below() if verb.prog.endswith(f" {word}")]
        near = f": did you mean {' or '.join(map(repr, below))}?" if below else ""
        near = near or suggestion(word, verbs.names)
        near = near or f": choose from {', '.join(verbs.parsers)}"
        return f"unknown {verbs.metavar.lower()} {word[:40]!r}{near}"
