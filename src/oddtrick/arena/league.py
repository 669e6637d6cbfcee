"""A league: every entrant plays every other on the same deals, and all are rated.

A league is a folder. ``league.json`` holds its terms and its entrants with their versions,
``pairs/`` the deals of each contest, from which an interrupted league resumes. When every deal has
been played, the tables of :mod:`oddtrick.arena.league_tables` are written beside them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from hashlib import sha256
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import msgspec

from oddtrick.arena.bot_version import version_of
from oddtrick.arena.contest import CHUNK, play_duplicate
from oddtrick.arena.duplicate import DealResult
from oddtrick.arena.executors import Pool
from oddtrick.arena.metrics import Unit, default_unit
from oddtrick.arena.players import Entrant
from oddtrick.arena.results_file import make_header, open_results
from oddtrick.atomic_file import sole_change, write_atomically
from oddtrick.errors import OddtrickError
from oddtrick.rules import Rules

FORMAT = "oddtrick-league/1"
"""The format of the file of a league."""

FILE = "league.json"
"""The file with the terms and the participants, in the folder of a league."""

PAIRS = "pairs"
"""The folder with the deals of each contest as JSON lines, in the folder of a league."""


class Terms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The terms of a league, the same for all its contests.

    Args:
        rules: the game with its options, as in a record.
        seed: the seed of the cards and of the bots' randomness.
        unit: the unit of the ratings.
        limit: seconds an external program has for a decision.
    """

    rules: dict[str, Any]
    seed: int
    unit: Unit
    limit: float


class Participant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entrant of a league.

    Args:
        entrant: the entrant.
        version: its version, see :func:`oddtrick.arena.bot_version.version_of`.
    """

    entrant: Entrant
    version: str

    @property
    def name(self) -> str:
        """The name of the entrant."""
        return self.entrant.name


class League(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The terms of a league and its participants in the order in which they entered.

    Args:
        terms: the terms.
        participants: the participants; each name occurs once.
        format: the format of the file.
    """

    terms: Terms
    participants: tuple[Participant, ...] = ()
    format: str = FORMAT


class Contested(msgspec.Struct, frozen=True):
    """The deals of one contest of a league.

    Args:
        bots: the indices of its two participants; the first is the bot under test.
        deals: the deals from number 0.
    """

    bots: tuple[int, int]
    deals: tuple[DealResult, ...]


def terms_of(rules: Rules, *, seed: int, unit: Unit | None, limit: float) -> Terms:
    """Returns the terms of a league of one game.

    Args:
        rules: the game.
        seed: the seed of the cards and of the bots' randomness.
        unit: the unit of the ratings; None: that of the game,
            :func:`~oddtrick.arena.default_unit`.
        limit: seconds an external program has for a decision.
    """
    game = {"game": rules.game, **msgspec.to_builtins(rules.options)}
    return Terms(game, seed, unit or default_unit(rules), limit)


def read_league(folder: Path) -> League | None:
    """Reads the league of a folder; None if none has begun there.

    Raises:
        OddtrickError: the file is no league, or cannot be read.
    """
    file = folder / FILE
    try:
        league = msgspec.json.decode(file.read_bytes(), type=League)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise OddtrickError(f"{file}: {(error.strerror or str(error)).lower()}") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise OddtrickError(f"{file}: this is not a league: {error}") from None
    if league.format != FORMAT:
        raise OddtrickError(f'{file}: format is {league.format[:40]!r}: this reads "{FORMAT}"')
    return league


def enter(folder: Path, terms: Terms, rules: Rules, entrants: Sequence[Entrant]) -> League:
    """Begins a league in a folder, or goes on with the one that is there.

    Args:
        folder: the folder, created if it does not exist.
        terms: the terms; those of a league under way cannot change.
        rules: the game of these terms.
        entrants: bots to enter besides those of the folder.

    Returns:
        The league as it is now stored in the folder.

    Raises:
        OddtrickError: the folder holds a league on other terms, a bot has changed since it entered,
            two entrants share a name, a program does not start, or there are fewer than two.
    """
    while True:
        league = read_league(folder)
        entered = _with_entrants(folder, league or League(terms), terms, rules, entrants)
        if _replace(folder, league, entered):
            return entered


def _with_entrants(
    folder: Path, league: League, terms: Terms, rules: Rules, entrants: Sequence[Entrant]
) -> League:
    _check_terms(folder, league.terms, terms)
    known = {one.name: one for one in league.participants}
    wanted = [*(one.entrant for one in league.participants), *entrants]
    participants: dict[str, Participant] = {}
    for entrant in wanted:
        now = Participant(entrant, version_of(entrant, rules, terms.limit))
        before = participants.get(now.name) or known.get(now.name) or now
        if before != now:
            raise OddtrickError(
                f"{folder}: {now.name} has changed: it entered as {before.version}, now it is "
                f"{now.version}: enter the new one under another name, or begin another league"
            )
        participants[now.name] = now
    if len(participants) < 2:
        raise OddtrickError(f"{folder}: a league needs at least two bots: name another one")
    return League(league.terms, tuple(participants.values()))


def _check_terms(folder: Path, found: Terms, wanted: Terms) -> None:
    for name in Terms.__struct_fields__:
        was, now = (msgspec.json.encode(getattr(one, name)).decode() for one in (found, wanted))
        if was != now:
            raise OddtrickError(
                f"{folder}: this league has {name} {was}, not {now}: leave that option out, or "
                "choose another folder"
            )


def _replace(folder: Path, before: League | None, after: League) -> bool:
    """Writes a league; returns False if others have entered it meanwhile."""
    file = folder / FILE
    try:
        (folder / PAIRS).mkdir(parents=True, exist_ok=True)
        with sole_change(file):
            if read_league(folder) != before:
                return False
            write_atomically(
                file, msgspec.json.format(msgspec.json.encode(after), indent=1) + b"\n"
            )
    except OSError as error:
        raise OddtrickError(f"{folder}: {(error.strerror or str(error)).lower()}") from None
    return True


def contests_of(league: League, rules: Rules) -> Iterator[tuple[int, int]]:
    """Yields the contests as indices of participants, the bot under test first.

    With two sides, both bots play both sides of each deal, so one contest a pair is enough. With
    more, one bot plays against several of the other, and then the other way round.

    Args:
        league: the league.
        rules: its game.
    """
    numbers = range(len(league.participants))
    yield from combinations(numbers, 2) if len(rules.sides) == 2 else permutations(numbers, 2)


def play_league(
    folder: Path,
    league: League,
    rules: Rules,
    *,
    deals: int,
    pool: Pool | None = None,
    chunk_size: int = CHUNK,
    on_deals: Callable[[tuple[int, int], Sequence[DealResult]], None] = lambda *_: None,
) -> tuple[Contested, ...]:
    """Plays every deal of every contest that the folder does not hold yet.

    The result does not depend on the pool, the chunk size or interruptions, if the bots' play does
    not.

    Args:
        folder: the folder of the league.
        league: the league, as :func:`enter` returns it.
        rules: its game.
        deals: the number of deals of each contest; of whole matches if the unit is ``"matches"``.
        pool: the workers that play; None: this thread.
        chunk_size: the number of deals in a chunk.
        on_deals: called with a contest and the deals just played in it, or found in the folder.

    Returns:
        Every contest, in the order of :func:`contests_of`, with its deals from number 0.

    Raises:
        OddtrickError: a bot fails, or a file of the folder is damaged or in use.
    """
    return tuple(
        _play_contest(
            folder,
            league,
            rules,
            contest,
            deals=deals,
            pool=pool,
            chunk_size=chunk_size,
            on_deals=partial(on_deals, contest),
        )
        for contest in contests_of(league, rules)
    )


def _play_contest(
    folder: Path,
    league: League,
    rules: Rules,
    contest: tuple[int, int],
    *,
    deals: int,
    pool: Pool | None,
    chunk_size: int,
    on_deals: Callable[[Sequence[DealResult]], None],
) -> Contested:
    """Plays the deals of one contest that its file does not hold yet."""
    terms = league.terms
    a, b = (league.participants[number] for number in contest)
    pair = (a.entrant, b.entrant)
    whole = terms.unit == "matches"
    header = make_header(rules, pair, terms.seed, whole=whole, together=False)
    with open_results(folder / PAIRS / _log_name(a, b), header) as results:
        found = list(results.previous(0)[:deals])
        on_deals(found)

        def on_played(more: Sequence[DealResult]) -> None:
            results.add(0, more)
            found.extend(more)
            on_deals(more)

        play_duplicate(
            rules,
            *pair,
            deals=deals,
            seed=terms.seed,
            unit=terms.unit,
            pool=pool,
            chunk_size=chunk_size,
            limit=terms.limit,
            previous=tuple(found),
            on_deals=on_played,
        )
    return Contested(contest, tuple(found))


def _log_name(a: Participant, b: Participant) -> str:
    """The name of a contest's file: readable, and unique by names and versions."""
    names = "-".join(re.sub(r"[^A-Za-z0-9]+", "_", one.name)[:24] for one in (a, b))
    exact = msgspec.json.encode([(one.name, one.version) for one in (a, b)])
    return f"{names}-{sha256(exact).hexdigest()[:8]}.jsonl"
