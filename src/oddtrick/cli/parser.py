"""The parser of the command line: one-line errors, suggestions, and examples in the help."""

from __future__ import annotations

import argparse
import sys
from difflib import get_close_matches
from itertools import islice, takewhile
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias

from oddtrick.cli.sanitize import one_line
from oddtrick.cli.usage_errors import STATUSES, WRONG_USAGE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

Examples: TypeAlias = "tuple[tuple[str, str], ...]"
"""Commands, each with what it does."""

Verbs: TypeAlias = "argparse._SubParsersAction[Parser]"
"""The object to which each verb adds its parser."""


class Parser(argparse.ArgumentParser):
    """A parser that reports an error in one line, with a suggestion for a mistyped word.

    A verb with arguments that depend on the games adds them when it is parsed: other verbs and
    ``--help`` load no plugin. A verb with many actions postpones them, too: each has a parser of
    its own, which other verbs don't need.

    Attributes:
        examples: commands for the end of the help.
        shows_statuses: list the exit statuses at the end of the help.
    """

    examples: Examples = ()
    shows_statuses = False
    _postponed: Callable[[], None] | None = None
    _actions_by_word: Mapping[str, Parser] = {}

    def add_action_word(self, word: str, *, help: str, description: str) -> Parser:  # noqa: A002
        """Adds an action to a verb that takes other arguments: a first word with its own parser.

        A verb cannot have both positional arguments and the subparsers of argparse.
        """
        parser = Parser(prog=f"{self.prog} {word}", description=description)
        self._actions_by_word = {**self._actions_by_word, word: parser}
        self.epilog = "\n".join(filter(None, (self.epilog, f"{parser.prog} --help: {help}")))
        return parser

    def when_parsed(self, complete: Callable[[], None]) -> None:
        """Postpones what ``complete`` adds to this parser until it is needed."""
        self._postponed = complete

    def complete(self) -> None:
        """Adds the postponed arguments, once."""
        complete, self._postponed = self._postponed, None
        if complete is not None:
            complete()

    def error(self, message: str) -> NoReturn:
        """Prints the error and where to find help, and exits with status 2."""
        if message.endswith("expected one argument"):
            message += ", joined by = if it begins with -"
        see = " See" if message.endswith("?") else "; see"
        self.exit(WRONG_USAGE, one_line(f"{self.prog}: {message}{see} {self.prog} --help") + "\n")

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
        self.complete()
        if args and args[0] in self._actions_by_word:
            return self._actions_by_word[args[0]].parse_known_args(args[1:], namespace)
        words = sys.argv[1:] if args is None else args
        mistyped = self._mistyped_option(words)
        if mistyped is not None:  # before argparse complains of what is missing because of it
            self.error(self._unknown(mistyped))
        parsed, unknown = super().parse_known_args(words, namespace)
        if unknown:
            self.error(self._unknown(unknown[0]))
        return parsed, []

    @property
    def verbs(self) -> list[str]:
        """The verbs, without their other names."""
        return [verb.prog.rpartition(" ")[2] for verb in self._verbs()]

    def _verbs(self) -> Iterator[Parser]:
        self.complete()
        for action in self._actions:
            if isinstance(action, argparse._SubParsersAction):
                yield from (action.choices[choice.dest] for choice in action._choices_actions)
        yield from self._actions_by_word.values()

    def walk(self) -> Iterator[Parser]:
        """Yields this parser and those of its verbs, of their own verbs, and so on."""
        self.complete()
        yield self
        for verb in self._verbs():
            yield from verb.walk()

    def _mistyped_option(self, words: Sequence[str]) -> str | None:
        """The first word that can only be an option, and is none of this parser's."""
        has_verbs = next(self._verbs(), None) is not None
        for word in words[:1] if has_verbs else takewhile("--".__ne__, words):
            option = word.partition("=")[0]
            looks = option.startswith("--") or (len(option) == 2 and option[1].isalpha())
            if word.startswith("-") and looks:
                known = self._option_string_actions
                if not any(name.startswith(option) for name in known):
                    return word
        return None

    def _all_below(self) -> Iterator[Parser]:
        return islice(self.walk(), 1, None)

    def _unknown(self, word: str) -> str:
        option = word.partition("=")[0]
        if not option.startswith("-"):
            return f"unexpected argument {word[:40]!r}"
        if any(option in verb._option_string_actions for verb in self._all_below()):
            return f"{option[:40]} belongs to a verb: write it behind that"
        return f"unknown option {option[:40]}{suggestion(option, self._option_string_actions)}"

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Checks a choice; argparse itself suggests the nearest one from Python 3.14 on."""
        if action.choices is None or value in action.choices:
            return
        told = repr(str(value)[:40])
        if isinstance(action, argparse._SubParsersAction):
            names = [choice.dest for choice in action._choices_actions]
            below = [verb.prog for verb in self._all_below() if verb.prog.endswith(f" {value}")]
            near = f": did you mean {' or '.join(map(repr, below))}?" if below else ""
            near = near or suggestion(str(value), action.choices)
            near = near or f": choose from {', '.join(names)}"
            self.error(f"unknown {str(action.metavar).lower()} {told}{near}")
        choices = ", ".join(map(str, action.choices))
        raise argparse.ArgumentError(action, f"invalid choice: {told}: choose from {choices}")


LIKENESS = 0.7
"""The least similarity of a word and its correction: two slips in five letters."""


def suggestion(word: str, known: Iterable[str]) -> str:
    """Returns the end of a message that suggests the nearest known word, or nothing.

    Dashes don't make two options alike, and a slip is seldom in the first letter: a word that is
    merely similar would be as wrong.

    >>> suggestion("rveiw", ["review", "replay"]), suggestion("-json", ["--json", "--jsonl"])
    (": did you mean 'review'?", ": did you mean '--json'?")
    >>> suggestion("catch", ["scotch"]), suggestion("--players", ["--plain", "--seat"])
    ('', '')
    """
    plain = {name.lstrip("-"): name for name in known}
    bare = word.lstrip("-").lower()
    alike = [name for name in plain if name[:1] == bare[:1]]
    near = get_close_matches(bare, alike, n=1, cutoff=LIKENESS)
    return f": did you mean {plain[near[0]]!r}?" if near else ""
