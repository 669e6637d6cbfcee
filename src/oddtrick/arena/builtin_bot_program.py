"""Bots of this installation as programs, for the arena of another one.

Two versions of the package cannot be imported into one process. So a bot of an older version plays
as any other program does, by the protocol of ``docs/arena.md``, and with the same randomness as in
a process that has it built in.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from random import Random
from typing import Any, NamedTuple

import msgspec

from oddtrick.arena.bot_version import version_of
from oddtrick.arena.players import ORACLE, Entrant, bot_of, check_entrant, find_entrant
from oddtrick.arena.subprocess_bot import PROTOCOL
from oddtrick.arena.view_decoder import decode_rules, decode_view
from oddtrick.bots import Bot
from oddtrick.errors import OddtrickError
from oddtrick.rules import Rules, action_text


class _Hello(msgspec.Struct, frozen=True, tag_field="type", tag="hello"):
    """The first message; ``version`` asks for the version of the bot."""

    protocol: str
    rules: dict[str, Any]
    version: bool = False


class _Choose(msgspec.Struct, frozen=True, tag_field="type", tag="choose"):
    """A decision; an arena that sends no ``seed_hex`` gets choices made by ``seed``."""

    view: dict[str, Any]
    seed: int
    seed_hex: str = ""


class _Bye(msgspec.Struct, frozen=True, tag_field="type", tag="bye"):
    """The last message."""


class _Seat(NamedTuple):
    """The game and the bot, known from hello on."""

    rules: Rules
    bot: Bot


_MESSAGES = msgspec.json.Decoder(_Hello | _Choose | _Bye)


def find_program_bot(name: str) -> Entrant:
    """Returns the entrant of a bot that can play as a program.

    Args:
        name: the name of a bot or baseline, or ``onnx:`` and the name of a file.

    Raises:
        OddtrickError: there is no such bot, it sees more than a view, or it is a program already.
    """
    entrant = find_entrant(name)
    if entrant.name == ORACLE:
        raise OddtrickError(f"{ORACLE} sees all cards, and no program is given them: name a bot")
    if entrant.is_external:
        raise OddtrickError(f"{name[:40]!r} is a program already: give its command to the arena")
    return entrant


def run_bot_program(entrant: Entrant, lines: Iterable[str], write: Callable[[str], object]) -> None:
    """Answers the messages of an arena until it says goodbye, or until they end.

    Args:
        entrant: the bot, from :func:`find_program_bot`.
        lines: the messages, one JSON object each.
        write: called with each answer, a JSON object without the end of the line.

    Raises:
        OddtrickError: a message cannot be read, or the bot does not play the game; the line of
            the message is named.
    """
    seat: _Seat | None = None
    for number, line in enumerate(lines, 1):
        try:
            message = _MESSAGES.decode(line)
            if isinstance(message, _Bye):
                return
            if isinstance(message, _Hello):
                seat = _take_seat(entrant, message)
                answer = {"protocol": PROTOCOL}
                if message.version:
                    answer["version"] = version_of(entrant, seat.rules)
            else:
                answer = {"action": _choose(seat, message)}
        except (msgspec.DecodeError, OddtrickError) as error:
            raise OddtrickError(f"line {number}: {error}") from None
        write(json.dumps(answer))


def _take_seat(entrant: Entrant, hello: _Hello) -> _Seat:
    if hello.protocol != PROTOCOL:
        raise OddtrickError(f'protocol is {hello.protocol[:40]!r}: this bot speaks "{PROTOCOL}"')
    rules = decode_rules(hello.rules)
    check_entrant(entrant, rules)
    return _Seat(rules, bot_of(entrant, rules))


def _choose(seat: _Seat | None, message: _Choose) -> str:
    if seat is None:
        raise OddtrickError("the arena has not said hello, so the game is not known")
    try:
        rng = Random(int(message.seed_hex, 16) if message.seed_hex else message.seed)
    except ValueError:
        raise OddtrickError(f"seed_hex is {message.seed_hex[:40]!r}: write hex digits") from None
    return action_text(seat.bot.choose(decode_view(message.view, seat.rules), rng))
