"""A player that answers in words: a program started anew for each decision, as for language models.

The view in words goes to its standard input, and its standard output is the answer. A process that
lives for one decision cannot carry what one seat has seen to another.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from random import Random
from tempfile import TemporaryFile
from time import monotonic
from typing import IO

from oddtrick.arena.subprocess_bot import MAX_BYTES, MAX_SHOWN, SEED_BITS, BotFault
from oddtrick.calls import Bid, parse_call
from oddtrick.cards import Card, Suit, cards_in, parse_card, parse_suit
from oddtrick.errors import OddtrickError
from oddtrick.games import find_game
from oddtrick.match import Match
from oddtrick.rulebook import TRICK_PLAY, numbered_rules, page
from oddtrick.rules import PlayerAction, Rules, Throw, action_text, parse_play
from oddtrick.tricks import check_seat
from oddtrick.views import Awaited, FinishedDeal, PlayedTrick, View

RANK_WORDS = {
    word: "23456789TJQKA"[place]
    for place, word in enumerate(
        (
            *("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
            *("jack", "queen", "king", "ace"),
        )
    )
} | {"knave": "J", "10": "T"}
_RANK, _SUIT, _SIGN = "10|[2-9TJQKA]", "[SHDC]", "[♠♥♦♣]"
_WORDS = "|".join(RANK_WORDS)
_SUITS = "spades|hearts|diamonds|clubs"
_CODES = re.compile(
    rf"(?<![A-Za-z0-9♠♥♦♣])(?:(?:{_RANK})(?:{_SUIT}|\s?{_SIGN})|{_SIGN}\s?(?:{_RANK}))(?![A-Za-z0-9])"
)
_NAMES = re.compile(rf"\b({_WORDS}|[2-9TJQKA])\s+of\s+({_SUITS})\b", re.IGNORECASE)
_TRUMPS = re.compile(rf"(?<![A-Za-z0-9])(?:{_SUIT}|(?i:{_SUITS})|{_SIGN})(?![A-Za-z0-9])")
_PASSES = re.compile(r"\b(pass|knock)\b", re.IGNORECASE)
_THROWS = re.compile(r"\b(rock|paper|scissors)\b", re.IGNORECASE)
SHOWN = 80
"""The longest part of an answer that a message repeats."""


def read_answer(text: str, legal: Sequence[PlayerAction]) -> PlayerAction:
    r"""Returns the action that the last line of an answer names.

    Cards are understood as ``TH``, ``10H``, ``10♥``, ``♥10`` and ``ten of hearts``, suits as a
    letter, symbol or name, a pass as ``pass`` or ``knock``, a bid as it is written.

    Args:
        text: the answer; lines before the last one that is not empty are not read.
        legal: the legal actions, all of one kind.

    Raises:
        OddtrickError: the line names no action, several, or an illegal one.

    >>> read_answer("Partner leads.\n**10♥**", (Card.H2, Card.HT))
    Card.HT
    """
    lines = [line for line in text.splitlines() if line.strip(" \t*_`.")]
    if not lines:
        raise OddtrickError("the answer is empty")
    line = lines[-1].replace("*", "").replace("`", "").strip()
    named = list(dict.fromkeys(_named(line, legal[0])))
    shown = repr(line[:SHOWN])
    if not named:
        raise OddtrickError(f"the last line, {shown}, names none of the legal actions")
    if len(named) > 1:
        texts = " ".join(map(action_text, named))
        raise OddtrickError(f"the last line, {shown}, names several: {texts}")
    if named[0] not in legal:
        raise OddtrickError(f"{action_text(named[0])} is not legal here")
    return named[0]


def _named(line: str, example: PlayerAction) -> Iterator[PlayerAction]:
    """Yields the actions of the example's kind that a line names."""
    if isinstance(example, Throw):
        yield from (Throw(found.lower()) for found in _THROWS.findall(line))
    elif isinstance(example, Card):
        yield from (parse_card(found.replace(" ", "")) for found in _CODES.findall(line))
        for rank, suit in _NAMES.findall(line):
            yield parse_card(RANK_WORDS.get(rank.lower(), rank.upper()) + parse_suit(suit).letter)
        yield from map(parse_play, _PASSES.findall(line))
    elif isinstance(example, Bid):
        with suppress(OddtrickError):  # a bid has no sign of its own, so that it stands alone
            yield parse_call(line.rstrip(".,!").lower())
    else:
        yield from (Suit(parse_suit(found)) for found in _TRUMPS.findall(line))


_MARKUP = re.compile(r"\[([^]]*)]\([^)]*\)|[*`]")


def describe_view(view: View) -> str:
    """Returns the view of the seat to act as a prompt, ending with the question.

    Args:
        view: the view of the seat to act.
    """
    seen = (*_match_lines(view), *_deal_lines(view))
    return "\n".join((*_rules_lines(view.rules), "", *seen, "", *_question(view)))


def _rules_text(game: str) -> tuple[str, ...]:
    """The numbered rules of tricks and of the game, or its whole page, without markup."""
    own = numbered_rules(game)
    rules = [f"{rule}. {text}" for rule, text in (numbered_rules(TRICK_PLAY) | own).items()]
    if not own:
        rules += [line for line in page(game).splitlines() if line.strip()]
    return tuple(_MARKUP.sub(r"\1", text) for text in rules)


def _rules_lines(rules: Rules) -> Iterator[str]:
    game = find_game(rules.game)
    yield f"You play {game.title}. {game.objective}"
    yield "Rules that this table does not use may be among the following."
    yield from _rules_text(rules.game)
    yield ""
    options = ", ".join(
        f"{name} {value}"
        for name in type(rules.options).__struct_fields__
        if (value := getattr(rules.options, name)) is not None
    )
    yield f"The options of this table: {options}."


def _match_lines(view: View) -> Iterator[str]:
    rules, seat = view.rules, view.seat
    assert seat is not None
    last = rules.players - 1
    yield f"There are {rules.players} seats, 0 to {last} clockwise. You have seat {seat}."
    partners = rules.partners(seat)
    if partners:
        have = "partners have seats" if len(partners) > 1 else "partner has seat"
        yield f"Your {have} {_list(partners)}."
    else:
        yield "Everybody plays alone."
    if len(view.seats) < rules.players:
        yield f"Still in the match: seats {_list(view.seats)}."
    for dog in view.dogs:
        yield f"Seat {dog} has a dog's life: it was dealt one card, and may pass until it plays it."
    if view.past:
        yield f"Score before this deal: {_by_side(rules, view.standing.score)}."
        if any(view.standing.games):
            yield f"Games won: {_by_side(rules, view.standing.games)}."
    for number, deal in enumerate(view.past, start=1):
        yield _past_deal(rules, number, deal)


def _past_deal(rules: Rules, number: int, deal: FinishedDeal) -> str:
    trump = "no trumps" if deal.trump is None else f"{deal.trump} trumps"
    tricks = [sum(deal.tricks[seat] for seat in side) for side in rules.sides]
    return (
        f"Deal {number}, {trump}: tricks {_by_side(rules, tricks)}; "
        f"points {_by_side(rules, deal.points)}."
    )


def _by_side(rules: Rules, numbers: Sequence[int]) -> str:
    shown = []
    for side, number in zip(rules.sides, numbers, strict=True):
        shown.append(f"seat{'s' if len(side) > 1 else ''} {_list(side)}: {number}")
    return ", ".join(shown)


def _list(seats: Iterable[object]) -> str:
    return " and ".join(map(str, seats))


def _deal_lines(view: View) -> Iterator[str]:
    yield f"Deal {view.number + 1}, dealt by seat {view.dealer}. {_trumps(view)}"
    yield from _calls(view)
    if view.hand_count > 1:
        yield f"This deal has {view.hand_count} hands; this is hand {view.hand_number + 1}."
    for number, hand in enumerate(view.earlier, start=1):
        yield f"Hand {number}:"
        yield from _tricks(hand)
    if view.tricks:
        yield "Tricks of this hand so far:"
        yield from _tricks(view.tricks)
    if any(view.won):
        won = ", ".join(f"seat {seat}: {number}" for seat, number in enumerate(view.won))
        yield f"Tricks won: {won}."
    voids = [
        f"seat {seat} in {' and '.join(map(str, suits))}"
        for seat, suits in enumerate(view.voids)
        if suits
    ]
    if voids:
        yield f"Shown to be void: {', '.join(voids)}."
    if view.hand:
        yield f"Your hand: {_hand(view.hand.mask)}."
    for seat, shown in (*view.cut, *view.contest):
        yield f"Seat {seat} showed {shown}."
    if view.table:
        played = ", ".join(
            f"seat {seat} {card}" for seat, card in zip(view.table_seats, view.table, strict=False)
        )
        later = view.table_seats[len(view.table) + 1 :]
        after = f" After you: {_list(f'seat {seat}' for seat in later)}." if later else ""
        yield f"On the table: {played}.{after}"
    if view.passed:
        yield f"Passed at this trick: seats {_list(view.passed)}."


def _calls(view: View) -> Iterator[str]:
    for name, made in view.calls:
        calls = (f"seat {seat} {'unseen' if call is None else call}" for seat, call in made)
        yield f"{name.capitalize()}: {', '.join(calls) or 'none so far'}."


def _trumps(view: View) -> str:
    if not view.trump_known:
        return "Trumps are not settled yet."
    trump = "There are no trumps." if view.trump is None else f"Trumps: {view.trump}."
    if view.turn_up is None:
        return trump
    holder = f", held by seat {view.turn_up_seat}" if view.turn_up_seat is not None else ""
    return f"{trump} The card turned up was {view.turn_up}{holder}."


def _tricks(tricks: Iterable[PlayedTrick]) -> Iterator[str]:
    for number, trick in enumerate(tricks, start=1):
        cards = " ".join(
            f"{seat}:{card}" for seat, card in zip(trick.seats, trick.cards, strict=True)
        )
        passed = f", seats {_list(trick.passed)} passed" if trick.passed else ""
        yield f"{number}. {cards}{passed}, won by seat {trick.winner}"


def _hand(mask: int) -> str:
    """A hand by suit, highest first, as ``spades AS TS, hearts KH``."""
    suits = []
    for suit in reversed(Suit):
        cards = cards_in(mask & suit.mask)
        if cards:
            suits.append(f"{suit} " + " ".join(map(str, reversed(cards))))
    return ", ".join(suits)


def _question(view: View) -> Iterator[str]:
    what = {
        Awaited.CARD: "Play a card" if view.table else "Lead a card",
        Awaited.CHOICE: "Choose the trump suit",
        Awaited.CALL: "Call",
        Awaited.THROW: "Throw",
    }[view.awaited]
    legal = ", ".join(map(action_text, view.legal))  # a bid may have several words
    yield "A card is written as its rank and suit: AS is the ace of spades, TH the ten of hearts."
    yield f"{what}. Legal: {legal}"
    yield "Think if you like, but let the last line of your answer be your choice alone."


ATTEMPTS = 3
"""Answers asked for before the deal is forfeited."""

SEED = "ODDTRICK_SEED"
"""The environment variable with the randomness of a decision."""


class TextBot:
    """The program of one entrant at one seat of one table.

    Args:
        name: the name of the entrant.
        command: the program and its arguments.
        rules: the game.
        seat: the only seat whose view it gets.
        limit: seconds for a decision, for all its attempts together.
    """

    def __init__(
        self, name: str, command: Sequence[str], rules: Rules, seat: int, limit: float
    ) -> None:
        self.name = name
        self._command = command
        self._seat = check_seat(seat, rules.players)
        self._limit = limit

    def act(self, match: Match, rng: Random) -> PlayerAction:
        """Returns the action that the program's answer names.

        An answer that names no legal action is returned to it with the reason, twice.

        Raises:
            BotFault: it timed out, failed, or gave no legal action in any attempt.
            OddtrickError: it does not start.
        """
        view = match.view(self._seat)
        prompt, until = describe_view(view), monotonic() + self._limit
        seed = rng.getrandbits(SEED_BITS)
        reason = ""
        for _ in range(ATTEMPTS):
            answer = self._run(prompt, seed, until)
            try:
                return read_answer(answer, view.legal)
            except OddtrickError as error:
                reason = str(error)
                prompt += (
                    f"\n\nYou answered:\n{answer.strip()}\n\nThat cannot be played: {reason}. "
                    "Answer again, with one legal choice alone on the last line."
                )
        raise BotFault(f"after {ATTEMPTS} attempts {reason}")

    def _run(self, prompt: str, seed: int, until: float) -> str:
        """Runs the program once and returns its output, at most the last ``MAX_BYTES``."""
        with TemporaryFile() as output, TemporaryFile() as errors:
            try:
                process = subprocess.Popen(  # noqa: S603  the user's own program
                    self._command,
                    stdin=subprocess.PIPE,
                    stdout=output,
                    stderr=errors,
                    env={**os.environ, SEED: str(seed)},
                    start_new_session=True,
                )
            except OSError as error:
                reason = (error.strerror or str(error)).lower()
                raise OddtrickError(f"{self.name} does not start: {reason}") from None
            try:
                process.communicate(prompt.encode(), timeout=max(0.0, until - monotonic()))
            except subprocess.TimeoutExpired:
                raise BotFault(f"no answer within {self._limit:g} s") from None
            finally:
                _kill(process)
            if process.returncode:
                last = _tail(errors).strip().splitlines()[-1:]
                said = f": {last[0][:MAX_SHOWN]}" if last else ""
                raise BotFault(f"it exited with status {process.returncode}{said}")
            return _tail(output)

    def close(self) -> None:
        """Does nothing: no process outlives a decision."""


def _kill(process: subprocess.Popen[bytes]) -> None:
    """Kills the process with everything it has started."""
    with suppress(OSError):
        if sys.platform == "win32":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)
    if process.stdin is not None:
        with suppress(OSError):
            process.stdin.close()
    process.wait()


def _tail(file: IO[bytes]) -> str:
    """The last bytes of a file as text: a program that writes for ever fills no memory."""
    file.seek(0, os.SEEK_END)
    file.seek(max(0, file.tell() - MAX_BYTES))
    return file.read().decode(errors="replace")
