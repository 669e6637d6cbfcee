"""The errors: each message is one line with the attempt, the expectation and the rule."""

from collections.abc import Iterable
from contextlib import suppress
from difflib import get_close_matches
from operator import index

__all__ = ["OddtrickError", "RuleBroken"]

WANTED_RULES = "the rules of a game, as rules_of('whist') or game.rules() makes them"
"""For :func:`check_type`, where a game or its name is often given."""


WANTED_MATCH = "a match, as new_match('whist') makes it"
WANTED_VIEW = "a view, as match.view(seat) makes it"
"""For :func:`check_type`, where one is given in place of the other, or a record of a match."""


class OddtrickError(ValueError):
    """Invalid input from outside; the message is one line for the person who gave it."""


class RuleBroken(OddtrickError):
    """An action that the rules do not allow; the match stays unchanged (T8).

    Args:
        what: what was tried and why it is refused, without the rule's id.
        rule: the id of the rule broken, for example ``"T3"``; ``""`` where no single rule is.
        where: the place within the deal, as in ``"hand 2, seat 1"``; ``""`` where it is plain.

    >>> str(RuleBroken("4H does not follow suit", "T3"))
    '4H does not follow suit (T3)'
    """

    def __init__(self, what: str, rule: str = "", where: str = "") -> None:
        message = f"{where}: {what}" if where else what
        super().__init__(f"{message} ({rule})" if rule else message)
        self.what = what
        self.rule = rule
        self.where = where


def check_type(value: object, kind: type | tuple[type, ...], wanted: str) -> None:
    """Checks the type of a value that a program of somebody else has given.

    Args:
        value: the value.
        kind: the type that it should have, or one of several.
        wanted: what to give, for the message.

    Raises:
        OddtrickError: it is something else.

    >>> check_type(None, str, "the name of a game")
    Traceback (most recent call last):
    ...
    oddtrick.errors.OddtrickError: None was given: give the name of a game
    """
    if not isinstance(value, kind):
        given = "None" if value is None else f"a value of type {type(value).__name__}"
        raise OddtrickError(f"{given} was given: give {wanted}")


def check_whole(value: object, name: str, least: int = 0, most: int = 2**63 - 1) -> int:
    """Returns a whole number that a program of somebody else has given, if it is one.

    Args:
        value: the number; one of NumPy's is taken, a truth value is not.
        name: what it is, for the message.
        least: the least that it may be.
        most: the most.

    Raises:
        OddtrickError: it is something else, or out of bounds.

    >>> check_whole(1.5, "depth")
    Traceback (most recent call last):
    ...
    oddtrick.errors.OddtrickError: depth is 1.5: give a whole number from 0
    """
    if not isinstance(value, bool):
        with suppress(TypeError):
            number = index(value)  # type: ignore[arg-type]  # which is what is asked here
            if least <= number <= most:
                return number
    upper = "2**64 - 1" if most == 2**64 - 1 else most
    bounds = f"from {least}" if most == 2**63 - 1 else f"from {least} to {upper}"
    raise OddtrickError(f"{name} is {repr(value)[:40]}: give a whole number {bounds}")


def check_names(names: Iterable[object] | None, seats: int) -> list[str] | None:
    """Returns the names of the seats of a table, if there is one for each.

    Raises:
        OddtrickError: there are more or fewer, or one is no text.
    """
    if names is None:
        return None
    check_type(names, (list, tuple), "a list of names, one for each seat")
    given = list(names)
    for name in given:
        check_type(name, str, "the name of a player")
    if len(given) != seats:
        raise OddtrickError(f"names: {len(given)} names for {seats} seats")
    return given  # type: ignore[return-value]  # text, as has been checked


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


LONGEST_ERROR = 200
"""Characters of an error of somebody else's code that are shown."""


def describe_error(error: BaseException) -> str:
    """An error in one line: our own errors speak for themselves, others begin with their type.

    >>> describe_error(KeyError("hand"))
    "KeyError: 'hand'"
    """
    text = " ".join(str(error).split())
    if isinstance(error, OddtrickError):
        return text
    return f"{type(error).__name__}{': ' if text else ''}{text}"[:LONGEST_ERROR]
