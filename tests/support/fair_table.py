"""A table with fair draws, as on a server, and their proof."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from hypothesis import strategies as st

from oddtrick.fair import (
    FORMAT,
    SERVER,
    Contribution,
    Proof,
    Purpose,
    Round,
    contributors,
    draw_action,
    key_of,
    purpose_of,
    seal_of,
)
from oddtrick.games import rules_of
from oddtrick.match import ChanceAction, Match, start
from oddtrick.record import Record, decode_record, encode_record, record_of, replay
from tests.support.hypothesis_strategies import A_GAME, play_on

NAMES = ("Ann", "Bob", "Cat", "Dot", "Eve", "Fay", "Guy", "Hal")


class FairTable:
    """Draws for a match in fair rounds with random contributions.

    Args:
        random: the source of all secrets.
        name: the name of the table.
        number: the number of the first round.
        chances: the weights of opening, withholding and not contributing.
    """

    def __init__(
        self,
        random: Random,
        name: str = "example",
        *,
        number: int = 1,
        chances: tuple[int, int, int] = (6, 1, 1),
    ) -> None:
        self.random = random
        self.name = name
        self.number = number
        self.chances = chances
        self.rounds: list[Round] = []

    def secret(self) -> str:
        return self.random.randbytes(32).hex()

    def __call__(self, match: Match) -> ChanceAction:
        number, secret = self.number + len(self.rounds), self.secret()
        drawn_round = Round(
            number,
            purpose_of(match),
            match.number + 1,
            seal_of(self.name, number, SERVER, secret),
            secret,
            tuple(
                self._contribution(number, place, opens=done == "opens")
                for place in sorted(contributors(match))
                if (done := self._does()) != "nothing"
            ),
        )
        self.rounds.append(drawn_round)
        return draw_action(match, key_of(self.name, drawn_round))

    def _does(self) -> str:
        return self.random.choices(("opens", "withholds", "nothing"), self.chances)[0]

    def _contribution(self, number: int, place: int, *, opens: bool) -> Contribution:
        secret = self.secret()
        seal = seal_of(self.name, number, place, secret)
        return Contribution(place, NAMES[place], seal, secret if opens else None)

    def proof(self, match: Match, first_dealer: int | None = None) -> Proof:
        names = NAMES[: match.rules.players]
        return Proof(FORMAT, self.name, tuple(self.rounds), names, first_dealer)


def played(
    game: str,
    options: dict[str, object],
    random: Random,
    *,
    actions: int = -1,
    dealer: int | None = None,
    table: Callable[[Random], FairTable] = FairTable,
) -> tuple[Match, FairTable]:
    """Plays a random match at such a table, to its end or for ``actions`` actions."""
    chance = table(random)
    match = start(rules_of(game, **options), dealer=dealer, chance=chance)
    return play_on(match, random, actions), chance


def recorded(match: Match) -> Record:
    """Returns the record of a match after a round trip through JSON."""
    names = [NAMES[place] for place in match.seating]
    return decode_record(encode_record(record_of(match, names)))


def replayed_with_names(match: Match) -> tuple[Match, list[str] | None]:
    """Returns the match replayed from its record, with the names."""
    record = recorded(match)
    return replay(record), record.names


@st.composite
def tables(draw: st.DrawFn, *, finished: bool = False) -> tuple[Match, Proof]:
    """Draws a match of any game, finished or not, and its proof with every secret open."""
    game, options = draw(A_GAME)
    random = Random(draw(st.integers(0, 2**32)))
    actions = -1 if finished else draw(st.integers(0, 150))
    dealer = draw(st.sampled_from((None, None, 0, 1)))
    match, table = played(game, options, random, actions=actions, dealer=dealer)
    return match, table.proof(match, dealer)


def one_deal() -> tuple[Match, FairTable]:
    """Plays one deal of whist, dealt by Ann, with contributions by Bob and Dot."""
    match, table = played(
        "whist",
        {"match": "deals", "deals": 1},
        Random(3),
        dealer=0,
        table=lambda random: FairTable(random, chances=(1, 0, 0)),
    )
    return match, table


def sealed(number: int, purpose: Purpose, deal: int, *, opened: bool = True) -> Round:
    secret = f"{number:064x}"
    seal = seal_of("example", number, SERVER, secret)
    return Round(number, purpose, deal, seal, secret if opened else None, ())
