"""What has happened at a table: the facts that its event log holds.

An entry of the log is the facts that one command made, in order. They hold secrets (what a seat
holds, what the house draws from), so that nobody outside is ever given one:
:mod:`oddtrick.tables.projection` tells each seat what it may know.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from oddtrick.tables.settings import Settings

HOUSE = "house"
"""Who acts where no person does."""


class _Fact(msgspec.Struct, frozen=True, tag_field="type", omit_defaults=True):
    pass


class Opened(_Fact, frozen=True, tag="opened"):
    """A table was opened.

    Args:
        code: its id.
        rules: the game and its options, as a record writes them.
        settings: how it is run.
        host: the person who opened it.
        name: of the host.
        salt: a secret, from which the bots of the house draw their chances.
    """

    code: str
    rules: dict[str, Any]
    settings: Settings
    host: str
    name: str
    salt: str


class SettingsChanged(_Fact, frozen=True, tag="settings-changed"):
    """How the table is run has changed."""

    settings: Settings


class Sat(_Fact, frozen=True, tag="sat"):
    """A person sat down; ``program`` if it is a bot with an account."""

    place: int
    person: str
    name: str
    program: bool = False


class BotSeated(_Fact, frozen=True, tag="bot-seated"):
    """A bot of the house sat down."""

    place: int
    level: str
    name: str


class Vacated(_Fact, frozen=True, tag="vacated"):
    """A place became open."""

    place: int


class HostChanged(_Fact, frozen=True, tag="host-changed"):
    """Somebody else is the host."""

    person: str


class Begun(_Fact, frozen=True, tag="begun"):
    """A match began, the first or a rematch."""


class RoundOpened(_Fact, frozen=True, tag="round-opened"):
    """A draw began: the house sealed its secret and waits for the contributors' seals.

    Args:
        number: counts the draws of the table, from 1.
        purpose: a shuffle for a deal, or one round of a cut: for what.
        contributors: the places whose clients may contribute.
        secret: the house's.
        seal: its hash, which is published.
        until: the moment when the house goes on without those who have not sealed.
    """

    number: int
    purpose: Literal["deal", "dealer", "partners", "trumps"]
    contributors: tuple[int, ...]
    secret: str
    seal: str
    until: int


class Sealed(_Fact, frozen=True, tag="sealed"):
    """A contributor sealed a secret."""

    place: int
    seal: str


class OpeningBegan(_Fact, frozen=True, tag="opening-began"):
    """No more seals: those who sealed are asked to open."""

    until: int


class Unsealed(_Fact, frozen=True, tag="unsealed"):
    """A contributor opened its secret."""

    place: int
    secret: str


class Drawn(_Fact, frozen=True, tag="drawn"):
    """The draw is made: the order of the pack, or the card that each seat cut, as cards."""

    cards: str


class Acted(_Fact, frozen=True, tag="acted"):
    """A place played a card, chose trumps or threw; ``bot``: a bot did so for it."""

    place: int
    action: str
    bot: bool = False


class Claimed(_Fact, frozen=True, tag="claimed"):
    """A claim stood: these cards complete the hand (T9)."""

    place: int
    cards: tuple[str, ...]


class ClaimDenied(_Fact, frozen=True, tag="claim-denied"):
    """A claim did not stand (T9)."""

    place: int


class Undone(_Fact, frozen=True, tag="undone"):
    """A decision was taken back; so many actions of the match remain."""

    place: int
    actions: int


class Readied(_Fact, frozen=True, tag="readied"):
    """A place is ready for the next deal, or for another match."""

    place: int


class Continued(_Fact, frozen=True, tag="continued"):
    """The pause after a deal is over."""


class TookOver(_Fact, frozen=True, tag="took-over"):
    """A bot stands in for a person who is gone, whose time is over, or who asked for it."""

    place: int
    reason: Literal["disconnected", "timeout", "away"]


class Returned(_Fact, frozen=True, tag="returned"):
    """The person plays again."""

    place: int


class Arrived(_Fact, frozen=True, tag="arrived"):
    """A person came in at a worker."""

    person: str
    worker: str


class Departed(_Fact, frozen=True, tag="departed"):
    """A person's last connection at a worker is gone."""

    person: str
    worker: str


class Said(_Fact, frozen=True, tag="said"):
    """Somebody said something; ``place`` is None for a host without a seat."""

    place: int | None
    name: str
    phrase: str | None = None
    text: str | None = None


class DeadlinesExtended(_Fact, frozen=True, tag="deadlines-extended"):
    """No clock ran for so long (ms)."""

    ms: int


class Closed(_Fact, frozen=True, tag="closed"):
    """The table is closed for good."""

    reason: Literal["abandoned", "deserted"]


Fact = (
    Opened
    | SettingsChanged
    | Sat
    | BotSeated
    | Vacated
    | HostChanged
    | Begun
    | RoundOpened
    | Sealed
    | OpeningBegan
    | Unsealed
    | Drawn
    | Acted
    | Claimed
    | ClaimDenied
    | Undone
    | Readied
    | Continued
    | TookOver
    | Returned
    | Arrived
    | Departed
    | Said
    | DeadlinesExtended
    | Closed
)

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(tuple[Fact, ...])


def encode_facts(facts: tuple[Fact, ...]) -> bytes:
    """The facts of one entry as JSON."""
    return _encoder.encode(facts)


def decode_facts(data: bytes | str) -> tuple[Fact, ...]:
    """The facts of one entry.

    Raises:
        msgspec.DecodeError: this is no entry of a log.
    """
    facts: tuple[Fact, ...] = _decoder.decode(data)
    return facts
