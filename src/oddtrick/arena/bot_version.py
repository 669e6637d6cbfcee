"""The version of an entrant: results of two versions never count as those of one bot.

A built-in bot has the version of the package and a signature of its play, so that a change of any
line that changes a card is noticed. A program has a digest of its command and of the files that it
names, after the version that it states of itself, if it does: a bot of another installation states
the one that it has there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path

from oddtrick import __version__
from oddtrick.arena.players import Entrant, create_player
from oddtrick.arena.seeds import PublicHistory, deal_seed
from oddtrick.arena.subprocess_bot import SubprocessBot
from oddtrick.bots import find_bot
from oddtrick.dealing import Seeded
from oddtrick.match import CHANCE, start
from oddtrick.rules import Rules, action_text

DEALS = 2
"""Deals that a signature looks at."""

EVERY = 5
"""The interval of the decisions that the bot is asked for: `master` needs a second for each."""

GUIDE = "casual"
"""The bot that plays the deals of a signature, so that all bots are asked in the same positions."""

DIGITS = 12
"""Hexadecimal digits of a digest that are kept."""


def version_of(entrant: Entrant, rules: Rules, limit: float = 10.0) -> str:
    """Returns the version of an entrant for one game.

    Args:
        entrant: the entrant.
        rules: the game in which a built-in bot's play is signed.
        limit: seconds an external program has for a decision; it is told before it is asked.

    Returns:
        ``VERSION+SIGNATURE`` for a bot of this package, ``sha256:DIGEST`` for anything that names
        files or programs; for a program that states its version, both with a space between.

    Raises:
        OddtrickError: a program does not start.
    """
    words = [*entrant.command, entrant.name.partition(":")[2]]
    files = [Path(word) for word in words if word and Path(word).is_file()]
    if entrant.is_external or files:
        stated = _stated_version(entrant, rules, limit)
        return f"{stated} sha256:{_digest_of(words, files)}".lstrip()
    answers = " ".join(_answers(entrant, rules))
    return f"{__version__}+{sha256(answers.encode()).hexdigest()[:DIGITS]}"


def _stated_version(entrant: Entrant, rules: Rules, limit: float) -> str:
    """Asks a program for its version; empty if it states none or speaks another protocol."""
    if not entrant.is_external or entrant.text:
        return ""
    return SubprocessBot(entrant.name, entrant.command, rules, seat=0, limit=limit).ask_version()


def _digest_of(words: Iterable[str], files: Iterable[Path]) -> str:
    """Digests the words of a command and the content of the files among them."""
    digest = sha256("\0".join(words).encode())
    for file in files:
        digest.update(b"\0" + sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:DIGITS]


def _answers(entrant: Entrant, rules: Rules) -> Iterator[str]:
    """Yields what a built-in bot would do at some decisions of deals that another bot plays."""
    guide = find_bot(GUIDE)
    players = [create_player(entrant, rules, seat, limit=0) for seat in range(rules.players)]
    asked = 0
    for number in range(DEALS):
        match, history = start(rules, dealer=number % rules.players), PublicHistory(0, number)
        chance = Seeded(deal_seed(0, number))
        while not match.over and match.number == 0:
            seat = match.to_act
            assert seat is not None
            if seat == CHANCE:
                match = match.apply(chance(match))
                continue
            if len(match.legal_actions()) > 1:
                asked += 1
                if asked % EVERY == 0:
                    yield action_text(players[seat].act(match, history.rng()))
            action = guide.choose(match.view(seat), history.rng())
            history.add(seat, action, match.phase)
            match = match.apply(action)
    for player in players:
        player.close()
