"""Results on disk: append-only JSON lines, from which an interrupted contest resumes.

The first line is the header; every other line is one deal. A last line without its newline, as a
killed process leaves it, is truncated and played again. Parquet cannot be appended to, so a
``.part`` file of JSON lines stands in for it until the contest ends.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from oddtrick.arena.duplicate import DealResult
from oddtrick.arena.parquet import read_parquet, require_pyarrow, write_parquet
from oddtrick.arena.players import Entrant
from oddtrick.arena.seeds import Purpose
from oddtrick.atomic_file import sole_change, try_lock, write_atomically
from oddtrick.errors import OddtrickError
from oddtrick.rules import Rules

FORMAT = "oddtrick-arena/1"
PARQUET = ".parquet"
PART = ".part"


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The header of a results file: a contest can resume a file only if its header is equal.

    Args:
        rules: the game with its options, as in a record.
        bots: all entrants, in the order given.
        seed: the seed of the contest.
        whole: whether whole matches are played.
        together: whether all entrants sit at the same tables instead of playing in pairs.
        format: the format of the file.
        purpose: the purpose of the contest.
    """

    rules: dict[str, Any]
    bots: tuple[Entrant, ...]
    seed: int
    whole: bool = False
    together: bool = False
    format: str = FORMAT
    purpose: Purpose = "choose"


class Line(msgspec.Struct, frozen=True):
    """One deal of one of the contests.

    Args:
        pair: the index of the contest, from 0.
        deal: its result.
    """

    pair: int
    deal: DealResult


_encoder = msgspec.json.Encoder()
_header_decoder = msgspec.json.Decoder(Header)
_line_decoder = msgspec.json.Decoder(Line)


def make_header(
    rules: Rules,
    bots: Sequence[Entrant],
    seed: int,
    *,
    whole: bool,
    together: bool,
    purpose: Purpose = "choose",
) -> Header:
    """Returns the header for a results file."""
    game = {"game": rules.game, **msgspec.to_builtins(rules.options)}
    return Header(game, tuple(bots), seed, whole, together, purpose=purpose)


class ResultsFile:
    """A results file, open for appending.

    Args:
        file: the JSON lines, positioned at the end.
        lines: the lines already in it.
    """

    def __init__(self, file: BinaryIO, lines: Sequence[Line]) -> None:
        self._file = file
        self._previous: dict[int, list[DealResult]] = {}
        for line in lines:
            self._previous.setdefault(line.pair, []).append(line.deal)

    def previous(self, pair: int) -> Sequence[DealResult]:
        """Returns the deals of a contest that the file held when it was opened, from deal 0."""
        return self._previous.get(pair, ())

    def add(self, pair: int, deals: Sequence[DealResult]) -> None:
        """Appends further deals of a contest, in order."""
        self._file.write(_encoder.encode_lines([Line(pair, deal) for deal in deals]))
        self._file.flush()


@contextmanager
def open_results(path: Path, header: Header) -> Iterator[ResultsFile]:
    """Opens a results file, new or to resume.

    Args:
        path: the file; ``.parquet`` is converted to Parquet at the end, others are JSON lines.
        header: the header of the contest to play.

    Raises:
        OddtrickError: the file holds something else or another contest, another process is
            writing to it, or pyarrow is missing for Parquet.
    """
    if path.suffix != PARQUET:
        with _open_lines(path, header) as results:
            yield results
        return
    part = path.with_name(path.name + PART)
    require_pyarrow()
    with _reporting(path), sole_change(path):
        if path.exists() and not part.exists():
            write_atomically(part, _lines_of_parquet(path, header))
    with _open_lines(part, header) as results:
        try:
            yield results
        finally:
            first, *rest = part.read_bytes().splitlines()
            write_parquet(path, first.decode(), [_line_decoder.decode(line) for line in rest])
            part.unlink()


def _lines_of_parquet(path: Path, header: Header) -> bytes:
    """The JSON lines that a Parquet file was made from."""
    first, rows = read_parquet(path)
    try:
        found = _header_decoder.decode(first)
        lines = [msgspec.convert(row, Line, str_keys=True) for row in rows]
    except msgspec.DecodeError:
        raise _not_results_error(path) from None
    _check_header(path, found, header)
    return first.encode() + b"\n" + _encoder.encode_lines(lines)


@contextmanager
def _open_lines(path: Path, header: Header) -> Iterator[ResultsFile]:
    with _reporting(path), path.open("a+b") as file:
        _lock(file, path)
        file.seek(0)
        data = file.read()
        complete = data[: data.rfind(b"\n") + 1]
        first = _encoder.encode(header) + b"\n"
        if not complete and not first.startswith(data):
            raise _not_results_error(path)
        lines = _read(path, complete, header) if complete else []
        if len(complete) < len(data):
            file.truncate(len(complete))
        if not complete:
            file.write(first)
            file.flush()
        yield ResultsFile(file, lines)


@contextmanager
def _reporting(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise OddtrickError(f"{path}: {(error.strerror or str(error)).lower()}") from None


def _read(path: Path, data: bytes, header: Header) -> list[Line]:
    first, *rest = data.splitlines()
    try:
        found = _header_decoder.decode(first)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise _not_results_error(path) from None
    _check_header(path, found, header)
    lines, next_number = [], dict[int, int]()
    for line_number, text in enumerate(rest, start=2):
        try:
            line = _line_decoder.decode(text)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise OddtrickError(
                f"{path}, line {line_number}: this is not a deal: {error}"
            ) from None
        expected = next_number.get(line.pair, 0)
        if line.deal.number != expected:
            raise OddtrickError(
                f"{path}, line {line_number}: deal {line.deal.number}, expected {expected}"
            )
        next_number[line.pair] = expected + 1
        lines.append(line)
    return lines


def _not_results_error(path: Path) -> OddtrickError:
    return OddtrickError(f"{path}: this is not an arena results file: choose another name")


def _check_header(path: Path, found: Header, wanted: Header) -> None:
    for name in ("format", "rules", "bots", "seed", "whole", "together", "purpose"):
        old, new = getattr(found, name), getattr(wanted, name)
        if old != new:
            raise OddtrickError(
                f"{path}: the file was started with {name} {_format(old)}, not {_format(new)}: "
                "repeat the original command, or choose another name"
            )


def _format(value: Any) -> str:
    if isinstance(value, tuple):
        return ", ".join(" ".join((bot.name, *bot.command, bot.model[:8])).strip() for bot in value)
    return _encoder.encode(value).decode().replace('"', "")


def _lock(file: BinaryIO, path: Path) -> None:
    """Locks the file; the operating system releases the lock however the process ends."""
    # The name may be gone: another arena was done with the file after we had opened it.
    if not try_lock(file.fileno()) or not path.exists():
        raise OddtrickError(
            f"{path}: another arena is writing to it: wait until it has finished"
        ) from None
