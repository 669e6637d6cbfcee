"""The facts that make up a table's event log.

One log entry holds the facts of one command, in order. Facts contain secrets, such as hands and
the server's draw secrets, and never leave the server as they are:
:mod:`oddtrick.tables.projection` derives what each seat may see.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from oddtrick.tables.fixed_deals import DriveDeal, SealedDeal
from oddtrick.tables.settings import Settings

SERVER = "server"
"""The actor of commands that the server issues itself."""


class _Fact(msgspec.Struct, frozen=True, tag_field="type", omit_defaults=True):
    pass


class Opened(_Fact, frozen=True, tag="opened"):
    """A table was opened.

    Args:
        code: its id.
        rules: the game and its options in record form.
        settings: the table's settings.
        host: the id of the person who opened it.
        name: the host's display name.
        salt: a secret that seeds the random choices of the built-in bots.
        drive: the deal of a whist drive that is played here, or None.
        sealed: the deal that is played, if it was fixed beforehand.
    """

    code: str
    rules: dict[str, Any]
    settings: Settings
    host: str
    name: str
    salt: str
    drive: DriveDeal | None = None
    sealed: SealedDeal | None = None


class SettingsChanged(_Fact, frozen=True, tag="settings-changed"):
    """The host changed the settings."""

    settings: Settings


class Sat(_Fact, frozen=True, tag="sat"):
    """A person sat down; ``program`` marks a bot with its own account."""

    place: int
    person: str
    name: str
    program: bool = False


class BotSeated(_Fact, frozen=True, tag="bot-seated"):
    """A built-in bot was seated."""

    place: int
    level: str
    name: str


class Vacated(_Fact, frozen=True, tag="vacated"):
    """A place was vacated and is open."""

    place: int


class HostChanged(_Fact, frozen=True, tag="host-changed"):
    """Another person became the host."""

    person: str


class Begun(_Fact, frozen=True, tag="begun"):
    """A match or rematch began."""


class RoundOpened(_Fact, frozen=True, tag="round-opened"):
    """A draw began: the server committed to its secret and awaits the contributors' seals.

    Args:
        number: the number of the draw at this table, from 1.
        purpose: a shuffle (``deal``), or one round of a cut.
        contributors: the places whose clients may contribute.
        secret: the server's secret, in hexadecimal.
        seal: the published commitment to it.
        until: when the server proceeds without missing seals (ms).
    """

    number: int
    purpose: Literal["deal", "dealer", "partners", "trumps"]
    contributors: tuple[int, ...]
    secret: str
    seal: str
    until: int


class Sealed(_Fact, frozen=True, tag="sealed"):
    """A contributor committed to a secret."""

    place: int
    seal: str


class OpeningBegan(_Fact, frozen=True, tag="opening-began"):
    """Sealing closed; contributors that sealed may now open."""

    until: int


class Unsealed(_Fact, frozen=True, tag="unsealed"):
    """A contributor opened its seal."""

    place: int
    secret: str


class Drawn(_Fact, frozen=True, tag="drawn"):
    """A draw finished; ``cards`` is the order of the pack, or the card that each seat cut."""

    cards: str


class Acted(_Fact, frozen=True, tag="acted"):
    """A place played a card, chose trumps or threw; ``bot`` if a built-in bot decided."""

    place: int
    action: str
    bot: bool = False


class BotFailed(_Fact, frozen=True, tag="bot-failed"):
    """A bot could not decide; one of a lower level plays from now on.

    Args:
        place: the place.
        level: the level that plays from now on.
        fault: the level that failed and its error, in one line.
    """

    place: int
    level: str
    fault: str


class Claimed(_Fact, frozen=True, tag="claimed"):
    """A claim was upheld; ``cards`` complete the hand (T9).

    ``settled``: no tricks were claimed; nothing could change the points of the deal any more.
    """

    place: int
    cards: tuple[str, ...]
    settled: bool = False


class ClaimDenied(_Fact, frozen=True, tag="claim-denied"):
    """A claim was rejected (T9)."""

    place: int


class Undone(_Fact, frozen=True, tag="undone"):
    """A decision was undone; ``actions`` is the number of actions that remain in the match."""

    place: int
    actions: int


class Readied(_Fact, frozen=True, tag="readied"):
    """A place is ready for the next deal or for a rematch."""

    place: int


class Continued(_Fact, frozen=True, tag="continued"):
    """The pause after a deal ended."""


class TookOver(_Fact, frozen=True, tag="took-over"):
    """A bot took over for a person who disconnected, ran out of time or stepped away."""

    place: int
    reason: Literal["disconnected", "timeout", "away"]


class Returned(_Fact, frozen=True, tag="returned"):
    """The person resumed playing."""

    place: int


class Arrived(_Fact, frozen=True, tag="arrived"):
    """A person's first connection at a worker opened."""

    person: str
    worker: str


class Departed(_Fact, frozen=True, tag="departed"):
    """A person's last connection at a worker closed."""

    person: str
    worker: str


class Said(_Fact, frozen=True, tag="said"):
    """A chat message was sent; ``place`` is None for a host without a seat."""

    place: int | None
    name: str
    phrase: str | None = None
    text: str | None = None


class DeadlinesExtended(_Fact, frozen=True, tag="deadlines-extended"):
    """Every running deadline was extended by ``ms``, to make up for server downtime."""

    ms: int


class Closed(_Fact, frozen=True, tag="closed"):
    """The table was closed permanently."""

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
    | BotFailed
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
"""Something that happened at a table."""

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(tuple[Fact, ...])


def encode_facts(facts: tuple[Fact, ...]) -> bytes:
    """Encodes the facts of one entry as JSON."""
    return _encoder.encode(facts)


def decode_facts(data: bytes | str) -> tuple[Fact, ...]:
    """Decodes the facts of one entry.

    Raises:
        msgspec.DecodeError: the data is not a log entry.
    """
    facts: tuple[Fact, ...] = _decoder.decode(data)
    return facts
