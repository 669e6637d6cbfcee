"""What people, their programs and the house ask of a table.

A command is a wish: :func:`oddtrick.tables.handle` decides what comes of it.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from oddtrick.tables.settings import Settings

Place = Annotated[int, Meta(ge=0, le=7, description="A player by number, as they came.")]
Hex32 = Annotated[
    str,
    Meta(
        pattern="^[0-9a-f]{64}$",
        # `$` alone would let a line's end through, and no proof would take it.
        max_length=64,
        description="32 bytes in lower-case hexadecimal.",
    ),
]
DrawNumber = Annotated[int, Meta(ge=1, le=2**31 - 1, description="The number of a draw.")]
Level = Annotated[str, Meta(max_length=16, description="The name of a bot.")]

PHRASES = (
    "hello",
    "good-luck",
    "well-played",
    "thanks",
    "sorry",
    "one-moment",
    "good-game",
    "bye",
)
"""What can be said without writing; each client has its own words for them."""

CHAT_LENGTH = 200


class _Command(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    pass


class Sit(_Command, frozen=True, tag="sit"):
    """Takes an open place, or a bot's."""

    place: Place


class Leave(_Command, frozen=True, tag="leave"):
    """Gives up one's place; in the middle of a match a bot plays on."""


class AddBot(_Command, frozen=True, tag="add-bot"):
    """The host seats a bot of the house."""

    place: Place
    level: Level = "casual"


class ClearPlace(_Command, frozen=True, tag="clear-place"):
    """The host empties a place: a bot's, or that of somebody who does not belong there."""

    place: Place


class TransferHost(_Command, frozen=True, tag="transfer-host"):
    """The host makes somebody else the host."""

    place: Place


class ChangeSettings(_Command, frozen=True, tag="change-settings"):
    """The host changes how the table is run, while no match is under way.

    Args:
        settings: all of them, as they are to be.
    """

    settings: Settings


class Begin(_Command, frozen=True, tag="begin"):
    """The host begins the match.

    Args:
        fill: the bots that take the places that are open; None: there must be none.
    """

    fill: Level | None = "casual"


class Play(_Command, frozen=True, tag="play"):
    """Plays a card.

    Args:
        card: rank first, as in ``TH``.
    """

    card: Annotated[str, Meta(max_length=3)]


class Choose(_Command, frozen=True, tag="choose"):
    """Chooses trumps (K3).

    Args:
        suit: its letter.
    """

    suit: Literal["S", "H", "D", "C"]


class ThrowHand(_Command, frozen=True, tag="throw"):
    """Throws rock, paper or scissors (K5).

    Args:
        throw: which; nobody else is told before all have thrown.
    """

    throw: Literal["rock", "paper", "scissors"]


class Claim(_Command, frozen=True, tag="claim"):
    """Claims all the remaining tricks of the hand for one's side (T9)."""


class Undo(_Command, frozen=True, tag="undo"):
    """Takes back one's last decision in this deal, where all the others are bots."""


class Seal(_Command, frozen=True, tag="seal"):
    """A contributor's seal for the draw under way: the hash of a secret kept for now.

    Args:
        round: the number of the draw.
        seal: SHA-256 of the secret and where it belongs, as 64 small hexadecimal digits.
    """

    round: DrawNumber
    seal: Hex32


class Open(_Command, frozen=True, tag="open"):
    """The secret behind the seal.

    Args:
        round: the number of the draw.
        secret: 32 random bytes, as 64 small hexadecimal digits.
    """

    round: DrawNumber
    secret: Hex32


class Ready(_Command, frozen=True, tag="ready"):
    """Has seen the score: on to the next deal."""


class Rematch(_Command, frozen=True, tag="rematch"):
    """Wants another match with the same players; it begins when all who are there want it."""


class Back(_Command, frozen=True, tag="back"):
    """Takes one's place back from the bot that stood in."""


class Away(_Command, frozen=True, tag="away"):
    """Lets a bot play on for the moment."""


class Say(_Command, frozen=True, tag="say"):
    """Says a phrase, or something of one's own, to the table.

    Args:
        phrase: one of ``GET /api/phrases``.
        text: of one's own, at most 200 signs; one of the two is given.
    """

    phrase: str | None = None
    text: str | None = None


class Abandon(_Command, frozen=True, tag="abandon"):
    """The host ends the table for good; what has been played remains."""


PlayerCommand = (
    Sit
    | Leave
    | AddBot
    | ClearPlace
    | TransferHost
    | ChangeSettings
    | Begin
    | Play
    | Choose
    | ThrowHand
    | Claim
    | Undo
    | Seal
    | Open
    | Ready
    | Rematch
    | Back
    | Away
    | Say
    | Abandon
)
"""What may come over the wire."""


class Tick(_Command, frozen=True, tag="tick"):
    """The house looks whether a time is over."""


class BotActs(_Command, frozen=True, tag="bot-acts"):
    """What a bot of the house has decided for the place whose turn it is.

    Args:
        place: for whom.
        seq: of the last entry that it knew; if the match has gone on since, it is void.
        action: the card, suit or throw.
    """

    place: int
    seq: int
    action: str


class Arrive(_Command, frozen=True, tag="arrive"):
    """A person has a connection at this worker."""

    worker: str


class Depart(_Command, frozen=True, tag="depart"):
    """A person has no connection at this worker any more."""

    worker: str


class Sweep(_Command, frozen=True, tag="sweep"):
    """The house says which workers are alive; connections of others have gone."""

    alive: tuple[str, ...]


class ExtendDeadlines(_Command, frozen=True, tag="extend-deadlines"):
    """The house was not there for a while: no clock has run."""

    ms: int


HouseCommand = Tick | BotActs | Arrive | Depart | Sweep | ExtendDeadlines
Command = PlayerCommand | HouseCommand

SLOW = frozenset({Claim, Undo})
"""Commands that may take milliseconds to decide: not on a thread that others wait for."""

_decoder = msgspec.json.Decoder(PlayerCommand)


def decode_command(data: bytes | str | Any) -> PlayerCommand:
    """Reads a command from JSON.

    Raises:
        msgspec.DecodeError: it is not JSON, or no command.
    """
    command: PlayerCommand = _decoder.decode(data)
    return command
