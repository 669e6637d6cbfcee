"""The record of a match as JSON, version 1, and its reading and writing as bytes."""

from __future__ import annotations

import gc
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec

from oddtrick.errors import OddtrickError, check_type

FORMAT = "oddtrick/1"
"""The name of the format, first field of a record."""
RESULT_FORMAT = "oddtrick-result/1"
BOM = b"\xef\xbb\xbf"


class HandRecord(msgspec.Struct, forbid_unknown_fields=True):
    """One of the separate hands of a deal.

    Args:
        cards: what each seat was dealt, as ``S.H.D.C``; ``""`` for a seat that is out.
        plays: the cards in the order played; ``pass`` where a seat passed (X5).
    """

    cards: list[str]
    plays: list[str] = []


class DealRecord(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """One deal.

    Args:
        dealer: the seat that deals.
        hands: the separate hands in the order played.
        turn_up: the card turned up, or None.
        trump: ``S``, ``H``, ``D``, ``C`` or ``N``; None while a seat has yet to choose.
        cut: the cards cut, or the throws made, by the seats that tied (K5): an object is the
            deciding round alone, an array has every round in order. None: no seats tied.
        calls: for each phase of calls by its name, the calls in order; who made each follows from
            the rules. A call that stays secret may be left out as None (M2). None: the game has
            none.
        stock: the undealt cards that are drawn after tricks, the top one first. None: none are.
    """

    dealer: int
    hands: list[HandRecord]
    turn_up: str | None = None
    trump: str | None = None
    cut: dict[str, str] | list[dict[str, str]] | None = None
    calls: dict[str, list[str | None]] | None = None
    stock: list[str] | None = None


class Record(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A match as data.

    Args:
        format: ``"oddtrick/1"``.
        rules: ``game`` and its options.
        deals: the deals in order.
        names: one a seat, or None.
    """

    format: str
    rules: dict[str, Any]
    deals: list[DealRecord]
    names: list[str] | None = None


class DealOutcome(msgspec.Struct):
    """The result of one deal; ``points`` is None while it is unfinished."""

    tricks: tuple[int, ...]
    points: tuple[int, ...] | None
    score: tuple[int, ...]
    games: tuple[int, ...]


class Result(msgspec.Struct):
    """The result of a match, as ``oddtrick replay --json`` prints it.

    Args:
        format: ``"oddtrick-result/1"``.
        sides: the seats of each side.
        deals: the result of each deal.
        over: the match is over.
        winner: the index of the side that won it; None: none has.
        rubber: the points of each side for games and the rubber, if these count (X6).
    """

    format: str
    sides: tuple[tuple[int, ...], ...]
    deals: list[DealOutcome]
    over: bool
    winner: int | None
    rubber: tuple[int, ...] | msgspec.UnsetType = msgspec.UNSET


_decoder = msgspec.json.Decoder(Record)


def decode_record(data: bytes | str) -> Record:
    """Reads one record from JSON.

    Raises:
        OddtrickError: it is not JSON, or not a record of this version; the line says where.
    """
    check_type(data, (bytes, str), "the JSON of a record")
    raw = data.encode() if isinstance(data, str) else data
    try:
        with _uncollected():
            record = _decoder.decode(raw.removeprefix(BOM))
    except msgspec.ValidationError as error:
        raise OddtrickError(_in_words(str(error))) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise OddtrickError(f"this is not JSON: {_one_line(str(error))}") from None
    except RecursionError:
        raise OddtrickError("this is not a record: it is nested too deeply") from None
    if record.format != FORMAT:
        raise OddtrickError(f'format is {record.format[:40]!r}: this reads "{FORMAT}"')
    return record


@contextmanager
def _uncollected() -> Iterator[None]:
    """Lets no collector walk millions of new lists that cannot be garbage: five times as quick."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def encode_record(record: Record) -> bytes:
    """The record as one line of JSON.

    Raises:
        OddtrickError: a name cannot be written as UTF-8.
    """
    check_type(record, Record, "a record, as record_of(match) makes it")
    try:
        return msgspec.json.encode(record)
    except UnicodeEncodeError:
        raise OddtrickError("a name has characters that cannot be written") from None


def encode_result(result: Result) -> bytes:
    """The result as one line of JSON."""
    return msgspec.json.encode(result)


_PATH = re.compile(r" - at `(.*)`$", re.DOTALL)


def _in_words(message: str) -> str:
    """A message of the decoder, with its path told as deals and hands counted from 1.

    >>> _in_words("Expected `int`, got `str` - at `$.deals[0].dealer`")
    'deal 1, dealer: expected int, got str'
    """
    found = _PATH.search(message)
    what = _one_line(message[: found.start()] if found else message).replace("`", "")
    what = what.replace("Object contains", "it has an").replace("Object missing", "it lacks the")
    what = what.replace("an unknown field", "the unknown key").replace("required field", "key")
    what = what[0].lower() + what[1:]
    path = found.group(1) if found else ""
    places = [_place(name, index) for name, index in re.findall(r"(\w+)(?:\[(\d+)\])?", path)]
    where = ", ".join(places)
    return f"{where}: {what}" if where else f"this is not a record: {what}"


def _place(name: str, index: str) -> str:
    """One step of a path: deals, hands and cards are counted from 1, seats from 0."""
    if not index:
        return name
    if name in ("cards", "names"):
        return f"{name} of seat {index}"
    singular = {"deals": "deal", "hands": "hand", "plays": "play"}.get(name, name)
    return f"{singular} {int(index) + 1}"


def _one_line(text: str) -> str:
    return " ".join(text.split())[:200]
