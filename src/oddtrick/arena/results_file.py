"""Results on disk: JSON lines that grow deal by deal, and can be gone on with after any end.

The first line says who plays whom at what; every further line is one deal. A line counts if it is
whole: what a killed program left half written is cut off and played again. Parquet can't grow, so
that a ``.part`` of JSON lines stands beside it until all is played.
"""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import msgspec

from oddtrick.arena.duplicate import DealPlayed
from oddtrick.arena.parquet import need_pyarrow, read_table, write_table
from oddtrick.arena.players import Entrant
from oddtrick.errors import OddtrickError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from oddtrick.rules import Rules

FORMAT = "oddtrick-arena/1"
PARQUET = ".parquet"
PART = ".part"


class Heading(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who plays whom at what: two files can be put together if these are equal.

    Args:
        rules: the game with its options, as a record writes them.
        bots: all entrants, in the order given.
        seed: of the contest.
        whole: whether whole matches are played.
        together: whether all of them sit at the same tables, and not two by two.
        format: of the file.
    """

    rules: dict[str, Any]
    bots: tuple[Entrant, ...]
    seed: int
    whole: bool = False
    together: bool = False
    format: str = FORMAT


class Line(msgspec.Struct, frozen=True):
    """One deal of one of the contests.

    Args:
        pair: which of the contests, from 0.
        deal: what it came to.
    """

    pair: int
    deal: DealPlayed


_encoder = msgspec.json.Encoder()
_headings = msgspec.json.Decoder(Heading)
_lines = msgspec.json.Decoder(Line)


def heading_of(
    rules: Rules, bots: Sequence[Entrant], seed: int, *, whole: bool, together: bool
) -> Heading:
    """The heading of a file of results."""
    told = {"game": rules.game, **msgspec.to_builtins(rules.options)}
    return Heading(told, tuple(bots), seed, whole, together)


class Results:
    """A file of results that is open for more.

    Args:
        file: the JSON lines, open at their end.
        lines: what it holds.
    """

    def __init__(self, file: BinaryIO, lines: Sequence[Line]) -> None:
        self._file = file
        self._known: dict[int, list[DealPlayed]] = {}
        for line in lines:
            self._known.setdefault(line.pair, []).append(line.deal)

    def known(self, pair: int) -> Sequence[DealPlayed]:
        """The deals of a contest that were there at the beginning, from deal 0 on."""
        return self._known.get(pair, ())

    def add(self, pair: int, deals: Sequence[DealPlayed]) -> None:
        """Keeps further deals of a contest, in order."""
        self._file.write(_encoder.encode_lines([Line(pair, deal) for deal in deals]))
        self._file.flush()


@contextmanager
def open_results(path: Path, heading: Heading) -> Iterator[Results]:
    """Opens a file of results, to begin it or to go on with it.

    Args:
        path: ``.parquet`` is written as Parquet at the end, anything else as JSON lines.
        heading: of the contest that is to be played.

    Raises:
        OddtrickError: the file holds something else, or another contest, or another program is
            writing to it; or Parquet is wanted and pyarrow is missing.
    """
    if path.suffix != PARQUET:
        with _open_lines(path, heading) as results:
            yield results
        return
    part = path.with_name(path.name + PART)
    need_pyarrow()
    if path.exists() and not part.exists():
        _replace(part, _joined(path, heading))
    with _open_lines(part, heading) as results:
        try:
            yield results
        finally:
            head, *rest = part.read_bytes().splitlines()
            write_table(path, head.decode(), [_lines.decode(line) for line in rest])
            part.unlink()


def _joined(path: Path, heading: Heading) -> bytes:
    """The JSON lines that a Parquet file was made of."""
    head, rows = read_table(path)
    try:
        found = _headings.decode(head)
        lines = [msgspec.convert(row, Line, str_keys=True) for row in rows]
    except msgspec.DecodeError:
        raise _stranger(path) from None
    _compare(path, found, heading)
    return head.encode() + b"\n" + _encoder.encode_lines(lines)


@contextmanager
def _open_lines(path: Path, heading: Heading) -> Iterator[Results]:
    try:
        with path.open("a+b") as file:
            _lock(file, path)
            file.seek(0)
            data = file.read()
            whole = data[: data.rfind(b"\n") + 1]
            head = _encoder.encode(heading) + b"\n"
            if not whole and not head.startswith(data):
                raise _stranger(path)
            lines = _read(path, whole, heading) if whole else []
            if len(whole) < len(data):
                file.truncate(len(whole))
            if not whole:
                file.write(head)
                file.flush()
            yield Results(file, lines)
    except OSError as error:
        raise OddtrickError(f"{path}: {(error.strerror or str(error)).lower()}") from None


def _read(path: Path, data: bytes, heading: Heading) -> list[Line]:
    head, *rest = data.splitlines()
    try:
        found = _headings.decode(head)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise _stranger(path) from None
    _compare(path, found, heading)
    lines, next_one = [], dict[int, int]()
    for place, text in enumerate(rest, start=2):
        try:
            line = _lines.decode(text)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise OddtrickError(f"{path}, line {place}: this is no deal: {error}") from None
        due = next_one.get(line.pair, 0)
        if line.deal.number != due:
            raise OddtrickError(
                f"{path}, line {place}: deal {line.deal.number} stands where {due} should"
            )
        next_one[line.pair] = due + 1
        lines.append(line)
    return lines


def _stranger(path: Path) -> OddtrickError:
    return OddtrickError(f"{path}: this is not a file of the arena: take another name")


def _compare(path: Path, found: Heading, wanted: Heading) -> None:
    for name in ("format", "rules", "bots", "seed", "whole", "together"):
        there, here = getattr(found, name), getattr(wanted, name)
        if there != here:
            raise OddtrickError(
                f"{path}: it was begun with {name} {_told(there)}, not {_told(here)}: "
                "go on as it was begun, or take another name"
            )


def _told(value: Any) -> str:
    if isinstance(value, tuple):
        return ", ".join(" ".join((bot.name, *bot.command)) for bot in value)
    return _encoder.encode(value).decode().replace('"', "")


def _replace(path: Path, data: bytes) -> None:
    """Writes a file so that it is there whole or not at all."""
    beside = path.with_name(path.name + ".new")
    beside.write_bytes(data)
    os.replace(beside, path)  # noqa: PTH105  Path.replace is the same


def _lock(file: BinaryIO, path: Path) -> None:
    """Only one program writes; the lock goes with it, however it ends."""
    if sys.platform == "win32":
        return
    import fcntl  # noqa: PLC0415  not on every platform

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise OddtrickError(f"{path}: another arena is writing to it: wait for its end") from None
